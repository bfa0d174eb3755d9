"""The records the kernel reads and writes, and the numbers of the micro-ops.

`BOARD` is the scenario: one record with tables of fixed room, of which only what is
used is ever touched. `ICE`: one row per piece as it can stand in a place; `CARD`: per
Corp title that can be accessed; `RIG`: per reachable state of the rig. `RUN` is the
game being played, one record per thread. Rows are unsigned where they are never -1:
numba then leaves out counting from the end. Numbers are credits, cards, counters,
clicks; a program is the index of its first micro-op, 0 for none.
"""

from __future__ import annotations

from enum import IntEnum, unique

import numpy as np

from simcore.kernel.jit import int64

MAX_ICE = 16
MAX_ROOT = 16
MAX_TITLES = 64
"""Titles an unknown piece of one server may be; also titles told apart in a grip."""
MAX_POOL = 256
MAX_SUBS = 32
MAX_GRIP = 100
MAX_PURSES = 32
MAX_FIXED = 256
MAX_BATCH = MAX_ROOT + MAX_FIXED + MAX_ICE + MAX_POOL
MAX_BASE_LINKS = 16
MAX_ICE_ROWS = 256
MAX_CARD_ROWS = 512
MAX_RIGS = 4096
MAX_CODE = 8192
MAX_WAYS = 1 << 20
MAX_LOG = 512
TRASH_CLASSES = 5
MAX_TRASH = TRASH_CLASSES + 7
"""Program, hardware, resource, any, AI program; then single slots that trash themselves."""
MOST_APPROACHES = 200
"""Pieces faced in one run: a game that goes back more often is given up."""
MAX_CHANGES = 24
"""Changes of the climate told apart."""
MAX_TRASH_PURSES = 6
"""Cards with credits for trash costs; a game holds eight bits of what each has paid."""
MAX_PREVENTING = 8
"""Cards that prevent damage; a game holds eight bits of what each has prevented."""
CODE_COLUMNS = 6
MAX_CHANCES = 1024
"""Chance events in one stage of a run, where they are enumerated."""


@unique
class Op(IntEnum):
    """Micro-ops. A row is (op, a, b, c, d, skip); rows run on, `skip` jumps ahead."""

    END = 0
    ETR = 1
    DAMAGE = 2  # a points of kind b (0 net, 1 meat, 2 core); c: a price, not to be prevented
    TAG = 3  # a
    RUNNER_CREDITS = 4  # a (negative: lost) + b for each access of the run
    CORP_CREDITS = 5  # a (negative: lost; the Runner gains b for each, or pays one if b < 0)
    LOSE_CLICKS = 6  # a
    TRASH_RIG = 7  # a cards of class b; c: one, to the grip
    TRACE = 8  # base a; skip when it fails
    PSI = 9  # skip when the bids are equal
    UNLESS = 10  # skip to the penalty unless a (always pay) or damage b > grip; c: it ends the run
    OFFER = 11  # a credits, b clicks, grip of at least c, rig cards d: paid, then skip
    JUMP = 12
    IF = 13  # subject a, comparison b, value c; skip when false
    CORP_MAY = 14  # a credits, b cards of HQ: paid (c of them from the attacked server); else skip
    NO_STEAL = 15
    DRAW = 16  # a cards to the grip
    HQ_CARDS = 17  # a cards to HQ; the attacked server loses b of each
    REZ_ICE = 18
    ONCE = 19  # flag a; skip when it was used
    IF_INSTALLED = 20  # rig slot a; skip when it has left
    ACCESS_MORE = 21  # a additional accesses in this breach
    BYPASS = 22
    ROLL = 23  # a die shows a … b; else skip
    ENDING = 24  # the subroutine ends the run once it has resolved whole
    TURN = 25  # change a of the climate
    SET = 26  # what a (`Rest`) of this run goes by changes by b
    NET_NEXT = 27  # a points of net damage once the next encounter is over, if it is not broken
    LEAVE_ICE = 28  # this piece of ice is trashed (a: turns face down)
    COUNTERS = 30  # a power counters on this piece of ice
    SPEND = 31  # a power counters of this piece; skip when they are not there
    ADVANCE = 32  # a counter on the first piece that can be advanced
    MEASURE = 33  # the next op is for b + c times subject a (column d as there), not for its own a
    GO_BACK = 29  # over a rezzed pieces + b for each point of the last roll; a < 0: outermost


