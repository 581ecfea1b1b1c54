#include "tests/profile/synthetic.h"
#include "profile/locks.h"

#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const synthetic_names[] = {
    "empty", "qsort", "fib",   "regions", "odd",     "deep",    "parallel",
    "exact", "worse", "rank",  "openmp",  "sampled", "effort",  "effort-odd",
    "tree",  "few",   "fewer", "locks",   "real",    "threads", NULL};

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

static struct sw_place place(const char *function, const char *file, uint32_t line, uint32_t column)
{
    return (struct sw_place){copy(function), copy(file), line, column, NULL};
}

static struct sw_site *add_site(struct sw_profile *p, uint32_t kind, uint64_t address)
{
    p->sites = must(realloc(p->sites, (p->n_sites + 1) * sizeof *p->sites));
    struct sw_site *site = &p->sites[p->n_sites++];
    memset(site, 0, sizeof *site);
    site->kind = kind;
    site->address = address;
    site->callee = kind == SW_SITE_CALL || kind == SW_SITE_SPAWN ? address + 0x1000 : 0;
    return site;
}

static void add_places(struct sw_site *site, const char *callee, uint32_t callee_line,
                       const char *caller, const char *file, uint32_t line)
{
    site->caller_place = place(caller, *caller ? file : "", line, line ? 5 : 0);
    site->callee_place = place(callee, file, callee_line, 0);
}

static struct sw_side side(uint64_t count, uint64_t work, uint64_t span, uint64_t top_count,
                           uint64_t top_work, uint64_t top_span, uint64_t local_count,
                           uint64_t local_work, uint64_t local_span)
{
    return (struct sw_side){
        .top_site = {count, work, span, span + span / 100, count * 2, count},
        .top_caller = {top_count, top_work, top_span},
        .local = {local_count, local_work, local_span},
    };
}

static void add_head(struct sw_profile *p, const char *program, const char *argument)
{
    p->program = copy(program);
    p->args = must(calloc(3, sizeof *p->args));
    p->args[0] = copy(program);
    p->args[1] = copy(argument);
    p->meter = copy("time");
    p->unit = copy("ns");
    p->front_end = SW_FRONT_END_CILK;
    p->level = copy("full");
    p->host = copy("testhost, aarch64, 2 processors");
    p->tool = copy("0.1.0");
    p->started_unix = 1700000000;
    p->burden = 5000;
    p->circumstances = (struct sw_circumstances){
        .events = 12345678,
        .overhead = 45600000,
        .preempted = 1200000,
        .call_cost_ps = 12400,
        .threads = 1,
        .max_depth = 57,
        .memory = 1 << 20,
    };
}

static void add_module(struct sw_profile *p, const char *path)
{
    p->modules = must(realloc(p->modules, (p->n_modules + 1) * sizeof *p->modules));
    struct sw_module *m = &p->modules[p->n_modules++];
    *m = (struct sw_module){.path = copy(path),
                            .start = 0xaaaa00000000,
                            .end = 0xaaaa00020000,
                            .bias = 0xaaaa00000000,
                            .build_id_size = 20};
    for (unsigned i = 0; i < m->build_id_size; i++)
        m->build_id[i] = (uint8_t)(i * 7);
}

