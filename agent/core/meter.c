/*
 * The time meter: corrects what the processor's clock says for interrupts and for time in which
 * the thread did not run.
 */
#include "agent/core/meter.h"
#include "base/clock.h"

#include <sys/resource.h>
#include <time.h>

#define TRACK_READINGS 16
#define LONGER         8      /* times that, a class of its own */
#define PREEMPTED_NS   100000 /* shorter ones are not worth 3 us: two system calls, what they chill */
#define STOLEN_NS      2000   /* less is noise of the two clocks */
#define TICK_NS        5000   /* what the kernel's tick is thought to take at first, ... */
#define TICK_MOST_NS   50000  /* ... and at most */
#define NOISE_NS       300000 /* longest interval that may be another interrupt */
#define NOISE_SHARE    50     /* no more than 1/50 of the time is taken out for those, ... */
#define NOISE_BURST    200000 /* ... and these ns */
#define NOISE_RARE     500    /* calls of a function for one long interval in it, at least: rare */

/* The time of the kernel's last tick. The vdso's code uses general registers only. */
static uint64_t last_tick(void)
{
    struct timespec t = {0};
    clock_gettime(CLOCK_MONOTONIC_COARSE, &t);
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

static uint64_t voluntary_switches(void)
{
    struct rusage use;
    if (sw_raw4(SYS_getrusage, RUSAGE_THREAD, (long)&use, 0, 0) < 0)
        return 0;
    return (uint64_t)use.ru_nvcsw;
}

/* Nanoseconds that the thread has waited for a processor; 0 where the kernel does not tell. */
static uint64_t run_delay_ns(void)
{
    char text[96];
    long fd = sw_raw_open("/proc/thread-self/schedstat", O_RDONLY);
    if (fd < 0)
        return 0;
    long n = sw_raw_read(fd, text, sizeof text);
    sw_raw_close(fd);
    long i = 0;
    uint64_t delay = 0;
    while (i < n && text[i] != ' ')
        i++;
    for (i++; i < n && text[i] >= '0' && text[i] <= '9'; i++)
        delay = delay * 10 + (uint64_t)(text[i] - '0');
    return delay;
}

uint64_t sw_meter_reading(unsigned readings)
{
    uint64_t start = sw_meter_ticks(), now = start;
    for (unsigned i = 0; i < readings; i++)
        now = sw_meter_ticks();
    return (now - start) * SW_COST_TICK / readings;
}

void sw_meter_track(struct sw_thread *thread)
{
    const struct sw_live_costs *calibrated = &thread->live->costs;
    struct sw_live_costs *costs = &thread->meter.costs;
    if (thread->counter)
        return;
    uint64_t reading = sw_meter_reading(TRACK_READINGS);
    if (reading > 2 * calibrated->reading || 2 * reading < calibrated->reading)
        return; /* interrupted */
    costs->reading = (reading + thread->meter.reading) / 2;
    thread->meter.reading = reading;
    costs->note = calibrated->note * costs->reading / calibrated->reading;
    costs->dense_note = calibrated->dense_note * costs->reading / calibrated->reading;
    costs->loop = calibrated->loop * costs->reading / calibrated->reading;
    costs->lock = calibrated->lock * costs->reading / calibrated->reading;
    costs->dense_ticks = calibrated->dense_ticks * costs->reading / calibrated->reading;
}

void sw_meter_note(struct sw_meter_reference *r)
{
    r->voluntary = voluntary_switches();
    r->run_delay_ns = run_delay_ns();
    r->cpu_ns = sw_clock_of(CLOCK_THREAD_CPUTIME_ID);
    r->ticks = sw_meter_ticks();
}

void sw_meter_refer(struct sw_thread *thread)
{
    sw_meter_note(&thread->meter.reference);
}

void sw_meter_refresh(struct sw_thread *thread, uint64_t now)
{
    thread->meter.reference.cpu_ns = sw_clock_of(CLOCK_THREAD_CPUTIME_ID);
    thread->meter.reference.ticks = now;
}

void sw_meter_leave_out(struct sw_thread *thread, uint64_t since)
{
    if (thread->counter)
        return; /* it counts nothing of ours */
    uint64_t ticks = sw_meter_ticks() - since;
    bool preempted = ticks > thread->meter.preempted_ticks;
    if (preempted) { /* the next event is to find what else there was in the interval, and not this */
        thread->meter.reference.ticks += ticks;
        thread->meter.reference.run_delay_ns += sw_live_to_ns(thread->live, ticks);
    }
    thread->meter.seen += ticks;
    *(preempted ? &thread->meter.preempted : &thread->meter.overhead) += ticks;
}

void sw_meter_start(const struct sw_live *live, struct sw_thread *thread)
{
    thread->meter.long_ticks = (1ull << sw_meter_long_shift(live)) - 1;
    thread->meter.preempted_ticks = sw_live_to_ticks(live, PREEMPTED_NS);
    thread->meter.tick_cost = sw_live_to_ticks(live, TICK_NS);
    thread->meter.tick_cost_most = sw_live_to_ticks(live, TICK_MOST_NS);
    thread->meter.last_tick = last_tick();
    sw_counter_start(live, thread);
    if (thread->counter)
        thread->meter.long_ticks = thread->meter.preempted_ticks = UINT64_MAX;
    else
        sw_meter_refer(thread);
    thread->last = thread->meter.seen = sw_meter_of(thread);
}

/* Of `stolen_ns` in which the thread did not run: what it waited for a processor, not for I/O. */
static uint64_t waited_ns(struct sw_thread *thread, uint64_t stolen_ns)
{
    struct sw_meter_reference *r = &thread->meter.reference;
    uint64_t voluntary = voluntary_switches(), delay = run_delay_ns();
    uint64_t waited = delay - r->run_delay_ns;
    if (voluntary == r->voluntary || !delay)
        waited = stolen_ns; /* it never blocked: the kernel or the hypervisor took it all */
    r->voluntary = voluntary;
    r->run_delay_ns = delay;
    return waited < stolen_ns ? waited : stolen_ns;
}

/* How much of the wall_ns that ended at `end` has passed since a signal stopped the process: none of that is the program's
 * wait. The thread may have lost its processor again since the end. */
static uint64_t halted_for_ns(const struct sw_live *live, uint64_t wall_ns, uint64_t end)
{
    uint64_t halted = atomic_load(&live->halted_ns);
    if (!halted)
        return 0;
    uint64_t ago_ns = sw_clock_of(CLOCK_MONOTONIC) - halted;
    uint64_t since_ns = sw_live_to_ns(live, sw_meter_ticks() - end);
    return ago_ns > since_ns && ago_ns < since_ns + wall_ns ? ago_ns - since_ns : 0;
}

/* What the thread waited for a processor in an interval that is long enough to ask. What it waits since `now`, as while it
 * asks, is the next one's: a thread that makes a system call is likely to lose its processor there. */
static uint64_t preempted(const struct sw_live *live, struct sw_thread *thread, uint64_t now)
{
    uint64_t cpu_ns = sw_clock_of(CLOCK_THREAD_CPUTIME_ID);
    uint64_t wall_ns = sw_live_to_ns(live, now - thread->meter.reference.ticks);
    uint64_t ran_ns = cpu_ns - thread->meter.reference.cpu_ns;
    thread->meter.reference.cpu_ns = cpu_ns;
    thread->meter.reference.ticks = now;
    if (wall_ns <= ran_ns + STOLEN_NS)
        return 0;
    uint64_t stolen_ns = wall_ns - ran_ns, waited = waited_ns(thread, stolen_ns);
    uint64_t halted = halted_for_ns(live, wall_ns, now);
    halted = halted < stolen_ns ? halted : stolen_ns;
    return sw_live_to_ticks(live, waited > halted ? waited : halted);
}

uint64_t sw_meter_lost(struct sw_thread *thread, uint64_t now)
{
    uint64_t waited = preempted(thread->live, thread, now);
    sw_meter_refer(thread);
    return waited;
}

uint64_t sw_meter_skip_long(struct sw_thread *thread, uint64_t now)
{
    uint64_t took = now - thread->meter.seen, waited = sw_meter_lost(thread, now);
    waited = waited < took ? waited : took;
    thread->meter.preempted += waited;
    thread->meter.seen += waited;
    return sw_meter_of(thread);
}

void sw_meter_set_apart(struct sw_thread *thread)
{
    uint64_t now = sw_meter_of(thread);
    if (now - thread->meter.seen > thread->meter.preempted_ticks)
        sw_meter_refer(thread);
    thread->meter.apart += now - thread->meter.seen;
    thread->last = thread->meter.seen = now;
}

/* Does the function that the interval was spent in hardly ever have such long ones? Those of some
 * microseconds, as while caches fill, and longer ones are counted apart. */
static bool is_rare(struct sw_thread *thread, uint64_t ticks)
{
    struct sw_live_calls *f = &thread->calls[thread->strand->at.top->function];
    return ++f->longs[ticks > LONGER * thread->meter.long_ticks] * NOISE_RARE <= f->calls;
}

/*
 * What an interval with a tick in it is too long by. Where long ones are rare, all of it is the
 * interrupt, and tells how long they are here; elsewhere that much is taken out.
 */
static uint64_t interrupted(struct sw_thread *thread, uint64_t ticks, bool rare)
{
    uint64_t events = thread->events - thread->meter.events_before + 1;
    uint64_t mean = (sw_thread_work(thread) - thread->meter.work_at_tick) / events;
    uint64_t excess = ticks > mean ? ticks - mean : 0;
    thread->meter.events_before = thread->events;
    thread->meter.work_at_tick = sw_thread_work(thread);
    if (rare && excess < thread->meter.tick_cost_most)
        thread->meter.tick_cost = (7 * thread->meter.tick_cost + excess) / 8;
    else if (excess > thread->meter.tick_cost)
        excess = thread->meter.tick_cost;
    return excess;
}

/*
 * An interval that looks like another interrupt, the tick of a processor that does not move the
 * coarse clock, or the hypervisor's turn: short, where long ones are rare; and within a share of
 * the time, so that what is taken out by mistake is bounded.
 */
static bool is_noise(const struct sw_live *live, struct sw_thread *thread, uint64_t ticks)
{
    uint64_t time = sw_thread_work(thread) + thread->meter.overhead;
    uint64_t most = time / NOISE_SHARE + sw_live_to_ticks(live, NOISE_BURST);
    /* Workers interrupt each other: a thief has all of them pass a fence. */
    uint64_t longest = thread->shared ? 2 * NOISE_NS : NOISE_NS;
    if (ticks > sw_live_to_ticks(live, longest) || thread->meter.noise + ticks > most)
        return false;
    thread->meter.noise += ticks;
    return true;
}

uint64_t sw_meter_long(const struct sw_live *live, struct sw_thread *thread, uint64_t now,
                       uint64_t ticks)
{
    uint64_t tick = last_tick(), left = ticks, waited = 0;
    if (ticks > thread->meter.preempted_ticks)
        waited = preempted(live, thread, now);
    left -= waited < left ? waited : left;
    bool rare = is_rare(thread, left);
    if (tick != thread->meter.last_tick)
        left -= interrupted(thread, left, rare);
    if (left > thread->meter.long_ticks && rare) {
        /* Switching away and back, to cold caches, takes some of the thread's own time too. */
        bool switched =
            waited > thread->meter.preempted_ticks && left < sw_live_to_ticks(live, NOISE_NS);
        if (switched || is_noise(live, thread, left))
            left = 0;
    }
    thread->meter.last_tick = tick;
    thread->meter.preempted += ticks - left;
    return left;
}
