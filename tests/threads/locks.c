/*
 * Locks that are no variables, and are waited for, surely: each is held until another thread waits for it. One on the heap that a function
 * makes, by itself and by one of a library's making; one on the stack. In C, and, without optimization, debug information does not tell fields.
 */
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <threads.h>

static pthread_mutex_t *plain;
static mtx_t *of_c11;

static void *take(void *lock)
{
    pthread_mutex_lock(lock);
    pthread_mutex_unlock(lock);
    return NULL;
}

static void make_locks(void)
{
    plain = malloc(sizeof *plain);
    pthread_mutex_init(plain, NULL); /* PLAIN */
    of_c11 = malloc(sizeof *of_c11);
    mtx_init(of_c11, mtx_plain); /* C11 */
}

/* glibc's word of a lock is 2 when somebody waits for it. */
static void hold(void *lock)
{
    pthread_t thread;
    pthread_mutex_lock(lock);
    pthread_create(&thread, NULL, take, lock);
#ifndef SIMULATED /* where it is a thread's turn by virtual time */
    while (__atomic_load_n((int *)lock, __ATOMIC_RELAXED) != 2)
        sched_yield();
#else
    for (volatile int i = 0; i < 1000000; i++)
        ;
#endif
    pthread_mutex_unlock(lock);
    pthread_join(thread, NULL);
}

static void hold_own(void)
{
    pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
    hold(&own);
}

int main(void)
{
    make_locks();
    hold(plain);
    hold(of_c11);
    hold_own();
}
