"""The four editions of the rules as data over one engine.

An edition is a table: what the steps of its chart are called, in which order the moments
of a run come, and how it answers the few questions that change a number. The reference
walks the moments; the encoder turns the answers into switches of the board.
Rulings where the texts are silent stand with the edition they are about.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import lru_cache


class Moment(StrEnum):
    """What the engine does at one point of a run; an edition gives it a step of its chart."""

    DECLARE = "the server is named"
    BEGIN = "the run begins"
    TO_ICE = "to the ice, or past it where there is none"
    APPROACH = "a piece of ice is approached"
    ABILITIES = "abilities of Corp cards"
    REZZED = "is the piece rezzed already?"
    REZ_ICE = "the Corp decides about the approached piece"
    TURNED = "the piece is turned face up and paid for"
    MEET = "rezzed: encounter; unrezzed: passed"
    ENCOUNTER = "the piece is encountered"
    BREAK = "does the Runner break subroutines?"
    CHOOSE = "a subroutine is chosen"
    BOOST = "a breaker is made stronger"
    USE = "the break is paid for"
    SUBROUTINES = "unbroken subroutines resolve in order"
    ENCOUNTER_OVER = "the encounter ends"
    PASS = "the piece is passed"
    PASS_BY = "an unrezzed piece is passed"
    JACK_OUT = "the Runner may jack out"
    REZ_ROOT = "the Corp may rez cards of the root"
    ONWARD = "on to the next piece, or to the server"
    APPROACH_SERVER = "the server is approached"
    TO_SUCCESS = "on to success"
    SUCCESS = "the run is successful"
    ORDER = "the order of the accesses is chosen"
    ACCESS = "cards are accessed"
    SCORE = "agendas are scored, trash costs paid"
    CONSEQUENCES = "what those steals and trashes trigger"
    ACCESS_OVER = "the breach is over"
    END = "the run ends"
    END_EARLY = "the run ends before its access"


@dataclass(frozen=True, slots=True)
class Edition:
    """One edition.

    `at` gives a moment its step label (one it leaves out has no step), `at_server` those
    that differ once all ice lies behind. `approach` are the moments before each piece is
    faced, `passed` those after it, `no_ice` those of a server without ice, `server` those
    from the last piece to the end of the accesses. `abilities`: steps in which abilities
    of cards may be used.

    `accesses`: "in turn" (each resolved before the next is seen) or "at once" (all seen,
    then all scored and paid for). `trace`: the printed number is a "base" that payments
    add to, or a "limit" of the Corp's payment. `link`: the "sum" of all links or one
    "base link" that is paid for. `whole_subroutines`: one that ends the run resolves
    whole first. `bad_publicity`: it gives credits for a run. `words`: modern words and
    what this edition calls them.
    """

    id: str
    name: str
    structure: str
    at: dict[Moment, str]
    approach: tuple[Moment, ...]
    passed: tuple[Moment, ...]
    no_ice: tuple[Moment, ...]
    server: tuple[Moment, ...]
    abilities: tuple[str, ...]
    at_server: dict[Moment, str] = field(default_factory=dict)
    pool: str = "modern"
    accesses: str = "in turn"
    trace: str = "base"
    link: str = "sum"
    whole_subroutines: bool = False
    bad_publicity: bool = True
    words: dict[str, str] = field(default_factory=dict)

    def label(self, moment: Moment, at_server: bool = False) -> str:
        """The step of the chart for a moment."""
        if at_server and moment in self.at_server:
            return self.at_server[moment]
        return self.at[moment]

    def has(self, moment: Moment) -> bool:
        """Whether the chart has a step for a moment."""
        return moment in self.at

    @property
    def root_before_ice(self) -> bool:
        """Whether cards of the root are rezzed before the Corp decides about the approached
        piece: at an earlier step."""
        return _step_order(self.at[Moment.REZ_ROOT]) < _step_order(self.at[Moment.REZ_ICE])

    @property
    def approach_before_last_window(self) -> bool:
        """Whether the server is approached before the last window to rez its root.

        Cards that act on that approach are then rezzed while the last piece of ice is
        approached, and on a server without ice they come too late.
        """
        moments = self.server
        return Moment.REZ_ROOT in moments and moments.index(Moment.APPROACH_SERVER) < moments.index(
            Moment.REZ_ROOT
        )

    def steps(self) -> dict[str, str]:
        """The labels of the chart in order, each with what happens there."""
        found: dict[str, list[str]] = {}
        for labels in (self.at, self.at_server):
            for moment, label in labels.items():
                found.setdefault(label, []).append(str(moment))
        return {label: "; ".join(found[label]) for label in sorted(found, key=_step_order)}

    def speak(self, text: str, names: Iterable[str] = ()) -> str:
        """A text in the words of this edition; `names` (of cards) are left as they are."""
        if not self.words:
            return text
        pattern = _spoken(tuple(self.words), tuple(names))
        return pattern.sub(lambda found: self.words.get(found[0], found[0]), text)


@lru_cache(maxsize=64)
def _spoken(words: tuple[str, ...], names: tuple[str, ...]) -> re.Pattern[str]:
    """Where names of cards, which stay, and words of an edition stand in a text."""
    kept = sorted({name for name in names if name}, key=len, reverse=True)
    parts = [*map(re.escape, kept), *(rf"\b{re.escape(word)}\b" for word in words)]
    return re.compile("|".join(parts))


def _step_order(label: str) -> tuple[int, ...]:
    return tuple(int(part) for part in label.lstrip("s").split("."))


ONR = Edition(
    id="onr",
    name="Netrunner, 1996",
    structure="20 steps",
    at={
        Moment.DECLARE: "s1",
        Moment.BEGIN: "s1",
        Moment.TO_ICE: "s1",
        Moment.APPROACH: "s2",
        Moment.ABILITIES: "s3",
        Moment.REZZED: "s3",
        Moment.REZ_ICE: "s4",
        Moment.TURNED: "s5",
        Moment.ENCOUNTER: "s6",
        Moment.BREAK: "s7",
        Moment.CHOOSE: "s8",
        Moment.BOOST: "s9",
        Moment.USE: "s10",
        Moment.SUBROUTINES: "s11",
        Moment.ENCOUNTER_OVER: "s11",
        Moment.PASS: "s12",
        Moment.PASS_BY: "s12",
        Moment.JACK_OUT: "s13",
        Moment.ONWARD: "s14",
        Moment.REZ_ROOT: "s3",
        Moment.APPROACH_SERVER: "s15",
        Moment.SUCCESS: "s16",
        Moment.ORDER: "s16",
        Moment.ACCESS: "s17",
        Moment.SCORE: "s18",
        Moment.CONSEQUENCES: "s19",
        Moment.END: "s20",
        Moment.END_EARLY: "s20",
    },
    at_server={Moment.ABILITIES: "s15", Moment.REZ_ROOT: "s15"},
    approach=(Moment.APPROACH, Moment.ABILITIES),
    passed=(Moment.JACK_OUT, Moment.ONWARD),
    no_ice=(Moment.JACK_OUT, Moment.ONWARD, Moment.ABILITIES),
    server=(Moment.REZ_ROOT, Moment.APPROACH_SERVER, Moment.SUCCESS, Moment.ACCESS),
    abilities=("s2", "s3", "s13", "s15", "s19"),
    pool="1996",
    accesses="at once",
    trace="limit",
    link="base link",
    whole_subroutines=True,
    bad_publicity=False,
    words={
        "credit": "bit",
        "credits": "bits",
        "click": "action",
        "clicks": "actions",
        "a remote server": "a subsidiary data fort",
        "approaches the server": "reaches the data fort",
        "server": "data fort",
        "barrier": "wall",
        "asset": "node",
        "assets": "nodes",
        "core damage": "brain damage",
        "steals": "liberates",
        "stolen": "liberated",
        "steal": "liberate",
        "in the grip": "in hand",
        "of the grip": "of the hand",
        "the grip": "the hand",
    },
)
"""The 1996 rulebook and the flow chart that its designers helped with.

