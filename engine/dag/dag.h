/*
 * The work-span algebra over general dags: forks, joins of any strands in any order, meetings of
 * many (barriers), edges between siblings. Where event.h wants spawns and syncs that nest, here each
 * strand just knows where it stands: its earliest start from the root plus what it has spent since,
 * and by which way that is reached (path.h). A join is a max.
 *
 *   - A *strand* is one implicit or explicit task in flight, or the end of one that is waited for, or
 *     a meeting: plain data in the front end's own structs. Once begun (sw_dag_begin(), or as what
 *     sw_dag_fork() writes to) it is to be ended, by sw_dag_end() or sw_dag_meet().
 *   - A *place* is a construct in the program, or where that stands among others (place.h). A strand
 *     is in one place at any time and what it spends is the work of that.
 *   - An *instance* is one execution of a construct: it takes a strand into a place and out again.
 *   - An *item* is anything else that happens on a strand and shall be known to be on the critical
 *     path or not: a sample of some call path. Dense numbers from 1 on, apart from those of places.
 *
 * A barrier of strands s: sw_dag_begin(&m), sw_dag_meet(&m, s) for each, then sw_dag_leave(s, &m) for
 * each, sw_dag_end(&m). A task: sw_dag_fork(&task, s); when it has ended, sw_dag_meet(&children,
 * &task); a wait for children: sw_dag_join(s, &children). A dependence: keep sw_dag_fork() of where
 * the first ended, sw_dag_join() it to the second before it starts. A chunk of a loop that anybody
 * could have taken: sw_dag_leave(s, &loop_start) before it, sw_dag_meet(&loop_end, s) after it.
 *
 * Costs are in any unit: nothing here reads a clock. Ties: what came first stays. Nothing locks: one
 * thread at a time for each dag, and not from a signal that may interrupt another call. When memory
 * is out, spans and works go on to be right, while paths lack what sw_dag_lost() counts.
 */
#ifndef SPANWISE_ENGINE_DAG_DAG_H
#define SPANWISE_ENGINE_DAG_DAG_H

#include "engine/dag/construct.h"
#include "engine/dag/history.h"

struct sw_dag {
    struct sw_dag_places places;
    struct sw_paths paths;
    uint64_t *items; /* totals of items */
    uint32_t n_items, items_capacity;
    uint64_t lost_items;
};

struct sw_dag_strand {
    uint64_t span, burdened; /* from the root */
    uint32_t place;
    uint32_t opening; /* the places that it is in, see place.h */
    struct sw_path *path;
};

struct sw_dag_instance {
    uint64_t span, burdened; /* where it began */
    uint32_t place;
    uint32_t from, from_opening; /* the strand's before */
    uint32_t top;                /* not inside another instance of the place */
};

/* Memory for all that follows comes from the arena, zeroed. 0 or -ENOMEM. */
int sw_dag_init(struct sw_dag *dag, struct sw_arena *arena);

/* How many amounts, places and items there was no memory for. */
static inline uint64_t sw_dag_lost(const struct sw_dag *dag)
{
    return dag->places.lost + dag->paths.lost + dag->lost_items;
}

/* --- Places and items --- */

/* Where a construct stands that was met in a place. `kind` is anything but UINT32_MAX. Without
 * memory: the parent. */
uint32_t sw_dag_place(struct sw_dag *dag, uint32_t parent, uint32_t kind, uint64_t address);

/* Places are 0 .. n - 1. */
static inline uint32_t sw_dag_n_places(const struct sw_dag *dag)
{
    return dag->places.n;
}

/* Valid until the next sw_dag_place(). */
static inline struct sw_dag_record *sw_dag_record(const struct sw_dag *dag, uint32_t place)
{
    return &dag->places.records[place];
}

static inline void sw_dag_count(struct sw_dag *dag, uint32_t place, unsigned counter,
                                uint64_t amount)
{
    dag->places.records[place].counters[counter] += amount;
}

/* A new item; 0 if there is no memory: that number stands for all such. */
uint32_t sw_dag_item(struct sw_dag *dag);

/* --- Strands --- */

/* At the root, where nothing has been spent; in place 0. Also what a meeting begins as. */
static inline void sw_dag_begin(struct sw_dag *dag, struct sw_dag_strand *strand)
{
    (void)dag;
    *strand = (struct sw_dag_strand){0};
}

enum { SW_DAG_KEY_ITEM = 1, SW_DAG_KEY = 2 };

/* The strand spent so much in its place. */
static inline void sw_dag_pass(struct sw_dag *dag, struct sw_dag_strand *strand, uint64_t cost)
{
    strand->span += cost;
    strand->burdened += cost;
    dag->places.records[strand->place].work += cost;
    sw_path_add(&dag->paths, &strand->path, SW_DAG_KEY * strand->place, cost, 0);
}

