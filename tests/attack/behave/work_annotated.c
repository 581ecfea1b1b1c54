/* Serial code that could be parallel. */
#include "behave.h"

#include <spanwise.h>

static volatile unsigned long sum;

void work(void)
{
    PAR_SEC_BEGIN("loop");
    for (int i = 0; i < 20; i++) {
        PAR_TASK_BEGIN("task");
        for (int k = 0; k < 1000; k++)
            sum += (unsigned long)k;
        LOCK_BEGIN(1);
        sum++;
        LOCK_END(1);
        PAR_TASK_END();
    }
    PAR_SEC_END();
}
