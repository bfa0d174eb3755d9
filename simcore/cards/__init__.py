"""Cards: printed facts, and what they do as plain values. Nothing here plays.

From text to tree: `pool.py` finds a card in the tables of `data/` and has its clauses read
(`notation.py` for the grammar, `vocabulary.py` for the words, `clauses.py` and `abilities.py`
for the reading) into the tree of `syntax.py`, kept in a `card.Card`.

About trees: `walking.py` and `endings.py` say what is in one, `setting.py` and `standing.py`
what it comes to where a card lies, `settled.py` closes what a card leaves open, `harmless.py`
and `undecided.py` judge clauses that are not executed, `english.py` and
`card_in_words.py` print them, `words.py` turns today's words into those of 1996; `coverage.py`
counts how exact all are.
"""
