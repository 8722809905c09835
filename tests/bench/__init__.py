"""The bench: how fast the official is, each figure beside its floor in the same run.

`python -m tests.bench [part …]`, or `make bench`. A floor is the smallest program that does the same work with the
same libraries and nothing else; it lies in `floors/`. Product and floor are measured in turn, round by round, each in
a process of its own; what is shown are medians over the rounds, and of the ratios taken round by round, because a
machine's speed changes more between rounds than within one. Nothing here asserts: `tests/test_bench.py` sees to it
that every part runs.
"""
