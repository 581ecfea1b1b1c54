/* Deserves its warnings; they must survive the rewriting. */
#include <cilk/cilk.h>

void take(int *p);
void warned(double *d);

void warned(double *d)
{
    int unused;
    cilk_spawn take(d);
    cilk_sync;
}
