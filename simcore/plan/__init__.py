"""What both sides do, and the order of things where a rule text leaves it open.

The fixed plans, settled to the last detail, so that two programs written from this
page (the reference and the kernel) play every game alike. Numbered for citation.

The search for ways to break, from cards to ways: `pieces.py` (what it is about), `slots.py`
(the rig), `targets.py` (the ice), `strengths.py`, `boosts.py`, `descent.py`, `uses.py`,
`breaking.py`; `aftermath.py` and `states.py` say what a way leaves behind, `known_ways.py`
looks up what was found. `simcore.encode` makes tables of it for the games; what can be paid is
worked out in `simcore.prices` (rules 39 and on).

**Breaking**
 1. A *way* to break a set of subroutines says how often each ability is used; no use
    to break could be left out, even a free one. Boosts
    are only bought for slots whose interface ability is used, just enough of them to
    match the strength of the ice after weakening; of several boosts of one card the
    mix with the least (clicks, counters, credits, steps), then more of the earlier
    listed; where boosts take stealth credits, the least for every number of those. All
    weakening comes first, that by an interface ability behind the other and in rig order;
    the card then has to match the ice as it is met. An "exact" card
    works at the strength of the ice alone: boosts may not overshoot. A test of the
    strength of the ice looks at it once it is weakened.
 2. Ways are preferred by: fewest cards given up, fewest clicks (actions forgone count
    among them, also those that no click is left for), fewest counters,
    fewest credits, the sorted list of rig slots used (first in dictionary order,
    slots that only weaken included), fewer uses in the highest slot, then the next
    highest …; of two abilities in one slot more uses of the earlier listed; then the
    boosts of the lowest slot, fewer steps and more of the earlier listed.
 3. Given up: a use that trashes the card counts one, as does each card of the grip
    paid; a use that condemns the card for the end of the run counts one the first
    time in the run, nothing after that. A card that goes at the end of an encounter in
    which it broke something counts one; where counters save it, they count instead. A
    die that may trash it counts nothing.
 4. The *preferred affordable* way is the first in that order whose credits, clicks
    and counters are there. A and M are its credits for all subroutines and for the
    must set; M is 0 for an empty set; a set without an affordable way is infinitely dear.
 5. Must set: subroutines with an end of the run in any branch, and those whose
    greatest possible damage, each judged alone, exceeds the cards now in the grip.
 6. threshold: break all if A is affordable and A - M <= optional_break_cap; else the
    must set if it is not empty and M is affordable; else nothing. break-all: the same
    with no cap. The decision is made once, after the effects of the encounter. Ways
    that end the run come behind all others, and are taken only if the must set is not
    empty and has no other affordable way; then the run ends before anything unbroken.
    So do, before those, ways after which nothing is accessed in the run, unless that is so
    already: then they are ways as any other.
 7. Jack-out (threshold only), at 4.2 with another piece ahead: if the grip is below
    minimum_grip; or if that piece is rezzed and no way to break its must set (with
    the present grip) is affordable together with its tax. The tax is what the plan
    would pay for the encounter effects of that piece (rule 10); one that it cannot
    pay and that ends the run is infinitely dear. Not asked while a card of the Runner,
    its conditions met, waits to bypass the next ice and does nothing else.

**Paying**
 8. Purses in order: bad publicity, recurring in rig order, hosted in rig order (the
    event last), then the pool. Recurring credits "for breakers" pay only for ways to
    break, stealth credits never for cards of the subtype Noisy. What only they pay is
    taken from them first, in rig order. The rest of a way is
    paid before its noisy cards (boosts and uses); it is affordable if the credits are
    there in this order. Then each noisy use drives off its number of stealth credits,
    in rig order, as far as there are any: neither spent nor lost. Actions forgone take
    clicks as far as there are any. Effects that take or look at credits see the pool
    alone. Trash costs are paid by credits for those alone first, the ones for assets before
    others; what is kept back (rule 12) is kept in other purses.
 9. A trace that cannot be beaten for at most trace_payment (break-all: any payment)
    succeeds and nothing is paid. Gap <= 0 fails and costs nothing.
10. "Unless": the Runner pays when the penalty has an end of the run in any branch or
    its greatest possible damage exceeds the grip; a forced payment is made whenever
    it can be. Alternatives: the first affordable among those of credits only, then
    those with clicks, then with cards of the grip, then the others, each in printed
    order. Damage as a price is affordable up to the cards in the grip.
11. Optional effects: the Runner uses those that are free and need no target (jacking
    out, installing, swapping, trashing are declined); the Corp those it can pay for,
    and pays for none that would do nothing. The Corp chooses the first option with an
    end of the run in any branch, else the first that has an effect (trashing, losing,
    dealing, gaining or drawing nothing has none), else the first. Of a free choice the
    Runner takes the first option that can be done (rule 44). What says "will" is done by
    either side whenever it can be paid for: so is what a run event offers in place of a
    breach, for as much as it can be and where it does anything.
12. Steal costs (the agenda's own and those of active cards in the root) are paid
    whenever all of them can be. A card is trashed if the plan trashes, it is not
    spared, it does not lie in Archives, and the credits left after paying are at
    least `reserve` plus the greatest printed credit steal cost of any title that may
    still be accessed (later roots; of a fixed top what the accesses left reach, and
    behind it the pool).

**The Corp**
13. affordable: at 2.2 rezzes the approached piece if it can pay (rez cost plus what
    this run adds). At 4.3 after the last piece, or without ice, in listing order
    those cards of the root that can still act (a clause with the scope "root", or one that
    asks for them to be rezzed; about agendas only where one lies: the Corp knows HQ, its root and
    what it has trashed, but not R&D), each if it can pay; a run that ends sooner finds them
    face down. What acts before
    that, once all ice has been passed (at 4.1, s12; having none is enough), is rezzed in the
    window of the last piece. What changes ice is rezzed in the window of the first piece it
    touches, what acts when a run fails in that of the first piece: one that will be met, now
    that the Corp has decided about it. So it comes after that decision; where the chart has the
    root first (s3), the price of the piece is kept back. A card that could not be paid for
    there is asked about at the next such piece. never: rezzes nothing; all else alike.
    Rule 56 comes before all this.
14. Paid abilities of rezzed root cards are used at the first window for abilities (1.2,
    2.1, s3; without ice 4.1, behind the approach, and s15), in listing order, if they
    have an effect (archives-to-rd: Archives is not empty; the first cards of it go).
15. "trash" takes the first installed card of the rig that qualifies; "rez-ice" the
    outermost unrezzed piece of this server, with its rez effects.

**Order**
16. Several cards that meet one condition: the Runner's first (identity, event, rig in
    order), then the Corp's (identity, root in listing order, the card itself last).
17. At the end of the run (6.1) those effects, then condemned programs are trashed.
    A game that ends (flatline, seven points) stops there: nothing further happens.
18. Seven points are checked when the agenda is stolen, before anything it triggers.
19. "Once per turn" and "first time each turn" clauses have not been used this turn.
    For them, and for "successful run this turn", earlier runs are those stated.
20. Cards drawn join the grip; with no stack stated they are blank. Titles of the grip
    and of the stack are weighed in the order: grip as listed, further titles of the
    stack, blank.
21. Counters and credits placed on cards from 5.1 on change nothing in this run.
22. Figures of clicks lost count effects, not prices paid.
23. Unknown pieces are drawn outermost first, then the root in listing order. A title
    drawn that stands in HQ or R&D leaves it, one copy.
24. A trace bid and a psi bid may come from every purse that pays for anything. Bids in
    a psi game are uniform on 0 … min(2, credits) for each side, the Corp's drawn first.
25. An end of the run that an effect asks for when the run is ending (6.1) does nothing.
26. What a way breaks is counted in rig order, abilities as listed, the ice itself last;
    an ability that is good for any subroutine takes those that do not trace first.
27. Cards used to break (a subroutine broken in this encounter) answer for it when the
    encounter is over, however it came except by a flatline, in rig order; then comes
    the damage that earlier ice has left for this encounter, then the piece itself. If
    the run had ended it stays so, with its cause; a second end cuts the rest of a text.
    Those that answer on passing do so before the piece itself; what waits for all ice being
    passed comes after the last piece (the chart leaves that order to the Corp).
28. Ice that is short of subroutines lacks the last printed ones. Where only so many printed
    ones can be broken, a set with more of them has no way.
29. Attempts that a die decides are planned at their prices as if they succeeded, at most
    one for each subroutine where that is the limit. The lowest subroutines of the set
    get them, as far as the other cards can break the rest; they are made in printed
    order, each paid when it is made (weakening and boosts of those cards first), before
    anything else is paid. After a failure the roll is suffered and the rest of the plan
    dropped: it is made anew for what is unbroken, a subroutine tried in vain being
    closed to a card that may try each once.
30. A strength that is rolled is rolled when the run begins, in rig order, before all else.
31. Damage is kept off by the first card of the rig that can, as far as it can; not where
    damage is a price, and not in what the plan expects of a subroutine.
32. At an encounter cards of both sides come before the piece itself (rule 16). Once one
    of them has bypassed it, nothing more happens there but what waits for the end.
    Fully broken: the window to break was reached and nothing is left unbroken, so also
    without any subroutine, but not bypassed. Damage left for the next encounter is not
    damage of the subroutine that leaves it (rule 5). Ice rezzed at the start of the run
    is not rezzed this turn.
33. A price on each use to break is paid for icebreakers, not for other cards of the rig or
    abilities printed on ice.

50. An ability that strengthens its card before it breaks (Paperclip) needs no boost:
    other boosts of the card are not bought for it, and what it gains serves itself alone,
    for the run where a card on it has its boosts last. A use of a size of one's choice
    takes the least size that is strong enough and breaks what is asked for; what it costs
    beside credits it costs once, and so does a price on each use. Limits ("once in an
    encounter", "once in a turn") count uses of the card at hand; a turn counts as the run
    (rule 19). A use that has to break all subroutines but so many is one way to break up
    to as many; then the rest is broken too, and what stays are the last of those that the
    plan did not ask for. Cards that may break once another one has done so break any but
    one of the subroutines asked for. Cards of the grip that are a price are the first
    listed.
54. What makes ice of one subtype more for a price (Laamb) is part of a way to break: it is
    paid with the way, and only for it, though the card has it as the ice is met. Of ways
    alike in preference the one without it comes first, then the lower slot.
53. A bypass for a price (credits, counters, the card itself) is bought for want of another way:
    as the ice is met, behind cards of both sides and before its own effects, if the jack-out
    test (rule 7) made then, for this piece, would find no way; what can be done at any time
    once those are over and nothing more will be broken, if a subroutine of the must set is
    left. A price for each subroutine counts none that those effects give. Preferred: no card
    given up, fewest counters, fewest credits, the first card and ability. The jack-out test
    counts both as ways, the later one with the tax. Ice that is bypassed is not broken.
52. A card that alone has broken every subroutine of a piece (no other card or ability has
    broken one in the encounter) has what it says of that at once, before anything unbroken
    elsewhere; no plan counts on it. What happens once in a turn happens once in the run.
51. Counters that buy further accesses and serve nothing else in a run (Medium, The Turning
    Wheel) are spent on them when the breach begins, as many as the card allows. Those that
    this run places come too late for it, but where a card asks for one more than it gives
    (Medium), that is the one of this run, and without a success one of those stated.

**Beyond one piece of ice**
34. What is laid on later ice concerns pieces whose encounter begins afterwards, never the
    one at hand; what is meant for the next piece goes to the next one encountered, an
    unrezzed one that is passed does not use it up. Subroutines that ice is given stand
    behind the printed ones, end the run, and belong to the must set. What breaking a
    subroutine costs on top is part of A and M and is paid with the way; it is asked for by the
    ice and no price of the card that breaks, so that credits which never pay for noisy cards may
    pay it. The jack-out test (rule 7) looks at the piece ahead with all that would lie on it.
35. An encounter is over as soon as its piece has left or turned face down, or the Runner
    is sent elsewhere, once the clause at hand has resolved: nothing more is broken or
    resolves, but what waits for the end of the encounter comes. A piece that has left or
    turned down is passed; one that sends the Runner back is not: there is no window to
    jack out (the offer on the card is declined) and nothing waits for passing it. Going
    back counts rezzed pieces outwards, those that are there; with too few of them it is the
    outermost piece, the piece at hand itself if there is no other. The Corp may rez a piece
    that has turned down at its next approach. A run that faces 200 pieces is given up.
36. The Corp's abilities of ice for counters on it are used as often as they last and do
    something: when abilities are used first (rule 14), ice before the root, by rezzed pieces;
    else once the piece has been passed, after its own effects. Other abilities printed on ice
    are not used.
37. Counters by effect go to the first card that can be advanced, ice outermost first (also
    pieces behind the Runner), then the root; those for any card at all change nothing where
    none can. The Corp pays for no other counter that no card takes.
38. A piece that takes programs over takes the first in rig order that is hosted on another
    piece here. Programs on it, while it is rezzed, stay installed and do nothing.

**Prices** (`simcore break`, not a plan: what could be done)
39. A payment beats another if no price of it is higher (credits, those that stealth
    credits cannot and those that only they can pay, stealth credits driven off, clicks,
    actions, cards of the grip, counters card by card; a click that is lost is no dearer than
    one that is spent) and the rig it leaves is at least as good: installed cards, strength
    that lasts, cards not condemned; on the way past ice
    that counts installed cards these have to be the same. All that no other beats are listed
    in the order of rule 2; of more than 200 ways past ice those are left out that are beaten
    when only the number of the cards left is looked at. Every legal order of weakening,
    boosting and breaking counts; nothing is bought or used that could be left out here, but
    what makes a card grow. Credits of purses are credits. Ice has the counters it puts on
    itself when it is encountered; nothing else that happens then is part of breaking it, but
    it is named.
40. Not stopped: the run goes on behind the piece, and the Runner is alive. Subroutines
    that resolve do so in printed order; traces succeed if the Corp can pay and the Runner
    does not (rule 55); what the Corp chooses, bids, dice and unknown conditions bring the
    worst: the Runner needs a way on for each answer, and pays the worst of each figure over
    all of them (of credits lost: what goes beyond those paid at worst); a card that a die
    may trash is given up. What ends the run, deals more damage than there are cards then
    (cards paid and lost before count), or sends the Runner back has to be broken; but a piece that
    turns face down and sends it before all ice is met again as long as the Corp can rez it. The
    Runner chooses freely what to pay, and what to suffer; the Corp which cards it trashes
    or silences: all that it could take may be lost, and as many of them as go; the price does
    not hang on the order of the rig. What happens at the
    encounter, at its end and behind it counts. What both sides have is known in a scenario:
    the pools, less what they have paid and lost by then. A subroutine of which nobody can
    tell what comes has to be broken, and is named.
41. A server: all ice as if rezzed before the run, outermost first; of the root rezzed cards:
    what they make of ice and of the rig, what they do at a piece, and what they ask for when
    the server is approached. What may end the run whatever is paid is left out and named where
    it is ice that is trashed for it, and for what it takes to break all; there is no way past
    cards of the root that may (a psi game behind all ice, say). Ice that may be installed or
    swapped on the way is left out and named, too. A piece that its own text or the event of the
    run bypasses has nothing left to break; what else bypasses ice counts for the way past it.
    What comes in as a piece is met, or goes to the heap then, does nothing that it does as ice is
    met. What the Corp may do at any time and once for all (purge, strength for HQ) it does as the
    run begins; once for one piece, where it is worst; for a price, if it has it. Ice that has left
    counts no more. Clicks and cards of the grip are a price as long as there are any: those of
    the scenario, less what was lost and paid before. Stealth credits pay what they may as soon
    as they may, then those for breakers, then others, then the pool; where a card with credits
    goes on the way, the purses pay in the order that leaves least to the pool.
42. What a question about a lone piece does not state is not there: no further card, hence
    nothing to copy, reveal, trash or flip, no run event, no core damage but what the rig
    deals itself when it is installed. Memory is 4 units; HQ holds 5 cards, the grip as many
    as are stated (5), from before the encounter to its end. A piece counts itself. The mark
    is a central server, and never known. Where more is known and it could matter (a whole
    server, other ways to pay), the clause is refused by name.
43. What a card leaves open (a subtype chosen, a die, credits paid to rez it, counters) is
    stated in braces behind its title; else it is settled, and told, as `cards/settled.py`
    says: dice of the Runner show their best face (with credits alone: their worst), nothing
    was paid beyond the rez cost of a piece and nothing bought at the encounter, and of the
    subtypes of ice all were chosen that could be; where it has to be one, it is asked for.
    Credits lost for breaking are no price and are told beside it, as many as the card says.

**Choices**
44. A Runner who has to choose takes what can be done in full: all the clicks and all the
    credits of the pool that an option takes are there, and as many cards as it trashes.
    Each part of an option is judged alone, as things stand before it; a condition as it
    stands; what may be declined, damage, tags, bids and an end of the run can always be
    done. Where no option can be done, nothing happens. An effect that nobody chose takes
    what there is.
45. What is asked for (rule 10) is weighed by what the text itself would do if it is
    refused, and by nothing that other texts would make of that later: a tag is a tag,
    also where a subroutine ends the run of a tagged Runner. What could be paid for an
    advantage, a bypass say, is no such question and is declined (rule 11).

**More prices**
46. What no fixed plan does and prices know: bypassing for stealth credits, for all clicks or
    by what the Corp has (other bypasses: rule 53), weakening that is had once
    or for the card itself, effects of an encounter kept off, ice that a program on it trashes
    once it has no strength. Bypassing is not breaking. A card that gives its host other
    properties than strength stays, or the run is refused. Before breaking, cards may give
    strength to others, subtypes or less strength to the ice, break its first or last
    subroutine, or move to it, several of them at a piece. What keeps off damage, tags or
    trashing does so as often as it can be paid for; damage that is a price is not kept off.
    Abilities that want the strength of the ice and break nothing (subroutines that cannot end
    the run, ice turned face down) are ways past, not breaks. Ice that is swapped with a piece
    ahead is met again in its place; ice that is met again has the strength, the subtypes, the
    subroutines and the counters that it keeps for the run; pieces of other servers are not
    stated. Credits for some cards alone are spent on those first, the ones for fewest cards
    before others; stealth credits among them may be kept back. Virus counters of another card
    that may be paid with are that card's. Events and identities that act like cards of the rig
    count as such.
55. Traces of a server: the Corp pays first and openly, of what it has for all of them and
    for whatever else it buys; then the Runner may raise its link so that the trace fails,
    or does less. Which traces are beaten is settled beforehand, whatever the Corp pays (or
    what it pays at most, where the trace is about credits alone): that takes what their
    bases are above the link, and once for all of them as much as the Corp may have left.
    The price is told to be a bound where more could be had by looking at each payment.
    Where the Runner pays first (Surveillance Sweep), each trace takes all of that. Credits
    for traces alone count that lie on the Corp's identity or elsewhere; beside other cards
    of the server that pay for traces these succeed, and so they do where nobody says what
    the Corp has. In 1996 a base link is paid for that exceeds all that the Corp may pay: by
    a lone card with steps these once for all traces, else for each.

**Copies**
56. Of a unique title each player has one active copy: a card of the server is not rezzed where
    another copy in it is rezzed (which that would trash), so that of several the outermost is,
    or the first of the root. Prices take each piece as if rezzed as it is met, and say so. What
    is stated (installed, rezzed, elsewhere) is played as stated, with a note, two consoles too.

**Counting in games**
47. Subroutines that a piece of ice gains for each of something are counted, and its strength
    by tags, cards or counters is read, once what waits for its encounter is over; ahead of it
    as things stand. A number that an effect goes by is read when it happens. Bad publicity
    taken in a run gives no credits in it. The Corp leaves the cards of R&D in their order and
    moves none between HQ, R&D and Archives where it may leave them. What breaking costs by cards
    installed, the event of the run or core damage of installs is settled as the run begins, if
    nothing on the way can change it. Rezzed assets are those of the attacked server; threat is
    the agenda points of the side that has more.
48. An ability of a rezzed Corp card that may end the run (its price the card itself or
    counters on it) is kept for the last window, where it is used: behind all ice, ice outermost
    first, then, once the root is rezzed, the root in listing order. Standing properties of root
    cards that matter behind the ice are reasons to rez them in the last window.
49. "On success" waits for the declaration of success and comes with what the Corp's cards do
    then (rule 16), before those of the root. A run that is not declared successful goes on to
    its breach. A card that must be trashed is, whatever the plan says, if the credits are
    there. An additional cost to access is paid whenever it can be; else the card is not
    accessed. What the Corp has trashed on the way, cards by their own text or those of HQ as
    a price (any of them, each as likely), lies in Archives when they are breached: behind what
    is listed, ice outermost first, then the root in listing order, then cards of HQ. What comes
    in place of the breach of a successful run does so behind all that its success brings: of
    several cards the first that can (rule 16). Then nothing that waits for a breach comes.
    Cards of a root that the Runner trashes so go together: what lay there rezzed hears of each.
51. Of rig cards that a text takes the Corp chooses the first that qualifies, the Runner the
    last. One that goes to the grip is a blank card there; one that goes to the stack is out
    of the run. Steal costs in rig cards are paid like others. An option "pay" of a choice can
    be done if the credits are there.
"""
