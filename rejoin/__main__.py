"""``python -m rejoin``."""

import sys

from rejoin.cli import main

if __name__ == "__main__":
    sys.exit(main())