CHANGE_MET, CHANGE_OVER = (int64(change) for change in range(2))
"""The first changes of every climate: an encounter begins, an encounter is over."""


UNBREACHED = -1
"""The most accesses of a run that does not come to a breach."""


@unique
class Rest(IntEnum):
    """What `Op.SET` changes for the rest of the run."""

    HELD = 0  # no jacking out
    HELD_UNTIL_MET = 1  # none until the next encounter is over
    LEAVE_COST = 2
    TOLL = 3
    MOST_ACCESSES = 4  # UNBREACHED: there is no breach
    PASS_TRASHES = 5
    TRACE_BITS = 6  # of this encounter
    TOP_GONE = 7
    SPARED = 8  # the agenda being accessed: 1 is not stolen, 2 goes to the Corp
    TAGS_GONE = 9
    SCORE = 10  # the accessed card is worth so many points to the Runner
    PENDING = 11  # what waits for success, four bits each
    OTHERS_BARRED = 12  # all but the card of the root at hand are not accessed
    SELF_BARRED = 13
    GRIP_GONE = 14  # cards of it, none told from others
    SELF_GONE = 15  # the card of the root at hand has left
    ROOT_GONE = 16  # … the card of the root so far down the list (the Runner's doing: and 64)


@unique
class Subject(IntEnum):
    """What `Op.IF` looks at."""

    TAGS = 0
    STOLEN = 1
    ODD = 2
    RUNNER_CREDITS = 3
    CORP_CREDITS = 4
    GRIP = 5
    TRASHABLE = 6  # 1 if a rig card of the class in column d is installed
    SUCCESS = 7
    ENDING = 8
    FULLY_BROKEN = 9
    ENCOUNTERS = 10  # earlier ones of the run
    BYPASSED = 11
    TURNED = 12  # the ice at hand was rezzed in this run
    REZZED = 13  # 1 if the piece at the place in column d is rezzed
    CLICKS = 14
    ALL_TRASHABLE = 15  # rig cards of the class in column d that are installed
    HQ = 16  # cards there
    COUNTERS = 17  # power counters on the ice at hand
    HQ_OVER_GRIP = 18
    CORP_OVER_RUNNER = 19  # credits
    PENDING = 20  # how often what has the number in column d waits for success
    AT_ROOT = 21  # the card accessed last lies or lay in the root
    AT_REZZED = 22  # … rezzed
    INNERMOST = 23  # 1 if the piece being met, or asked about, is the last one
    TAKES_COUNTERS = 24  # 1 if some card of the server can be advanced
    BROKE = 25  # 1 if a subroutine was broken in this run
    TRACE = 26  # the strength of the last trace
    MOST_ACCESSES = 27  # of the run; UNBREACHED: there is no breach
    ACCESSES = 28


@unique
class Comparison(IntEnum):
    """How `Op.IF` compares."""

    AT_LEAST = 0
    AT_MOST = 1
    EQUAL = 2
    DIFFERENT = 3


ICE_POOL, ROOT_POOL, CENTRAL_POOL = (int64(pool) for pool in range(3))
"""Flat pools that cards are drawn from without replacement."""

AT_BEGIN, AT_REZ, AT_APPROACH, AT_SUCCESS, AT_END, AT_LATE, AT_TRASH, AT_PASSED = (
    int64(phase) for phase in range(8)
)
"""Phases in which root cards act: 1.2, 4.3, 4.5, 5.1, the end of the run; abilities that are
kept for 4.3; when the Runner trashes a card, has passed all ice."""

STANDS_NO_SUCCESS, STANDS_NO_STEAL, STANDS_TRASH, STANDS_TRASH_ASSETS = (
    int64(kind) for kind in range(4)
)
"""Standing properties of cards of the root, in `CARD.stands`."""
OWN_CARDS = 16
"""In prices of rig cards: the class plus so much for each card."""
CENTRE = MAX_ROOT
"""The bit of RUN.barred for cards that do not lie in the root."""
BEHIND_ICE = MAX_ICE
"""The bit of RUN.arrived for the first card of the root."""

