/*
 * The real functions behind wrappers that stand in for a runtime's. A process may have that runtime several
 * times: what a Python extension brings along belongs to that extension alone. So it is found by the
 * caller, unless the whole program has one.
 */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One copy of a runtime. */
struct sw_real {
    bool told; /* it is another one under that name, which tells what it does in another way */
    void (*functions[])(void); /* by their numbers */
};

struct sw_real_name {
    const char *name, *version;
};

#define SW_REAL_MOST    64
#define SW_REAL_CALLERS 1024

/* All copies of a runtime, and what is looked for in each. The rest is zero. */
struct sw_reals {
    const struct sw_real_name *names;
    size_t n;
    const char *file; /* what it is called usually */
    /* Once for each copy, with the file's name. */
    void (*found)(struct sw_real *real, void *handle, const char *name);
    struct sw_real *_Atomic of_all;
    struct sw_real *_Atomic several[SW_REAL_MOST]; /* of some modules only; never removed */
    /* Which one a call goes to, by where it returns to. Both parts at once: the number of one of
     * several, above an address's bits. */
    _Atomic uint64_t callers[SW_REAL_CALLERS];
};

const struct sw_real *sw_real_of_caller(struct sw_reals *reals, const void *caller);

static inline const struct sw_real *sw_real_of(struct sw_reals *reals, const void *caller)
{
    const struct sw_real *real = atomic_load_explicit(&reals->of_all, memory_order_acquire);
    return __builtin_expect(real != NULL, 1) ? real : sw_real_of_caller(reals, caller);
}
