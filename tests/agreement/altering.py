"""Every small change of what a function does, one at a time: a number by one, a comparison
by one or turned round, plus for minus, least for most, a division that rounds the other way.

What is planted is not the file: the function's own code is exchanged, wherever it is known
by now. So a change needs no import, a hundredth of a second and as many tests as it lives.
Numbers that stand outside functions (`outside`) are read as their file is imported, by a process
of its own (`altered_source.py`).
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import CodeType

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "simcore"
_NEAR: dict[type[ast.cmpop], tuple[str, ...]] = {
    ast.Lt: ("<=",), ast.LtE: ("<",), ast.Gt: (">=",), ast.GtE: (">",),
    ast.Eq: ("!=",), ast.NotEq: ("==",),
}  # fmt: skip
_SIGNS: dict[type[ast.operator], str] = {ast.Add: "-", ast.Sub: "+"}
_ENDS = {"min": "max", "max": "min"}
_ASIDE = (ast.Raise, ast.JoinedStr, ast.arguments, ast.Import, ast.ImportFrom, ast.Assert)
"""Words, types and what is imported are left as they are."""


@dataclass(frozen=True, slots=True)
class Change:
    """`old` becomes `new` in one function of a file, the `nth` such change there. `by_one`: a
    number or the bound of a comparison is moved by one, or the least of some exchanged for the
    most. `named`: outside functions, what a line has to mention to look at it."""

    file: str
    function: str
    old: str
    new: str
    nth: int
    lines: tuple[int, ...]
    begin: int
    end: int
    by_one: bool
    named: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """What tells it from all others, whatever else is written in the file."""
        again = f" #{self.nth}" if self.nth else ""
        return f"{self.file} {self.function}: {self.old} -> {self.new}{again}"


def altered(node: ast.AST) -> Iterator[str]:
    """What may stand in the place of a node."""
    match node:
        case ast.Constant(value=int() as number) if not isinstance(number, bool):
            yield str(number + 1)
            if number > 1:
                yield str(number - 1)
        case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in _NEAR:
            for word in _NEAR[type(op)]:
                yield f"{ast.unparse(left)} {word} {ast.unparse(right)}"
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() as op, right=right):
            yield f"{ast.unparse(left)} {_SIGNS[type(op)]} ({ast.unparse(right)})"
        case ast.BinOp(left=left, op=ast.FloorDiv(), right=right):
            yield f"-(-({ast.unparse(left)}) // ({ast.unparse(right)}))"
        case ast.BinOp(left=left, op=ast.Mult(), right=right):
            yield f"{ast.unparse(left)} + ({ast.unparse(right)})"
        case ast.Call(func=ast.Name(id=name), args=args, keywords=keywords) if name in _ENDS:
            yield ast.unparse(ast.Call(ast.Name(_ENDS[name]), args, keywords))
        case ast.AugAssign(target=target, op=ast.Add() | ast.Sub() as op, value=value):
            yield f"{ast.unparse(target)} {_SIGNS[type(op)]}= {ast.unparse(value)}"


def left_out(node: ast.AST) -> Iterator[str]:
    """What may stand in the place of a node where a condition, a part or a step is forgotten."""
    match node:
        case ast.BoolOp(op=op, values=values):
            for number in range(len(values)):
                rest = [*values[:number], *values[number + 1 :]]
                yield ast.unparse(rest[0] if len(rest) == 1 else ast.BoolOp(op, rest))
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield ast.unparse(operand)
        case ast.BinOp(left=left, op=ast.BitOr() | ast.BitAnd(), right=right):
            yield ast.unparse(left)
            yield ast.unparse(right)
        case ast.IfExp(body=body, orelse=other):
            yield ast.unparse(body)
            yield ast.unparse(other)
        case ast.Call(func=ast.Name(id="any" | "all" as name), args=args):
            other_name = "all" if name == "any" else "any"
            yield ast.unparse(ast.Call(ast.Name(other_name), args, []))
        case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
            for number, drawn in enumerate(node.generators):
                for nth in range(len(drawn.ifs)):
                    kept = [*drawn.ifs[:nth], *drawn.ifs[nth + 1 :]]
                    less = ast.comprehension(drawn.target, drawn.iter, kept, drawn.is_async)
                    others = [*node.generators[:number], less, *node.generators[number + 1 :]]
                    fields = dict(ast.iter_fields(node))
                    yield ast.unparse(type(node)(**(fields | {"generators": others})))
        case ast.If(orelse=[]) | ast.Expr(value=ast.Call()) | ast.AugAssign():
            yield "pass"


def _is_by_one(node: ast.AST) -> bool:
    """Whether what may stand in the place of a node differs by one, or is the other end."""
    match node:
        case ast.Compare(ops=[op]):
            return not isinstance(op, (ast.Eq, ast.NotEq))
    return isinstance(node, (ast.Constant, ast.Call))


def _acting(node: ast.AST, lines: tuple[int, ...]) -> Iterator[tuple[ast.AST, tuple[int, ...]]]:
    """Nodes of a function's body, each with the lines that say whether it is reached."""
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "type_params"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not isinstance(child, _ASIDE):
                if isinstance(child, ast.Constant) and isinstance(
                    node, (ast.Compare, ast.Subscript)
                ):
                    continue  # a comparison is shifted as it is; no amount
                here = lines
                if isinstance(child, ast.stmt):
                    here = (child.lineno,)
                elif isinstance(child, ast.expr):
                    assert child.end_lineno is not None
                    here = (*lines[:1], *range(child.lineno, child.end_lineno + 1))
                yield child, here
                yield from _acting(child, here)


