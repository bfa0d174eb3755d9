"""Deck lists in the formats people have."""

from __future__ import annotations

from pathlib import Path

import pytest

from simcore.cards.pool import load_pool
from simcore.errors import ScenarioError
from simcore.reading.decks import DeckList, parse_deck, read_deck

LISTS = Path(__file__).parents[2] / "decks" / "lists"
PREFIX = "bc0f047c-01b1-427f-a439-d451eda"


def deck(text: str) -> DeckList:
    return parse_deck(text, load_pool("nsg"))


def counts(found: DeckList) -> dict[str, int]:
    return {card.title: count for card, count in found.cards}


def problems(text: str) -> dict[str, str]:
    with pytest.raises(ScenarioError) as caught:
        deck(text)
    return {problem.place: problem.message for problem in caught.value.problems}


EXPORT = (
    "my-deck\r\nRené “Loup” Arcemont: Party Animal (System Gateway)\r\n"
    "Warning: Too many copies\r\n\r\n"
    "Event (12)\r\n12x Sure Gamble (System Gateway) \r\n\r\n"
    "Icebreaker (3)\r\n2x Carmen (System Gateway) ••••• •••\r\n"
    "1x Cleaver (System Gateway) ♘ \r\n\r\n"
    "8 influence spent (max 15, available 7)\r\n15 cards (min 45)\r\nCards up to System Gateway\r\n"
)


def test_text_export() -> None:
    found = deck(EXPORT)
    assert found.name == "my-deck"
    assert found.identity is not None and found.identity.title.startswith("René")
    assert counts(found) == {"Sure Gamble": 12, "Carmen": 2, "Cleaver": 1}


def test_on_page_text() -> None:
    found = deck(
        "2012 Palisades\n\nThe Syndicate: Profit over Principle\n\n"
        "Agenda (3)\n3x Offworld Office\n\n"
        "Barrier (2)\n2x Brân 1.0 ●●\n\n5 agenda points (between 20 and 21)\n5 cards (min 30)\n"
    )
    assert found.name == "2012 Palisades" and found.identity is not None
    assert counts(found) == {"Offworld Office": 3, "Brân 1.0": 2}


def test_jinteki_lines_and_metadata() -> None:
    found = deck(
        ';; title: Loud\n;; identity: Rene "Loup" Arcemont: Party Animal\n'
        ";; identity-code: 30001\n;; notes: none\n2 Carmen [id: 30006]\n1x Cleaver\n15 VRcation\n"
    )
    assert found.name == "Loud" and found.identity is not None
    assert found.identity.id == "rene_loup_arcemont_party_animal"
    assert counts(found) == {"Carmen": 2, "Cleaver": 1, "VRcation": 15}


def test_bare_lines_merge_and_numbers_lead_titles() -> None:
    assert counts(deck("2 24/7 News Cycle\n1 24/7 News Cycle\n3 15 Minutes")) == {
        "24/7 News Cycle": 3,
        "15 Minutes": 3,
    }


def test_every_unreadable_line_is_a_problem() -> None:
    found = problems("3 Carmen\nCleaver x3\n\n2 Clever\n0 Unity\n999 Leech\n;; ???\n# note")
    assert set(found) == {"line 2", "line 4", "line 5", "line 6", "line 7", "line 8"}
    assert found["line 4"].endswith('did you mean "Cleaver"?')
    assert "COUNT TITLE" in found["line 2"]


def test_a_wrong_identity_is_a_problem() -> None:
    assert "line 2" in problems("name\nThe Syndikate: Profit ower Principle\n\n3 Ping")
    assert "line 3" in problems("name\nThe Syndicate\nand more\n3 Ping")
    found = problems("1 The Syndicate\n1 NBN: Reality Plus\n3 Ping")
    assert "second identity" in found["line 2"]


def test_one_identity_however_often_it_is_named() -> None:
    line = ";; identity: The Syndicate: Profit over Principle\n"
    found = deck(f"{line}{line}2 Brân 1.0\n")
    assert found.identity is not None and counts(found) == {"Brân 1.0": 2}
    said = problems(f"{line};; identity: Jinteki: Restoring Humanity\n2 Brân 1.0\n")
    assert said["line 2"].startswith("a second identity")


def test_a_card_in_the_first_line_is_no_name() -> None:
    assert problems("2 Sure Gamble\nnobody knows this\n")["line 2"].startswith("cannot read")