ICE_FIRST, ROOT_FIRST = int64(1), int64(2)
"""Whether root cards rezzed while ice is approached come after the Corp's decision about it."""

CHECKPOINT_FIELDS = (
    "kind index runner_credits purses corp_credits grip tags clicks rig cause".split()
)
"""Columns of the checkpoint array; `kind` 0 ice, 1 access; `rig` is the RIG row."""

_place = ("i8", (MAX_ICE,))
_root = ("i8", (MAX_ROOT,))

ICE = np.dtype(
    [
        ("rez_cost", "i8"),
        ("unique", "i8"),  # as in CARD
        ("forfeits", "i8"),
        ("subs", "i8"),
        ("rezzed", "i8"),  # at the start
        ("advanceable", "i8"),
        ("advanced", "i8"),  # the row of this piece with one more counter, or -1
        ("on_rez", "i8"),
        ("on_encounter", "i8"),
        ("on_end", "i8"),  # the end of an encounter
        ("on_pass", "i8"),
        ("late", "i8"),  # the Corp's ability in the last window
        ("trashed", "u4"),  # the CARD row of this piece in Archives
        ("on_broken", "i8"),  # for each subroutine that was broken, if printed
        ("on_given", "i8"),  # the same, if this run has given it to the piece
        ("ability", "i8"),  # the Corp's, for counters, used as often as they last
        ("tax", "i8"),  # the payments of the encounter alone: UNLESS, OFFER, IF, JUMP
        # rows of `ways` in the first state of the rig; the must set as bits
        ("way_all", "u4"),
        ("way_must", "u4"),
        ("way_past", "u4"),  # bypassing it for a price as it is met; 0: nobody does
        ("way_late", "u4"),  # … once its effects are over
        ("must", "i8"),
        ("counted", "i8"),  # one more than the subject it has rows by; 0: none
        ("counted_first", "i8"),  # the row for a count of 1
        ("counted_most", "i8"),
        ("safe_grip", "i8"),  # with fewer cards in the grip the must set is in `must_below`
        ("sub", "i8", (MAX_SUBS,)),
    ],
    align=True,
)

CARD = np.dtype(
    [
        ("points", "i8"),
        ("agenda", "i8"),
        ("trash", "i8"),  # -1: cannot be trashed for a cost, or the plan spares it
        ("rez_cost", "i8"),  # at the last window; -1: no need to rez
        ("rez_bare", "i8"),  # … where no agenda can be accessed
        ("unique", "i8"),  # the number of a title of which one copy is active at most; 0: none
        ("rez_early", "i8"),  # while the last piece of ice is approached; -1: not then
        ("rez_for_ice", "i8"),  # while ice that is going to be met is approached; -1: not then
        ("steal_credits", "i8"),
        ("steal_clicks", "i8"),
        ("root_steal_credits", "i8"),
        ("root_steal_clicks", "i8"),
        ("persistent", "i8"),
        ("access", "i8", (3,)),  # in the root, in a central server, in Archives
        ("on_steal", "i8"),
        ("acts", "i8", (8,)),  # its program in each phase when it lies in the root
        ("stands", "i8", (4,)),  # numbers of its standing properties there
        ("must_trash", "i8"),  # one more than its trash cost, if it has to be trashed there
        ("asset", "i8"),
        ("advanceable", "i8"),
        ("on_trash", "i8"),
        ("trashed", "u4"),  # the CARD row of this card of the root in Archives
        ("pool_start", "i8"),
        ("pool_copies", "i8"),
        ("steal_net", "i8"),
        ("steal_rig", "i8"),  # rig cards to steal it: their class, and OWN_CARDS times how many
        ("root_steal_net", "i8"),
    ],
    align=True,
)

RIG = np.dtype(
    [
        ("mask", "i8"),  # installed slots
        ("link", "i8"),
        ("doomed", "i8"),  # programs that go when the run ends
        ("after", "i8", (MAX_TRASH,)),  # state once a card of the class is trashed; -1: none
        ("slot", "i8", (MAX_TRASH,)),
        ("program", "i8", (MAX_TRASH,)),
        # the end of an encounter, and passing, for the cards that broke something in it
        ("settled", "u4"),  # the state then, and the programs trashed
        ("settled_programs", "i4"),
        ("settled_corp", "i4"),  # … and what the Corp gains
        ("rolls", "i4"),  # whether a die is rolled once the piece is passed …
        ("roll_low", "i4"),  # … for the first of those cards, its faces,
        ("roll_high", "i4"),
        ("roll_programs", "i4"),
        ("roll_hit", "u4"),  # and the states that follow
        ("roll_miss", "u4"),
    ],
    align=True,
)

