/*
 * A profile of an OpenMP program on 1 and 8 simulated processors whose figures are known. On 8, in ms:
 * serial code 10; a region of a static loop, 15.1 long, of which the busiest thread works 15 and all of them
 * 64; one with a dynamic loop and a critical section, 12 long, with 50 of work; ten with 4 threads, 3 long.
 * So of 8 x 40.1 ms 135 are work, 70 lost to serial code, 61.8 to waiting, 40 to a lock, 2 are overhead, and
 * 12 have no thread.
 */
#include "tests/profile/synthetic.h"

#include <stdlib.h>
#include <string.h>

#define MS 1000000
#define US 1000

enum { SERIAL, STATIC, LOCKED, LOOP, CRITICAL, PHASES, BARRIER, N_SITES };

static char *copy(const char *text)
{
    char *made = strdup(text);
    if (!made)
        abort();
    return made;
}

static void *room(size_t n, size_t size)
{
    void *made = calloc(n, size);
    if (!made)
        abort();
    return made;
}

static void add_site(struct sw_profile *p, uint32_t kind, const char *construct,
                     const char *function, uint32_t line, uint64_t work, uint64_t on_span)
{
    struct sw_site *s = &p->sites[p->n_sites++];
    int is_root = kind == SW_SITE_ROOT;
    struct sw_side side = {.top_site = {1, work, on_span, on_span, 0, 0},
                           .top_caller = {1, work, on_span},
                           .local = {1, work, on_span}};
    s->kind = kind;
    s->flags = SW_SITE_LABELLED;
    s->address = is_root ? 0 : 0x401000 + 16 * p->n_sites;
    s->caller_place = (struct sw_place){.function = copy(is_root ? "" : function),
                                        .file = copy(is_root ? "" : "/home/me/src/tri.c"),
                                        .line = line};
    s->callee_place = (struct sw_place){.function = copy(construct), .file = copy("")};
    s->on_work = s->on_span = side;
}

static void add_sites(struct sw_profile *p)
{
    p->sites = room(N_SITES, sizeof *p->sites);
    add_site(p, SW_SITE_ROOT, "serial code", "", 0, 10 * MS, 10 * MS);
    add_site(p, SW_SITE_SPAWN, "omp parallel", "triangle", 10, 64 * MS, 15 * MS);
    add_site(p, SW_SITE_SPAWN, "omp parallel", "locked", 20, 0, 0);
    add_site(p, SW_SITE_LOOP, "omp for", "locked", 20, 40 * MS, MS);
    add_site(p, SW_SITE_SCOPE, "omp critical", "locked", 23, 10 * MS, 10 * US);
    add_site(p, SW_SITE_SPAWN, "omp parallel", "phases", 40, MS, 3 * MS);
    add_site(p, SW_SITE_SCOPE, "omp barrier", "phases", 44, 10 * MS, 0);
}

