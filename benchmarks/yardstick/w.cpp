// The yardstick: the reference workload W and nothing else, in scalar C++ tuned by hand.
//
//     g++ -O3 -march=native -std=c++17 -pthread -o w benchmarks/yardstick/w.cpp
//     ./w [--threads N] [--games N] [--rounds N] [--check]
//
// Knows no card but those of benchmarks/scenarios/w_*.toml: ways to break are looked up
// in a table, each piece of ice is a case of a switch, one random word deals the game
// (ordered pairs and triples of ice at once) and a second one serves the traces. Its
// games are therefore not those of simcore; their distribution is (--check).
// `benchmarks/against_yardstick.py` builds it and compares.

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <chrono>
#include <map>
#include <thread>
#include <vector>

enum Server { REMOTE, HQ, RD };
enum Cause : uint8_t { SUCCESS, ICE, JACKED_OUT, FLATLINED };
enum Type : uint8_t { BARRIER, CODE_GATE, SENTRY };

struct Ice { uint8_t strength; Type type; uint8_t rez, tax, subs, must; };
constexpr Ice ICES[16] = {
    {1, BARRIER, 1, 0, 1, 1}, {2, CODE_GATE, 3, 0, 2, 1}, {3, SENTRY, 4, 0, 1, 0},
    {4, SENTRY, 4, 0, 1, 0},  {3, BARRIER, 3, 0, 1, 1},   {5, CODE_GATE, 8, 3, 1, 1},
    {6, SENTRY, 4, 0, 4, 1},  {3, SENTRY, 3, 0, 2, 1},    {4, SENTRY, 1, 0, 1, 0},
    {0, SENTRY, 4, 0, 2, 1},  {4, BARRIER, 3, 0, 2, 2},   {4, CODE_GATE, 3, 0, 2, 1},
    {3, CODE_GATE, 5, 0, 3, 1}, {6, BARRIER, 8, 0, 3, 2}, {}, {}};

// ---- the rig: every state it can reach, and what breaking costs in it ---------------

struct Rig { uint8_t mask = 15, decoder = 2, ai = 1; };  // strengths that boosts raise for the run
constexpr uint8_t NEVER = 100;
struct Break { uint8_t all, must; uint16_t after_all, after_must, unused; };  // credits, next state

std::vector<Rig> rigs;
std::map<int, int> rig_numbers;
Break breaks[512][16];
uint16_t without_program[512];  // once the first program left is trashed

int number_of(Rig rig) {
    if (!(rig.mask & 2)) rig.decoder = 2;
    if (!(rig.mask & 8)) rig.ai = 1;
    const int key = rig.mask << 8 | rig.decoder << 4 | rig.ai;
    if (auto found = rig_numbers.find(key); found != rig_numbers.end()) return found->second;
    rigs.push_back(rig);
    return rig_numbers[key] = int(rigs.size()) - 1;
}

int steps(int missing, int gain) { return missing > 0 ? (missing + gain - 1) / gain : 0; }

// The cheapest way to break n subroutines: k by the breaker of the type, the rest by the AI.
void cheapest(Rig rig, const Ice& ice, int n, uint8_t& price, uint16_t& after) {
    price = n ? NEVER : 0;
    Rig best = rig;
    for (int k = n; n && k >= 0; --k) {
        Rig now = rig;
        int credits = 0;
        if (k) {
            if (!(rig.mask >> ice.type & 1)) continue;
            credits = k;
            if (ice.type == BARRIER) credits += steps(ice.strength - 2, 1);
            if (ice.type == SENTRY) credits += 3 * steps(ice.strength, 5);
            if (ice.type == CODE_GATE) {
                const int bought = steps(ice.strength - rig.decoder, 1);
                credits += bought;
                now.decoder += bought;
            }
        }
        if (k < n) {
            if (!(rig.mask & 8)) continue;
            const int bought = steps(ice.strength - rig.ai, 1);
            credits += 2 * bought + 2 * ((n - k + 2) / 3);
            now.ai += bought;
        }
        if (credits < price) { price = credits; best = now; }
    }
    after = number_of(best);
}

