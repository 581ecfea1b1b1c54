/*
 * libomp's synchronization: barriers, critical sections, locks, atomic operations, and
 * cancellation.
 */
#include "agent/openmp/guard/guard.h"
#include "agent/openmp/kmpc/kmpc.h"

/* What a construct ends with belongs to that one; any other barrier is a construct itself. So is that of a single: others may wait there
 * for tasks, which is not the single's doing. Where it is the single, that is found out when all have come (core/barrier.c). */
static struct sw_omp_thread *enter_barrier(const struct sw_kmpc_ident *loc, const void *address,
                                           uint32_t *construct)
{
    struct sw_omp_thread *t = sw_omp_self();
    const struct sw_omp_share *share = sw_omp_member(t)->share;
    if (share && loc && loc->flags & SW_KMPC_IMPLICIT_BARRIER) {
        sw_omp_enter();
        *construct = share->kind == SW_CONSTRUCT_SINGLE
                         ? sw_omp_construct(t, SW_CONSTRUCT_BARRIER, address)
                         : share->construct;
    } else {
        sw_omp_enter_as(SW_CONSTRUCT_BARRIER, address);
        *construct = sw_omp_construct(t, SW_CONSTRUCT_BARRIER, address);
    }
    sw_kmpc_leave_loop(t);
    return t;
}

SW_API void __kmpc_barrier(CALLER)
{
    uint32_t construct;
    struct sw_omp_thread *t = enter_barrier(loc, HERE, &construct);
    sw_omp_barrier(t, construct);
    sw_omp_leave(t);
}

/* Whoever of the team has cancelled what they are in, all know when they have met here. They meet again
 * before the next one can be cancelled. */