CLIMATE = np.dtype(
    [
        ("etrs", "u4"),  # subroutines behind the printed ones of the piece being met
        ("after", "u4", (MAX_CHANGES,)),  # state once a change has come, or MAX_RIGS: not explored
    ],
    align=True,
)
"""Beside RIG, one per state; empty when the scenario has no change."""

WAY = np.dtype(
    [
        ("credits", "i4"),
        ("clicks", "i2"),
        ("programs", "i2"),  # trashed by it
        ("after", "u4"),  # the next state of the rig
        ("more", "u4"),  # row of the way that is preferred next; 0: none
    ],
    align=True,
)
"""A way to break; the preferred ways for (state, ICE row, set asked for) stand at
``state * row_length + way_all`` or ``way_must`` of the ICE row. With a die in the rig
``way_all`` stands for no subroutine; n of them, k closed to the die, are n(n+1)/2 + k on."""

TERMS = np.dtype(
    [
        ("forgone", "i2"),  # actions given up beside `clicks`: they cost what clicks are left
        ("ends", "i2"),  # it ends the run
        ("loud", "i2"),  # credits that stealth credits cannot pay
        ("stealth", "i2"),  # credits that only they pay
        ("noise", "i2"),  # stealth credits driven off
        ("dice", "i2"),  # attempts that a die decides
        ("grip", "i2"),  # cards of the grip
        ("blinds", "i2"),  # from then on nothing is accessed in this run
        ("wide", "i2"),  # it breaks all subroutines but so many; 0: those asked for
        ("gain", "i2"),  # credits that the Runner gains by it
        ("drain", "i2"),  # credits that the Corp loses by it
    ],
    align=True,
)
"""Beside WAY, one per way; empty when no way has more to it than credits and clicks."""

BASE_LINK = np.dtype(
    [
        ("slot", "i8"),
        ("cost", "i8"),
        ("value", "i8"),
        ("step_cost", "i8"),  # -1: no steps
        ("step", "i8"),
    ],
    align=True,
)
"""A rig card that gives a base link, and what more of it costs."""

