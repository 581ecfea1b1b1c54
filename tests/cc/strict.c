/* Clean under the strictest warnings: none may come from what the rewriter adds. */
#include <cilk/cilk.h>
#include <stddef.h>
#include <stdlib.h>

struct packet {
    unsigned kind : 4;
    unsigned rest : 28;
};

static long fib(long n)
{
    long x, y;
    if (n < 2)
        return n;
    x = cilk_spawn fib(n - 1);
    y = fib(n - 2);
    cilk_sync;
    return x + y;
}

static void fill(double *a, size_t n, double value)
{
    cilk_for (size_t i = 0; i < n; ++i)
        a[i] = value;
}

static int kind(unsigned k, const char *name)
{
    switch (k) {
    case 1:
        k++;
        /* fall through */
    case 2:
        return name ? (int)k : 0;
    default:
        return -1;
    }
}

static inline int scoped(struct packet p)
{
    int result = 0;
    const int constant = cilk_spawn kind(p.kind, "x");
    cilk_scope
    {
        result = cilk_spawn kind(p.kind, NULL);
    }
    cilk_for (unsigned char c = 0; c < 10; c++) {
        int local = cilk_spawn kind(c, "y");
        cilk_sync;
        (void)local;
    }
    cilk_for (int unused = 0; unused < 3; unused++)
        ;
    return result + constant;
}

int main(int argc, char **argv)
{
    double *a = calloc(100, sizeof *a);
    struct packet p = {1, 2};
    int i;
    (void)argv;
    if (!a)
        return 1;
    cilk_spawn fill(a, 100, 1.5);
    cilk_for (i = 0; i < argc; i++)
        a[i] = 0;
    p.rest = 1;
    i = scoped(p);
    cilk_sync;
    free(a);
    return fib(10) == 55 && i ? 0 : 1;
}
