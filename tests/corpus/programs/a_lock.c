/* Tasks hold a lock for most of their time. */
#include "burn.h"

#include <spanwise.h>

int main(void)
{
    unsigned sum = 0;
    PAR_SEC_BEGIN("sums");
#pragma omp parallel for schedule(dynamic)
    for (int i = 0; i < 400; i++) {
        PAR_TASK_BEGIN("sum");
        unsigned mine = burn(50);
#if MENDED
        mine += burn(150);
#pragma omp atomic
        sum += mine;
#else
        LOCK_BEGIN(1); /* HERE */
#pragma omp critical
        sum += mine + burn(150);
        LOCK_END(1);
#endif
        PAR_TASK_END();
    }
    PAR_SEC_END();
    return sum > 800;
}
