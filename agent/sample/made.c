/*
 * Where locks come from that are no variable, and so have no name: their trails (live/trail.h). Of those that a function makes, the call; of
 * those that somebody waits for, the first such call; and of those on a stack, in which function's frame they are. That is seen when the
 * thread of the stack comes by, after a wait or at a sample: what has the lock in its frame is there as long as others use it.
 */
#include "agent/sample/record.h"

/* Pieces' links are no calls. */
static void fill(const struct sw_live *live, uint64_t of, uint32_t path)
{
    const struct sw_call_paths *paths = &live->sampling.paths;
    struct sw_trail *trail = sw_trail_get(live->trails, of);
    if (!trail)
        return;
    *trail = (struct sw_trail){.of = of};
    for (unsigned n = 0; path && n < SW_TRAIL_CALLS; path = paths->nodes[path].caller)
        if (!(paths->nodes[path].address & SW_CALL_PATH_LINK))
            trail->calls[n++] = paths->nodes[path].address;
}

void sw_lock_made(struct sw_worker *worker, const void *lock, const void *from, const void *sp)
{
    fill(worker->sampler->live, SW_TRAIL_MADE(lock),
         sw_worker_path_cached(worker, (uint64_t)from, (uint64_t)sp));
}

void sw_lock_met(struct sw_worker *worker, uint64_t lock)
{
    const struct sw_live *live = worker->sampler->live;
    const struct sw_effort_record *r = live->effort;
    uint32_t n = atomic_load_explicit(&r->n_workers, memory_order_acquire);
    fill(live, SW_TRAIL_TAKEN(lock), sw_worker_path(worker));
    for (uint32_t i = 0; i < n; i++) {
        const struct sw_sampler *s = r->workers[i]->sampler; /* its thread may end now */
        if (s && sw_sampler_has(s, lock)) {
            atomic_store_explicit(&r->workers[i]->framed, lock, memory_order_relaxed);
            return;
        }
    }
}

__attribute__((noinline, cold)) static void find_frame(struct sw_worker *worker, bool is_walked)
{
    uint64_t lock = atomic_exchange(&worker->framed, 0);
    if (!is_walked)
        sw_worker_path(worker);
    sw_path_note_lock(&worker->sampler->walker, worker->sampler->live->trails, lock);
}

void sw_lock_frame(struct sw_worker *worker, bool is_walked)
{
    if (__builtin_expect(atomic_load_explicit(&worker->framed, memory_order_relaxed) != 0, 0))
        find_frame(worker, is_walked);
}
