"""The attacked server: ice, root, unknown pieces, and the cards of HQ, R&D or Archives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from simcore.cards.card import Card
from simcore.cards.departing import may_take_from_hand, may_trash_itself
from simcore.encode.clauses import STAY
from simcore.encode.draft import Draft
from simcore.encode.versions import Version, can_be_advanced, counted_by
from simcore.errors import CapacityError
from simcore.kernel import layout
from simcore.kernel.layout import MAX_POOL, MAX_TITLES
from simcore.scenario import Placed, titles_of

_ROOT_EVENTS = (
    *(
        "run-begin",
        "all-passed",
        "approach-server",
        "success",
        "run-end",
        "steal-cost",
        "rez",
        "rez-in-run",
    ),
    "trash-accessed",
)
MOST_COUNTERS = 7
"""Power counters that a game keeps for one piece of ice."""
STANDING = frozenset({"no-success", "no-steal", "trash-cost"})


class ServerPart(Draft):
    """Writes what stands where."""

    def place_ice(self) -> None:
        scenario, board = self.scenario, self.board
        board.ice_count = len(scenario.ice)
        rezzed = 0
        for place, piece in enumerate(scenario.ice):
            board.ice_row[place] = -1
            if piece.card is not None:
                if piece.power > MOST_COUNTERS and counted_by(piece.card) == "power":
                    raise CapacityError(f"{piece.card.title}: goes by so many counters, and more")
                board.ice_row[place] = self.ice.row(self.version(piece, piece.card, place))
                rezzed |= int(piece.rezzed) << place
            for card in titles_of(piece):
                board.unique_ice |= card.id in self.uniques
                self.may_go_to_archives(card)
        self.run["rezzed"] = rezzed
        board.ice_rezzed = rezzed
        counters = [min(piece.power, MOST_COUNTERS) for piece in scenario.ice]
        board.counters = sum(count << 3 * place for place, count in enumerate(counters))
        self.write_drawing(0, scenario.ice)
        for version in tuple(self.ice.versions):
            if can_be_advanced(version.card):
                for more in range(self.most_advanced):
                    advanced = replace(version, advancement=version.advancement + more + 1)
                    self.ice.row(advanced)

        for version in tuple(self.ice.versions):
            if register := counted_by(version.card):
                for count in range(1, self.most_counted(register) + 1):
                    self.ice.row(replace(version, count=count))

    def place_root(self) -> None:
        scenario, board = self.scenario, self.board
        if len(scenario.root) > layout.MAX_ROOT:
            raise CapacityError(f"a root of more than {layout.MAX_ROOT} cards")
        board.root_count = len(scenario.root)
        rezzed = 0
        for index, piece in enumerate(scenario.root):
            board.root_row[index] = -1
            if piece.card is not None:
                version = self.version(piece, piece.card, None)
                board.root_row[index] = self.cards.row(version)
                self.in_root.add(version)
                if piece.rezzed:
                    self.installed.add(version)
                    if piece.card.rules.paid:
                        raise CapacityError(f"{piece.card.title}: paid abilities are not used yet")
                rezzed |= int(piece.rezzed) << index
            for card in titles_of(piece):
                self.check_root_card(card)
                self.may_go_to_archives(card)
                acts = any(clause.while_rezzed for clause in card.rules.on)
                acts |= any(static.kind in STANDING for static in card.rules.statics)
                board.root_acts |= int(acts or bool(card.rules.corp_abilities))
                board.unique_roots |= card.type != "agenda" and card.id in self.uniques
        self.run["root_rezzed"] = rezzed
        if scenario.server == "archives":
            board.fills_archives |= any(map(may_take_from_hand, scenario.runner.cards()))
        self.write_drawing(1, scenario.root)

    def may_go_to_archives(self, card: Card) -> None:
        """Room for a card of the attacked Archives that may come to lie in them in the run."""
        if self.scenario.server == "archives":
            itself = may_trash_itself(card)
            if itself:
                self.cards.row(Version(card))
            self.board.fills_archives |= itself or may_take_from_hand(card)

    def check_root_card(self, card: Card) -> None:
        """What a card does from a root beyond the programs of its row is refused."""
        acting = [clause for clause in card.rules.on if clause.scope == "root"]
        lasting = {"persistent" in clause.qualifiers for clause in acting if clause.event in STAY}
        if len(lasting) > 1:
            raise CapacityError(f"{card.title}: persistent for some of its clauses only")
        for clause in acting:
            known = clause.event in _ROOT_EVENTS and card.type != "agenda"
            if not known and self.does_anything(card, clause):
                raise self.refused(card, clause)

    def write_drawing(self, zone: int, pieces: Sequence[Placed]) -> None:
        """The pool that unknown pieces are drawn from; `zone` 0 ice, 1 root."""
        board = self.board
        unknown = [(index, piece) for index, piece in enumerate(pieces) if piece.card is None]
        titles: dict[str, Card] = {}
        for _, piece in unknown:
            for card, _ in piece.candidates:
                titles.setdefault(card.id, card)
        if len(titles) > MAX_TITLES:
            raise CapacityError(f"more than {MAX_TITLES} titles for unknown cards of a server")
        numbers = {card_id: number for number, card_id in enumerate(titles)}
        board.titles[zone] = len(titles)
        copies = board.copies[zone]
        rows = (self.ice, self.cards)[zone]
        for index, piece in unknown:
            board.listed_count[zone, index] = len(piece.candidates)
            for entry, (card, count) in enumerate(piece.candidates):
                number = numbers[card.id]
                board.listed[zone, index, entry] = number
                board.weight[zone, index, entry] = count
                copies[number] = max(int(copies[number]), count)
                version = self.version(piece, card, None if zone else index)
                board.title_row[zone, index, number] = rows.row(version)
                if zone:
                    self.in_root.add(version)
        central = {card.id: card for card, _ in self.scenario.corp.central}
        for card_id, number in numbers.items():
            board.title_pool[zone, number] = -1
            if card_id in central:
                board.title_pool[zone, number] = self.cards.row(Version(central[card_id]))
        total = int(copies.sum())
        if len({piece.candidates for _, piece in unknown}) == 1 and total <= MAX_POOL:
            board.unknown_shared[zone] = 1
            board.flat_count[zone] = total
            flat = [number for number in numbers.values() for _ in range(copies[number])]
            board.flat_title[zone, :total] = flat

    def place_central(self) -> None:
        scenario, board = self.scenario, self.board
        corp = scenario.corp
        if scenario.server == "archives":
            board.central = 2
            fixed: Sequence[Card] = corp.archives
        elif scenario.server in ("hq", "rd"):
            board.central = 1
            fixed = corp.rd_top if scenario.server == "rd" else ()
        else:
            return
        if len(fixed) > layout.MAX_FIXED:
            raise CapacityError(f"more than {layout.MAX_FIXED} known cards in one server")
        board.base_accesses = 1 + scenario.runner.extra_accesses
        board.central_count = corp.central_count
        board.fixed_count = len(fixed)
        for index, card in enumerate(fixed):
            board.fixed[index] = self.cards.row(Version(card))
        pool = [self.cards.row(Version(card)) for card, n in corp.central for _ in range(n)]
        if len(pool) > MAX_POOL:
            raise CapacityError(f"more than {MAX_POOL} cards in one server")
        board.pool_count = len(pool)
        board.pool[: len(pool)] = pool
