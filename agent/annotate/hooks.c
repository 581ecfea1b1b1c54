/* The hooks that a program's annotations call: each leaves a mark, which is replayed later. */
#include "agent/annotate/hooks.h"
#include "live/notes/annotate.h"
#define SPANWISE_NO_ANNOTATIONS
#include "include/spanwise_annotate.h"

#include <string.h>

__thread struct sw_annotator *sw_annotator_self;

#define SHORTEST_LOOK_NS 1000   /* what is longer, and four times what tasks take, is looked at */
#define LONGEST_LOOK_NS  100000 /* ... and what is longer than that */
#define LOOK_TIMES       4
#define FORGET           1024 /* tasks that count for what they take */
#define REFRESH          16   /* looks from one reading of the thread's clocks to the next */

/* System calls were made since `from`. They take some microseconds, but are where others get their turn. */
static void count_waiting(struct sw_annotator *a, uint64_t from)
{
    uint64_t ticks = sw_meter_of(a->thread) - from;
    if (ticks > a->thread->meter.preempted_ticks)
        a->waited += ticks;
}

/* Of the newest mark's interval, what the machine took for itself. */
static uint64_t not_the_programs(struct sw_annotator *a, uint64_t now)
{
    struct sw_thread *t = a->thread;
    uint64_t ticks = now - a->last;
    if (ticks <= a->long_ticks)
        return 0;
    const struct sw_annotated *o = a->depth ? &a->open[a->depth - 1] : NULL;
    t->strand->at.top->function = o ? o->place : 1; /* where it was, for the meter's statistics */
    uint64_t before = sw_meter_of(t), left = sw_meter_long(a->live, t, now, ticks);
    if (ticks > t->meter.preempted_ticks)
        count_waiting(a, before);
    return ticks - left;
}

static void choose_long(struct sw_annotator *a)
{
    if (a->thread->counter || !a->n_inside)
        return;
    uint64_t mean = a->inside / a->n_inside * LOOK_TIMES;
    uint64_t low = sw_live_to_ticks(a->live, SHORTEST_LOOK_NS);
    uint64_t high = sw_live_to_ticks(a->live, LONGEST_LOOK_NS);
    a->long_ticks = mean < low ? low : mean > high ? high : mean;
    if (a->n_inside > FORGET) {
        a->inside /= 2;
        a->n_inside /= 2;
    }
}

/* All that was done since `from` is not the program's, and what others had of it not ours either. */
static void resume(struct sw_annotator *a, uint64_t from)
{
    struct sw_thread *t = a->thread;
    uint64_t now = sw_meter_of(t);
    if (__builtin_expect(now - from > t->meter.preempted_ticks, 0)) {
        a->waited += sw_meter_lost(t, now);
        count_waiting(a, now);
        now = sw_meter_of(t);
    } else if (!(++a->looks % REFRESH) && !t->counter) {
        sw_meter_refresh(t, sw_meter_ticks());
        count_waiting(a, now);
        now = sw_meter_of(t);
    }
    uint64_t waited = a->waited < now - from ? a->waited : now - from;
    t->meter.preempted += waited;
    a->overhead += now - from - waited;
    a->less += now - from;
    a->waited = 0;
    a->last = now;
}

static void replay_all(struct sw_annotator *a, uint64_t now)
{
    struct sw_mark *to = a->next, *newest = to - 1;
    uint64_t before = a->seen;
    a->thread->events += (uint64_t)(to - a->marks);
    if (to == a->marks)
        return;
    if (a->live->memory)
        sw_memory_charge(a->live->memory, a->depth ? a->open[a->depth - 1].place : 0);
    a->replaying = 1;
    sw_annotate_replay(a, a->marks, newest);
    if (!newest->untimed && now)
        a->less += not_the_programs(a, now);
    sw_annotate_replay(a, newest, to);
    a->thread->strand->at.work += a->seen - before;
    a->next = a->marks;
    a->replaying = 0;
    choose_long(a);
}

void sw_annotate_look(struct sw_annotator *a, uint64_t now)
{
    uint64_t from = now ? now : sw_meter_of(a->thread);
    replay_all(a, now);
    resume(a, from);
}

void sw_annotate_stop(struct sw_annotator *a, uint64_t now)
{
    replay_all(a, 0);
    a->less += not_the_programs(a, now);
    resume(a, now);
    a->ended = a->last;
}

