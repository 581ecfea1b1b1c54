/* The sampler: its signal handler, and what each sampled thread has. */
#include "agent/sampler/sampler.h"
#include "agent/process/live_range.h"
#include "agent/process/own_code.h"
#include "agent/process/signal.h"
#include "agent/sampler/signal_gaps.h"
#include "base/clock.h"
#include "base/files.h"
#include "base/ticks.h"
#include "live/site.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>
#include <ucontext.h>

#define TIMING_PERIOD_NS  50000      /* of timing a signal: one after so long, ... */
#define LONGEST_TIMING_NS 10000000   /* ... in all */
#define LONGEST_SIGNAL_NS 200000     /* less than any time that another process gets */
#define STACK_MOST        (1u << 30) /* of a main thread without a limit */
#define CLOCK_SAMPLES     16         /* for which the thread's clock is read once */
#define SHORTEST_NS       10000      /* of a clock's periods, as the kernel has it */
#define IDLE_TICKS        8          /* of a timer in a row: the thread waits for something */
#define LONGEST_TICK      64 /* periods, of a timer then, if nobody says when the thread goes on */

static uint32_t n_samplers(const struct sw_sampling *sampling)
{
    uint32_t n = atomic_load(&sampling->n_samplers);
    return n < SW_SAMPLERS_MAX ? n : SW_SAMPLERS_MAX;
}

/* A program that closes all files makes their numbers new: another thread may have had the same. `info`: a signal that is to be its own. */
static bool is_of(const struct sw_sampler *s, int32_t thread, const siginfo_t *info)
{
    if (s->source.thread != thread)
        return false;
    if (!info)
        return s->source.kind == SW_SAMPLED_FILLS;
    if (info->si_code == SI_TIMER)
        return s == info->si_value.sival_ptr;
    return s->source.file == info->si_fd && s->source.kind != SW_SAMPLED_TIMER && s->source.kind;
}

static _Atomic(struct sw_sampler *) *slot_of(struct sw_sampling *sampling, int32_t thread)
{
    return &sampling->by_thread[(uint32_t)thread % SW_SAMPLER_SLOTS];
}

/*
 * The calling thread's sampler that the signal is for, or without a signal the one that samples fill. NULL: the signal is not ours,
 * or was on its way when all was over. It takes a time that does not grow with the number of threads: if a signal took longer than
 * the time to the next one, the thread would do nothing else.
 */
static struct sw_sampler *find_sampler(struct sw_sampling *sampling, const siginfo_t *info)
{
    int32_t thread = (int32_t)sw_raw4(SYS_gettid, 0, 0, 0, 0);
    struct sw_sampler *s = atomic_load(slot_of(sampling, thread));
    while (s && !is_of(s, thread, info))
        s = atomic_load(&s->next_in_slot);
    return s;
}

/* It is the calling thread's from now on. A thread that looks for its own at that moment may miss it: a sample is lost. */
static void move_to_slot(struct sw_sampling *sampling, struct sw_sampler *s)
{
    _Atomic(struct sw_sampler *) *at = slot_of(sampling, s->source.thread);
    while (atomic_load(at) && atomic_load(at) != s)
        at = &atomic_load(at)->next_in_slot;
    if (atomic_load(at))
        atomic_store(at, atomic_load(&s->next_in_slot));
    s->source.thread = (int32_t)sw_raw4(SYS_gettid, 0, 0, 0, 0);
    at = slot_of(sampling, s->source.thread);
    atomic_store(&s->next_in_slot, atomic_load(at));
    atomic_store(at, s);
}

static struct sw_unwind_registers registers_of(const ucontext_t *context)
{
    const mcontext_t *m = &context->uc_mcontext;
#if defined __aarch64__
    return (struct sw_unwind_registers){
        .pc = m->pc, .sp = m->sp, .fp = m->regs[29], .link = m->regs[30]};
#else
    return (struct sw_unwind_registers){.pc = (uint64_t)m->gregs[REG_RIP],
                                        .sp = (uint64_t)m->gregs[REG_RSP],
                                        .fp = (uint64_t)m->gregs[REG_RBP],
                                        .other = (uint64_t)m->gregs[REG_R10],
                                        .base = (uint64_t)m->gregs[REG_RBX]};
#endif
}