def _functions(
    body: list[ast.stmt], within: str = ""
) -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    for node in body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield f"{within}{node.name}", node
        elif isinstance(node, ast.ClassDef):
            yield from _functions(node.body, f"{within}{node.name}.")
        elif isinstance(node, ast.If):
            yield from _functions([*node.body, *node.orelse], within)


def changes(file: str, kinds: Callable[[ast.AST], Iterator[str]] = altered) -> list[Change]:
    """Every change of what the functions of a file do."""
    source = (PACKAGE / file).read_bytes()
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    found: list[Change] = []
    for function, top in _functions(ast.parse(source).body):
        seen: dict[tuple[str, str], int] = {}
        for node, lines in _acting(top, (top.lineno,)):
            for new in kinds(node):
                assert isinstance(node, (ast.stmt, ast.expr))
                assert node.end_lineno is not None and node.end_col_offset is not None
                begin = starts[node.lineno - 1] + node.col_offset
                end = starts[node.end_lineno - 1] + node.end_col_offset
                old = " ".join(source[begin:end].decode().split())
                if old.startswith("elif"):
                    continue  # its place is not that of a statement
                if isinstance(node, ast.If):
                    old = f"if {ast.unparse(node.test)}"
                nth = seen.get((old, new), 0)
                seen[old, new] = nth + 1
                text = new if isinstance(node, ast.stmt) else f"({new})"
                small = _is_by_one(node)
                found.append(Change(file, function, old, text, nth, lines, begin, end, small))
    return found


def _apart(body: list[ast.stmt], within: str = "") -> Iterator[tuple[str, str, ast.expr]]:
    """What stands outside functions: whose it is, how it is called there, what it says."""
    for node in body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                yield within, name, value
            case ast.Assign(targets=[ast.Tuple(elts=parts)], value=value):
                yield within, " ".join(ast.unparse(part) for part in parts), value
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                yield within, name, value
            case ast.FunctionDef(name=name, args=args):
                whose = f"{within}{name}"
                last = [*args.posonlyargs, *args.args][::-1]
                for arg, default in zip(last, args.defaults[::-1], strict=False):
                    yield whose, arg.arg, default
                for arg, named in zip(args.kwonlyargs, args.kw_defaults, strict=True):
                    if named is not None:
                        yield whose, arg.arg, named
            case ast.ClassDef(name=name, body=inner):
                yield from _apart(inner, f"{within}{name}.")
            case ast.If(body=inner, orelse=others):
                yield from _apart([*inner, *others], within)


def outside(file: str) -> list[Change]:
    """Every number that stands outside functions, or is taken where nothing is given, by one."""
    source = (PACKAGE / file).read_bytes()
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    found: list[Change] = []
    seen: dict[tuple[str, str, str], int] = {}
    for whose, name, value in _apart(ast.parse(source).body):
        whole = ast.Expression(value)
        numbers = [node for node, _ in _acting(whole, ()) if isinstance(node, ast.Constant)]
        for node in numbers:
            for new in altered(node):
                assert node.end_lineno is not None and node.end_col_offset is not None
                begin = starts[node.lineno - 1] + node.col_offset
                end = starts[node.end_lineno - 1] + node.end_col_offset
                called, old = f"{whose.rstrip('.')}({name})" if whose else name, str(node.value)
                nth = seen.get((called, old, new), 0)
                seen[called, old, new] = nth + 1
                named = tuple(filter(None, (*name.split(), *whose.rstrip(".").split(".")[-1:])))
                found.append(
                    Change(file, called, old, f"({new})", nth, (), begin, end, True, named)
                )
    return found


@cache
def _lines_of_package() -> list[tuple[str, int, str]]:
    return [
        (str(path.relative_to(PACKAGE)), number, line)
        for path in sorted(PACKAGE.rglob("*.py"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
    ]


def mentioned(change: Change) -> list[tuple[str, int]]:
    """All lines of the package that mention what a change outside functions is about."""
    word = re.compile(rf"\b(?:{'|'.join(change.named)})\b")
    return [(file, number) for file, number, line in _lines_of_package() if word.search(line)]


def text_with(change: Change) -> bytes:
    """The file with the change in it."""
    source = (PACKAGE / change.file).read_bytes()
    return source[: change.begin] + change.new.encode() + source[change.end :]


def code_of(change: Change) -> CodeType:
    """The function's code with the change in it."""
    text = text_with(change)
    whole = compile(text, str(PACKAGE / change.file), "exec", dont_inherit=True)
    return next(code for code in _codes(whole) if code.co_qualname == change.function)


def _codes(code: CodeType) -> Iterator[CodeType]:
    for part in code.co_consts:
        if hasattr(part, "co_qualname"):
            yield part
            yield from _codes(part)
