/* libomp's reductions: of a region or loop, and of tasks. */
#include "agent/openmp/kmpc/kmpc.h"

#include <stdlib.h>
#include <string.h>

/*
 * Reductions of regions and loops. Each thread has its own result; to put them together there are
 * three ways, and who is to use which is as in libomp: up to four threads by atomic operations, if the
 * compiler has prepared for that, or one after the other; more of them in a binary tree. There each
 * waits for those below it and takes their results, until thread 0 has all. So sums of floating-point
 * numbers come out as they do natively, and the dag is as deep as a tree.
 */

#define FEW 4

enum way { ALONE, ATOMIC, CRITICAL, TREE };

typedef void combine(void *to, void *from);

/* A thread's result, and where it stood when it was ready. */
struct result {
    void *data;
    bool ready;
    uint64_t clock;
    struct sw_dag_strand end;
    struct sw_omp_thread *waiter;
};

static enum way choose(const struct sw_omp_thread *t, const struct sw_kmpc_ident *loc, void *data,
                       combine *function)
{
    if (t->team->n == 1)
        return ALONE;
    if (t->team->n > FEW && data && function)
        return TREE;
    return loc && loc->flags & SW_KMPC_ATOMIC_REDUCE ? ATOMIC : CRITICAL;
}

static void wait_for(struct sw_omp_thread *t, struct result *other, uint32_t construct)
{
    uint64_t since = t->clock;
    while (!other->ready) {
        other->waiter = t;
        sw_omp_block(t);
    }
    if (other->clock > t->clock)
        t->clock = other->clock;
    t->phase += t->clock - since;
    sw_omp_barrier_count_idle(t->team, construct, t->clock - since);
    sw_omp_meet(t->simulator, &t->task->strand, &other->end);
}

static void tell(struct sw_omp_thread *t, struct result *own)
{
    own->ready = true;
    own->clock = t->clock;
    sw_omp_fork(t->simulator, &own->end, &t->task->strand, 0);
    if (own->waiter)
        sw_omp_ready_push(&t->simulator->ready, own->waiter, own->waiter->clock);
    own->waiter = NULL;
}

/* Until thread 0 has everything, and all have met. */
static void gather(struct sw_omp_thread *t, void *data, combine *function, const void *address)
{
    bool is_new;
    struct sw_omp_share *share = sw_omp_share_next(t, SW_CONSTRUCT_REDUCTION, address, &is_new);
    if (is_new)
        share->abi = sw_omp_need(calloc(t->team->n, sizeof(struct result)), "a reduction");
    struct result *results = share->abi;
    results[t->number].data = data;
    for (unsigned step = 1; step < t->team->n && !(t->number & step); step *= 2) {
        unsigned other = t->number + step;
        if (other >= t->team->n)
            continue;
        wait_for(t, &results[other], share->construct);
        sw_omp_leave(t);
        function(data, results[other].data);
        sw_omp_enter();
    }
    if (t->number)
        tell(t, &results[t->number]);
    sw_omp_barrier(t, share->construct);
    if (!t->number)
        free(results);
}

/* 1: the caller is to add what it has to the result; 2: by atomic operations; 0: nothing. */
static int32_t begin(const struct sw_kmpc_ident *loc, void *data, combine *function, void **lock,
                     const void *address)
{
    SW_OMP_INSIDE(t);
    struct sw_omp_member *member = sw_omp_member(t);
    enum way way = choose(t, loc, data, function);
    sw_kmpc_leave_loop(t);
    member->reducing = way;
    if (way == TREE)
        gather(t, data, function, address);
    else if (way == CRITICAL)
        sw_omp_lock_take(t, sw_omp_lock_of(lock),
                         sw_omp_construct(t, SW_CONSTRUCT_REDUCTION, address));
    return way == ATOMIC ? 2 : way != TREE || !t->number;
}

static void meet(void)
{
    SW_OMP_INSIDE(t);
    const struct sw_omp_share *share = sw_omp_member(t)->share;
    sw_omp_barrier(t, share ? share->construct : t->team->construct);
}

static void end(void **lock)
{
    SW_OMP_INSIDE(t);
    if (sw_omp_member(t)->reducing == CRITICAL)
        sw_omp_lock_release(t, sw_omp_lock_of(lock));
}

SW_OMP_CALL(int32_t, __kmpc_reduce_nowait,
            (CALLER, int32_t n, size_t size, void *data, combine *function, void **lock),
            begin(loc, data, function, lock, HERE))
SW_OMP_CALL(void, __kmpc_end_reduce_nowait, (CALLER, void **lock), end(lock))

/* The same with all waiting until the result is there. Who has nothing to do waits in here. */
SW_API int32_t __kmpc_reduce(CALLER, int32_t n, size_t size, void *data, combine *function,
                             void **lock)
{
    int32_t what = begin(loc, data, function, lock, HERE);
    if (!what)
        meet();
    return what;
}

SW_OMP_CALL(void, __kmpc_end_reduce, (CALLER, void **lock), (end(lock), meet()))

/*
 * Reductions of tasks. Each thread that runs tasks of the group has a copy of each variable, made when
 * first asked for; at the group's end they are put together. With the `task` modifier the group is
 * each thread's own while the copies are the team's: who comes last to the end puts them together.
 */

/* What the compiler hands over, in its older form and in its newer one. */
struct old_input {
    void *shared;
    size_t size;
    void *init, *fini, *combine;
    uint32_t flags;
};

struct input {
    void *shared, *original;
    size_t size;
    void *init, *fini, *combine;
    uint32_t flags;
};