/* A handler of the program's may be on a stack of its own, which the kernel knows. */
static void add_signal_stack(struct sw_sampled_at *at, const ucontext_t *context)
{
    uint64_t low = (uint64_t)context->uc_stack.ss_sp, size = context->uc_stack.ss_size;
    if (at->registers.sp - low < size && at->n_stacks < SW_SAMPLE_STACKS)
        at->stacks[at->n_stacks++] = (struct sw_unwind_stack){at->registers.sp, low + size};
}

/*
 * A timer's sample stands for the processor time since the last one, in whole periods. A thread that
 * waits is left in peace: each signal would end its system call.
 */
static uint64_t weigh(struct sw_sampler *s, uint64_t period_ns)
{
    if (s->source.kind != SW_SAMPLED_TIMER)
        return 1;
    uint64_t weight = (s->counts.cpu_ns - s->weighed_ns) / period_ns;
    s->weighed_ns += weight * period_ns;
    s->idle_ticks = weight ? 0 : s->idle_ticks + 1;
    if (weight && s->source.interval_ns != period_ns)
        sw_sample_source_adapt(&s->source, period_ns);
    else if (s->idle_ticks >= IDLE_TICKS &&
             (s->live->sampling.taker->wakes || s->source.interval_ns < LONGEST_TICK * period_ns))
        sw_sample_source_adapt(&s->source, 2 * s->source.interval_ns);
    return weight;
}

void sw_sampler_wake(struct sw_sampler *s)
{
    uint64_t period_ns = s->live->sampling.period_ns;
    if (s->source.kind != SW_SAMPLED_TIMER || s->source.interval_ns <= period_ns)
        return;
    s->idle_ticks = 0;
    sw_sample_source_adapt(&s->source, period_ns);
}

/* A sample comes after a period at least. The clock, a system call, tells of more: those that were lost. */
static void follow_clock(struct sw_sampler *s, uint64_t period_ns)
{
    if (s->source.kind == SW_SAMPLED_TIMER || !(s->signals++ % CLOCK_SAMPLES))
        s->counts.cpu_ns = sw_clock_of(CLOCK_THREAD_CPUTIME_ID) - s->first_cpu_ns + s->other_cpu_ns;
    else
        s->counts.cpu_ns += period_ns;
}

static uint32_t number(struct sw_sampler *s, const struct sw_sampled_at *at)
{
    const struct sw_sample_taker *taker = s->live->sampling.taker;
    if (taker->number)
        return taker->number(s, at);
    sw_path_walk(&s->walker, at);
    return sw_path_number(&s->walker, 0, at->base);
}

static void stand(struct sw_sampled_at *at, const struct sw_sampling *sampling)
{
    at->n_stacks = 0;
    at->find_stack = sampling->taker->find_stack;
    at->end.high = 0;
    at->base = 0;
}

/* Of two threads that find it at a time, either is the last. */
static void note_when(struct sw_sampling *sampling, uint32_t path, uint64_t weight)
{
    struct sw_call_path *node = &sampling->paths.nodes[path];
    uint32_t before =
        atomic_fetch_add_explicit(&sampling->order, (uint32_t)weight, memory_order_relaxed);
    if (!node->first)
        node->first = before + 1;
    node->last = before + (uint32_t)weight;
}

static void take_at(struct sw_sampler *s, struct sw_sampled_at *at, uint64_t weight, uint64_t since)
{
    struct sw_sampling *sampling = &s->live->sampling;
    enum sw_sample_of of = SW_SAMPLE_PROFILER;
    if (!sw_path_is_own(s->live, at->registers.pc))
        of = sampling->taker->whose(s, at);
    if (of != SW_SAMPLE_PROGRAM) {
        *(of == SW_SAMPLE_NOBODY ? &s->counts.nobody : &s->counts.profiler) += weight;
        return;
    }
    uint32_t path = number(s, at);
    s->counts.taken += weight;
    note_when(sampling, path, weight);
    sampling->taker->take(s, path, weight, since);
}

void sw_sampler_take(const struct sw_unwind_registers *registers)
{
    struct sw_live *live = sw_live;
    if (!live || atomic_load_explicit(&live->stopped, memory_order_relaxed))
        return;
    struct sw_sampler *s = find_sampler(&live->sampling, NULL);
    if (!s)
        return;
    struct sw_sampled_at at;
    at.registers = *registers;
    stand(&at, &live->sampling);
    take_at(s, &at, 1, sw_meter_ticks());
}

