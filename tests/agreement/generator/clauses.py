"""Random clauses of card notation."""

from __future__ import annotations

import re

from agreement.generator.dice import Dice

_COMPOUND = re.compile(r"[:;{]| unless | else ")
WIDE_ATOMS = (
    *("self-trash", "trash-accessed", "virus 1", "power 1", "place-credit 2", "hosted 2"),
    *("rez-cost 1", "archives-to-rd 1", "bypass", "trash prog hw 1", "rez-ice free", "etr"),
    *("take 1", "self-trash", "self-trash; self-trash", "archives-to-rd 2"),
    *("rgain 1*breakers", "closs ice-here"),
)
WIDE_ATOMS_ELSEWHERE = (
    *(*WIDE_ATOMS, "place-credit 1", "place-credit 3"),
    *("self-derez", "go-outermost", "go-back 1", "take-trojan"),  # of use to ice alone
)
LASTING = {"ice-str": 0.8, "lock": 0.3, "break-tax": 0.4, "use-tax": 0.3, "gain-etr": 0.3}
"""Effects on ice met later, and how often they are written."""
RESTS = {
    "no-jackout": 0.3,
    "no-jackout next": 0.2,
    "jackout-cost": 0.4,
    "toll": 0.5,
    "trash-on-pass": 0.4,
    "trace-bits": 0.3,
    "max-access": 0.06,
    "rd-bottom": 0.06,
}
"""What the rest of the run goes by, and how often it is written."""
WIDE_ROOT_EVENTS = (
    *("run-begin", "encounter", "pass", "breach", "agenda-stolen", "trash-accessed"),
    *("tagged", "access", "steal", "rez"),
)


