/*
 * The object that spanwise cc links into every program and shared library: it tells the profiler,
 * when there is one, where the module's sleds are, and forwards what spanwise.h and cilkscale.h
 * offer. Unprofiled it costs one look at the environment at start-up.
 */
#include "abi/cilk.h"
#include "agent/cilk/sched/worker.h"
#include "base/raw.h"
#include "include/cilk/cilkscale.h"
#include "include/spanwise.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))
#define HIDDEN __attribute__((visibility("hidden")))

/* The linker makes these where the section exists. */
extern const struct sw_sled __start___spanwise_sleds[] __attribute__((weak)) HIDDEN;
extern const struct sw_sled __stop___spanwise_sleds[] __attribute__((weak)) HIDDEN;

/* The same of what only runs in parallel: worker.h. */
extern const char __start_spanwise_sched[] __attribute__((weak)) HIDDEN;
extern const char __stop_spanwise_sched[] __attribute__((weak)) HIDDEN;

/* And of all other code here: runtime_code.ld. */
extern const char __start_spanwise_runtime[] __attribute__((weak)) HIDDEN;
extern const char __stop_spanwise_runtime[] __attribute__((weak)) HIDDEN;

/* A static program has the profiler linked in. It cannot load a library, and naming dlopen makes its
 * linker warn: so that is looked up. */
extern __typeof__(dlsym) dlsym __attribute__((weak));
extern __typeof__(spanwise_register) spanwise_register __attribute__((weak));
extern __typeof__(spanwise_unregister) spanwise_unregister __attribute__((weak));

HIDDEN const struct sw_cilk_hooks *__spanwise_hooks;

static struct sw_cilk_module module;
static void (*unregister)(struct sw_cilk_module *);

static void say(const char *a, const char *b, const char *c)
{
    const char *parts[] = {"spanwise: ", a, b, c, "; the program runs unprofiled\n"};
    char line[512];
    size_t used = 0;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        size_t n = strlen(parts[i]);
        if (n > sizeof line - used)
            n = sizeof line - used;
        memcpy(line + used, parts[i], n);
        used += n;
    }
    sw_raw_say(line, used);
}

static int (*find_register(const char *library))(struct sw_cilk_module *)
{
    if (spanwise_register) {
        unregister = spanwise_unregister;
        return spanwise_register;
    }
    __typeof__(dlopen) *open_library = NULL;
    __typeof__(dlerror) *why = NULL;
    if (dlsym) {
        *(void **)&open_library = dlsym(RTLD_DEFAULT, "dlopen");
        *(void **)&why = dlsym(RTLD_DEFAULT, "dlerror");
    }
    if (!open_library) {
        say("the profiler is not in this static program: link it by 'spanwise cc'", "", "");
        return NULL;
    }
    void *handle = open_library(library, RTLD_NOW | RTLD_GLOBAL);
    if (!handle) {
        say("cannot load the profiler: ", why ? why() : library, "");
        return NULL;
    }
    *(void **)&unregister = dlsym(handle, "spanwise_unregister");
    int (*found)(struct sw_cilk_module *);
    *(void **)&found = dlsym(handle, "spanwise_register");
    if (!found)
        say("'", library, "' is not a profiler");
    return found;
}

__attribute__((constructor(101))) static void start(void)
{
    const char *library = secure_getenv("SPANWISE_LIB");
    if (!library || !*library)
        return;
    int saved = errno;
    module = (struct sw_cilk_module){.abi = SW_CILK_ABI,
                                     .size = sizeof module,
                                     .sleds = __start___spanwise_sleds,
                                     .end = __stop___spanwise_sleds,
                                     .hooks = &__spanwise_hooks,
                                     .parallel = &__spanwise_parallel,
                                     .address = &module,
                                     .scheduler = __start_spanwise_sched,
                                     .scheduler_end = __stop_spanwise_sched,
                                     .runtime = __start_spanwise_runtime,
                                     .runtime_end = __stop_spanwise_runtime,
                                     .prepare = __spanwise_prepare};
    int (*found)(struct sw_cilk_module *) = find_register(library);
    if (found && found(&module) == -ENOTSUP) /* of all else it has said why */
        say("'", library, "' is a profiler of another version");
    if (!found)
        unregister = NULL;
    errno = saved;
}

__attribute__((destructor(101))) static void stop(void)
{
    if (!unregister)
        return;
    int saved = errno;
    unregister(&module);
    __spanwise_hooks = NULL;
    errno = saved;
}

#define TELLS(name, parameters, hook, arguments)        \
    EXPORT void name parameters                         \
    {                                                   \
        if (__spanwise_hooks && __spanwise_hooks->hook) \
            __spanwise_hooks->hook arguments;           \
    }
TELLS(__spanwise_region_begin, (const char *label), region_begin, (label))
TELLS(__spanwise_region_end, (const char *label), region_end, (label))
TELLS(__spanwise_region_close, (unsigned long long handle), region_close, (handle))
TELLS(__spanwise_split, (const char *label), split,
      (label, (uint64_t)__builtin_return_address(0), (uint64_t)__builtin_dwarf_cfa()))
TELLS(__spanwise_dump, (long long work, long long span, long long burdened_span, const char *tag),
      dump, ((struct sw_cilk_position){work, span, burdened_span}, tag))

EXPORT unsigned long long __spanwise_region_open(const char *label)
{
    if (__spanwise_hooks && __spanwise_hooks->region_open)
        return __spanwise_hooks->region_open(label);
    return 0;
}

EXPORT void __spanwise_position(long long *work, long long *span, long long *burdened_span)
{
    struct sw_cilk_position here = {0, 0, 0};
    if (__spanwise_hooks && __spanwise_hooks->position)
        here = __spanwise_hooks->position();
    *work = here.work;
    *span = here.span;
    *burdened_span = here.burdened_span;
}
