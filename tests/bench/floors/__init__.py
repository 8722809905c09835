"""Floors: the smallest programs that do the same work with the same libraries, and nothing else."""
