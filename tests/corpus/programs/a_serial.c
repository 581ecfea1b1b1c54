/* What the tasks read is made before them, by one thread. */
#include "burn.h"

#include <spanwise.h>

enum { N = 300 };
static unsigned values[N];

__attribute__((noinline)) static void make(void)
{
#if MENDED
    PAR_SEC_BEGIN("make");
#pragma omp parallel for
#endif
    for (int i = 0; i < N; i++) {
#if MENDED
        PAR_TASK_BEGIN("made");
#endif
        values[i] = burn(200); /* HERE */
#if MENDED
        PAR_TASK_END();
#endif
    }
#if MENDED
    PAR_SEC_END();
#endif
}

int main(void)
{
    make();
    PAR_SEC_BEGIN("use");
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
        PAR_TASK_BEGIN("used");
        values[i] += burn(200);
        PAR_TASK_END();
    }
    PAR_SEC_END();
    return values[0] > 2;
}
