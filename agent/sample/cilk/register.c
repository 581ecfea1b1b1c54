/*
 * Programs built by spanwise cc load the library that SPANWISE_LIB names, which is this one, and make themselves known.
 * Their sleds stay as they are, and cilk_for divides its iterations as ever: the program is the one that runs
 * unprofiled.
 */
#include "abi/cilk.h"
#include "agent/cilk/spared.h"
#include "agent/process/live_range.h"
#include "agent/process/modules.h"
#include "agent/sample/cilk/reporter.h"
#include "agent/sample/record.h"
#include "base/arena.h"
#include "base/order.h"
#include "base/search.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

/*
 * Code of programs built by spanwise cc that is there for the sake of parallelism: what the filter has found in
 * each module (SW_SLED_CODE), the scheduler, and the rest of its runtime. A thread that works and is in it does
 * something else than work. Each module's ranges are in an array of its own that is never changed.
 */

#define MODULES 256

struct range {
    uint64_t low, high;
    uint32_t doing, hidden;
};

struct module {
    const struct range *ranges; /* by address, none over another */
    size_t n;
    const void *_Atomic address; /* NULL: it is gone */
};

static struct module modules[MODULES];
static _Atomic uint32_t n_modules;

static int by_address(const void *a, const void *b)
{
    return SW_RISING(((const struct range *)a)->low, ((const struct range *)b)->low);
}

static struct range range_of(const struct sw_sled *s)
{
    uint64_t at = sw_sled_at(s);
    return (struct range){.low = at,
                          .high = at + s->size,
                          .doing = s->flags & SW_CODE_CREATE ? SW_DOING_CREATE
                                   : s->flags & SW_CODE_SYNC ? SW_DOING_SYNCHRONIZE
                                                             : SW_DOING_WORK,
                          .hidden = s->flags & SW_CODE_HIDDEN};
}

/* What is inside another one goes; what it is in says more. */
static size_t join_nested(struct range *ranges, size_t n)
{
    size_t kept = 0;
    for (size_t i = 0; i < n; i++) {
        if (kept && ranges[i].low < ranges[kept - 1].high)
            continue;
        ranges[kept++] = ranges[i];
    }
    return kept;
}

/* As few ranges as can be. */
static void hide(const struct range *ranges, size_t n)
{
    for (size_t i = 0; i < n;) {
        size_t end = i + 1;
        while (end < n && ranges[end].hidden && ranges[i].hidden &&
               ranges[end].low == ranges[end - 1].high)
            end++;
        if (ranges[i].hidden)
            sw_runtime_code(ranges[i].low, ranges[end - 1].high);
        i = end;
    }
}

static size_t runtime_range(struct range *range, const void *low, const void *high)
{
    *range = (struct range){(uint64_t)low, (uint64_t)high, SW_DOING_SCHEDULE, 1};
    return low != high;
}

static size_t fill(struct range *ranges, const struct sw_cilk_module *module)
{
    size_t n = 0;
    for (const struct sw_sled *s = module->sleds; s < module->end; s++)
        if (s->kind == SW_SLED_CODE && s->size)
            ranges[n++] = range_of(s);
    n += runtime_range(&ranges[n], module->scheduler, module->scheduler_end);
    n += runtime_range(&ranges[n], module->runtime, module->runtime_end);
    return n;
}

/* A module comes, and goes. One thread at a time. 0 or -errno. */
static int add_code(const struct sw_cilk_module *module, struct sw_arena *arena)
{
    uint32_t at = atomic_load(&n_modules);
    size_t n = 2;
    for (const struct sw_sled *s = module->sleds; s < module->end; s++)
        n += s->kind == SW_SLED_CODE;
    struct range *ranges = at < MODULES ? sw_arena_take(arena, n * sizeof *ranges) : NULL;
    if (!ranges)
        return -ENOMEM;
    n = fill(ranges, module);
    qsort(ranges, n, sizeof *ranges, by_address);
    n = join_nested(ranges, n);
    hide(ranges, n);
    modules[at] = (struct module){ranges, n, module->address};
    atomic_store_explicit(&n_modules, at + 1, memory_order_release);
    return 0;
}

static void remove_code(const struct sw_cilk_module *module)
{
    uint32_t n = atomic_load(&n_modules);
    for (uint32_t i = 0; i < n; i++)
        if (modules[i].address == module->address)
            modules[i].address = NULL;
}

/* What a thread that works does there: SW_DOING_WORK if it is the program's code. Any thread, signal handlers
 * too. */
static enum sw_doing code_at(uint64_t pc)
{
    uint32_t n = atomic_load_explicit(&n_modules, memory_order_acquire);
    for (uint32_t i = 0; i < n; i++) {
        const struct range *r = modules[i].ranges;
        size_t begun = modules[i].address ? SW_BEFORE(modules[i].n, k, r[k].low <= pc) : 0;
        if (begun && pc < r[begun - 1].high)
            return (enum sw_doing)r[begun - 1].doing;
    }
    return SW_DOING_WORK;
}

static pthread_mutex_t registering = PTHREAD_MUTEX_INITIALIZER;

static const struct sw_reporter_places places = {.doing = code_at, .stack = sw_cilk_stack_at};

__attribute__((visibility("default"))) int spanwise_register(struct sw_cilk_module *module)
{
    if (module->abi != SW_CILK_ABI || module->size != sizeof *module)
        return -ENOTSUP;
    sw_effort_start();
    struct sw_live *live = sw_live;
    if (!live)
        return -ECANCELED;
    pthread_mutex_lock(&registering);
    int error = add_code(module, &live->arena);
    pthread_mutex_unlock(&registering);
    if (error)
        return error;
    sw_modules_note(live);
    sw_reporter_knows(&places);
    sw_reporter_active(SW_REPORTER_CILK);
    *module->parallel = &sw_cilk_watch;
    return 0;
}

/* Its code is about to go; its scheduler may go on until then. */
__attribute__((visibility("default"))) void spanwise_unregister(struct sw_cilk_module *module)
{
    pthread_mutex_lock(&registering);
    remove_code(module);
    pthread_mutex_unlock(&registering);
}