void explore_rig() {
    number_of(Rig{});
    for (size_t state = 0; state < rigs.size(); ++state) {
        for (int id = 0; id < 14; ++id) {
            Break& way = breaks[state][id];
            cheapest(rigs[state], ICES[id], ICES[id].subs, way.all, way.after_all);
            cheapest(rigs[state], ICES[id], ICES[id].must, way.must, way.after_must);
        }
        Rig rig = rigs[state];
        rig.mask &= rig.mask - 1;
        without_program[state] = number_of(rig);
    }
    if (rigs.size() > 512) std::abort();
}

// ---- what is dealt ------------------------------------------------------------------

constexpr uint8_t PLAIN = 0, AGENDA = 8;  // a card: AGENDA + points, or its trash cost
uint8_t deck[40];
uint32_t ice_orders[1320];  // ordered triples of the ids 0-11, a byte each

void make_deck() {
    int at = 0;
    for (auto [card, count] : {std::pair<int, int>{PLAIN, 14}, {AGENDA + 1, 2}, {AGENDA + 2, 5},
                               {AGENDA + 3, 2}, {2, 6}, {4, 4}, {0, 4}, {5, 3}})  // cost 3: spared
        while (count--) deck[at++] = card;
    at = 0;
    for (int a = 0; a < 12; ++a)
        for (int b = 0; b < 12; ++b)
            for (int c = 0; c < 12; ++c)
                if (a != b && a != c && b != c) ice_orders[at++] = a | b << 8 | c << 16;
}

inline uint64_t mix64(uint64_t x) {
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9;
    x = (x ^ x >> 27) * 0x94D049BB133111EB;
    return x ^ x >> 31;
}

// ---- one game -------------------------------------------------------------------------

struct alignas(64) Tally {
    uint64_t games = 0, causes[4] = {}, credits[24] = {}, points[16] = {};
    uint64_t net_damage = 0, tags = 0, trashed = 0, accesses = 0;
    void operator+=(const Tally& other) {
        auto* mine = reinterpret_cast<uint64_t*>(this);
        auto* theirs = reinterpret_cast<const uint64_t*>(&other);
        for (size_t n = 0; n < sizeof(Tally) / 8; ++n) mine[n] += theirs[n];
    }
};

struct Game {
    uint64_t traces;  // random bits, two for each bid
    int credits = 12, corp, grip = 5, state = 0, net_damage = 0, tags = 0;

    bool trace_succeeds(int base) {
        const int bid = (traces & 0xFFFF) * ((corp < 3 ? corp : 3) + 1) >> 16;
        traces >>= 16;
        corp -= bid;
        const int gap = base + bid - 1;
        if (gap > 3 || gap > credits) return true;
        credits -= gap;
        return false;
    }
    void lose(int n) { credits -= n < credits ? n : credits; }
    bool net(int n) {  // true: flatlined
        net_damage += n;
        if (n > grip) return true;
        grip -= n;
        return false;
    }

    // SUCCESS: the run goes on.
    Cause encounter(int id) {
        if (id == 5) {
            if (credits < 3) return ICE;
            credits -= 3;
        }
        const Break way = breaks[state][id];
        if (way.all <= credits && way.all - way.must <= 6) {
            credits -= way.all;
            state = way.after_all;
            return SUCCESS;
        }
        const bool must = ICES[id].must && way.must <= credits;  // broken, and no other
        if (must) {
            credits -= way.must;
            state = way.after_must;
        }
        switch (id) {
            case 0: case 4: case 5: case 10: return must ? SUCCESS : ICE;
            case 1: lose(1); return must ? SUCCESS : ICE;
            case 2: return net(3) ? FLATLINED : SUCCESS;
            case 3: case 8: tags += trace_succeeds(3); return SUCCESS;
            case 6:
                lose(2);
                state = without_program[without_program[state]];
                return must ? SUCCESS : ICE;
            case 7:
                if (trace_succeeds(3)) lose(3);
                return !must && trace_succeeds(2) ? ICE : SUCCESS;
            case 9: state = without_program[state]; return must ? SUCCESS : ICE;
            case 11:
                if (trace_succeeds(3)) lose(2);
                return !must && trace_succeeds(3) ? ICE : SUCCESS;
            case 12:
                if (net(1)) return FLATLINED;
                tags += 1;
                return must ? SUCCESS : ICE;
            default:
                if (net(1)) return FLATLINED;
                return must ? SUCCESS : ICE;
        }
    }
};

