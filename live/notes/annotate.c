/*
 * Between two marks is the program's own time, and what marks cost, which is known by calibration and taken out
 * as debt. A task is held until something happens in it: most are leaves, and told to the tree in one. What is
 * between tasks comes first.
 */
#include "live/notes/annotate.h"
#include "live/dues.h"
#include "live/notes/annotate_place.h"

/*
 * What is between tasks.
 *
 * Between the end of a task and the next one's begin a loop has next to nothing to do. Where so many gaps
 * in a row were small, and others are as rare as interrupts are, the ends are mostly not read: of the time from one
 * begin to the next, what the gaps were on average is the gap, the rest the task. One end in SW_GAPS_EACH is read
 * all the same; a gap that is not small, or a time that is longer than any task seen, has all ends read again
 * for a while. The sum is exact in any case.
 *
 * A processor reads its clock some instructions too early or too late. So what differs no more than that from what tasks
 * took lately is told as their moving mean, or no two iterations were equal. The differences of a moving mean to what
 * it is of add up to next to nothing, and are carried over to other tasks.
 *
 * Small gaps are noise of the clock, and told as their mean, or no two iterations were equal; what that leaves
 * over or takes away is carried over to tasks.
 */

#define SW_GAPS_DISTURBED 4 /* times a small one may be longer for what we did in it */
#define SW_GAPS_CARRY     64 /* a part of a task's length may be carried over to it: one of so many */

/* What small gaps are told as: their mean, and the same for long. */
static inline void sw_gaps_choose(struct sw_gaps *g)
{
    uint64_t mean = (g->sum + g->n / 2) / g->n;
    if (mean > g->told + g->told / 16 + 1 || g->told > mean + mean / 16 + 1)
        g->told = mean;
}

static inline uint64_t sw_gaps_carry(struct sw_annotator *a, uint64_t inside)
{
    int64_t most = (int64_t)(inside / SW_GAPS_CARRY), carry = a->carry;
    carry = carry > most ? most : carry < -most ? -most : carry;
    a->carry -= carry;
    return (uint64_t)((int64_t)inside + carry);
}

enum { SW_GAPS_PARTS = 16, SW_GAPS_MEAN = 8 /* tasks, about */ };

/* What a task with nothing in it is told as. */
static inline uint64_t sw_gaps_steady(struct sw_annotator *a, struct sw_gaps *g, uint64_t inside)
{
    int64_t exact = (int64_t)inside * SW_GAPS_PARTS, off = exact - g->usual;
    int64_t most = (int64_t)a->blur * SW_GAPS_PARTS;
    if (off > most || off < -most) {
        if (g->unusual++)
            g->usual = exact;
        return inside;
    }
    g->unusual = 0;
    g->usual += off / SW_GAPS_MEAN;
    int64_t told = g->usual / SW_GAPS_PARTS;
    a->carry += (int64_t)inside - told;
    return (uint64_t)told;
}

static inline void sw_gaps_forbid(struct sw_annotator *a, uint32_t task)
{
    a->may_skip[task] = 0;
    a->untimed = 0;
    a->gaps[task].in_a_row = 0;
}

static inline void sw_gaps_age(struct sw_gaps *g)
{
    if (g->n < 1u << 20)
        return;
    g->sum /= 2;
    g->n /= 2;
    g->large /= 2;
}

/* A gap that was read; what it is told as. */
static inline uint64_t sw_gaps_note(struct sw_annotator *a, uint64_t gap)
{
    struct sw_gaps *g = &a->gaps[a->after];
    if (a->disturbed) { /* it says nothing of others */
        bool ours = gap <= SW_GAPS_DISTURBED * a->small;
        a->carry += ours ? (int64_t)(gap - g->told) : 0;
        return ours ? g->told : gap;
    }
    if (gap > a->small) {
        g->large++;
        sw_gaps_forbid(a, a->after);
        return gap;
    }
    g->sum += gap;
    g->n++;
    if (g->n <= SW_GAPS_FIRST || g->n % 64 == 0) {
        sw_gaps_choose(g);
        sw_gaps_age(g);
    }
    if (++g->in_a_row >= SW_GAPS_FIRST && g->large <= 2 + g->n / SW_GAPS_RARE)
        a->may_skip[a->after] = !a->thread->counter;
    a->carry += (int64_t)(gap - g->told);
    return g->told;
}

