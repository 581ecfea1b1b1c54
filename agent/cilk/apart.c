/*
 * Time that is not the program's own work, told by a library that stands in front of another: that
 * of MPI (agent/mpi/). Between the two calls, which do not nest, nothing counts as work of the
 * thread; it is summed up apart. Another profiler that wants to know exports the same names.
 */
#include "agent/core/enter.h"
#include "agent/core/meter.h"

#define EXPORT __attribute__((visibility("default")))

/* A thread that nothing was seen of has no work either. */
static struct sw_thread *enter(void)
{
    if (sw_thread_self == &sw_thread_nobody)
        return NULL;
    return sw_enter((uint64_t)__builtin_frame_address(0));
}

/* All up to now is counted, and the thread's time goes on from here. */
void spanwise_apart_begin(void);

EXPORT void spanwise_apart_begin(void)
{
    uint64_t now = sw_meter_now();
    struct sw_thread *t = enter();
    if (!t)
        return;
    sw_notes->settle(t);
    sw_event_pass(t->strand, sw_meter_cost(t, now, t->meter.costs.note));
    t->cilk.apart++;
    sw_leave(t);
}

void spanwise_apart_end(void);

EXPORT void spanwise_apart_end(void)
{
    struct sw_thread *t = enter();
    if (!t)
        return;
    sw_meter_set_apart(t);
    t->cilk.apart -= t->cilk.apart > 0;
    sw_leave(t);
}
