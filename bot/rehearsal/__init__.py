"""Rehearsals: an event on paper, played against the real application in simulated time.

How it is cut: `header`, `steps` and `facts` read the parts of a transcript and `transcript` the whole. `player`
plays the steps against the application, with the console in place of a network. `final` says what holds at
the end, `expectations` judges, `report` prints. `command` is `floorjudge rehearse`.
"""
