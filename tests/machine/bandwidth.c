/* What memory bandwidth costs, on invented machines with invented traffic and times. */
#include "analysis/memory/bandwidth.h"
#include "analysis/memory/sections.h"
#include "tests/check.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#define NEAR(a, b) CHECK(fabs((a) - (double)(b)) <= 1e-6 * fabs((double)(b)))
#define MACHINE                                                                                 \
    "spanwise machine 1\nprocessors = 16\nl2_bytes = 131072\nllc_bytes = 1048576\nllc_cores = " \
    "16\n"                                                                                      \
    "bandwidth_mb_s = points 1:10000 16:40000\n"

static struct sw_machine machine(const char *text)
{
    struct sw_machine m;
    char why[200];
    CHECK_EQ(sw_machine_parse(&m, text, "test", why, sizeof why), 0);
    return m;
}

/* So many bytes with caches of less than 2^17 << `fits`, and none with larger ones. Half of it written back. */
static struct sw_traffic traffic(uint64_t bytes, unsigned fits)
{
    struct sw_traffic t = {0};
    for (unsigned h = 0; h < SW_LINE_HASHES; h++)
        for (unsigned i = 0; i < fits && i < SW_CAPACITIES; i++)
            t.fills[h][i] = t.back[h][i] = (uint32_t)(bytes >> (SW_LINE_LOG + SW_FOLLOWED_LOG + 1));
    return t;
}

static void check_traffic(void)
{
    struct sw_traffic t = traffic(1 << 30, 4); /* not with 2 MB */
    NEAR(sw_traffic_at(&t, 1), 1 << 30);
    NEAR(sw_traffic_at(&t, 1 << 20), 1 << 30);
    NEAR(sw_traffic_at(&t, 1482910.4), 1 << 29); /* half way, as factors go */
    CHECK(sw_traffic_at(&t, 1 << 21) == 0);
    t = traffic(1 << 30, SW_CAPACITIES);
    NEAR(sw_traffic_at(&t, 1e15), 1 << 30);
}

static void check_factor(void)
{
    struct sw_machine m = machine(MACHINE);
    CHECK(sw_bandwidth_factor(&m, 5000, 1) == 1);
    CHECK(sw_bandwidth_factor(&m, 5000, 8) == 1); /* all that there is */
    NEAR(sw_bandwidth_factor(&m, 5000, 16), 2);
    NEAR(sw_bandwidth_factor(&m, 20000, 16), 4); /* one core gets 10000 */
    CHECK(sw_bandwidth_factor(&m, 20000, 4) == 1);
    CHECK(sw_bandwidth_factor(&m, 0, 16) == 1);
    NEAR(sw_bandwidth_enough_for(&m, 5000), 8);
    NEAR(sw_bandwidth_enough_for(&m, 1e6), 4);
    CHECK(isinf(sw_bandwidth_enough_for(&m, 2000)));
    sw_machine_release(&m);
    m = machine("spanwise machine 1\nprocessors = 16\n");
    CHECK(sw_bandwidth_factor(&m, 5000, 16) == 1);
    CHECK(isinf(sw_bandwidth_enough_for(&m, 5000)));
    sw_machine_release(&m);
}

#define MS 1000000u

/* A region of 160 ms on 16 cores, 10 ms, that moves as much as it is told; a serial part of 10 ms moves much, to no harm. */
static struct sw_profile simulated(struct sw_traffic *traffics)
{
    static struct sw_simulation s;
    static struct sw_construct c[3];
    static struct sw_site sites[3];
    static struct sw_traffic_piece pieces[3];
    struct sw_profile p;
    sw_profile_init(&p);
    s = (struct sw_simulation){.processors = 16, .time = 20 * MS, .work = 170 * MS, .n = 3};
    c[0] = (struct sw_construct){.site = 0, .work = 10 * MS};
    c[1] = (struct sw_construct){.site = 1,
                                 .kind = SW_CONSTRUCT_PARALLEL,
                                 .elapsed = 10 * MS,
                                 .busy = 160 * MS,
                                 .total_work = 160 * MS};
    c[2] =
        (struct sw_construct){.parent = 1, .site = 2, .work = 160 * MS, .kind = SW_CONSTRUCT_TASK};
    for (uint32_t i = 0; i < 3; i++)
        pieces[i] = (struct sw_traffic_piece){.site = i, .traffic = traffics[i]};
    p.unit = (char *)"ns";
    p.machine = (char *)MACHINE;
    p.simulations = &s, p.n_simulations = 1;
    p.constructs = c, p.n_constructs = 3;
    p.sites = sites, p.n_sites = 3;
    p.memory = (struct sw_memory_pass){.is_there = 1, .pieces = pieces, .n_pieces = 3};
    return p;
}

