/* Variables on the stack of who spawns, in C and in C++: their names. */
#include <cilk/cilk.h>
#include <stddef.h>
#include <string.h>

enum { WORKERS = 16, TIMES = 100000 };
#define APART __attribute__((noinline))

static volatile long sum;

/* What a function that is inlined into its spawn does is the child's, too. */
static inline void add(volatile long *to, int times)
{
    for (int i = 0; i < times; i++)
        *to += i; /* children */
}

APART static void add_apart(volatile long *to, int times)
{
    for (int i = 0; i < times; i++)
        *to += i; /* fields */
}

APART static void children(void)
{
    volatile long counts[8] = {0};
    for (int t = 0; t < 8; t++)
        cilk_spawn add(&counts[t], 2 * TIMES);
    cilk_sync;
    sum = counts[0];
}

/* One child, and who spawned it. */
APART static void fields(void)
{
    struct {
        volatile long made, used;
    } stats = {0, 0};
    cilk_spawn add_apart(&stats.made, 8 * TIMES);
    add_apart(&stats.used, 8 * TIMES);
    cilk_sync;
    sum = stats.made + stats.used;
}

APART static void loop(void)
{
    volatile long mine[WORKERS] = {0};
    cilk_for (int t = 0; t < WORKERS; t++)
        for (int i = 0; i < TIMES; i++)
            mine[t] += i; /* loop */
    sum = mine[0];
}

/* The array is further out, and in a scope of its own; another one has had its place before. */
APART static void fill(volatile long *to)
{
    cilk_for (int t = 0; t < WORKERS; t++)
        for (int i = 0; i < TIMES; i++)
            to[t] += i; /* scopes */
}

APART static void scopes(int n)
{
    for (int k = 0; k < n; k++) {
        if (k % 2) {
            volatile long first[2 * WORKERS] = {0};
            sum = first[k];
        } else {
            volatile long second[2 * WORKERS] = {0};
            fill(second);
            sum = second[k];
        }
    }
}

static void run_scopes(void)
{
    scopes(2);
}

/* Each child has its own: the stack is used again. */
APART static void own(volatile long *to)
{
    volatile long mine[8] = {0};
    for (int i = 0; i < TIMES; i++)
        mine[i % 8] += i;
    *to = mine[3];
}

APART static void calls(void)
{
    volatile long results[WORKERS];
    for (int t = 0; t < WORKERS; t++)
        cilk_spawn own(&results[t]);
    cilk_sync;
    sum = results[0];
}

static const struct {
    const char *name;
    void (*run)(void);
} cases[] = {{"children", children},
             {"fields", fields},
             {"loop", loop},
             {"scopes", run_scopes},
             {"calls", calls}};

int main(int argc, char **argv)
{
    for (size_t i = 0; argc > 1 && i < sizeof cases / sizeof *cases; i++)
        if (!strcmp(argv[1], cases[i].name)) {
            cases[i].run();
            return 0;
        }
    return 2;
}
