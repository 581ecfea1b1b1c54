/* What the program would have called if a library of ours did not stand before libc: for those that replace some of
 * its functions. Uses libc. */
#ifndef SPANWISE_TARGET_CORE_LIBC_NEXT_H
#define SPANWISE_TARGET_CORE_LIBC_NEXT_H

#include <dlfcn.h>
#include <string.h>

/* Condition variables have two versions on x86-64, and another layout in the older one. */
#if defined __x86_64__
#define SW_LIBC_CONDITIONS "GLIBC_2.3.2"
#else
#define SW_LIBC_CONDITIONS "GLIBC_2.17"
#endif

/* NULL: there is none. */
static inline void *sw_libc_next(const char *name)
{
    void *found = NULL;
    if (!strncmp(name, "pthread_cond_", 13))
        found = dlvsym(RTLD_NEXT, name, SW_LIBC_CONDITIONS);
    return found ? found : dlsym(RTLD_NEXT, name);
}

#endif
