#include "kernels.h"
#include <spanwise.h>

int main(void)
{
    long sum = 0;
    prepare();
    for (int k = 0; k < TIMES; k++) {
        PAR_SEC_BEGIN("triads");
        for (long t = 0; t < 64; t++) {
            PAR_TASK_BEGIN("part");
            triad(t * (SIZE / 64), (t + 1) * (SIZE / 64));
            PAR_TASK_END();
        }
        PAR_SEC_END();
    }
    PAR_SEC_BEGIN("others");
    PAR_TASK_BEGIN("chaser");
    sum = chase(nodes, NODES);
    PAR_TASK_END();
    PAR_TASK_BEGIN("copier");
    copy();
    PAR_TASK_END();
    PAR_SEC_END();
    return say(sum);
}
