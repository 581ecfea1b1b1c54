#include "collect/front_end.h"
#include "collect/annotate.h"
#include "collect/cilk.h"
#include "collect/effort.h"
#include "collect/openmp.h"
#include "collect/vthreads.h"

/* In the order that they are asked in. */
static const struct sw_gatherer gatherers[] = {
    {SW_FRONT_END_ANNOTATE, sw_annotate_is_there, sw_annotate_gather, NULL},
    {SW_FRONT_END_SAMPLE, sw_effort_is_there, sw_effort_gather, NULL},
    {SW_FRONT_END_THREADS, sw_vthreads_are_there, sw_omp_gather, NULL},
    {SW_FRONT_END_OPENMP, sw_omp_is_there, sw_omp_gather, NULL},
    {SW_FRONT_END_OPENCILK, sw_opencilk_is_there, sw_cilk_gather, sw_opencilk_warn},
    {SW_FRONT_END_CILK, sw_cilk_is_there, sw_cilk_gather, NULL},
};

#define N_GATHERERS (sizeof gatherers / sizeof *gatherers)
_Static_assert(
    N_GATHERERS == SW_FRONT_ENDS - 3,
    "every front end has a row, but UNKNOWN, NONE and OPENCILK_STATIC, which record nothing");

const struct sw_gatherer *sw_gatherer_find(const struct sw_live *live)
{
    const struct sw_gatherer *g = gatherers, *last = g + N_GATHERERS - 1;
    while (g < last && !g->is_there(live))
        g++;
    return g;
}
