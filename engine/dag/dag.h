/*
 * The work-span algebra over general dags: forks, joins of any strands in any order, meetings of
 * many (barriers), edges between siblings. Where event.h wants spawns and syncs that nest, here each
 * strand just knows where it stands: its earliest start from the root plus what it has spent since,
 * and by which way that is reached (history.h). A join is a max.
 *
 *   - A *strand* is one implicit or explicit task in flight, or the end of one that is waited for, or
 *     a meeting: plain data in the front end's own structs. Once begun (sw_dag_begin(), or as what
 *     sw_dag_fork() writes to) it is to be ended, by sw_dag_end() or sw_dag_meet().
 *   - A *construct* is one in the program, inside the constructs around it (below). A strand
 *     is in one construct at any time and what it spends is the work of that.
 *   - An *instance* is one execution of a construct: it takes a strand into a construct and out again.
 *   - An *item* is anything else that happens on a strand and shall be known to be on the critical
 *     path or not: a sample of some call path. Dense numbers from 1 on, apart from those of constructs.
 *
 * A barrier of strands s: sw_dag_begin(&m), sw_dag_meet(&m, s) for each, then sw_dag_leave(s, &m) for
 * each, sw_dag_end(&m). A task: sw_dag_fork(&task, s); when it has ended, sw_dag_meet(&children,
 * &task); a wait for children: sw_dag_join(s, &children). A dependence: keep sw_dag_fork() of where
 * the first ended, sw_dag_join() it to the second before it starts. A chunk of a loop that anybody
 * could have taken: sw_dag_leave(s, &loop_start) before it (of a thread's next ones, sw_dag_go_back()), sw_dag_meet(&loop_end, s) after it.
 *
 * Costs are in any unit: nothing here reads a clock. Ties: what came first stays. Nothing locks: one
 * thread at a time for each dag, and not from a signal that may interrupt another call. When memory
 * is out, spans and works go on to be right, while histories lack what sw_dag_lost() counts.
 */
#pragma once

#include "base/arena.h"
#include "engine/dag/history.h"
#include "engine/dag/order.h"

/*
 * Constructs: a tree, each known by where it stands (a kind and a code address) and by the
 * construct that it is in. Numbers are dense; 0 is the root, outside any construct. Recursion is folded:
 * a construct inside itself is the outer one, so the tree is as deep as the program has
 * constructs, not as its recursion.
 *
 * Which constructs are open around a strand is not what its construct says: with A in B in A folded, B is
 * open too. The set of them is a number of its own, an *opening*: that of a construct stands for the
 * construct and its ancestors, higher ones for an opening and one construct more.
 *
 * Constant amortized time; one thread at a time.
 */

enum { SW_DAG_COUNTERS = 36, SW_DAG_CONSTRUCTS_MAX = 1 << 20 };

/* Sums over the instances of a construct that have ended. */
struct sw_dag_record {
    uint32_t parent, kind;
    uint64_t address;
    uint64_t count;
    uint64_t work;           /* what strands spent in it, without the constructs within */
    uint64_t span, burdened; /* of instances that are not inside another one of it */
    uint64_t counters[SW_DAG_COUNTERS]; /* the front end's */
};

struct sw_dag_slot {
    uint64_t address;
    uint32_t parent, kind;
    uint32_t number; /* 0: free */
};

struct sw_dag_opening {
    uint32_t before, construct;
};

struct sw_dag_constructs {
    struct sw_arena *arena;
    struct sw_dag_record *records; /* move as there are more */
    uint32_t n, capacity;
    struct sw_dag_slot *slots;
    uint32_t n_slots, used; /* slots: a power of two */
    struct sw_dag_opening *openings;
    uint32_t n_openings, openings_capacity;
    uint64_t lost; /* constructs and openings for which there was no room */
};

uint32_t sw_dag_constructs_open_slow(struct sw_dag_constructs *constructs, uint32_t opening,
                                     uint32_t construct);

/* The opening when a strand at construct `from`, with all of `opening` around it, enters a construct: the
 * same one if the construct is open already. */
static inline uint32_t sw_dag_constructs_open(struct sw_dag_constructs *constructs,
                                              uint32_t opening, uint32_t from, uint32_t construct)
{
    if (construct == from)
        return opening;
    if (opening == from && constructs->records[construct].parent == from)
        return construct;
    return sw_dag_constructs_open_slow(constructs, opening, construct);
}

struct sw_dag {
    struct sw_dag_constructs constructs;
    struct sw_histories histories;
    struct sw_orders *orders; /* NULL: nobody asks what comes before what */
    uint64_t *items;          /* totals of items */
    uint32_t n_items, items_capacity;
    uint64_t lost_items;
};

