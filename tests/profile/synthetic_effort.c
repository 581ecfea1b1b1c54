/*
 * Profiles of `spanwise sample` whose figures are known.
 *
 * effort: 1 s on 4 processors, so 4 s of effort. In ms of one processor:
 *   300 of work in read_input, alone, so 900 of idleness; 50 and 150 in main's own code likewise;
 *   a region in main, started by gcc's runtime, 600 long: compute 1200 of work, 200 of idleness, square,
 *   which is inlined into it, 400 of work; update 200 and 200, while 250 were waited for the lock that it
 *   held; 100 of scheduling, 40 of synchronization, 60 of creating tasks in the runtime, which main called for;
 *   20 of scheduling in a thread that had nothing of the program; 180 are nobody's: threads waited 15 for a clock, all of them,
 *   and other programs took 120, so that it would have taken 970 without them.
 * effort-odd: names that need escaping, paths that nobody started, a continuation that was stolen, links to
 *   links, recursion, figures at their limits, locks of which nothing is known.
 */
#include "tests/profile/synthetic.h"

#include <stdlib.h>
#include <string.h>

#define MS   UINT64_C(1000000)
#define LINK (1ull << 63)

static void *must(void *pointer)
{
    if (!pointer)
        abort();
    return pointer;
}

static char *copy(const char *string)
{
    return must(strdup(string));
}

static struct sw_place place(const char *function, const char *file, uint32_t line)
{
    return (struct sw_place){copy(function), copy(file), line, 0, NULL};
}

/* Returns its index. */
static uint32_t frame(struct sw_profile *p, uint64_t address, const char *function,
                      const char *file, uint32_t line)
{
    struct sw_sampled *s = &p->sampled;
    s->frames = must(realloc(s->frames, (s->n_frames + 1) * sizeof *s->frames));
    s->frames[s->n_frames] = (struct sw_sampled_frame){address, place(function, file, line)};
    return (uint32_t)s->n_frames++;
}

/* Returns one more than its index. */
static uint32_t path(struct sw_profile *p, uint32_t caller, uint32_t at, uint64_t work,
                     uint64_t idle)
{
    struct sw_sampled *s = &p->sampled;
    struct sw_effort *e = &p->effort;
    s->paths = must(realloc(s->paths, (s->n_paths + 1) * sizeof *s->paths));
    e->paths = must(realloc(e->paths, (s->n_paths + 1) * sizeof *e->paths));
    s->paths[s->n_paths] = (struct sw_sampled_path){.caller = caller, .frame = at};
    e->paths[s->n_paths] = (struct sw_effort_path){.work = work, .idle = idle};
    return (uint32_t)++s->n_paths;
}

static uint32_t link_path(struct sw_profile *p, uint32_t caller, uint32_t at, uint32_t physical)
{
    uint32_t made = path(p, caller, at, 0, 0);
    p->effort.paths[made - 1].physical = physical;
    return made;
}

static void add_lock(struct sw_profile *p, uint64_t address, const char *name, uint32_t holder,
                     uint32_t waiter, uint64_t waits, uint64_t waited)
{
    struct sw_effort *e = &p->effort;
    e->locks = must(realloc(e->locks, (e->n_locks + 1) * sizeof *e->locks));
    e->locks[e->n_locks++] = (struct sw_effort_lock){.address = address,
                                                     .name = copy(name),
                                                     .holder = holder,
                                                     .waiter = waiter,
                                                     .waits = waits,
                                                     .waited = waited};
}

static void add_module(struct sw_profile *p, const char *name, uint64_t start)
{
    p->modules = must(realloc(p->modules, (p->n_modules + 1) * sizeof *p->modules));
    p->modules[p->n_modules++] =
        (struct sw_module){.path = copy(name), .start = start, .end = start + 0x10000};
}

static void add_head(struct sw_profile *p, const char *program, const char *argument)
{
    p->program = copy(program);
    p->args = must(calloc(3, sizeof *p->args));
    p->args[0] = copy(program);
    p->args[1] = copy(argument);
    p->meter = copy("time");
    p->unit = copy("ns");
    p->front_end = SW_FRONT_END_SAMPLE;
    p->front_end_text = copy("openmp");
    p->level = copy("effort");
    p->host = copy("testhost, aarch64, 4 processors");
    p->tool = copy("0.1.0");
    p->sampled.rate = 500;
    p->sampled.source = SW_SAMPLED_CLOCK;
}

/* A range of the runtime's code. */
static void add_runtime(struct sw_profile *p, uint64_t start)
{
    struct sw_effort *e = &p->effort;
    e->runtime = must(realloc(e->runtime, (e->n_runtime + 1) * 2 * sizeof *e->runtime));
    e->runtime[2 * e->n_runtime] = start;
    e->runtime[2 * e->n_runtime++ + 1] = start + 0x10000;
}

