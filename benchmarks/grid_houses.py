"""The cards that the grid of scenarios is dealt from: per edition, what people play.

Everything here is a title of the edition's pool with its usual number of copies.
"""

from __future__ import annotations

from dataclasses import dataclass, field

Copies = dict[str, int]


@dataclass(frozen=True)
class CorpDeck:
    """A Corp deck by what its cards are for."""

    ice: Copies
    agendas: Copies
    assets: Copies
    upgrades: Copies
    operations: Copies

    def cards(self) -> Copies:
        """The whole deck."""
        return self.ice | self.agendas | self.assets | self.upgrades | self.operations


@dataclass(frozen=True)
class House:
    """What one edition is played with. `virus` names the programs that collect virus
    counters, `others` the rest of a rig, `events` what starts a run on HQ, R&D or any server."""

    decks: tuple[CorpDeck, ...]
    fracters: tuple[str, ...]
    decoders: tuple[str, ...]
    killers: tuple[str, ...]
    others: tuple[str, ...]
    ai: tuple[str, ...]
    grip: tuple[str, ...]
    events: dict[str, tuple[str, ...]] = field(default_factory=dict)
    virus: tuple[str, ...] = ()


GATEWAY = CorpDeck(
    ice={
        "Palisade": 3,
        "Brân 1.0": 2,
        "Whitespace": 2,
        "Diviner": 2,
        "Karunā": 2,
        "Tithe": 2,
        "Ping": 2,
        "Pharos": 2,
        "Funhouse": 1,
    },
    agendas={"Offworld Office": 3, "Send a Message": 2, "Superconducting Hub": 2},
    assets={"Nico Campaign": 2, "Regolith Mining License": 2, "Urtica Cipher": 2},
    upgrades={"Manegarm Skunkworks": 2, "AMAZE Amusements": 1},
    operations={"Hedge Fund": 3, "Government Subsidy": 2, "Seamless Launch": 2},
)

TAXING = CorpDeck(
    ice={
        "Eli 1.0": 3,
        "Tollbooth": 2,
        "Brân 1.0": 2,
        "Archer": 1,
        "Enigma": 3,
        "Ichi 1.0": 2,
        "Data Raven": 2,
        "Ice Wall": 2,
    },
    agendas={"Luminal Transubstantiation": 3, "Orbital Superiority": 2, "Above the Law": 2},
    assets={"Spin Doctor": 3, "Nico Campaign": 2, "Clearinghouse": 1},
    upgrades={"Anoetic Void": 2, "Manegarm Skunkworks": 1},
    operations={"Hedge Fund": 3, "IPO": 3, "Archived Memories": 2},
)

NETS = CorpDeck(
    ice={
        "Neural Katana": 2,
        "Pop-up Window": 2,
        "Swordsman": 2,
        "Data Mine": 2,
        "Chum": 2,
        "Wall of Thorns": 2,
        "Himitsu-Bako": 2,
        "Whirlpool": 1,
        "Rototurret": 2,
    },
    agendas={"Fetal AI": 3, "Nisei MK II": 3, "Braintrust": 2, "House of Knives": 1},
    assets={"Snare!": 3, "Project Junebug": 2, "Zaibatsu Loyalty": 1},
    upgrades={"Akitaro Watanabe": 1, "Hokusai Grid": 2},
    operations={"Hedge Fund": 3, "Celebrity Gift": 2, "Neural EMP": 1},
)

FIRST_CORE = CorpDeck(
    ice={
        "Ice Wall": 3,
        "Wall of Static": 3,
        "Enigma": 3,
        "Tollbooth": 2,
        "Hunter": 2,
        "Ichi 1.0": 2,
        "Viktor 1.0": 2,
        "Rototurret": 2,
        "Archer": 1,
        "Shadow": 2,
    },
    agendas={"Private Security Force": 3, "Priority Requisition": 3, "Hostile Takeover": 2},
    assets={"PAD Campaign": 3, "Adonis Campaign": 2, "Melange Mining Corp.": 2},
    upgrades={"Corporate Troubleshooter": 1, "Red Herrings": 1, "SanSan City Grid": 1},
    operations={"Hedge Fund": 3, "Beanstalk Royalties": 3, "Scorched Earth": 2},
)

FAST = CorpDeck(
    ice={
        "Data Raven": 2,
        "Matrix Analyzer": 2,
        "Wraparound": 2,
        "Caduceus": 2,
        "Heimdall 1.0": 1,
        "Hadrian's Wall": 1,
        "Cell Portal": 1,
        "Wall of Static": 2,
        "Quandary": 2,
        "Eli 1.0": 2,
    },
    agendas={"AstroScript Pilot Program": 3, "Breaking News": 3, "Accelerated Beta Test": 2},
    assets={"Jackson Howard": 3, "Ghost Branch": 2, "Marked Accounts": 1},
    upgrades={"Ash 2X3ZB9CY": 2, "SanSan City Grid": 2},
    operations={"Hedge Fund": 3, "Sweeps Week": 2, "Biotic Labor": 2},
)

