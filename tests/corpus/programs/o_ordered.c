/* Nearly all of an iteration is in its ordered part, though only the end of it has to be. */
#include "burn.h"

int main(void)
{
    unsigned sum = 0;
#pragma omp parallel for ordered schedule(dynamic) /* HERE */
    for (int i = 0; i < 500; i++) {
        unsigned mine = burn(20);
#if MENDED
        mine += burn(180);
#endif
#pragma omp ordered
        {
#if !MENDED
            mine += burn(180);
#endif
            sum += mine;
        }
    }
    return sum > 1000;
}
