#include "front/cilk/sched/vectors.h"
#include "front/cilk/sched/worker.h"

#if defined __x86_64__
#include <cpuid.h>

/* Where its last component ends; that is not where tiles would, which take kilobytes. */
SW_SCHED static uint32_t ask(void)
{
    uint32_t eax, ebx, ecx, edx, bytes = SW_VECTORS_OLD + 64;
    if (!__get_cpuid(1, &eax, &ebx, &ecx, &edx) || !(ecx & bit_OSXSAVE))
        return SW_VECTORS_OLD;
    for (unsigned component = 2; component < 8; component++)
        if (SW_VECTORS >> component & 1 &&
            __get_cpuid_count(0xd, component, &eax, &ebx, &ecx, &edx) && eax && bytes < ebx + eax)
            bytes = ebx + eax;
    return bytes;
}

/* Asked for once: a virtual machine takes microseconds to answer. */
SW_SCHED uint32_t sw_vectors_bytes(void)
{
    static _Atomic uint32_t known;
    uint32_t bytes = atomic_load_explicit(&known, memory_order_relaxed);
    if (!bytes) {
        bytes = ask();
        atomic_store_explicit(&known, bytes, memory_order_relaxed);
    }
    return bytes;
}
#endif