static void add_stretches(struct sw_profile *p, uint32_t alone)
{
    struct sw_effort *e = &p->effort;
    e->stretch = 50 * MS;
    e->n_stretches = 20;
    e->stretches = must(calloc(e->n_stretches, sizeof *e->stretches));
    for (size_t i = 0; i < e->n_stretches; i++) {
        int is_serial = i < 7;
        e->stretches[i] = (struct sw_effort_stretch){.work = (is_serial ? 50 : 150) * MS,
                                                     .overhead = is_serial ? 0 : 17 * MS,
                                                     .idle = (is_serial ? 150 : 33) * MS,
                                                     .path = is_serial ? alone : 0};
    }
}

/*
 * Main works alone for seven stretches. Then it works with two others, which the third keeps waiting for its lock: half of each stretch
 * of the second, and what is left of it is work. In the last stretch main waits for it to end, and the third sleeps.
 */
static void add_lanes(struct sw_profile *p, uint32_t alone, uint32_t computes, uint32_t holder)
{
    enum { ALL = SW_LANE_WHOLE, HALF = ALL / 2, LANES = 3 };
    struct sw_effort *e = &p->effort;
    size_t n = e->n_stretches;
    e->n_lanes = LANES;
    e->lanes = must(calloc(LANES, sizeof *e->lanes));
    e->cells = must(calloc(LANES * n, sizeof *e->cells));
    e->lanes[0].threads = e->lanes[1].threads = 1;
    e->lanes[2].threads = 3;
    for (size_t i = 0; i < n; i++) {
        struct sw_effort_cell *first = &e->cells[i], *second = first + n, *third = second + n;
        bool is_last = i == n - 1;
        first->parts[is_last ? SW_LANE_THREADS : SW_LANE_WORK] = ALL;
        first->whom = is_last ? 2 : 0;
        first->path = is_last ? 0 : i < 7 ? alone : computes;
        if (i < 7)
            continue;
        second->parts[SW_LANE_WORK] = ALL - HALF;
        second->parts[SW_LANE_LOCK] = HALF;
        second->whom = 3;
        second->lock = 1;
        second->path = computes;
        third->parts[is_last ? SW_LANE_AWAY : SW_LANE_WORK] = ALL;
        third->path = is_last ? 0 : holder;
    }
}