static double bytes_of(const struct sw_profile *p, uint32_t site)
{
    struct sw_bandwidth b;
    double bytes = 0;
    CHECK_EQ(sw_bandwidth_make(&b, p, 16), 0);
    for (size_t i = 0; i < b.n; i++)
        bytes += b.demands[i].site == site ? b.demands[i].bytes : 0;
    sw_bandwidth_release(&b);
    return bytes;
}

static void check_simulated(void)
{
    struct sw_traffic t[3] = {traffic(1 << 30, 12), traffic(0, 0), traffic(800 << 20, 12)};
    struct sw_profile p = simulated(t);
    struct sw_bandwidth b;
    double mb_s = (800 << 20) / 160e6 * 1e3;
    CHECK_EQ(sw_bandwidth_make(&b, &p, 16), 0);
    CHECK_EQ(b.n, 3);
    CHECK_EQ(b.demands[0].site, 2);
    NEAR(b.demands[0].at_once, 16);
    NEAR(b.demands[0].mb_s, mb_s);
    NEAR(b.demands[0].enough, 40000 / mb_s);
    NEAR(b.demands[0].factor, mb_s * 16 / 40000);
    NEAR(b.slowdown, 1 + (mb_s * 16 / 40000 - 1) / 2); /* the region is half of the time */
    CHECK_EQ(b.demands[1].site, 0); /* all that one core can draw, but by one core */
    NEAR(b.demands[1].mb_s, 10000);
    CHECK(b.demands[1].factor == 1 && b.demands[1].at_once == 1);
    /* If all 170 ms ran on 16 cores at a time, the serial part would want four times what there is. */
    NEAR(b.most, 16 * 170 / (10 * 4 + 160 * (mb_s * 16 / 40000)));
    sw_bandwidth_release(&b);
    p.constructs[0].site = SW_CONSTRUCT_NO_SITE; /* as it is recorded */
    p.sites[0].kind = SW_SITE_ROOT;
    CHECK_EQ(sw_bandwidth_make(&b, &p, 16), 0);
    CHECK_EQ(b.demands[1].site, 0);
    NEAR(b.demands[1].ns, 10e6);
    sw_bandwidth_release(&b);
    t[2] = traffic(800 << 20, 4); /* 16 cores have 3 MB: what 2 MB hold does not move */
    p = simulated(t);
    CHECK_EQ(sw_bandwidth_make(&b, &p, 16), 0);
    CHECK(b.slowdown == 1);
    sw_bandwidth_release(&b);
    /* But a quarter is each thread's own, which has 192 kB: that moves, and is written back; or most of it is used again before that. */
    struct sw_traffic_own *own = &p.memory.pieces[2].own;
    for (unsigned h = 0; h < SW_LINE_HASHES; h++)
        for (unsigned i = 0; i < 4; i++)
            own->fills[h][i] = t[2].fills[h][i] / 4;
    NEAR(bytes_of(&p, 2), 200 << 20);
    for (unsigned h = 0; h < SW_LINE_HASHES; h++)
        for (unsigned i = 1; i < 4; i++)
            own->fills[h][i] = 0;
    NEAR(bytes_of(&p, 2), (200 << 20) * (2 - log2(3)));
    CHECK_EQ(sw_bandwidth_make(&b, &p, 8), -ENODATA); /* that was not simulated */
    sw_bandwidth_release(&b);
    p.unit = (char *)"instructions"; /* how long they take is not known ... */
    CHECK_EQ(sw_bandwidth_make(&b, &p, 16), -ENODATA);
    sw_bandwidth_release(&b);
    p.machine = (char *)MACHINE "ghz = 2\n"; /* ... but with a clock */
    CHECK_EQ(sw_bandwidth_make(&b, &p, 16), 0);
    NEAR(b.demands[0].ns + b.demands[1].ns + b.demands[2].ns, 85e6);
    sw_bandwidth_release(&b);
}

/* What the piece of the region loses to communication on 16 cores, of a machine that has these lines besides. */
static struct sw_demand moving(struct sw_profile *p, const char *text)
{
    struct sw_bandwidth b;
    p->machine = (char *)text;
    CHECK_EQ(sw_bandwidth_make(&b, p, 16), 0);
    struct sw_demand most = b.demands[0];
    CHECK(most.lost_ns == most.moving_ns);
    NEAR(b.slowdown, 1 + most.moving_ns / 20e6);
    sw_bandwidth_release(&b);
    return most;
}

