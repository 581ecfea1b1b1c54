/* What becomes of a sample: in the handler, on the worker's thread. */
#include "agent/sample/record.h"
#include "base/ticks.h"

#define OUTLIER    8      /* times what a sample usually takes */
#define LONGEST_NS 200000 /* of a sample; less than any time that another process gets */

static uint32_t doing_of(const struct sw_worker *w)
{
    uint32_t doing = atomic_load_explicit(&w->doing, memory_order_relaxed);
    if (doing == SW_DOING_NOTHING && atomic_load_explicit(&w->schedules, memory_order_relaxed))
        return SW_DOING_SCHEDULE;
    return doing;
}

/*
 * Whether a thread that says so does work: it had a sample lately, or came to work. If not, it waits for a
 * processor, and is asked about again when that is long ago; or for something that no reporter knows, and is no
 * more thought to work until it shows up itself.
 */
static bool is_working(const struct sw_effort_record *r, struct sw_worker *w, uint64_t now)
{
    uint64_t fresh = atomic_load_explicit(&w->fresh, memory_order_relaxed);
    if (!fresh || !sw_works(doing_of(w)))
        return false;
    if (now - fresh < r->fresh || now < fresh)
        return true;
    bool runs = sw_thread_is_running(w->thread);
    atomic_compare_exchange_strong(&w->fresh, &fresh, runs ? now : 0);
    return runs;
}

/* What all threads do at a sample. */
struct census {
    uint64_t working; /* the sampled one among them, at most as many as there are processors */
    uint64_t blocked; /* by locks */
    uint64_t done;    /* that have worked with it, and wait, or ended */
    uint64_t away;    /* that wait for a clock, or for input */
};

#define SOME 16 /* less than that part of the time does not count as having worked with it */

/* Whether one that does not work has worked while the sampled one did what it does since it last waited: else that is serial. */
static bool has_worked_with(const struct sw_worker *w, uint64_t rests, uint64_t begun, uint64_t due)
{
    uint64_t from = atomic_load_explicit(&w->begun, memory_order_relaxed);
    from = from > begun ? from : begun;
    return rests > from && due > begun && (rests - from) * SOME > due - begun;
}

/* Those that were released and have no processor yet are as good as ones that work. As many as that are taken of those that are
 * found waiting on it. */
struct released {
    const struct sw_lock *on;
    uint32_t left;
};

static bool is_released(struct released *r, const struct sw_worker *w)
{
    const struct sw_lock *on = atomic_load_explicit(&w->on, memory_order_acquire);
    if (on != r->on)
        *r = (struct released){on, on ? atomic_load_explicit(&on->released_of, memory_order_relaxed)
                                      : 0};
    if (!r->left)
        return false;
    r->left--;
    return true;
}

#define OFTEN 16 /* a thread that has less than that part of its time worked does not matter */

/* Whether one that waits for nobody's release, a clock or input, is one that works at other times. */
static bool is_away(const struct sw_live *live, const struct sw_worker *w, uint64_t now)
{
    return atomic_load_explicit(&w->rests, memory_order_relaxed) == 1 &&
           (w->cpu - w->first_cpu) * OFTEN > sw_live_to_ns(live, now - w->life);
}

/* One that waits for others, but in due time not yet, works: the sampled one had to wait for its processor. */
static bool works_in_due_time(const struct sw_worker *self, const struct sw_worker *w,
                              bool is_blocked, uint64_t now, uint64_t due)
{
    return atomic_load_explicit(&w->rests, memory_order_relaxed) > due &&
           !(is_blocked && sw_lock_makes_wait(self, w, now));
}

static struct census count_threads(const struct sw_live *live, const struct sw_worker *self,
                                   uint64_t now, uint64_t due)
{
    const struct sw_effort_record *r = live->effort;
    uint32_t n = atomic_load_explicit(&r->n_workers, memory_order_acquire);
    uint64_t begun = atomic_load_explicit(&self->begun, memory_order_relaxed);
    struct released released = {NULL, 0};
    struct census c = {.working = 1};
    for (uint32_t i = 0; i < n && c.working < r->processors; i++) {
        struct sw_worker *w = r->workers[i];
        uint64_t rests = atomic_load_explicit(&w->rests, memory_order_relaxed);
        bool is_blocked = atomic_load_explicit(&w->doing, memory_order_relaxed) == SW_DOING_BLOCKED;
        if (w == self)
            continue;
        if (sw_works(doing_of(w))
                ? is_working(r, w, now)
                : works_in_due_time(self, w, is_blocked, now, due) || is_released(&released, w))
            c.working++;
        else if (is_blocked)
            c.blocked++;
        else if (has_worked_with(w, rests, begun, due))
            c.done++;
        else
            c.away += is_away(live, w, now);
    }
    return c;
}

void sw_worker_stacks(const struct sw_worker *w, struct sw_sampled_at *at)
{
    at->stacks[at->n_stacks++] = sw_sampler_stack(w->sampler, at->registers.sp);
}

/*
 * A handler of the program's has jumped out of a wait, or a thread that is cancelled cleans up: on the way to callers of
 * what waited there is no function of ours, which still stands while it waits. How deep the stack is tells nothing:
 * what follows may need more of it than the wait did. Rare: who waits has no processor.
 */
