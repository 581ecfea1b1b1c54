/*
 * Parallel regions. The runtime calls a function of ours, with this structure for data, on each thread of the
 * team. It lies on the stack of who came to the region, who waits for its end: the path to there is walked
 * if a sample ever asks for it.
 */
#include "agent/sample/gomp/piece.h"

#include <stdlib.h>

struct region {
    void *first; /* as the program's data has it: GOMP_parallel_reductions() looks there */
    sw_gomp_function *function;
    void *data;
    struct sw_worker *master;
    struct sw_gomp_waiting end; /* the master's, for the others; its worker is NULL: not yet */
    struct sw_origin origin;
    struct region *outer; /* of those that are begun and ended apart */
};

/* A thread of the pool is, from the end of its first region on. */
static void be_idle(struct sw_worker *worker)
{
    static _Thread_local struct sw_gomp_waiting idle;
    idle.worker = worker;
    idle.wait = sw_brief_wait_idle(worker);
    sw_gomp_waits = &idle;
}

static void run(void *data)
{
    struct region *region = data;
    struct sw_worker *worker = sw_worker_self();
    struct sw_origin origin = {.shared = &region->origin};
    if (!worker) {
        region->function(region->data);
        return;
    }
    bool is_master = worker == region->master;
    /* Of a league of teams the same thread may run one after the other. */
    if (is_master && region->end.worker)
        sw_gomp_wait_end(&region->end);
    sw_gomp_piece(worker, &origin, region->function, region->data, false);
    if (sw_worker_self() != worker)
        return; /* a child of fork() */
    if (is_master)
        sw_gomp_wait_begin(&region->end, worker);
    else if (!sw_gomp_waits)
        be_idle(worker);
}

static inline struct sw_worker *region_begin(struct region *region, const struct sw_real *gomp,
                                             long function, long data)
{
    struct sw_worker *worker = sw_gomp_worker(gomp);
    region->function = (sw_gomp_function *)function;
    region->data = (void *)data;
    region->master = worker;
    region->end.worker = NULL;
    return worker;
}

static void region_end(struct region *const *region)
{
    if ((*region)->end.worker)
        sw_gomp_wait_end(&(*region)->end);
}

/* What comes before and after the call of the real one, which has to be in the wrapper's own frame: that stands
 * until the region's end. */
#define REGION(version, name, n)                                                     \
    SW_GOMP long name(SW_WORDS_##n)                                                  \
    {                                                                                \
        const struct sw_real *gomp = SW_GOMP_MINE;                                   \
        struct region region;                                                        \
        struct sw_worker *worker = region_begin(&region, gomp, a, b);                \
        if (!worker)                                                                 \
            return SW_GOMP_REAL(gomp, name)(SW_HANDED_##n);                          \
        bool reduces = SW_NR_##name == SW_NR_GOMP_parallel_reductions;               \
        region.first = reduces ? *(void **)b : NULL;                                 \
        region.origin = (struct sw_origin){0};                                       \
        sw_origin_here(worker, &region.origin);                                      \
        a = (long)run;                                                               \
        b = (long)&region;                                                           \
        SW_GOMP_DOES_AROUND(gomp, SW_DOING_SCHEDULE);                                \
        __attribute__((cleanup(region_end), unused)) struct region *ended = &region; \
        return SW_GOMP_REAL(gomp, name)(SW_HANDED_##n);                              \
    }
SW_GOMP_REGIONS(REGION)

/* Regions that are begun and ended apart: the caller goes on meanwhile, so its path is taken at once, and the
 * structure is not on its stack. */
static _Thread_local struct region *begun;

/* NULL: there is nothing to tell, or no memory, which is taken for the same. */
static void *begin_apart(const struct sw_real *gomp, long function, long data)
{
    struct sw_worker *worker = sw_gomp_worker(gomp);
    struct region *region = calloc(1, sizeof *region);
    if (!region)
        return NULL;
    *region = (struct region){
        .function = (sw_gomp_function *)function, .data = (void *)data, .outer = begun};
    begun = region;
    if (!worker)
        return NULL;
    region->origin.path = sw_worker_path(worker);
    return region;
}

/* The master calls the function itself. */
#define BEGUN(version, name, n)                         \
    SW_GOMP long name(SW_WORDS_##n)                     \
    {                                                   \
        const struct sw_real *gomp = SW_GOMP_MINE;      \
        void *region = begin_apart(gomp, a, b);         \
        a = region ? (long)run : a;                     \
        b = region ? (long)region : b;                  \
        SW_GOMP_DOES(gomp, SW_DOING_SCHEDULE);          \
        return SW_GOMP_REAL(gomp, name)(SW_HANDED_##n); \
    }
SW_GOMP_REGIONS_BEGUN(BEGUN)

SW_GOMP void GOMP_parallel_end(void)
{
    const struct sw_real *gomp = SW_GOMP_MINE;
    struct region *region = begun;
    {
        SW_GOMP_WAITS(gomp);
        SW_GOMP_REAL(gomp, GOMP_parallel_end)();
    }
    if (region) {
        begun = region->outer;
        free(region);
    }
}