Rulings: success is declared at s16, after the last window s15, as the chart has it
(the rulebook says it before); jacking out at s13 goes to s20. Ambushes act at s17,
before anything is scored at s18, so that a flatline there liberates nothing. Agendas
are scored without being asked for. A trace limits what the Corp may pay, openly, before
the Runner answers with one base link; a tie is the Corp's.
"""

_FFG_AT = {
    Moment.DECLARE: "1",
    Moment.BEGIN: "1",
    Moment.TO_ICE: "1",
    Moment.APPROACH: "2",
    Moment.ABILITIES: "2.1",
    Moment.JACK_OUT: "2.2",
    Moment.REZ_ICE: "2.3",
    Moment.TURNED: "2.3",
    Moment.REZ_ROOT: "2.3",
    Moment.MEET: "2.4",
    Moment.ENCOUNTER: "3",
    Moment.BREAK: "3.1",
    Moment.CHOOSE: "3.1",
    Moment.BOOST: "3.1",
    Moment.USE: "3.1",
    Moment.SUBROUTINES: "3.2",
    Moment.ENCOUNTER_OVER: "3.2",
    Moment.PASS: "3.2",
    Moment.PASS_BY: "2.4",
    Moment.ONWARD: "3.2",
    Moment.APPROACH_SERVER: "4",
    Moment.SUCCESS: "4.4",
    Moment.ACCESS: "4.5",
    Moment.ACCESS_OVER: "4.5",
    Moment.END: "5",
    Moment.END_EARLY: "6",
}
_FFG_AT_SERVER = {Moment.ABILITIES: "4.1", Moment.JACK_OUT: "4.2", Moment.REZ_ROOT: "4.3"}
_FFG_APPROACH = (Moment.APPROACH, Moment.ABILITIES, Moment.JACK_OUT)
_FFG_SERVER = (
    Moment.APPROACH_SERVER,
    Moment.ABILITIES,
    Moment.JACK_OUT,
    Moment.REZ_ROOT,
    Moment.SUCCESS,
    Moment.ACCESS,
    Moment.ACCESS_OVER,
)
_FFG_WORDS = {
    "core damage": "brain damage",
    "breaches the server": "accesses the server",
    "The breach": "The access",
}
_FFG_ABILITIES = ("2.1", "2.3", "3.1", "4.1", "4.3", "4.5")

FFG2012 = Edition(
    id="ffg2012",
    name="Android: Netrunner, core set 2012",
    structure="phases I to III",
    at=_FFG_AT,
    at_server=_FFG_AT_SERVER,
    approach=_FFG_APPROACH,
    passed=(),
    no_ice=(),
    server=_FFG_SERVER,
    abilities=_FFG_ABILITIES,
    words=_FFG_WORDS,
)
"""The core rulebook of 2012, with the steps of its public timing chart.

