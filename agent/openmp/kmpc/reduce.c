/*
 * Reductions of regions and loops. Each thread has its own result; to put them together there are
 * three ways, and who is to use which is as in libomp: up to four threads by atomic operations, if the
 * compiler has prepared for that, or one after the other; more of them in a binary tree. There each
 * waits for those below it and takes their results, until thread 0 has all. So sums of floating-point
 * numbers come out as they do natively, and the dag is as deep as a tree.
 */
#include "agent/openmp/core/barrier_facts.h"
#include "agent/openmp/core/lock.h"
#include "agent/openmp/core/region.h"
#include "agent/openmp/core/worksharing.h"
#include "agent/openmp/kmpc/abi.h"
#include "agent/openmp/kmpc/schedule.h"
#include "agent/openmp/simulator/record.h"

#include <stdlib.h>

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
    struct sw_omp_share *share = sw_omp_share_next(t, SW_OMP_REDUCTION, address, &is_new);
    if (is_new && !(share->abi = calloc(t->team->n, sizeof(struct result))))
        sw_omp_die("not enough memory for a reduction");
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
                     bool *told, const void *address)
{
    struct sw_omp_thread *t = sw_omp_enter();
    struct sw_omp_member *member = sw_omp_member(t);
    enum way way = choose(t, loc, data, function);
    sw_kmpc_leave_loop(t);
    member->reducing = way;
    if (way == TREE)
        gather(t, data, function, address);
    else if (way == CRITICAL)
        sw_omp_lock_take(t, sw_omp_lock_of(lock), sw_omp_construct(t, SW_OMP_REDUCTION, address));
    *told = way == TREE && t->number;
    sw_omp_leave(t);
    return way == ATOMIC ? 2 : !*told;
}

static void meet(void)
{
    struct sw_omp_thread *t = sw_omp_enter();
    const struct sw_omp_share *share = sw_omp_member(t)->share;
    sw_omp_barrier(t, share ? share->construct : t->team->construct);
    sw_omp_leave(t);
}

static void end(void **lock)
{
    struct sw_omp_thread *t = sw_omp_enter();
    if (sw_omp_member(t)->reducing == CRITICAL)
        sw_omp_lock_release(t, sw_omp_lock_of(lock));
    sw_omp_leave(t);
}

SW_KMPC int32_t __kmpc_reduce_nowait(struct sw_kmpc_ident *loc, int32_t global, int32_t n,
                                     size_t size, void *data, combine *function, void **lock)
{
    (void)global, (void)n, (void)size;
    bool told;
    return begin(loc, data, function, lock, &told, HERE);
}

SW_KMPC void __kmpc_end_reduce_nowait(struct sw_kmpc_ident *loc, int32_t global, void **lock)
{
    (void)loc, (void)global;
    end(lock);
}

/* The same with all waiting until the result is there. Who has nothing to do waits in here. */
SW_KMPC int32_t __kmpc_reduce(struct sw_kmpc_ident *loc, int32_t global, int32_t n, size_t size,
                              void *data, combine *function, void **lock)
{
    (void)global, (void)n, (void)size;
    bool told;
    int32_t what = begin(loc, data, function, lock, &told, HERE);
    if (told)
        meet();
    return what;
}

SW_KMPC void __kmpc_end_reduce(struct sw_kmpc_ident *loc, int32_t global, void **lock)
{
    (void)loc, (void)global;
    end(lock);
    meet();
}
