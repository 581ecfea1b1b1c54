/* The library in the program: its start, modules that have annotations, samples, what marks cost, the program's end. */
#include "agent/core/start.h"
#include "agent/annotate/hooks.h"
#include "agent/calls/forked.h"
#include "agent/core/libc.h"
#include "agent/core/meter.h"
#include "agent/core/timing.h"
#include "agent/process/live_range.h"
#include "agent/sampler/sampler.h"
#include "live/notes/annotate.h"
#include "live/notes/annotate_mark.h"

#define SPANWISE_NO_ANNOTATIONS
#include "include/spanwise_annotate.h"

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static bool off;

/* This process is not to be profiled, or not any more. */
static bool sw_annotate_is_off(void)
{
    const char *socket = secure_getenv("SPANWISE_SOCKET");
    return off || !socket || !*socket;
}

/* The executables and libraries of the process that have annotations. */

static const char owner[] = "Spanwise";

struct search {
    const struct dl_phdr_info *info;
    const struct __spanwise_takers *takers;
    unsigned found;
};

static bool is_writable(const struct dl_phdr_info *info, uint64_t at)
{
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        if (p->p_type == PT_LOAD && (p->p_flags & PF_W) &&
            at - (info->dlpi_addr + p->p_vaddr) < p->p_memsz)
            return true;
    }
    return false;
}

/* Its content is where the module's variable is, from there. */
static void look_at_note(void *data, const ElfW(Nhdr) * note, const char *name, const char *at)
{
    struct search *search = data;
    int32_t offset;
    if (note->n_namesz != sizeof owner || note->n_descsz != sizeof offset || note->n_type != 1 ||
        memcmp(name, owner, sizeof owner) != 0)
        return;
    memcpy(&offset, at, sizeof offset);
    uint64_t variable = (uint64_t)at + (uint64_t)(int64_t)offset;
    if (variable % sizeof(void *) || !is_writable(search->info, variable))
        return;
    *(const struct __spanwise_takers **)variable = search->takers;
    search->found++;
}

static int look_at(struct dl_phdr_info *info, size_t size, void *data)
{
    struct search *search = data;
    (void)size;
    search->info = info;
    sw_module_notes(info, look_at_note, search);
    return 0;
}

/* Has them all take annotations there; NULL: nowhere. How many annotations there are. */
static unsigned sw_annotate_modules(const struct __spanwise_takers *takers)
{
    struct search search = {.takers = takers};
    dl_iterate_phdr(look_at, &search);
    return search.found;
}

static bool opened; /* something may have been, since modules were looked at */

static void look_again(void)
{
    if (!__atomic_exchange_n(&opened, false, __ATOMIC_ACQ_REL))
        return;
    if (!sw_annotate_is_off())
        sw_annotate_modules(&sw_annotate_takers);
}

SW_REPLACES void *dlopen(const char *path, int flags)
{
    look_again();
    __atomic_store_n(&opened, true, __ATOMIC_RELEASE);
    return sw_libc()->dlopen(path, flags);
}

SW_REPLACES void *dlsym(void *handle, const char *name)
{
    look_again();
    return sw_libc()->dlsym(handle, name);
}

/*
 * Samples of an annotated program: the functions that its serial code is in, which annotations say nothing of. They are
 * counted by call path, and apart those outside all sections; of functions that both have, the tool names who calls them.
 */

/* The recorded thread's, or until there is one, that of the first: which is the same but for programs whose first annotation is
 * another thread's. */
static enum sw_sample_of whose(struct sw_sampler *s, struct sw_sampled_at *at)
{
    const struct sw_annotator *a = s->live->annotator;
    if (!a || s->user != a->thread)
        return SW_SAMPLE_NOBODY;
    if (a->joined && a->busy)
        return SW_SAMPLE_PROFILER;
    at->stacks[at->n_stacks++] = sw_sampler_stack(s, at->registers.sp);
    return SW_SAMPLE_PROGRAM;
}

/* Whether a section is open: those that were replayed, and what came since. */
static bool is_in_section(const struct sw_annotator *a)
{
    int64_t open = 0;
    for (uint32_t i = 0; i < a->depth && open <= SW_MARKS; i++) /* more cannot have ended since */
        open += a->open[i].kind == SW_NODE_SECTION;
    for (const struct sw_mark *m = a->marks; m < a->next; m++)
        open += (m->kind == SW_MARK_SECTION) - (m->kind == SW_MARK_SECTION_END);
    return open > 0;
}

static void take(struct sw_sampler *s, uint32_t path, uint64_t weight, uint64_t since)
{
    struct sw_annotator *a = s->live->annotator;
    struct sw_annotated_samples *samples = &a->samples[path];
    samples->all += weight;
    if (!a->joined || !is_in_section(a))
        samples->serial += weight;
    uint64_t ticks = sw_meter_ticks() - since;
    a->less += ticks;
    a->overhead += ticks;
}