/* A million lines come from other cores. */
static void check_communication(void)
{
    struct sw_traffic t[3] = {traffic(0, 0), traffic(0, 0), traffic(0, 0)};
    struct sw_profile p = simulated(t);
    struct sw_traffic_piece *piece = &p.memory.pieces[2];
    struct sw_demand d;
    piece->moved.transfers = 1000000;
    CHECK(moving(&p, MACHINE).moving_ns == 0); /* what they take is not known */
    d = moving(&p, MACHINE "transfer_ns = 80\ntransfer_llc_ns = 40\ntransfer_apart_ns = 400\n");
    NEAR(d.transfers, 1e6);
    NEAR(d.moving_ns, 1e6 * 80 / 16);
    NEAR(sw_demand_transfer_ns(&d), 80);
    /* A quarter comes alone, and is waited for. */
    piece->moved.apart = 250000;
    d = moving(&p, MACHINE "transfer_ns = 80\ntransfer_apart_ns = 400\n");
    NEAR(d.moving_ns, (750000 * 80 + 250000 * 400) / 16.0);
    /* Of the others, the computation between them takes as long as they do: most of it is hidden; were it twice as long, almost all. */
    p.whole.work = p.memory.instructions = 170 * MS; /* one a nanosecond */
    piece->moved.beside = 60 * MS;
    d = moving(&p, MACHINE "transfer_ns = 80\n");
    NEAR(d.moving_ns, 60e6 * (cbrt(2) - 1) / 16);
    piece->moved.beside = 120 * MS;
    d = moving(&p, MACHINE "transfer_ns = 80\n");
    NEAR(d.moving_ns, 60e6 * (cbrt(9) - 2) / 16);
    /* 16 cores have 2 MB of their own, and 3 MB with the last level. Half of the lines are further than the one, none than both. */
    piece->moved = (struct sw_moved){.transfers = 1000000};
    piece->traffic = traffic(64 * 1000000, 4);
    for (unsigned h = 0; h < SW_LINE_HASHES; h++)
        piece->traffic.fills[h][4] = piece->traffic.fills[h][3];
    d = moving(&p, MACHINE "transfer_ns = 80\ntransfer_llc_ns = 40\n");
    double left = sw_traffic_between((const double[SW_CAPACITIES]){1, 1, 1, 1, 1}, 3 << 20) / 2;
    CHECK(fabs(d.transfers / 1e6 - (1 - left)) < 1e-3);
    CHECK(fabs(d.moving_ns / (1e6 * (0.5 * 80 + (0.5 - left) * 40) / 16) - 1) < 1e-3);
    /* There 63 of 64 others wrote them, here 15 of 16. */
    p.memory.processors = 64;
    NEAR(moving(&p, MACHINE "transfer_ns = 80\ntransfer_llc_ns = 40\n").moving_ns,
         d.moving_ns * (15 / 16.0) / (63 / 64.0));
    /* One at a time: still from another core. */
    p.memory.processors = 16;
    piece->traffic = traffic(0, 0);
    p.constructs[1].elapsed = p.constructs[1].busy;
    NEAR(moving(&p, MACHINE "transfer_ns = 80\n").moving_ns, 80e6);
}

/* Work of 160 ms and a span of 1 ms, all of it in the first site: 100 of the 160 take 7.2 ms. Serial code is on one core. */
static void check_cilk(void)
{
    struct sw_site sites[2] = {{.on_work.local.work = 100 * MS, .on_span.local.span = MS},
                               {.on_work.local.work = 60 * MS}};
    struct sw_traffic_piece pieces[] = {{.site = 0, .traffic = traffic(1 << 30, 12)}};
    struct sw_profile p;
    struct sw_bandwidth b;
    sw_profile_init(&p);
    p.unit = (char *)"ns";
    p.machine = (char *)MACHINE;
    p.sites = sites, p.n_sites = 2;
    p.whole = (struct sw_figures){.work = 160 * MS, .span = MS};
    p.memory = (struct sw_memory_pass){.is_there = 1, .pieces = pieces, .n_pieces = 1};
    CHECK_EQ(sw_bandwidth_make(&b, &p, 16), 0);
    double time = 160 / 16.0 + 1 - 1 / 16.0;
    double n = 100 / (100 / 16.0 + 1 - 1 / 16.0), factor = n * 10000 / 40000;
    NEAR(b.demands[0].at_once, n);
    NEAR(b.demands[0].factor, factor);
    double longer = (160 + 100 * (factor - 1)) / 16 + factor - factor / 16;
    NEAR(b.slowdown, longer / time);
    sw_bandwidth_release(&b);
    /* Steals take their time, too, but no longer than one core. */
    p.whole.burdened_span = 81 * MS;
    CHECK_EQ(sw_bandwidth_make(&b, &p, 16), 0);
    NEAR(b.slowdown, 1 + (longer - time) / (160 / 16.0 + 81 * 15 / 16.0));
    sw_bandwidth_release(&b);
    p.whole.burdened_span = 1000 * MS;
    CHECK_EQ(sw_bandwidth_make(&b, &p, 16), 0);
    NEAR(b.slowdown, 1 + (longer - time) / 160);
    sw_bandwidth_release(&b);
    sites[0].on_span.local.span = p.whole.span = 100 * MS;
    CHECK_EQ(sw_bandwidth_make(&b, &p, 16), 0);
    NEAR(b.demands[0].at_once, 1);
    NEAR(b.slowdown, 1);
    sw_bandwidth_release(&b);
    p.machine = (char *)"";
    CHECK_EQ(sw_bandwidth_make(&b, &p, 16), -ENODATA);
    sw_bandwidth_release(&b);
}

