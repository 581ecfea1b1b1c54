/*
 * Wrappers for oneTBB's tasks, by which its parallel loops and pipelines become visible to the
 * simulator.
 */
#include "agent/threads/hooks.h"

#include <string.h>

/* --- Those that are waited for --- */

/* In the frame of who waits. All of this with the baton only. */
struct tasks {
    const void *context, *wait;
    struct tasks *next, *outer;
    struct sw_vthread *thread;
    struct sw_tasks_at at;
    uint32_t construct;
    struct sw_dag_strand start, end; /* of an algorithm's: anybody could have run each of them */
    unsigned announced; /* calls that have ended some of them, and whose time has not come yet */
};

static struct tasks *open_now;
static struct sw_tasks_at
    latest; /* of the program's own threads: what workers have nothing to do after */

const struct sw_tasks_at *sw_tasks_at(const struct sw_vthread *t)
{
    const struct tasks *inner = t->tasks;
    return inner ? &inner->at : latest.called.at ? &latest : NULL;
}

static struct tasks *of_context(const void *context)
{
    struct tasks *found = open_now;
    while (found && found->context != context)
        found = found->next;
    return found;
}

static struct tasks *of_wait(const void *wait)
{
    struct tasks *found = open_now;
    while (found && found->wait != wait)
        found = found->next;
    return found;
}

static void open_tasks(struct tasks *k, struct sw_vthread *t, uint32_t kind, const void *where)
{
    k->thread = t;
    k->outer = t->tasks;
    k->at = (struct sw_tasks_at){sw_place_here(where), kind};
    k->construct = sw_place_construct(0, kind, &k->at.called);
    sw_dag_fork(sw_sim.dag, &k->start, &t->strand, 0);
    sw_dag_fork(sw_sim.dag, &k->end, &t->strand, 0);
    k->next = open_now;
    open_now = k;
    t->tasks = k;
    if (!t->is_worker)
        latest = k->at;
    sw_sim.cores->n_shared++;
}

/* Whoever ended the last task may have done so later than the caller's time: it saw it too early. */
static void close_tasks(struct tasks *k)
{
    struct sw_vthread *t = k->thread ? sw_hook_begin() : NULL;
    struct tasks **at = &open_now;
    const struct sw_wait_at wait = {k->at.kind, SW_BLOCKED_CONDITION, NULL};
    if (!t)
        return;
    while (sw_sim_is_on() && k->announced)
        sw_park(t, k, 1, &wait, UINT64_MAX);
    while (*at && *at != k)
        at = &(*at)->next;
    if (*at)
        *at = k->next;
    t->tasks = k->outer;
    sw_sim.cores->n_shared--;
    sw_dag_join(sw_sim.dag, &t->strand, &k->end, 0);
    sw_dag_end(sw_sim.dag, &k->start);
    sw_dag_end(sw_sim.dag, &k->end);
    sw_hook_end(t);
}

#define WAITING(kind, ctx, waited)                                                    \
    struct tasks tasks                                                                \
        __attribute__((cleanup(close_tasks))) = {.context = (ctx), .wait = (waited)}; \
    begin_waiting(&tasks, kind, SW_CALLER)

static inline void begin_waiting(struct tasks *k, uint32_t kind, const void *where)
{
    struct sw_vthread *t = sw_hook_begin();
    if (!t)
        return;
    open_tasks(k, t, kind, where);
    sw_hook_end(t);
}

/* --- Tasks --- */

#define SLACK_NS 2000 /* less is not worth a turn: tasks may be as short as a call */

enum what { ALLOCATES, MAKES, ENDS, CALLS };

/* What such a call takes: the least that was seen; 0: not seen yet. */
static uint64_t takes[CALLS];

/* Some have ended: what the thread did since it was last asked. Anybody could have done an algorithm's. */
static void end_task(struct sw_vthread *t, struct tasks *k)
{
    struct sw_dag_record *r = sw_dag_record(sw_sim.dag, k->construct);
    uint64_t piece = t->worked - t->worked_before_task;
    t->worked_before_task = t->worked;
    r->counters[SW_OMP_BUSY] += piece;
    if (piece > r->counters[SW_OMP_LARGEST])
        r->counters[SW_OMP_LARGEST] = piece;
    if (k->at.kind != SW_CONSTRUCT_ALGORITHM)
        return;
    sw_dag_meet(sw_sim.dag, &k->end, &t->strand, 0);
    sw_dag_leave(sw_sim.dag, &t->strand, &k->start, 0);
}

/* The time of such a call has come: who waits for all of them goes on after the last one. */
static void arrive(struct tasks *k)
{
    struct sw_vthread *waits = --k->announced ? NULL : sw_parked_first(k);
    if (waits)
        sw_unpark_at_once(waits);
}

/* A call for tasks begins: it is the caller's turn, if it has done something since it last was. What calls take is overhead of those tasks. True: its end is to be
 * told. */