static struct sw_construct on_8[N_SITES] = {
    [SERIAL] = {.count = 1, .work = 10 * MS, .on_span = 10 * MS},
    [STATIC] = {.kind = SW_CONSTRUCT_PARALLEL,
                .count = 1,
                .work = 64 * MS,
                .span = 15 * MS,
                .on_span = 15 * MS,
                .count_on_span = 1,
                .elapsed = 15100 * US,
                .busy = 64 * MS,
                .longest = 15 * MS,
                .wait = 56 * MS,
                .overhead = 800 * US,
                .threads = 8},
    [LOCKED] = {.kind = SW_CONSTRUCT_PARALLEL,
                .count = 1,
                .span = MS,
                .elapsed = 12 * MS,
                .busy = 50300 * US,
                .longest = 7 * MS,
                .wait = 5 * MS,
                .overhead = 700 * US,
                .threads = 8},
    [LOOP] = {.kind = SW_CONSTRUCT_LOOP,
              .parent = LOCKED,
              .count = 1,
              .work = 40 * MS,
              .span = MS,
              .on_span = MS,
              .elapsed = 7 * MS,
              .busy = 50300 * US,
              .longest = 7 * MS,
              .overhead = 200 * US,
              .largest = 100 * US,
              .threads = 8,
              .chunks = 1000,
              .iterations = 1000,
              .schedule = SW_SCHEDULE_DYNAMIC,
              .chunk = 1},
    [CRITICAL] = {.kind = SW_CONSTRUCT_CRITICAL,
                  .parent = LOOP,
                  .count = 1000,
                  .work = 10 * MS,
                  .on_span = 10 * US,
                  .busy = 10 * MS,
                  .lock_wait = 40 * MS,
                  .overhead = 100 * US,
                  .chunks = 1000,
                  .held = 11 * MS,
                  .lock = 3,
                  .at_once = {{4, 50 * US, 60 * US}, {7, 80 * US, 90 * US}}},
    [PHASES] = {.kind = SW_CONSTRUCT_PARALLEL,
                .count = 10,
                .work = MS,
                .span = 3 * MS,
                .on_span = 3 * MS,
                .count_on_span = 10,
                .elapsed = 3 * MS,
                .busy = 11 * MS,
                .longest = 2900 * US,
                .wait = 800 * US,
                .overhead = 100 * US,
                .threads = 40},
    [BARRIER] = {.kind = SW_CONSTRUCT_BARRIER,
                 .parent = PHASES,
                 .count = 100,
                 .work = 10 * MS,
                 .elapsed = 2700 * US,
                 .busy = 10 * MS,
                 .longest = 2600 * US,
                 .wait = 500 * US,
                 .overhead = 100 * US,
                 .threads = 400},
};

/* The same on one thread, where nobody waits. */
static void make_serial(struct sw_construct *c)
{
    uint64_t inside = c->kind == SW_CONSTRUCT_LOOP || c->kind == SW_CONSTRUCT_CRITICAL;
    c->wait = c->lock_wait = 0;
    c->overhead = inside ? c->overhead : 0;
    c->elapsed = c->elapsed ? c->busy : 0;
    c->longest = c->longest ? c->busy : 0;
    c->threads = c->threads ? c->count : 0;
}

static void add_run(struct sw_profile *p, struct sw_simulation run)
{
    run.first = (uint32_t)p->n_constructs;
    run.n = N_SITES;
    for (uint32_t i = 0; i < N_SITES; i++) {
        struct sw_construct *c = &p->constructs[p->n_constructs++];
        *c = on_8[i];
        c->run = (uint32_t)p->n_simulations;
        c->site = i ? i : SW_CONSTRUCT_NO_SITE;
        c->total_work = c->work;
        if (run.processors == 1)
            make_serial(c);
    }
    for (uint32_t i = N_SITES; i-- > 1;) {
        struct sw_construct *c = &p->constructs[run.first + i];
        p->constructs[run.first + c->parent].total_work += c->total_work;
    }
    p->simulations[p->n_simulations++] = run;
}

void synthetic_openmp(struct sw_profile *p)
{
    p->program = copy("./tri");
    p->args = room(2, sizeof *p->args);
    p->args[0] = copy("./tri");
    p->meter = copy("time");
    p->unit = copy("ns");
    p->front_end = SW_FRONT_END_OPENMP;
    p->level = copy("full");
    p->host = copy("testhost, x86_64, 2 processors");
    p->tool = copy("0.1.0");
    p->started_unix = 1700000000;
    p->circumstances.overhead = 8 * MS;
    p->circumstances.threads = 1;
    p->whole = (struct sw_figures){1, 135 * MS, 29010 * US, 29500 * US, 1088, 113};
    add_sites(p);
    p->simulations = room(2, sizeof *p->simulations);
    p->constructs = room(2 * N_SITES, sizeof *p->constructs);
    add_run(p, (struct sw_simulation){.processors = 1,
                                      .threads = 1,
                                      .time = 135300 * US,
                                      .work = 135 * MS,
                                      .span = 85010 * US,
                                      .burdened_span = 86 * MS,
                                      .serial = 10 * MS,
                                      .busy = 135300 * US,
                                      .longest = 135300 * US,
                                      .overhead = 300 * US,
                                      .regions = 12});
    add_run(p, (struct sw_simulation){.processors = 8,
                                      .threads = 8,
                                      .time = 40100 * US,
                                      .work = 135 * MS,
                                      .span = 29010 * US,
                                      .burdened_span = 29500 * US,
                                      .serial = 10 * MS,
                                      .busy = 135300 * US,
                                      .longest = 30 * MS,
                                      .wait = 61800 * US,
                                      .lock_wait = 40 * MS,
                                      .overhead = 2 * MS,
                                      .regions = 12});
}

