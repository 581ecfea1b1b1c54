/*
 * The library is in all that the program starts. A process whose modules have annotations has a profile from
 * the start; any other from the first one that it passes: of a library that it has opened, or by functions
 * (itt.c). What it did before that counts as well, so the clocks are read when our library is loaded.
 */
#include "agent/annotate/start.h"
#include "agent/annotate/hooks.h"
#include "agent/annotate/modules.h"
#include "agent/annotate/sample.h"
#include "agent/calls/forked.h"
#include "agent/core/start.h"
#include "agent/core/timing.h"
#include "agent/process/live_range.h"
#include "live/notes/annotate.h"

#include <pthread.h>
#include <stdlib.h>

#define BLUR_NS   60  /* a processor reads its clock so much too early or too late */
#define GRAIN_NS  60  /* so what differs by less is the same */
#define SMALL_NS  50  /* a gap that a loop may have */
#define LONGER_NS 200 /* than the longest that was seen: it is something else than a task */

struct sw_annotator sw_annotator_nobody = {.busy = 1};

static struct sw_annotator *the_one; /* NULL: not started, or not to be */
static int taken;                    /* by a thread */
static bool off;
static pthread_once_t started = PTHREAD_ONCE_INIT;
static pthread_t loader;
static struct sw_meter_reference loaded;

bool sw_annotate_is_off(void)
{
    const char *socket = secure_getenv("SPANWISE_SOCKET");
    return off || !socket || !*socket;
}

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
    a->marks = sw_arena_take(arena, SW_MARKS * sizeof *a->marks);
    a->open = sw_arena_take(arena, SW_ANNOTATED_MOST * sizeof *a->open);
    a->gaps = sw_arena_take(arena, SW_LIVE_TREE_SITES * sizeof *a->gaps);
    a->may_skip = sw_arena_take(arena, SW_LIVE_TREE_SITES);
    if (a->live->sampling.period_ns)
        a->samples = sw_arena_take(arena, SW_CALL_PATHS_MAX * sizeof *a->samples);
    a->next = a->marks;
    a->end = a->live->memory ? a->marks : a->marks + SW_MARKS - 2; /* traffic is charged at once */
    a->busy = 1;
    return a->marks && a->open && a->gaps && a->may_skip && sw_place_init(a) &&
           (a->samples || !a->live->sampling.period_ns);
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