static void make_qsort(struct sw_profile *p)
{
    const char *file = "/home/me/src/qsort.c";
    struct sw_site *s;
    add_head(p, "./qsort", "10000000");
    add_module(p, "/home/me/src/qsort");
    p->whole = (struct sw_figures){1, 790519060, 141903681, 142100000, 431244, 431245};
    s = add_site(p, SW_SITE_ROOT, 0);
    add_places(s, "main", 25, "", file, 0);
    s->on_work = side(1, 790519060, 141903681, 1, 790519060, 141903681, 1, 1000, 1000);
    s->on_span = s->on_work;
    s = add_site(p, SW_SITE_CALL, 0xaaaa00001010);
    add_places(s, "partition", 3, "pqsort", file, 20);
    s->on_work =
        side(431244, 408150528, 408150528, 1, 9000000, 9000000, 431244, 408150528, 408150528);
    s->on_span = side(23, 141891291, 141891291, 1, 9000000, 9000000, 23, 141891291, 141891291);
    s = add_site(p, SW_SITE_SPAWN, 0xaaaa00001020);
    add_places(s, "pqsort", 17, "pqsort", file, 21);
    s->on_work = side(10, 741312781, 116591841, 1, 300000000, 90000000, 431244, 4340000, 4340000);
    s->on_span = side(5, 597298216, 98119730, 1, 300000000, 90000000, 11, 4340, 3823);
    s = add_site(p, SW_SITE_CALL, 0xaaaa00001030);
    add_places(s, "pqsort", 17, "pqsort", file, 22);
    s->on_work =
        side(12, 761041165, 125360000, 1, 400000000, 100000000, 431244, 377000000, 377000000);
    s->on_span = side(6, 691808220, 118447199, 1, 400000000, 100000000, 12, 7068, 6682);
    s = add_site(p, SW_SITE_CALL, 0xaaaa00001040);
    add_places(s, "pqsort", 17, "main", file, 31);
    s->on_work = side(1, 790518060, 141902681, 1, 790518060, 141902681, 1, 885, 885);
    s->on_span = s->on_work;
}

static void make_fib(struct sw_profile *p)
{
    const char *file = "fib.c";
    struct sw_site *s;
    add_head(p, "./fib", "30");
    add_module(p, "./fib");
    p->whole = (struct sw_figures){1, 45032518, 40331, 310331, 1346268, 1346268};
    p->circumstances.unprofiled_work = 41000000;
    p->circumstances.spawn_cost_ps = 4700;
    s = add_site(p, SW_SITE_SPAWN, 0xaaaa00001010);
    add_places(s, "fib", 1, "fib", file, 4);
    s->on_work = side(1973, 45032163, 113267, 1, 27909468, 39643, 1346268, 25028185, 25028185);
    s->on_span = side(1, 27909468, 39643, 1, 27909468, 39643, 29, 20000, 20000);
    s = add_site(p, SW_SITE_CALL, 0xaaaa00001030);
    add_places(s, "fib", 1, "fib", file, 5);
    s->on_work = side(46368, 45030791, 250302, 1, 17122972, 14688, 1346268, 20000000, 19000000);
    s->on_span = side(0, 0, 0, 0, 0, 0, 2, 19000, 19000);
    s = add_site(p, SW_SITE_CALL, 0xaaaa00001050);
    add_places(s, "fib", 1, "main", file, 13);
    s->on_work = side(1, 45032518, 40331, 1, 45032518, 40331, 1, 780, 688);
    s->on_span = s->on_work;
}

static void make_regions(struct sw_profile *p)
{
    make_qsort(p);
    free(p->meter);
    free(p->unit);
    p->meter = copy("instructions");
    p->unit = copy("instructions");
    p->flags = SW_PROFILE_INCOMPLETE;
    p->status = SIGSEGV;
    p->circumstances.events_dropped = 3;
    p->circumstances.events_elsewhere = 1;
    p->circumstances.forks = 2;
    p->circumstances.threads = 4;
    p->n_regions = 2;
    p->regions = must(calloc(2, sizeof *p->regions));
    p->regions[0] = (struct sw_region){copy("sort, then check"),
                                       {3, 700000000, 140000000, 140100000, 431244, 431245}};
    p->regions[1] = (struct sw_region){copy("empty"), {1, 0, 0, 0, 0, 0}};
    p->n_unpatched = 7;
    p->unpatched = must(calloc(7, sizeof *p->unpatched));
    for (uint32_t i = 0; i < 7; i++)
        p->unpatched[i] = (struct sw_unpatched){0xaaaa00002000 + i * 64, 1000000 / (i + 1),
                                                place("swap", "/home/me/src/util.h", 10 + i, 0)};
    sw_profile_warn(p, "'/home/me/src/qsort' has changed since it was profiled");
}

