"""The floor of a start: an interpreter that imports the same libraries, says so, and ends.

`python -m tests.bench.floors.imports MODULE…`.
"""

import sys
from importlib import import_module

if __name__ == "__main__":
    for module in sys.argv[1:]:
        import_module(module)
    print("imported", flush=True)