Rulings: a point of bad publicity gives one *credit* (the print says a click), for this
run only, spent before the pool, never stealth; what is left goes back at its end. The
approach of the server and its triggers come before the last choice to jack out.
"""

FFG2017 = replace(
    FFG2012,
    id="ffg2017",
    name="Android: Netrunner, revised core set 2017",
    structure="approach, encounter, pass",
)
"""The revised core set: other words, the same steps and numbers as 2012.

Rulings: an unrezzed piece that is passed opens the window to jack out as an encounter
does; roots of central servers, bad publicity and windows to rez are those of 2012.
"""

NSG = Edition(
    id="nsg",
    name="Null Signal Games, six-phase chart",
    structure="phases 1 to 6",
    at={
        Moment.DECLARE: "1.1",
        Moment.BEGIN: "1.2",
        Moment.ABILITIES: "1.2",
        Moment.TO_ICE: "1.3",
        Moment.APPROACH: "2.1",
        Moment.REZ_ICE: "2.2",
        Moment.TURNED: "2.2",
        Moment.MEET: "2.3",
        Moment.ENCOUNTER: "3.1",
        Moment.BREAK: "3.2",
        Moment.CHOOSE: "3.2",
        Moment.BOOST: "3.2",
        Moment.USE: "3.2",
        Moment.SUBROUTINES: "3.3",
        Moment.ENCOUNTER_OVER: "3.4",
        Moment.PASS: "4.1",
        Moment.PASS_BY: "4.1",
        Moment.JACK_OUT: "4.2",
        Moment.REZ_ROOT: "2.2",
        Moment.ONWARD: "4.4",
        Moment.APPROACH_SERVER: "4.5",
        Moment.TO_SUCCESS: "4.6",
        Moment.SUCCESS: "5.1",
        Moment.ACCESS: "5.2",
        Moment.ACCESS_OVER: "5.3",
        Moment.END: "6.1",
        Moment.END_EARLY: "6.1",
    },
    at_server={Moment.REZ_ROOT: "4.3"},
    approach=(Moment.APPROACH,),
    passed=(Moment.JACK_OUT, Moment.REZ_ROOT, Moment.ONWARD),
    no_ice=(Moment.PASS, Moment.JACK_OUT, Moment.REZ_ROOT, Moment.ONWARD),
    server=(
        Moment.APPROACH_SERVER,
        Moment.TO_SUCCESS,
        Moment.SUCCESS,
        Moment.ACCESS,
        Moment.ACCESS_OVER,
    ),
    abilities=("1.2", "2.1", "2.2", "3.1", "3.2", "4.1", "4.3", "4.5", "5.1"),
)
"""The run guide of Null Signal Games.

