/*
 * The real libgomp, which all calls go to. A process may have several: what a Python extension brings along
 * belongs to that extension alone. So it is found by the caller, unless the whole program has one.
 */
#ifndef SPANWISE_SAMPLE_GOMP_REAL_H
#define SPANWISE_SAMPLE_GOMP_REAL_H

#include "front/sample/gomp/functions.h"

#include <stdatomic.h>

typedef void sw_gomp_any(void);

struct sw_gomp {
    sw_gomp_any *functions[SW_GOMP_N];
    bool told; /* it is libomp under that name, which tells by OMPT what it does */
};

extern struct sw_gomp *_Atomic sw_gomp_of_all;
const struct sw_gomp *sw_gomp_of_caller(const void *address);

static inline const struct sw_gomp *sw_gomp_of(const void *caller)
{
    const struct sw_gomp *gomp = atomic_load_explicit(&sw_gomp_of_all, memory_order_acquire);
    return __builtin_expect(gomp != NULL, 1) ? gomp : sw_gomp_of_caller(caller);
}

#define SW_GOMP_REAL(gomp, name) ((__typeof__(name) *)(gomp)->functions[SW_NR_##name])
/* In a wrapper: that of who called it. */
#define SW_GOMP_MINE             sw_gomp_of(__builtin_return_address(0))

#endif
