/* Tasks of a microsecond, in a section for each row; tasks of a row gain more. */
#include "burn.h"

#include <spanwise.h>

int main(void)
{
#if MENDED
    PAR_SEC_BEGIN("rows");
#pragma omp parallel for
#endif
    for (int row = 0; row < 20000; row++) {
#if MENDED
        PAR_TASK_BEGIN("row");
#else
        PAR_SEC_BEGIN("row"); /* HERE */
#pragma omp parallel for
#endif
        for (int i = 0; i < 4; i++) {
#if !MENDED
            PAR_TASK_BEGIN("cell");
#endif
            burn(1);
#if !MENDED
            PAR_TASK_END();
#endif
        }
#if MENDED
        PAR_TASK_END();
#else
        PAR_SEC_END();
#endif
    }
#if MENDED
    PAR_SEC_END();
#endif
    return 0;
}
