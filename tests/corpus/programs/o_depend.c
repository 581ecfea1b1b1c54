/* Tasks that hand one variable on, and so run one after the other; each could have its own. */
#include "burn.h"

int main(void)
{
    unsigned cells[200] = {0};
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 200; i++) {
        int cell = MENDED ? i : 0;
#pragma omp task depend(inout : cells[cell]) /* HERE */
        cells[cell] += burn(500);
    }
    return cells[0] > 200;
}