SW_API int32_t __kmpc_cancel_barrier(CALLER)
{
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
SW_API int32_t __kmpc_barrier_master(CALLER)
{
    __kmpc_barrier(loc, global);
    if (!sw_omp_self()->number)
        return 1;
    __kmpc_barrier(loc, global);
    return 0;
}

SW_OMP_ALIAS(__kmpc_end_barrier_master, __kmpc_barrier);

SW_OMP_CALL(int32_t, __kmpc_barrier_master_nowait, (CALLER),
            (__kmpc_barrier(loc, global), !sw_omp_self()->number))

SW_OMP_ENTRY(void, __kmpc_critical_with_hint, (CALLER, void **name, uint32_t hint),
             sw_omp_critical_begin(t, sw_omp_lock_of(name), HERE))

SW_OMP_ALIAS(__kmpc_critical, __kmpc_critical_with_hint);

SW_OMP_ENTRY(void, __kmpc_end_critical, (CALLER, void **name),
             sw_omp_critical_end(t, sw_omp_lock_of(name)))

SW_API int32_t __kmpc_single(CALLER)
{
    SW_OMP_INSIDE(t);
    sw_kmpc_leave_loop(t);
    return sw_omp_single(t, HERE);
}

/* Called by who does it. */
SW_OMP_CALL(void, __kmpc_end_single, (CALLER), sw_omp_leave(sw_omp_enter_from_share()))

/* Who did the single hands all its data; nobody goes on before all have copied. */
SW_API void __kmpc_copyprivate(CALLER, size_t size, void *data, void (*copy)(void *, void *),
                               int32_t did_it)
{
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
SW_API void *__kmpc_copyprivate_light(CALLER, void *data)
{
    SW_OMP_INSIDE(t);
    struct sw_omp_share *share = sw_omp_member(t)->share;
    if (data)
        share->copied = data;
    sw_omp_barrier(t, share->construct);
    return share->copied;
}

SW_KMPC_ANSWER(__kmpc_master, !sw_omp_self()->number)

SW_KMPC_NOTHING(__kmpc_end_master)

SW_OMP_CALL(int32_t, __kmpc_masked, (CALLER, int32_t filter),
            (int32_t)sw_omp_self()->number == filter)

SW_KMPC_NOTHING(__kmpc_end_masked)
SW_KMPC_NOTHING(__kmpc_scope)
SW_KMPC_NOTHING(__kmpc_end_scope)

SW_OMP_CALL(void, __kmpc_flush, (struct sw_kmpc_ident * loc), sw_omp_flush(HERE))

/* Locks: those of omp_*, which take as little of the program's memory as libomp's do. */

/* The last call of a function is a jump: where it was called from is the program's place. */
#define LOCK(name, type)         \
    type omp_##name(void *lock); \
    SW_OMP_CALL(type, __kmpc_##name, (CALLER, void **lock), omp_##name(lock))

LOCK(init_lock, void)
LOCK(init_nest_lock, void)
LOCK(destroy_lock, void)
LOCK(destroy_nest_lock, void)
LOCK(set_lock, void)
LOCK(set_nest_lock, void)
LOCK(unset_lock, void)
LOCK(unset_nest_lock, void)
LOCK(test_lock, int)
LOCK(test_nest_lock, int)

SW_OMP_ALIAS(__kmpc_init_lock_with_hint, __kmpc_init_lock);
SW_OMP_ALIAS(__kmpc_init_nest_lock_with_hint, __kmpc_init_nest_lock);

/*
 * Cancellation. Whoever is told that what it is in is cancelled goes to its end, where all meet
 * (__kmpc_cancel_barrier); the code for that is the compiler's.
 */

/* Of loops one after the other, each its own: what is in the team is for who is in the same one. */
static bool is_cancelled(const struct sw_omp_thread *t, int32_t kind)
{
    if (kind == SW_KMPC_CANCEL_TASKGROUP)
        return t->task->group ? t->task->group->cancelled
                              : sw_kmpc_cancelled(t->team) == SW_KMPC_CANCEL_PARALLEL;
    return sw_kmpc_cancelled(t->team) == (enum sw_kmpc_cancel)kind;
}

SW_API int32_t __kmpc_cancel(CALLER, int32_t kind)
{
    if (!sw_omp_settings.cancellation)
        return 0;
    SW_OMP_INSIDE(t);
    bool cancelled = true;
    sw_omp_give_way(t); /* others may have been first */
    if (kind == SW_KMPC_CANCEL_TASKGROUP) {
        if (t->task->group)
            t->task->group->cancelled = true;
        else
            cancelled = false;
    } else if (!t->team->abi) {
        t->team->abi = (void *)(uintptr_t)kind;
    } else {
        cancelled = is_cancelled(t, kind);
    }
    return cancelled;
}

SW_API int32_t __kmpc_cancellationpoint(CALLER, int32_t kind)
{
    if (!sw_omp_settings.cancellation)
        return 0;
    SW_OMP_INSIDE(t);
    sw_omp_give_way(t);
    return is_cancelled(t, kind);
}

SW_OMP_CALL(int, kmp_get_cancellation_status, (int kind),
            sw_omp_settings.cancellation &&is_cancelled(sw_omp_self(), kind))
SW_OMP_CALL(int, kmp_get_cancellation_status_, (int *kind), kmp_get_cancellation_status(*kind))

/* What there is in libomp and not here: a call ends the program. Nothing may ever reach the real one,
 * which would start threads. */

#define MISSING(name)                                                       \
    SW_API void name(void)                                                  \
    {                                                                       \
        sw_omp_die("the program calls " #name                               \
                   "(), which the simulated OpenMP runtime does not have"); \
    }

static void *word;

SW_OMP_ENTRY(void, __kmpc_atomic_start, (void),
             sw_omp_critical_begin(t, sw_omp_lock_of(&word), HERE))
SW_OMP_ENTRY(void, __kmpc_atomic_end, (void), sw_omp_critical_end(t, sw_omp_lock_of(&word)))

#define PLAIN(type, operation) MISSING(__kmpc_atomic_##type##_##operation)
#define ONE(type, operation) \
    PLAIN(type, operation)   \
    PLAIN(type, operation##_cpt)
#define REVERSIBLE(type, operation) \
    ONE(type, operation)            \
    PLAIN(type, operation##_rev)    \
    PLAIN(type, operation##_cpt_rev)
#define ALL(type)         \
    ONE(type, add)        \
    REVERSIBLE(type, sub) \
    ONE(type, mul)        \
    REVERSIBLE(type, div) \
    PLAIN(type, rd)       \
    PLAIN(type, wr)       \
    PLAIN(type, swp)
#define ORDERED(type) \
    ALL(type)         \
    ONE(type, max)    \
    ONE(type, min)
#define INTEGER(size)               \
    ORDERED(fixed##size)            \
    ONE(fixed##size, andb)          \
    ONE(fixed##size, andl)          \
    ONE(fixed##size, orb)           \
    ONE(fixed##size, orl)           \
    ONE(fixed##size, xor)           \
    ONE(fixed##size, eqv)           \
    ONE(fixed##size, neqv)          \
    REVERSIBLE(fixed##size, shl)    \
    REVERSIBLE(fixed##size, shr)    \
    REVERSIBLE(fixed##size##u, div) \
    REVERSIBLE(fixed##size##u, shr) \
    PLAIN(fixed##size, mul_float8)  \
    PLAIN(fixed##size, div_float8)  \
    ONE(bool_##size, cas)           \
    ONE(val_##size, cas)            \
    MISSING(__kmpc_atomic_##size)

INTEGER(1)
INTEGER(2)
INTEGER(4)
INTEGER(8)
ORDERED(float4)
ORDERED(float8)
ORDERED(float10)
ALL(cmplx4)
ALL(cmplx8)
ALL(cmplx10)
PLAIN(float4, add_float8)
PLAIN(float4, sub_float8)
PLAIN(float4, mul_float8)
PLAIN(float4, div_float8)
PLAIN(cmplx4, add_cmplx8)
PLAIN(cmplx4, sub_cmplx8)
PLAIN(cmplx4, mul_cmplx8)
PLAIN(cmplx4, div_cmplx8)
MISSING(__kmpc_atomic_10)
MISSING(__kmpc_atomic_16)
MISSING(__kmpc_atomic_20)
MISSING(__kmpc_atomic_32)

/* Functions of libomp that have no substitute here: calling one ends the program with a message. */

MISSING(__kmpc_get_taskid)
MISSING(__kmpc_get_parent_taskid)
MISSING(kmp_threadprivate_insert)
MISSING(kmp_threadprivate_insert_private_data)
