/* Tasks that an if clause makes their creator run at once. */
#include "burn.h"

int main(void)
{
    unsigned cells[200];
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 200; i++) {
#pragma omp task shared(cells) if (MENDED) /* HERE */
        cells[i] = burn(500);
    }
    return cells[0] > 1;
}