BOARD = np.dtype(
    [
        ("ice_count", "i8"),
        ("root_count", "i8"),
        ("row_length", "u4"),  # rows of `ways` from one state of the rig to the next
        ("ice_row", *_place),  # -1: unknown
        ("root_row", *_root),  # -1: unknown
        ("root_rezzed", "i8"),  # bits
        ("ice_rezzed", "i8"),  # bits: when the run begins
        ("corp_rezzes", "i8"),
        ("rez_tax", "i8"),
        ("unique_ice", "i8"),  # some title that is unique may stand there as ice twice
        ("unique_roots", "i8"),  # … or lie in the root twice
        ("may_be_bare", "i8"),  # whether an agenda lies there is drawn, and some card goes by it
        ("corp_span", "i8"),
        ("trace_low", "i8"),
        ("trace_high", "i8"),
        ("cap", "i8"),
        ("minimum_grip", "i8"),  # -1: never jacks out
        ("trace_payment", "i8"),
        ("trace_by_limit", "i8"),
        ("base_links", "i8"),
        ("base_link", BASE_LINK, (MAX_BASE_LINKS,)),
        ("link", "i8"),
        ("trashes", "i8"),
        ("reserve", "i8"),
        ("purse_count", "i8"),
        ("purse", "i8", (MAX_PURSES,)),
        ("purse_kind", "i8", (MAX_PURSES,)),  # 0 bad publicity, 1 recurring, 2 hosted
        ("purse_breakers", "i8", (MAX_PURSES,)),  # only for ways to break
        ("purse_slot", "i8", (MAX_PURSES,)),  # rig slot, or -1
        ("purse_stealth", "i8", (MAX_PURSES,)),  # never for noisy breakers
        ("trash_purses", "i8"),  # cards with credits for trash costs alone
        ("trash_slot", "i8", (MAX_TRASH_PURSES,)),
        ("trash_credits", "i8", (MAX_TRASH_PURSES,)),
        ("trash_assets", "i8", (MAX_TRASH_PURSES,)),  # only those of assets
        ("grip_titles", "i8"),
        ("grip_odd", "i8", (MAX_TITLES,)),
        ("stack_count", "i8"),
        ("stack_copies", "i8", (MAX_TITLES,)),  # by grip title
        ("grip_copies", "i8", (MAX_TITLES,)),
        ("blank_title", "i8"),
        ("begin", "i8"),
        ("success", "i8"),
        ("instead", "i8"),  # what comes in place of the breach
        ("breach", "i8"),
        ("stolen", "i8"),
        ("trashed", "i8"),
        ("end", "i8"),
        ("tagged", "i8"),
        ("counters", "i8"),  # power counters on ice at the start, three bits by place
        ("ice_abilities", "i8"),  # some piece has one
        ("advances", "i8"),  # some effect advances ice
        ("counting", "i8"),  # some piece has rows by what it counts
        ("root_stands", "i8"),  # some card of the root has a standing property
        ("watches", "i8"),  # some Corp card waits for trashing
        ("late", "i8"),  # some card has an ability for the last window
        ("answers", "i8"),  # some piece does something for subroutines that were broken
        ("steal_limit", "i8"),  # agendas stolen in a run, one more; 0: no limit
        ("access_cost", "i8"),
        ("trace_purse", "i8"),
        ("moves", "i8"),  # some effect sends the Runner back
        ("changes", "i8"),  # what one piece of ice leaves behind concerns others
        ("deals_lists", "i8"),  # some list of RUN has to be set for each game
        ("deals_ice", "i8"),  # all ice is drawn at once: some effect rezzes pieces ahead
        ("passes", "i8"),  # some card of the rig bypasses ice for a price
        ("special_ways", "i8"),  # some way has more to it than credits and clicks
        ("die", "i8"),  # the roll that breaks; 0: no card of the rig throws one
        ("die_price", "i8"),
        ("die_once", "i8"),  # at most one attempt at each subroutine in an encounter
        ("rolled", "i8"),  # cards whose strength is rolled when the run begins
        ("prevent_count", "i8"),  # cards that prevent damage: rig slot, points, kinds as bits
        ("prevent_slot", "i8", (MAX_PREVENTING,)),
        ("prevent_points", "i8", (MAX_PREVENTING,)),
        ("prevent_kinds", "i8", (MAX_PREVENTING,)),
        ("met", "i8"),  # what cards of both sides do at an encounter
        ("bypasses", "i8"),  # the guards of those that bypass the ice, behind one another
        ("eventful", "i8"),  # there is more to an encounter than the piece itself
        ("aftermath", "i8"),  # something waits for the end of an encounter
        ("root_acts", "i8"),  # some root card has a program of its own
        ("forfeits", "i8"),  # some ice costs agendas
        ("sets", "i8"),  # some effect changes what the rest of the run goes by
        ("early_roots", "i8"),  # root cards are rezzed at ice: ICE_FIRST, ROOT_FIRST; 0: none
        ("all_passed", "i8"),  # some card of the root acts when all ice has been passed
        ("approach_first", "i8"),  # the server is approached before the last rez window
        ("at_once", "i8"),  # all accesses come before anything is scored or trashed
        ("steal_costs", "i8"),  # some title has one
        ("steals_hurt", "i8"),  # some title has one of net damage or rig cards
        ("central", "i8"),  # 0 none, 1 HQ or R&D, 2 Archives
        ("fills_archives", "i8"),  # some card may go to Archives before they are breached
        ("base_accesses", "i8"),
        ("central_count", "i8"),
        ("fixed_count", "i8"),
        ("fixed", "u4", (MAX_FIXED,)),  # CARD rows: top of R&D, or Archives in order
        ("pool_count", "i8"),
        ("pool", "u4", (MAX_POOL,)),  # CARD row of each copy
        ("pool_steal_cost", "i8"),
        ("ices", ICE, (MAX_ICE_ROWS,)),
        ("cards", CARD, (MAX_CARD_ROWS,)),
        ("rigs", RIG, (MAX_RIGS,)),
        ("climates", CLIMATE, (MAX_RIGS,)),
        ("code", "i8", (MAX_CODE, CODE_COLUMNS)),
        ("ways", WAY, (MAX_WAYS,)),
        ("terms", TERMS, (MAX_WAYS,)),
        # must set, and the row of its ways, by ICE row and few cards in the grip
        ("must_below", "i8", (MAX_ICE_ROWS, MAX_GRIP)),
        ("way_must_below", "u4", (MAX_ICE_ROWS, MAX_GRIP)),
        # unknown pieces, zone 0 ice and 1 root, drawn without replacement
        ("unknown_shared", "i8", (2,)),  # every list of the zone is alike: one flat pool
        ("flat_count", "i8", (2,)),
        ("flat_title", "u4", (2, MAX_POOL)),  # title of each copy
        ("titles", "i8", (2,)),
        ("copies", "i8", (2, MAX_TITLES)),
        ("listed_count", "i8", (2, MAX_ICE)),  # entries of a place's list
        ("listed", "i8", (2, MAX_ICE, MAX_TITLES)),  # the title of each entry
        ("weight", "i8", (2, MAX_ICE, MAX_TITLES)),  # the copies that each entry names
        ("title_row", "u4", (2, MAX_ICE, MAX_TITLES)),  # ICE or CARD row of a title at a place
        ("title_pool", "i8", (2, MAX_TITLES)),  # CARD row that leaves the pool, or -1
    ],
    align=True,
)