static bool enter(const void *context, enum what what)
{
    struct sw_vthread *t = sw_vself;
    if (!t || !sw_sim_is_on() ||
        atomic_load_explicit(&t->pos, memory_order_relaxed) == SW_POS_INSIDE)
        return false;
    bool has_turn = t->pos == SW_POS_OUTSIDE;
    bool is_due = !has_turn || sw_hook_since(t) > sw_live_to_ticks(sw_sim.live, SLACK_NS);
    struct tasks *ended = has_turn && is_due && what == ENDS ? of_context(context) : NULL;
    if (ended)
        ended->announced++;
    if (is_due && !(t = sw_hook_begin()))
        return false;
    struct tasks *k = of_context(context);
    const struct sw_tasks_at *at = k ? NULL : sw_tasks_at(t);
    uint32_t construct = k ? k->construct : at ? sw_place_construct(0, at->kind, &at->called) : 0;
    if (construct) {
        t->manages = construct;
        t->managed += takes[what];
    }
    if (what == MAKES && construct)
        sw_dag_count(sw_sim.dag, construct, SW_OMP_CHUNKS, 1);
    if (is_due && what == ENDS && k)
        end_task(t, k);
    if (ended)
        arrive(ended);
    if (is_due)
        sw_hook_end(t);
    return is_due;
}

static void leave(bool was_due, enum what what)
{
    struct sw_vthread *t = sw_vself;
    uint64_t took = was_due ? sw_hook_since(t) : 0;
    if (took && (took < takes[what] || !takes[what]))
        takes[what] = took;
    if (t && what == ENDS)
        t->polls = true;
}

/* Declares a function that stands in front of one of the library's; and the library's own, to be found before anything is charged. */
#define STANDS_BEFORE(type, name, symbol, parameters) \
    typedef type name parameters;                     \
    SW_REPLACES name sw_tbb_##name __asm__(symbol);   \
    type sw_tbb_##name parameters
#define FIND(type, call, symbol) \
    static void *found_;         \
    type *call;                  \
    *(void **)&call = sw_tbb_next(&found_, symbol)

/* tbb::detail::r1::spawn(d1::task &, d1::task_group_context &), and one for a certain slot */
#define SPAWN_SLOT SW_TBB("5spawnERNS0_2d14taskERNS2_18task_group_contextEt")

/* r1::submit(d1::task &, d1::task_group_context &, arena *, uintptr_t): flow graphs' */
#define SUBMIT     SW_TBB("6submitERNS0_2d14taskERNS2_18task_group_contextEPNS1_5arenaEm")

#define MAKES_ONE(name, symbol, parameters, arguments) \
    STANDS_BEFORE(void, name, symbol, parameters)      \
    {                                                  \
        FIND(name, call, symbol);                      \
        bool was_due = enter(context, MAKES);          \
        call arguments;                                \
        leave(was_due, MAKES);                         \
    }

MAKES_ONE(spawn, SW_TBB_SPAWN, (void *task, void *context), (task, context))
MAKES_ONE(spawn_slot, SPAWN_SLOT, (void *task, void *context, uint16_t slot), (task, context, slot))
MAKES_ONE(submit, SUBMIT, (void *task, void *context, void *arena, uint64_t is_critical),
          (task, context, arena, is_critical))

/* r1::allocate(d1::small_object_pool *&, size_t, const d1::execution_data &): for a task, or what belongs to it */
#define ALLOCATE SW_TBB("8allocateERPNS0_2d117small_object_poolEmRKNS2_14execution_dataE")

STANDS_BEFORE(void *, allocate, ALLOCATE,
              (void **pool, size_t size, const struct sw_tbb_execution *execution))
{
    FIND(allocate, call, ALLOCATE);
    bool was_due = enter(execution->context, ALLOCATES);
    void *memory = call(pool, size, execution);
    leave(was_due, ALLOCATES);
    return memory;
}

STANDS_BEFORE(void, deallocate, SW_TBB_DEALLOCATE,
              (void *pool, void *memory, size_t size, const struct sw_tbb_execution *execution))
{
    FIND(deallocate, call, SW_TBB_DEALLOCATE);
    bool was_due = enter(execution->context, ENDS);
    call(pool, memory, size, execution);
    leave(was_due, ENDS);
}

/* r1::notify_waiters(uintptr_t): the last one that somebody waits for has ended. Who waits may see that before the caller's time has come. */
#define NOTIFY SW_TBB("14notify_waitersEm")

STANDS_BEFORE(void, notify, NOTIFY, (uint64_t wait))
{
    FIND(notify, call, NOTIFY);
    struct sw_vthread *t = sw_vself;
    struct tasks *k =
        t && sw_sim_is_on() && t->pos == SW_POS_OUTSIDE ? of_wait((void *)wait) : NULL;
    if (k)
        k->announced++;
    t = sw_hook_begin();
    if (t && k) {
        sw_dag_join(sw_sim.dag, &k->end, &t->strand, 0);
        arrive(k);
    }
    if (t)
        sw_hook_end(t);
    call(wait);
}

/* --- Waiting for them --- */