/*
 * A program of threads on 1 and 4 simulated cores. On 4, in ms: main works 10 by itself; then four threads work in ten steps with a barrier
 * after each, for 40: one 40, of which 20 are in 'borders', the others 20 each. So of 4 x 50 ms 110 are work, 30 are lost to serial code,
 * and 60 to waiting at the barrier, for who runs 'borders'.
 */
enum { T_SERIAL, T_THREADS, T_LOCK, T_BARRIER, T_JOIN, N_PLACES };
enum { LANES = 5, STRETCHES = 5, WHOLE = SW_LANE_WHOLE, HALF = WHOLE / 2 };

static void add_thread_sites(struct sw_profile *p)
{
    p->sites = room(N_PLACES, sizeof *p->sites);
    add_site(p, SW_SITE_ROOT, "serial code", "", 0, 10 * MS, 10 * MS);
    add_site(p, SW_SITE_SPAWN, "threads", "main", 40, 100 * MS, 40 * MS);
    add_site(p, SW_SITE_SCOPE, "lock", "smooth", 12, 0, 0);
    add_site(p, SW_SITE_SCOPE, "barrier", "run", 31, 0, 0);
    add_site(p, SW_SITE_SCOPE, "join", "main", 45, 0, 0);
}

static const struct sw_construct threads_on_4[N_PLACES] = {
    {.kind = SW_CONSTRUCT_SERIAL,
     .count = 1,
     .work = 10 * MS,
     .total_work = 110 * MS,
     .on_span = 10 * MS,
     .threads = 4},
    {.kind = SW_CONSTRUCT_THREAD,
     .count = 1,
     .work = 100 * MS,
     .total_work = 100 * MS,
     .span = 40 * MS,
     .burdened_span = 40 * MS,
     .on_span = 40 * MS,
     .count_on_span = 1,
     .elapsed = 40 * MS,
     .busy = 100 * MS,
     .longest = 40 * MS,
     .threads = 4,
     .occupied = 120 * MS},
    {.kind = SW_CONSTRUCT_LOCK,
     .parent = 1,
     .busy = 5 * MS,
     .chunks = 100,
     .iterations = 75,
     .held = 5 * MS,
     .lock = 1},
    {.kind = SW_CONSTRUCT_BARRIER,
     .parent = 1,
     .count = 10,
     .busy = 100 * MS,
     .longest = 40 * MS,
     .workers = 160 * MS,
     .wait = 60 * MS,
     .threads = 40,
     .late = 6},
    {.kind = SW_CONSTRUCT_JOIN, .parent = 1, .count = 4},
};

static void add_thread_run(struct sw_profile *p, struct sw_simulation run)
{
    run.first = (uint32_t)p->n_constructs;
    run.n = N_PLACES;
    for (uint32_t i = 0; i < N_PLACES; i++) {
        struct sw_construct *c = &p->constructs[p->n_constructs++];
        *c = threads_on_4[i];
        c->run = (uint32_t)p->n_simulations;
        c->site = i ? i : SW_CONSTRUCT_NO_SITE;
        if (run.processors > 1)
            continue;
        c->wait = c->late = c->occupied = 0;
        c->elapsed = c->elapsed ? 100 * MS : 0;
    }
    p->simulations[p->n_simulations++] = run;
}