static void make_odd(struct sw_profile *p)
{
    struct sw_site *s;
    char path[700];
    add_head(p, "./odd \"name\"", "a\\b\tc\n\033[31m \xff\xfe end");
    p->whole = (struct sw_figures){1, UINT64_MAX, 1, UINT64_MAX, UINT64_MAX, UINT64_MAX};
    s = add_site(p, SW_SITE_CALL, 0x1234); /* no debug information at all */
    s->on_work = side(1, 5, 0, 0, 0, 0, UINT64_MAX, UINT64_MAX, UINT64_MAX);
    memset(path, 'd', sizeof path);
    for (size_t i = 0; i < sizeof path; i += 20)
        path[i] = '/';
    memcpy(path + sizeof path - 8, "/file,c", 8);
    s = add_site(p, SW_SITE_SPAWN, 0x5678);
    add_places(s, "a_function_with_a_name_that_goes_on_and_on_and_on_for_ever", 1,
               "caller\033[2J\"quoted\"", path, UINT32_MAX);
    s->on_span = side(1, 1, 1, 1, 1, 1, 1, 1, 1);
    s = add_site(p, SW_SITE_LOOP, 0x9abc);
    add_places(s, "caf\303\251", 3, "caf\303\251", "src/caf\303\251.c", 3);
    s = add_site(p, SW_SITE_SCOPE, 0xdef0);
    add_places(s, "f", 4, "f", "f.c", 4);
    s = add_site(p, 99, 0xdef4); /* a kind of some later version */
    add_places(s, "g", 5, "g", "f.c", 5);
}

static void make_deep(struct sw_profile *p)
{
    make_fib(p);
    struct sw_place *at = &p->sites[0].caller_place;
    for (uint32_t i = 0; i < 200; i++) {
        char name[32];
        snprintf(name, sizeof name, "outer_%u", i);
        at->inlined_into = must(calloc(1, sizeof *at));
        *at->inlined_into = place(name, "deep.c", i + 1, i);
        at = at->inlined_into;
    }
    p->n_unpatched = 1; /* as deep in templates */
    p->unpatched = must(calloc(1, sizeof *p->unpatched));
    p->unpatched[0] = (struct sw_unpatched){
        0xaaaa00002000, 1000,
        place("std::map<std::string, std::vector<std::pair<int, std::string> >, "
              "std::less<std::string> >::operator[](std::string const&)",
              "/usr/include/map.h", 10, 0)};
}

static void make_parallel(struct sw_profile *p)
{
    const uint64_t moved = 0x111100000000;
    make_qsort(p);
    p->circumstances.workers = 4;
    p->circumstances.steals = 1234;
    p->circumstances.threads = 4;
    p->whole.work = 1206925703; /* the growth of the sites more */
    p->whole.span = 283807362;
    p->whole.burdened_span = 284000000;
    p->modules->start += moved;
    p->modules->end += moved;
    p->modules->bias += moved;
    struct sw_site *s = &p->sites[1];
    s->on_work.local = (struct sw_measure){431244, 816301056, 816301056};
    s->on_work.top_site.work = s->on_work.top_site.span = 816301056;
    s->on_span.local = (struct sw_measure){23, 283782582, 283782582};
    s = &p->sites[2];
    s->on_work.local = (struct sw_measure){431000, 4000000, 4000000};
    s->on_work.top_site.work = 1000000000;
    s = &p->sites[3];
    s->on_work.local.work = 384540000; /* 2% more */
    s = &p->sites[4];                  /* pqsort, called by main: other places now */
    sw_place_release(p, &s->caller_place);
    sw_place_release(p, &s->callee_place);
    add_places(s, "check", 40, "main", "/home/me/src/qsort.c", 32);
    s->address += 0x10;
    s->callee += 0x100;
    s->on_work = side(1, 500000, 500000, 1, 500000, 500000, 1, 500000, 500000);
    s->on_span = s->on_work;
    s = add_site(p, SW_SITE_SPAWN, p->sites[2].address); /* the same place once more */
    add_places(s, "pqsort", 17, "pqsort", "/home/me/src/qsort.c", 21);
    s->on_work = side(1, 100000000, 50000000, 0, 0, 0, 244, 557000, 557000);
    for (size_t i = 0; i < p->n_sites; i++)
        if (p->sites[i].address) {
            p->sites[i].address += moved;
            p->sites[i].callee += moved;
        }
}

