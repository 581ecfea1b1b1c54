/* Nothing is wrong with it: there is to be no advice. */
#include "burn.h"

#include <spanwise.h>

int main(void)
{
    PAR_SEC_BEGIN("cells");
#pragma omp parallel for
    for (int i = 0; i < 400; i++) {
        PAR_TASK_BEGIN("cell");
        burn(250);
        PAR_TASK_END();
    }
    PAR_SEC_END();
    return 0;
}
