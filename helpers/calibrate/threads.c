/*
 * What operations on POSIX threads cost on this machine: prints "lock=20,wake=1500,...", in nanoseconds, as agent/threads/simulator.h
 * has them. Two threads, on two processors where there are two.
 */
#include "helpers/calibrate/times.h"

#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <sys/syscall.h>

enum { ENOUGH = 400, BATCH = 100 };
#define LIMIT_NS  40e6
#define ASLEEP_NS 60000 /* until a thread that goes to sleep is */

static struct sw_times times, more;
static _Atomic int word, awake;
static double woken_ns;
static _Atomic bool is_over;

static void begin(struct sw_times *t)
{
    t->enough = ENOUGH;
    t->limit_ns = LIMIT_NS;
    sw_times_begin(t);
}

/* The n-th of those that this process may use. */
static void pin(int n)
{
    cpu_set_t all, one;
    CPU_ZERO(&one);
    if (sched_getaffinity(0, sizeof all, &all) || CPU_COUNT(&all) < 2)
        return;
    for (int i = 0; i < CPU_SETSIZE; i++)
        if (CPU_ISSET(i, &all) && !n--)
            CPU_SET(i, &one);
    sched_setaffinity(0, sizeof one, &one);
}

static void print(const char *name, double ns, const char *after)
{
    printf("%s=%.0f%s", name, ns > 0 ? ns : 0, after);
}

static double usual(struct sw_times *t)
{
    return sw_times_below(t, 0.25); /* what is busy meanwhile only adds */
}

static void measure_lock(void)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    begin(&times);
    for (SW_TIMED(sw_times_note(&times, (sw_now_ns() - start) / BATCH / 2)))
        for (int i = 0; i < BATCH; i++) {
            pthread_mutex_lock(&lock);
            pthread_mutex_unlock(&lock);
        }
    print("lock", usual(&times), ",");
}

/* Sleeps until there is a number more, and says so. */
static void *sleep_often(void *unused)
{
    pin(1);
    for (int seen = 0; !is_over;) {
        syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, seen, NULL, NULL, 0);
        woken_ns = sw_now_ns();
        seen = word;
        awake = seen;
    }
    return unused;
}

static void measure_wake(void)
{
    pthread_t other;
    bool go_on = true;
    if (pthread_create(&other, NULL, sleep_often, NULL))
        return;
    begin(&times);
    begin(&more);
    while (go_on) {
        sw_spin_ns(ASLEEP_NS);
        int number = ++word;
        double start = sw_now_ns();
        syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
        double end = sw_now_ns();
        while (awake != number)
            sched_yield();
        sw_times_note(&times, end - start);
        go_on = sw_times_note(&more, woken_ns - end);
    }
    is_over = true;
    ++word;
    syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
    pthread_join(other, NULL);
    print("wake", usual(&times), ",");
    print("latency", usual(&more), ",");
}

static void *note_start(void *at)
{
    *(double *)at = sw_now_ns();
    return NULL;
}

static void measure_create(void)
{
    bool go_on = true;
    begin(&times);
    begin(&more);
    while (go_on) {
        pthread_t other;
        double began, start = sw_now_ns();
        if (pthread_create(&other, NULL, note_start, &began))
            return;
        double end = sw_now_ns();
        pthread_join(other, NULL);
        sw_times_note(&times, end - start);
        go_on = sw_times_note(&more, began - end);
    }
    print("create", usual(&times), ",");
    print("start", usual(&more), ",");
}

/* By the thread's own time: on a busy processor, each yield lets another program run for milliseconds. */
static void measure_yield(void)
{
    uint64_t start;
    begin(&times);
    do {
        start = sw_thread_ns();
        for (int i = 0; i < BATCH; i++)
            sched_yield();
    } while (sw_times_note(&times, (double)(sw_thread_ns() - start) / BATCH));
    print("yield", usual(&times), "\n");
}

int main(void)
{
    measure_create();
    pin(0);
    measure_lock();
    measure_wake();
    measure_yield();
    return 0;
}
