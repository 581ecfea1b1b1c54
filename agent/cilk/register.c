/* Modules of the program (an executable, its shared libraries) make their sleds known here, and get what they call. */
#include "agent/cilk/parts.h"
#include "agent/cilk/spared.h"
#include "agent/core/counter.h"
#include "agent/core/enter.h"
#include "agent/core/front.h"
#include "agent/core/meter.h"
#include "agent/core/rates.h"
#include "agent/core/start.h"
#include "agent/translate/shared.h"
#include "base/raw.h"
#include "live/notes/cilk.h"
#include "live/site.h"

#include <errno.h>
#include <linux/membarrier.h>
#include <pthread.h>
#include <stdlib.h>

/*
 * Profiling a parallel run: what the scheduler (sched/) tells of steals and joins, in calls between
 * two pieces of the program. `void *` is a leg (live/live.h), or NULL where there is none, for
 * want of memory or in a child after fork.
 *
 * A worker's notes are not replayed at once, so a thief has no idea of what is open around what it
 * has stolen, until it has replayed the notes of its victim, under the victim's lock; the victim
 * goes on taking notes meanwhile. All else happens on the worker's own thread, or to legs that
 * nobody runs.
 */

/* This thread's own leg: a computation begins on it. */
static void *begin(void)
{
    struct sw_thread *t = sw_catch_up(sw_meter_now(), (uint64_t)__builtin_frame_address(0));
    if (!t)
        return NULL;
    t->live->cilk.parallel = 1;
    sw_leave(t);
    return t->leg;
}

/*
 * Up to where a worker's notes can be read, while it takes more: what it has stored before `next`
 * may come later on some machines, unless all threads pass a fence.
 */
static struct sw_note *notes_end(struct sw_thread *t)
{
    struct sw_note *next = *(struct sw_note *volatile *)&t->next;
#if !defined __x86_64__
    sw_raw4(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0, 0);
    atomic_thread_fence(memory_order_seq_cst);
#endif
    return next ? next : *(struct sw_note *volatile *)&t->notes_end; /* it waits for us */
}

static void *steal(void *victims, uint64_t sp, uint64_t stack_low, uint64_t stack_size)
{
    struct sw_leg *left = victims;
    struct sw_live *live = sw_live;
    if (!left || !live)
        return NULL;
    struct sw_thread *t = atomic_load_explicit(&left->thread, memory_order_acquire);
    if (t && !sw_thread_lock(t))
        return NULL;
    if (t && t->leg == left)
        sw_notes->replay(t, notes_end(t));
    struct sw_leg *leg = sw_leg_steal(live, left, sp, (struct sw_stack){stack_low, stack_size});
    if (t)
        sw_thread_unlock(t);
    return leg;
}

/* The worker leaves what it ran, up to now: not every sync has a note. */
static void leave(void)
{
    struct sw_thread *t = sw_catch_up(sw_meter_now(), (uint64_t)__builtin_frame_address(0));
    if (!t)
        return;
    sw_cilk_settle(t);
    sw_thread_rest(t);
    sw_thread_unlock(t);
}

static void join(void *first, void *last)
{
    struct sw_live *live = sw_live;
    for (struct sw_leg *leg = last; live && leg && leg != first;) {
        struct sw_leg *left = leg->left;
        sw_leg_join(live, leg);
        leg = left;
    }
}

/* The same where a tool is told, of frames that are closed too. */
static void join_and_tell(void *first, void *last)
{
    struct sw_thread *t = sw_thread_self;
    if (!sw_live || !sw_live->watcher || !t->live) {
        join(first, last);
        return;
    }
    if (!sw_thread_lock(t))
        return;
    join(first, last);
    if (first && last && first != last)
        sw_tool_joined(first);
    sw_thread_unlock(t);
}

/* It runs this from now on. */
static void resume(void *leg)
{
    struct sw_thread *t = sw_thread_self;
    if (t == &sw_thread_nobody) {
        if (!leg || !(t = sw_thread_new((uint64_t)__builtin_frame_address(0))))
            return;
        t->helper = 1;
        sw_thread_rest(t);
    }
    if (!leg || !t->live)
        return;
    t->next = NULL;
    if (!sw_thread_lock(t))
        return;
    sw_thread_run(t, leg);
    if (t->leg->fresh)
        sw_tool_stolen(leg);
    t->leg->fresh = 0;
    sw_meter_skip(t);
    sw_thread_leave(t);
}

