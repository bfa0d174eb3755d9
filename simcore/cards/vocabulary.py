"""The words of card notation: effects, registers, conditions, events, prices, ice types."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

GAINED = {"gain-1": 1, "gain-2": 2}
"""Words for what the Runner gains for each credit that the Corp loses."""
RIG_KINDS = (
    *("prog", "hw", "res", "any", "ai", "breaker", "console", "virus", "trojan", "virtual"),
    *("prog-not-standard", "hw,res", "prog,virtual"),
)
"""Words for cards of the rig."""
ATOMS: dict[str, tuple[str, ...]] = {
    # name: the words that may follow; "" stands for none
    "etr": ("",),
    "nothing": ("",),
    **dict.fromkeys(("net", "meat", "core", "tag"), ("", "sure")),  # sure: nothing prevents it
    "rlose": ("",),  # the Runner loses credits from the pool
    "rgain": ("",),
    "cgain": ("",),
    "closs": ("", *GAINED),  # the Corp loses credits, the Runner gains as many
    "outspend": ("",),  # the Runner pays as many credits as it can and the Corp then loses
    "rclick": ("",),  # the Runner loses clicks
    "trash": RIG_KINDS,  # rig cards of the Corp's choice
    "own-trash": RIG_KINDS,  # … of the Runner's choice
    "bounce": (*RIG_KINDS, "grip", "stack"),  # … of the Corp's choice to grip or stack
    "self-trash": ("",),
    "no-steal-trash": ("",),  # until the end of the run
    "may-jackout": ("",),
    "bypass": ("",),  # the ice being encountered
    "rdraw": ("",),
    "cdraw": ("",),
    "access": ("",),  # additional cards in this breach
    "take": ("",),  # credits hosted on the card to the pool
    "place-credit": ("",),
    "hosted": ("",),  # credits to spend during this run
    "rez-cost": ("",),  # every ice costs so much more to rez during this run
    "virus": ("",),  # place virus counters on the card itself
    "power": ("",),
    "rez-ice": ("free",),
    "archives-to-rd": ("",),
    "empty-root": ("rd", "trashed"),  # all cards of the attacked root go to R&D, or are trashed
    "trash-accessed": ("",),
    "swap-ice": ("",),
    "ice-str": ("run", "next"),  # strength of pieces met later, of the next one met
    "lock": ("next",),  # no subroutine of the next piece met can be broken
    "break-tax": ("",),  # each subroutine broken on later pieces costs more
    "use-tax": ("",),  # each use of an icebreaker to break subroutines of later pieces
    "gain-etr": ("later", "next"),  # pieces met later end the run once more
    "no-jackout": ("", "next"),  # for the rest of the run, or until the next encounter is over
    "jackout-cost": ("",),  # jacking out costs so much more for the rest of the run
    "toll": ("",),  # at each later encounter the Runner first pays or the run ends
    "max-access": ("",),  # the most cards that are accessed in this run
    "unbreached": ("",),  # the attacked server is not breached
    "trash-on-pass": ("",),  # programs trashed behind each rezzed piece from now on
    "trace-bits": ("",),  # credits of the Corp for traces of this encounter
    "self>hq": ("",),  # the card goes back to HQ; never done by the fixed plans
    "self-derez": ("",),  # the piece of ice turns face down
    "take-trojan": ("",),  # a program hosted on other ice here moves to this piece, silenced
    "adv": ("", "any-card"),  # advancement counters on the first card here that can be advanced
    "go-outermost": ("",),  # the Runner approaches the outermost piece
    "go-back": ("",),  # the Runner goes back so many rezzed pieces and approaches that one
    "copy-sub": ("bioroid", "other", "here"),  # of another rezzed piece with that subtype, of any
    "rd-bottom": ("",),  # the top card of R&D goes to its bottom
    "net-next": ("",),  # at the end of the next encounter, unless all of that ice is broken
    "install": ("card", "ice", "grip"),  # read, not made by the fixed plans
    "access-only": ("self",),  # no other card is accessed in the rest of the run
    "access-except": ("self",),  # the card itself is not
    "no-steal": ("",),  # the card being accessed cannot be stolen now
    "corp-score-it": ("",),  # the agenda being accessed joins the Corp's score area
    "untag": ("",),  # tags removed
    "pay": ("",),  # the Runner pays credits, as one of several options
    "discard": ("", "corp", "stack"),  # cards of the grip go: the Corp's choice, to the stack
    "score-it": ("", "itself"),  # the accessed card joins the Runner's score area, for points
    "score-it-less": ("",),  # … worth so many points below none
}
"""Primitive effects and the words each takes after its amount."""

IDLE: dict[str, str] = {
    "bp": "bad publicity, of use in later runs: {n}",
    "rd-arrange": "the top cards of R&D are looked at and left as they are: {n}",
    "corp-cards": "cards that the Corp may move between HQ, R&D and Archives stay: {n}",
    "archives-to-hq": "cards of Archives that the Corp may take back to HQ stay: {n}",
    "heap-rfg": "cards of the heap are removed from the game: {n}",
    "handsize": "less hand size for the Runner: {n}",
    "corp-click": "more clicks for the Corp in its turn: {n}",
    "no-more-runs": "no further run in this turn",
    "no-install": "nothing can be installed for a while",
    "reveal-grip": "the grip is revealed",
    "counter": "counters for later on the card: {n}",
    "mill": "cards from the top of the stack are trashed: {n}",
}
"""Effects that change nothing while the run lasts, in words."""
ATOMS |= dict.fromkeys(IDLE, ("",))

CONTROL = frozenset(
    {"trace", "psi", "roll", "vc", "pc", "on-success"}
    | {"if", "corp", "runner", "must-pay", "unless", "else"}
    | {"corp-may", "runner-may", "corp-will", "runner-will"}
)
"""Words that are no effects but begin, or stand between, larger ones."""

NOT_MADE = {"install": "installs during a run are not made"}
"""Atoms that are read and never chosen; a card that has one is approximate."""

REGISTERS = {
    "adv": "advancement counters on the card",
    "virus": "virus counters on the card",
    "virus-but-one": "virus counters on the card, all but one",
    "power": "power counters on the card",
    "power-one": "power counters on the card, the first of them",
    "power-two": "power counters on the card, the first two of them",
    "power-three": "power counters on the card, the first three of them",
    "power-pairs": "pairs of power counters on the card",
    "breakers": "installed icebreakers",
    "programs": "installed programs",
    "free-mu": "memory units not in use",
    "free-four": "memory units not in use, four at the most",
    "accesses": "cards accessed in this run",
    "ice-here": "pieces of ice protecting this server",
    "corp-points": "agenda points of the Corp",
    "roll": "the die rolled last",
    "tags": "tags of the Runner",
    "grip": "cards in the grip",
    "hq": "cards in HQ",
    "bp": "bad publicity of the Corp",
    "rezzed-assets": "rezzed assets of the attacked server",
    "advanced-ice-here": "advanced pieces of ice of this server",
    "copies-corp-scored": "copies of the card in the Corp's score area",
}

CONDITIONS: dict[str, str] = {
    "tagged": "the Runner is tagged",
    "tags": REGISTERS["tags"],
    "clicks": "clicks left to the Runner",
    "hq": REGISTERS["hq"],
    "threat": "agenda points of the side that has more",
    "hq>grip": "HQ holds more cards than the grip",
    "corp-cr>runner-cr": "the Corp has more credits than the Runner's pool",
    "stole": "an agenda was stolen in this run",
    "trashed-odd-cost": "the damage before it trashed a card with an odd printed cost",
    "successful-run-this-turn": "the Runner made a successful run this turn",
    "adv": REGISTERS["adv"],
    "runner-cr": "credits in the Runner's pool",
    "corp-cr": "credits of the Corp",
    "grip": "cards in the grip",
    "server": "the attacked server: hq, rd, archives, remote or central",
    "ice-here": REGISTERS["ice-here"],
    "fracters": "installed fracters",
    "programs": REGISTERS["programs"],
    "ai-installed": "an icebreaker of the subtype AI is installed",
    "rezzed-this-turn": "the ice was rezzed in this run",
    "fully-broken": "every subroutine of the ice was broken in this encounter",
    "passed-rezzed": "the piece of ice that has just been passed was rezzed",
    "trace": "points of strength of the last trace",
    "broke-in-run": "the Runner has broken a subroutine in this run",
}

FLAGS = frozenset(
    {"tagged", "stole", "trashed-odd-cost", "successful-run-this-turn"}
    | {"fully-broken", "rezzed-this-turn", "ai-installed", "hq>grip", "corp-cr>runner-cr"}
    | {"passed-rezzed", "broke-in-run"}
)
"""Conditions without a comparison; the others compare a number or name a server."""

EVENTS = {
    "run": "starts a run on one of the servers named",
    "run-begin": "when the run begins (1.2)",
    "rez": "when the card is rezzed",
    "rez-in-run": "when the card is rezzed during a run on its server",
    "encounter": "when the Runner encounters the ice (3.1)",
    "end": "when an encounter with the ice is over, however it came",
    "sub-broken": "for each subroutine of the ice that was broken",
    "printed-broken": "for each subroutine printed on the ice that was broken",
    "used": "at the end of an encounter in which the card broke a subroutine",
    "full-break": "when the card alone has broken every subroutine of a piece of ice",
    "pass": "when the Runner passes the ice (4.1)",
    "passed-used": "when a piece has been passed that the card broke a subroutine of",
    "all-passed": "when the Runner has passed all ice of the server, or there is none (4.1)",
    "approach-server": "when the Runner approaches the server (4.5)",
    "success": "when the run is successful (5.1)",
    "instead": "in place of the breach of a successful run (5.2)",
    "breach": "when the attacked server is breached (5.2)",
    "access": "when the card, or for a Runner card any card, is accessed",
    "steal-cost": "an additional cost to steal the agenda",
    "steal": "when the agenda is stolen",
    "agenda-stolen": "when any agenda is stolen",
    "trash-accessed": "when the Runner trashes a card while accessing it",
    "tagged": "when the Runner takes a tag",
    "run-end": "when the run ends (6.1)",
    "expose": "when the card is exposed; nobody does that in a run",
}

BROKEN = ("sub-broken", "printed-broken")
"""Events that come for each subroutine, or each printed one, that was broken."""

SERVERS = frozenset({"hq", "rd", "archives", "remote", "central", "any"})
QUALIFIERS = SERVERS | {
    "installed",
    "!installed",
    "rezzed",
    "!success",
    "!archives",
    "reveal",
    "accessed",
    "together",
    "persistent",
    "first",
    "first-two",
    "barrier",
    "code gate",
    "sentry",
    "innermost",
    "1/turn",
    "success",
}
STATICS = {
    "str": "strength of the card itself",
    "advanceable": "can be advanced; no meaning inside a run",
    "x apart": "what its subroutines count is said by an ability of its own",
    "trash-when-empty": "trashed once its last hosted credit is taken",
    "hosted-on-ice": "installed on a piece of ice",
    "exact": "its interface abilities work at the strength of the ice only",
    "no-ai": "cards of the subtype AI break none of its subroutines",
    "str-floor": "its strength cannot be lowered",
    "break-limit": "printed subroutines of it that can be broken at the most",
    "lose-sub": "printed subroutines fewer",
    "str roll": "strength of a die that is rolled when the run begins",
    "prevent": "damage prevented, the first points of the turn",
    "ice-here str": "strength of the ice of its server, while it is rezzed in the root",
    "ice str": "strength of all ice that is met",
    "host str": "strength of the ice or the icebreaker that hosts it",
    "other-ice str": "strength of the other ice of the server that it is hosted at",
    "guest str": "strength of the icebreaker hosted on it",
    "breakers str": "strength of every installed icebreaker",
    "mu": "memory units more",
    "hosted-on-breaker": "installed on an icebreaker",
    "host boosts last": "boosts of the icebreaker that hosts it last for the run",
    "lent boosts -1c": "boosts that cards on it give it cost a credit less",
    "hosts-program": "a program may lie on it",
    "guest abilities": "it has the paid abilities of icebreakers on it, which are no AIs",
    "host abilities": "what hosts it has its paid abilities",
    "power by copies": "power counters stated on it are copies of it that it hosts face up",
    "host blank": "the ice that hosts it has its printed subroutines and nothing else",
    "host kinds": "the ice that hosts it is barrier, code gate and sentry",
    "ice-here adv": "advancement counters that its server's ice has beside those that lie there",
    "centrals only": "it breaks ice of central servers only",
    "only outermost": "it breaks the outermost ice of a server only",
    "only innermost": "it breaks the innermost ice of a server only",
    "only ice hosting trojan": "it breaks ice that hosts a trojan only",
    "one ice per run": "it breaks subroutines of one piece of ice in a run",
    "no-success": "while rezzed in the root, runs on its server are not declared successful",
    "no-steal": "while rezzed in the root, agendas of its server cannot be stolen",
    "trash-cost": "while rezzed in the root, trashing cards of that root costs more",
    "points": "worth so many points more to the Runner",
    "must-trash": "trashed when accessed while installed, if the credits are there",
    "action phase": "rezzed in the Corp's own turn only",
    "win": "points that win the game",
    "steal-limit": "agendas that can be stolen in a turn",
    "access-cost": "credits that each access in a remote root costs",
    "trace-credits": "credits of the Corp for traces of the run",
    "no-rez": "the Corp cannot rez ice during the run",
    "double-rez": "each piece of ice costs twice as much to rez during the run",
}
COUNTED_OFF: dict[str, Callable[[int], int]] = {
    "power-one": lambda power: min(power, 1),
    "power-two": lambda power: min(power, 2),
    "power-three": lambda power: min(power, 3),
    "power-pairs": lambda power: power // 2,
}
"""Registers that are a part of the power counters on a card."""
STATICS_WRITTEN = {
    "str": "str +N",
    "lose-sub": "lose-sub N",
    "break-limit": "break-limit N printed",
    "prevent": "prevent N net,core",
    "ice-here str": "root: ice-here str +N",
    "ice str": "ice str +N",
    "host str": "host str +N",
    "other-ice str": "other-ice str +N",
    "guest str": "guest str +N",
    "breakers str": "breakers str +N",
    "mu": "mu +N",
    "ice-here adv": "root: ice-here adv +N",
    "no-success": "root: no-success",
    "no-steal": "root[persistent]: no-steal",
    "trash-cost": "root: trash-cost +N",
    "points": "points +N",
    "win": "win N",
    "steal-limit": "steal-limit N",
    "access-cost": "access-cost N",
    "trace-credits": "trace-credits N",
}
"""How those standing properties read that are more than one word."""

OF_AGENDAS = frozenset({"steal", "steal-cost", "agenda-stolen", "no-steal"})
"""Events and standing properties that are nothing without an agenda."""
DAMAGE = ("net", "meat", "core")
"""The kinds of damage, in the order of the kernel's numbers for them."""
LASTING = frozenset({"ice-str", "lock", "break-tax", "use-tax", "gain-etr"})
"""Effects on pieces of ice that are still to be met."""
HIGHEST_FACE = 6
"""Of a die."""
PRICES = {
    "pay": "credits",
    "click": "clicks",
    "tag": "tags",
    "net": "net",
    "vc": "virus",
    "pc": "power",
    "trash": "trash",
    "rfg": "rfg",
    "hq": "hq",
    "corp-discard": "hq",
    "grip": "grip",
    "core": "core",
    "adv": "adv",
    **{f"own-{kind}": f"own-{kind}" for kind in ("prog", "hw", "res", "any")},
}
ICE_TYPES = frozenset(
    {"barrier", "code gate", "sentry", "trap", "ap", "bioroid", "destroyer", "tracer", "observer"}
    | {"advertisement", "ambush", "deep net", "deflector", "expendable", "grail", "harmonic"}
    | {"illicit", "liability", "morph", "mythic", "next", "psi"}
)
"""Subtypes printed on modern ice; a card of one's own may have others."""
ICE_TYPES_1996 = frozenset(
    {"black ice", "bloodhound", "brainwipe", "deckrash", "firestarter", "flatline", "hellbolt"}
    | {"hellhound", "killer", "knockout", "pit bull", "random", "sleepy", "stun", "sword"}
    | {"watchdog", "zombie"}
)
"""Subtypes printed on ice of 1996 alone."""


def hint(word: str, known: Iterable[str]) -> str:
    """``; did you mean 'net'?`` or the whole list of what there is."""
    names = list(known)
    near = difflib.get_close_matches(word, names, 1, 0.7)
    return f"; did you mean {near[0]!r}?" if near else f"; there are {', '.join(sorted(names))}"
