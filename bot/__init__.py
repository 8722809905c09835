"""The running service: it carries words in and out, wakes the rules, and wires the parts together."""
