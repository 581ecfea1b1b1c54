/* omp_fulfill_event() and its Fortran name. */
#include "agent/openmp/core/detach.h"
#include "agent/openmp/api/api.h"

SW_API void omp_fulfill_event(uintptr_t event)
{
    struct sw_omp_thread *t = sw_omp_enter();
    sw_omp_detach_fulfill(t, (struct sw_omp_detach *)event);
    sw_omp_leave(t);
}

/* By value, in Fortran too. */
SW_API void omp_fulfill_event_(uintptr_t event)
{
    omp_fulfill_event(event);
}