void sw_annotate_now(struct sw_annotator *a, enum sw_mark_kind kind, const struct sw_place_key *key,
                     uint32_t *number, uint64_t value)
{
    uint64_t now = sw_meter_of(a->thread);
    uint32_t place = sw_place_number(a, key);
    *a->next++ = (struct sw_mark){now, value, place, (uint16_t)kind, 0};
    if (number)
        *number = place;
    replay_all(a, now);
    a->untimed = 0;
    resume(a, now);
}

/* What a macro says of itself. */
static struct sw_place_key key_of(const struct __spanwise_place *place, const char *name,
                                  enum sw_node_kind kind)
{
    return (struct sw_place_key){.file = place->file,
                                 .function = place->function,
                                 .line = place->line,
                                 .label = name,
                                 .kind = kind};
}

/* One that has no number yet, or whose name may be another each time. Apart, so that the others are short. */
__attribute__((noinline, cold)) static void
pass_unknown(struct sw_annotator *a, enum sw_mark_kind kind, enum sw_node_kind node,
             struct __spanwise_place *place, const char *name, int literal, uint64_t value)
{
    struct sw_place_key key = key_of(place, name, node);
    sw_annotate_now(a, kind, &key, literal ? &place->number : NULL, value);
    sw_annotate_leave(a);
}

static inline void begin(enum sw_mark_kind kind, enum sw_node_kind node,
                         struct __spanwise_place *place, const char *name, int literal,
                         uint64_t value)
{
    struct sw_annotator *a = sw_annotate_enter();
    if (!a)
        return;
    if (__builtin_expect(!literal || !place->number, 0)) {
        pass_unknown(a, kind, node, place, name, literal, value);
        return;
    }
    if (node == SW_NODE_TASK)
        a->untimed = a->may_skip[place->number];
    else if (node == SW_NODE_SECTION)
        a->untimed = 0;
    sw_annotate_mark(a, kind, place->number, value);
    sw_annotate_leave(a);
}

static inline void end(enum sw_mark_kind kind, struct __spanwise_place *place, uint64_t value)
{
    struct sw_annotator *a = sw_annotate_enter();
    if (!a)
        return;
    if (__builtin_expect(!place->number, 0)) {
        pass_unknown(a, kind, SW_NODE_NONE, place, NULL, 1, value);
        return;
    }
    if (kind == SW_MARK_TASK_END) {
        sw_annotate_task_end(a, place->number);
    } else {
        if (kind == SW_MARK_SECTION_END)
            a->untimed = 0;
        sw_annotate_mark(a, kind, place->number, value);
    }
    sw_annotate_leave(a);
}

#define BEGINS(hook, kind, node)                                                    \
    static void hook(struct __spanwise_place *place, const char *name, int literal) \
    {                                                                               \
        begin(kind, node, place, name, literal, 0);                                 \
    }
BEGINS(section_begin, SW_MARK_SECTION, SW_NODE_SECTION)
BEGINS(task_begin, SW_MARK_TASK, SW_NODE_TASK)
BEGINS(iteration, SW_MARK_ITERATION, SW_NODE_TASK)

/* PAR_SEC_END(true): the paper's figure has it for a barrier, its table for none. */
static void section_end(struct __spanwise_place *place, int nowait, const char *as_written)
{
    struct sw_annotator *a = sw_annotator_self;
    bool is_new = !place->number;
    end(SW_MARK_SECTION_END, place, (uint64_t)nowait);
    if (is_new && a && place->number && !strcmp(as_written, "true") && !a->said_true)
        a->said_true = place->number;
}

static void lock_begin(struct __spanwise_place *place, unsigned long long id)
{
    begin(SW_MARK_LOCK, SW_NODE_LOCK, place, NULL, 1, id);
}

#define PASSES(hook, kind)                           \
    static void hook(struct __spanwise_place *place) \
    {                                                \
        end(kind, place, 0);                         \
    }
PASSES(task_end, SW_MARK_TASK_END)
PASSES(pause_all, SW_MARK_PAUSE)
PASSES(resume_all, SW_MARK_RESUME)

#define SAYS(hook, kind)                                                       \
    static void hook(struct __spanwise_place *place, unsigned long long value) \
    {                                                                          \
        end(kind, place, value);                                               \
    }
SAYS(lock_end, SW_MARK_LOCK_END)
SAYS(aggregate, SW_MARK_AGGREGATE)

const struct __spanwise_takers sw_annotate_takers = {
    .size = sizeof sw_annotate_takers,
    .section_begin = section_begin,
    .section_end = section_end,
    .task_begin = task_begin,
    .task_end = task_end,
    .lock_begin = lock_begin,
    .lock_end = lock_end,
    .iteration = iteration,
    .aggregate = aggregate,
    .pause = pause_all,
    .resume = resume_all,
};