/* parallel_for() and the like */
STANDS_BEFORE(void, execute, SW_TBB_EXECUTE_AND_WAIT,
              (void *task, void *context, void *wait, void *wait_context))
{
    FIND(execute, call, SW_TBB_EXECUTE_AND_WAIT);
    struct tasks *outer = sw_vself ? sw_vself->tasks : NULL;
    if (outer && outer->context == context && !outer->wait) { /* a pipeline's own */
        outer->wait = wait;
        call(task, context, wait, wait_context);
        return;
    }
    WAITING(SW_CONSTRUCT_ALGORITHM, context, wait);
    call(task, context, wait, wait_context);
}

/* Groups of tasks, flow graphs */
STANDS_BEFORE(void, wait_for, SW_TBB_WAIT, (void *wait, void *context))
{
    FIND(wait_for, call, SW_TBB_WAIT);
    WAITING(SW_CONSTRUCT_TASKS, context, wait);
    call(wait, context);
}

/*
 * A pipeline's filters pass items on by atomics, and between two of them there is no call that could be stood in front of. But each is called by its table of
 * virtual functions: it gets one of ours, in which the call itself takes turns before and after it. It is made by a node of a tree, which
 * has its table replaced until then.
 */
enum { FILTERS = 32, SLOTS = 4 };

struct table {
    void *before[2]; /* as C++ has it: offset and type */
    void *slots[SLOTS];
    void **own;
    struct sw_dag_strand last; /* of a serial one: it does one item after the other */
};

struct node {
    void **virtual;
    intptr_t references;
    struct node *left, *right;
};

enum { IS_SERIAL = 1 };

struct filter {
    void **virtual;
    void *next, *buffer;
    unsigned mode;
};

struct filters {
    struct table nodes[FILTERS], filters[FILTERS];
    unsigned n;
};

static void forget_filters(struct filters *all)
{
    struct sw_vthread *t = all->n ? sw_hook_begin() : NULL;
    for (unsigned i = 0; t && i < all->n; i++)
        sw_dag_end(sw_sim.dag, &all->filters[i].last);
    if (t)
        sw_hook_end(t);
}

static struct table *table_of(void **virtual)
{
    return (struct table *)((char *)virtual - offsetof(struct table, slots));
}

static void **replace(struct table *with, void **virtual, void *first)
{
    memcpy(with, virtual - 2, offsetof(struct table, own));
    with->own = virtual;
    sw_dag_begin(sw_sim.dag, &with->last);
    with->slots[0] = first;
    return with->slots;
}

/* Between two items of a serial one, what it did last comes before what it does now. */
static void take_turn(struct table *table, bool is_serial, bool begins)
{
    struct sw_vthread *t = sw_hook_begin();
    if (!t)
        return;
    if (is_serial && begins)
        sw_dag_join(sw_sim.dag, &t->strand, &table->last, 0);
    else if (is_serial)
        sw_dag_leave(sw_sim.dag, &table->last, &t->strand, 0);
    sw_hook_end(t);
}

static void *run_filter(struct filter *filter, void *item)
{
    struct table *table = table_of(filter->virtual);
    bool is_serial = filter->mode & IS_SERIAL;
    void *(*own)(struct filter *, void *);
    *(void **)&own = table->own[0];
    take_turn(table, is_serial, true);
    void *result = own(filter, item);
    take_turn(table, is_serial, false);
    return result;
}

static void *address_of(void *(*function)(struct filter *, void *))
{
    return *(void **)&function;
}

/* Its own table comes back, and what it has made gets the other one of the two. */
static struct filter *make_filter(struct node *node)
{
    struct filter *(*own)(struct node *);
    struct table *table = table_of(node->virtual);
    node->virtual = table->own;
    *(void **)&own = table->own[0];
    struct filter *filter = own(node);
    if (filter)
        filter->virtual = replace(table + FILTERS, filter->virtual, address_of(run_filter));
    return filter;
}

static void replace_nodes(struct filters *all, struct node *node)
{
    struct filter *(*make)(struct node *) = make_filter;
    if (node->left && node->right) {
        replace_nodes(all, node->left);
        replace_nodes(all, node->right);
    } else if (all->n < FILTERS && node->virtual[0] != *(void **)&make) {
        sw_dag_begin(sw_sim.dag, &all->filters[all->n].last);
        node->virtual = replace(&all->nodes[all->n++], node->virtual, *(void **)&make);
    }
}

/* r1::parallel_pipeline(d1::task_group_context &, size_t, const d1::filter_node &) */
#define PIPELINE SW_TBB("17parallel_pipelineERNS0_2d118task_group_contextEmRKNS2_11filter_nodeE")

STANDS_BEFORE(void, pipeline, PIPELINE, (void *context, size_t most, struct node *filters))
{
    FIND(pipeline, call, PIPELINE);
    WAITING(SW_CONSTRUCT_TASKS, context, NULL);
    struct filters all __attribute__((cleanup(forget_filters)));
    all.n = 0;
    if (tasks.thread)
        replace_nodes(&all, filters);
    call(context, most, filters);
}