/* 16 tasks of 10 ms in a section, and two sections of one site, of which one is serial code's too. */
static void check_sections(void)
{
    struct sw_node nodes[] = {{0},
                              {.kind = SW_NODE_WORK, .sum = 10 * MS, .count = 1},
                              {.kind = SW_NODE_CALL, .site = 2, .first = 0, .n_items = 1},
                              {.kind = SW_NODE_TASK, .first = 1, .n_items = 2},
                              {.kind = SW_NODE_SECTION, .site = 1, .first = 3, .n_items = 1},
                              {.kind = SW_NODE_CALL, .first = 4, .n_items = 2}};
    struct sw_item items[] = {{.node = 1, .count = 1},   /* the call */
                              {.node = 1, .count = 1},   /* of a task: its own, ... */
                              {.node = 2, .count = 3},   /* ... and three calls */
                              {.node = 3, .count = 16},  /* the section */
                              {.node = 4, .count = 2},   /* of the program: twice that, ... */
                              {.node = 2, .count = 32}}; /* ... and serial calls */
    struct sw_tree_site sites[3] = {{0}};
    struct sw_program_tree tree = {
        .nodes = nodes, .n_nodes = 6, .items = items, .n_items = 6, .sites = sites, .n_sites = 3};
    struct sw_traffic_piece pieces[] = {
        {.site = SW_TRAFFIC_NO_SITE, .tree_site = 1, .traffic = traffic(64 << 20, 12)},
        {.site = SW_TRAFFIC_NO_SITE, .tree_site = 2, .traffic = traffic(128 << 20, 12)},
        {.site = SW_TRAFFIC_NO_SITE, .traffic = traffic(16 << 20, 12)}};
    struct sw_machine m = machine(MACHINE);
    struct sw_profile p;
    sw_profile_init(&p);
    p.memory = (struct sw_memory_pass){.is_there = 1, .pieces = pieces, .n_pieces = 3};
    struct sw_section_traffic *t = sw_sections_traffic(&tree, &p);
    CHECK(t != NULL);
    NEAR(t[1].ns, 2 * 16 * 40e6);
    /* Its own; of the calls 96 of 128; of what the tree does not have by its part of the work, 1280 of 1600. */
    NEAR(t[1].bytes[0], (64 + 128 * 0.75 + 16 * 0.8) * (1 << 20));
    CHECK(t[2].ns == 0);
    double mb_s = t[1].bytes[0] / t[1].ns * 1e3;
    NEAR(sw_section_mb_s(&t[1], &m, 16), mb_s);
    t[1].ns /= 100;
    struct sw_burden b = sw_burden_by_bandwidth(&m, &t[1], 16);
    CHECK_EQ(b.kind, SW_BURDEN_MODELLED);
    NEAR(b.factor, fmin(100 * mb_s, 10000) * 16 / 40000);
    CHECK_EQ(sw_burden_by_bandwidth(&m, &t[2], 16).kind, SW_BURDEN_NONE);
    CHECK_EQ(sw_burden_by_bandwidth(&m, &t[1], 17).kind, SW_BURDEN_NOT_KNOWN);
    free(t);
    sw_machine_release(&m);
}

int main(void)
{
    check_traffic();
    check_factor();
    check_simulated();
    check_communication();
    check_cilk();
    check_sections();
    return check_done();
}
