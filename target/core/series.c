#include "target/core/series.h"
#include "target/core/thread.h"
#include "target/translate/shared.h"

#define STACK_BYTES   (64ull << 20)
#define FIRST_STRETCH 20 /* instructions, as a logarithm */

static struct {
    const struct sw_frame *frame;
    uint64_t work0, joined; /* by which it is known again, and what it has waited for */
    uint64_t low;           /* of its stack: where what it called last began */
    uint64_t mark;          /* its stack */
    uint32_t start, first;  /* first of the children that it has not waited for */
    bool is_spawned;
} series_frames[SW_SERIES_DEEPEST];
static struct {
    uint32_t from, to;
} series_children[SW_SERIES_CHILDREN];
static uint32_t series_depth, n_series_children, series_time, series_held;
static const struct sw_strand *series_strand;
static unsigned series_stretch = FIRST_STRETCH;
static uint64_t series_thread;

/* As all front ends have it in their marks. */
static uint64_t series_stack(const struct sw_frame *f)
{
    return f->mark & 0xfffffffffff0;
}

/* Below that on the same stack: a thread's own may grow, the others are as large as they are. */
static bool series_is_below(uint64_t address, uint64_t stack)
{
    const struct sw_thread *t = sw_thread_self;
    bool fixed = t->opencilk.stack && stack - t->stack_low <= t->stack_size;
    return address < stack && address >= (fixed ? t->stack_low : stack - STACK_BYTES);
}

/* What is known of a time since the last change of series_time: many lines were used then. */
#define KNOWN 256
struct known {
    uint32_t at, time;
    uint64_t stack; /* what was below is used again, ... */
    bool is_before; /* ... and all else comes before */
};
static struct known series_known[KNOWN];

static void series_find(struct known *k, uint32_t time)
{
    uint32_t low = 0, high = series_depth;
    while (high - low > 1) {
        uint32_t middle = (low + high) / 2;
        if (series_frames[middle].start <= time)
            low = middle;
        else
            high = middle;
    }
    k->stack = low + 1 < series_depth ? series_frames[low + 1].mark : series_frames[low].low;
    uint32_t end = low + 1 < series_depth ? series_frames[low + 1].first : n_series_children;
    uint32_t from = series_frames[low].first, to = end;
    while (from < to) {
        uint32_t middle = from + (to - from) / 2;
        if (series_children[middle].to < time)
            from = middle + 1;
        else
            to = middle;
    }
    k->is_before = from == end || series_children[from].from > time;
    k->at = series_time;
    k->time = time;
}

/* Whether what happened then comes before what happens now: or was in a part of the stack that is used again, and that others have
 * their own of. */
static bool series_comes_before(uint32_t time, uint64_t address)
{
    struct known *k = &series_known[time % KNOWN];
    if (k->at != series_time || k->time != time)
        series_find(k, time);
    return k->is_before || series_is_below(address, k->stack);
}

static void series_stop(void)
{
    sw_shared_stop();
    series_time++;
}

static void series_go_on(const struct sw_strand *s)
{
    while ((series_thread = s->at.work >> series_stretch) >= SW_SERIES_THREADS) {
        series_stretch++;
        sw_shared_unite();
    }
    const struct sw_shared_now now = {
        .comes_before = series_comes_before,
        .thread = (uint32_t)series_thread,
        .clock = series_time,
        .stretch = 1u << (series_stretch - SW_SHARED_TIME_LOG),
    };
    if (!series_held && s->at.spawns)
        sw_shared_run(&now);
}

/* Grows with each sync that has waited for children. */
static uint64_t series_joined(const struct sw_frame *f)
{
    return f->flags & SW_PARALLEL ? f->in_blocks : 0;
}

static bool series_is_open(uint32_t i, const struct sw_frame *top)
{
    const struct sw_frame *f = series_frames[i].frame;
    return f <= top && f->work0 == series_frames[i].work0;
}

/* The outermost one that is closed takes all inside it along, and was the last one that its parent called. */
static void series_close(uint32_t i)
{
    uint32_t start = series_frames[i].start;
    series_depth = i;
    n_series_children = series_frames[i].first;
    if (!i)
        return;
    series_frames[i - 1].low = series_frames[i].mark;
    if (series_frames[i].is_spawned && n_series_children < SW_SERIES_CHILDREN) {
        series_children[n_series_children].from = start;
        series_children[n_series_children++].to = series_time;
    }
}

static void series_open(const struct sw_frame *f)
{
    series_frames[series_depth].frame = f;
    series_frames[series_depth].work0 = f->work0;
    series_frames[series_depth].joined = series_joined(f);
    series_frames[series_depth].is_spawned = f->flags & SW_FRAME_SPAWNED;
    series_frames[series_depth].mark = series_stack(f);
    series_frames[series_depth].low = 0;
    series_frames[series_depth].start = series_time;
    series_frames[series_depth++].first = n_series_children;
}

static bool series_has_synced(const struct sw_frame *top)
{
    return series_depth && series_frames[series_depth - 1].frame <= top &&
           series_frames[series_depth - 1].joined !=
               series_joined(series_frames[series_depth - 1].frame);
}

void sw_series_look(const struct sw_strand *s)
{
    if (!s || s != series_strand)
        return;
    const struct sw_frame *top = s->at.top;
    uint32_t open = series_depth;
    while (open && !series_is_open(open - 1, top))
        open--;
    bool is_same = open == series_depth && !series_has_synced(top) &&
                   (open == SW_SERIES_DEEPEST || (open && series_frames[open - 1].frame == top));
    if (is_same && series_thread == s->at.work >> series_stretch)
        return;
    bool was_paused = sw_shared_is_paused;
    series_stop();
    if (open < series_depth)
        series_close(open);
    series_time++;
    if (series_has_synced(top)) {
        n_series_children = series_frames[series_depth - 1].first;
        series_frames[series_depth - 1].joined =
            series_joined(series_frames[series_depth - 1].frame);
    }
    const struct sw_frame *f = series_depth ? series_frames[series_depth - 1].frame : s->frames;
    while (f < top && series_depth < SW_SERIES_DEEPEST)
        series_open(++f);
    series_go_on(s);
    if (was_paused)
        sw_shared_pause();
}

static void series_locked(struct sw_strand *s, struct sw_hold *hold)
{
    (void)s, (void)hold;
    series_stop();
    series_held++;
}

static void series_unlocked(struct sw_strand *s, struct sw_hold *hold)
{
    (void)hold;
    series_held -= series_held > 0;
    series_stop();
    series_go_on(s);
}

static const struct sw_watcher series_watcher = {.locked = series_locked,
                                                 .unlocked = series_unlocked};

void sw_series_watch(struct sw_strand *strand)
{
    strand->watcher = &series_watcher;
    series_strand = strand;
}