static void make_exact(struct sw_profile *p)
{
    make_qsort(p);
    free(p->meter);
    free(p->unit);
    p->meter = copy("instructions");
    p->unit = copy("instructions");
    p->n_regions = 1;
    p->regions = must(calloc(1, sizeof *p->regions));
    p->regions[0] =
        (struct sw_region){copy("sort"), {1, 790000000, 141000000, 141100000, 431244, 431245}};
}

static void make_worse(struct sw_profile *p)
{
    make_exact(p);
    p->modules->build_id[0]++;
    p->started_unix += 3600;
    p->whole.span += 141891291;
    p->whole.burdened_span += 141891291;
    p->regions[0].figures.span = 282000000;
    p->sites[1].on_span.local.span += 141891291;
    for (size_t i = 1; i < p->n_sites; i++) {
        p->sites[i].address += 0x40;
        p->sites[i].caller_place.line += 3;
        p->sites[i].callee_place.line += 3;
    }
    p->sites[2].kind = SW_SITE_CALL;
    p->sites[4].on_work.top_site.span = p->whole.span - 1000;
    struct sw_site *s = add_site(p, SW_SITE_CALL, 0xaaaa00001100);
    add_places(s, "verify", 60, "main", "/home/me/src/qsort.c", 36);
    s->on_work = side(1, 5000, 5000, 1, 5000, 5000, 1, 5000, 5000);
    s->on_span = s->on_work;
    p->whole.work += 5000;
    p->whole.span += 5000;
}

static void make_rank(struct sw_profile *p)
{
    make_qsort(p);
    p->rank = (struct sw_rank){.launcher = copy("openmpi"),
                               .host = copy("node7"),
                               .rank = 3,
                               .size = 4,
                               .time_ns = 990519060,
                               .apart = 100000000};
}

static void add_frame(struct sw_profile *p, uint64_t address, const char *function,
                      const char *file, uint32_t line)
{
    struct sw_sampled *s = &p->sampled;
    s->frames = must(realloc(s->frames, (s->n_frames + 1) * sizeof *s->frames));
    s->frames[s->n_frames++] =
        (struct sw_sampled_frame){address, place(function, file, line, line ? 3 : 0)};
}

static void add_path(struct sw_profile *p, uint32_t caller, uint32_t frame, uint64_t on_work,
                     uint64_t on_span)
{
    struct sw_sampled *s = &p->sampled;
    s->paths = must(realloc(s->paths, (s->n_paths + 1) * sizeof *s->paths));
    s->paths[s->n_paths++] = (struct sw_sampled_path){.caller = caller,
                                                      .frame = frame,
                                                      .on_work = on_work,
                                                      .on_span = on_span,
                                                      .serial = on_span / 2};
}

