/* Critical sections, atomic operations that need a lock, ordered parts of loops. */
#include "agent/openmp/core/lock.h"
#include "agent/openmp/core/worksharing.h"
#include "agent/openmp/gomp/abi.h"
#include "agent/openmp/simulator/record.h"

static struct sw_omp_lock unnamed, atomic;

static void begin(struct sw_omp_lock *lock, const void *address)
{
    struct sw_omp_thread *t = sw_omp_enter();
    sw_omp_critical_begin(t, lock, address);
    sw_omp_leave(t);
}

static void end(struct sw_omp_lock *lock)
{
    struct sw_omp_thread *t = sw_omp_enter();
    sw_omp_critical_end(t, lock);
    sw_omp_leave(t);
}

SW_GOMP void GOMP_critical_start(void)
{
    begin(&unnamed, HERE);
}

SW_GOMP void GOMP_critical_end(void)
{
    end(&unnamed);
}

SW_GOMP void GOMP_critical_name_start(void **name)
{
    begin(sw_omp_lock_of(name), HERE);
}

SW_GOMP void GOMP_critical_name_end(void **name)
{
    end(sw_omp_lock_of(name));
}

SW_GOMP void GOMP_atomic_start(void)
{
    begin(&atomic, HERE);
}

SW_GOMP void GOMP_atomic_end(void)
{
    end(&atomic);
}

SW_GOMP void GOMP_ordered_start(void)
{
    struct sw_omp_thread *t = sw_omp_enter();
    sw_omp_ordered_begin(t, HERE);
    sw_omp_leave(t);
}

SW_GOMP void GOMP_ordered_end(void)
{
    struct sw_omp_thread *t = sw_omp_enter();
    sw_omp_ordered_end(t);
    sw_omp_leave(t);
}
