#include "front/openmp/guard/real.h"

#include <dlfcn.h>
#include <string.h>

struct sw_omp_real sw_omp_real_table;

/* Condition variables have two versions on x86-64, and another layout in the older one. */
#if defined __x86_64__
#define CONDITIONS "GLIBC_2.3.2"
#else
#define CONDITIONS "GLIBC_2.17"
#endif

static void *find(const char *name)
{
    void *found = NULL;
    if (!strncmp(name, "pthread_cond_", 13))
        found = dlvsym(RTLD_NEXT, name, CONDITIONS);
    return found ? found : dlsym(RTLD_NEXT, name);
}

void __attribute__((constructor(101))) sw_omp_real_find(void)
{
    struct sw_omp_real r;
#define FIND(name) *(void **)&r.name = find(#name);
    SW_OMP_REAL(FIND)
    sw_omp_real_table = r;
}
