/* Libc's functions, or those of another library between it and ours. Not target/core/libc_next.h, whose dlvsym() is glibc's alone. */
#ifndef SPANWISE_TARGET_CALLS_NEXT_H
#define SPANWISE_TARGET_CALLS_NEXT_H

#include <dlfcn.h>

#define REPLACES __attribute__((visibility("default")))

/* Found at the first call, by whoever comes first. */
static inline void *next(void **found, const char *name)
{
    void *function = __atomic_load_n(found, __ATOMIC_ACQUIRE);
    if (!function) {
        function = dlsym(RTLD_NEXT, name);
        __atomic_store_n(found, function, __ATOMIC_RELEASE);
    }
    return function;
}

#endif
