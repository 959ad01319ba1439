"""Which faults can be put into a module: each is a place in its syntax tree and what stands there instead."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass

COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
CALCULATED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Add,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}
WORDS = ("N_", "NN_", "Text", "IllegalMove", "TypeVar", "NewType", "Field")
"""What stands in their brackets is told, not done."""


@dataclass(frozen=True)
class SourceFault:
    """One change of one place. `put` changes the tree it was found in."""

    line: int
    what: str
    put: Callable[[], None]


def faults_in(tree: ast.Module) -> Iterator[SourceFault]:
    """Every fault, in the same order for the same source."""
    for node in done(tree):
        yield from _faults_at(node)


def done(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes that do something: no annotations, decorators, docstrings, messages or type aliases."""
    yield node
    for name, field in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "type_params") or isinstance(node, ast.Raise):
            continue
        for child in field if isinstance(field, list) else [field]:
            if not isinstance(child, ast.AST) or _is_told(child):
                continue
            yield from done(child)


def _is_told(node: ast.AST) -> bool:
    match node:
        case ast.Expr(value=ast.Constant()):
            return True
        case ast.Call(func=ast.Name(id=name)):
            return name in WORDS
        case ast.Call(func=ast.Attribute(value=ast.Name(id="log"))):
            return True
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return True
        case ast.AnnAssign(annotation=ast.Name(id="TypeAlias")):
            return True
        case ast.Subscript(value=ast.Name(id="Generator" | "Callable" | "Mapping")):
            return True
    return False


def _faults_at(node: ast.AST) -> Iterator[SourceFault]:
    line = getattr(node, "lineno", 0)

    def fault(what: str, put: Callable[[], None]) -> SourceFault:
        return SourceFault(line, what, put)

    match node:
        case ast.Compare(ops=[first, *_]) if type(first) in COMPARED:
            other = COMPARED[type(first)]
            yield fault(f"{_name(first)} → {other.__name__}", lambda: node.ops.__setitem__(0, other()))
        case ast.BinOp(op=op) | ast.AugAssign(op=op) if type(op) in CALCULATED:
            calculated = CALCULATED[type(op)]
            yield fault(f"{_name(op)} → {calculated.__name__}", lambda: setattr(node, "op", calculated()))
        case ast.BoolOp(op=op):
            swapped = ast.Or if isinstance(op, ast.And) else ast.And
            yield fault(f"{_name(op)} → {swapped.__name__}", lambda: setattr(node, "op", swapped()))
        case ast.Constant(value=bool(value)):
            yield fault(f"{value} → {not value}", lambda: setattr(node, "value", not value))
        case ast.Constant(value=int(number)):
            yield fault(f"{number} → {number + 1}", lambda: setattr(node, "value", number + 1))
        case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test):
            negated = ast.UnaryOp(ast.Not(), test)
            yield fault("condition negated", lambda: setattr(node, "test", negated))
        case ast.Return(value=ast.expr() as value) if not isinstance(value, ast.Constant):
            yield fault("returns None", lambda: setattr(node, "value", ast.Constant(None)))
        case ast.Expr(value=ast.Call() | ast.YieldFrom() | ast.Yield() as value) if not _is_told(value):
            yield fault("left out", lambda: setattr(node, "value", ast.Constant(None)))
        case ast.Break():
            yield fault("break → continue", lambda: setattr(node, "__class__", ast.Continue))


def _name(node: ast.AST) -> str:
    return type(node).__name__


def with_fault(source: str, number: int) -> ast.Module:
    """The source with its fault of this number in it."""
    tree = ast.parse(source)
    found = list(faults_in(tree))[number]
    found.put()
    return ast.fix_missing_locations(tree)
