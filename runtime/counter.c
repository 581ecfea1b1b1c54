#include "runtime/counter.h"
#include "runtime/own_code.h"
#include "runtime/qemu/call.h"
#include "runtime/raw.h"
#include "runtime/thread.h"
#include "runtime/translate/translate.h"

static const volatile uint64_t nothing; /* for threads that are not known yet */

static bool is_own(const struct sw_live *live)
{
    return live->options.engine == SW_ENGINE_OWN;
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

static bool start_translated(struct sw_live *live, const char **why)
{
    struct sw_range own = sw_own_code();
    if (!sw_translate_init(why))
        return false;
    sw_translate_range(own.low, own.high, false);
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

bool sw_counter_init(struct sw_live *live, const char **why)
{
    if (live->options.meter == SW_METER_TIME)
        return true;
    if (!(is_own(live) ? start_translated(live, why) : start_emulated(live, why)))
        return false;
    live->ticks_per_second = 1000000000; /* a tick is one of the unit, as a nanosecond is */
    sw_thread_nobody.counter = &nothing;
    if (live->n_modules)
        sw_counter_take_in(live, (const void *)live->modules[0].start);
    return true;
}

void sw_counter_start(const struct sw_live *live, struct sw_thread *t)
{
    struct sw_qemu_self self = {0};
    if (live->options.meter == SW_METER_TIME)
        return;
    if (is_own(live)) {
        t->counter = &sw_translated.counter;
        return;
    }
    ask(SW_QEMU_SELF, (uint64_t)&self, 0, 0);
    uint64_t counter = *(volatile uint64_t *)&self.counter;
    t->counter = counter ? (const volatile uint64_t *)counter : &nothing;
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
    for (uint32_t i = 0; i < live->n_modules && i < SW_LIVE_MODULES; i++)
        if (at >= live->modules[i].start && at < live->modules[i].end)
            tell(live, live->modules[i].start, live->modules[i].end, true);
}

void sw_counter_changed(const struct sw_live *live, uint64_t low, uint64_t high)
{
    if (is_own(live))
        sw_translate_changed(low, high);
}
