"""Syntax trees to micro-ops, for a card as it stands in one scenario.

What is known before the run (advancement, the server, earlier runs of the turn) is
folded into constants; what the fixed plans never choose is left out. The rules cited
are those of `simcore.plan`.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from simcore.cards.endings import ends_run
from simcore.cards.setting import Setting, constant, greatest_damage, known
from simcore.cards.syntax import (
    Amount,
    Atom,
    Choice,
    Condition,
    Cost,
    If,
    Later,
    May,
    Node,
    Psi,
    Roll,
    Sequence,
    Trace,
    Unless,
)
from simcore.cards.vocabulary import DAMAGE, GAINED, LASTING
from simcore.cards.walking import atoms_of
from simcore.encode.choosing import NOT_MADE, UNWEIGHED, WITHOUT_EFFECT, Choosing
from simcore.encode.program import Code, Row, branch, change_row, condition_row, row_of, turn_row
from simcore.errors import CapacityError
from simcore.kernel.layout import OWN_CARDS, UNBREACHED, Comparison, Op, Rest, Subject
from simcore.plan.states import Taken

DAMAGE_KINDS = {kind: number for number, kind in enumerate(DAMAGE)}
DECLINED = NOT_MADE | {"may-jackout", "trash", "trash-accessed"}
"""What the Runner never takes up when a card offers it (rule 11)."""
SINCE_SUCCESS = frozenset(
    "success instead breach access steal agenda-stolen trash-accessed run-end".split()
)
"""Events from 5.1 on: counters and credits placed then change nothing (rule 21)."""
ONCE_EACH = ("rez", "rez-in-run", "encounter", "end", "pass")
"""Events of a piece of ice, each once in a run that never goes back."""
PAST_THE_ICE = SINCE_SUCCESS | {"all-passed", "approach-server"}
RESTS = {
    "no-jackout": Rest.HELD,
    "jackout-cost": Rest.LEAVE_COST,
    "toll": Rest.TOLL,
    "max-access": Rest.MOST_ACCESSES,
    "unbreached": Rest.MOST_ACCESSES,
    "trash-on-pass": Rest.PASS_TRASHES,
    "trace-bits": Rest.TRACE_BITS,
    "rd-bottom": Rest.TOP_GONE,
    "no-steal": Rest.SPARED,
    "untag": Rest.TAGS_GONE,
    "access-only": Rest.OTHERS_BARRED,
    "access-except": Rest.SELF_BARRED,
    "discard": Rest.GRIP_GONE,
}


IN_A_SCORE_AREA = 2
"""What `Rest.SPARED` is for a card that has been scored."""
DRAWN_FROM = {"rd": 1, "hq": -1}
"""What the attacked server loses by each card that the Corp draws."""
MEASURED = {
    "tags": Subject.TAGS,
    "grip": Subject.GRIP,
    "hq": Subject.HQ,
    "power": Subject.COUNTERS,
    "turned": Subject.TURNED,
}
"""Registers that are looked at when an effect happens."""


_OWN = ("own-prog", "own-hw", "own-res", "own-any")
"""Prices of rig cards."""


ALL_CREDITS = 1 << 20
"""More than anybody has."""
_BOUND_TO_A_PLACE = frozenset(
    {Op.ETR, Op.TRACE, Op.PSI, Op.ROLL, Op.LEAVE_ICE, Op.COUNTERS, Op.SPEND, Op.ADVANCE}
    | {Op.MEASURE, Op.GO_BACK}
)
"""What goes by the piece of ice at hand, or tells of it."""


class Lowering:
    """Lowers the trees of one card in one setting."""

    def __init__(self, code: Code, setting: Setting) -> None:
        self.code = code
        self.setting = setting

    def amount(self, amount: Amount) -> int:
        return constant(amount, self.setting.registers, self.setting.title)

    def lower(self, node: Node | None) -> list[Row]:
        """The rows of a tree, without an END."""
        match node:
            case None:
                return []
            case Atom():
                return self.atom(node)
            case Sequence(steps=steps):
                return [row for step in steps for row in self.lower(step)]
            case If():
                return self.conditional(node)
            case Trace(base=base, success=success, failure=failure):
                head = row_of(Op.TRACE, self.amount(base))
                return branch(head, self.lower(success), self.lower(failure))
            case Psi(different=different, same=same):
                return branch(row_of(Op.PSI), self.lower(different), self.lower(same))
            case Roll(low=low, high=high, then=then, otherwise=otherwise):
                head = row_of(Op.ROLL, low, high)
                return branch(head, self.lower(then), self.lower(otherwise))
            case Unless():
                return self.unless(node)
            case May():
                return self.may(node)
            case Choice(side=side, options=options):
                return Choosing(self).by(side, options)
            case Later(effect=effect):
                return self.later(effect)

    def atom(self, atom: Atom) -> list[Row]:
        name = atom.name
        if name in WITHOUT_EFFECT:
            return []
        if name == "power" and (
            name == self.setting.counted
            or (name in self.setting.spends and name not in self.setting.reads)
        ):
            return [row_of(Op.COUNTERS, self.amount(atom.amount))]
        if name in ("virus", "power", "place-credit", "hosted", "rez-cost"):
            return self.lasting(name)
        if name in ("self-trash", "trash-accessed", "archives-to-rd"):
            return self.leaving(name)
        if name == "take-trojan":
            if self.setting.holder != "ice" or self.setting.event not in ("rez", "rez-in-run"):
                raise self.refused(f"'{name}' at {self.setting.event}")
            taken = Taken(self.setting.place, self.setting.hosts)
            return (
                turn_row(self.code.changes, taken)
                if any(h is not None for h in taken.hosts)
                else []
            )
        if name == "adv":
            return self.advancing(atom)
        if name in ("self-derez", "go-back", "go-outermost"):
            return self.moving(atom)
        if name == "rez-ice" and not self.setting.rezzes:
            return []  # rule 13
        if name == "bypass" and self.setting.event != "encounter":
            if self.setting.event in ("tagged", "rez", "rez-in-run"):
                raise self.refused(f"'{name}' at {self.setting.event}")
            return []  # no ice is being encountered, or its breaking is over
        if name in RESTS:
            return self.rest(atom)
        if name in ("score-it", "score-it-less"):
            return self.scored(atom)
        if name == "corp-score-it":
            if self.setting.event != "access":
                raise self.refused(f"'{name}' at {self.setting.event}")
            return [row_of(Op.SET, Rest.SPARED, IN_A_SCORE_AREA)]
        if name == "copy-sub":
            return self.borrowed()
        if name == "empty-root":
            marked = 64 * ("trashed" in atom.words)
            if marked and self.setting.event != "instead":
                raise self.refused(f"'{name}' at {self.setting.event}")
            return [row_of(Op.SET, Rest.ROOT_GONE, n + marked) for n in self.setting.roots]
        if name == "rgain" and atom.amount.register == "accesses":
            return [row_of(Op.RUNNER_CREDITS, atom.amount.base, atom.amount.factor)]
        if name in DAMAGE_KINDS and atom.amount.register == "roll":
            amount = atom.amount
            sure = int("sure" in atom.words)
            return [row_of(Op.DAMAGE, amount.base, DAMAGE_KINDS[name], sure, amount.factor)]
        if atom.amount.register in MEASURED and atom.amount.register not in self.setting.registers:
            return self.measured(atom)
        n = self.amount(atom.amount)
        if name in LASTING:
            return self.outlasting(atom, n)
        if name in DAMAGE_KINDS:
            return [row_of(Op.DAMAGE, n, DAMAGE_KINDS[name], int("sure" in atom.words))]
        if name in ("trash", "own-trash", "bounce"):
            return self.from_rig(atom, n)
        if name == "tag":
            return self.tags(n)
        if name == "take":
            return self.take(n)
        simple = {
            "etr": row_of(Op.ETR),
            "rlose": row_of(Op.RUNNER_CREDITS, -n),
            "rgain": row_of(Op.RUNNER_CREDITS, n),
            "cgain": row_of(Op.CORP_CREDITS, n),
            "closs": row_of(Op.CORP_CREDITS, -n, sum(GAINED.get(word, 0) for word in atom.words)),
            "outspend": row_of(Op.CORP_CREDITS, -ALL_CREDITS, -1),
            "rclick": row_of(Op.LOSE_CLICKS, n),
            "no-steal-trash": row_of(Op.NO_STEAL),
            "rdraw": row_of(Op.DRAW, n),
            "cdraw": row_of(Op.HQ_CARDS, n, DRAWN_FROM.get(self.setting.server, 0)),
            "access": row_of(Op.ACCESS_MORE, n),
            "rez-ice": row_of(Op.REZ_ICE),
            "bypass": row_of(Op.BYPASS),
            "ending": row_of(Op.ENDING),
            "net-next": row_of(Op.NET_NEXT, n),
        }
        if name not in simple:
            raise CapacityError(f"{self.setting.title}: '{name}' is not executed here yet")
        return [simple[name]]

    def measured(self, atom: Atom) -> list[Row]:
        """An effect by a number that is known when it happens."""
        amount = atom.amount
        rows = self.atom(replace(atom, amount=Amount(1)))
        if not rows:
            return []
        row, *others = rows
        if others or abs(row[1]) != 1 or atom.name == "take":
            raise self.refused(f"'{atom.name}' by {amount.register}")
        subject = MEASURED[amount.register]
        sign = row[1]
        return [row_of(Op.MEASURE, subject, amount.base * sign, amount.factor * sign), row]

    def from_rig(self, atom: Atom, number: int) -> list[Row]:
        """Rig cards that go: of the Corp's choice or the Runner's, to the grip or the stack."""
        if atom.name != "bounce" and len(atom.words) > 1:
            raise self.refused("'trash' of several types at once")
        kind = self.code.trash_kind(atom.words[0], atom.name == "own-trash")
        if atom.name != "bounce":
            return [row_of(Op.TRASH_RIG, number, kind)]
        to_grip = int("grip" in atom.words)
        self.code.bounces |= {"grip" if to_grip else "stack"}
        return [row_of(Op.TRASH_RIG, 1, kind, to_grip) for _ in range(number)]

    def borrowed(self) -> list[Row]:
        """A subroutine of another rezzed piece: the Corp's choice among those there."""
        ending = [each for each in self.setting.lent if ends_run(each[1])]
        others = [each for each in self.setting.lent if not ends_run(each[1])]
        rows: list[Row] = []
        for place, sub, setting in reversed([*ending, *others]):
            lender = Lowering(self.code, setting)
            body, others_then = partial(lender.lower, sub), partial(_again, rows)
            if ends_run(sub):
                chosen = body()
            else:
                chosen = Choosing(lender).if_effective(sub, body, others_then)
            rezzed = row_of(Op.IF, Subject.REZZED, Comparison.AT_LEAST, 1, place)
            rows = branch(rezzed, chosen, others_then())
        return rows

    def rest(self, atom: Atom) -> list[Row]:
        """What the rest of the run goes by."""
        if atom.name == "rd-bottom" and self.setting.server != "rd":
            return []
        if atom.name == "no-steal" and self.setting.event == "tagged":
            raise self.refused("'no-steal' at tagged")
        if atom.name == "no-steal" and self.setting.event != "access":
            return []  # nothing is being accessed, or it has left already
        if atom.name.startswith("access-") and (
            self.setting.holder != "card" or self.setting.event != "success"
        ):
            raise self.refused(f"'{atom.name}' at {self.setting.event}")
        if atom.name == "trace-bits" and self.setting.event not in ("encounter", "sub", "end"):
            raise self.refused(f"'{atom.name}' at {self.setting.event}")  # there is no encounter
        if atom.name == "no-steal":
            return [row_of(Op.SET, Rest.SPARED, 1)]
        if atom.name == "unbreached":
            return [row_of(Op.SET, Rest.MOST_ACCESSES, UNBREACHED)]
        what = Rest.HELD_UNTIL_MET if "next" in atom.words else RESTS[atom.name]
        if what == Rest.PASS_TRASHES:
            self.code.trash_kind("prog")
        return [row_of(Op.SET, what, self.amount(atom.amount))]

    def scored(self, atom: Atom) -> list[Row]:
        """The accessed card joins the Runner's score area, or the event of the run as that ends."""
        ends = self.setting.event == "run-end" and self.setting.holder == "event"
        if self.setting.event not in ("access", "trash-accessed") and not ends:
            raise self.refused(f"'{atom.name}' at {self.setting.event}")
        points = self.amount(atom.amount)
        row = row_of(Op.SET, Rest.SCORE, points if atom.name == "score-it" else -points)
        if self.setting.empties and self.setting.event == "trash-accessed":
            return [row_of(Op.IF, Subject.ACCESSES, Comparison.AT_LEAST, 1, skip=1), row]
        return [row]

    def later(self, node: Node) -> list[Row]:
        """What waits for the success of the run."""
        if self.setting.event in SINCE_SUCCESS:
            raise self.refused(f"'on-success' at {self.setting.event}")
        rows = Lowering(self.code, replace(self.setting, event="success")).lower(node)
        if self.setting.holder == "ice" and any(row[0] in _BOUND_TO_A_PLACE for row in rows):
            raise self.refused("what is left for the success of the run")
        number = self.code.wait_for_success(rows)
        return [row_of(Op.SET, Rest.PENDING, 1 << 4 * number)]

    def refused(self, what: str) -> CapacityError:
        return CapacityError(f"{self.setting.title}: {what} is not executed here yet")

    def outlasting(self, atom: Atom, amount: int) -> list[Row]:
        """What is laid on pieces of ice still to be met."""
        setting = self.setting
        if setting.event in PAST_THE_ICE:
            return []
        foreseen = ("sub", *ONCE_EACH) if setting.holder == "ice" else ("run-begin",)
        if setting.event not in foreseen:
            raise self.refused(f"'{atom.name}' at {setting.event}")
        return change_row(self.code.changes, atom, amount)

    def lasting(self, name: str) -> list[Row]:
        """Counters, credits and prices set during the run: nothing once nobody reads them."""
        setting = self.setting
        if name == "rez-cost":
            if setting.event in PAST_THE_ICE:
                return []
        elif name == "hosted":
            if setting.holder not in ("rig", "event"):
                return []
        elif (
            setting.event in SINCE_SUCCESS
            or setting.holder == "identity"
            or (setting.holder in ("ice", "card") and name not in setting.reads)
        ):
            return []
        raise self.refused(f"'{name}' at {setting.event or 'this time'}")

    def leaving(self, name: str) -> list[Row]:
        """Cards that leave by their own text, or are trashed without a price."""
        setting = self.setting
        if name == "trash-accessed":
            if setting.event not in ("access", "tagged"):
                return []  # no card is being accessed, or it has left already
        elif name == "archives-to-rd":
            if setting.server in ("hq", "remote"):
                return []
        elif setting.slot is not None:
            return [row_of(Op.TRASH_RIG, 1, self.code.self_trash_kind(setting.slot))]
        elif setting.holder == "identity":
            return []
        elif setting.holder == "ice" and setting.leaves:
            kinds = [self.code.self_trash_kind(slot) for slot in setting.guests]
            guests = [row_of(Op.TRASH_RIG, 1, kind) for kind in kinds]
            return [row_of(Op.LEAVE_ICE), *guests]
        raise self.refused(f"'{name}'")

    def advancing(self, atom: Atom) -> list[Row]:
        """Counters that make a difference to ice met later; others change no number."""
        setting = self.setting
        if not setting.advances:
            return []
        # what it is is settled as it is met: of its subroutines none may go by counters of its own
        itself = "adv" in (setting.acts_by if setting.event == "sub" else setting.reads)
        if setting.advances != "ice" or setting.holder != "ice" or itself:
            raise self.refused("'adv'")
        return [row_of(Op.ADVANCE) for _ in range(self.amount(atom.amount))]

    def moving(self, atom: Atom) -> list[Row]:
        """Ice that turns face down, and Runners that are sent back."""
        setting = self.setting
        if setting.holder != "ice":
            raise self.refused(f"'{atom.name}'")
        if atom.name == "self-derez":
            if "rezzed-this-turn" in setting.reads:
                raise self.refused("'self-derez' beside 'rezzed-this-turn'")
            if setting.event == "pass":  # it counts as passed face up
                raise self.refused("'self-derez' at pass")
            return [row_of(Op.LEAVE_ICE, 1)]
        if setting.event not in ("sub", "encounter"):
            raise self.refused(f"'{atom.name}' at {setting.event}")
        if atom.name == "go-outermost":
            return [row_of(Op.GO_BACK, -1)]
        amount = atom.amount
        if amount.register == "roll":
            return [row_of(Op.GO_BACK, amount.base, amount.factor)]
        return [row_of(Op.GO_BACK, self.amount(amount))]

    def tags(self, count: int) -> list[Row]:
        if count <= 0:
            return []
        return [row_of(Op.TAG, count), *(list(row) for row in self.setting.after_tag)]

    def take(self, count: int) -> list[Row]:
        """Credits hosted on a rig card to the pool: nothing else takes them in a run."""
        taken = min(count, self.setting.credits)
        rows = [row_of(Op.RUNNER_CREDITS, taken)] if taken else []
        if (
            self.setting.slot is not None
            and self.setting.trashed_when_empty
            and taken == self.setting.credits
        ):
            rows.append(row_of(Op.TRASH_RIG, 1, self.code.self_trash_kind(self.setting.slot)))
        return rows

    def conditional(self, node: If) -> list[Row]:
        settled = known(node.condition, self.setting)
        if settled is not None:
            return self.lower(node.then if settled else node.otherwise)
        if node.condition.subject == "fully-broken" and self.setting.event != "end":
            raise self.refused("'fully-broken' before the end of an encounter")
        if node.condition.subject == "passed-rezzed":
            raise self.refused("'passed-rezzed'")
        if node.condition.subject == "rezzed-this-turn":
            self.check_turned()
        return branch(self.test(node.condition), self.lower(node.then), self.lower(node.otherwise))

    def test(self, condition: Condition) -> Row:
        """The row of a condition on the state of the game."""
        if condition.subject == "ai-installed":
            kind = self.code.trash_kind("ai")
            wanted = int(not condition.negated)
            return row_of(Op.IF, Subject.TRASHABLE, Comparison.EQUAL, wanted, kind)
        return condition_row(condition)

    def check_turned(self) -> None:
        """Ice alone is asked, and not in what the jack-out test looks at from afar."""
        setting = self.setting
        if setting.holder != "ice" or setting.event == "encounter" or setting.moves:
            raise self.refused("'rezzed-this-turn' where it is asked here")

    def unless(self, node: Unless) -> list[Row]:
        """Offers in the order of rule 10, then the penalty, then what the prices do."""
        always = node.forced or ends_run(node.penalty)
        hurt = greatest_damage(node.penalty, self.setting.registers)
        paid = [self.paid(cost) for cost in sorted(node.costs, key=_rank)]
        penalty = self.lower(node.penalty)
        tails = [tail for _, tail in paid]
        rows = [row_of(Op.UNLESS, int(always), hurt, int(ends_run(node.penalty)), 0, len(paid))]
        # after the offers: penalty, a jump to the end, then one tail per offer with its jump
        sizes = [len(tail) + 1 for tail in tails]
        for index, (offer, _) in enumerate(paid):
            ahead = len(paid) - 1 - index + len(penalty) + 1 + sum(sizes[:index])
            offer[-1] = ahead
            rows.append(offer)
        rows += penalty
        rows.append(row_of(Op.JUMP, skip=sum(sizes)))
        for index, tail in enumerate(tails):
            rows += [*tail, row_of(Op.JUMP, skip=sum(sizes[index + 1 :]))]
        return rows

    def check_adv_price(self) -> None:
        """Counters that are paid once, by a piece of ice that does nothing else with them."""
        setting = self.setting
        again = setting.moves or setting.event != "encounter" or setting.advances
        if setting.holder != "ice" or again or "adv" in setting.reads:
            raise self.refused("a price of advancement counters")

    def offered(self, cost: Cost, otherwise: list[Row]) -> list[Row]:
        """A price that is paid if it can be, else these rows."""
        offer, _ = self.paid(cost)
        offer[-1] = len(otherwise)
        return [offer, *otherwise]

    def paid(self, cost: Cost) -> tuple[Row, list[Row]]:
        """The OFFER row of a cost, and what paying it does beyond credits and clicks."""
        parts: dict[str, int] = {}
        for price in cost:
            parts[price.kind] = parts.get(price.kind, 0) + self.amount(price.amount)
        for kind in parts:
            if kind not in ("credits", "clicks", "net", "tags", "core", *_OWN):
                raise self.refused(f"a price of {kind}")
        hurt = parts.get("net", 0) + parts.get("core", 0)
        own = [kind for kind in _OWN if parts.get(kind)]
        if len(own) > 1:
            raise self.refused("a price of several kinds of rig cards")
        classes = [self.code.trash_kind(kind[4:], own=True) for kind in own]
        cards = sum(classes) + OWN_CARDS * sum(parts[kind] for kind in own)
        offer = row_of(Op.OFFER, parts.get("credits", 0), parts.get("clicks", 0), hurt, cards)
        tail = self.tags(parts.get("tags", 0))
        for kind in ("net", "core"):
            if parts.get(kind):
                tail.append(row_of(Op.DAMAGE, parts[kind], DAMAGE_KINDS[kind], 1))
        for kind, number in zip(own, classes, strict=True):
            tail.append(row_of(Op.TRASH_RIG, parts[kind], number))
        return offer, tail

    def may(self, node: May) -> list[Row]:
        names = {atom.name for atom in atoms_of(node.effect)}
        if node.forced and (node.side == "runner" or not node.cost):
            return self.done_for(node.cost, node.effect)
        if node.side == "runner":
            return [] if node.cost or names & DECLINED else self.lower(node.effect)
        if names & NOT_MADE:
            return []
        effect = self.lower(node.effect)
        if not node.cost:
            return effect
        free = all(price.kind == "adv" for price in node.cost)
        row = row_of(Op.CORP_MAY, skip=len(effect))
        for price in node.cost:
            if price.kind == "adv":
                self.check_adv_price()
                if self.amount(price.amount) > self.setting.registers["adv"]:
                    return []
                continue
            if price.kind not in ("credits", "hq"):
                raise CapacityError(
                    f"{self.setting.title}: a price of {price.kind} is not executed here yet"
                )
            row[1 if price.kind == "credits" else 2] += self.amount(price.amount)
        row[3] = row[2] if self.setting.server in ("hq", "archives") else 0
        used = effect if free else [row, *effect]
        if node.forced or names & UNWEIGHED:
            return used
        return Choosing(self).if_effective(node.effect, partial(_again, used), list)

    def done_for(self, cost: Cost, effect: Node) -> list[Row]:
        """An effect that comes whenever the Runner can pay for it."""
        offer, tail = self.paid(cost)
        offer[-1] = 1
        rows = [*tail, *self.lower(effect)]
        return [offer, row_of(Op.JUMP, skip=len(rows)), *rows] if cost else rows

    def tax(self, node: Node | None) -> list[Row]:
        """What the jack-out test weighs (rule 7): the payments that would be asked for.

        UNLESS rows with their OFFER rows alone, behind IF and JUMP; what a trace or a bid
        decides is left out.
        """
        match node:
            case Unless():
                always = node.forced or ends_run(node.penalty)
                hurt = greatest_damage(node.penalty, self.setting.registers)
                ends = int(ends_run(node.penalty))
                offers = [self.paid(cost)[0] for cost in sorted(node.costs, key=_rank)]
                if any(offer[4] for offer in offers):
                    raise self.refused("rig cards as a price at the encounter")
                return [row_of(Op.UNLESS, int(always), hurt, ends, 0, len(offers)), *offers]
            case Sequence(steps=parts):
                return [row for part in parts for row in self.tax(part)]
            case If(condition=condition, then=then, otherwise=otherwise):
                settled = known(condition, self.setting)
                if settled is not None:
                    return self.tax(then if settled else otherwise)
                return branch(self.test(condition), self.tax(then), self.tax(otherwise))
        return []


def _again(rows: list[Row]) -> list[Row]:
    """The same rows once more."""
    return [list(row) for row in rows]


def _rank(cost: Cost) -> int:
    kinds = {price.kind for price in cost}
    if kinds <= {"credits"}:
        return 0
    if "clicks" in kinds:
        return 1
    return 2 if "grip" in kinds else 3
