/*
 * Random fork-join programs, once on one strand and once with continuations stolen at random: every
 * figure of every site must be the same, to the integer, and the samples of every path.
 *
 * A program is a list of events in serial order. The parallel run follows it too, but keeps for each
 * strand the frames that could be stolen from it, oldest first, and has some stolen before an event
 * happens: so a thief comes at once, or when the victim is deep inside a child. What the thief runs
 * is reported to its strand.
 */
#include "engine/strand/steal.h"
#include "tests/check.h"
#include "tests/engine/strand_test.h"

enum { MAX_EVENTS = 20000, MAX_STRANDS = 2000, SITES = 44, SPLITS = 4, FUNCTIONS = 8, LABELS = 4 };

enum { PATHS = 20 };

enum kind {
    CALL,
    RETURN,
    SPAWN,
    SPAWN_RETURN,
    SYNC,
    LEAF,
    SPAWN_LEAF,
    SPLIT,
    SAMPLE,
    REGION,
    REGION_END
};

struct event {
    enum kind kind;
    uint32_t site, function; /* of a region: its label and its id */
    uint64_t cost, inside;
};

struct offer {
    uint64_t depth;
    struct line *thief;
};

/* A strand of the parallel run. */
struct line {
    struct sw_strand strand;
    struct line *left, *next_free;
    struct offer *offers[64];
    int n_offers;
};

static struct event events[MAX_EVENTS];
static size_t n_events;
static struct sw_arena arena;
static struct line lines[MAX_STRANDS], *free_lines;
static size_t n_lines;
static uint64_t rng, max_cost, burden, steals, joins_of_regions;
static uint32_t eagerness; /* a steal before one event in so many */
static int fuel, region_id;

static uint32_t rnd(uint32_t n)
{
    rng = rng * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(rng >> 33) % n;
}

/* --- a program --- */

static void add(enum kind kind, uint32_t site, uint32_t function)
{
    uint64_t cost = rnd(3) ? rnd((uint32_t)max_cost + 1) : 0;
    uint64_t inside = rnd(3) ? rnd((uint32_t)max_cost + 1) : 0;
    if (n_events < MAX_EVENTS)
        events[n_events++] = (struct event){kind, site, function, cost, inside};
    fuel--;
}

static void make_body(uint32_t function, int depth)
{
    int statements = 1 + (int)rnd(7), open_region = 0;
    while (statements-- && fuel > 0) {
        uint32_t site = 2 + (function * 5 + rnd(5)) % (SITES - SPLITS - 2), what = rnd(15);
        bool same = site % 7 == 3;
        uint32_t callee = same ? 0 : 1 + (site * 2654435761u >> 7) % FUNCTIONS;
        if (what < 2) {
            add(rnd(2) ? LEAF : SPAWN_LEAF, site, 0);
        } else if (what < 8 && depth) {
            bool spawned = what >= 4;
            add(spawned ? SPAWN : CALL, site, callee);
            make_body(same ? function : callee, depth - 1);
            add(spawned ? SPAWN_RETURN : RETURN, 0, 0);
        } else if (what < 9) {
            add(SYNC, 0, 0);
        } else if (what > 12) {
            add(SAMPLE, 1 + rnd(PATHS - 1), 0);
        } else if (what == 12) {
            add(SPLIT, rnd(4) ? SITES - 1 - rnd(SPLITS) : 0, 0);
        } else if (what < 10 && !open_region) {
            open_region = ++region_id;
            add(REGION, rnd(LABELS), (uint32_t)open_region);
        } else if (open_region) {
            add(REGION_END, 0, (uint32_t)open_region);
            open_region = 0;
        }
    }
    if (open_region)
        add(REGION_END, 0, (uint32_t)open_region);
}

/* --- on one strand --- */

