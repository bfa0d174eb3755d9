"""Every small change of a source text, one at a time: a number by one, a comparison, a sign,
a condition left out, a statement left out. And the tests that are to notice.
"""

from __future__ import annotations

import ast
import io
import signal
from contextlib import redirect_stderr, redirect_stdout
from typing import TYPE_CHECKING

from agreement.planted import Mutant

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_SECONDS = 600
"""A change that keeps its tests busy for longer is one that they notice."""
_NEAR: dict[type[ast.cmpop], str] = {
    ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "==",
    ast.In: "not in", ast.NotIn: "in", ast.Is: "is not", ast.IsNot: "is",
}  # fmt: skip
_OTHER: dict[type[ast.operator], str] = {
    ast.Add: "-", ast.Sub: "+", ast.Mult: "+", ast.FloorDiv: "*", ast.BitOr: "&",
    ast.BitAnd: "|", ast.LShift: ">>", ast.RShift: "<<",
}  # fmt: skip
_CALLS = {"min": "max", "max": "min", "any": "all", "all": "any"}
_ASIDE = (ast.Raise, ast.JoinedStr, ast.arguments, ast.Import, ast.ImportFrom)
"""Words, types and what is imported are left as they are."""


def altered(node: ast.AST) -> Iterator[str]:
    """What may stand in the place of a node."""
    match node:
        case ast.Constant(value=bool() as flag):
            yield str(not flag)
        case ast.Constant(value=int() as number):
            yield from (str(number + 1), str(number - 1))
        case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in _NEAR:
            yield f"{ast.unparse(left)} {_NEAR[type(op)]} {ast.unparse(right)}"
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _OTHER:
            yield f"{ast.unparse(left)} {_OTHER[type(op)]} ({ast.unparse(right)})"
            if isinstance(op, (ast.Add, ast.Sub)):
                yield ast.unparse(left)
        case ast.Call(func=ast.Name(id=name), args=args, keywords=keywords) if name in _CALLS:
            yield ast.unparse(ast.Call(ast.Name(_CALLS[name]), args, keywords))
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield ast.unparse(operand)
        case ast.BoolOp(values=values):
            word = " or " if isinstance(node.op, ast.Or) else " and "
            parts = [f"({ast.unparse(value)})" for value in values]
            yield from (word.join([*parts[:n], *parts[n + 1 :]]) for n in range(len(parts)))
        case ast.IfExp(body=body, orelse=orelse):
            yield from (ast.unparse(body), ast.unparse(orelse))
        case ast.AugAssign() | ast.Continue() | ast.Break() | ast.Expr(value=ast.Call()):
            yield "pass"
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript(), *_]):
            yield "pass"


def _acting(node: ast.AST) -> Iterator[ast.AST]:
    """Nodes of function bodies."""
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not isinstance(child, _ASIDE):
                yield child
                yield from _acting(child)


def changes(file: str, source: str) -> list[Mutant]:
    """Every change of what functions do."""
    lines = source.encode().splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    found = []
    functions = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef))
    nodes = {node: None for function in functions for part in function.body for node in [part]}
    seen: set[tuple[int, int, str]] = set()
    for top in nodes:
        for node in (top, *_acting(top)):
            for new in altered(node):
                assert isinstance(node, (ast.stmt, ast.expr))
                assert node.end_lineno is not None and node.end_col_offset is not None
                begin = starts[node.lineno - 1] + node.col_offset
                end = starts[node.end_lineno - 1] + node.end_col_offset
                if (begin, end, new) in seen:
                    continue
                seen.add((begin, end, new))
                text = new if isinstance(node, ast.stmt) else f"({new})"
                whole = source.encode()
                changed = (whole[:begin] + text.encode() + whole[end:]).decode()
                old = " ".join(whole[begin:end].decode().split())
                found.append(Mutant(f"line {node.lineno}: {old} -> {new}", file, source, changed))
    return found


def hunt(*paths: str) -> int | None:
    """Where a bug is planted: 1 if one of these tests fails, None if all pass."""
    import pytest

    def late(*_: object) -> None:
        raise AssertionError(f"more than {MOST_SECONDS} seconds")

    signal.signal(signal.SIGALRM, late)
    signal.alarm(MOST_SECONDS)
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        ended = pytest.main(["-x", "-q", "-p", "no:cacheprovider", *paths])
    signal.alarm(0)
    return None if ended == pytest.ExitCode.OK else 1
