/* Cilkscale's functions, with the names and the layout that OpenCilk's header has. */
#include "csi.h"

#include <stdio.h>

typedef struct {
    int64_t work, span, bspan;
} wsp_t;
wsp_t wsp_getworkspan(void);
wsp_t wsp_add(wsp_t a, wsp_t b);
wsp_t wsp_sub(wsp_t a, wsp_t b);
void wsp_dump(wsp_t wsp, const char *tag);

enum { MAIN, SPIN, N };
UNIT(N)

static volatile uint64_t sink;

NOINLINE static void spin(void)
{
    ENTRY(SPIN, 0);
    for (int i = 0; i < 3000000; i++)
        sink = sink * 3 + 1;
    EXIT(SPIN);
}

NOINLINE static void spawn_spin(void)
{
    TASK;
    spin();
    TASK_EXIT(0);
}

int main(void)
{
    ENTRY(MAIN, SPAWNS);
    wsp_t start = wsp_getworkspan();
    SPAWN(0, spawn_spin());
    spin();
    SYNC(0);
    wsp_t used = wsp_sub(wsp_getworkspan(), start);
    wsp_t twice = wsp_add(used, used);
    wsp_dump(used, "both");
    printf("%lld %lld %lld %d\n", (long long)used.work, (long long)used.span, (long long)used.bspan,
           twice.work == 2 * used.work && twice.bspan == 2 * used.bspan);
    EXIT(MAIN);
    return 0;
}