/* Before the first task and behind the last there is nothing, but for noise. */
static inline uint64_t sw_gaps_around_loop(struct sw_annotator *a, uint64_t gap)
{
    if (gap > a->small)
        return gap;
    a->carry += (int64_t)gap;
    return 0;
}

/* What tasks take, for what is unusual: hooks.c, meter.c. */
static inline void sw_gaps_note_inside(struct sw_annotator *a, uint32_t place, uint64_t cost)
{
    a->inside += cost;
    a->n_inside++;
    a->thread->calls[place].calls++;
}

/* A task and the gap behind it, by a mark that was read; its end was not. The gap. */
static inline uint64_t sw_gaps_divide(struct sw_annotator *a, uint32_t place, uint64_t ticks,
                                      uint64_t *inside)
{
    struct sw_gaps *g = &a->gaps[place];
    uint64_t gap = g->told < ticks ? g->told : ticks;
    *inside = sw_gaps_carry(a, ticks - gap);
    sw_gaps_note_inside(a, place, *inside);
    return gap;
}

/* Of those that were read; one that was interrupted is forgotten in time. */
static inline void sw_gaps_note_longest(struct sw_gaps *g, uint64_t inside)
{
    g->longest = inside > g->longest ? inside : g->longest - g->longest / 1024;
}

/* A task whose end was not read, and that is longer than any: maybe what followed it was not small. */
static inline void sw_gaps_doubt(struct sw_annotator *a, uint32_t place, uint64_t inside)
{
    struct sw_gaps *g = &a->gaps[place];
    if (inside <= g->longest + g->longest / 4 + a->longer)
        return;
    g->large += !a->disturbed;
    sw_gaps_forbid(a, place);
}

/*
 * The most frequent of all: tasks of one place whose ends were not read, as long as they take what the last ones took. `m`
 * is the first one's begin, and of the first that is not of the kind when it returns; *before is the gap before that. It
 * is the general way of replay.c, with nothing written back in between.
 */
static inline const struct sw_mark *sw_gaps_replay(struct sw_annotator *a, const struct sw_mark *m,
                                                   const struct sw_mark *to, uint64_t *before)
{
    uint32_t place = m->place;
    struct sw_gaps *g = &a->gaps[place];
    struct sw_tree *tree = a->tree->tree;
    uint64_t seen = a->seen, debt = a->debt, paid = 0, sum = 0, n = 0;
    int64_t usual = g->usual, blur = (int64_t)a->blur * SW_GAPS_PARTS, carry = a->carry;
    while (m + 2 < to && m->place == place && m[1].untimed && m[1].kind == SW_MARK_TASK_END &&
           m[2].kind == SW_MARK_TASK) {
        uint64_t ticks = m[2].ticks - seen, due = (debt + a->cost_pair) / SW_COST_TICK + g->told;
        int64_t inside = (int64_t)(ticks - due), off = inside * SW_GAPS_PARTS - usual;
        if (m[2].ticks < seen || ticks < due || off > blur || off < -blur)
            break;
        debt = (debt + a->cost_pair) % SW_COST_TICK;
        paid += due - g->told;
        usual += off / SW_GAPS_MEAN;
        uint64_t told = (uint64_t)(usual / SW_GAPS_PARTS);
        carry += inside - (int64_t)told;
        sw_tree_leaf(tree, SW_NODE_TASK, place, 0, *before, told);
        *before = g->told;
        seen = m[2].ticks;
        sum += told;
        n++;
        m += 2;
    }
    if (!n)
        return m;
    a->seen = seen;
    a->debt = debt;
    a->overhead += paid;
    a->carry = carry;
    a->inside += sum;
    a->n_inside += n;
    a->events += 2 * n;
    a->thread->calls[place].calls += n;
    a->disturbed = 0;
    a->after = place;
    g->usual = usual;
    g->unusual = 0;
    return m;
}

