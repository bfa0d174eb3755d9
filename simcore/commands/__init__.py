"""The commands of `simcore`, a module each, imported when that command is given.

A command module has

- ``EXAMPLE``: a command line for its help,
- ``add_options(parser)``: declares its arguments (`--json` is there already),
- ``run(arguments)``: does it and returns the exit code.

It imports no more than `console` and `options` at the top, what it works with in `run`:
a mistyped option must not wait for the engine. To add a command, write its module and
name it in `simcore.cli.COMMANDS`.
"""
