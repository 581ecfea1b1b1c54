/*
 * The hooks: each adds a note to those of its thread, as the stubs of sleds do (agent/cilk/stub.S), and
 * like them enters the profiler where there is no room or the last note is more than a microsecond
 * old; and where anything is new: a thread, a stack, a function.
 *
 * Two hooks take no note: a detach is told by its task, and what follows a detach_continue is told
 * by the next event. They would cost as much as the others.
 *
 * Between a detach and its task, and behind a task's end until the detach_continue, is the runtime's own code, inlined:
 * cache lines that it uses are a worker's own, which all strands share only on one worker.
 */
#include "abi/opencilk.h"
#include "agent/core/enter.h"
#include "agent/core/meter.h"
#include "agent/core/rates.h"
#include "agent/core/thread.h"
#include "agent/opencilk/start.h"
#include "agent/process/stack_find.h"
#include "agent/translate/shared.h"
#include "live/notes/opencilk.h"
#include "live/notes/opencilk_caller.h"
#include "live/site.h"

/* What stands for a copy's callee in the table of sites: see add_copy(). */
#define SW_ANY_COPY UINT32_MAX

static inline uint32_t sw_function_find_copy(const struct sw_thread *t, uint64_t address)
{
    uint32_t site = sw_site_find(t->slots, address, SW_ANY_COPY);
    return site ? t->live->sites[site].function : 0;
}

/* 0: not known yet. */
static inline uint32_t sw_function_find(const struct sw_thread *t, int64_t id)
{
    return t->opencilk.by_id && (uint64_t)id < SW_SITES_MAX ? t->opencilk.by_id[id] : 0;
}

static uint32_t make_function(struct sw_live *live, int64_t id, uint64_t address, uint64_t prop)
{
    uint32_t n = atomic_load(&live->n_functions);
    if (n == SW_SITES_MAX)
        return SW_SITES_MAX - 1; /* stands for all that come too late */
    struct sw_live_function *f = &live->functions[n];
    f->address = address;
    f->id = (uint32_t)id;
    f->hooks = 1;
    f->spawns = (prop & SW_CSI_MAY_SPAWN) != 0;
    if (live->options.spawns_only && !f->spawns)
        f->left_out = SW_LEFT_OUT_BY_LEVEL;
    else if (!f->spawns && sw_rates_leave_out(live, address))
        f->left_out = SW_LEFT_OUT_BY_BUDGET;
    atomic_store(&live->n_functions, n + 1);
    return n;
}

/* A function that was inlined has its hook in several places, each a function to us; which, is in
 * the table of sites. The budget keeps off, since exits do not tell them apart. */
static uint32_t add_copy(struct sw_live *live, uint32_t of, uint64_t address)
{
    uint32_t site = sw_site_new(live, address, SW_ANY_COPY, 0);
    sw_live_lock(live);
    if (live->sites[site].function == SW_ANY_COPY) {
        uint32_t n = make_function(live, live->functions[of].id, address, SW_CSI_MAY_SPAWN);
        live->functions[n].left_out = live->functions[of].left_out;
        live->sites[site].function = n;
    }
    sw_live_unlock(live);
    return live->sites[site].function;
}

/* The number of the function whose hook at its entry is there; a new one where it was never seen.
 * Inside an event. */
static uint32_t sw_function_number(struct sw_live *live, int64_t id, uint64_t address,
                                   uint64_t prop)
{
    if ((uint64_t)id >= SW_SITES_MAX)
        return SW_SITES_MAX - 1;
    sw_live_lock(live);
    uint32_t n = live->opencilk.by_id[id];
    if (!n)
        n = live->opencilk.by_id[id] = make_function(live, id, address, prop);
    sw_live_unlock(live);
    return live->functions[n].address == address ? n : add_copy(live, n, address);
}

/* --- stacks that hooks are called on: on those frame pointers can be followed --- */

#define GROWTH (1u << 20) /* the kernel keeps so much below a stack free */

static void use_stack(struct sw_thread *t, uint64_t number)
{
    t->opencilk.stack = number;
    t->stack_low = t->opencilk.stacks[number].low;
    t->stack_size = t->opencilk.stacks[number].size;
    t->opencilk.frames_end = t->stack_low + t->stack_size - 15; /* a frame record has 16 bytes */
    if (sw_opencilk_fiber && *sw_opencilk_fiber)
        sw_shared_spare((uint64_t)*sw_opencilk_fiber, SW_FIBER_HEADER);
}

static bool is_in(const struct sw_stack *stack, uint64_t address)
{
    return address - stack->low < stack->size;
}

