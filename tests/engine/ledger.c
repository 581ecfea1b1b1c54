/* The ledger of cores' time on invented times: what is claimed, divided, moved; and against brute force. */
#include "engine/ledger/ledger.h"
#include "tests/check.h"

#include <stdlib.h>

enum { ROOM = 64 };

static struct sw_ledger l;
static struct sw_ledger_row rows[ROOM];

static void begin(uint16_t room)
{
    memset(rows, 0, sizeof rows);
    sw_ledger_init(&l, rows, room);
}

static void pass(uint64_t time, enum sw_ledger_reason reason, uint32_t cores, uint32_t work)
{
    uint32_t all[SW_LEDGER_REASONS] = {0};
    all[reason] = cores;
    all[SW_LEDGER_WORK] += work;
    sw_ledger_pass(&l, all, time);
}

static const struct sw_ledger_row *row_of(enum sw_ledger_reason reason, uint32_t place)
{
    static const struct sw_ledger_row none;
    for (uint16_t i = 0; i < l.n; i++)
        if (rows[i].reason == reason && rows[i].place == place)
            return &rows[i];
    return &none;
}

static uint64_t lost(enum sw_ledger_reason reason, uint32_t place)
{
    return row_of(reason, place)->time;
}

static void test_claims(void)
{
    begin(ROOM);
    uint16_t a = sw_ledger_claim(&l, SW_LEDGER_LOCK, 7);
    pass(10, SW_LEDGER_LOCK, 3, 1);
    uint16_t b = sw_ledger_claim(&l, SW_LEDGER_LOCK, 9), c = sw_ledger_claim(&l, SW_LEDGER_LOCK, 9);
    CHECK_EQ(b, c);
    pass(10, SW_LEDGER_LOCK, 3, 1); /* a third, and two thirds */
    sw_ledger_unclaim(&l, a);
    sw_ledger_unclaim(&l, b);
    pass(10, SW_LEDGER_LOCK, 3, 1);
    sw_ledger_unclaim(&l, c);
    pass(10, SW_LEDGER_LOCK, 3, 1); /* nobody claims it */
    CHECK_EQ(lost(SW_LEDGER_LOCK, 7), 30 + 10);
    CHECK_EQ(lost(SW_LEDGER_LOCK, 9), 20 + 30);
    CHECK_EQ(lost(SW_LEDGER_LOCK, 0), 30);
    CHECK_EQ(lost(SW_LEDGER_WORK, 0), 40);
    CHECK_EQ(l.sums[SW_LEDGER_LOCK], 120);
}

/* Nothing is lost by rounding. */
static void test_rounding(void)
{
    begin(ROOM);
    for (uint32_t place = 1; place <= 3; place++)
        sw_ledger_claim(&l, SW_LEDGER_BARRIER, place);
    pass(100, SW_LEDGER_BARRIER, 1, 0);
    uint64_t sum = 0;
    for (uint32_t place = 1; place <= 3; place++) {
        uint64_t time = lost(SW_LEDGER_BARRIER, place);
        CHECK(time >= 30 && time <= 37);
        sum += time;
    }
    CHECK_EQ(sum, 100);
}

/* Without room for a place it is place 0's, and that is known; without any room sums are left. */
static void test_room(void)
{
    begin(SW_LEDGER_REASONS + 1);
    sw_ledger_claim(&l, SW_LEDGER_LOCK, 1);
    CHECK(!l.is_full);
    uint16_t none = sw_ledger_claim(&l, SW_LEDGER_LOCK, 2);
    CHECK(l.is_full);
    pass(10, SW_LEDGER_LOCK, 2, 0);
    CHECK_EQ(lost(SW_LEDGER_LOCK, 1), 10);
    CHECK_EQ(lost(SW_LEDGER_LOCK, 0), 10);
    sw_ledger_unclaim(&l, none);
    begin(0);
    CHECK_EQ(sw_ledger_claim(&l, SW_LEDGER_LOCK, 1), 0);
    pass(10, SW_LEDGER_LOCK, 2, 1);
    sw_ledger_move(&l, SW_LEDGER_OVERHEAD, 1, 4);
    CHECK_EQ(l.sums[SW_LEDGER_LOCK], 20);
    CHECK_EQ(l.sums[SW_LEDGER_WORK], 6);
    CHECK_EQ(l.sums[SW_LEDGER_OVERHEAD], 4);
}