#define DIVIDE_MOST (1u << 16)

static struct sw_annotated *innermost(struct sw_annotator *a)
{
    return a->depth ? &a->open[a->depth - 1] : NULL;
}

static void stop(struct sw_annotator *a, enum sw_annotated_error error, const struct sw_mark *m,
                 const struct sw_annotated *open)
{
    a->error = error;
    a->error_place = m ? m->place : 0;
    a->error_kind = m ? m->kind : 0;
    a->error_lock = m ? m->value : 0;
    a->error_open = open ? open->place : 0;
    a->error_open_kind = open ? open->kind : 0;
    a->error_open_lock = open ? open->lock : 0;
    a->stopped = 1;
}

/* The program's part of an interval. */
static inline uint64_t pay(struct sw_annotator *a, uint64_t ticks, uint64_t cost)
{
    uint64_t less = a->less < ticks ? a->less : ticks, debt = a->debt + cost;
    ticks -= less;
    a->disturbed = a->less != 0;
    a->less = 0;
    uint64_t due = debt / SW_COST_TICK, paid = ticks < due ? ticks : due;
    debt -= paid * SW_COST_TICK;
    a->debt = debt < SW_METER_DEBT_MAX ? debt : SW_METER_DEBT_MAX;
    a->overhead += paid;
    return ticks - paid;
}

static inline uint64_t interval(struct sw_annotator *a, const struct sw_mark *m, uint64_t cost)
{
    uint64_t ticks = m->ticks > a->seen ? m->ticks - a->seen : 0;
    a->seen = m->ticks > a->seen ? m->ticks : a->seen;
    return pay(a, ticks, cost);
}

/* What is held is told: something happens in it. */
static void release(struct sw_annotator *a)
{
    struct sw_annotated *o = innermost(a);
    if (!o || !o->held)
        return;
    o->held = 0;
    sw_tree_open(a->tree->tree, o->kind, o->place,
                 o->kind == SW_NODE_LOCK ? sw_place_lock(a, o->lock) : 0, SW_SECTION_ANY,
                 o->before);
}

static inline void deepen(struct sw_annotator *a, uint32_t depth)
{
    a->deepest = depth > a->deepest ? depth : a->deepest;
}

static void push(struct sw_annotator *a, const struct sw_mark *m, enum sw_node_kind kind,
                 uint64_t cost)
{
    if (a->depth == SW_ANNOTATED_MOST) {
        stop(a, SW_ANNOTATED_TOO_DEEP, m, innermost(a));
        return;
    }
    release(a);
    a->open[a->depth++] = (struct sw_annotated){.place = m->place,
                                                .kind = (uint8_t)kind,
                                                .lock = kind == SW_NODE_LOCK ? m->value : 0,
                                                .held = kind != SW_NODE_SECTION,
                                                .iteration = m->kind == SW_MARK_ITERATION,
                                                .before = cost};
    deepen(a, a->depth);
    a->after = 0;
    if (kind == SW_NODE_SECTION)
        sw_tree_open(a->tree->tree, kind, m->place, 0, SW_SECTION_ANY, cost);
    a->sections += kind == SW_NODE_SECTION;
}

/* One task that stands for many of the same length. */
static void divide(struct sw_annotator *a, const struct sw_annotated *o, uint64_t cost)
{
    uint64_t each = cost / o->tasks;
    sw_tree_leaf(a->tree->tree, o->kind, o->place, 0, o->before, cost - each * (o->tasks - 1));
    for (uint64_t i = 1; i < o->tasks; i++)
        sw_tree_leaf(a->tree->tree, o->kind, o->place, 0, 0, each);
}

