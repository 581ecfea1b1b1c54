#include "kernels.h"
#include <cilk/cilk.h>

int main(void)
{
    prepare();
    for (int k = 0; k < TIMES; k++)
        cilk_for (int t = 0; t < 64; t++)
            triad(t * (SIZE / 64l), (t + 1) * (SIZE / 64l));
    long sum = cilk_spawn chase(nodes, NODES);
    copy();
    cilk_sync;
    return say(sum);
}
