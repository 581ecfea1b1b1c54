/*
 * work() three times: its own code in parts of 1 (none), 2 (first), 3 and 2 around a sync (second), 1
 * (none again) units, and a child of 4. Then a loop of 16 iterations with two parts each, recursion that splits
 * at every depth, one place with three labels, and a part in a function that is followed only at
 * --level=full. Compiled with -DUNSPLIT it is the same without splits.
 */
#include <cilk/cilk.h>
#include <spanwise.h>
#include <stdlib.h>

#ifdef UNSPLIT
#undef spanwise_split
#define spanwise_split(label) ({ __asm__ volatile("" : : "r"(label) : "memory"); })
#endif
#define NOINLINE __attribute__((noinline, noclone))

static volatile long sink;
static long unit;

__attribute__((always_inline)) static inline void burn(long n)
{
    long sum = 0;
    for (long i = 0; i < n * unit; i++) {
        sum += i;
        __asm__ volatile("" : "+r"(sum));
    }
    sink = sum;
}

NOINLINE static void child(long n)
{
    burn(n);
}

NOINLINE static void work(void)
{
    burn(1);
    spanwise_split("first");
    burn(2);
    cilk_spawn child(4);
    spanwise_split("second");
    burn(3);
    cilk_sync;
    burn(2);
    spanwise_split(NULL);
    burn(1);
}

NOINLINE static long depth(long n)
{
    spanwise_split("deep");
    return n ? 1 + depth(n - 1) : 0;
}

NOINLINE static void many(void)
{
    static const char *const labels[] = {"one", "two", "three"};
    for (int i = 0; i < 6; i++)
        spanwise_split(labels[i % 3]);
}

NOINLINE static void small(void)
{
    spanwise_split("small");
    sink++;
}

NOINLINE static void around(void)
{
    cilk_spawn child(0);
    small();
    burn(1);
    cilk_sync;
}

int main(int argc, char **argv)
{
    unit = argc > 1 ? atol(argv[1]) : 100;
    for (int i = 0; i < 3; i++)
        work();
    cilk_for (int i = 0; i < 16; i++) {
        spanwise_split("loop a");
        burn(1);
        spanwise_split("loop b");
        burn(2);
    }
    depth(9);
    many();
    around();
    spanwise_split("a label that is longer than the sixty-three bytes that are kept of labels");
    return 0;
}