/* What is lost in the first tenth stays there, however long the run gets. */
static void test_when(void)
{
    begin(ROOM);
    pass(1000, SW_LEDGER_SERIAL, 3, 1);
    pass(9000, SW_LEDGER_WORK, 0, 4);
    const struct sw_ledger_row *row = row_of(SW_LEDGER_SERIAL, 0);
    uint64_t first = 0, sum = 0;
    for (int k = 0; k < SW_LEDGER_STRETCHES; k++) {
        first += ((uint64_t)k << l.shift) < 1000 ? row->when[k] : 0;
        sum += row->when[k];
    }
    CHECK_EQ(first, 3000);
    CHECK_EQ(sum, row->time);
    uint64_t length = (uint64_t)SW_LEDGER_STRETCHES << l.shift;
    CHECK(length >= 10000 && length < 20000);
}

static void test_move(void)
{
    begin(ROOM);
    sw_ledger_move(&l, SW_LEDGER_OVERHEAD, 5, 30); /* before it has passed */
    pass(100, SW_LEDGER_WORK, 0, 2);
    CHECK_EQ(lost(SW_LEDGER_OVERHEAD, 5), 30);
    CHECK_EQ(lost(SW_LEDGER_WORK, 0), 170);
}

static uint64_t seed;
static uint32_t any(uint32_t below)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(seed >> 33) % below;
}

/* Claims come and go, cores are lost as it happens; beside it all is counted in parts of a unit, claim by claim. */
static void random_run(uint64_t number)
{
    enum { PLACES = 5, CLAIMS = 40, CORES = 8 };
    static double want[SW_LEDGER_REASONS][PLACES];
    struct {
        enum sw_ledger_reason reason;
        uint32_t place;
        uint16_t row;
    } claims[CLAIMS];
    uint32_t n = 0, steps = 200;
    uint64_t time = 0, sum = 0, sums[SW_LEDGER_REASONS] = {0};
    seed = number;
    memset(want, 0, sizeof want);
    begin(ROOM);
    for (uint32_t step = 0; step < steps; step++) {
        if (n < CLAIMS && any(2)) {
            claims[n].reason = (enum sw_ledger_reason)(1 + any(SW_LEDGER_REASONS - 1));
            claims[n].place = any(PLACES);
            claims[n].row = sw_ledger_claim(&l, claims[n].reason, claims[n].place);
            n++;
        } else if (n) {
            uint32_t i = any(n);
            sw_ledger_unclaim(&l, claims[i].row);
            claims[i] = claims[--n];
        }
        uint32_t cores[SW_LEDGER_REASONS] = {0}, dt = any(1000);
        if (any(2)) {
            int reason = 1 + (int)any(SW_LEDGER_REASONS - 1);
            cores[reason] = any(CORES);
            cores[SW_LEDGER_WORK] = CORES - cores[reason];
            sw_ledger_pass_one(&l, cores[SW_LEDGER_WORK], (enum sw_ledger_reason)reason,
                               cores[reason], dt);
        } else {
            for (int i = 0; i < CORES; i++)
                cores[any(SW_LEDGER_REASONS)]++;
            sw_ledger_pass(&l, cores, dt);
        }
        time += dt;
        for (int k = 0; k < SW_LEDGER_REASONS; k++) {
            double mine = 0;
            for (uint32_t i = 0; i < n; i++)
                mine += (int)claims[i].reason == k;
            for (uint32_t i = 0; i < n; i++)
                if ((int)claims[i].reason == k)
                    want[k][claims[i].place] += (double)cores[k] * dt / mine;
            if (!mine)
                want[k][0] += (double)cores[k] * dt;
        }
    }
    for (uint16_t i = 0; i < l.n; i++) {
        uint64_t in_all = 0;
        for (int k = 0; k < SW_LEDGER_STRETCHES; k++)
            in_all += rows[i].when[k];
        CHECK_EQ(in_all, rows[i].time);
        double error = (double)rows[i].time - want[rows[i].reason][rows[i].place];
        CHECK(error > -2. * steps - 20 && error < 2. * steps + 20);
        sum += rows[i].time;
        sums[rows[i].reason] += rows[i].time;
    }
    CHECK_EQ(sum, CORES * time);
    for (int k = 0; k < SW_LEDGER_REASONS; k++)
        CHECK_EQ(sums[k], l.sums[k]);
}

int main(int argc, char **argv)
{
    test_claims();
    test_rounding();
    test_room();
    test_when();
    test_move();
    for (uint64_t i = 1; i <= (argc > 1 ? strtoul(argv[1], NULL, 0) : 1000); i++)
        random_run(i);
    return check_done();
}
