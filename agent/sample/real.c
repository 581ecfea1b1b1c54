/*
 * Finds the functions that our wrappers stand in front of, in whichever library the caller would
 * have got them from.
 */
#include "agent/sample/real.h"

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ADDRESS_BITS 48

static pthread_mutex_t adding = PTHREAD_MUTEX_INITIALIZER;

static void give_up(void)
{
    static const char text[] = "spanwise: cannot find the OpenMP runtime of the program\n";
    if (write(STDERR_FILENO, text, sizeof text - 1)) {
    }
    abort();
}

static size_t size_of(const struct sw_reals *reals)
{
    return reals->n * sizeof reals->of_all->functions[0];
}

static bool resolve(const struct sw_reals *reals, struct sw_real *real, void *from)
{
    bool any = false;
    for (size_t i = 0; i < reals->n; i++) {
        void *function = dlvsym(from, reals->names[i].name, reals->names[i].version);
        memcpy(&real->functions[i], &function, sizeof function);
        any = any || function;
    }
    return any;
}

/* The module that some address is in, by its loader's entry. The handle keeps it where it is. */
static void *module_of(const void *address, const char **name)
{
    Dl_info info;
    void *map = NULL;
    if (!dladdr1(address, &info, &map, RTLD_DL_LINKMAP) || !map)
        return NULL;
    *name = ((struct link_map *)map)->l_name;
    return dlopen(*name, RTLD_LAZY | RTLD_NOLOAD);
}

static void tell(const struct sw_reals *reals, struct sw_real *real)
{
    const char *name;
    void *handle, *function;
    size_t i = 0;
    while (!real->functions[i])
        i++;
    memcpy(&function, &real->functions[i], sizeof function);
    if (!(handle = module_of(function, &name)))
        return;
    const char *slash = strrchr(name, '/');
    reals->found(real, handle, slash ? slash + 1 : name);
}

/* What the caller's module has linked. */
static bool resolve_for(const struct sw_reals *reals, struct sw_real *real, const void *caller)
{
    const char *name;
    void *handle = module_of(caller, &name);
    if (handle && resolve(reals, real, handle))
        return true;
    handle = dlopen(reals->file, RTLD_LAZY | RTLD_NOLOAD);
    return (handle && resolve(reals, real, handle)) || resolve(reals, real, RTLD_NEXT);
}

static struct sw_real *make(const struct sw_reals *reals)
{
    struct sw_real *real = calloc(1, sizeof *real + size_of(reals));
    if (!real)
        give_up();
    return real;
}

static struct sw_real *find_of_all(const struct sw_reals *reals)
{
    struct sw_real *real = make(reals);
    if (!resolve(reals, real, RTLD_NEXT)) {
        free(real);
        return NULL;
    }
    tell(reals, real);
    return real;
}

/* Its number. */
static unsigned find_for(struct sw_reals *reals, const void *caller)
{
    struct sw_real *real = make(reals), *other;
    if (!resolve_for(reals, real, caller))
        give_up();
    unsigned i;
    for (i = 0; i < SW_REAL_MOST && (other = reals->several[i]); i++)
        if (!memcmp(other->functions, real->functions, size_of(reals))) {
            free(real);
            return i;
        }
    if (i == SW_REAL_MOST)
        give_up();
    tell(reals, real);
    atomic_store_explicit(&reals->several[i], real, memory_order_release);
    return i;
}

const struct sw_real *sw_real_of_caller(struct sw_reals *reals, const void *caller)
{
    uint64_t address = (uint64_t)(uintptr_t)caller, mask = (1ull << ADDRESS_BITS) - 1;
    _Atomic uint64_t *kept = &reals->callers[(address ^ address >> 12) % SW_REAL_CALLERS];
    uint64_t entry = atomic_load_explicit(kept, memory_order_acquire);
    if (entry && (entry & mask) == (address & mask))
        return reals->several[entry >> ADDRESS_BITS];
    pthread_mutex_lock(&adding);
    struct sw_real *real = reals->of_all;
    /* One that comes to be there for all later on is not for those that have theirs. */
    if (!real && !reals->several[0])
        real = find_of_all(reals);
    if (real) {
        atomic_store_explicit(&reals->of_all, real, memory_order_release);
    } else {
        unsigned number = find_for(reals, caller);
        real = reals->several[number];
        atomic_store_explicit(kept, (uint64_t)number << ADDRESS_BITS | (address & mask),
                              memory_order_release);
    }
    pthread_mutex_unlock(&adding);
    return real;
}