static void add_samples(struct sw_profile *p)
{
    static const struct {
        const char *function;
        uint32_t line;
    } frames[] = {{"main", 38}, {"run", 28}, {"smooth", 14}, {"borders", 21}, {"churn", 5}};
    static const struct sw_sampled_path paths[] = {
        {.frame = 0, .on_work = 10, .on_span = 10, .serial = 10, .until = SW_SAMPLED_RUN / 8},
        {.frame = 1},
        {.caller = 2, .frame = 2},
        {.caller = 3, .frame = 4, .on_work = 80, .on_span = 20},
        {.caller = 2, .frame = 3},
        {.caller = 5, .frame = 4, .on_work = 20, .on_span = 20}};
    struct sw_sampled *s = &p->sampled;
    s->rate = 1000;
    s->source = SW_SAMPLED_CLOCK;
    s->taken = 110;
    s->n_frames = sizeof frames / sizeof *frames;
    s->n_paths = sizeof paths / sizeof *paths;
    s->frames = room(s->n_frames, sizeof *s->frames);
    s->paths = room(s->n_paths, sizeof *s->paths);
    memcpy(s->paths, paths, sizeof paths);
    for (size_t i = 0; i < s->n_frames; i++)
        s->frames[i] = (struct sw_sampled_frame){0x402000 + 16 * i,
                                                 {.function = copy(frames[i].function),
                                                  .file = copy("/home/me/src/steps.c"),
                                                  .line = frames[i].line}};
}

/* Main, the one with the long share, and the others. */
static struct sw_effort_cell cell_of(size_t lane, size_t stretch)
{
    if (!stretch)
        return (struct sw_effort_cell){.parts = {lane ? 0 : WHOLE}, .path = !lane};
    if (!lane)
        return (struct sw_effort_cell){.parts = {0, 0, 0, WHOLE}, .whom = 2, .lock = T_JOIN + 1};
    if (lane == 1)
        return (struct sw_effort_cell){.parts = {WHOLE}, .path = stretch % 2 ? 4 : 6};
    return (struct sw_effort_cell){
        .parts = {HALF, 0, 0, HALF}, .whom = 2, .lock = T_BARRIER + 1, .path = 4};
}

void synthetic_threads(struct sw_profile *p)
{
    p->program = copy("./steps");
    p->args = room(2, sizeof *p->args);
    p->args[0] = copy("./steps");
    p->meter = copy("time");
    p->unit = copy("ns");
    p->front_end = SW_FRONT_END_THREADS;
    p->level = copy("sampled");
    p->host = copy("testhost, x86_64, 2 processors");
    p->tool = copy("0.1.0");
    p->started_unix = 1700000000;
    p->circumstances.threads = 1;
    p->whole = (struct sw_figures){1, 110 * MS, 50 * MS, 50 * MS, 4, 14};
    add_thread_sites(p);
    add_samples(p);
    p->simulations = room(2, sizeof *p->simulations);
    p->constructs = room(2 * N_PLACES, sizeof *p->constructs);
    struct sw_simulation run = {.processors = 1,
                                .threads = 1,
                                .time = 110 * MS,
                                .work = 110 * MS,
                                .span = 110 * MS,
                                .burdened_span = 110 * MS,
                                .serial = 10 * MS,
                                .busy = 110 * MS,
                                .longest = 110 * MS,
                                .regions = 4};
    add_thread_run(p, run);
    run.processors = run.threads = 4;
    run.time = run.span = run.burdened_span = 50 * MS;
    run.longest = 50 * MS;
    run.wait = 60 * MS;
    add_thread_run(p, run);
    p->n_lanes = 1;
    p->lanes = room(1, sizeof *p->lanes);
    *p->lanes = (struct sw_lane_table){1,
                                       50 * MS,
                                       10 * MS,
                                       STRETCHES,
                                       room(LANES, sizeof *p->lanes->lanes),
                                       LANES,
                                       room(LANES * STRETCHES, sizeof *p->lanes->cells)};
    for (size_t i = 0; i < LANES; i++) {
        p->lanes->lanes[i].threads = 1;
        for (size_t k = 0; k < STRETCHES; k++)
            p->lanes->cells[i * STRETCHES + k] = cell_of(i, k);
    }
}
