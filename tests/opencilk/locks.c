/* 100 children of 100 parts, 40 of them under a lock that their parent's function has, as all of them know it. */
#include "csi.h"

#include <pthread.h>
#include <stdio.h>

enum { CHILD, MAIN, FUNCTIONS };
UNIT(FUNCTIONS)

static pthread_mutex_t table = PTHREAD_MUTEX_INITIALIZER;
static volatile unsigned long sink;
void __cilkrts_lock(void); /* the runtime takes one of its own, which is not the program's */

NOINLINE static void work(unsigned long parts)
{
    unsigned long x = parts;
    for (unsigned long i = 0; i < parts * 400; i++)
        x = x * 6364136223846793005ul + 1442695040888963407ul;
    sink += x;
}

NOINLINE static void child(void)
{
    ENTRY(CHILD, 0);
    work(60);
    pthread_mutex_lock(&table); /* here */
    work(40);
    pthread_mutex_unlock(&table);
    EXIT(CHILD);
}

NOINLINE static void spawn_child(void)
{
    TASK;
    child();
    TASK_EXIT(0);
}

int main(void)
{
    ENTRY(MAIN, SPAWNS);
    __cilkrts_lock();
    for (int i = 0; i < 100; i++)
        SPAWN(0, spawn_child());
    SYNC(0);
    puts("done");
    EXIT(MAIN);
    return 0;
}
