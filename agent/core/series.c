/* What may run in parallel in a serial run of a Cilk program. */
#include "agent/core/series.h"
#include "agent/core/thread.h"
#include "agent/translate/shared.h"
#include "base/search.h"

#define STACK_BYTES   (64ull << 20)
#define FIRST_STRETCH 20 /* instructions, as a logarithm: of a phase of unknown length, ... */
#define ONE_STRETCH   63 /* ... and of one that nobody would steal from */

static struct {
    const struct sw_frame *frame;
    uint64_t work0, joined; /* by which it is known again, and what it has waited for */
    uint64_t low;           /* of its stack: where what it called last began */
    uint64_t mark;          /* its stack */
    uint32_t start, first;  /* first of the children that it has not waited for */
    uint32_t from,
        halvings;   /* where in its phase it begins, in 2^-32, and how long it is: 2^-halvings */
    uint32_t owner; /* the frame that its phase is of, and one; 0: it is in none */
    uint32_t nth;   /* child that was looked at last, ... */
    uint64_t nth_work0, took; /* ... from where on; and how long the one before it was */
    bool is_spawned;
} series_frames[SW_SERIES_DEEPEST];
static struct {
    uint32_t from, to;
} series_children[SW_SERIES_CHILDREN];
static uint32_t series_depth, n_series_children, series_time, series_held;
static const struct sw_strand *series_strand;
static uint64_t series_thread; /* the stretch */

#define SERIES_SITES 4096 /* whose phases are told apart */
static struct {
    uint64_t work0, joined; /* of the owner, by which it is known again */
    uint64_t began;
    uint32_t parts;
    uint32_t stretch;               /* instructions, as a logarithm */
    uint32_t joined_at;             /* series_time: what was earlier comes before it */
    uint8_t cores[SW_SERIES_CORES]; /* of the parts */
} series_phase;
static uint64_t series_lengths[SERIES_SITES];
static uint32_t series_cores, series_core;

/* As all front ends have it in their marks. */
static uint64_t series_stack(const struct sw_frame *f)
{
    return f->mark & 0xfffffffffff0;
}

/* How far that stack goes down: a thread's own may grow, the others are as large as they are. */
static uint64_t series_stack_end(uint64_t stack)
{
    const struct sw_thread *t = sw_thread_self;
    bool fixed = t->opencilk.stack && stack - t->stack_low <= t->stack_size;
    return fixed ? t->stack_low : stack - STACK_BYTES;
}

/* Below what a frame has itself: where the one that it called, or has called last, begins. */
static uint64_t series_callees(uint32_t i)
{
    return i + 1 < series_depth ? series_frames[i + 1].mark : series_frames[i].low;
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
    uint32_t deepest = series_depth ? series_depth - 1 : 0;
    uint32_t i = (uint32_t)SW_BEFORE(deepest, f, series_frames[f + 1].start <= time);
    uint32_t first = series_frames[i].first;
    uint32_t n = (i < deepest ? series_frames[i + 1].first : n_series_children) - first;
    uint32_t earlier = (uint32_t)SW_BEFORE(n, c, series_children[first + c].to < time);
    k->stack = series_callees(i);
    k->is_before = earlier == n || series_children[first + earlier].from > time;
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
    bool is_below = address < k->stack && address >= series_stack_end(k->stack);
    return k->is_before || is_below;
}

/* Grows with each sync that has waited for children. */
static uint64_t series_joined(const struct sw_frame *f)
{
    return f->flags & SW_PARALLEL ? f->in_blocks : 0;
}

/* Children that the frame has to wait for. */
static uint64_t series_spawned(const struct sw_frame *f)
{
    return f->flags & SW_PARALLEL && f->block ? f->block->spawned : 0;
}

/* --- Where it would run --- */

/* The same ones in each run. */
static uint32_t series_any_below(uint64_t n)
{
    static uint64_t state = 1;
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((state >> 33) % n);
}

static uint64_t series_part(uint64_t halvings)
{
    return halvings <= 32 ? 1ull << (32 - halvings) : 1;
}

/* Where the code after the frame's last spawn is, or before it: in that child. */
static uint32_t series_from(uint32_t i, bool in_child)
{
    uint64_t n = series_spawned(series_frames[i].frame), h = series_frames[i].halvings;
    uint64_t left = n ? series_part(h + n - in_child) : series_part(h);
    return (uint32_t)(series_frames[i].from + series_part(h) - left);
}

/* Whether a child that begins there is any core's. */
static bool series_is_anybodys(uint32_t i, uint64_t work0, uint64_t burden)
{
    uint64_t nth = series_spawned(series_frames[i].frame), before = series_frames[i].took;
    if (nth <= series_frames[i].nth)
        series_frames[i].nth = 0; /* there was a sync */
    uint64_t more = nth - series_frames[i].nth;
    uint64_t took = series_frames[i].nth ? (work0 - series_frames[i].nth_work0) / more : 0;
    series_frames[i].nth = (uint32_t)nth;
    series_frames[i].nth_work0 = work0;
    series_frames[i].took = took;
    return nth > 2 && took >= 2 * burden && took >= before / 4 * 3;
}