static void sample(struct sw_sampler *s, const ucontext_t *context, uint64_t since)
{
    const struct sw_sampling *sampling = &s->live->sampling;
    struct sw_sampled_at at;
    at.registers = registers_of(context);
    stand(&at, sampling);
    follow_clock(s, sampling->period_ns);
    uint64_t weight = weigh(s, sampling->period_ns);
    sw_sample_source_even(&s->source, sampling->period_ns);
    if (!weight)
        return;
    add_signal_stack(&at, context);
    take_at(s, &at, weight, since);
}

/* False: neither a clock nor a timer sent it. */
static bool on_signal(siginfo_t *info, void *context)
{
    struct sw_live *live = sw_live;
    uint64_t now = sw_meter_ticks();
    if (info->si_code <= 0 && info->si_code != SI_TIMER)
        return false;
    if (!live || atomic_load_explicit(&live->stopped, memory_order_relaxed))
        return true;
    struct sw_sampler *s = find_sampler(&live->sampling, info);
    if (s)
        sample(s, context, now - live->sampling.signal_ticks);
    else
        live->sampling.nobodies++;
    return true;
}

/* --- start and end --- */

/* From the interrupt to where the program goes on: the clock is read all the time, and makes a jump. */
static uint64_t time_signals(const struct sw_live *live)
{
    const struct sw_sampling *sampling = &live->sampling;
    struct sw_signal_gaps gaps = {.longest = sw_live_to_ticks(live, LONGEST_SIGNAL_NS)};
    uint64_t seen = sampling->nobodies, last = sw_meter_ticks();
    uint64_t end = last + sw_live_to_ticks(live, LONGEST_TIMING_NS);
    while (gaps.n < SW_SIGNAL_GAPS && last < end) {
        uint64_t now = sw_meter_ticks();
        bool is_signal = sampling->nobodies != seen;
        if (is_signal) {
            now = sw_meter_ticks(); /* it may have come behind the first reading */
            seen = sampling->nobodies;
        }
        if (!sw_signal_gap(&gaps, now - last, is_signal))
            end += now - last;
        last = now;
    }
    return sw_signal_gaps_usual(&gaps);
}

/* Whether there is something to sample with, and what that takes. */
static bool try_source(struct sw_live *live)
{
    static struct sw_sample_source source;
    struct sw_sampling *sampling = &live->sampling;
    if (!sw_sample_source_open(&source, TIMING_PERIOD_NS, TIMING_PERIOD_NS, SW_SIGNAL, NULL))
        return false;
    sampling->source = source.kind;
    sampling->signal_ticks = time_signals(live);
    sw_sample_source_close(&source);
    return true;
}

__attribute__((weak)) void __tsan_init(void);

bool sw_sampling_is_held_back(void)
{
    return __tsan_init;
}

bool sw_sampling_init(struct sw_live *live, const struct sw_sample_taker *taker)
{
    struct sw_sampling *sampling = &live->sampling;
    struct sw_range own = sw_own_code();
    bool needs_signals = !live->memory; /* else fills are sampled */
    if (needs_signals && sw_sampling_is_held_back())
        return false;
    if (needs_signals)
        sw_signal_take(on_signal);
    if (!sw_call_paths_init(&sampling->paths, &live->arena) || (needs_signals && !try_source(live)))
        return false;
    if (!needs_signals)
        sampling->source = SW_SAMPLED_FILLS;
    sampling->taker = taker;
    sw_sampling_own(sampling, own.low, own.high);
    sampling->period_ns = 1000000000 / live->options.sample_rate;
    return true;
}

void sw_sampling_own(struct sw_sampling *sampling, uint64_t low, uint64_t high)
{
    uint32_t n = atomic_load(&sampling->n_own);
    if (n == SW_SAMPLER_RANGES)
        return;
    sampling->own[n] = (struct sw_range){low, high};
    atomic_store_explicit(&sampling->n_own, n + 1, memory_order_release);
}

static void give(struct sw_sampling *sampling, struct sw_sampler *s)
{
    s->next_free = sampling->free;
    sampling->free = s;
}

/* Those whose threads have ended without a word. That takes a system call for each that there is, so it is done only when as many
 * threads have started since the last time. */
static void look_for_left(struct sw_sampling *sampling)
{
    uint32_t n = n_samplers(sampling);
    if (sampling->until_look) {
        sampling->until_look--;
        return;
    }
    for (uint32_t i = 0; i < n; i++) {
        struct sw_sampler *s = sampling->samplers[i];
        if (s && sw_sample_source_is_over(&s->source)) {
            sw_sample_source_close(&s->source);
            give(sampling, s);
        }
    }
    sampling->until_look = n;
}

