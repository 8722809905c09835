"""The bench: how fast the official is, each figure beside its floor in the same run.

`python -m tests.bench [part …]`, or `make bench`. A floor is the smallest program that does the same work with the
same libraries and nothing else; it lies in `floors/`. Product and floor are measured in turn, round by round, each in
a process of its own; what is shown are medians over the rounds, and of the ratios taken round by round, because a
machine's speed changes more between rounds than within one. Nothing here asserts: `tests/test_bench.py` sees to it
that every part runs.

| part | what is measured | floor |
|---|---|---|
| r1, r2 | a word answered on IRC: looked up; stored first (R2), many in flight (R3) | bots that only echo, only store |
| t1, t3 | all deadlines in one second; a start with all of them open | a heap, and rows in batches |
| p1 | a large round is paired | a bare matching library |
| o1 | a round told on IRC, and a judge who asks meanwhile (O2) | the server's limits, reckoned |
| o3 | a round told on Discord, both players of each table called; a command meanwhile | Discord's limits, reckoned |
| d1 | a slash command acknowledged, and answered: looked up, and stored first | the smallest bot on discord.py |
| c1 | from the start until joined on IRC, alone and beside a Discord that never answers | the imports alone |
| memory | held with one match and with many | the imports alone |
| m1 | held in a guild of many members, and on IRC | the smallest bot, which imports the same |

On Discord the bench plays everybody in its own process, and the bots come to it from processes of their own.
"""