static const struct sw_sample_taker sw_annotate_taker = {
    .by_thread = true, .whose = whose, .take = take};

enum { TURNS = 100, STEPS = 60 };

static volatile uint64_t sink;
static const struct __spanwise_takers *volatile takers = &sw_annotate_takers;

static uint64_t work(uint64_t x)
{
    for (int i = 0; i < STEPS; i++)
        x = x * 0x5851f42d4c957f2d + 1;
    return x;
}

static uint64_t time_bare(struct sw_annotator *a)
{
    uint64_t start = sw_meter_of(a->thread), x = start;
    for (int i = 0; i < TURNS; i++)
        x = work(x);
    sink = x;
    return sw_meter_of(a->thread) - start;
}

static uint64_t time_marked(struct sw_annotator *a, struct __spanwise_place *place, bool unread)
{
    uint64_t start = sw_meter_of(a->thread), x = start;
    a->may_skip[place->number] = unread;
    a->last = start;
    for (int i = 0; i < TURNS; i++) {
        a->turn = 1;
        if (takers)
            takers->task_begin(place, "", 1);
        x = work(x);
        if (takers)
            takers->task_end(place);
    }
    sink = x;
    return sw_meter_of(a->thread) - start;
}

static uint64_t between_begin_and_end(const struct sw_annotator *a)
{
    uint64_t sum = 0;
    for (const struct sw_mark *m = a->marks; m + 1 < a->next; m += 2)
        sum += m[1].ticks - m[0].ticks;
    return sum;
}

static uint64_t cost(uint64_t with, uint64_t without)
{
    return with > without ? (with - without) * SW_COST_TICK / TURNS : 0;
}

static void measure(struct sw_annotator *a)
{
    static uint64_t bare[SW_TIME_ROUNDS], all[SW_TIME_ROUNDS], inside[SW_TIME_ROUNDS],
        unread[SW_TIME_ROUNDS];
    struct __spanwise_place place = {.number = SW_LIVE_TREE_SITES - 1};
    for (int i = 0; i < SW_TIME_ROUNDS; i++) {
        bare[i] = time_bare(a);
        a->next = a->marks;
        all[i] = time_marked(a, &place, false);
        inside[i] = between_begin_and_end(a);
        a->next = a->marks;
        unread[i] = time_marked(a, &place, true);
        a->next = a->marks;
    }
    a->may_skip[place.number] = 0;
    uint64_t least = sw_time_usual(bare);
    a->cost_pair = cost(sw_time_usual(unread), least);
    a->cost_end = cost(sw_time_usual(inside), least);
    a->cost_begin = cost(sw_time_usual(all), least) - a->cost_end;
    if (a->cost_begin > cost(UINT32_MAX, 0)) /* noise */
        a->cost_begin = 0;
}

/* Finds out what marks cost: fills in the annotator's costs. It has no marks. */
static void sw_annotate_calibrate(struct sw_annotator *a)
{
    uint64_t long_ticks = a->long_ticks;
    if (a->thread->counter)
        return; /* of what is counted nothing is ours */
    a->long_ticks = UINT64_MAX;
    a->busy = 0;
    sw_annotator_self = a;
    measure(a);
    sw_annotator_self = NULL;
    a->busy = 1;
    a->turn = 0;
    a->untimed = 0;
    a->long_ticks = long_ticks;
    a->live->costs.note = (a->cost_begin + a->cost_end) / 2;
}

/*
 * The library is in all that the program starts. A process whose modules have annotations has a profile from
 * the start; any other from the first one that it passes: of a library that it has opened, or by functions
 * (itt.c). What it did before that counts as well, so the clocks are read when our library is loaded.
 */

#define BLUR_NS   60  /* a processor reads its clock so much too early or too late */
#define GRAIN_NS  60  /* so what differs by less is the same */
#define SMALL_NS  50  /* a gap that a loop may have */
#define LONGER_NS 200 /* than the longest that was seen: it is something else than a task */

struct sw_annotator sw_annotator_nobody = {.busy = 1};

static struct sw_annotator *the_one; /* NULL: not started, or not to be */
static int taken;                    /* by a thread */
static pthread_once_t started = PTHREAD_ONCE_INIT;
static pthread_t loader;
static struct sw_meter_reference loaded;

/* Samples tell the functions that serial code is in; what is counted has no time to sample. */
static int read_clock(struct sw_live *live)
{
    live->costs.reading = sw_time_reading();
    if (live->options.meter == SW_METER_TIME)
        live->options.sample_rate = SW_RATE_DEFAULT;
    return 0;
}

/* In a child after fork(): the range belongs to the parent. An exec starts a profile of its own. */
static void after_fork(void)
{
    off = true;
    the_one = NULL;
    sw_annotator_self = &sw_annotator_nobody;
}