def test_sides_do_not_mix_and_decks_end() -> None:
    assert "both sides" in problems("3 Ping\n3 Carmen")[""]
    assert "limit is 255" in problems("200 Ping\n200 Tithe")[""]
    assert "no cards" in problems("")[""]


def test_json_deck() -> None:
    found = deck(
        '{"data":[{"id":1,"uuid":"…","name":"X","cards":{"30001":1,"30006":2,"01050":3},'
        '"mwl_code":null}],"total":1,"success":true,"version_number":"2.0"}'
    )
    assert found.name == "X" and found.identity is not None
    assert counts(found)["Sure Gamble"] == 3 and len(found.cards) == 2


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('{"data": [', "line 1, column 11"),
        ('{"data": []}', "data"),
        ('{"data": [1]}', "data[0]"),
        ('{"cards": {"30006": true}}', "cards.30006"),
        ('{"cards": {"30006": 2.5}}', "cards.30006"),
        ('{"cards": {"30006": 0}}', "cards.30006"),
        ('{"cards": {"99999": 1}}', "cards.99999"),
        ('{"cards": {"30006": 1, "30006": 2}}', ""),
        ("[" * 100_000, ""),
        ('{"cards": {"30006": ' + "9" * 5000 + "}}", ""),
    ],
)
def test_bad_json_is_a_problem(text: str, place: str) -> None:
    assert list(problems(text)) == [place]


def octgn(cards: str, head: str = "") -> str:
    return (
        f'<?xml version="1.0" encoding="utf-8"?>\n{head}<deck game="0f38e453">\n'
        f'<section name="R&amp;D / Stack">\n{cards}\n</section>\n'
        "<notes><![CDATA[]]></notes></deck>"
    )


def test_octgn_deck() -> None:
    found = deck(
        octgn(
            f'<card qty="1" id="{PREFIX}30001">René</card>\n'
            f'<card qty="12" id="{PREFIX}30006">Cleaver</card>\n<card qty="2" id="?">Carmen</card>'
        )
    )
    assert found.identity is not None and sum(counts(found).values()) == 14


def test_bad_octgn_is_a_problem_with_its_line() -> None:
    found = problems(
        octgn(
            f'<card qty="x" id="{PREFIX}30006">Cleaver</card>\n'
            f'<card qty="1" id="{PREFIX}99999">Clever</card>\n<card qty="1" id="?"/>'
        )
    )
    assert list(found) == ["line 4", "line 5", "line 6"]
    assert "not XML" in next(iter(problems("<deck>").values()))


def test_entities_are_refused() -> None:
    bomb = '<!DOCTYPE deck [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>\n'
    message = next(iter(problems(octgn('<card qty="1" id="?">&b;</card>', bomb)).values()))
    assert "DOCTYPE" in message


@pytest.mark.parametrize("path", sorted(LISTS.glob("gateway_*.txt")), ids=lambda path: path.stem)
def test_the_teaching_decks_read(path: Path) -> None:
    found = read_deck(path, load_pool("nsg"))
    sizes = {"beginner_corp": 34, "intermediate_corp": 44, "beginner_runner": 30}
    key = path.stem.removeprefix("gateway_")
    assert sum(counts(found).values()) == sizes.get(key, 40) and found.identity is not None


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "bytes.txt").write_bytes(b"3 \xff")
    (tmp_path / "large.txt").write_bytes(b" " * 1_000_001)
    for name, reason in (("bytes.txt", "UTF-8"), ("large.txt", "larger"), ("none", "no such")):
        with pytest.raises(ScenarioError, match=reason):
            read_deck(tmp_path / name, load_pool("nsg"))


@pytest.mark.parametrize("side", ["corp", "runner"])
def test_lists_of_1996_resolve_in_their_own_pool(side: str) -> None:
    found = read_deck(LISTS / f"base_1996_{side}.txt", load_pool("onr"))
    assert found.identity is None and found.name.startswith("Base set of 1996")
    assert {card.side for card, _ in found.cards} == {side}
    assert {card.pool for card, _ in found.cards} == {"1996"}
    assert sum(count for _, count in found.cards) == 45


def test_a_list_may_name_cards_of_the_other_pool() -> None:
    found = deck("Mixed\n\n2x onr:Hunter\n3x Hunter\n")
    assert [(card.pool, count) for card, count in found.cards] == [("1996", 2), ("modern", 3)]
    assert 'write "onr:Banpei"' in problems("Old\n\n1x Banpei\n")["line 3"]