template <Server SERVER>
inline void play(uint64_t key, Tally& tally) {
    const uint64_t word = mix64(key), second = mix64(key + 0x9E3779B97F4A7C15);
    Game game;
    game.traces = second;
    game.corp = 4 + int(word & 15);
    const uint32_t unknown = ice_orders[(word >> 32) * 1320 >> 32];
    constexpr int PIECES = 3;
    Cause cause = SUCCESS;
    for (int place = 0; place < PIECES; ++place) {
        const bool rezzed = (SERVER == REMOTE && place == 0) || (SERVER == HQ && place == 2);
        int id;
        if (SERVER == REMOTE) id = place == 0 ? 12 : unknown >> 8 * (place - 1) & 255;
        else if (SERVER == HQ) id = place == 2 ? 13 : unknown >> 8 * place & 255;
        else id = unknown >> 8 * place & 255;
        if (!rezzed && ICES[id].rez > game.corp) {
            if (place + 1 < PIECES && game.grip < 2) { cause = JACKED_OUT; break; }
            if (SERVER == HQ && place == 1 && breaks[game.state][13].must > game.credits) {
                cause = JACKED_OUT;
                break;
            }
            continue;
        }
        if (!rezzed) game.corp -= ICES[id].rez;
        cause = game.encounter(id);
        if (cause != SUCCESS) break;
        if (place + 1 == PIECES) break;
        if (game.grip < 2 ||
            (SERVER == HQ && place == 1 && breaks[game.state][13].must > game.credits)) {
            cause = JACKED_OUT;
            break;
        }
    }
    int points = 0, trashed = 0;
    if (cause == SUCCESS) {
        auto access = [&](uint8_t card) {
            if (card >= AGENDA) points += card - AGENDA;
            else if (card && card <= game.credits) { game.credits -= card; ++trashed; }
        };
        const uint32_t draw = uint32_t(word >> 4) & 0xFFFFFFF;  // 28 bits for the cards
        constexpr uint64_t ONE = uint64_t(1) << 28;
        uint64_t rest = uint64_t(draw) * 40;
        const unsigned first = unsigned(rest >> 28);
        access(deck[first]);
        if (SERVER == REMOTE) access(5);
        else {
            rest = (rest & (ONE - 1)) * 39;
            unsigned next = unsigned(rest >> 28);
            const unsigned two = next + (next >= first);
            access(deck[two]);
            if (SERVER == RD) {
                rest = (rest & (ONE - 1)) * 38;
                next = unsigned(rest >> 28);
                const unsigned low = first < two ? first : two, high = first < two ? two : first;
                next += next >= low;
                next += next >= high;
                access(deck[next]);
            }
        }
        tally.accesses += SERVER == RD ? 3 : 2;
    }
    ++tally.causes[cause];
    ++tally.credits[12 - game.credits];
    ++tally.points[points];
    tally.net_damage += game.net_damage;
    tally.tags += game.tags;
    tally.trashed += trashed;
}

template <Server SERVER>
void play_many(uint64_t seed, uint64_t first, uint64_t count, Tally& tally) {
    Tally mine;
    for (uint64_t game = first; game < first + count; ++game)
        play<SERVER>(mix64(seed + game * 0x9E3779B97F4A7C15), mine);
    mine.games = count;
    tally += mine;
}

// ---- what is printed --------------------------------------------------------------------

struct Expected {
    const char* server;
    double causes[4], credits, points, net_damage, tags, trashed, accesses;
    double credits_histogram[13], points_histogram[7];
};
const Expected EXPECTED[2] = {
    {"remote", {0.857481060606, 0.142518939394, 0, 0}, 10.54322522096, 0.385866477273, 0.046875,
     0.024266098485, 0.191163589015, 1.714962121212,
     {0, 0, 0, 0, 0, 0, 0, 0, 0.109824810606, 0.127789614899, 0.221529750631, 0.191047190657,
      0.349808633207},
     {0.807066761364, 0.04287405303, 0.107185132576, 0.04287405303, 0, 0, 0}},
    {"hq", {0.50946969697, 0.026041666667, 0.464488636364, 0}, 10.398700951826, 0.458522727273,
     0.226325757576, 0.008562184343, 0.029030084499, 1.018939393939,
     {0, 0, 0, 0, 0, 0, 0, 0.054450757576, 0.146425189394, 0.138295818765, 0.077126432595,
      0.174204181235, 0.409497620435},
     {0.794252622378, 0.040496309246, 0.101893939394, 0.047027972028, 0.009144327894,
      0.006531662782, 0.000653166278}}};