static bool has_left_wait(const struct sw_worker *w, const struct sw_sampled_at *at)
{
    struct sw_sampler *s = w->sampler;
    struct sw_path_walker *walker = &s->walker;
    if (!w->wait_sp || !sw_sampler_has(s, w->wait_sp))
        return false;
    sw_path_walk(walker, at);
    for (unsigned i = 0; i < walker->n; i++) {
        const struct sw_unwind_frame *frame = &walker->frames[i];
        if (frame->sp > w->wait_sp && sw_sampler_has(s, frame->sp))
            return true;
        if (sw_path_is_own(s->live, frame->pc))
            return false;
    }
    return false;
}

static enum sw_sample_of whose(struct sw_sampler *s, struct sw_sampled_at *at)
{
    struct sw_worker *w = s->user;
    uint32_t schedules = w->tasks >= s->live->effort->many_tasks;
    w->tasks = 0;
    atomic_store_explicit(&w->schedules, schedules, memory_order_relaxed);
    if (w->inside || !w->sampler)
        return SW_SAMPLE_PROFILER;
    uint32_t doing = sw_tasks_doing(w, doing_of(w), at->registers.pc);
    sw_worker_stacks(w, at);
    if (!sw_works(doing) && !has_left_wait(w, at))
        return SW_SAMPLE_NOBODY;
    if (!sw_works(doing)) {
        doing = SW_DOING_WORK;
        sw_worker_do(w, SW_DOING_WORK);
        w->wait_sp = 0;
    }
    w->seen = doing == SW_DOING_WORK ? sw_reporter_doing_at(at->registers.pc) : doing;
    return SW_SAMPLE_PROGRAM;
}

static uint32_t number(struct sw_sampler *s, const struct sw_sampled_at *at)
{
    const struct sw_worker *w = s->user;
    bool whole; /* those whose is not are counted by their paths */
    return sw_path_from(s, at, atomic_load_explicit(&w->origin, memory_order_relaxed), &whole);
}

static _Atomic uint64_t *sum_of(struct sw_effort_sums *sums, uint32_t doing)
{
    switch (doing) {
    case SW_DOING_SCHEDULE:
        return &sums->overhead[SW_OVERHEAD_SCHEDULE];
    case SW_DOING_SYNCHRONIZE:
        return &sums->overhead[SW_OVERHEAD_SYNCHRONIZE];
    case SW_DOING_CREATE:
        return &sums->overhead[SW_OVERHEAD_CREATE];
    default:
        return &sums->work;
    }
}

/* In ticks, with what the signal took before and after. One that was interrupted itself counts as one of the usual
 * length: the processor was somebody else's meanwhile. */
static void add_cost(const struct sw_live *live, struct sw_worker *w, uint64_t since)
{
    uint64_t ticks = sw_meter_ticks() - since;
    uint64_t usual = w->samples ? w->cost / w->samples : live->sampling.signal_ticks;
    bool is_whole =
        ticks < sw_live_to_ticks(live, LONGEST_NS) && (!w->samples || ticks < OUTLIER * usual);
    w->cost += is_whole ? ticks : usual;
    w->samples++;
}

/* Processors that have nothing to do, by why. */
static void tell_idle(struct sw_effort_sums *sums, const struct census *c, uint64_t idle,
                      uint64_t ns, uint32_t doing)
{
    uint64_t parts[SW_IDLES] = {0, 0, 0, 0};
    idle -= parts[SW_IDLE_LOCKS] = c->blocked < idle ? c->blocked : idle;
    if (doing != SW_DOING_WORK)
        idle -= parts[SW_IDLE_FINE] = idle;
    idle -= parts[SW_IDLE_UNEVEN] = c->done < idle ? c->done : idle;
    parts[SW_IDLE_AWAY] = c->away < idle ? c->away : idle;
    for (int i = 0; i < SW_IDLES; i++)
        if (parts[i])
            atomic_fetch_add(&sums->idle_by[i], ns * parts[i] / c->working);
}

static void take(struct sw_sampler *s, uint32_t path, uint64_t weight, uint64_t since)
{
    struct sw_live *live = s->live;
    struct sw_effort_record *r = live->effort;
    struct sw_worker *w = s->user;
    uint32_t doing = w->seen;
    uint64_t now = sw_meter_ticks(), ns = weight * r->period, due = sw_delay_due(w, now);
    struct census c = count_threads(live, w, now, due);
    uint64_t idle = ns * (r->processors - c.working) / c.working;
    struct sw_effort_sums *sums = sw_effort_of(live, path);
    if (path >= SW_EFFORT_PATHS)
        atomic_fetch_add(&live->sampling.paths.refused, 1);
    atomic_store_explicit(&w->fresh, now, memory_order_relaxed);
    atomic_store_explicit(&r->newest, now, memory_order_relaxed);
    atomic_store_explicit(&r->newest_lag, w->lag, memory_order_relaxed);
    atomic_fetch_add(sum_of(sums, doing), ns);
    atomic_fetch_add(&sums->idle, idle);
    tell_idle(sums, &c, r->processors - c.working, ns, doing);
    sw_locks_sampled(w, path, ns);
    sw_lock_frame(w, true);
    sw_timeline_add(live, now, doing, ns, idle, c.working == 1 && idle ? path : 0);
    sw_lane_sampled(live, w, now, doing, weight, path);
    add_cost(live, w, since);
}

const struct sw_sample_taker sw_effort_taker = {.whose = whose,
                                                .take = take,
                                                .number = number,
                                                .at_random = true,
                                                .find_stack = sw_reporter_stack_at};
