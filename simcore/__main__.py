"""`python -m simcore`: the command line."""

from __future__ import annotations

from simcore.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