struct sw_dag_strand {
    uint64_t span, burdened; /* from the root */
    uint32_t construct;
    uint32_t opening; /* the constructs that it is in, see below */
    struct sw_history *history;
    struct sw_order *order; /* what comes before it: order.h; NULL: not known */
};

struct sw_dag_instance {
    uint64_t span, burdened; /* where it began */
    uint32_t construct;
    uint32_t from, from_opening; /* the strand's before */
    uint32_t top;                /* not inside another instance of the construct */
};

/* Memory for all that follows comes from the arena, zeroed. 0 or -ENOMEM. */
int sw_dag_init(struct sw_dag *dag, struct sw_arena *arena);

/* How many amounts, constructs and items there was no memory for. */
static inline uint64_t sw_dag_lost(const struct sw_dag *dag)
{
    return dag->constructs.lost + dag->histories.lost + dag->lost_items;
}

/* --- Constructs and items --- */

/* The construct that was met inside another one. `kind` is anything but UINT32_MAX. Without
 * memory: the parent. */
uint32_t sw_dag_construct(struct sw_dag *dag, uint32_t parent, uint32_t kind, uint64_t address);

/* Constructs are 0 .. n - 1. */
static inline uint32_t sw_dag_n_constructs(const struct sw_dag *dag)
{
    return dag->constructs.n;
}

/* Valid until the next sw_dag_construct(). */
static inline struct sw_dag_record *sw_dag_record(const struct sw_dag *dag, uint32_t construct)
{
    return &dag->constructs.records[construct];
}

static inline void sw_dag_count(struct sw_dag *dag, uint32_t construct, unsigned counter,
                                uint64_t amount)
{
    dag->constructs.records[construct].counters[counter] += amount;
}

/* A new item; 0 if there is no memory: that number stands for all such. */
uint32_t sw_dag_item(struct sw_dag *dag);

/* --- Strands --- */

/* At the root, where nothing has been spent; in construct 0. Also what a meeting begins as. */
static inline void sw_dag_begin(struct sw_dag *dag, struct sw_dag_strand *strand)
{
    (void)dag;
    *strand = (struct sw_dag_strand){0};
}

enum { SW_DAG_KEY_ITEM = 1, SW_DAG_KEY = 2 };

/* The strand spent so much in its construct. */
static inline void sw_dag_pass(struct sw_dag *dag, struct sw_dag_strand *strand, uint64_t cost)
{
    strand->span += cost;
    strand->burdened += cost;
    dag->constructs.records[strand->construct].work += cost;
    sw_history_add(&dag->histories, &strand->history, SW_DAG_KEY * strand->construct, cost, 0);
    if (__builtin_expect(strand->order != NULL, 0))
        sw_order_pass(dag->orders, &strand->order);
}

/* So much of an item, once. */
static inline void sw_dag_note(struct sw_dag *dag, struct sw_dag_strand *strand, uint32_t item,
                               uint64_t amount)
{
    dag->items[item] += amount;
    sw_history_add(&dag->histories, &strand->history, SW_DAG_KEY * item + SW_DAG_KEY_ITEM, amount,
                   1);
}

/* The child starts where the parent stands, and in its construct; only the burdened span is later. */
static inline void sw_dag_fork(struct sw_dag *dag, struct sw_dag_strand *child,
                               const struct sw_dag_strand *parent, uint64_t burden)
{
    (void)dag;
    child->span = parent->span;
    child->burdened = parent->burdened + burden;
    child->construct = parent->construct;
    child->opening = parent->opening;
    child->history = sw_history_hold(parent->history);
    child->order = sw_order_hold(parent->order);
}

static inline void sw_dag_end(struct sw_dag *dag, struct sw_dag_strand *strand)
{
    sw_history_drop(&dag->histories, strand->history);
    strand->history = NULL;
    sw_order_drop(dag->orders, strand->order);
    strand->order = NULL;
}

/* Whether one that stands at another's end has a longer way behind it. At the root alone there are
 * ties that matter: who has no path takes one. */
static inline bool sw_dag_later(const struct sw_dag_strand *other,
                                const struct sw_dag_strand *strand)
{
    return other->span > strand->span || (other->span == strand->span && !strand->history);
}