BASE_1996 = CorpDeck(
    ice={
        "Data Wall": 3,
        "Data Wall 2.0": 2,
        "Fire Wall": 2,
        "Filter": 3,
        "Quandary": 2,
        "Scramble": 2,
        "Banpei": 2,
        "Cerberus": 1,
        "Fetch 4.0.1": 1,
        "Hunter": 2,
    },
    agendas={
        "Corporate War": 1,
        "Hostile Takeover": 2,
        "Marine Arcology": 1,
        "Private Cybernet Police": 2,
        "Priority Requisition": 2,
        "Tycho Extension": 2,
    },
    assets={"Holovid Campaign": 2, "Rockerboy Promotion": 2},
    upgrades={"Red Herrings": 2},
    operations={"Accounts Receivable": 3, "Efficiency Experts": 3, "Night Shift": 3},
)

HOUNDS_1996 = CorpDeck(
    ice={
        "Crystal Wall": 2,
        "Reinforced Wall": 2,
        "Wall of Static": 3,
        "Keeper": 2,
        "Mazer": 2,
        "Endless Corridor": 2,
        "Fang": 2,
        "Data Darts": 2,
        "Rex": 1,
        "Neural Blade": 2,
        "Shotgun Wire": 1,
        "Cortical Scrub": 1,
    },
    agendas={"Corporate Coup": 2, "Political Overthrow": 2, "Project Zurich": 3, "Superserum": 1},
    assets={"TRAP!": 2, "City Surveillance": 1, "Krumz": 2},
    upgrades={"Crystal Palace Station Grid": 1, "Chester Mix": 1},
    operations={"Accounts Receivable": 3, "Night Shift": 3, "Overtime Incentives": 2},
)

HOUSES = {
    "nsg": House(
        decks=(GATEWAY, TAXING),
        fracters=("Cleaver", "Corroder", "Marjanah", "Paperclip", "Aurora"),
        decoders=("Unity", "Gordian Blade", "Buzzsaw", "Black Orchestra"),
        killers=("Carmen", "Echelon", "Mimic", "Bukhgalter", "Ninja"),
        ai=("Mayfly", "Crypsis", "Atman"),
        others=("Docklands Pass", "Smartware Distributor", "Cookbook", "DZMZ Optimizer"),
        virus=("Leech", "Datasucker"),
        grip=("Sure Gamble", "Jailbreak", "Overclock", "VRcation", "Creative Commission", "Carmen"),
        events={"hq": ("Jailbreak",), "rd": ("Jailbreak",), "any": ("Overclock", "Tread Lightly")},
    ),
    "ffg2017": House(
        decks=(FIRST_CORE, NETS, FAST),
        fracters=("Corroder", "Battering Ram", "Morning Star", "Snowball", "Paperclip"),
        decoders=("Gordian Blade", "Yog.0", "Peacock", "Zu.13 Key Master", "Black Orchestra"),
        killers=("Mimic", "Ninja", "Pipeline", "Femme Fatale", "Faerie"),
        ai=("Crypsis", "Atman", "Wyrm", "Darwin"),
        others=("Desperado", "Cyberfeeder", "HQ Interface", "Armitage Codebusting"),
        virus=("Datasucker",),
        grip=("Sure Gamble", "Diesel", "Account Siphon", "Easy Mark", "Stimhack", "Ninja"),
        events={"any": ("Inside Job", "Dirty Laundry"), "rd": ("Dirty Laundry",)},
    ),
    "ffg2012": House(
        decks=(FIRST_CORE, NETS),
        fracters=("Corroder", "Battering Ram", "Aurora"),
        decoders=("Gordian Blade", "Yog.0", "Peacock"),
        killers=("Mimic", "Ninja", "Pipeline", "Femme Fatale"),
        ai=("Crypsis", "Wyrm"),
        others=("Desperado", "Cyberfeeder", "HQ Interface", "Armitage Codebusting"),
        virus=("Datasucker",),
        grip=("Sure Gamble", "Diesel", "Account Siphon", "Easy Mark", "Stimhack", "Ninja"),
        events={"any": ("Inside Job",)},
    ),
    "onr": House(
        decks=(BASE_1996, HOUNDS_1996),
        fracters=("Dwarf", "Hammer", "Jackhammer", "Pile Driver", "Worm", "Ramming Piston"),
        decoders=("Codecracker", "Cyfermaster", "Raffles", "Tinweasel", "Wizard's Book"),
        killers=("Dogcatcher", "Loony Goon", "Black Dahlia", "Shaka", "Flak", "Raptor"),
        ai=("Krash", "Bartmoss Memorial Icebreaker", "AI Boon", "Blink"),
        others=("Bakdoor", "Cloak", "Vewy Vewy Quiet", "Invisibility", "Baedeker's Net Map"),
        grip=("Score!", "Livewire's Contacts", "Inside Job", "Jack 'n' Joe", "misc.for-sale"),
    ),
}
