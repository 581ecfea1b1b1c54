#define _GNU_SOURCE
#include "front/sample/gomp/real.h"
#include "front/sample/agent.h"

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct {
    const char *name, *version;
} functions[] = {
#define F(version, type, name, parameters, arguments) {#name, version},
    SW_GOMP_WRAPPED(F) SW_GOMP_CALLED(F)
#undef F
};

struct sw_gomp *_Atomic sw_gomp_of_all;

/* Those that belong to some modules only, by the address of their first function; never removed. */
#define MOST 64
static struct sw_gomp *_Atomic several[MOST];
static pthread_mutex_t adding = PTHREAD_MUTEX_INITIALIZER;

/* Which one a call goes to, by where it returns to. Both parts at once: the number of one of several, above an
 * address's bits. */
#define ADDRESS_BITS 48
#define CALLERS      1024
static _Atomic uint64_t callers[CALLERS];

static void give_up(void)
{
    static const char text[] = "spanwise: cannot find the OpenMP runtime of the program\n";
    if (write(STDERR_FILENO, text, sizeof text - 1)) {
    }
    abort();
}

static bool resolve(struct sw_gomp *gomp, void *from)
{
    bool any = false;
    for (int i = 0; i < SW_GOMP_N; i++) {
        void *function = dlvsym(from, functions[i].name, functions[i].version);
        memcpy(&gomp->functions[i], &function, sizeof function);
        any = any || function;
    }
    return any;
}

/* Of that which `gomp` has: where it is, and whether it is another one under libgomp's name. */
static void look_at(struct sw_gomp *gomp)
{
    Dl_info info;
    void *map = NULL, *handle;
    int i = 0;
    while (!gomp->functions[i])
        i++;
    if (!dladdr1((void *)(uintptr_t)gomp->functions[i], &info, &map, RTLD_DL_LINKMAP) || !map)
        return;
    const char *name = ((struct link_map *)map)->l_name, *slash = strrchr(name, '/');
    sw_runtime_module(slash ? slash + 1 : name);
    if ((handle = dlopen(name, RTLD_LAZY | RTLD_NOLOAD))) {
        gomp->told = dlsym(handle, "__kmpc_fork_call") != NULL;
        dlclose(handle);
    }
    if (!gomp->told)
        sw_agent_active(SW_AGENT_GOMP);
}

/* What the caller's module has linked. The handle is kept, so that it stays. */
static bool resolve_for(struct sw_gomp *gomp, const void *caller)
{
    Dl_info info;
    void *map = NULL, *handle = NULL;
    if (dladdr1(caller, &info, &map, RTLD_DL_LINKMAP) && map)
        handle = dlopen(((struct link_map *)map)->l_name, RTLD_LAZY | RTLD_NOLOAD);
    if (handle && resolve(gomp, handle))
        return true;
    handle = dlopen("libgomp.so.1", RTLD_LAZY | RTLD_NOLOAD);
    return (handle && resolve(gomp, handle)) || resolve(gomp, RTLD_NEXT);
}

static struct sw_gomp *find_of_all(void)
{
    struct sw_gomp *gomp = calloc(1, sizeof *gomp);
    if (!gomp)
        give_up();
    if (!resolve(gomp, RTLD_NEXT)) {
        free(gomp);
        return NULL;
    }
    look_at(gomp);
    return gomp;
}

/* Its number. */
static unsigned find_for(const void *caller)
{
    struct sw_gomp *gomp = calloc(1, sizeof *gomp), *other;
    if (!gomp || !resolve_for(gomp, caller))
        give_up();
    unsigned i;
    for (i = 0; i < MOST && (other = several[i]); i++)
        if (!memcmp(other->functions, gomp->functions, sizeof gomp->functions)) {
            free(gomp);
            return i;
        }
    if (i == MOST)
        give_up();
    look_at(gomp);
    atomic_store_explicit(&several[i], gomp, memory_order_release);
    return i;
}

static _Atomic uint64_t *kept(uint64_t address)
{
    return &callers[(address ^ address >> 12) % CALLERS];
}

const struct sw_gomp *sw_gomp_of_caller(const void *caller)
{
    uint64_t address = (uint64_t)(uintptr_t)caller, mask = (1ull << ADDRESS_BITS) - 1;
    uint64_t entry = atomic_load_explicit(kept(address), memory_order_acquire);
    if (entry && (entry & mask) == (address & mask))
        return several[entry >> ADDRESS_BITS];
    pthread_mutex_lock(&adding);
    /* One that comes to be there for all later on is not for those that have theirs. */
    struct sw_gomp *gomp = several[0] || sw_gomp_of_all ? sw_gomp_of_all : find_of_all();
    if (gomp) {
        atomic_store_explicit(&sw_gomp_of_all, gomp, memory_order_release);
    } else {
        unsigned number = find_for(caller);
        gomp = several[number];
        atomic_store_explicit(kept(address), (uint64_t)number << ADDRESS_BITS | (address & mask),
                              memory_order_release);
    }
    pthread_mutex_unlock(&adding);
    return gomp;
}