static void make_sampled(struct sw_profile *p)
{
    const char *file = "/home/me/src/qsort.c";
    make_qsort(p);
    free(p->level);
    p->level = copy("sampled");
    add_frame(p, SW_SAMPLED_CUT, "", "", 0);
    add_frame(p, 0xaaaa00001008, "main", file, 31);
    add_frame(p, 0xaaaa00001010, "pqsort", file, 20);
    add_frame(p, 0xaaaa00001020, "pqsort", file, 21);
    add_frame(p, 0xaaaa00001100, "swap", file, 8); /* inlined */
    p->sampled.frames[4].place.inlined_into = must(calloc(1, sizeof(struct sw_place)));
    *p->sampled.frames[4].place.inlined_into = place("partition", file, 12, 9);
    add_frame(p, 0xaaaa00001108, "partition", file, 13);
    add_frame(p, 0xaaaa00001200, "pqsort", "/home/me/src/<spanwise>", 35);
    add_frame(p, 0xbbbb00000000, "", "", 0); /* no module */
    add_frame(p, 0xaaaa0001f000, "", "", 0); /* a module without names */
    add_path(p, 0, 1, 0, 0);                 /* 1: main */
    add_path(p, 1, 2, 5, 1);                 /* 2: main, pqsort */
    add_path(p, 2, 3, 2, 0);                 /* 3: main, pqsort, pqsort */
    add_path(p, 2, 4, 100, 40);              /* 4: main, pqsort, partition, swap */
    add_path(p, 3, 5, 300, 50);              /* 5: main, pqsort, pqsort, partition */
    add_path(p, 3, 4, 50, 0);
    add_path(p, 3, 6, 3, 0);
    add_path(p, 0, 0, 0, 0); /* 8: what called is not known */
    add_path(p, 8, 7, 30, 9);
    add_path(p, 8, 8, 10, 0);
    struct sw_sampled *s = &p->sampled;
    s->rate = 1000;
    s->source = SW_SAMPLED_USER_CLOCK;
    s->taken = 500;
    s->lost = 12;
    s->profiler = 7;
    s->cut = 40;
}

/* The same of shorter runs: 49 samples on work and 4 on span; 4 and none. */
static void take_few(struct sw_profile *p, uint64_t work, uint64_t span)
{
    struct sw_sampled *s = &p->sampled;
    make_sampled(p);
    s->taken = s->lost = s->profiler = s->cut = 0;
    for (size_t i = 0; i < s->n_paths; i++) {
        s->paths[i].on_work /= work;
        s->paths[i].on_span /= span;
        s->paths[i].serial = 0;
        s->taken += s->paths[i].on_work;
    }
}

static void make_few(struct sw_profile *p)
{
    take_few(p, 10, 20);
}

static void make_fewer(struct sw_profile *p)
{
    take_few(p, 100, 100);
}

static void make_tree(struct sw_profile *p)
{
    make_qsort(p);
    synthetic_tree(p);
}

/* One that all is about, and four that readers have too. */
static void make_locks(struct sw_profile *p)
{
    make_qsort(p);
    uint64_t tenth = p->whole.work / 10;
    p->n_locks = 2;
    p->locks = must(calloc(2, sizeof *p->locks));
    p->locks[0] =
        (struct sw_lock){0xaaaa00010000, copy("cache"), 1, 300, 4 * tenth, 4 * tenth, tenth, 0, 0};
    p->locks[1] =
        (struct sw_lock){0xaaaa00020000, copy(""), 4, 40, 2 * tenth, tenth, 0, 1000, 5 * tenth};
    p->n_lock_sites = 3;
    p->lock_sites = must(calloc(3, sizeof *p->lock_sites));
    const char *file = "/home/me/src/qsort.c";
    p->lock_sites[0] =
        (struct sw_lock_site){0, 0xaaaa00001100, 200, 3 * tenth, 0, 0, place("get", file, 40, 0)};
    p->lock_sites[1] =
        (struct sw_lock_site){0, 0xaaaa00001200, 100, tenth, 0, 0, place("put", file, 50, 0)};
    p->lock_sites[2] = (struct sw_lock_site){
        1, 0xaaaa00001300, 40, 2 * tenth, 1000, 5 * tenth, place("find", file, 60, 0)};
}

/* The tree's, and it was run for real, too. */
static void make_real(struct sw_profile *p)
{
    static const struct sw_real_run real[] = {
        {1, 800000000, 810000000, 900000000, 5}, {2, 420000000, 0, 0, 0}, {8, 200000000, 0, 0, 0}};
    make_tree(p);
    p->command = must(calloc(3, sizeof *p->command));
    p->command[0] = copy("run");
    p->command[1] = copy("--meter=time");
    p->n_real = sizeof real / sizeof *real;
    p->real = memcpy(must(malloc(sizeof real)), real, sizeof real);
}