struct item {
    void *shared, *original;
    size_t size;
    void (*init)(void *copy, void *original); /* the older form's has no second one */
    void (*fini)(void *copy);
    void (*combine)(void *to, void *from);
};

struct copies {
    unsigned n_threads, n_done;
    void *of[]; /* each item's, by thread */
};

struct reductions {
    struct copies *copies;
    bool of_team;
    unsigned n;
    struct item items[];
};

static const char ours[] = "the reductions of tasks"; /* what memory is needed for */

static struct reductions *new_reductions(int n)
{
    struct reductions *r = sw_omp_need(calloc(1, sizeof *r + (size_t)n * sizeof r->items[0]), ours);
    r->n = (unsigned)n;
    return r;
}

#define READ(name, type, original_)                                               \
    static struct reductions *name(int n, const struct type *in)                  \
    {                                                                             \
        struct reductions *r = new_reductions(n);                                 \
        for (int i = 0; i < n; i++)                                               \
            r->items[i] = (struct item){in[i].shared, original_,  in[i].size,     \
                                        in[i].init,   in[i].fini, in[i].combine}; \
        return r;                                                                 \
    }
READ(read_old, old_input, in[i].shared)
READ(read_new, input, in[i].original ? in[i].original : in[i].shared)

static struct copies *new_copies(const struct sw_omp_thread *t, unsigned n)
{
    size_t words = (size_t)t->team->n * n;
    struct copies *copies =
        sw_omp_need(calloc(1, sizeof *copies + words * sizeof copies->of[0]), ours);
    copies->n_threads = t->team->n;
    return copies;
}

static void *begin_of_tasks(struct reductions *r)
{
    SW_OMP_INSIDE(t);
    struct sw_omp_group *group = t->task->group;
    if (!group)
        sw_omp_die("a reduction of tasks without a taskgroup");
    r->copies = new_copies(t, r->n);
    group->reductions = r;
    return group;
}

SW_OMP_CALL(void *, __kmpc_task_reduction_init, (int32_t global, int32_t n, void *data),
            begin_of_tasks(read_old(n, data)))
SW_OMP_CALL(void *, __kmpc_taskred_init, (int32_t global, int32_t n, void *data),
            begin_of_tasks(read_new(n, data)))

static void *begin_of_team(struct reductions *r, const void *address)
{
    bool is_new;
    SW_OMP_INSIDE(t);
    struct sw_omp_share *share = sw_omp_share_next(t, SW_CONSTRUCT_REDUCTION, address, &is_new);
    if (is_new)
        share->abi = new_copies(t, r->n);
    sw_omp_group_begin(t, address);
    r->copies = share->abi;
    r->of_team = true;
    t->task->group->reductions = r;
    return t->task->group;
}

SW_OMP_CALL(void *, __kmpc_task_reduction_modifier_init,
            (CALLER, int32_t is_loop, int32_t n, void *data),
            begin_of_team(read_old(n, data), HERE))
SW_OMP_CALL(void *, __kmpc_taskred_modifier_init, (CALLER, int32_t is_loop, int32_t n, void *data),
            begin_of_team(read_new(n, data), HERE))

/* Whether it is the variable itself, or somebody's copy of it. */
static bool is_of(const struct reductions *r, unsigned i, const void *data)
{
    const struct copies *c = r->copies;
    if (r->items[i].shared == data || r->items[i].original == data)
        return true;
    for (unsigned j = 0; j < c->n_threads; j++)
        if (c->of[i * c->n_threads + j] && c->of[i * c->n_threads + j] == data)
            return true;
    return false;
}

static void *copy_of(const struct sw_omp_thread *t, const struct reductions *r, unsigned i)
{
    struct copies *c = r->copies;
    const struct item *item = &r->items[i];
    void **copy = &c->of[i * c->n_threads + t->number % c->n_threads];
    if (*copy)
        return *copy;
    void *memory = NULL;
    if (posix_memalign(&memory, 64, item->size ? item->size : 1))
        sw_omp_need(NULL, ours);
    *copy = memory;
    if (item->init)
        item->init(*copy, item->original);
    else
        memset(*copy, 0, item->size);
    return *copy;
}

SW_API void *__kmpc_task_reduction_get_th_data(int32_t global, void *group, void *data)
{
    const struct sw_omp_thread *t = sw_omp_self();
    for (struct sw_omp_group *g = group ? group : t->task->group; g; g = g->outer) {
        const struct reductions *r = g->reductions;
        for (unsigned i = 0; r && i < r->n; i++)
            if (is_of(r, i, data))
                return copy_of(t, r, i);
    }
    sw_omp_die("a task has an in_reduction clause, but there is no such reduction");
}

/* All into the variable itself; the program's functions are its own time. */
static void put_together(const struct reductions *r)
{
    struct copies *c = r->copies;
    for (unsigned i = 0; i < r->n; i++)
        for (unsigned j = 0; j < c->n_threads; j++) {
            void *copy = c->of[i * c->n_threads + j];
            if (!copy)
                continue;
            r->items[i].combine(r->items[i].shared, copy);
            if (r->items[i].fini)
                r->items[i].fini(copy);
            free(copy);
        }
    free(c);
}

static void end_group(void)
{
    struct sw_omp_thread *t = sw_omp_enter();
    struct reductions *r = t->task->group->reductions;
    sw_omp_group_end(t);
    sw_omp_leave(t);
    if (r && (!r->of_team || ++r->copies->n_done == r->copies->n_threads))
        put_together(r);
    free(r);
}

SW_OMP_CALL(void, __kmpc_end_taskgroup, (CALLER), end_group())
SW_OMP_CALL(void, __kmpc_task_reduction_modifier_fini, (CALLER, int32_t is_loop), end_group())