/* As many as there are parts, or up to twice as many. */
static uint32_t series_stretch(uint64_t length, uint64_t parts)
{
    uint32_t log = SW_SHARED_TIME_LOG;
    if (!length)
        return FIRST_STRETCH;
    while (parts > 1 && length / parts >> log > 1)
        log++;
    return parts > 1 ? log : ONE_STRETCH;
}

/* What frame `i`, which is in none of the others, has spawned. */
static void series_begin_phase(const struct sw_strand *s, uint32_t i)
{
    uint64_t *length = &series_lengths[series_frames[i].frame->site % SERIES_SITES];
    uint64_t parts = *length && s->burden ? *length / (2 * s->burden) : series_cores;
    series_phase.work0 = series_frames[i].work0;
    series_phase.joined = series_joined(series_frames[i].frame);
    series_phase.began = s->at.work;
    series_phase.joined_at = series_time;
    series_phase.parts = (uint32_t)(parts < 1 ? 1 : parts < series_cores ? parts : series_cores);
    series_phase.stretch = series_stretch(*length, series_phase.parts);
    for (uint32_t k = series_cores - 1; k > 1; k--) {
        uint32_t other = 1 + series_any_below(k);
        uint8_t core = series_phase.cores[k];
        series_phase.cores[k] = series_phase.cores[other];
        series_phase.cores[other] = core;
    }
}

/* The frame that what runs is in a phase of, and one. */
static uint32_t series_owner(uint32_t i)
{
    return series_frames[i].owner                   ? series_frames[i].owner
           : series_spawned(series_frames[i].frame) ? i + 1
                                                    : 0;
}

static uint32_t series_where(const struct sw_strand *s)
{
    uint32_t owner = series_depth ? series_owner(series_depth - 1) : 0;
    if (!owner || series_cores < 2)
        return 0;
    const struct sw_frame *f = series_frames[owner - 1].frame;
    if (series_phase.work0 != f->work0 || series_phase.joined != series_joined(f) ||
        !series_phase.parts)
        series_begin_phase(s, owner - 1);
    series_lengths[f->site % SERIES_SITES] = s->at.work - series_phase.began + 1;
    return series_phase
        .cores[(uint64_t)series_from(series_depth - 1, false) * series_phase.parts >> 32];
}

/* Of the phase: serial code is in the first one. */
static uint64_t series_nth(const struct sw_strand *s)
{
    uint32_t owner = series_depth ? series_owner(series_depth - 1) : 0;
    return owner && series_cores > 1 ? (s->at.work - series_phase.began) >> series_phase.stretch
                                     : 0;
}

static void series_stop(void)
{
    sw_shared_stop();
    series_time++;
}

static void series_go_on(const struct sw_strand *s)
{
    series_core = series_where(s);
    while ((series_thread = series_nth(s)) >= 2ull * series_cores && series_thread) {
        if (series_phase.stretch++ >= FIRST_STRETCH)
            sw_shared_unite(); /* takes as long as a short phase: there, some are taken for others */
    }
    uint32_t owner = series_depth ? series_owner(series_depth - 1) : 0;
    uint64_t stack = owner ? series_callees(owner - 1) : 0;
    /* Not made at once: libc would do that, in vector registers, which are the program's. */
    static struct sw_shared_now now = {.comes_before = series_comes_before};
    now.thread = (uint32_t)series_thread;
    now.core = series_core;
    now.clock = series_time;
    now.stretch = 1u << (series_phase.stretch - SW_SHARED_TIME_LOG) % 32;
    now.joined = series_phase.joined_at;
    now.own = stack ? series_stack_end(stack) : 0;
    now.own_end = stack;
    now.piece = s->at.top->site;
    if (!series_held && s->at.spawns)
        sw_shared_run(&now);
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

/* Where in its parent's part it is. */
static void series_place(uint32_t i, const struct sw_frame *f, uint64_t burden)
{
    bool in_child = f->flags & SW_FRAME_SPAWNED;
    series_frames[i].nth = 0;
    series_frames[i].took = 0;
    series_frames[i].from = series_frames[i].halvings = series_frames[i].owner = 0;
    if (!i)
        return;
    uint64_t halvings = series_frames[i - 1].halvings + series_spawned(series_frames[i - 1].frame);
    series_frames[i].owner = series_owner(i - 1);
    series_frames[i].from = series_from(i - 1, in_child);
    series_frames[i].halvings = (uint32_t)(halvings < 32 ? halvings : 32);
    if (in_child && series_is_anybodys(i - 1, f->work0, burden))
        series_frames[i].from = (uint32_t)(series_any_below(1u << 31) * 2 & -series_part(halvings));
}

static void series_open(const struct sw_frame *f, uint64_t burden)
{
    series_place(series_depth, f, burden);
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
    if (is_same && series_core == series_where(s) && series_thread == series_nth(s))
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
        series_open(++f, s->burden);
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

void sw_series_watch(struct sw_strand *strand, uint64_t cores)
{
    series_cores = (uint32_t)(cores < SW_SERIES_CORES ? cores : SW_SERIES_CORES);
    for (uint32_t i = 0; i < SW_SERIES_CORES; i++)
        series_phase.cores[i] = (uint8_t)i;
    strand->watcher = &series_watcher;
    series_strand = strand;
}