int synthetic_make(struct sw_profile *profile, const char *name)
{
    static void (*const makers[])(struct sw_profile *) = {NULL,
                                                          make_qsort,
                                                          make_fib,
                                                          make_regions,
                                                          make_odd,
                                                          make_deep,
                                                          make_parallel,
                                                          make_exact,
                                                          make_worse,
                                                          make_rank,
                                                          synthetic_openmp,
                                                          make_sampled,
                                                          synthetic_effort,
                                                          synthetic_effort_odd,
                                                          make_tree,
                                                          make_few,
                                                          make_fewer,
                                                          make_locks,
                                                          make_real,
                                                          synthetic_threads};
    for (size_t i = 0; synthetic_names[i]; i++) {
        if (strcmp(name, synthetic_names[i]))
            continue;
        sw_profile_init(profile);
        if (makers[i])
            makers[i](profile);
        return 0;
    }
    return -1;
}

void synthetic_many(struct sw_profile *p, size_t n_sites)
{
    sw_profile_init(p);
    add_head(p, "./many", "");
    p->whole = (struct sw_figures){1, 1000000000, 10000000, 11000000, n_sites, n_sites};
    p->sites = must(calloc(n_sites, sizeof *p->sites));
    for (; p->n_sites < n_sites; p->n_sites++) {
        struct sw_site *s = &p->sites[p->n_sites];
        uint64_t i = p->n_sites;
        char callee[32], file[32];
        snprintf(callee, sizeof callee, "function_%u", (unsigned)(i / 3));
        snprintf(file, sizeof file, "/src/file_%u.c", (unsigned)(i / 100));
        s->address = 0x400000 + 16 * i;
        s->callee = 0x800000 + 16 * i;
        add_places(s, callee, (uint32_t)i, "caller", file, (uint32_t)i % 1000 + 1);
        s->on_work = side(i, i * 10, i * 5, 1, i, i, i, i * 3, i * 2);
        s->on_span = side(1, i, i, 1, i, i, 1, i * 7919 % 1000, i * 7919 % 1000);
    }
}

#define DIFFERENT(what, i) (fprintf(stderr, "profiles differ: %s of %zu\n", what, (size_t)(i)), 0)

static int same_text(const char *a, const char *b)
{
    return !strcmp(a ? a : "", b ? b : "");
}

static int same_place(const struct sw_place *a, const struct sw_place *b)
{
    for (; a && b; a = a->inlined_into, b = b->inlined_into)
        if (!same_text(a->function, b->function) || !same_text(a->file, b->file) ||
            a->line != b->line || a->column != b->column)
            return 0;
    return !a && !b;
}

static int same_rank(const struct sw_rank *a, const struct sw_rank *b)
{
    return same_text(a->launcher, b->launcher) && same_text(a->host, b->host) &&
           a->rank == b->rank && a->size == b->size && a->merged == b->merged &&
           a->time_ns == b->time_ns && a->apart == b->apart;
}

static int same_head(const struct sw_profile *a, const struct sw_profile *b)
{
    return same_text(a->program, b->program) && same_text(a->meter, b->meter) &&
           same_text(a->unit, b->unit) && a->front_end == b->front_end &&
           same_text(a->front_end_text, b->front_end_text) && same_text(a->level, b->level) &&
           same_text(a->host, b->host) && same_text(a->tool, b->tool) &&
           a->started_unix == b->started_unix && a->burden == b->burden && a->flags == b->flags &&
           a->status == b->status && same_rank(&a->rank, &b->rank) &&
           !memcmp(&a->whole, &b->whole, sizeof a->whole) &&
           !memcmp(&a->circumstances, &b->circumstances, sizeof a->circumstances) &&
           a->n_modules == b->n_modules && a->n_sites == b->n_sites &&
           a->n_regions == b->n_regions && a->n_unpatched == b->n_unpatched &&
           a->n_locks == b->n_locks && a->n_lock_sites == b->n_lock_sites &&
           a->n_warnings == b->n_warnings && a->n_simulations == b->n_simulations &&
           a->n_constructs == b->n_constructs &&
           !memcmp(&a->sampled, &b->sampled, offsetof(struct sw_sampled, frames)) &&
           a->sampled.n_frames == b->sampled.n_frames && a->sampled.n_paths == b->sampled.n_paths;
}

