/* The sampled threads of the program: their start and end, what each does, and on which paths. */
#include "agent/process/live_range.h"
#include "agent/process/stack_find.h"
#include "agent/sample/record.h"
#include "base/ticks.h"
#include "live/site.h"

#include <errno.h>
#include <pthread.h>

/* Registers of who has called this function. */
#define CALLER                                                                              \
    (struct sw_unwind_registers)                                                            \
    {                                                                                       \
        .pc = (uint64_t)__builtin_return_address(0), .sp = (uint64_t)__builtin_dwarf_cfa(), \
        .fp = *(const uint64_t *)__builtin_frame_address(0),                                \
    }

#define LONGEST_WALK_NS 200000

static __thread struct {
    struct sw_worker *worker;
    volatile bool was_started; /* libc's functions are declared not to come back to this file */
} self;

struct sw_worker *sw_worker_self(void)
{
    if (__builtin_expect(self.worker != NULL, 1))
        return self.worker;
    return self.was_started ? NULL : sw_worker_start(NULL, 0);
}

struct sw_worker *sw_worker_known(void)
{
    return self.worker;
}

void sw_worker_forget(void)
{
    self.worker = NULL;
    self.was_started = true;
}

bool sw_worker_waits(const struct sw_worker *w)
{
    return atomic_load_explicit(&w->doing, memory_order_relaxed) >= SW_DOING_NOTHING;
}

enum sw_doing sw_worker_do(struct sw_worker *w, enum sw_doing what)
{
    uint32_t before = atomic_load_explicit(&w->doing, memory_order_relaxed);
    if (!sw_works(before) && sw_works(what)) {
        uint64_t now = sw_meter_ticks();
        sw_delay_go_on(w, now);
        atomic_store_explicit(&w->fresh, now, memory_order_relaxed);
    } else if (sw_works(before) && !sw_works(what)) {
        sw_delay_rest(w);
    }
    atomic_store_explicit(&w->doing, what, memory_order_relaxed);
    return before;
}

void sw_worker_begin(struct sw_worker *w, struct sw_origin *origin)
{
    origin->outer = atomic_load_explicit(&w->origin, memory_order_relaxed);
    atomic_store_explicit(&w->origin, origin, memory_order_release);
    sw_worker_do(w, SW_DOING_WORK);
}

void sw_worker_end(struct sw_worker *w, struct sw_origin *origin)
{
    atomic_store_explicit(&w->origin, origin->outer, memory_order_release);
}

/* --- paths --- */

static uint32_t path_at(struct sw_worker *w, struct sw_unwind_registers registers)
{
    struct sw_live *live = w->sampler->live;
    struct sw_sampled_at at = {.registers = registers,
                               .find_stack = live->sampling.taker->find_stack};
    bool whole;
    if (w->inside)
        return 0; /* in a handler of the program's that has interrupted such a walk */
    w->inside = 1;
    atomic_signal_fence(memory_order_seq_cst);
    uint64_t since = sw_meter_ticks();
    sw_worker_stacks(w, &at);
    uint32_t path = sw_path_from(w->sampler, &at, w->origin, &whole);
    uint64_t took = sw_live_to_ns(live, sw_meter_ticks() - since);
    w->walked_ns += took < LONGEST_WALK_NS ? took : 0; /* else it was preempted */
    atomic_signal_fence(memory_order_seq_cst);
    w->inside = 0;
    return path;
}

__attribute__((noinline)) uint32_t sw_worker_path(struct sw_worker *w)
{
    return path_at(w, CALLER);
}

static uint32_t base_of(const struct sw_origin *origin)
{
    if (!origin)
        return 0;
    return atomic_load_explicit(&(origin->shared ? origin->shared : origin)->path,
                                memory_order_relaxed);
}

static struct sw_worker_place *place_of(struct sw_worker *w, uint64_t from, uint64_t sp,
                                        uint32_t base)
{
    uint64_t hash = (from ^ sp << 20 ^ (uint64_t)base << 44) * 0x9e3779b97f4a7c15u;
    return &w->places[(hash >> 40) % SW_WORKER_CACHED];
}

__attribute__((noinline)) uint32_t sw_worker_path_cached(struct sw_worker *w, uint64_t from,
                                                         uint64_t sp)
{
    uint32_t base = base_of(w->origin);
    /* Below the piece: recursive tasks are at many places of the stack. */
    if (w->origin)
        sp = w->origin->frame - sp;
    struct sw_worker_place *place = place_of(w, from, sp, base);
    if (place->path && place->from == from && place->sp == sp && place->base == base)
        return place->path;
    uint32_t path = sw_path_fold(&w->sampler->live->sampling.paths, path_at(w, CALLER));
    base = base_of(w->origin); /* it may have been found by the walk; until then many are 0 */
    if (base || !w->origin)
        *place_of(w, from, sp, base) = (struct sw_worker_place){from, sp, base, path};
    return path;
}

