/* Barriers, critical sections, and parts that one thread does. */
#include "agent/openmp/kmpc/sync.h"
#include "agent/openmp/core/lock.h"
#include "agent/openmp/core/region.h"
#include "agent/openmp/core/worksharing.h"
#include "agent/openmp/guard/spin.h"
#include "agent/openmp/kmpc/schedule.h"
#include "agent/openmp/simulator/record.h"

/* What a construct ends with belongs to that one; any other barrier is a construct itself. So is that of a single: others may wait there
 * for tasks, which is not the single's doing. Where it is the single, that is found out when all have come (barrier_facts.c). */
static struct sw_omp_thread *enter_barrier(const struct sw_kmpc_ident *loc, const void *address,
                                           uint32_t *construct)
{
    struct sw_omp_thread *t = sw_omp_self();
    const struct sw_omp_share *share = sw_omp_member(t)->share;
    if (share && loc && loc->flags & SW_KMPC_IMPLICIT_BARRIER) {
        sw_omp_enter();
        *construct = share->kind == SW_OMP_SINGLE ? sw_omp_construct(t, SW_OMP_BARRIER, address)
                                                  : share->construct;
    } else {
        sw_omp_enter_as(SW_OMP_BARRIER, address);
        *construct = sw_omp_construct(t, SW_OMP_BARRIER, address);
    }
    sw_kmpc_leave_loop(t);
    return t;
}

SW_KMPC void __kmpc_barrier(struct sw_kmpc_ident *loc, int32_t global)
{
    (void)global;
    uint32_t construct;
    struct sw_omp_thread *t = enter_barrier(loc, HERE, &construct);
    sw_omp_barrier(t, construct);
    sw_omp_leave(t);
}

/* Whoever of the team has cancelled what they are in, all know when they have met here. They meet again
 * before the next one can be cancelled. */
SW_KMPC int32_t __kmpc_cancel_barrier(struct sw_kmpc_ident *loc, int32_t global)
{
    (void)global;
    uint32_t construct;
    struct sw_omp_thread *t = enter_barrier(loc, HERE, &construct);
    sw_omp_barrier(t, construct);
    enum sw_kmpc_cancel what = sw_kmpc_cancelled(t->team);
    if (what) {
        sw_omp_barrier(t, construct);
        t->team->abi = NULL;
        if (what != SW_KMPC_CANCEL_PARALLEL)
            sw_omp_barrier(t, construct);
    }
    sw_omp_leave(t);
    return what != SW_KMPC_CANCEL_NOTHING;
}

/* All come; thread 0 goes on, the others when it has come to the end. */
SW_KMPC int32_t __kmpc_barrier_master(struct sw_kmpc_ident *loc, int32_t global)
{
    __kmpc_barrier(loc, global);
    if (!sw_omp_self()->number)
        return 1;
    __kmpc_barrier(loc, global);
    return 0;
}

SW_KMPC void __kmpc_end_barrier_master(struct sw_kmpc_ident *loc, int32_t global)
{
    __kmpc_barrier(loc, global);
}

SW_KMPC int32_t __kmpc_barrier_master_nowait(struct sw_kmpc_ident *loc, int32_t global)
{
    __kmpc_barrier(loc, global);
    return !sw_omp_self()->number;
}

SW_KMPC void __kmpc_critical(struct sw_kmpc_ident *loc, int32_t global, void **name)
{
    (void)loc, (void)global;
    const void *here = HERE;
    struct sw_omp_thread *t = sw_omp_enter();
    sw_omp_critical_begin(t, sw_omp_lock_of(name), here);
    sw_omp_leave(t);
}

SW_KMPC void __kmpc_critical_with_hint(struct sw_kmpc_ident *loc, int32_t global, void **name,
                                       uint32_t hint)
{
    (void)loc, (void)global, (void)hint;
    const void *here = HERE;
    struct sw_omp_thread *t = sw_omp_enter();
    sw_omp_critical_begin(t, sw_omp_lock_of(name), here);
    sw_omp_leave(t);
}

SW_KMPC void __kmpc_end_critical(struct sw_kmpc_ident *loc, int32_t global, void **name)
{
    (void)loc, (void)global;
    struct sw_omp_thread *t = sw_omp_enter();
    sw_omp_critical_end(t, sw_omp_lock_of(name));
    sw_omp_leave(t);
}

SW_KMPC int32_t __kmpc_single(struct sw_kmpc_ident *loc, int32_t global)
{
    (void)loc, (void)global;
    const void *here = HERE;
    struct sw_omp_thread *t = sw_omp_enter();
    sw_kmpc_leave_loop(t);
    bool mine = sw_omp_single(t, here);
    sw_omp_leave(t);
    return mine;
}

/* Called by who does it. */
SW_KMPC void __kmpc_end_single(struct sw_kmpc_ident *loc, int32_t global)
{
    (void)loc, (void)global;
    sw_omp_leave(sw_omp_enter_from_share());
}

/* Who did the single hands all its data; nobody goes on before all have copied. */
SW_KMPC void __kmpc_copyprivate(struct sw_kmpc_ident *loc, int32_t global, size_t size, void *data,
                                void (*copy)(void *, void *), int32_t did_it)
{
    (void)loc, (void)global, (void)size;
    struct sw_omp_thread *t = sw_omp_enter();
    struct sw_omp_share *share = sw_omp_member(t)->share;
    if (did_it)
        share->copied = data;
    sw_omp_barrier(t, share->construct);
    if (!did_it) {
        sw_omp_leave(t);
        copy(data, share->copied);
        sw_omp_enter();
    }
    sw_omp_barrier(t, share->construct);
    sw_omp_leave(t);
}

/* The same without the second meeting: a pointer to what the single's thread has. */
SW_KMPC void *__kmpc_copyprivate_light(struct sw_kmpc_ident *loc, int32_t global, void *data)
{
    (void)loc, (void)global;
    struct sw_omp_thread *t = sw_omp_enter();
    struct sw_omp_share *share = sw_omp_member(t)->share;
    if (data)
        share->copied = data;
    sw_omp_barrier(t, share->construct);
    void *copied = share->copied;
    sw_omp_leave(t);
    return copied;
}

SW_KMPC int32_t __kmpc_master(struct sw_kmpc_ident *loc, int32_t global)
{
    (void)loc, (void)global;
    return !sw_omp_self()->number;
}

SW_KMPC void __kmpc_end_master(struct sw_kmpc_ident *loc, int32_t global)
{
    (void)loc, (void)global;
}

SW_KMPC int32_t __kmpc_masked(struct sw_kmpc_ident *loc, int32_t global, int32_t filter)
{
    (void)loc, (void)global;
    return (int32_t)sw_omp_self()->number == filter;
}

SW_KMPC void __kmpc_end_masked(struct sw_kmpc_ident *loc, int32_t global)
{
    (void)loc, (void)global;
}

SW_KMPC void __kmpc_scope(struct sw_kmpc_ident *loc, int32_t global, void *reserved)
{
    (void)loc, (void)global, (void)reserved;
}

SW_KMPC void __kmpc_end_scope(struct sw_kmpc_ident *loc, int32_t global, void *reserved)
{
    (void)loc, (void)global, (void)reserved;
}

SW_KMPC void __kmpc_flush(struct sw_kmpc_ident *loc)
{
    (void)loc;
    sw_omp_flush(HERE);
}
