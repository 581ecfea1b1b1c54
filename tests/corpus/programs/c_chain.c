/* Each spawn is waited for before the next: no two run at the same time. */
#include "burn.h"

#include <cilk/cilk.h>

int main(void)
{
    unsigned cells[200];
    for (int i = 0; i < 200; i++) {
        cells[i] = cilk_spawn burn(500); /* HERE */
#if !MENDED
        cilk_sync;
#endif
    }
    cilk_sync;
    return cells[0] > 1;
}