static int same_sampled(const struct sw_sampled *a, const struct sw_sampled *b)
{
    for (size_t i = 0; i < a->n_frames; i++)
        if (a->frames[i].address != b->frames[i].address ||
            !same_place(&a->frames[i].place, &b->frames[i].place))
            return DIFFERENT("sampled frame", i);
    for (size_t i = 0; i < a->n_paths; i++)
        if (memcmp(&a->paths[i], &b->paths[i], sizeof a->paths[i]))
            return DIFFERENT("sampled path", i);
    return 1;
}

static int same_locks(const struct sw_profile *a, const struct sw_profile *b)
{
    for (size_t i = 0; i < a->n_locks; i++)
        if (!same_text(a->locks[i].name, b->locks[i].name) ||
            a->locks[i].address != b->locks[i].address ||
            memcmp(&a->locks[i].n_locks, &b->locks[i].n_locks,
                   sizeof a->locks[i] - offsetof(struct sw_lock, n_locks)))
            return DIFFERENT("lock", i);
    for (size_t i = 0; i < a->n_lock_sites; i++)
        if (a->lock_sites[i].lock != b->lock_sites[i].lock ||
            memcmp(&a->lock_sites[i].address, &b->lock_sites[i].address, 5 * sizeof(uint64_t)) ||
            !same_place(&a->lock_sites[i].place, &b->lock_sites[i].place))
            return DIFFERENT("place of a lock", i);
    return 1;
}

static int same_lanes(const struct sw_profile *a, const struct sw_profile *b)
{
    if (a->n_lanes != b->n_lanes)
        return DIFFERENT("number of lanes", 0);
    for (size_t i = 0; i < a->n_lanes; i++) {
        const struct sw_lane_table *x = &a->lanes[i], *y = &b->lanes[i];
        if (x->run != y->run || x->time != y->time || x->stretch != y->stretch || x->n != y->n ||
            x->n_stretches != y->n_stretches ||
            memcmp(x->lanes, y->lanes, x->n * sizeof *x->lanes) ||
            memcmp(x->cells, y->cells, x->n * x->n_stretches * sizeof *x->cells))
            return DIFFERENT("lanes", i);
    }
    return 1;
}

static int same_effort(const struct sw_effort *a, const struct sw_effort *b, size_t n_paths)
{
    if (memcmp(a, b, offsetof(struct sw_effort, paths)) || a->n_locks != b->n_locks ||
        a->n_stretches != b->n_stretches || a->n_runtime != b->n_runtime ||
        a->runtimes != b->runtimes || !a->paths != !b->paths)
        return DIFFERENT("effort", 0);
    if (a->paths && memcmp(a->paths, b->paths, n_paths * sizeof *a->paths))
        return DIFFERENT("effort of paths", n_paths);
    for (size_t i = 0; i < a->n_locks; i++) {
        const struct sw_effort_lock *x = &a->locks[i], *y = &b->locks[i];
        if (x->address != y->address || !same_text(x->name, y->name) || x->holder != y->holder ||
            x->waiter != y->waiter || x->inside != y->inside || x->waits != y->waits ||
            x->waited != y->waited || x->held != y->held || x->entries != y->entries)
            return DIFFERENT("lock", i);
    }
    if (a->n_stretches && memcmp(a->stretches, b->stretches, a->n_stretches * sizeof *a->stretches))
        return DIFFERENT("stretches", a->n_stretches);
    if (a->n_lanes != b->n_lanes ||
        (a->n_lanes &&
         (memcmp(a->lanes, b->lanes, a->n_lanes * sizeof *a->lanes) ||
          memcmp(a->cells, b->cells, a->n_lanes * a->n_stretches * sizeof *a->cells))))
        return DIFFERENT("lanes", a->n_lanes);
    if (a->n_runtime && memcmp(a->runtime, b->runtime, 2 * a->n_runtime * sizeof *a->runtime))
        return DIFFERENT("ranges", a->n_runtime);
    return 1;
}