/* So much of an item, once. */
static inline void sw_dag_note(struct sw_dag *dag, struct sw_dag_strand *strand, uint32_t item,
                               uint64_t amount)
{
    dag->items[item] += amount;
    sw_path_add(&dag->paths, &strand->path, SW_DAG_KEY * item + SW_DAG_KEY_ITEM, amount, 1);
}

/* The child starts where the parent stands, and in its place; only the burdened span is later. */
static inline void sw_dag_fork(struct sw_dag *dag, struct sw_dag_strand *child,
                               const struct sw_dag_strand *parent, uint64_t burden)
{
    (void)dag;
    child->span = parent->span;
    child->burdened = parent->burdened + burden;
    child->place = parent->place;
    child->opening = parent->opening;
    child->path = sw_path_hold(parent->path);
}

static inline void sw_dag_end(struct sw_dag *dag, struct sw_dag_strand *strand)
{
    sw_path_drop(&dag->paths, strand->path);
    strand->path = NULL;
}

/* Whether one that stands at another's end has a longer way behind it. At the root alone there are
 * ties that matter: who has no path takes one. */
static inline bool sw_dag_later(const struct sw_dag_strand *other,
                                const struct sw_dag_strand *strand)
{
    return other->span > strand->span || (other->span == strand->span && !strand->path);
}

/* The strand goes on after the other as well, which stays as it is. */
static inline void sw_dag_join(struct sw_dag *dag, struct sw_dag_strand *strand,
                               const struct sw_dag_strand *other, uint64_t burden)
{
    if (sw_dag_later(other, strand)) {
        struct sw_path *path = strand->path;
        strand->span = other->span;
        strand->path = sw_path_hold(other->path);
        sw_path_drop(&dag->paths, path);
    }
    if (other->burdened + burden > strand->burdened)
        strand->burdened = other->burdened + burden;
}

/* The strand comes to a meeting and ends there: sw_dag_join() to that and sw_dag_end() in one. Where
 * it stood can still be read, and sw_dag_leave() takes it up again. */
static inline void sw_dag_meet(struct sw_dag *dag, struct sw_dag_strand *meeting,
                               struct sw_dag_strand *strand, uint64_t burden)
{
    struct sw_path *path = strand->path;
    if (sw_dag_later(strand, meeting)) {
        path = meeting->path;
        meeting->span = strand->span;
        meeting->path = strand->path;
    }
    if (strand->burdened + burden > meeting->burdened)
        meeting->burdened = strand->burdened + burden;
    strand->path = NULL;
    sw_path_drop(&dag->paths, path);
}

/* The strand goes on from the meeting, or any other point, and from there alone, in its own place.
 * It has been begun before, and may have ended. */
static inline void sw_dag_leave(struct sw_dag *dag, struct sw_dag_strand *strand,
                                const struct sw_dag_strand *meeting, uint64_t burden)
{
    struct sw_path *path = strand->path;
    strand->span = meeting->span;
    strand->burdened = meeting->burdened + burden;
    strand->path = sw_path_hold(meeting->path);
    sw_path_drop(&dag->paths, path);
}

/* --- Instances --- */

/* An instance of the place begins and takes the strand into it. `place` is of sw_dag_place() for the
 * strand's own place, and kept in the instance for who needs it again. */
static inline void sw_dag_open(struct sw_dag *dag, struct sw_dag_instance *instance,
                               struct sw_dag_strand *strand, uint32_t place)
{
    uint32_t opening = sw_dag_places_open(&dag->places, strand->opening, strand->place, place);
    *instance = (struct sw_dag_instance){
        .span = strand->span,
        .burdened = strand->burdened,
        .place = place,
        .from = strand->place,
        .from_opening = strand->opening,
        .top = opening != strand->opening,
    };
    strand->place = place;
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
    struct sw_dag_record *record = &dag->places.records[instance->place];
    record->count++;
    if (instance->top) {
        record->span += sw_dag_passed(instance->span, strand->span);
        record->burdened += sw_dag_passed(instance->burdened, strand->burdened);
    }
    sw_path_add(&dag->paths, &strand->path, SW_DAG_KEY * instance->place, 0, 1);
    strand->place = instance->from;
    strand->opening = instance->from_opening;
}

/* --- At the end, or whenever --- */

/* What is on the strand's longest way: adds for each place what was spent in it (the costs of all
 * places are the span) and how many instances ended, for each item the amount and how many times. */
void sw_dag_sum(const struct sw_dag *dag, const struct sw_dag_strand *strand,
                struct sw_amount *places, uint32_t n_places, struct sw_amount *items,
                uint32_t n_items);

#endif
