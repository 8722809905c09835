"""The rules of tournament matches: pure decisions over facts, given the time and the dice."""