/* The strand goes on after the other as well, which stays as it is. */
static inline void sw_dag_join(struct sw_dag *dag, struct sw_dag_strand *strand,
                               const struct sw_dag_strand *other, uint64_t burden)
{
    if (sw_dag_later(other, strand)) {
        struct sw_history *history = strand->history;
        strand->span = other->span;
        strand->history = sw_history_hold(other->history);
        sw_history_drop(&dag->histories, history);
    }
    if (other->burdened + burden > strand->burdened)
        strand->burdened = other->burdened + burden;
    if (__builtin_expect(other->order != NULL, 0))
        sw_order_join(dag->orders, &strand->order, other->order);
}

/* The strand comes to a meeting and ends there: sw_dag_join() to that and sw_dag_end() in one. Where
 * it stood can still be read, and sw_dag_leave() takes it up again. */
static inline void sw_dag_meet(struct sw_dag *dag, struct sw_dag_strand *meeting,
                               struct sw_dag_strand *strand, uint64_t burden)
{
    struct sw_history *history = strand->history;
    if (sw_dag_later(strand, meeting)) {
        history = meeting->history;
        meeting->span = strand->span;
        meeting->history = strand->history;
    }
    if (strand->burdened + burden > meeting->burdened)
        meeting->burdened = strand->burdened + burden;
    strand->history = NULL;
    sw_history_drop(&dag->histories, history);
    if (__builtin_expect(strand->order != NULL, 0)) {
        sw_order_join(dag->orders, &meeting->order, strand->order);
        sw_order_drop(dag->orders, strand->order);
        strand->order = NULL;
    }
}

/* The strand goes on from the meeting, or any other point, and from there alone, in its own construct.
 * It has been begun before, and may have ended. */
static inline void sw_dag_leave(struct sw_dag *dag, struct sw_dag_strand *strand,
                                const struct sw_dag_strand *meeting, uint64_t burden)
{
    struct sw_history *history = strand->history;
    strand->span = meeting->span;
    strand->burdened = meeting->burdened + burden;
    strand->history = sw_history_hold(meeting->history);
    sw_history_drop(&dag->histories, history);
    if (__builtin_expect(meeting->order != NULL, 0))
        sw_order_become(dag->orders, &strand->order, meeting->order);
}

/* The same of a thread, by its number, to a point that it has behind it already. */
static inline void sw_dag_go_back(struct sw_dag *dag, struct sw_dag_strand *strand,
                                  const struct sw_dag_strand *point, uint64_t burden,
                                  uint32_t thread)
{
    sw_dag_leave(dag, strand, point, burden);
    if (__builtin_expect(strand->order != NULL, 0))
        sw_orders_go_back(dag->orders, thread, strand->order);
}

/* --- Instances --- */

/* An instance of the construct begins and takes the strand into it. `construct` is of sw_dag_construct() for the
 * strand's own construct, and kept in the instance for who needs it again. */
static inline void sw_dag_open(struct sw_dag *dag, struct sw_dag_instance *instance,
                               struct sw_dag_strand *strand, uint32_t construct)
{
    uint32_t opening =
        sw_dag_constructs_open(&dag->constructs, strand->opening, strand->construct, construct);
    *instance = (struct sw_dag_instance){
        .span = strand->span,
        .burdened = strand->burdened,
        .construct = construct,
        .from = strand->construct,
        .from_opening = strand->opening,
        .top = opening != strand->opening,
    };
    strand->construct = construct;
    strand->opening = opening;
}

/* A strand that has left for an earlier point has passed nothing. */
static inline uint64_t sw_dag_passed(uint64_t from, uint64_t to)
{
    return to > from ? to - from : 0;
}

/* It ends, with all that it waited for joined to the strand, which is back where it was. */
static inline void sw_dag_close(struct sw_dag *dag, const struct sw_dag_instance *instance,
                                struct sw_dag_strand *strand)
{
    struct sw_dag_record *record = &dag->constructs.records[instance->construct];
    record->count++;
    if (instance->top) {
        record->span += sw_dag_passed(instance->span, strand->span);
        record->burdened += sw_dag_passed(instance->burdened, strand->burdened);
    }
    sw_history_add(&dag->histories, &strand->history, SW_DAG_KEY * instance->construct, 0, 1);
    strand->construct = instance->from;
    strand->opening = instance->from_opening;
}

/* --- At the end, or whenever --- */

/* What is on the strand's longest way: adds for each construct what was spent in it (the costs of all
 * constructs are the span) and how many instances ended, for each item the amount and how many times. False: the records are
 * damaged (history.h). */
bool sw_dag_sum(const struct sw_dag *dag, const struct sw_dag_strand *strand,
                struct sw_amount *constructs, uint32_t n_constructs, struct sw_amount *items,
                uint32_t n_items);