void synthetic_effort(struct sw_profile *p)
{
    const char *file = "/home/me/src/app.c";
    add_head(p, "./app", "4000");
    add_module(p, "/home/me/app", 0xaaaa00000000);
    add_module(p, "/usr/lib/libgomp.so.1.0.0", 0xbbbb00000000);
    add_module(p, "/usr/lib/libc.so.6", 0xcccc00000000);
    add_runtime(p, 0xbbbb00000000);
    uint32_t start = frame(p, 0xcccc00000010, "__libc_start_call_main", "", 0);
    uint32_t clone = frame(p, 0xcccc00000020, "clone3", "", 0);
    uint32_t own = frame(p, 0xaaaa00000100, "main", file, 50);
    uint32_t calls = frame(p, 0xaaaa00000110, "main", file, 60);
    uint32_t forks = frame(p, 0xaaaa00000120, "main", file, 65);
    uint32_t read_input = frame(p, 0xaaaa00000200, "read_input", file, 10);
    uint32_t parallel = frame(p, 0xbbbb00000100, "GOMP_parallel", "", 0);
    uint32_t thread = frame(p, 0xbbbb00000200, "gomp_thread_start", "", 0);
    uint32_t chunk = frame(p, 0xbbbb00000300, "GOMP_loop_dynamic_next", "", 0);
    uint32_t nothing = frame(p, LINK, "", "", 0);
    uint32_t body = frame(p, 0xaaaa00000300, "main", file, 70);
    uint32_t compute = frame(p, 0xaaaa00000400, "compute", file, 20);
    uint32_t square = frame(p, 0xaaaa00000408, "square", file, 5);
    uint32_t update = frame(p, 0xaaaa00000500, "update", file, 30);
    p->sampled.frames[square].place.inlined_into = must(calloc(1, sizeof(struct sw_place)));
    *p->sampled.frames[square].place.inlined_into = place("compute", file, 22);

    uint32_t root = path(p, 0, start, 0, 0);
    path(p, root, own, 50 * MS, 150 * MS);
    uint32_t alone = path(p, path(p, root, calls, 0, 0), read_input, 300 * MS, 900 * MS);
    uint32_t fork = path(p, path(p, root, forks, 0, 0), parallel, 0, 0);
    uint32_t member = path(p, path(p, 0, clone, 0, 0), thread, 0, 0);
    p->effort.paths[member - 1].overhead[SW_OVERHEAD_SCHEDULE] = 20 * MS;
    uint32_t region = path(p, link_path(p, fork, nothing, member), body, 0, 0);
    uint32_t computes = path(p, region, compute, 1200 * MS, 200 * MS);
    path(p, region, square, 400 * MS, 0);
    uint32_t holder = path(p, region, update, 200 * MS, 200 * MS);
    uint32_t next = path(p, region, chunk, 0, 0);
    struct sw_effort_path *paths = p->effort.paths;
    paths[holder - 1].blamed = paths[holder - 1].waited = 250 * MS;
    paths[holder - 1].idle_by[SW_IDLE_LOCKS] = 200 * MS;
    paths[computes - 1].idle_by[SW_IDLE_UNEVEN] = 100 * MS;
    paths[next - 1].waited = 30 * MS;
    paths[next - 1].overhead[SW_OVERHEAD_SCHEDULE] = 100 * MS;
    paths[next - 1].overhead[SW_OVERHEAD_SYNCHRONIZE] = 40 * MS;
    paths[next - 1].overhead[SW_OVERHEAD_CREATE] = 60 * MS;
    add_lock(p, 0xaaaa00008000, "total_lock", holder, holder, 1234, 250 * MS);
    add_lock(p, 0x7fff00008000, "", 0, next, 1, 2 * MS);
    p->effort.locks[0].inside = holder;
    p->effort.locks[0].held = 215 * MS;
    p->effort.locks[0].entries = 2000;
    add_stretches(p, alone);
    add_lanes(p, alone, computes, holder);
    p->effort.processors = 4;
    p->effort.time = 1000 * MS;
    p->effort.threads = 5;
    p->effort.threads_most = 4;
    p->effort.cost = 25 * MS;
    p->effort.cpu = 2500 * MS;
    p->effort.due = 970 * MS;
    p->effort.delay = 90 * MS;
    p->effort.blocked = 7 * MS;
    p->effort.others = 150 * MS;
    p->effort.nobody[SW_WAIT_CLOCK] = 15 * MS;
    p->effort.runtimes = 3;
    p->sampled.taken = 1185;
    p->sampled.waiting = 50;
    p->sampled.lost = 15;
    p->sampled.cut = 2;
}

void synthetic_effort_odd(struct sw_profile *p)
{
    const char *file = "/home/me/a,b \"c\".c";
    add_head(p, "./odd \"name\"", "\033[31m");
    uint32_t cut = frame(p, SW_SAMPLED_CUT, "", "", 0);
    uint32_t odd = frame(p, 0x1000, "f;g\n\033[31m\"\377, (int)", file, 7);
    uint32_t again = frame(p, 0x1010, "f;g\n\033[31m\"\377, (int)", file, 8);
    uint32_t clone = frame(p, 0x2000, "clone", "", 0);
    uint32_t steal = frame(p, 0x300000, "steal", "", 0);
    uint32_t fib = frame(p, 0x4000, "fib", file, 12);
    uint32_t nothing = frame(p, LINK | 3, "", "", 0);
    add_runtime(p, 0x300000);
    uint32_t lost = path(p, path(p, 0, cut, 0, 0), odd, 5, 5);
    path(p, lost, again, 1, 1);
    uint32_t called = path(p, 0, fib, 10, 0);
    path(p, path(p, called, again, 0, 0), fib, 400, 0); /* it calls itself, by another one */
    uint32_t idle = path(p, path(p, 0, clone, 0, 0), steal, 0, 0);
    uint32_t stolen = link_path(p, called, nothing, idle);
    p->effort.paths[stolen - 1].resumed = 1;
    uint32_t deep = path(p, stolen, fib, 20, 0);
    uint32_t nested = link_path(p, deep, nothing, path(p, stolen, steal, 0, 0));
    path(p, nested, fib, 40, 0);
    path(p, link_path(p, path(p, 0, again, 0, 0), nothing, idle), fib, 100, 0);
    path(p, link_path(p, path(p, 0, odd, 0, 0), nothing, idle), fib, 200, 0);
    uint32_t most = path(p, 0, odd, UINT64_MAX / 2, UINT64_MAX / 4);
    p->effort.paths[most - 1].overhead[SW_OVERHEAD_CREATE] = UINT64_MAX / 8;
    add_lock(p, UINT64_MAX, "a,b\n\"lock\"", 0, 0, UINT64_MAX, UINT64_MAX);
    add_lock(p, 0, "", lost, 1, 0, 0);
    p->effort.processors = 3;
    p->effort.time = 7;
    p->effort.threads = 1;
}