static const struct sw_cilk_parallel sw_cilk_parallel = {
    .begin = begin,
    .steal = steal,
    .leave = leave,
    .join = join_and_tell,
    .resume = resume,
    .loop = sw_cilk_loop_grain,
};

/* What core asks of sleds and tools, which are in every library: a module that spanwise cc has built may come with any
 * program. */

static void unpatch_all(struct sw_live *live)
{
    for (uint32_t i = 0; i < live->cilk.n_sleds; i++)
        if (!live->cilk.sleds[i].stay_nop)
            sw_patch_sled(live, i, false);
}

static int unpatch(struct sw_live *live, const struct sw_live_function *function)
{
    return sw_patch_function(live, function, false);
}

const struct sw_front sw_front = {
    .started = sw_tool_load, .ends = sw_tool_end, .ended = unpatch_all, .leave_out = unpatch};

static struct sw_cilk_hooks hooks = {
    .loop_begin = sw_cilk_loop_begin,
    .loop_next = sw_cilk_loop_next,
    .region_begin = sw_cilk_region_begin,
    .region_end = sw_cilk_region_end,
    .region_open = sw_cilk_region_open,
    .region_close = sw_cilk_region_close,
    .position = sw_cilk_position,
    .dump = sw_cilk_dump,
    .split = sw_cilk_split,
};

/* Views of reducers, of which a serial run has the variable itself only; the worker, its deque. */
static void spare(const void *own, uint64_t size)
{
    sw_shared_spare((uint64_t)own, size);
}

/* Registering is rare and not from inside events; the tables are written by one thread at a time. What
 * a tool brings along may register while the first module does. */
static pthread_mutex_t registering = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

/* By function, its entry first; sleds in bodies at the end, by kind and address. */
static int by_function(const void *a, const void *b)
{
    const struct sw_sled *x = *(const struct sw_sled *const *)a;
    const struct sw_sled *y = *(const struct sw_sled *const *)b;
    uint64_t fx = sw_sled_function(x), fy = sw_sled_function(y);
    if (fx != fy)
        return fx < fy ? -1 : 1;
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    return sw_sled_at(x) < sw_sled_at(y) ? -1 : sw_sled_at(x) > sw_sled_at(y);
}

static uint32_t new_function(struct sw_live *live, const struct sw_sled *s, uint32_t first_sled)
{
    uint32_t n = atomic_load(&live->n_functions);
    if (n == live->most_numbers)
        return 0;
    struct sw_live_function *f = &live->functions[n];
    f->address = sw_sled_function(s);
    f->size = s->size;
    f->spawns = s->flags & SW_SLED_SPAWNS;
    f->first_sled = first_sled;
    if (!f->spawns && sw_rates_leave_out(live, f->address))
        f->left_out = SW_LEFT_OUT_BY_BUDGET;
    atomic_store(&live->n_functions, n + 1);
    return n;
}

/* Copies the module's sleds, sorted, behind those that are there. Exits without an entry drop out.
 */
static void add_sleds(struct sw_live *live, const struct sw_sled **sorted, size_t n)
{
    uint64_t address = 0;
    uint32_t function = 0;
    for (size_t i = 0; i < n && live->cilk.n_sleds < SW_LIVE_SLEDS; i++) {
        const struct sw_sled *s = sorted[i];
        bool in_body = s->kind > SW_SLED_TAIL;
        if (s->kind >= SW_SLED_CALL) /* or of a newer version */
            continue;
        if (s->kind == SW_SLED_ENTRY) {
            function = new_function(live, s, live->cilk.n_sleds);
            address = sw_sled_function(s);
        }
        if (!in_body && (!function || address != sw_sled_function(s)))
            continue;
        live->cilk.sleds[live->cilk.n_sleds] = (struct sw_live_sled){
            .at = sw_sled_at(s), .function = in_body ? 0 : function, .kind = s->kind};
        if (!in_body)
            live->functions[function].n_sleds++;
        if (s->kind == SW_SLED_TAIL)
            live->functions[function].tails = 1;
        live->cilk.n_sleds++;
    }
}

static int copy_sleds(struct sw_live *live, const struct sw_cilk_module *module)
{
    size_t n = (size_t)(module->end - module->sleds);
    const struct sw_sled **sorted = malloc((n + 1) * sizeof *sorted);
    if (!sorted)
        return -ENOMEM;
    for (size_t i = 0; i < n; i++)
        sorted[i] = &module->sleds[i];
    qsort(sorted, n, sizeof *sorted, by_function);
    add_sleds(live, sorted, n);
    free(sorted);
    return 0;
}