static int same_args(char *const *a, char *const *b)
{
    static char *const none[] = {NULL};
    a = a ? a : none;
    b = b ? b : none;
    while (*a && *b && !strcmp(*a, *b))
        a++, b++;
    return !*a && !*b;
}

static int same_module(const struct sw_module *a, const struct sw_module *b)
{
    return same_text(a->path, b->path) && a->start == b->start && a->end == b->end &&
           a->bias == b->bias && a->build_id_size == b->build_id_size &&
           !memcmp(a->build_id, b->build_id, sizeof a->build_id);
}

static int same_site(const struct sw_site *a, const struct sw_site *b)
{
    return a->address == b->address && a->callee == b->callee && a->kind == b->kind &&
           !memcmp(&a->on_work, &b->on_work, sizeof a->on_work) &&
           !memcmp(&a->on_span, &b->on_span, sizeof a->on_span) &&
           same_place(&a->caller_place, &b->caller_place) &&
           same_place(&a->callee_place, &b->callee_place);
}

int synthetic_equal(const struct sw_profile *a, const struct sw_profile *b)
{
    if (!same_head(a, b))
        return DIFFERENT("head", 0);
    if (!same_args(a->args, b->args))
        return DIFFERENT("arguments", 0);
    if (!same_args(a->command, b->command))
        return DIFFERENT("command", 0);
    if (a->n_real != b->n_real ||
        (a->n_real && memcmp(a->real, b->real, a->n_real * sizeof *a->real)))
        return DIFFERENT("real runs", a->n_real);
    for (size_t i = 0; i < a->n_modules; i++)
        if (!same_module(&a->modules[i], &b->modules[i]))
            return DIFFERENT("module", i);
    for (size_t i = 0; i < a->n_sites; i++)
        if (!same_site(&a->sites[i], &b->sites[i]))
            return DIFFERENT("site", i);
    for (size_t i = 0; i < a->n_regions; i++)
        if (!same_text(a->regions[i].label, b->regions[i].label) ||
            memcmp(&a->regions[i].figures, &b->regions[i].figures, sizeof a->regions[i].figures))
            return DIFFERENT("region", i);
    for (size_t i = 0; i < a->n_unpatched; i++)
        if (a->unpatched[i].address != b->unpatched[i].address ||
            a->unpatched[i].calls != b->unpatched[i].calls ||
            !same_place(&a->unpatched[i].place, &b->unpatched[i].place))
            return DIFFERENT("unpatched function", i);
    if (a->n_simulations &&
        memcmp(a->simulations, b->simulations, a->n_simulations * sizeof *a->simulations))
        return DIFFERENT("simulations", a->n_simulations);
    if (a->n_constructs &&
        memcmp(a->constructs, b->constructs, a->n_constructs * sizeof *a->constructs))
        return DIFFERENT("constructs", a->n_constructs);
    for (size_t i = 0; i < a->n_warnings; i++)
        if (!same_text(a->warnings[i], b->warnings[i]))
            return DIFFERENT("warning", i);
    return same_sampled(&a->sampled, &b->sampled) && same_locks(a, b) && same_lanes(a, b) &&
           same_effort(&a->effort, &b->effort, a->sampled.n_paths) &&
           (synthetic_same_tree(&a->tree, &b->tree) || DIFFERENT("tree", 0));
}
