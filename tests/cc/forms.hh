/* A header that has the keywords. */
#include <cilk/cilk.h>

inline int from_header(int n)
{
    if (n < 2)
        return n;
    int x = cilk_spawn from_header(n - 1);
    int y = from_header(n - 2);
    cilk_sync;
    return x + y;
}
