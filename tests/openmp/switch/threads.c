/*
 * A logical thread is the pthread that it has its stack from, to all that asks by the thread pointer;
 * its stack has an end for those who walk it; and switches may be many.
 */
#include "agent/openmp/simulator/switch.h"
#include "tests/openmp/switch/lib.h"

#include <errno.h>
#include <execinfo.h>
#include <signal.h>
#include <sys/mman.h>

#define THREADS 100

static __thread int number = 7;
static pthread_key_t key;
static int freed;

static void free_value(void *value)
{
    freed += *(int *)value;
}

static void is_itself(void *argument)
{
    struct other *o = argument;
    static int one = 1;
    int here = 0;
    CHECK_EQ(number, 7);
    CHECK(pthread_getspecific(key) == NULL);
    CHECK_EQ(sw_omp_thread_pointer(), o->donor.thread_pointer);
    CHECK(pthread_equal(pthread_self(), o->donor.pthread));
    if (!sw_omp_switch_is_baton())
        CHECK((uint64_t)&here > o->donor.low && (uint64_t)&here < o->donor.top);
    pthread_setspecific(key, &one);
    number = (int)(uint64_t)o;
    errno = (int)(uint64_t)o;
    back(o);
    CHECK_EQ(number, (int)(uint64_t)o);
    CHECK_EQ(errno, (int)(uint64_t)o);
    CHECK(pthread_getspecific(key) == &one);
    CHECK_EQ(here, 0);
    stop(o);
}

static void test_themselves(void)
{
    static struct other others[THREADS];
    uint64_t pointer = sw_omp_thread_pointer();
    ended = 0;
    pthread_key_create(&key, free_value);
    errno = 3;
    for (int i = 0; i < THREADS; i++)
        start(&others[i], is_itself);
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < THREADS; i++) {
            to(&others[i]);
            CHECK_EQ(number, 7);
            CHECK_EQ(errno, 3);
            CHECK_EQ(sw_omp_thread_pointer(), pointer);
        }
    }
    for (int i = 0; i < THREADS; i++)
        end(&others[i]);
    CHECK_EQ(ended, THREADS);
    CHECK_EQ(freed, THREADS);
    CHECK_EQ(errno, 3);
    sigset_t blocked;
    pthread_sigmask(SIG_BLOCK, NULL, &blocked);
    CHECK(!sigismember(&blocked, SIGUSR1)); /* only donors block signals */
}

/* The last frame is of sw_omp_begin: what walks the stack stops there and does not guess. The baton's
 * is that of any pthread. */
static int frames(void **at)
{
    int n = backtrace(at, 64);
    CHECK(n > 1 && n < 64);
    if (!sw_omp_switch_is_baton())
        CHECK((uint64_t)at[n - 1] - (uint64_t)sw_omp_begin < 64);
    return n;
}

__attribute__((noinline)) static void walks(void *argument)
{
    void *at[64];
    *(int *)argument = frames(at);
}

static void on_stack(void *argument)
{
    void *at[64];
    int plain = 0, called = 0;
    size_t size = 256 << 10;
    char *stack = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    frames(at);
    walks(&plain);
    sw_omp_call_on((uint64_t)stack + size, walks, &called);
    CHECK_EQ(called, plain + 1); /* through the frame of sw_omp_call_on, to the caller's stack */
    munmap(stack, size);
    stop(argument);
}

static long switches;
static int million;

static void ping(void *argument)
{
    for (;; switches++)
        back(argument);
}

static void test_many(void)
{
    struct other o;
    start(&o, ping);
    to(&o);
    for (int i = 0; i < million; i++)
        to(&o);
    CHECK_EQ(switches, million);
    end(&o);
}

int main(int argc, char **argv)
{
    (void)argc;
    choose(argv[1]);
    million = sw_omp_switch_is_baton() ? 10000 : 1000000;
    test_themselves();
    run(on_stack);
    test_many();
    return check_done();
}
