"""Bugs in what exact odds merge: a word left out of a key, cards taken for alike.

Each is one replacement in the source text, with a random scenario whose exact odds it
makes wrong.
"""

from __future__ import annotations

from agreement.planted import Mutant

KEYS, CLASSES = "exact/keys.py", "exact/classes.py"
_ANY = "self.programs.any"

MERGES = (
    Mutant("points before the run forgotten", KEYS, '"points", "score",', '"points",', 21),
    Mutant("credits forgotten", KEYS, '["next", "credits",', '["next",', 21),
    Mutant("agendas stolen forgotten", KEYS, '"agendas_stolen", "cred', '"cred', 2),
    Mutant("credits moved forgotten", KEYS, ', "credits_moved"]', "]", 2),
    Mutant("no rez at the server", KEYS, "== ICE or (self.stage", "== ICE and (self.stage", 24),
    Mutant("no traces behind the ice", KEYS, f"{_ANY}(Op.TRACE, Op.PSI, Op.CORP_MAY)", "False", 33),
    Mutant("no damage behind the ice", KEYS, "any(Op.DAMAGE, Op.UNLESS", "any(Op.UNLESS", 2),
    Mutant("no clicks behind the ice", KEYS, f"{_ANY}(Op.OFFER, Op.LOSE_CLICKS)", "False", 92),
    Mutant("no rig behind the ice", KEYS, "bool(does or prevents", "bool(prevents", 164),
    Mutant("purses to break with forgotten", KEYS, ', "purses_break"]', "]", 246),
    Mutant("persistent cards forgotten", KEYS, ', "root_lasting"]', "]", 224),
    Mutant("trashed root cards forgotten", KEYS, '"root_gone", ', "", 12),
    Mutant("rezzed root cards forgotten", KEYS, '"root_rezzed", ', "", 26),
    Mutant("success forgotten", KEYS, 'names.append("success")', "pass", 97),
    Mutant("a ban on stealing forgotten", KEYS, 'names.append("no_steal")', "pass", 148),
    Mutant("once per turn forgotten", KEYS, 'names.append("used")', "pass", 177),
    Mutant("cards of HQ paid away forgotten", KEYS, 'names.append("paid_away")', "pass", 146),
    Mutant("accesses forgotten", KEYS, 'names.append("accesses")', "pass", 1074),
    Mutant("the price of leaving forgotten", KEYS, '"leave_cost": (Rest.LEAVE_COST,),', "", 8),
    Mutant("the toll forgotten", KEYS, '"toll": (Rest.TOLL,),', "", 124),
    Mutant("trashing behind ice forgotten", KEYS, 'names.append("pass_trashes")', "pass", 308),
    Mutant("encounters forgotten", KEYS, 'names.append("encounters")', "pass", 101),
    Mutant("damage to come forgotten", KEYS, 'names.append("net_next")', "pass", 105),
    Mutant("counters of ice forgotten", KEYS, 'names.append("counters")', "pass", 26),
    Mutant("figures counted twice", KEYS, "carried[stage, kept] = 0", "pass", 2),
    Mutant("root drawn with replacement", KEYS, "found += self.drawn(1)", "pass", 147),
    Mutant("root drawn forgotten", KEYS, 'found += [word("root_row"', '[word("root_row"', 12),
    Mutant(
        "accesses with replacement",
        KEYS,
        "CENTRAL_POOL), self.most_taken)",
        "CENTRAL_POOL), 0)",
        21,
    ),
    Mutant(
        "ice dealt forgotten", KEYS, 'found += sorted({word("ice_row"', 'sorted({word("ice_row"', 8
    ),
    Mutant("purses forgotten", KEYS, 'found += [word("purse"', '[word("purse"', 8),
    Mutant("the grip forgotten", KEYS, 'found += [word("grip_copies"', '[word("grip_copies"', 119),
    Mutant("all agendas alike", CLASSES, 'int(card["points"]) if agenda else 0', "0", 31),
    Mutant("all trash costs alike", CLASSES, '-1 if agenda else int(card["trash"])', "-1", 18),
    Mutant("all steal costs alike", CLASSES, 'int(card["steal_clicks"]),', "0,", 2208),
    Mutant(
        "all traps alike", CLASSES, 'programs.text(int(card["access"][whole["central"]]))', "0", 127
    ),
    Mutant(
        "one title stands for all",
        CLASSES,
        "[kind] += copies[title]",
        "[kind] = copies[title]",
        119,
    ),
)