static bool report(struct sw_strand *s, const struct event *e)
{
    switch (e->kind) {
    case CALL:
        sw_event_call(s, e->site, e->function, e->cost);
        return true;
    case RETURN:
        sw_event_return(s, e->cost);
        return true;
    case SPAWN:
        sw_event_spawn(s, e->site, e->function, e->cost);
        return true;
    case SPAWN_RETURN:
        sw_event_spawn_return(s, e->cost);
        return true;
    case SYNC:
        sw_event_sync(s, e->cost);
        return true;
    case LEAF:
        test_event_leaf(s, e->site, e->cost, e->inside);
        return true;
    case SPAWN_LEAF:
        test_event_spawn_leaf(s, e->site, e->cost, e->inside);
        return true;
    case SPLIT:
        sw_event_split(s, e->site, e->cost);
        return true;
    case SAMPLE:
        sw_event_sample(s, e->site, e->inside);
        sw_event_pass(s, e->cost);
        return true;
    case REGION:
        sw_event_region(s, e->site, e->function, e->cost);
        return true;
    default:
        return sw_event_region_end(s, e->function, e->cost);
    }
}

/* --- on many --- */

static struct line *line_take(void)
{
    struct line *l = free_lines;
    if (l) {
        free_lines = l->next_free;
        return l;
    }
    if (n_lines == MAX_STRANDS) {
        fputs("too many strands\n", stderr);
        exit(1);
    }
    l = &lines[n_lines++];
    memset(l, 0, sizeof *l);
    if (!sw_strand_make(&l->strand, &arena, 2, 100000, 2, burden)) {
        fputs("no memory for a strand\n", stderr);
        exit(1);
    }
    return l;
}

static void maybe_steal(struct line *l)
{
    if (rnd(eagerness))
        return;
    for (int i = 0; i < l->n_offers; i++) {
        struct offer *o = l->offers[i];
        if (o->thief)
            continue;
        o->thief = line_take();
        o->thief->left = l;
        o->thief->n_offers = 0;
        sw_strand_steal(&o->thief->strand, &l->strand, l->strand.frames + o->depth, FUNCTIONS + 1);
        steals++;
        return;
    }
}

/* Everything that was stolen of a frame comes back, the last first. */
static struct line *join(struct line *first, struct line *last)
{
    while (last != first) {
        struct line *left = last->left;
        sw_strand_join(&left->strand, &last->strand);
        last->next_free = free_lines;
        free_lines = last;
        last = left;
    }
    return first;
}

/* The body of a frame that was opened on `first`, from event i to its return. */
static size_t run(struct line *first, size_t i)
{
    struct line *at = first;
    for (; i < n_events; i++) {
        const struct event *e = &events[i];
        maybe_steal(at);
        if (e->kind == RETURN || e->kind == SPAWN_RETURN) {
            at = join(first, at);
            report(&at->strand, e);
            return i;
        }
        struct offer offer = {sw_strand_depth(&at->strand), NULL};
        if (!report(&at->strand,
                    e)) { /* a region that began before the steal: as if behind a sync */
            at = join(first, at);
            joins_of_regions++;
            sw_event_region_end(&at->strand, e->function, 0);
        }
        if (e->kind == CALL) {
            i = run(at, i + 1);
        } else if (e->kind == SPAWN) {
            bool offered = at->n_offers < 64;
            if (offered)
                at->offers[at->n_offers++] = &offer;
            i = run(at, i + 1);
            at->n_offers -= offered;
            if (offer.thief)
                at = offer.thief;
        } else if (e->kind == SYNC || rnd(40) == 0) { /* or waits without a sync */
            at = join(first, at);
        }
    }
    join(first, at);
    return i;
}

/* --- both --- */

static struct sums all_off(uint32_t site)
{
    struct sums s = {0};
    for (size_t i = 0; i < n_lines; i++)
        sums_add(&s, &lines[i].strand.off, site);
    sums_add(&s, &lines[0].strand.root, site);
    return s;
}

