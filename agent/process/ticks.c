/* Finds out how fast the processor's clock ticks. */
#include "agent/process/ticks.h"
#include "base/clock.h"

#if !defined __aarch64__
struct moment {
    uint64_t ns, ticks;
};

/* Both clocks at one moment: of several readings, the one that nothing came between. */
static struct moment read_clocks(void)
{
    struct moment best = {0};
    uint64_t shortest = UINT64_MAX;
    for (int i = 0; i < 8; i++) {
        uint64_t before = sw_meter_ticks(), ns = sw_clock_of(CLOCK_MONOTONIC_RAW);
        uint64_t after = sw_meter_ticks();
        if (after - before >= shortest)
            continue;
        shortest = after - before;
        best = (struct moment){ns, before + shortest / 2};
    }
    return best;
}
#endif

void sw_meter_init(struct sw_live *live)
{
#if defined __aarch64__
    __asm__("mrs %0, cntfrq_el0" : "=r"(live->ticks_per_second));
#else
    struct moment start = read_clocks(), end;
    do
        end = read_clocks();
    while (end.ns - start.ns < 5000000);
    live->ticks_per_second =
        (uint64_t)((unsigned __int128)(end.ticks - start.ticks) * 1000000000 / (end.ns - start.ns));
#endif
}