RUN = np.dtype(
    [
        ("key", "u8"),
        # the figures, in the order of record.FIGURES
        ("cause", "i8"),
        ("success", "i8"),
        ("accesses", "i8"),
        ("points", "i8"),
        ("agendas_stolen", "i8"),
        ("credits_moved", "i8"),
        ("credits_spent", "i8"),
        ("credits_lost", "i8"),
        ("bad_publicity_spent", "i8"),
        ("recurring_spent", "i8"),
        ("hosted_spent", "i8"),
        ("corp_credits_spent", "i8"),
        ("net_damage", "i8"),
        ("meat_damage", "i8"),
        ("core_damage", "i8"),
        ("tags_taken", "i8"),
        ("corp_cards_trashed", "i8"),
        ("programs_lost", "i8"),
        ("clicks_lost", "i8"),
        ("clicks_spent", "i8"),
        ("grip", "i8"),
        # the state
        ("credits", "i8"),
        ("purses_any", "i8"),  # in purses that pay for anything
        ("purses_break", "i8"),  # in all purses
        ("corp", "i8"),
        ("tags", "i8"),
        ("clicks", "i8"),
        ("score", "i8"),
        ("rig", "u8"),  # row of `rigs`
        ("hq", "i8"),
        ("place", "i8"),
        ("source", "i8"),  # cause of an end of the run now
        ("bypassed", "i8"),
        ("no_steal", "i8"),
        ("odd", "i8"),
        ("used", "i8"),  # once-per-turn flags
        ("more", "i8"),  # additional accesses
        ("paid_away", "i8"),  # cards that the attacked server has lost; of Archives: got from HQ
        ("damage_points", "i8"),
        ("traces", "i8"),
        ("psis", "i8"),
        ("draws", "i8"),
        ("rezzed", "i8"),  # bits by place
        ("root_known", "i8"),  # bits: unknown ones that have been drawn
        ("root_rezzed", "i8"),
        ("root_gone", "i8"),
        ("root_lasting", "i8"),  # trashed while accessed, persistent
        ("checkpoints", "i8"),
        ("stack_total", "i8"),
        ("log_room", "i8"),  # checkpoints wanted
        ("taken_count", "i8", (3,)),  # of each flat pool
        ("padding", "i8", (10,)),  # the scalars fill whole vectors: copied in a few steps
        # what only `simcore.full_kernel` looks at
        ("held", "i8"),  # bits: no jacking out at all, none until the next encounter is over
        ("leave_cost", "i8"),
        ("toll", "i8"),
        ("most", "i8"),  # accesses
        ("pass_trashes", "i8"),  # programs trashed behind each rezzed piece
        ("trace_bits", "i8"),
        ("top_gone", "i8"),  # cards moved from the top of R&D to its bottom
        ("agendas", "i8"),
        ("ending", "i8"),  # a subroutine ends the run once it has resolved
        ("rolls", "i8"),
        ("prevented", "i8"),
        ("trash_paid", "i8"),  # with credits for trash costs, eight bits for each card
        ("encounters", "i8"),  # counted where some card waits for them
        ("broke", "i8"),  # a subroutine was broken in this run
        ("trace_strength", "i8"),  # of the last one
        ("fully_broken", "i8"),  # the piece being met, where something waits for the end
        ("net_next", "i8"),  # damage at the end of the next encounter …
        ("net_due", "i8"),  # and of this one
        ("unexplored", "i8"),  # the game came to a state that no table holds
        ("counters", "i8"),  # power counters on ice, three bits by place
        ("ice_gone", "i8"),  # bits by place
        ("over", "i8"),  # this piece has left, is face down or lies behind: nothing more of it
        ("goes", "i8"),  # one more than the place the Runner goes to; 0: onward
        ("face", "i8"),  # the die rolled last
        ("approaches", "i8"),  # pieces faced, where the Runner may go back
        ("measured", "i8"),  # the next op has its number in …
        ("amount", "i8"),
        ("barred", "i8"),  # bits by place in the root, and CENTRE: not accessed in this run
        ("spared", "i8"),  # 1: the accessed card is not stolen; 2: it is in a score area
        ("pending", "i8"),
        ("here", "i8"),  # the place of the root card that acts
        ("at", "i8"),  # the place in the root of the card accessed last; -1: not there
        ("trace_purse", "i8"),
        ("innermost", "i8"),  # whether the piece met, or looked at from afar, is the last one
        ("arrived", "i8"),  # bits by place: ice, then root cards that lie in Archives now
        ("hand", "i8"),  # cards of an HQ that the Corp has looked at, not accessed yet …
        ("hand_agendas", "i8"),  # and the agendas among them
        ("full_padding", "i8", (3,)),
        # the lists of a game; a game starts as a copy of the words before them
        ("ice_row", "u4", (MAX_ICE,)),
        ("root_row", *_root),  # of unknown cards, once known
        ("taken", "i8", (3, MAX_POOL)),  # positions taken from each flat pool, ascending
        ("drawn_taken", "i8", (2, MAX_TITLES)),
        ("purse", "i8", (MAX_PURSES,)),
        ("grip_copies", "i8", (MAX_TITLES,)),
        ("stack_left", "i8", (MAX_TITLES,)),
        ("batch_row", "u4", (MAX_BATCH,)),  # CARD rows accessed at once
        ("batch_number", "i8", (MAX_BATCH,)),  # place in the root, or beyond it
        ("batch_left", "i8", (MAX_BATCH,)),  # it has left its server
        ("log", "i8", (MAX_LOG, len(CHECKPOINT_FIELDS))),
        # where chance is enumerated: what comes next, and the odometer
        ("next", "i8"),  # the place of the next piece, or the number of the next access
        ("due", "i8"),  # accesses in a central server
        ("depth", "i8"),  # chance events of this path so far
        ("known", "i8"),  # those whose branch is given
        ("too_deep", "i8"),
        ("site", "u8", (MAX_CHANCES,)),
        ("branch", "i8", (MAX_CHANCES,)),
        ("span", "i8", (MAX_CHANCES,)),  # numbers alike from `branch` on
        ("width", "i8", (MAX_CHANCES,)),
    ],
    align=True,
)
SCALARS = RUN.fields["ice_row"][1] // 8  # type: ignore[index]
"""Leading 8-byte words of RUN that a template sets for every game."""

PLAIN_SCALARS = RUN.fields["held"][1] // 8  # type: ignore[index]
"""Those of them that concern a scenario without the rarer features."""

ROW_PADDING = 8
"""Words at the end of a histogram: keeps its neighbours out of one cache set."""

FIRST_FIGURE = 1
"""Index of the first figure among RUN's fields."""

LOG_ROOM = RUN.fields["log_room"][1] // 8  # type: ignore[index]
"""The word of RUN that says how many checkpoints to keep."""
