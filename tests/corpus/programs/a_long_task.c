/* One task takes as long as all others: it could be two. */
#include "burn.h"

#include <spanwise.h>

enum { N = 100 };

int main(void)
{
    PAR_SEC_BEGIN("parts"); /* HERE */
#pragma omp parallel for schedule(dynamic)
    for (int i = 0; i < (MENDED ? 4 * N : N); i++) {
        PAR_TASK_BEGIN("part");
#if MENDED
        burn(250);
#else
        burn(i ? 250 : 750 * N);
#endif
        PAR_TASK_END();
    }
    PAR_SEC_END();
    return 0;
}
