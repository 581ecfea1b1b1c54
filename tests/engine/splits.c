/*
 * Random programs, each on three strands at once: as it is; with its functions split; and with every
 * piece of a function's own cost, from one event to the next, as a leaf that is called there. The
 * first two must have the same work and span, and the same figures of every site but for what is
 * local; the last two the same local figures too, of the splits' own sites as well.
 */
#include "tests/check.h"
#include "tests/engine/strand_test.h"

enum { SITES = 30, SPLITS = 6, FIRST_SPLIT = SITES - SPLITS, FUNCTIONS = 5 };

static struct strand_test plain, split, leaves;
static uint64_t rng, max_cost, passed[SITES];
static int fuel;

static uint32_t rnd(uint32_t n)
{
    rng = rng * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(rng >> 33) % n;
}

/* The cost up to the next event, which happens where `in` has the time: told to the third strand. */
static uint64_t cost(uint32_t in)
{
    uint64_t c = rnd(3) ? rnd((uint32_t)max_cost + 1) : 0;
    if (in)
        test_event_leaf(&leaves.strand, in, 0, c);
    else
        sw_event_pass(&leaves.strand, c);
    return c;
}

/* A function's body, up to its return. */
static uint32_t body(uint32_t function, int depth)
{
    uint32_t in = 0;
    for (int statements = 1 + (int)rnd(8); statements-- && fuel-- > 0;) {
        uint32_t what = rnd(10), site = 2 + (function * 5 + rnd(5)) % (FIRST_SPLIT - 2);
        uint32_t callee = 1 + site % FUNCTIONS;
        uint64_t c = cost(in);
        if (what < 3) {
            in = rnd(4) ? FIRST_SPLIT + rnd(SPLITS) : 0;
            passed[in]++;
            sw_event_pass(&plain.strand, c);
            sw_event_split(&split.strand, in, c);
        } else if (what < 5) {
            sw_event_sync(&plain.strand, c);
            sw_event_sync(&split.strand, c);
            sw_event_sync(&leaves.strand, 0);
        } else if (what < 7 || !depth) {
            uint64_t inside = rnd(50);
            test_event_spawn_leaf(&plain.strand, site, c, inside);
            test_event_spawn_leaf(&split.strand, site, c, inside);
            test_event_spawn_leaf(&leaves.strand, site, 0, inside);
        } else if (what < 8) {
            sw_event_call(&plain.strand, site, callee, c);
            sw_event_call(&split.strand, site, callee, c);
            sw_event_call(&leaves.strand, site, callee, 0);
            c = cost(body(callee, depth - 1));
            sw_event_return(&plain.strand, c);
            sw_event_return(&split.strand, c);
            sw_event_return(&leaves.strand, 0);
        } else {
            sw_event_spawn(&plain.strand, site, callee, c);
            sw_event_spawn(&split.strand, site, callee, c);
            sw_event_spawn(&leaves.strand, site, callee, 0);
            c = cost(body(callee, depth - 1));
            sw_event_spawn_return(&plain.strand, c);
            sw_event_spawn_return(&split.strand, c);
            sw_event_spawn_return(&leaves.strand, 0);
        }
    }
    return in;
}

static void compare_positions(void)
{
    struct sw_position a = sw_strand_position(&plain.strand);
    struct sw_position b = sw_strand_position(&split.strand);
    struct sw_position c = sw_strand_position(&leaves.strand);
    CHECK(!memcmp(&a, &b, sizeof a));
    CHECK(!memcmp(&b, &c, sizeof b));
}

static void compare_sites(void)
{
    uint64_t work = 0, span = 0;
    for (uint32_t site = 1; site < SITES; site++) {
        struct sums a = on_work(&plain, site), b = on_work(&split, site),
                    c = on_work(&leaves, site);
        struct sums as = on_span(&plain, site), bs = on_span(&split, site),
                    cs = on_span(&leaves, site);
        work += b.local_work;
        span += bs.local_span;
        CHECK_EQ(b.local_work, c.local_work);
        CHECK_EQ(bs.local_work, cs.local_work);
        CHECK_EQ(bs.local_span, cs.local_span);
        CHECK_EQ(b.work, c.work);
        CHECK_EQ(bs.caller_span, cs.caller_span);
        if (site >= FIRST_SPLIT) {
            CHECK_EQ(b.local_count, passed[site]);
            continue;
        }
        CHECK(!memcmp(&b, &c, sizeof b) && !memcmp(&bs, &cs, sizeof bs));
        a.local_work = a.local_span = b.local_work = b.local_span = 0;
        as.local_work = as.local_span = bs.local_work = bs.local_span = 0;
        CHECK(!memcmp(&a, &b, sizeof a) && !memcmp(&as, &bs, sizeof as));
    }
    for (uint64_t class = 0; class < SW_RELIEF_CLASSES; class ++)
        CHECK_EQ(sw_relief_of(&split.strand.relief, class),
                 sw_relief_of(&leaves.strand.relief, class));
    CHECK_EQ(work, sw_strand_position(&split.strand).work);
    CHECK_EQ(span, sw_strand_position(&split.strand).span);
}

static void one_program(uint64_t seed)
{
    rng = seed * 0x9e3779b97f4a7c15u + 1;
    rnd(2);
    max_cost = (uint64_t[]){1, 3, 10, 1000}[rnd(4)];
    fuel = 10 + (int)rnd(rnd(8) ? 200 : 3000);
    memset(passed, 0, sizeof passed);
    uint64_t burden = rnd(3) ? rnd(50) : 5000;
    strand_test_init(&plain, 64 << 20, 2000, burden);
    strand_test_init(&split, 64 << 20, 2000, burden);
    strand_test_init(&leaves, 64 << 20, 2000, burden);
    uint64_t c = cost(body(ROOT_FUNCTION, 3 + (int)rnd(10)));
    sw_event_pass(&plain.strand, c);
    sw_event_pass(&split.strand, c);
    sw_strand_finish(&plain.strand);
    sw_strand_finish(&split.strand);
    sw_strand_finish(&leaves.strand);
    compare_positions();
    compare_sites();
    strand_test_release(&plain);
    strand_test_release(&split);
    strand_test_release(&leaves);
}

int main(int argc, char **argv)
{
    uint64_t programs = argc > 1 ? strtoull(argv[1], NULL, 0) : 4000;
    for (uint64_t seed = 1; seed <= programs; seed++) {
        unsigned before = check_failed;
        one_program(seed);
        if (check_failed != before && check_failed < 40)
            fprintf(stderr, "^ in program %" PRIu64 "\n", seed);
    }
    return check_done();
}
