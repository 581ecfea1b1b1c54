#include "target/core/series.h"
#include "target/core/thread.h"
#include "target/translate/shared.h"

#define STACK_BYTES   (64ull << 20)
#define FIRST_STRETCH 20 /* instructions, as a logarithm */

static struct {
    const struct sw_frame *frame;
    uint64_t low;          /* of its stack: where what it called last began */
    uint32_t start, first; /* first of the children that it has not waited for */
} series_frames[SW_SERIES_DEEPEST];
static struct {
    uint32_t from, to;
} series_children[SW_SERIES_CHILDREN];
static uint32_t series_depth, series_deeper, n_series_children, series_time, series_held;
static unsigned series_stretch = FIRST_STRETCH;

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

/* Whether what happened then comes before what happens now: or was in a part of the stack that is used again, and that others have
 * their own of. */
static bool series_comes_before(uint32_t time, uint64_t address)
{
    uint32_t low = 0, high = series_depth;
    while (high - low > 1) {
        uint32_t middle = (low + high) / 2;
        if (series_frames[middle].start <= time)
            low = middle;
        else
            high = middle;
    }
    uint64_t stack = low + 1 < series_depth ? series_stack(series_frames[low + 1].frame)
                                            : series_frames[low].low;
    if (series_is_below(address, stack))
        return true;
    uint32_t end = low + 1 < series_depth ? series_frames[low + 1].first : n_series_children;
    uint32_t from = series_frames[low].first, to = end;
    while (from < to) {
        uint32_t middle = from + (to - from) / 2;
        if (series_children[middle].to < time)
            from = middle + 1;
        else
            to = middle;
    }
    return from == end || series_children[from].from > time;
}

static void series_stop(void)
{
    sw_shared_stop();
    series_time++;
}

static void series_go_on(const struct sw_strand *s)
{
    while (s->at.work >> series_stretch >= SW_SERIES_THREADS) {
        series_stretch++;
        sw_shared_unite();
    }
    const struct sw_shared_now now = {
        .comes_before = series_comes_before,
        .thread = (uint32_t)(s->at.work >> series_stretch),
        .clock = series_time,
        .stretch = 1u << (series_stretch - SW_SHARED_TIME_LOG),
    };
    if (!series_held && s->at.spawns)
        sw_shared_run(&now);
}

static void series_opened(struct sw_strand *s)
{
    series_stop();
    if (series_depth < SW_SERIES_DEEPEST && !series_deeper) {
        series_frames[series_depth].frame = s->at.top;
        series_frames[series_depth].low = 0;
        series_frames[series_depth].start = series_time;
        series_frames[series_depth++].first = n_series_children;
    } else {
        series_deeper++;
    }
    series_go_on(s);
}

static void series_syncs(struct sw_strand *s)
{
    series_stop();
    if (!series_deeper && series_depth)
        n_series_children = series_frames[series_depth - 1].first;
    series_go_on(s);
}

static void series_closes(struct sw_strand *s)
{
    series_stop();
    if (series_deeper) {
        series_deeper--;
    } else if (series_depth) {
        uint32_t start = series_frames[--series_depth].start;
        n_series_children = series_frames[series_depth].first;
        if (series_depth)
            series_frames[series_depth - 1].low = series_stack(s->at.top);
        if (s->at.top->flags & SW_FRAME_SPAWNED && n_series_children < SW_SERIES_CHILDREN) {
            series_children[n_series_children].from = start;
            series_children[n_series_children++].to = series_time;
        }
    }
    series_time++;
    series_go_on(s);
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

static const struct sw_watcher series_watcher = {.opened = series_opened,
                                                 .syncs = series_syncs,
                                                 .closes = series_closes,
                                                 .locked = series_locked,
                                                 .unlocked = series_unlocked};

void sw_series_watch(struct sw_strand *strand)
{
    strand->watcher = &series_watcher;
}