class Clauses(Dice):
    """Effects, conditions and prices that mean something where they stand."""

    def amount(self, where: str, low: int, high: int) -> str:
        """A number, sometimes by a register that `where` can see."""
        registers = ["ice-here"]
        own = ("sub", "encounter", "end", "pass", "rez", "root", "rootrez", "installed", "rootend")
        if where in own:
            registers += ["adv", "adv", "virus", "power"]
        if self.chance(0.14):
            register = self.pick(registers)
            text = f"1*{register}" if self.chance(0.6) else register
            if self.chance(0.4):
                text = f"{self.number(0, 2)}+1*{register}"
            return text
        return str(self.number(low, high))

    def condition(self, where: str) -> str:
        """A condition that may be met or not at this time of the run."""
        flags = ["tagged", "tagged", "trashed-odd-cost", "successful-run-this-turn"]
        if where in ("access", "steal", "installed", "rootend", "runend"):
            flags += ["stole", "stole"]
        if where == "end" or self.odd(0.1):
            flags += ["fully-broken"] * 12 + ["rezzed-this-turn"] * 8
        subject = self.pick(
            ("flag", "runner-cr", "corp-cr", "grip", "server", "adv", "ice-here"),
            (6, 3, 3, 3, 1, 1, 1),
        )
        negated = "!" if self.chance(0.25) else ""
        if subject == "flag":
            return negated + str(self.pick(flags))
        if subject == "server":
            place = self.pick(("hq", "rd", "archives", "remote", "central", "any"))
            return f"{negated}server{self.pick(('=', '!='))}{place}"
        tops = {"runner-cr": 12, "corp-cr": 12, "grip": 5, "adv": 3, "ice-here": 3}
        comparison = self.pick((">=", "<=", "=", "!="), (4, 4, 2, 2))
        return f"{negated}{subject}{comparison}{self.number(0, tops[subject])}"

    def atom(self, where: str) -> str:
        """One primitive effect that means something in `where`."""
        early = where in ("sub", "encounter", "end", "pass", "rez")
        names = {
            "net": 8,
            "meat": 2,
            "core": 1,
            "tag": 5,
            "rlose": 6,
            "rgain": 4,
            "cgain": 4,
            "closs": 3,
            "rclick": 3,
            "trash": 6,
            "rdraw": 4,
            "cdraw": 1,
            "nothing": 1,
            "no-steal-trash": 1 if not early else 0.4,
            "may-jackout": 0.5,
            "rez-ice": 1,
            "install": 0.4,
            "swap-ice": 0.3,
        }
        if early:
            names.update(LASTING)
            names.update(RESTS)
            names["rd-bottom"] *= 4 if self.server == "rd" else 1
            names["net-next"] = 0.9
        if where in ("sub", "encounter", "root"):
            names["etr"] = (10 if self.tough else 4) + 3 * (where == "root")
        if where in ("pass", "rez", "end", "met"):
            names["etr"] = 0.5
        if where in ("breach", "success"):
            names["access"] = 8
        if where in ("encounter", "met"):
            names["bypass"] = 5
        if where in ("access", "steal", "runend", "installed"):
            names["accesses"] = 3
        if where in ("success", "breach", "steal", "runend", "access", "installed"):
            names.update({"virus": 0.7, "power": 0.5, "place-credit": 0.5})
        if where in ("tagged", "runend", "rootend", "rez"):
            names.pop("rez-ice")
        if where == "tagged":
            names.pop("tag")
        if self.odd(0.15):
            if early:
                return str(self.pick(WIDE_ATOMS))
            back = ("archives-to-rd 2",) * 8 if self.server == "rd" else ()
            return str(self.pick((*WIDE_ATOMS_ELSEWHERE, *back)))
        kind = self.pick(names, names.values())
        self.limited = self.limited or kind in ("max-access", "rd-bottom")
        if kind in ("net", "meat", "core"):
            return f"{kind} {self.amount(where, 1, 2 if self.chance(0.85) else 4)}"
        if kind == "trash":
            what = self.pick(("prog", "hw", "res", "any", "ai"), (4, 3, 3, 3, 1))
            return f"trash {what} {self.pick((1, 1, 2))}"
        if kind == "rez-ice":
            return "rez-ice free"
        if kind == "accesses":
            return f"rgain {self.pick(('', '1+'))}1*accesses"
        if kind == "install":
            return str(self.pick(("install card", "install ice")))
        if kind == "rlose":
            return "rlose all" if self.chance(0.1) else f"rlose {self.amount(where, 1, 4)}"
        if kind in ("rgain", "cgain", "closs"):
            return f"{kind} {self.amount(where, 1, 4)}"
        if kind == "tag":
            return f"tag {self.amount(where, 1, 2)}"
        if kind in ("net-next", "rclick", "rdraw", "cdraw", "access", "virus", "power"):
            return f"{kind} {self.number(1, 2)}"
        if kind in LASTING:
            return self.lasting(kind)
        if kind == "trace-bits" and where in ("pass", "rez"):
            kind = "toll"  # outside an encounter there is nothing for such bits to last for
        if kind in ("jackout-cost", "toll", "trash-on-pass", "trace-bits", "max-access"):
            return f"{kind} {self.number(1, 2)}"
        return str(kind)

    def lasting(self, kind: str) -> str:
        """An effect on ice that is met later in the run."""
        word = {"ice-str": ("run", "next"), "lock": ("next",), "gain-etr": ("later", "next")}
        self.dearer = self.dearer or kind not in ("ice-str", "lock")
        number = "" if kind == "lock" else f" {self.number(1, 2)}"
        return f"{kind}{number} {self.pick(word.get(kind, ('',)))}".rstrip()

    def price(self, where: str) -> str:
        """A cost the Runner may be asked for: every kind of price the kernel has."""
        kinds: dict[str, float] = {
            "pay": 6,
            "click": 2,
            "tag": 0 if where == "tagged" else 2,
            "net": 2,
        }
        if self.odd(0.6):
            if self.chance(0.2):
                return str(self.pick(("trash", "rfg")))
            kinds |= {"grip": 2, "vc": 1, "pc": 1, "hq": 0.5}
        first = self.pick(kinds, kinds.values())
        text = f"{first} {self.number(1, 5 if first == 'pay' else 2)}"
        if self.chance(0.25):
            kinds[first] = 0
            text += f" + {self.pick(kinds, kinds.values())} {self.number(1, 2)}"
        return text

    def clause(self, where: str, depth: int = 0) -> str:
        """One clause: an atom or something built of clauses."""
        kind = self.pick(
            (
                "atom",
                "if",
                "trace",
                "psi",
                "unless",
                "must-pay",
                "corp-may",
                "may",
                "choice",
                "roll",
            ),
            (10, 2.5, 2, 1.2, 2.5, 0.8, 1.6, 0.6, 1.6, 0.7)
            if depth < 2
            else (1, 0, 0, 0, 0, 0, 0, 0, 0, 0),
        )
        inner = depth + 1
        if kind in ("trace", "psi", "roll") and where == "tagged":
            kind = "atom"
        if kind == "if":
            text = f"if {self.condition(where)}: {self.braces(where, inner)}"
            return text + (f" else {self.braces(where, inner)}" if self.chance(0.4) else "")
        if kind == "trace":
            text = f"trace {self.amount(where, 1, 5)}: {self.braces(where, inner)}"
            return text + (f" else {self.braces(where, inner)}" if self.chance(0.3) else "")
        if kind == "roll":
            low = self.number(1, 6)
            hurt = self.pick(("net 1*roll", "meat 1+1*roll"))
            then = hurt if self.chance(0.15) else self.braces(where, inner)
            text = f"roll {low}-{self.number(low, 6)}: {then}"
            return text + (f" else {self.braces(where, inner)}" if self.chance(0.5) else "")
        if kind == "psi":
            text = f"psi: {self.braces(where, inner)}"
            return text + (f" else {self.braces(where, inner)}" if self.chance(0.5) else "")
        if kind == "unless":
            costs = [self.price(where) for _ in range(self.pick((1, 2, 3), (5, 4, 2)))]
            return f"{self.braces(where, inner)} unless {' | '.join(costs)}"
        if kind == "must-pay":
            return f"must-pay {self.number(1, 4)} else {self.braces(where, inner)}"
        if kind == "corp-may":
            costs = self.pick(
                ("", f" pay {self.number(1, 4)}", " hq 1", f" pay {self.number(0, 2)} + hq 1"),
                (3, 5, 1, 1),
            )
            if self.odd(0.3):
                costs = self.pick((" vc 1", " pc 1", " trash", " rfg"))
            return f"corp-may{costs}: {self.braces(where, inner)}"
        if kind == "may":
            cost = f" {self.price(where)}" if self.chance(0.3) else ""
            return f"runner-may{cost}: {self.braces(where, inner)}"
        if kind == "choice":
            side = self.pick(("corp", "runner"), (4, 1))
            options = [self.braces(where, inner) for _ in range(self.pick((2, 3), (4, 1)))]
            if side == "corp" and not self.odd(
                1.0
            ):  # whether ice can be rezzed is not weighed by the kernel
                options = ["cgain 2" if "rez-ice" in each else each for each in options]
            return f"{side}: {' | '.join(options)}"
        return self.atom(where)

    def braces(self, where: str, depth: int) -> str:
        """A clause fit to stand inside another one."""
        text = self.clause(where, depth)
        if self.chance(0.15):
            text = f"{text}; {self.clause(where, depth)}"
        return "{" + text + "}" if _COMPOUND.search(text) or self.chance(0.1) else text

    def effects(self, where: str) -> str:
        """A whole effect: one clause, at times two."""
        count = self.pick((1, 2, 3), (7, 2.5, 0.5))
        return "; ".join(self.clause(where) for _ in range(count))