void sw_worker_path_refused(struct sw_worker *w)
{
    atomic_fetch_add(&w->sampler->live->sampling.paths.refused, 1);
}

__attribute__((noinline)) void sw_origin_here(struct sw_worker *w, struct sw_origin *origin)
{
    struct sw_sampled_at at = {.registers = CALLER};
    sw_worker_stacks(w, &at);
    origin->at = at.registers;
    origin->stack = at.stacks[at.n_stacks - 1];
    origin->creator = atomic_load_explicit(&w->origin, memory_order_relaxed);
}

uint64_t sw_worker_due(struct sw_worker *w)
{
    return sw_delay_due(w, sw_meter_ticks());
}

/* --- start and end --- */

static struct sw_unwind_stack find_stack(void)
{
    uint64_t sp = (uint64_t)__builtin_frame_address(0);
    struct sw_stack found = {sp, 0};
    pthread_attr_t attributes;
    void *low = NULL;
    size_t size = 0;
    bool is_main =
        sw_raw4(SYS_gettid, 0, 0, 0, 0) == sw_raw4(SYS_getpid, 0, 0, 0, 0); /* its stack grows */
    if (!is_main && !pthread_getattr_np(pthread_self(), &attributes)) {
        if (!pthread_attr_getstack(&attributes, &low, &size))
            found = (struct sw_stack){(uint64_t)low, size};
        pthread_attr_destroy(&attributes);
    }
    if (sp - found.low >= found.size)
        sw_stack_find(sp, &found);
    return (struct sw_unwind_stack){found.low, found.low + found.size};
}

/* One without a thread, or a new one. */
static struct sw_worker *take(struct sw_live *live)
{
    struct sw_effort_record *r = live->effort;
    sw_live_lock(live);
    struct sw_worker *w = r->left;
    uint32_t n = atomic_load(&r->n_workers);
    if (w) {
        r->left = w->next;
    } else if (n < SW_EFFORT_WORKERS && (w = sw_arena_take(&live->arena, sizeof *w))) {
        r->workers[n] = w;
        if (n < SW_EFFORT_LANES && (r->lanes[n] = sw_arena_take(&live->arena, sizeof *r->lanes[n])))
            w->lane = n + 1;
        atomic_store(&r->n_workers, n + 1);
    }
    sw_live_unlock(live);
    return w;
}

static void leave(struct sw_live *live, struct sw_worker *w)
{
    struct sw_effort_record *r = live->effort;
    atomic_store(&w->doing, SW_DOING_NOTHING);
    w->sampler = NULL;
    sw_live_lock(live);
    w->next = r->left;
    r->left = w;
    sw_live_unlock(live);
}

static void count_thread(struct sw_effort_record *r)
{
    atomic_fetch_add(&r->threads, 1);
    uint64_t now = atomic_fetch_add(&r->threads_now, 1) + 1, most = atomic_load(&r->threads_most);
    while (now > most && !atomic_compare_exchange_weak(&r->threads_most, &most, now))
        ;
}

struct sw_worker *sw_worker_start(struct sw_origin *origin, uint64_t due)
{
    struct sw_live *live = sw_live;
    struct sw_worker *w = self.worker;
    if (w && origin && !w->origin)
        sw_worker_begin(w, origin); /* it was known by a call in its allocator */
    if (w || !live || !live->effort || !live->sampling.taker || atomic_load(&live->stopped))
        return w;
    self.was_started = true;
    if (!(w = take(live))) {
        live->sampling.refused++;
        return NULL;
    }
    int error = errno;
    w->wait_sp = w->inside = 0;
    atomic_store_explicit(&w->waits_since, 0, memory_order_relaxed);
    w->thread = (int32_t)sw_raw4(SYS_gettid, 0, 0, 0, 0);
    w->origin = NULL;
    if (origin)
        sw_worker_begin(w, origin);
    w->sampler = sw_sampler_start(live, w, find_stack());
    errno = error;
    if (!w->sampler) {
        leave(live, w);
        return NULL;
    }
    sw_delay_start(w, due);
    sw_nobody_end(live, SW_WAIT_THREADS, sw_meter_ticks(), 0);
    atomic_store(&w->fresh, sw_meter_ticks());
    atomic_store(&w->doing, SW_DOING_WORK);
    count_thread(live->effort);
    if (w->lane)
        atomic_fetch_add(&live->effort->lanes[w->lane - 1]->threads, 1);
    return self.worker = w;
}

void sw_worker_stop(struct sw_worker *w)
{
    struct sw_live *live = sw_live;
    if (!w || !live || self.worker != w)
        return;
    uint64_t now = sw_meter_ticks();
    atomic_store(&w->rests, sw_delay_due(w, now));
    sw_delay_stop(w);
    self.worker = NULL;
    atomic_store(&w->doing, SW_DOING_NOTHING);
    sw_nobody_begin(live, w, now);
    sw_sampler_stop(w->sampler);
    atomic_fetch_sub(&live->effort->threads_now, 1);
    leave(live, w);
}
