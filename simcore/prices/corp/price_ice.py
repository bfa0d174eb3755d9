"""Ice for prices: clauses that the engine does not execute and the search knows.

Each is read from the text of a clause that `card.rules` lists as not executed; nothing
here changes a game.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from simcore.cards.card import Card
from simcore.cards.clauses import parse_effects
from simcore.cards.harmless import is_harmless
from simcore.cards.outside import texts_declined
from simcore.cards.setting import Setting
from simcore.cards.standing import subs_of
from simcore.cards.syntax import Amount, Atom, Clause, May, Node, Price, Sequence, Unexecuted
from simcore.cards.walking import atoms_of, mentioned
from simcore.errors import CapacityError
from simcore.plan.pieces import Ability, Standing, Target, Use
from simcore.plan.targets import ask_for, make_target
from simcore.prices.corp.further_effects import (
    ENCOUNTERED,
    STRONG_TRACE,
    SWAPS_OTHERS,
    read_effect,
)
from simcore.prices.telling import price
from simcore.scenario import RigCard

_GAINED = re.compile(
    r"^gain-sub \{(.+)\}"
    r"(?:\*(adv|power|hq|rezzed:next)( first)?| if server=(hq|rd|archives|remote))$"
)
_BY_TAGS = re.compile(r"^gain-sub \{(.+)\}\*tags( run)?$")
STRONGER_BY_TAGS = re.compile(r"^str \+(\d)\*tags$")
IF_TAGGED = re.compile(r"^str \+(\d) if tagged$")
_BY_GRIP = re.compile(r"^encounter: gain-sub \{(.+)\}\*grip(-of-a-type)? run$")
_LIMIT = re.compile(r"^break-limit (\d) printed(?: if adv>=(\d)| if server=(\w+))?$")
_OUTERMOST = re.compile(r"^str \+(\d+) if outermost$")
_OWN = re.compile(r"^(\d)c: (\d) \[if !tagged\]$")
_COUNTS = re.compile(r"^str \+1\*(hq|rezzed:next)$")
DEARER_BY_HQ = "+1*hq"
"""What ice says whose rez cost goes by the cards in HQ."""
_PARITY = re.compile(r"^if adv (odd|even): \+([a-z ]+) -([a-z ]+)$")
_CHEAPER = re.compile(r"^-(\d)\*adv$")
_CHEAPER_BESIDE = re.compile(r"^-(\d)\*rezzed(-other)?:([a-z ]+)$")
_PAYS = re.compile(r"^sub-broken: cgain (\d+)$")
_PAYS_IF_TAGGED = re.compile(r"^sub-broken if tagged: cgain (\d)$")
_ROBS = re.compile(r"^printed-broken: rlose (\d+)$")
_HAMMERED = "break-limit 1 printed except:killer"
_OF_FORM = re.compile(
    r"^encounter: (gain-grail \d run|copy-ice rezzed run|corp-may trash-own 1: break-limit .+|"
    r"psi: corp-may: encounter-other rezzed)$"
)
"""What `forms` follows."""
_NOW_OVER = re.compile(r"^rez: corp-may trash-own 1: str \+\d this-run$")
_SWAPS_ITSELF = "pass: corp-may: swap-self ice"
OF_OTHERS = "subtypes of other-rezzed"
_NO_HOST = "no-host"
_AURA = "aura: ice here str +1"
BREAKERS_ONLY = "only icebreakers break it"
CLOSED = "no card of the rig breaks it"
"""What ice says that only abilities printed on it break."""
NOT_AS = "nothing breaks it as "
"""What ice says, before a subtype, that nothing breaks while it has that one."""
GIVEN_FIRST = "its first subroutine is not printed on it"
GIVEN_LAST = "its last subroutine is not printed on it"
"""What ice says, once for each, that others have given subroutines before its own."""
_FRACTERS = "break-only fracter printed"


OF_ANOTHER = "of another card"
"""The scope of what another card does at a piece of ice: it is no ability of the ice."""
FULL_BREAK, FULL_BREAK_OR_BYPASS = "full-break", "full-break|bypass"
OWN_END, ANY_END = "end", "enc-end"
IN_A_RUN = "once in a run: "
"""Before what happens at the first of several pieces alone, or as one is met for the first time."""
"""When an encounter ends: for what ice itself does, which asks for it to be face up; for what other
cards do, though it has turned down."""
FACED_DOWN = "pass face down"
"""When a card of the root asks for something behind a piece that has just turned face down."""
EVENTS = ("encounter", FULL_BREAK, FULL_BREAK_OR_BYPASS, ANY_END, OWN_END, "pass", FACED_DOWN)
"""What happens at a piece of ice, in this order."""


_STANDING = (
    *(_GAINED, _LIMIT, _OUTERMOST, _COUNTS, _PARITY),
    *(_BY_TAGS, STRONGER_BY_TAGS, IF_TAGGED),
)


@dataclass(frozen=True, slots=True)
class PricedIce:
    """One piece of ice as it is met: the target, its subroutines with those it has by its
    standing properties, and the one it gains for each card in the grip (`of_a_type` that is named),
    or for each tag as it is broken, if it does, with which it is `stronger` by so much each, or
    `by_any` of them; `lasting`: what it gained for tags it keeps, so many of them since it was met
    before (`kept`); `unsold`:
    how many abilities of its own stand before those for the untagged. `printed`: places of its
    printed subroutines, `ahead`: how many
    it has before those that the card lists; `robs`: credits lost for each printed one that is
    broken, `pays`: credits that the Corp gains for each that is (`pays_if_tagged`: while
    the Runner is tagged); `gained`: how many it has gained
    as it was met; it has each of them so many `times`."""

    target: Target
    subs: tuple[Node, ...]
    by_grip: Node | None
    printed: frozenset[int]
    ahead: int
    robs: int
    pays: int
    pays_if_tagged: int
    by_tags: Node | None
    stronger: int
    by_any: int
    lasting: bool
    unsold: int
    gained: int = 0
    times: int = 1
    kept: int = 0
    of_a_type: bool = False

    def robbed(self, broken: Iterable[int]) -> int:
        """Credits lost for breaking these subroutines."""
        return self.robs and self.robs * sum(number in self.printed for number in broken)

    def not_printed(self, broken: Iterable[int]) -> int:
        """How many of these subroutines are not printed on it, where it looks at that."""
        target = self.target
        looking = target.limit >= 0 or target.fracters_only
        return sum(number not in self.printed for number in broken) if looking else 0

    @property
    def of_its_own(self) -> tuple[Node, ...]:
        """What it gains for each card or tag as it is met, if it does."""
        found = self.by_grip or self.by_tags
        return () if found is None else (found,)

    @property
    def tells_printed(self) -> bool:
        """Whether it matters which of alike subroutines is broken: some are not printed."""
        looking = self.target.limit >= 0 or self.target.fracters_only or self.robs
        return bool(looking) and len(self.printed) < len(self.subs)

    def twice(self) -> PricedIce:
        """With each of its subroutines twice, the second one not printed.

        Raises `CapacityError` for more subroutines than anybody will break."""
        if len(self.subs) > _MOST_SUBS:
            raise CapacityError(
                f"{self.target.title}: more than {2 * _MOST_SUBS} subroutines by copies of copies"
            )
        subs = tuple(sub for sub in self.subs for _ in range(2))
        asked = ask_for(subs, range(len(subs)))
        target = replace(self.target, subs=asked, as_found=self.target.found)
        printed = frozenset(2 * number for number in self.printed)
        return replace(self, target=target, subs=subs, printed=printed, times=2 * self.times)

    def tagged(self, tags: int) -> PricedIce:
        """With the subroutines and the strength it has for so many tags."""
        own = self.target.own[: self.unsold]
        changing = self.by_tags is not None or self.stronger or self.by_any
        looking = changing or own != self.target.own
        if not looking or not tags + self.kept:
            return self
        subs = self.subs
        if self.by_tags is not None:
            subs += (self.by_tags,) * ((tags + self.kept) * self.times)
        strength = self.target.strength + self.strength_by_tags(tags)
        target = replace(self.target, strength=strength, subs=ask_for(subs, range(len(subs))))
        target = replace(target, own=own if tags else self.target.own)
        return replace(self, target=target, subs=subs)

    def strength_by_tags(self, tags: int) -> int:
        """What it is stronger for a Runner with so many tags."""
        return self.stronger * tags + self.by_any * (tags > 0)

    def sold(self, uses: Iterable[Use]) -> int:
        """The credits paid for abilities of its own that no icebreaker has a part in."""
        return sum(
            ability.credits * times
            for use in uses
            if use.slot < 0
            for ability, times in zip(self.target.own, use.breaks, strict=True)
        )

    def as_kept(self, number: int) -> PricedIce:
        """With so many subroutines of the kind that it gains, and no others to come."""
        if self.lasting:
            return replace(replace(self, kept=number).tagged(0), by_tags=None)
        return self.before(0, number)

    def before(self, grip: int, kept: int = 0) -> PricedIce:
        """With the subroutines it gains for so many cards in the grip, and those it has `kept`
        since it was met before."""
        if self.lasting:
            return replace(self, kept=kept)
        if self.by_grip is None or not grip + kept:
            return self
        subs = self.subs + (self.by_grip,) * (kept + grip)
        target = replace(self.target, subs=ask_for(subs, range(len(subs))))
        return replace(self, target=target, subs=subs, by_grip=None, gained=grip)


def is_priced(item: Unexecuted, *, with_grip: bool = False) -> bool:
    """Whether the search for payments knows a clause of a piece of ice. `with_grip`: the
    cards in the grip are counted."""
    if _NOW_OVER.match(item.text) or item.text in (OF_OTHERS, _SWAPS_ITSELF):
        return True
    if _OF_FORM.match(item.text):
        return True
    match item.key:
        case "static":
            if item.text in (_AURA, _HAMMERED, CLOSED, BREAKERS_ONLY, GIVEN_FIRST, GIVEN_LAST):
                return True
            known = item.text == _FRACTERS or item.text.startswith(NOT_AS)
            return known or any(each.match(item.text) for each in _STANDING)
        case "on":
            if _PAYS_IF_TAGGED.match(item.text):
                return True
            return bool(_ROBS.match(item.text) or (with_grip and _BY_GRIP.match(item.text)))
        case "rbreak":
            return _OWN.match(item.text) is not None
    return False


def is_robbing(item: Unexecuted) -> bool:
    """Whether a clause takes credits for each subroutine that is broken."""
    return _ROBS.match(item.text) is not None


def words_of_robbing(card: Card, credits: int) -> str:
    """What the Runner loses for breaking."""
    lost = price(credits) if credits else "no credits"
    return f"{card.title}: {lost} lost for what is broken"


def takes_cards_first(card: Card) -> bool:
    """Whether something may take cards from the Runner before the breaking."""
    if any(item.text.startswith("encounter") for item in card.rules.unexecuted):
        return True
    effects = [clause.effect for clause in card.rules.on if clause.event == "encounter"]
    names = {atom.name for effect in effects for atom in atoms_of(effect)}
    return bool(names & {"net", "meat", "core", "trash"})


def has_aura(card: Card) -> bool:
    """Whether a piece of ice makes all ice of its server stronger, itself among it."""
    return any(item.text == _AURA for item in card.rules.unexecuted)


COPIES = "encounter: copy-ice rezzed run"
"""What ice says that becomes like another piece as it is met."""
_MOST_SUBS = 100
_COPIES = "copy-sub"
CALLS = "encounter: psi: corp-may: encounter-other rezzed"
"""What ice says behind which others may be met again."""


def calls_others(card: Card) -> bool:
    """Whether the Corp may have another piece met in place of this one."""
    return any(item.text == CALLS for item in card.rules.unexecuted)


def counts_pieces(card: Card) -> bool:
    """Whether a piece of ice looks at how many pieces there are, or at which place it is."""
    texts = [item.text for item in card.rules.unexecuted]
    counting = any("rezzed:" in text for text in texts) or looks_at_its_place(card)
    counting |= takes_subtypes(card)
    return counting or "ice-here" in mentioned(card.rules) or BY_NEXT in mentioned(card.rules)


def looks_at_its_place(card: Card) -> bool:
    """Whether it matters to a piece of ice that it is the outermost one."""
    return any(_OUTERMOST.match(item.text) for item in card.rules.unexecuted)


def stands_for_others(card: Card) -> bool:
    """Whether what works at other pieces may work here: one of them may be met in place of this
    piece, or it may become like them."""
    return any(item.text in (COPIES, CALLS) for item in card.rules.unexecuted)


def looks_at_others(card: Card) -> bool:
    """Whether something comes of which other rezzed pieces are there: they may be met in place of
    a piece, it may become like them, or resolve what is on them."""
    return any(_COPIES in text for text in card.rules.sub_texts) or any(
        item.text in (COPIES, CALLS) for item in card.rules.unexecuted
    )


BY_NEXT = "rezzed:next"
"""How many pieces of ice of that subtype are rezzed."""


def hosts_nothing(card: Card) -> bool:
    """Whether no card can be hosted on a piece of ice."""
    return any(item.text == _NO_HOST for item in card.rules.unexecuted)


def refused_guests(card: Card, place: int, rig: Iterable[RigCard]) -> list[str]:
    """The cards of a rig that are said to lie on a piece at a place that hosts none."""
    return [
        f"{card.title} hosts no card, {placed.card.title} cannot lie on it"
        for placed in rig
        if hosts_nothing(card) and placed.host == place
        if any(static.kind == "hosted-on-ice" for static in placed.card.rules.statics)
    ]


def takes_subtypes(card: Card) -> bool:
    """Whether a piece of ice has the subtypes of other rezzed ice."""
    return any(item.text == OF_OTHERS for item in card.rules.unexecuted)


def kinds_by_counters(card: Card) -> frozenset[str]:
    """Subtypes that a piece of ice has by it whether the counters on it are odd."""
    found = (_PARITY.match(item.text) for item in card.rules.unexecuted)
    return frozenset(kind for match in found if match for kind in match.groups()[1:])


def as_advanced(card: Card, counters: int) -> Card:
    """A piece of ice with the subtypes that it has under so many counters; what it says of others
    is turned round."""
    for item in card.rules.unexecuted:
        found = _PARITY.match(item.text)
        if found and _holds(found[1], counters):
            other = "even" if counters % 2 else "odd"
            text = f"if adv {other}: +{found[3]} -{found[2]}"
            left = tuple(
                replace(each, text=text) if each is item else each for each in card.rules.unexecuted
            )
            rules = replace(card.rules, unexecuted=left)
            card = replace(card, rules=rules, subtypes=card.subtypes - {found[3]} | {found[2]})
    return card


def _holds(parity: str, counters: int) -> bool:
    return counters % 2 == (parity == "odd")


def counts_outside(card: Card) -> bool:
    """Whether a piece of ice counts the rezzed pieces outside of it."""
    return any("rezzed-outside" in item.text for item in card.rules.unexecuted)


def swaps_itself(card: Card) -> bool:
    """Whether the Corp may swap a piece with another one once it has been passed."""
    return any(item.text == _SWAPS_ITSELF for item in card.rules.unexecuted)


def may_shuffle(card: Card) -> bool:
    """Whether pieces of ice may change places by what a piece does."""
    return swaps_itself(card) or SWAPS_OTHERS in card.rules.sub_texts


def counts_counters(card: Card) -> bool:
    """Whether a piece of ice gets counters as ice is rezzed, and has what counts them."""
    return any(item.text == "rez-any harmonic: power 1" for item in card.rules.unexecuted)


def counts_hq(card: Card) -> bool:
    """Whether a piece of ice counts the cards in HQ."""
    texts = [item.text for item in card.rules.unexecuted]
    found = [_COUNTS.match(text) or _GAINED.match(text) for text in texts]
    return any(each is not None and "*hq" in each[0] for each in found)


def _printed(card: Card, subs: int) -> range:
    """Which of so many subroutines are printed on it: those between what others gave it."""
    texts = [item.text for item in card.rules.unexecuted]
    return range(texts.count(GIVEN_FIRST), subs - texts.count(GIVEN_LAST))


def _effects(text: str) -> Node:
    """A subroutine; one that nobody can read does nothing."""
    return read_effect(text) or Sequence(())


def left_out_of(card: Card) -> tuple[str, ...]:
    """The texts of the printed subroutines that prices read otherwise than games do, and of those
    that no game executes; "" for the others."""
    left_out = {item.text for item in card.rules.unexecuted if item.key == "subs"}
    return tuple(
        text if text in left_out or STRONG_TRACE.match(text) else ""
        for text in card.rules.sub_texts
    )


_TAKEN_BACK = re.compile(r"^pass: corp-may: \{self-to-hq; (cgain \d)\}$")
"""What the Corp has for a piece that it takes back to HQ once it is passed."""


def may_be_taken_back(card: Card) -> bool:
    """Whether the Corp gains credits for taking a passed piece back to HQ."""
    return any(_TAKEN_BACK.match(item.text) for item in card.rules.unexecuted)


_HOME = "corp 1c: back to HQ"
PRICE_OF_HOME = Price("credits", Amount(1))


def goes_home(card: Card) -> bool:
    """Whether the Corp may take a piece back to HQ for a credit (`PRICE_OF_HOME`) at any time."""
    return _HOME in texts_declined(card)


def further_clauses(card: Card) -> tuple[Clause, ...]:
    """What happens at the ice that no game executes and prices can read."""
    found = []
    for item in card.rules.unexecuted:
        event, colon, text = item.text.partition(": ")
        if back := _TAKEN_BACK.match(item.text):
            found.append(Clause(event, May("corp", parse_effects(back[1])), text=item.text))
        elif item.key == "on" and colon and event in EVENTS:
            text, leaves = text.removeprefix(IN_A_RUN), "self-trash" in text
            if (leaves or not is_harmless(item.text)) and (effect := read_effect(text)) is not None:
                when = OWN_END if item.text.startswith(ENCOUNTERED) else event
                found.append(Clause(when, effect, text=item.text))
    return tuple(found)


def priced_texts(card: Card) -> tuple[Node, ...]:
    """What the printed subroutines do, as prices read them."""
    known = zip(_further(card), card.rules.subs, strict=True)
    return tuple(read or sub for read, sub in known)


def _further(card: Card) -> Iterator[Node | None]:
    """For each printed subroutine of `left_out_of` what prices know of it."""
    for text in left_out_of(card):
        yield read_effect(text) if text else None


def priced_ice(
    card: Card, setting: Setting, place: int, more: int = 0, lent: tuple[Standing, ...] = ()
) -> PricedIce:
    """A piece of ice with the clauses of `is_priced`, `more` strength, and what is `lent` to
    it by cards of the rig."""
    subs = [read or sub for read, sub in zip(_further(card), subs_of(card, setting), strict=False)]
    limit, fracters_only, by_grip, killers_many, dearer = -1, False, None, False, 0
    by_tags: Node | None = None
    stronger = by_any = 0
    lasting = closed = breakers_only = of_a_type = False
    robs, pays, types = 0, 0, card.subtypes
    pays_if_tagged = 0
    own, ahead = _printed(card, len(subs)), 0
    sold: list[Ability] = []
    advanced = setting.registers["adv"]
    for item in card.rules.unexecuted:
        text = item.text
        if gained := _GAINED.match(text):
            times = setting.registers[gained[2]] if gained[2] else gained[4] == setting.server
            if gained[3]:
                subs[:0] = [_effects(gained[1])] * times
                ahead = times
            else:
                subs += [_effects(gained[1])] * times
        elif found := _LIMIT.match(text):
            enough = found[2] is None or advanced >= int(found[2])
            if enough and found[3] in (None, setting.server):
                limit = int(found[1])
        elif found := _OUTERMOST.match(text):
            if setting.registers.get("outside", place) == 0:
                more += int(found[1])
        elif found := _COUNTS.match(text):
            more += setting.registers[found[1]]
        elif text == _AURA:
            more += 1
        elif (found := _PARITY.match(text)) and _holds(found[1], advanced):
            types = types - {found[3]} | {found[2]}
        elif found := _ROBS.match(text):
            robs = int(found[1])
        elif found := _PAYS.match(text):
            pays = int(found[1])
        elif found := _PAYS_IF_TAGGED.match(text):
            pays_if_tagged += int(found[1])
        elif text == _HAMMERED:
            limit, killers_many = 1, True
        elif item.key == "rez_change" and text == DEARER_BY_HQ:
            dearer += setting.registers.get("hq", 0)
        elif item.key == "rez_change" and (found := _CHEAPER.match(text)):
            dearer -= int(found[1]) * advanced
        elif item.key == "rez_change" and (found := _CHEAPER_BESIDE.match(text)):
            others = setting.registers.get(f"rezzed:{found[3]}", 0) - (found[2] is not None)
            dearer -= int(found[1]) * max(0, others)
        elif found := _BY_GRIP.match(text):
            by_grip, of_a_type = parse_effects(found[1]), bool(found[2])
        elif found := _BY_TAGS.match(text):
            by_tags, lasting = _effects(found[1]), bool(found[2])
        elif found := STRONGER_BY_TAGS.match(text):
            stronger = int(found[1])
        elif found := IF_TAGGED.match(text):
            by_any = int(found[1])
        elif found := _OWN.match(text):
            sold.append(Ability(int(found[2]), int(found[1]), interface=False))
        fracters_only |= text == _FRACTERS
        closed |= text == CLOSED
        breakers_only |= text == BREAKERS_ONLY
    target = make_target(card, setting, place, ask_for(subs, range(len(subs))))
    shut_as = _not_broken_as(card)
    shut = bool(types & shut_as)
    own_ones = () if shut else target.own
    sold = [] if shut else sold
    target = replace(
        target,
        strength=target.strength + more,
        types=types,
        own=(*own_ones, *sold),
        limit=limit,
        fracters_only=fracters_only,
        closed=closed or shut,
        shut_as=shut_as,
        breakers_only=breakers_only,
        killers_many=killers_many,
        rez=max(0, target.rez + dearer),
        silencing=target.silencing or hosts_nothing(card),
        robs=robs > 0,
        standing=target.standing + lent,
    )
    return PricedIce(
        target,
        tuple(subs),
        by_grip,
        frozenset(ahead + number for number in own),
        ahead,
        robs=robs,
        pays=pays,
        pays_if_tagged=pays_if_tagged,
        by_tags=by_tags,
        stronger=stronger,
        by_any=by_any,
        lasting=lasting,
        of_a_type=of_a_type,
        unsold=len(target.own) - len(sold),
    )


def _not_broken_as(card: Card) -> frozenset[str]:
    """The subtypes as which nothing breaks a piece of ice."""
    texts = (item.text for item in card.rules.unexecuted)
    return frozenset(text.removeprefix(NOT_AS) for text in texts if text.startswith(NOT_AS))


def once_met(card: Card, setting: Setting) -> Setting:
    """With the counters that a piece puts on itself when it is encountered."""
    registers = dict(setting.registers)
    for clause in card.rules.on:
        effect = clause.effect
        if clause.event != "encounter" or not {"virus", "power"} & mentioned(card.rules):
            continue
        match effect:
            case Atom(name="virus" | "power" as kind, amount=Amount(base=base, register="")):
                registers[kind] += base
            case _ if {"virus", "power"} & {atom.name for atom in atoms_of(effect)}:
                raise CapacityError(f"{card.title}: '{clause.text}' has no price yet")
    return replace(setting, registers=registers)