bool close(const char* server, const char* what, double found, double expected, double error) {
    const bool good = std::fabs(found - expected) <= 5 * error + 1e-11;
    if (!good) std::printf("%s %s: %.6f, expected %.6f\n", server, what, found, expected);
    return good;
}

// Every figure within five standard errors; the greatest deviation of a mean here is 2 per game.
bool check(const Expected& expected, const Tally& tally) {
    const double n = double(tally.games);
    auto share = [&](const char* what, uint64_t count, double p) {
        return close(expected.server, what, count / n, p, std::sqrt(p * (1 - p) / n));
    };
    bool good = true;
    double credits = 0, points = 0;
    for (int k = 0; k < 4; ++k) good &= share("cause", tally.causes[k], expected.causes[k]);
    for (int k = 0; k < 13; ++k) {
        good &= share("credits", tally.credits[k], expected.credits_histogram[k]);
        credits += k * double(tally.credits[k]);
    }
    for (int k = 0; k < 10; ++k) {
        good &= share("points", tally.points[k], k < 7 ? expected.points_histogram[k] : 0);
        points += k * double(tally.points[k]);
    }
    const double error = 2 / std::sqrt(n);
    good &= close(expected.server, "mean credits", credits / n, expected.credits, error);
    good &= close(expected.server, "mean points", points / n, expected.points, error);
    good &= close(expected.server, "net damage", tally.net_damage / n, expected.net_damage, error);
    good &= close(expected.server, "tags", tally.tags / n, expected.tags, error);
    good &= close(expected.server, "trashed", tally.trashed / n, expected.trashed, error);
    good &= close(expected.server, "accesses", tally.accesses / n, expected.accesses, error);
    return good;
}

double thread_seconds() {
    timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

int main(int argc, char** argv) {
    int threads = 1, rounds = 1;
    uint64_t games = 3'000'000;
    bool checking = false;
    for (int at = 1; at < argc; ++at) {
        if (!std::strcmp(argv[at], "--check")) checking = true;
        else if (at + 1 < argc && !std::strcmp(argv[at], "--threads")) threads = std::atoi(argv[++at]);
        else if (at + 1 < argc && !std::strcmp(argv[at], "--rounds")) rounds = std::atoi(argv[++at]);
        else if (at + 1 < argc && !std::strcmp(argv[at], "--games")) games = std::strtoull(argv[++at], nullptr, 10);
        else { std::fprintf(stderr, "what is %s?\n", argv[at]); return 2; }
    }
    make_deck();
    explore_rig();
    if (checking) {
        bool good = true;
        for (uint64_t seed : {1, 2, 3}) {
            Tally remote, hq;
            play_many<REMOTE>(mix64(seed), 0, 20'000'000, remote);
            play_many<HQ>(mix64(seed), 0, 20'000'000, hq);
            good &= check(EXPECTED[0], remote) && check(EXPECTED[1], hq);
        }
        std::printf("%s\n", good ? "all figures as expected" : "NOT as expected");
        return good ? 0 : 1;
    }
    for (int round = 0; round < rounds; ++round) {  // games: of each thread, in equal thirds
        std::vector<Tally> tallies(threads);
        std::vector<double> seconds(threads);
        std::vector<std::thread> workers;
        const auto start = std::chrono::steady_clock::now();
        for (int number = 0; number < threads; ++number)
            workers.emplace_back([&, number] {
                const double begin = thread_seconds();
                const uint64_t third = games / 3, first = uint64_t(number) * third;
                play_many<REMOTE>(mix64(1), first, third, tallies[number]);
                play_many<HQ>(mix64(1), first, third, tallies[number]);
                play_many<RD>(mix64(1), first, third, tallies[number]);
                seconds[number] = thread_seconds() - begin;
            });
        for (auto& worker : workers) worker.join();
        const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
        Tally total;
        double used = 0;
        for (int number = 0; number < threads; ++number) {
            total += tallies[number];
            used += seconds[number];
        }
        std::printf("%.3f million games/s per thread, %.3f in all on %d threads\n",
                    double(total.games) / used / 1e6, double(total.games) / wall.count() / 1e6, threads);
        std::fflush(stdout);
    }
}