static struct sw_sampler *take(struct sw_live *live)
{
    struct sw_sampling *sampling = &live->sampling;
    uint32_t n = n_samplers(sampling);
    if (!sampling->free)
        look_for_left(sampling);
    struct sw_sampler *left = sampling->free;
    if (left) {
        sampling->free = left->next_free;
        left->other_cpu_ns = left->counts.cpu_ns;
        return left;
    }
    if (n == SW_SAMPLERS_MAX)
        return NULL;
    struct sw_sampler *s = sw_arena_take(&live->arena, sizeof *s);
    if (!s)
        return NULL;
    s->live = live;
    sw_path_walker_init(&s->walker, live);
    sampling->samplers[n] = s;
    sampling->counts[n] = &s->counts;
    atomic_store(&sampling->n_samplers, n + 1);
    return s;
}

/* A main thread's stack grows, down to a limit. */
static uint64_t stack_floor(const struct sw_unwind_stack *stack)
{
    if (sw_raw4(SYS_gettid, 0, 0, 0, 0) != sw_raw4(SYS_getpid, 0, 0, 0, 0))
        return stack->low;
    uint64_t limit = sw_limit(RLIMIT_STACK), most = limit < STACK_MOST ? limit : STACK_MOST;
    uint64_t floor = stack->high > most ? stack->high - most : 0;
    return floor < stack->low ? floor : stack->low;
}

/* From now to the first sample. */
static uint64_t first_period(const struct sw_sampling *sampling)
{
    uint64_t period = sampling->period_ns, random = sw_meter_ticks() * 0x9e3779b97f4a7c15u >> 16;
    if (!sampling->taker->at_random || period <= SHORTEST_NS)
        return period;
    return SHORTEST_NS + random % (period - SHORTEST_NS);
}

struct sw_sampler *sw_sampler_start(struct sw_live *live, void *user, struct sw_unwind_stack stack)
{
    struct sw_sampling *sampling = &live->sampling;
    sw_signal_keep();
    sw_live_lock(live);
    struct sw_sampler *s = take(live);
    bool started = false;
    if (s) {
        s->user = user;
        s->stack = stack;
        s->stack_floor = stack_floor(&stack);
        s->first_cpu_ns = sw_clock_of(CLOCK_THREAD_CPUTIME_ID);
        uint64_t first = first_period(sampling);
        move_to_slot(sampling, s);
        s->weighed_ns = s->other_cpu_ns - (sampling->period_ns - first);
        s->idle_ticks = 0;
        started = sampling->source == SW_SAMPLED_FILLS ||
                  sw_sample_source_open(&s->source, first, sampling->period_ns, SW_SIGNAL, s);
        if (sampling->source == SW_SAMPLED_FILLS) /* that comes without signals */
            s->source.kind = SW_SAMPLED_FILLS;
        if (!started)
            give(sampling, s);
    }
    sampling->refused += !started;
    sw_live_unlock(live);
    return started ? s : NULL;
}

struct sw_sampler *sw_sampler_here(struct sw_live *live)
{
    int32_t thread = (int32_t)sw_raw4(SYS_gettid, 0, 0, 0, 0);
    struct sw_sampler *s = atomic_load(slot_of(&live->sampling, thread));
    while (s && !(s->source.kind && s->source.thread == thread))
        s = atomic_load(&s->next_in_slot);
    return s;
}

void sw_samplers_close(struct sw_live *live)
{
    uint32_t n = n_samplers(&live->sampling);
    for (uint32_t i = 0; i < n; i++)
        if (live->sampling.samplers[i])
            sw_sample_source_close(&live->sampling.samplers[i]->source);
}

void sw_sampler_stop(struct sw_sampler *s)
{
    struct sw_live *live = s->live;
    bool is_on =
        s->source.kind != SW_SAMPLED_NONE; /* or all were ended, and it has no samples since */
    sw_sample_source_close(&s->source);
    if (is_on)
        s->counts.cpu_ns = sw_clock_of(CLOCK_THREAD_CPUTIME_ID) - s->first_cpu_ns + s->other_cpu_ns;
    sw_live_lock(live);
    give(&live->sampling, s);
    sw_live_unlock(live);
}
