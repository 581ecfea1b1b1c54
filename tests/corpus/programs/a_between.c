/* A section that runs again and again, and a function between one run and the next that one thread does. */
#include "burn.h"

#include <spanwise.h>

enum { ROUNDS = 20, N = 50 };
static unsigned values[N];

__attribute__((noinline)) static void settle(void)
{
#if MENDED
    PAR_SEC_BEGIN("settle");
#pragma omp parallel for
#endif
    for (int i = 0; i < N; i++) {
#if MENDED
        PAR_TASK_BEGIN("settled");
#endif
        values[i] += burn(50); /* HERE */
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
    for (int round = 0; round < ROUNDS; round++) {
        PAR_SEC_BEGIN("step");
#pragma omp parallel for
        for (int i = 0; i < N; i++) {
            PAR_TASK_BEGIN("cell");
            values[i] += burn(50);
            PAR_TASK_END();
        }
        PAR_SEC_END();
        settle();
    }
    return values[0] > 2 * ROUNDS;
}
