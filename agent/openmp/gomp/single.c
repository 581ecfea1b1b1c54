/* libgomp's single construct. */
#include "agent/openmp/core/region.h"
#include "agent/openmp/core/worksharing.h"
#include "agent/openmp/gomp/abi.h"
#include "agent/openmp/simulator/record.h"

SW_GOMP bool GOMP_single_start(void)
{
    struct sw_omp_thread *t = sw_omp_enter();
    bool mine = sw_omp_single(t, HERE);
    sw_omp_leave(t);
    return mine;
}

/* With copyprivate: NULL for the one that does it, for others what that hands over. */
SW_GOMP void *GOMP_single_copy_start(void)
{
    void *copied = NULL;
    struct sw_omp_thread *t = sw_omp_enter();
    if (!sw_omp_single(t, HERE)) {
        const struct sw_omp_share *s = sw_omp_member(t)->share;
        sw_omp_barrier(t, s->construct);
        copied = s->copied;
    }
    sw_omp_leave(t);
    return copied;
}

SW_GOMP void GOMP_single_copy_end(void *data)
{
    struct sw_omp_thread *t = sw_omp_enter();
    struct sw_omp_share *s = sw_omp_member(t)->share;
    s->copied = data;
    sw_omp_barrier(t, s->construct);
    sw_omp_leave(t);
}