static bool fill_in(struct sw_annotator *a)
{
    struct sw_arena *arena = &a->live->arena;
    if (!SW_TAKE(arena, a->marks, SW_MARKS) || !SW_TAKE(arena, a->open, SW_ANNOTATED_MOST) ||
        !SW_TAKE(arena, a->gaps, SW_LIVE_TREE_SITES) ||
        !SW_TAKE(arena, a->may_skip, SW_LIVE_TREE_SITES) ||
        (a->live->sampling.period_ns && !SW_TAKE(arena, a->samples, SW_CALL_PATHS_MAX)))
        return false;
    a->next = a->marks;
    a->end = a->live->memory ? a->marks : a->marks + SW_MARKS - 2; /* traffic is charged at once */
    a->busy = 1;
    return sw_place_init(a);
}

static struct sw_annotator *make(struct sw_live *live)
{
    uint64_t bound = live->options.tree ? live->options.tree : SW_TREE_BOUND;
    struct sw_annotator *a = sw_arena_take(&live->arena, sizeof *a);
    if (!a)
        return NULL;
    a->live = live;
    a->tree = sw_live_tree_make(live, bound);
    return a->tree && fill_in(a) ? a : NULL;
}

static void start_once(void)
{
    struct sw_live *live = sw_annotate_is_off() ? NULL : sw_start(read_clock, &sw_annotate_taker);
    if (!live)
        return;
    struct sw_annotator *a = make(live);
    if (!a) {
        sw_give_up(live, "not enough memory to profile");
        return;
    }
    a->thread = sw_thread_self;
    if (!a->thread->counter) { /* what is counted has no noise */
        a->blur = sw_live_to_ticks(live, BLUR_NS);
        a->small = sw_live_to_ticks(live, SMALL_NS);
        a->longer = sw_live_to_ticks(live, LONGER_NS);
        sw_tree_set_grain(a->tree->tree, sw_live_to_ticks(live, GRAIN_NS));
    }
    a->long_ticks = a->thread->meter.long_ticks;
    sw_annotate_calibrate(a);
    sw_forked_add(after_fork);
    live->annotator = a;
    the_one = a;
    sw_thread_sample(live, a->thread, (uint64_t)__builtin_frame_address(0));
}

/* What the thread did since our library was loaded. */
static void count_beginning(struct sw_annotator *a, uint64_t now)
{
    struct sw_thread *t = a->thread;
    if (t->counter)
        return;
    t->meter.reference = loaded;
    t->meter.seen = loaded.ticks;
    uint64_t cost = sw_meter_cost(t, now, 0);
    sw_tree_pass(a->tree->tree, cost > a->less ? cost - a->less : 0);
    a->less = 0;
}

static void begin(struct sw_annotator *a)
{
    if (a->thread->counter)
        a->long_ticks = UINT64_MAX;
    else
        sw_meter_refer(a->thread);
    a->last = a->seen = sw_meter_of(a->thread);
    a->busy = 0;
    a->joined = 1;
    sw_annotator_self = a;
}

/* Of threads that come first at the same time, one is recorded. */
struct sw_annotator *sw_annotator_join(void)
{
    uint64_t now = sw_meter_ticks();
    pthread_once(&started, start_once);
    struct sw_annotator *a = the_one;
    sw_annotator_self = &sw_annotator_nobody;
    if (!a || __atomic_exchange_n(&taken, 1, __ATOMIC_ACQ_REL))
        return &sw_annotator_nobody;
    if (sw_thread_self == &sw_thread_nobody)
        a->thread = sw_thread_new((uint64_t)__builtin_frame_address(0));
    if (!a->thread)
        return &sw_annotator_nobody;
    if (pthread_equal(loader, pthread_self()))
        count_beginning(a, now);
    begin(a);
    return a;
}

static void note_clocks(void)
{
    loader = pthread_self();
    sw_meter_note(&loaded);
}

/* The program ends by itself. If another thread than the one recorded ends it, the tool finds the marks. */
static void __attribute__((destructor)) stop(void)
{
    struct sw_annotator *a = the_one;
    if (!a)
        return;
    uint64_t now = sw_meter_of(a->thread);
    a->tree->elsewhere = sw_annotator_nobody.dropped;
    if (sw_annotator_self && sw_annotator_self != a)
        return;
    if (!sw_annotator_self)
        a = sw_annotator_join(); /* it has passed none */
    if (a->busy)
        return;
    a->busy = 1;
    sw_annotate_stop(a, now);
}

static void enclose(void)
{
    stop();
    after_fork();
}

static void __attribute__((constructor)) load(void)
{
    sw_enclose_front = enclose;
    if (sw_annotate_is_off() || !sw_annotate_modules(&sw_annotate_takers)) {
        note_clocks();
        return;
    }
    pthread_once(&started, start_once);
    if (!the_one || !the_one->live->annotator) {
        sw_annotate_modules(NULL);
        return;
    }
    note_clocks();
}
