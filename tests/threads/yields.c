/* A queue of which either end yields if the other is late: what threads do between two yields is work, some microseconds at a time. Or, with an
 * argument, they only wait. */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>

enum { ROOM = 64, ITEMS = 2000000 };
static _Atomic unsigned head, tail, is_ready;
static long items[ROOM], sum;
static volatile long worked;

static void wait_while(const _Atomic unsigned *variable, unsigned is)
{
    while (atomic_load_explicit(variable, memory_order_acquire) == is)
        sched_yield(); // YIELD
}

static void *produce(void *unused)
{
    for (unsigned i = 0; i < ITEMS; i++) {
        wait_while(&tail, i - ROOM);
        items[i % ROOM] = i;
        atomic_store_explicit(&head, i + 1, memory_order_release);
    }
    return unused;
}

static void *consume(void *unused)
{
    for (unsigned i = 0; i < ITEMS; i++) {
        wait_while(&head, i);
        sum += items[i % ROOM];
        atomic_store_explicit(&tail, i + 1, memory_order_release);
    }
    return unused;
}

static void *look(void *unused)
{
    wait_while(&is_ready, 0);
    return unused;
}

int main(int argc, char **argv)
{
    pthread_t threads[2];
    (void)argv;
    pthread_create(&threads[0], NULL, argc > 1 ? look : produce, NULL);
    pthread_create(&threads[1], NULL, argc > 1 ? look : consume, NULL);
    for (long i = 0; argc > 1 && i < 50000000; i++)
        worked += i;
    is_ready = 1;
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    printf("%ld\n", sum);
    return 0;
}
