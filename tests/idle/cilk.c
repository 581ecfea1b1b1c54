/*
 * Planted truth for `spanwise sample`: what is idle, overhead and blame is known. A unit is so many turns of one
 * loop, wherever it runs. By the first argument:
 *
 *   serial      alone() does 10 units while nobody else has anything to do, then many() 30 times one unit
 *   unbalanced  big() does 24 units, small() beside it 6 times one: for 18 units big() is alone
 *   tiny        a loop whose iterations take nanoseconds, each a task
 *   coarse      the same without a word on its grain
 *   lock        hold() does 2 units with a lock, release() one without: who waits waits for hold()
 *   pipeline    slow() makes 12 items one after the other, of 2 units each; fast() takes half a unit of each, beside it
 *   stolen      a tree of tasks that are hardly worth a steal, deep and uneven
 *   reducers    views are made and folded
 *   threads     a computation on each of two threads of the program
 *
 * The second: turns of a unit.
 */
#include <cilk/cilk.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned long unit;
static volatile unsigned long sink;

/* In every function the same code. */
#define SPIN(turns)                                              \
    do {                                                         \
        unsigned long x = sink | 1;                              \
        for (unsigned long i = 0; i < (turns); i++)              \
            x = x * 6364136223846793005u + 1442695040888963407u; \
        sink = x;                                                \
    } while (0)

/* Each stays a function of its own, and returns to who has called it. */
#ifdef __clang__
#define PIECE __attribute__((noinline)) static void
#else
#define PIECE __attribute__((noipa)) static void
#endif
#define STAY __asm__ volatile("")

PIECE alone(void)
{
    SPIN(10 * unit);
}

PIECE many(void)
{
    SPIN(unit);
}

static void serial(void)
{
    alone();
    for (int i = 0; i < 30; i++)
        cilk_spawn many();
    cilk_sync;
}

PIECE big(void)
{
    SPIN(24 * unit);
}

PIECE small(void)
{
    SPIN(unit);
}

static void unbalanced(void)
{
    cilk_spawn big();
    for (int i = 0; i < 6; i++)
        cilk_spawn small();
    cilk_sync;
}

static unsigned char array[1 << 22];

PIECE tiny(void)
{
#pragma cilk grainsize 1
    cilk_for (unsigned long j = 0; j < 3 * unit; j++)
        array[j % sizeof array] += (unsigned char)j;
}

PIECE coarse(void)
{
    cilk_for (unsigned long j = 0; j < 30 * unit; j++)
        array[j % sizeof array] += (unsigned char)(j / 3);
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

PIECE hold(void)
{
    pthread_mutex_lock(&lock);
    SPIN(2 * unit);
    pthread_mutex_unlock(&lock);
    STAY;
}

PIECE release(void)
{
    SPIN(unit);
}

PIECE both(void)
{
    release();
    hold();
    STAY;
}

static void locks(void)
{
    for (int i = 0; i < 12; i++)
        cilk_spawn both();
    cilk_sync;
}

PIECE slow(void)
{
    SPIN(2 * unit);
}

PIECE fast(void)
{
    SPIN(unit / 2);
}

static void pipeline(void)
{
    for (int i = 0; i < 12; i++) {
        slow();
        cilk_spawn fast();
    }
    cilk_sync;
}

PIECE leaf(unsigned turns)
{
    SPIN(turns);
}

static void tree(unsigned seed, int depth)
{
    if (depth <= 0) {
        leaf(1000);
        return;
    }
    cilk_spawn tree(seed * 3 + 1, depth - 1);
    leaf(200);
    cilk_spawn tree(seed * 5 + 2, depth - 1 - (int)(seed & 1));
    tree(seed * 7 + 3, depth - 2);
    cilk_sync;
}

static void stolen(void)
{
    for (unsigned i = 0; i < unit / 5000; i++)
        tree(i, 6);
}

static void zero(void *view)
{
    *(unsigned long *)view = 0;
}

PIECE add(void *left, void *right)
{
    SPIN(unit / 100);
    *(unsigned long *)left += *(unsigned long *)right;
}

static unsigned long cilk_reducer(zero, add) total;

PIECE reducers(void)
{
    for (int i = 0; i < 20; i++) {
#pragma cilk grainsize 1
        cilk_for (unsigned j = 0; j < 64; j++) {
            SPIN(unit / 50);
            total += j;
        }
    }
    if (total != 20 * 63 * 32)
        abort();
}

static void *run_serial(void *unused)
{
    serial();
    return unused;
}

static void threads(void)
{
    pthread_t two[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&two[i], NULL, run_serial, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(two[i], NULL);
}

static const struct {
    const char *name;
    void (*run)(void);
} subjects[] = {
    {"serial", serial},  {"unbalanced", unbalanced}, {"tiny", tiny},     {"coarse", coarse},
    {"lock", locks},     {"pipeline", pipeline},     {"stolen", stolen}, {"reducers", reducers},
    {"threads", threads}};

int main(int argc, char **argv)
{
    unit = argc > 2 ? strtoul(argv[2], NULL, 0) : 1000000;
    for (size_t i = 0; i < sizeof subjects / sizeof *subjects; i++)
        if (argc > 1 && !strcmp(argv[1], subjects[i].name)) {
            subjects[i].run();
            return 0;
        }
    fprintf(stderr, "run what?\n");
    return 2;
}
