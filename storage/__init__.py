"""The store: the scorebook and the tables that people read, written in one transaction."""
