/* Asks the processor which vector registers have to be saved. */
#include "agent/core/vectors.h"

#include <stdatomic.h>

#if defined __aarch64__
#include <sys/auxv.h>

static uint32_t ask(void)
{
    const unsigned long sve = 1ul << 22; /* HWCAP_SVE */
    return (getauxval(AT_HWCAP) & sve) != 0;
}
#else
#include <cpuid.h>

#define OSXSAVE (1u << 27)
/* x87, SSE, AVX, the three parts of AVX-512, and the 16 more general registers of APX. Not AMX's
 * tiles, of 8 kB: nobody's code has them live across calls. */
#define STATES  (1u << 0 | 1u << 1 | 1u << 2 | 7u << 5 | 1u << 19)

static uint32_t enabled(void)
{
    uint32_t low, high;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low;
}

/* For xsave; 0: there is none, and fxsave will do. */
static uint32_t ask(void)
{
    unsigned a, b, c, d;
    if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & OSXSAVE))
        return 0;
    uint32_t states = enabled() & STATES;
    for (unsigned i = 2; i < 32; i++)
        if (states >> i & 1 &&
            (!__get_cpuid_count(0xd, i, &a, &b, &c, &d) || a + b > SW_VECTORS_ROOM))
            states &= ~(1u << i);
    return states;
}
#endif

/* Asked for once: a virtual machine takes microseconds to answer. */
uint32_t sw_vectors_what(void)
{
    static _Atomic uint64_t known;
    const uint64_t is_known = 1ull << 32;
    uint64_t what = atomic_load_explicit(&known, memory_order_relaxed);
    if (!what) {
        what = is_known | ask();
        atomic_store_explicit(&known, what, memory_order_relaxed);
    }
    return (uint32_t)what;
}
