/* Starts and reads the meters that count something instead of time. */
#include "agent/core/counter.h"
#include "agent/core/framed.h"
#include "agent/core/thread.h"
#include "agent/process/own_code.h"
#include "agent/qemu/call.h"
#include "agent/sampler/sampler.h"
#include "agent/translate/memory.h"
#include "agent/translate/shared.h"
#include "agent/translate/translate.h"
#include "base/raw.h"

/* Always 0: of threads that are not known yet, and of those that read a perf counter. */
static const volatile uint64_t none;

static bool is_own(const struct sw_live *live)
{
    return live->options.insn_counter == SW_INSN_COUNTER_OWN;
}

static void ask(enum sw_qemu_call call, uint64_t a, uint64_t b, uint64_t c)
{
    sw_raw5(SYS_prctl, SW_QEMU_OPTION, call, (long)a, (long)b, (long)c);
}

static bool start_emulated(const struct sw_live *live, const char **why)
{
    struct sw_range own = sw_own_code();
    struct sw_qemu_start start = {
        .low = own.low, .high = own.high, .only = live->options.only_ours};
    ask(SW_QEMU_START, (uint64_t)&start, 0, 0);
    if (*(volatile uint64_t *)&start.magic == SW_QEMU_MAGIC)
        return true;
    *why = "instructions are counted in the program that 'spanwise run' starts, not in those "
           "that it executes";
    return false;
}

static bool follow_accesses(struct sw_live *live, const char **why)
{
    struct sw_arena *arena = &live->arena;
    struct sw_live_memory *m;
    if (SW_TAKE(arena, m, 1) && SW_TAKE(arena, m->sites, SW_MEMORY_SITES) &&
        SW_TAKE(arena, m->pieces, SW_MEMORY_PIECES) && SW_TAKE(arena, m->own, SW_MEMORY_PIECES) &&
        SW_TAKE(arena, m->shared, 1) && SW_TAKE(arena, m->loops, SW_MEMORY_LOOPS) &&
        sw_memory_init(m, live->options.window_ns, live->options.apart) &&
        sw_shared_init(m->shared)) {
        live->memory = m;
        return true;
    }
    *why = "not enough memory to follow accesses";
    return false;
}

static bool start_translated(struct sw_live *live, const char **why)
{
    struct sw_range own = sw_own_code();
    if (!sw_translate_init(why) || (live->options.memory && !follow_accesses(live, why)))
        return false;
    sw_translate_own(own.low, own.high);
    sw_translate_start(live->options.only_ours, live->trouble, sizeof live->trouble);
    return true;
}

/* Code from low, below high, counts or not. */
static void tell(const struct sw_live *live, uint64_t low, uint64_t high, bool counted)
{
    if (is_own(live))
        sw_translate_range(low, high, counted);
    else
        ask(SW_QEMU_RANGE, low, high, counted);
}

static bool start_counting(struct sw_live *live, const char **why)
{
    if (!(is_own(live) ? start_translated(live, why) : start_emulated(live, why)))
        return false;
    if (live->modules.n)
        sw_counter_take_in(live, (const void *)live->modules.all[0].start);
    return true;
}

/* `spanwise run` has tried it, but this may be another process, with fewer rights. */
static bool try_perf(const struct sw_live *live, const char **why)
{
    static struct sw_perf_meter meter; /* an initializer would be a call of memset() */
    int error = sw_perf_meter_open(&meter, live->options.perf_type, live->options.perf_config);
    sw_perf_meter_close(&meter);
    if (error)
        *why = "the kernel does not let this process count the event that --meter names";
    return !error;
}

bool sw_counter_init(struct sw_live *live, const char **why)
{
    if (live->options.meter == SW_METER_TIME)
        return true;
    live->ticks_per_second = 1000000000; /* a tick is one of the unit, as a nanosecond is */
    sw_thread_nobody.counter = &none;
    if (live->options.meter == SW_METER_PERF)
        return try_perf(live, why);
    return start_counting(live, why);
}

/* Threads that have ended leave their perf counters open, and files are the program's to have. */
static void close_those_over(const struct sw_live *live)
{
    uint32_t n = atomic_load(&live->n_threads);
    for (uint32_t i = 0; i < n && i < SW_LIVE_THREADS; i++)
        if (live->threads[i] && sw_perf_meter_is_over(&live->threads[i]->meter.perf))
            sw_perf_meter_close(&live->threads[i]->meter.perf);
}

static const volatile uint64_t *own_counter(void)
{
    sw_translate_look();
    return &sw_translated.counter;
}

static const volatile uint64_t *qemus_counter(void)
{
    struct sw_qemu_self self = {0};
    ask(SW_QEMU_SELF, (uint64_t)&self, 0, 0);
    uint64_t counter = *(volatile uint64_t *)&self.counter;
    return counter ? (const volatile uint64_t *)counter : &none;
}

void sw_counter_start(const struct sw_live *live, struct sw_thread *t)
{
    if (live->options.meter == SW_METER_INSTRUCTIONS)
        t->counter = is_own(live) ? own_counter() : qemus_counter();
    if (live->options.meter != SW_METER_PERF)
        return;
    t->counter = &none;
    close_those_over(live);
    sw_perf_meter_open(&t->meter.perf, live->options.perf_type, live->options.perf_config);
}

const volatile uint64_t *sw_counter_here(const struct sw_thread *t)
{
    bool own = t->live->options.meter == SW_METER_INSTRUCTIONS && is_own(t->live);
    return own ? &sw_translated.counter : t->counter;
}

uint64_t sw_counter_now(struct sw_thread *t)
{
    return t->counter == &none ? sw_perf_meter_now(&t->meter.perf) : *t->counter;
}

void sw_counter_stop(struct sw_thread *t)
{
    sw_perf_meter_close(&t->meter.perf);
}

void sw_counter_leave_out(const struct sw_live *live, uint64_t low, uint64_t high)
{
    if (live->options.meter == SW_METER_INSTRUCTIONS)
        tell(live, low, high, false);
}

void sw_counter_take_in(const struct sw_live *live, const void *address)
{
    uint64_t at = (uint64_t)address;
    if (!live->options.only_ours)
        return;
    for (uint32_t i = 0; i < live->modules.n && i < SW_LIVE_MODULES; i++)
        if (at >= live->modules.all[i].start && at < live->modules.all[i].end)
            tell(live, live->modules.all[i].start, live->modules.all[i].end, true);
    struct sw_range own = sw_own_code(); /* which is in there, of a static program */
    tell(live, own.low, own.high, false);
}

void sw_counter_changed(const struct sw_live *live, uint64_t low, uint64_t high)
{
    if (is_own(live))
        sw_translate_changed(low, high);
}

/* Front ends may use vector registers for it. */
static void take_fill(const void *data)
{
    const struct sw_unwind_registers registers = sw_framed_registers(data);
    sw_sampler_take(&registers);
}

static void sample_fill(const struct sw_memory_at *at)
{
    sw_call_kept(take_fill, at);
}

void sw_counter_sample_fills(const struct sw_live *live)
{
    sw_memory_tell_paths(sample_fill, (unsigned)live->options.memory - 1);
}