/* Bodies' sleds always; functions that spawn always; all functions unless --level=spawns, or an earlier run left them out. */
static int patch_sleds(struct sw_live *live, uint32_t first)
{
    int error = 0;
    for (uint32_t i = first; i < live->cilk.n_sleds && !error; i++) {
        const struct sw_live_sled *s = &live->cilk.sleds[i];
        const struct sw_live_function *f = &live->functions[s->function];
        if (s->stay_nop)
            continue;
        if (!s->function || f->spawns || (!live->options.spawns_only && !f->left_out))
            error = sw_patch_sled(live, i, true);
    }
    return error;
}

static struct sw_range schedulers[64];
static _Atomic uint32_t n_schedulers;

void sw_cilk_add_scheduler(struct sw_range code)
{
    uint32_t n = atomic_load(&n_schedulers);
    if (n == sizeof schedulers / sizeof *schedulers)
        return;
    schedulers[n] = code;
    atomic_store(&n_schedulers, n + 1);
}

bool sw_cilk_is_scheduler(const void *address)
{
    for (uint32_t i = 0; i < atomic_load(&n_schedulers); i++)
        if ((uint64_t)address >= schedulers[i].low && (uint64_t)address < schedulers[i].high)
            return true;
    return false;
}

static int add_module(struct sw_live *live, struct sw_cilk_module *module)
{
    uint32_t first = live->cilk.n_sleds, first_function = atomic_load(&live->n_functions);
    sw_modules_note(live);
    int error = copy_sleds(live, module);
    if (!error)
        sw_spared_find(live, module, first, first_function);
    if (!error && live->cilk.n_sleds > first)
        error = sw_patch_stubs(live, first, live->cilk.n_sleds - first);
    if (!error)
        error = patch_sleds(live, first);
    if (error)
        return error;
    sw_counter_take_in(live, module->address);
    sw_counter_leave_out(live, (uint64_t)module->scheduler, (uint64_t)module->scheduler_end);
    sw_cilk_add_scheduler(
        (struct sw_range){(uint64_t)module->scheduler, (uint64_t)module->scheduler_end});
    hooks.spare = sw_shared_is_there() ? spare : NULL;
    if (live->options.workers > 1)
        hooks.parallel = *module->parallel = &sw_cilk_parallel;
    *module->hooks = &hooks;
    return 0;
}

__attribute__((visibility("default"))) int spanwise_register(struct sw_cilk_module *module)
{
    if (module->abi != SW_CILK_ABI || module->size != sizeof *module)
        return -ENOTSUP;
    pthread_mutex_lock(&registering);
    struct sw_live *live = sw_start(sw_calibrate, &sw_cilk_taker);
    int error = live ? add_module(live, module) : -ECANCELED;
    if (live && error)
        sw_give_up(live, "cannot patch the program's code");
    if (live && !error)
        module->prepare(); /* threads are counted from their start */
    if (live && !error)
        sw_cilk_lock_start(live);
    struct sw_thread *t = live ? sw_enter((uint64_t)__builtin_frame_address(0)) : NULL;
    if (t) {
        sw_thread_sample(live, t, (uint64_t)__builtin_frame_address(0));
        sw_leave(t); /* none of this is the program's time */
    }
    pthread_mutex_unlock(&registering);
    return error;
}

/* The module's code is about to go: its sleds must not be written to any more. No other module's
 * functions lie between its own. */
__attribute__((visibility("default"))) void spanwise_unregister(struct sw_cilk_module *module)
{
    struct sw_live *live = sw_live;
    if (!live)
        return;
    uint64_t first = UINT64_MAX, last = 0;
    for (const struct sw_sled *s = module->sleds; s < module->end; s++) {
        uint64_t function = sw_sled_function(s);
        if (s->kind == SW_SLED_ENTRY && function < first)
            first = function;
        if (s->kind == SW_SLED_ENTRY && function > last)
            last = function;
    }
    pthread_mutex_lock(&registering);
    for (uint32_t i = 2; i < live->n_functions; i++)
        if (live->functions[i].address >= first && live->functions[i].address <= last)
            live->functions[i].n_sleds = 0;
    pthread_mutex_unlock(&registering);
}