static void pop(struct sw_annotator *a, unsigned flags, uint64_t cost)
{
    const struct sw_annotated *o = &a->open[--a->depth];
    bool divided = o->tasks > 1 && o->held && o->tasks <= DIVIDE_MOST;
    a->not_divided += o->tasks > 1 && !divided;
    if (divided)
        divide(a, o, cost);
    else if (o->held)
        sw_tree_leaf(a->tree->tree, o->kind, o->place,
                     o->kind == SW_NODE_LOCK ? sw_place_lock(a, o->lock) : 0, o->before, cost);
    else
        sw_tree_close(a->tree->tree, flags, cost);
    a->after = o->kind == SW_NODE_TASK ? o->place : 0;
}

/* The end of the open task, which was not read. What is left is the gap. */
static uint64_t end_unread(struct sw_annotator *a, uint64_t ticks)
{
    const struct sw_annotated *o = innermost(a);
    uint64_t inside, gap = sw_gaps_divide(a, o->place, ticks, &inside);
    a->end_unread = 0;
    if (o->held) {
        sw_gaps_doubt(a, o->place, inside);
        inside = sw_gaps_steady(a, &a->gaps[o->place], inside);
    }
    pop(a, 0, inside);
    return gap;
}

static void end_task(struct sw_annotator *a, uint64_t cost)
{
    const struct sw_annotated *o = innermost(a);
    if (o->kind == SW_NODE_TASK) {
        struct sw_gaps *g = &a->gaps[o->place];
        cost = sw_gaps_carry(a, cost);
        sw_gaps_note_inside(a, o->place, cost);
        if (o->held) {
            sw_gaps_note_longest(g, cost);
            cost = sw_gaps_steady(a, g, cost);
        }
    }
    pop(a, 0, cost);
}

/* `read`: what was before it, and is not what gaps are thought to be. */
static void begin_task(struct sw_annotator *a, const struct sw_mark *m, uint64_t cost, bool read)
{
    const struct sw_annotated *o = innermost(a);
    if (o && o->iteration && m->kind == SW_MARK_ITERATION) {
        end_task(a, cost);
        cost = 0;
        o = innermost(a);
    } else if (o && o->kind == SW_NODE_SECTION && read) {
        cost = a->after ? sw_gaps_note(a, cost) : sw_gaps_around_loop(a, cost);
    }
    if (o && o->kind == SW_NODE_SECTION)
        push(a, m, SW_NODE_TASK, cost);
    else
        stop(a,
             !o                        ? SW_ANNOTATED_OUTSIDE
             : o->kind == SW_NODE_TASK ? SW_ANNOTATED_IN_TASK
                                       : SW_ANNOTATED_IN_LOCK,
             m, o);
}

/* What is open is not what the mark ends. */
static void mismatch(struct sw_annotator *a, const struct sw_mark *m)
{
    const struct sw_annotated *o = innermost(a);
    stop(a,
         !o                        ? SW_ANNOTATED_NOTHING_OPEN
         : o->kind == SW_NODE_LOCK ? SW_ANNOTATED_LOCK_KEPT
                                   : SW_ANNOTATED_OTHER_OPEN,
         m, o);
}

static void end_section(struct sw_annotator *a, const struct sw_mark *m, uint64_t cost)
{
    const struct sw_annotated *o = innermost(a);
    if (o && o->iteration) {
        end_task(a, cost);
        cost = 0;
        o = innermost(a);
    } else if (o && o->kind == SW_NODE_SECTION) {
        cost = sw_gaps_around_loop(a, cost);
    }
    if (a->carry > (int64_t)a->small) { /* its tasks were too short to take it */
        cost += (uint64_t)a->carry;
        a->carry = 0;
    }
    if (o && o->kind == SW_NODE_SECTION)
        pop(a, m->value ? SW_NODE_NOWAIT : 0, cost);
    else
        mismatch(a, m);
}