Ruling: a subroutine that ends the run does so at once, clauses before it have happened,
later ones and later subroutines do not resolve.
"""

EDITIONS: dict[str, Edition] = {each.id: each for each in (NSG, FFG2012, FFG2017, ONR)}
"""The editions by id; the first is the one meant where none is named."""


def differences() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Questions that the editions answer differently, with the answers in their order.

    Everything is read off the tables above.
    """
    questions: dict[str, Callable[[Edition], str]] = {
        "structure": lambda each: each.structure,
        "card pool": lambda each: each.pool,
        "jack out": lambda each: _windows(each, Moment.JACK_OUT),
        "Corp rezzes ice": lambda each: each.at[Moment.REZ_ICE],
        "Corp rezzes other cards": lambda each: _windows(each, Moment.REZ_ROOT),
        "abilities of cards": lambda each: ", ".join(each.abilities),
        "approach of the server": lambda each: (
            f"{each.at[Moment.APPROACH_SERVER]}, "
            f"{'before' if each.approach_before_last_window else 'after'} the last rez window"
        ),
        "subroutine that ends the run": lambda each: (
            "resolves whole, then ends it" if each.whole_subroutines else "ends it at that clause"
        ),
        "success": lambda each: each.at[Moment.SUCCESS],
        "accesses": lambda each: (
            "each resolved before the next is seen"
            if each.accesses == "in turn"
            else "all seen, then scored and paid at once"
        ),
        "seven points": lambda each: (
            "at once" if each.accesses == "in turn" else "after the whole batch"
        ),
        "number on a trace": lambda each: (
            "added to what the Corp pays" if each.trace == "base" else "limits what the Corp pays"
        ),
        "trace tie goes to": lambda each: "Runner" if each.trace == "base" else "Corp",
        "link": lambda each: (
            "sum over all cards" if each.link == "sum" else "one base link, paid for"
        ),
        "bad publicity": lambda each: (
            "one credit a point, for the run" if each.bad_publicity else "nothing during a run"
        ),
        "run ends": lambda each: " or ".join(
            dict.fromkeys((each.at[Moment.END], each.at[Moment.END_EARLY]))
        ),
        "words": lambda each: ", ".join(
            each.speak(word) for word in ("credits", "server", "asset", "core damage")
        ),
    }
    for question, answer in questions.items():
        yield question, tuple(answer(each) for each in EDITIONS.values())


def _windows(edition: Edition, moment: Moment) -> str:
    """The steps of a window before ice and at the server."""
    return ", ".join(dict.fromkeys((edition.at[moment], edition.label(moment, True))))