static void compare_samples(const struct strand_test *serial)
{
    const struct sw_strand *s = &serial->strand;
    uint64_t span[PATHS] = {0}, off[PATHS] = {0}, got_span[PATHS] = {0}, got_off[PATHS] = {0};
    sw_prof_sum_samples(&s->pool, &s->root, span, PATHS);
    sw_prof_sum_samples(&s->pool, &s->off, off, PATHS);
    s = &lines[0].strand;
    sw_prof_sum_samples(&s->pool, &s->root, got_span, PATHS);
    for (size_t i = 0; i < n_lines; i++) {
        s = &lines[i].strand;
        sw_prof_sum_samples(&s->pool, &s->off, got_off, PATHS);
    }
    CHECK(!memcmp(span, got_span, sizeof span));
    CHECK(!memcmp(off, got_off, sizeof off));
}

static void compare(const struct strand_test *serial)
{
    compare_samples(serial);
    struct sw_position a = sw_strand_position(&serial->strand);
    struct sw_position b = sw_strand_position(&lines[0].strand);
    CHECK(!memcmp(&a, &b, sizeof a));
    for (uint64_t class = 0; class < SW_RELIEF_CLASSES; class ++)
        CHECK_EQ(sw_relief_of(&lines[0].strand.relief, class),
                 sw_relief_of(&serial->strand.relief, class));
    for (uint32_t site = 1; site < SITES; site++) {
        struct sums span = on_span(serial, site), work = on_work(serial, site), got = {0};
        sums_add(&got, &lines[0].strand.root, site);
        CHECK(!memcmp(&span, &got, sizeof got));
        got = all_off(site);
        CHECK(!memcmp(&work, &got, sizeof got));
    }
    for (int label = 0; label < LABELS && !joins_of_regions; label++) {
        struct sw_region_sums sum = {0}, none = {0};
        const struct sw_regions *want = serial->strand.regions;
        for (size_t i = 0; i < n_lines; i++) {
            const struct sw_regions *r = lines[i].strand.regions;
            const uint64_t *from = r ? &r->sums[label].count : &none.count;
            for (size_t k = 0; k < sizeof sum / sizeof *from; k++)
                (&sum.count)[k] += from[k];
        }
        CHECK(!memcmp(&sum, want ? &want->sums[label] : &none, sizeof sum));
    }
}

static void one_program(uint64_t seed)
{
    static struct strand_test serial;
    rng = seed * 0x9e3779b97f4a7c15u + 1;
    rnd(2);
    max_cost = (uint64_t[]){1, 3, 10, 1000, 1000000}[rnd(5)];
    fuel = 10 + (int)rnd(rnd(8) ? 200 : 3000);
    burden = rnd(3) ? rnd(50) : 5000;
    eagerness = 1 + rnd(12);
    n_events = n_lines = 0;
    free_lines = NULL;
    joins_of_regions = 0;
    make_body(ROOT_FUNCTION, 3 + (int)rnd(12));
    strand_test_init(&serial, 64 << 20, 2000, burden);
    for (size_t i = 0; i < n_events; i++)
        report(&serial.strand, &events[i]);
    sw_strand_finish(&serial.strand);

    size_t bytes = 16ull << 30;
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    sw_arena_init(&arena, memory, bytes);
    struct line *first = line_take();
    memset(first, 0, sizeof *first);
    if (!test_strand_init(&first->strand, &arena, 2000, burden, ROOT_SITE, ROOT_FUNCTION))
        exit(1);
    run(first, 0);
    sw_strand_finish(&first->strand);
    for (size_t i = 1; i < n_lines; i++)
        sw_prof_flatten(&lines[i].strand.pool, &lines[i].strand.off);
    compare(&serial);
    strand_test_release(&serial);
    munmap(memory, bytes);
}

int main(int argc, char **argv)
{
    uint64_t programs = argc > 1 ? strtoull(argv[1], NULL, 0) : 6000;
    for (uint64_t seed = 1; seed <= programs; seed++) {
        unsigned before = check_failed;
        one_program(seed);
        if (check_failed != before && check_failed < 40)
            fprintf(stderr, "^ in program %" PRIu64 " (%zu events)\n", seed, n_events);
    }
    printf("%" PRIu64 " programs, %" PRIu64 " steals\n", programs, steals);
    CHECK(steals > programs);
    return check_done();
}