/* Is it held, further out? */
static const struct sw_annotated *find_lock(const struct sw_annotator *a, uint64_t lock,
                                            bool *crosses)
{
    *crosses = true;
    for (uint32_t i = a->depth; i-- > 0;) {
        if (a->open[i].kind == SW_NODE_LOCK && a->open[i].lock == lock)
            return &a->open[i];
        *crosses &= a->open[i].kind == SW_NODE_LOCK;
    }
    return NULL;
}

static void end_lock(struct sw_annotator *a, const struct sw_mark *m, uint64_t cost)
{
    const struct sw_annotated *o = innermost(a);
    bool crosses;
    if (o && o->kind == SW_NODE_LOCK && o->lock == m->value) {
        pop(a, 0, cost);
        return;
    }
    const struct sw_annotated *taken = find_lock(a, m->value, &crosses);
    if (!taken)
        stop(a, SW_ANNOTATED_LOCK_FREE, m, o);
    else if (crosses)
        stop(a, SW_ANNOTATED_LOCK_CROSSES, m, o);
    else
        stop(a, SW_ANNOTATED_LOCK_OF_OTHER, m, taken);
}

static void aggregate(struct sw_annotator *a, const struct sw_mark *m)
{
    struct sw_annotated *o = innermost(a);
    if (o && o->kind == SW_NODE_TASK)
        o->tasks = m->value;
    else
        stop(a, SW_ANNOTATED_NO_TASK, m, o);
}

static void pass(struct sw_annotator *a, uint64_t cost)
{
    release(a);
    sw_tree_pass(a->tree->tree, cost);
}

/* What was ours meanwhile is in it, and not in what comes next. */
static void leave_out(struct sw_annotator *a, const struct sw_mark *m)
{
    a->seen = m->ticks;
    a->less = 0;
}

/* What is in a pause is left out. */
static void pause_or_not(struct sw_annotator *a, const struct sw_mark *m)
{
    if (m->kind == SW_MARK_RESUME && !a->paused)
        stop(a, SW_ANNOTATED_UNPAUSED, m, innermost(a));
    else if (m->kind == SW_MARK_PAUSE && !a->paused++)
        pass(a, interval(a, m, a->cost_begin));
    else if (m->kind == SW_MARK_RESUME && !--a->paused)
        leave_out(a, m);
}

static bool is_end(const struct sw_mark *m)
{
    return m->kind == SW_MARK_TASK_END || m->kind == SW_MARK_LOCK_END;
}

static void take(struct sw_annotator *a, const struct sw_mark *m)
{
    if (m->kind == SW_MARK_AGGREGATE) {
        aggregate(a, m);
        return;
    }
    bool read = !a->end_unread;
    uint64_t cost = interval(a, m, !read ? a->cost_pair : is_end(m) ? a->cost_end : a->cost_begin);
    if (!read)
        cost = end_unread(a, cost);
    if (m->kind == SW_MARK_SECTION)
        push(a, m, SW_NODE_SECTION, cost);
    else if (m->kind == SW_MARK_SECTION_END)
        end_section(a, m, cost);
    else if (m->kind == SW_MARK_TASK || m->kind == SW_MARK_ITERATION)
        begin_task(a, m, cost, read);
    else if (m->kind == SW_MARK_LOCK)
        push(a, m, SW_NODE_LOCK, cost);
    else if (m->kind == SW_MARK_LOCK_END)
        end_lock(a, m, cost);
    else if (m->kind == SW_MARK_TASK_END && innermost(a) && innermost(a)->kind == SW_NODE_TASK)
        end_task(a, cost);
    else if (m->kind == SW_MARK_TASK_END)
        mismatch(a, m);
}