/* A mapping that ends where a known stack ends is that stack, which has grown. */
static void add_stack(struct sw_thread *t, struct sw_stack found)
{
    uint64_t i = 0;
    while (i < t->opencilk.n_stacks &&
           t->opencilk.stacks[i].low + t->opencilk.stacks[i].size != found.low + found.size)
        i++;
    if (i < t->opencilk.n_stacks && found.low < t->opencilk.stacks[i].low) {
        found.low -= GROWTH;
        found.size += GROWTH;
    }
    if (i == SW_STACKS_MAX)
        i = SW_STACKS_MAX - 1;
    else if (i == t->opencilk.n_stacks)
        t->opencilk.n_stacks++;
    t->opencilk.stacks[i] = found;
    use_stack(t, i);
}

/* The stack that sp is on. Without /proc all is one stack, and frame pointers are not followed. */
void sw_stack_use(struct sw_thread *t, uint64_t sp)
{
    struct sw_stack found;
    for (uint64_t i = 0; i < t->opencilk.n_stacks; i++)
        if (is_in(&t->opencilk.stacks[i], sp)) {
            use_stack(t, i);
            return;
        }
    if (sw_stack_find(sp, &found)) {
        add_stack(t, found);
        return;
    }
    t->opencilk.stack = 0;
    t->stack_low = 0;
    t->stack_size = UINT64_MAX;
    t->opencilk.frames_end = 0;
}

/* Can a frame be read there, on any stack that the thread was seen on? */
static bool sw_stack_known(const struct sw_thread *t, uint64_t address)
{
    for (uint64_t i = 0; i < t->opencilk.n_stacks; i++)
        if (is_in(&t->opencilk.stacks[i], address) && is_in(&t->opencilk.stacks[i], address + 15))
            return true;
    return false;
}

#define ADDRESS 0xffffffffffffull /* a return address may be signed above that */

/* Where a hook was called: the stack pointer before the call, the frame pointer, and behind it. */
#define SP      ((uint64_t)__builtin_dwarf_cfa())
#define FP      (*(uint64_t *)__builtin_frame_address(0))
#define FROM    ((uint64_t)__builtin_return_address(0) & ADDRESS)

/* Where the function returns to that called the hook; 0: its frame pointer is none. It may still be
 * wrong: see caller.h. */
static inline uint64_t caller(const struct sw_thread *t, uint64_t sp, uint64_t fp)
{
    const uint64_t *record = (const uint64_t *)fp;
    if (fp % 8 || fp < sp || fp >= t->opencilk.frames_end)
        return 0;
    return record[1] & ADDRESS;
}

/* The frame pointer of what has become a fiber's first function stays where it was. */
static uint64_t caller_elsewhere(const struct sw_thread *t, uint64_t fp)
{
    if (fp % 8 || !sw_stack_known(t, fp))
        return 0;
    return ((const uint64_t *)fp)[1] & ADDRESS;
}

static inline uint64_t frame_size(uint64_t sp, uint64_t fp)
{
    uint64_t size = (fp - sp) / 8;
    return (size < SW_HOOK_FRAME_MAX ? size : SW_HOOK_FRAME_MAX) << SW_HOOK_FRAME;
}

static inline bool is_quick(const struct sw_thread *t, uint64_t sp, uint64_t now)
{
    return now - t->last <= t->meter.long_ticks && sp - t->stack_low < t->stack_size;
}

static inline bool has_room(const struct sw_thread *t)
{
    return (uint64_t)t->next % SW_NOTES_BYTES;
}

static inline void add_note(struct sw_thread *t, uint64_t what, uint64_t from, uint64_t sp,
                            uint64_t now)
{
    struct sw_note *n = t->next;
    *n = (struct sw_note){now, sp, from, what | t->opencilk.stack << 40};
    __asm__ volatile("" ::: "memory"); /* a signal handler may look at it */
    t->next = n + 1;
    t->last = now;
}

/* Inside an event then, on a stack that is known, with the time if it was not read yet; NULL: the
 * event is not to be taken. */
static struct sw_thread *enter(uint64_t sp, uint64_t *now)
{
    if (!sw_live && !sw_opencilk_start())
        return NULL;
    if (!*now)
        *now = sw_meter_now();
    struct sw_thread *t = sw_enter(sp);
    if (t && (!t->opencilk.n_stacks || sp - t->stack_low >= t->stack_size))
        sw_stack_use(t, sp);
    return t;
}

static void leave(struct sw_thread *t, uint64_t what, uint64_t from, uint64_t sp, uint64_t now)
{
    struct sw_note note = {now, sp, from, what | t->opencilk.stack << 40};
    sw_opencilk_replay_one(t, &note, sw_meter_cost(t, now, t->meter.costs.note));
    sw_leave(t);
}

__attribute__((noinline, cold)) static void late(uint64_t what, uint64_t from, uint64_t sp,
                                                 uint64_t now)
{
    struct sw_thread *t = enter(sp, &now);
    if (t)
        leave(t, what, from, sp, now);
}

