/*
 * The library is preloaded, by all that the program starts too: it does nothing until a program
 * calls a hook.
 */
#include "agent/opencilk/start.h"
#include "abi/opencilk.h"
#include "agent/cilk/parts.h"
#include "agent/core/enter.h"
#include "agent/core/start.h"
#include "live/notes/opencilk.h"

#include <dlfcn.h>
#include <errno.h>

bool sw_opencilk_off;
void **sw_opencilk_fiber;

/* All that hooks need beside what a program with sleds has. */
static int prepare(struct sw_live *live)
{
    uint32_t *by_id = sw_arena_take(&live->arena, SW_SITES_MAX * sizeof *by_id);
    if (!by_id)
        return -ENOMEM;
    live->opencilk.by_id = by_id;
    sw_notes = &sw_opencilk_notes;
    for (uint32_t i = 0; i < live->n_threads && i < SW_LIVE_THREADS; i++)
        if (live->threads[i])
            live->threads[i]->opencilk.by_id = by_id;
    return 0;
}

static int prepare_and_calibrate(struct sw_live *live)
{
    int error = prepare(live);
    return error ? error : sw_opencilk_calibrate(live);
}

/* A loop's grain is min(2048, iterations / 8P) where the runtime says that it has P workers. It has one, and the profile is for more. */
static bool set_grain(void)
{
    unsigned *workers = dlsym(RTLD_DEFAULT, "cilkg_nproc"); /* up to 2.1 */
    workers = workers ? workers : dlsym(RTLD_DEFAULT, "__cilkrts_nproc");
    if (workers && *workers == 1)
        *workers = SW_OPENCILK_WORKERS;
    return workers && *workers == SW_OPENCILK_WORKERS;
}

/* The runtime's, where it is a library. */
static void leave_out_locks(const struct sw_live *live)
{
    uint64_t runtime = (uint64_t)dlsym(RTLD_DEFAULT, "__cilkrts_get_nworkers");
    for (uint32_t i = 1; i < live->modules.n; i++) { /* the first is the program */
        const struct sw_live_module *m = &live->modules.all[i];
        if (runtime >= m->start && runtime < m->end)
            sw_cilk_add_scheduler((struct sw_range){m->start, m->end});
    }
}

static void enclose(void)
{
    sw_opencilk_off = true;
}

struct sw_live *sw_opencilk_start(void)
{
    static bool tried;
    if (tried)
        return sw_live;
    tried = true;
    sw_enclose_front = enclose;
    sw_opencilk_fiber = dlsym(RTLD_DEFAULT, "__cilkrts_current_fh");
    struct sw_live *live = sw_start(prepare_and_calibrate, &sw_cilk_taker);
    /* A library that spanwise cc has built may have been first. */
    if (live && !live->opencilk.by_id && prepare(live) < 0)
        sw_give_up(live, "not enough memory to profile");
    bool is_set = set_grain();
    if (live) {
        live->opencilk.has_grain = is_set;
        leave_out_locks(live);
        sw_cilk_lock_start(live);
    }
    struct sw_thread *t = live ? sw_enter((uint64_t)__builtin_frame_address(0)) : NULL;
    if (t) {
        sw_stack_use(
            t, (uint64_t)__builtin_frame_address(0)); /* main() may be on a fiber when it tells */
        sw_thread_sample(live, t, (uint64_t)__builtin_frame_address(0));
        sw_leave(t); /* none of this is the program's time */
    }
    sw_opencilk_off = !sw_live;
    return sw_live;
}

/* Called once, by OpenCilk's own code, before all hooks. */
void __csi_init(void)
{
    sw_opencilk_start();
}

/* ... and this for each unit, also those of libraries that are opened later. */
void __csi_unit_init(const char *file)
{
    (void)file;
    if (sw_opencilk_start())
        sw_modules_note(sw_live);
}
