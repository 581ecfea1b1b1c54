/* Sleds in a known order: see sleds.sh. */
#include <cilk/cilk.h>

extern int global;
int f(int x);

int spawns(int n)
{
    int x, y = 0;
    x = cilk_spawn f(n);
    if (n)
        cilk_sync;
    cilk_scope
    {
        y = cilk_spawn f(n + 1);
    }
    cilk_sync;
    return x + y;
}

void loops(int *a, int n)
{
    cilk_for (int i = 0; i < n; i++)
        a[i] = f(i);
    cilk_sync; /* nothing to wait for: no sled */
}