__attribute__((noinline, cold)) static void late_entry(int64_t id, uint64_t prop, uint64_t sp,
                                                       uint64_t fp, uint64_t address, uint64_t now)
{
    struct sw_thread *t = enter(sp, &now);
    if (!t)
        return;
    uint32_t n = t->opencilk.by_id ? sw_function_number(t->live, id, address, prop) : 0;
    struct sw_live_function *f = &t->functions[n];
    if (!n || f->left_out) {
        sw_leave(t);
        return;
    }
    uint64_t from = caller(t, sp, fp);
    if (!from)
        from = caller_elsewhere(t, fp);
    if (!from && sw_caller_wanted(f))
        f->strangers++;
    leave(t, SW_HOOK_WHAT(SW_HOOK_ENTRY, n) | frame_size(sp, fp), from, sp, now);
}

static inline void note(uint64_t what, uint64_t from, uint64_t sp)
{
    struct sw_thread *t = sw_thread_self;
    uint64_t now = 0;
    if (__builtin_expect(has_room(t) && is_quick(t, sp, now = sw_meter_now()), 1))
        add_note(t, what, from, sp, now);
    else if (!sw_opencilk_off)
        late(what, from, sp, now);
}

/* --- the hooks; of what they are given, much is not needed --- */

#pragma GCC diagnostic ignored "-Wunused-parameter"

/* Where there are fibers, a frame pointer that leads nowhere may lead to another stack. */
static inline bool is_usual(const struct sw_thread *t, const struct sw_live_function *f,
                            uint64_t from)
{
    return from || t->opencilk.n_stacks == 1 || !sw_caller_wanted(f);
}

void __csi_func_entry(int64_t id, uint64_t prop)
{
    struct sw_thread *t = sw_thread_self;
    uint64_t sp = SP, fp = FP, address = FROM, now = 0;
    uint32_t n = sw_function_find(t, id);
    if (__builtin_expect(n && t->functions[n].address != address, 0))
        n = sw_function_find_copy(t, address);
    const struct sw_live_function *f = &t->functions[n];
    if (n && f->left_out)
        return;
    if (__builtin_expect(n && has_room(t) && is_quick(t, sp, now = sw_meter_now()), 1)) {
        uint64_t from = caller(t, sp, fp);
        if (__builtin_expect(is_usual(t, f, from), 1)) {
            uint64_t what = SW_HOOK_WHAT(SW_HOOK_ENTRY, n) | frame_size(sp, fp);
            add_note(t, what, from, sp, now);
            return;
        }
    }
    if (!sw_opencilk_off)
        late_entry(id, prop, sp, fp, address, now);
}

void __csi_func_exit(int64_t exit, int64_t id, uint64_t prop)
{
    struct sw_thread *t = sw_thread_self;
    uint32_t n = sw_function_find(t, id);
    if (n && !t->functions[n].left_out)
        note(SW_HOOK_WHAT(SW_HOOK_EXIT, n), FROM, SP);
}

void __csi_detach(int64_t detach, unsigned region, uint64_t prop)
{
    struct sw_thread *t = sw_thread_self;
    t->opencilk.detach = FROM;
    t->opencilk.detach_sp = SP;
    t->opencilk.detach_region = region % SW_HOOK_REGIONS | (prop & SW_CSI_LOOP ? SW_HOOK_LOOP : 0);
    if (sw_shared_is_on)
        sw_shared_pause();
}

/* The task is below the detach, or in the same frame where nothing was outlined. */
void __csi_task(int64_t task, int64_t detach, uint64_t prop)
{
    struct sw_thread *t = sw_thread_self;
    uint64_t from = t->opencilk.detach, sp = t->opencilk.detach_sp,
             what = t->opencilk.detach_region;
    uint64_t depth = sp - SP;
    if (!from || depth > SW_HOOK_DEPTH_MAX) {
        from = from ? from : FROM;
        sp = SP;
        depth = 0;
    }
    t->opencilk.detach = 0;
    note(SW_HOOK_WHAT(SW_HOOK_TASK, what) | depth / 16 * SW_HOOK_DEPTH, from, sp);
    if (sw_shared_is_paused)
        sw_shared_resume();
}

void __csi_task_exit(int64_t exit, int64_t task, int64_t detach, unsigned region, uint64_t prop)
{
    note(SW_HOOK_WHAT(SW_HOOK_TASK_EXIT, 0), 0, SP);
    if (sw_shared_is_on)
        sw_shared_pause();
}

void __csi_detach_continue(int64_t at, int64_t detach, unsigned region, uint64_t prop)
{
    if (prop & SW_CSI_UNWIND)
        note(SW_HOOK_WHAT(SW_HOOK_SYNC, SW_HOOK_ALL), 0, SP);
    if (sw_shared_is_paused)
        sw_shared_resume();
}

void __csi_before_sync(int64_t sync, unsigned region)
{
    note(SW_HOOK_WHAT(SW_HOOK_SYNC, region % SW_HOOK_REGIONS), 0, SP);
}

void __csi_after_sync(int64_t sync, unsigned region)
{
}