static inline void leaf(struct sw_annotator *a, uint32_t place, uint64_t before, uint64_t inside)
{
    inside = sw_gaps_steady(a, &a->gaps[place], inside);
    sw_tree_leaf(a->tree->tree, SW_NODE_TASK, place, 0, before, inside);
    a->after = place;
}

static uint64_t before_leaves(struct sw_annotator *a, const struct sw_mark *m)
{
    if (a->end_unread)
        return end_unread(a, interval(a, m, a->cost_pair));
    uint64_t gap = interval(a, m, a->cost_begin);
    return a->after ? sw_gaps_note(a, gap) : sw_gaps_around_loop(a, gap);
}

/*
 * What is frequent, in one: in a section, tasks one after the other with nothing in them, the first of which
 * begins with `m`. Returns the first mark that is none of that; the task that it is in, if it is in one, is open.
 */
static const struct sw_mark *replay_leaves(struct sw_annotator *a, const struct sw_mark *m,
                                           const struct sw_mark *to)
{
    uint64_t before = before_leaves(a, m), gap, inside;
    deepen(a, a->depth + 1);
    while (m + 2 < to && m[1].kind == SW_MARK_TASK_END &&
           (!m[1].untimed || m[2].kind == SW_MARK_TASK)) {
        struct sw_gaps *g = &a->gaps[m->place];
        if (m[1].untimed && !a->less) {
            const struct sw_mark *next = sw_gaps_replay(a, m, to, &before);
            if (next != m) {
                m = next;
                continue;
            }
        }
        a->events += 2;
        if (m[1].untimed) {
            gap = sw_gaps_divide(a, m->place, interval(a, &m[2], a->cost_pair), &inside);
            sw_gaps_doubt(a, m->place, inside);
            leaf(a, m->place, before, inside);
            before = gap;
        } else {
            inside = sw_gaps_carry(a, interval(a, &m[1], a->cost_end));
            sw_gaps_note_inside(a, m->place, inside);
            sw_gaps_note_longest(g, inside);
            leaf(a, m->place, before, inside);
            if (m[2].kind != SW_MARK_TASK)
                return m + 2;
            before = sw_gaps_note(a, interval(a, &m[2], a->cost_begin));
        }
        m += 2;
    }
    a->events++;
    push(a, m, SW_NODE_TASK, before);
    return m + 1;
}

static bool are_leaves(struct sw_annotator *a, const struct sw_mark *m)
{
    const struct sw_annotated *o = innermost(a);
    return m->kind == SW_MARK_TASK && o && !a->paused &&
           (o->kind == SW_NODE_SECTION || a->end_unread);
}

void sw_annotate_replay(struct sw_annotator *a, const struct sw_mark *m, const struct sw_mark *to)
{
    while (m < to && !a->stopped) {
        if (are_leaves(a, m)) {
            m = replay_leaves(a, m, to);
            continue;
        }
        a->events++;
        if (a->paused || m->kind == SW_MARK_PAUSE || m->kind == SW_MARK_RESUME) {
            if (a->end_unread)
                end_unread(a, interval(a, m, a->cost_pair));
            pause_or_not(a, m);
        } else if (m->untimed && innermost(a) && innermost(a)->kind == SW_NODE_TASK) {
            a->end_unread = m->place;
        } else {
            take(a, m);
        }
        m++;
    }
}

void sw_annotate_end(struct sw_annotator *a)
{
    const struct sw_mark last = {.ticks = a->ended};
    if (a->stopped)
        return;
    uint64_t cost = interval(a, &last, a->end_unread ? a->cost_pair : a->cost_begin);
    if (a->end_unread)
        cost = end_unread(a, cost);
    if (!a->paused)
        pass(a, cost);
    if (a->depth && a->ended)
        stop(a, SW_ANNOTATED_NEVER_ENDS, NULL, innermost(a));
}
