/* Workers that the first spawn starts begin with empty registers, whatever that spawn passes: a thread has those of
 * who has started it, and x87's are a stack. */
#include <cilk/cilk.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

static _Atomic int taken;

static int is_empty(void)
{
#ifdef __x86_64__
    struct {
        unsigned control, status, tags, rest[4];
    } x87;
    __asm__ volatile("fnstenv %0\n\tfldenv %0" : "+m"(x87));
    return (x87.tags & 0xffff) == 0xffff;
#else
    return 1;
#endif
}

static __attribute__((__noinline__)) long double sum(long double a, long double b, long double c)
{
    while (!atomic_load(&taken))
        sched_yield();
    return a + b + c;
}

/* The rest of it is run by a worker that has run nothing before. */
static __attribute__((__noinline__)) int spawn(long double a)
{
    long double s = cilk_spawn sum(a, a + 1, a + 2);
    int empty = is_empty();
    atomic_store(&taken, 1);
    cilk_sync;
    return empty && s == 3 * a + 3;
}

int main(int argc, char **argv)
{
    (void)argv;
    puts(spawn(argc) ? "right" : "wrong");
    return 0;
}
