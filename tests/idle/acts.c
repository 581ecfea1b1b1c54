/*
 * What programs of threads do that a sampler must not change: acts NAME. Each states what must hold, and is run
 * with the sampler and without. Exit status 0: it held.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#define CHECK(what)                                                                      \
    do {                                                                                 \
        if (!(what)) {                                                                   \
            fprintf(stderr, "%s:%d: %s (errno %d)\n", __FILE__, __LINE__, #what, errno); \
            exit(1);                                                                     \
        }                                                                                \
    } while (0)

static volatile uint64_t sink;
static volatile sig_atomic_t came;

static void spin(double ms)
{
    struct timespec start, now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start);
    do {
        for (int i = 0; i < 1000; i++)
            sink += (uint64_t)i;
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    } while ((double)(now.tv_sec - start.tv_sec) * 1e3 +
                 (double)(now.tv_nsec - start.tv_nsec) / 1e6 <
             ms);
}

static struct timespec in_ms(clockid_t clock, long ms)
{
    struct timespec t;
    clock_gettime(clock, &t);
    t.tv_nsec += ms * 1000000;
    t.tv_sec += t.tv_nsec / 1000000000;
    t.tv_nsec %= 1000000000;
    return t;
}

static void note(int number)
{
    (void)number;
    came++;
}

static void handle(int number, void (*handler)(int))
{
    struct sigaction action = {.sa_handler = handler};
    sigaction(number, &action, NULL);
}

static void set_alarms(long first_ms, long every_ms)
{
    struct itimerval timer = {.it_value = {first_ms / 1000, first_ms % 1000 * 1000},
                              .it_interval = {every_ms / 1000, every_ms % 1000 * 1000}};
    setitimer(ITIMER_REAL, &timer, NULL);
}

static void alarm_in(long ms)
{
    set_alarms(ms, 0);
}

static void join(pthread_t thread, void *want)
{
    void *result;
    CHECK(pthread_join(thread, &result) == 0 && result == want);
}

/* --- ends of threads --- */

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static sem_t semaphore;
static volatile int cleaned, ready;

static void clean(void *lock)
{
    cleaned++;
    if (lock)
        CHECK(pthread_mutex_unlock(lock) == 0); /* waits have it again when they are cancelled */
}

static void *wait_condition(void *arg)
{
    pthread_mutex_lock(&mutex);
    pthread_cleanup_push(clean, &mutex);
    ready = 1;
    for (;;)
        pthread_cond_wait(&condition, &mutex);
    pthread_cleanup_pop(0);
    return arg;
}

static void *wait_semaphore(void *arg)
{
    pthread_cleanup_push(clean, NULL);
    ready = 1;
    sem_wait(&semaphore);
    pthread_cleanup_pop(0);
    return arg;
}

static void *wait_time(void *arg)
{
    pthread_cleanup_push(clean, NULL);
    ready = 1;
    sleep(60);
    pthread_cleanup_pop(0);
    return arg;
}

static void *wait_files(void *arg)
{
    pthread_cleanup_push(clean, NULL);
    ready = 1;
    poll(NULL, 0, 60000);
    pthread_cleanup_pop(0);
    return arg;
}

static void *test_cancel(void *arg)
{
    int old;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
    ready = 1;
    while (ready != 2)
        spin(1);
    pthread_setcancelstate(old, &old);
    sem_wait(&semaphore); /* free, and a cancellation point all the same */
    return arg;
}

static void cancel(void)
{
    void *(*const waits[])(void *) = {wait_condition, wait_semaphore, wait_time, wait_files};
    sem_init(&semaphore, 0, 0);
    for (int i = 0; i < 4; i++) {
        pthread_t thread;
        ready = 0;
        pthread_create(&thread, NULL, waits[i], NULL);
        while (!ready)
            spin(1);
        usleep(2000);
        CHECK(pthread_cancel(thread) == 0);
        join(thread, PTHREAD_CANCELED);
        CHECK(cleaned == i + 1);
    }
    CHECK(pthread_mutex_trylock(&mutex) == 0);
    pthread_t thread;
    ready = 0;
    sem_post(&semaphore);
    pthread_create(&thread, NULL, test_cancel, NULL);
    while (!ready)
        spin(1);
    pthread_cancel(thread);
    ready = 2;
    join(thread, PTHREAD_CANCELED);
}

static void __attribute__((noinline)) leave(void *arg)
{
    spin(3);
    pthread_exit(arg);
}

static void *run_leave(void *arg)
{
    leave(arg);
    return NULL;
}

static void *end_process(void *arg)
{
    (void)arg;
    spin(20);
    exit(7);
}

/* The main thread ends first. */
static void exits(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, run_leave, &mutex);
    join(thread, &mutex);
    pthread_create(&thread, NULL, end_process, NULL);
    pthread_detach(thread);
    pthread_exit(NULL);
}

/* --- locks --- */

static pthread_mutex_t made(int type, int robust)
{
    pthread_mutex_t m;
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, type);
    if (robust)
        pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&m, &attributes);
    return m;
}

static pthread_mutex_t robust_lock;

static void *die_with_it(void *arg)
{
    pthread_mutex_lock(&robust_lock);
    return arg;
}

static void *unlock_others(void *arg)
{
    return (void *)(intptr_t)pthread_mutex_unlock(arg);
}

static void locks(void)
{
    pthread_t thread;
    pthread_mutex_t again = made(PTHREAD_MUTEX_RECURSIVE, 0),
                    check = made(PTHREAD_MUTEX_ERRORCHECK, 0);
    struct timespec soon;
    for (int i = 0; i < 5; i++)
        CHECK(pthread_mutex_lock(&again) == 0);
    for (int i = 0; i < 5; i++)
        CHECK(pthread_mutex_unlock(&again) == 0);
    CHECK(pthread_mutex_lock(&check) == 0 && pthread_mutex_lock(&check) == EDEADLK);
    soon = in_ms(CLOCK_REALTIME, 5);
    CHECK(pthread_mutex_timedlock(&check, &soon) == EDEADLK);
    pthread_create(&thread, NULL, unlock_others, &check);
    join(thread, (void *)(intptr_t)EPERM);
    CHECK(pthread_mutex_unlock(&check) == 0 && pthread_mutex_unlock(&check) == EPERM);

    robust_lock = made(PTHREAD_MUTEX_NORMAL, 1);
    pthread_create(&thread, NULL, die_with_it, NULL);
    join(thread, NULL);
    CHECK(pthread_mutex_lock(&robust_lock) == EOWNERDEAD);
    CHECK(pthread_mutex_consistent(&robust_lock) == 0 && pthread_mutex_unlock(&robust_lock) == 0);
    pthread_create(&thread, NULL, die_with_it, NULL);
    join(thread, NULL);
    CHECK(pthread_mutex_lock(&robust_lock) == EOWNERDEAD &&
          pthread_mutex_unlock(&robust_lock) == 0);
    CHECK(pthread_mutex_lock(&robust_lock) == ENOTRECOVERABLE);

    pthread_mutex_lock(&mutex);
    soon = in_ms(CLOCK_REALTIME, 5);
    CHECK(pthread_mutex_timedlock(&mutex, &soon) == ETIMEDOUT);
    soon = in_ms(CLOCK_MONOTONIC, 5);
    CHECK(pthread_mutex_clocklock(&mutex, CLOCK_MONOTONIC, &soon) == ETIMEDOUT);
    soon = in_ms(CLOCK_REALTIME, 5);
    CHECK(pthread_cond_timedwait(&condition, &mutex, &soon) == ETIMEDOUT);
    soon = in_ms(CLOCK_MONOTONIC, 5);
    CHECK(pthread_cond_clockwait(&condition, &mutex, CLOCK_MONOTONIC, &soon) == ETIMEDOUT);
    CHECK(pthread_mutex_trylock(&mutex) == EBUSY && pthread_mutex_unlock(&mutex) == 0);

    pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
    CHECK(pthread_rwlock_rdlock(&rw) == 0 && pthread_rwlock_rdlock(&rw) == 0);
    CHECK(pthread_rwlock_trywrlock(&rw) == EBUSY);
    soon = in_ms(CLOCK_REALTIME, 5);
    CHECK(pthread_rwlock_timedwrlock(&rw, &soon) == ETIMEDOUT);
    CHECK(pthread_rwlock_unlock(&rw) == 0 && pthread_rwlock_unlock(&rw) == 0);
    CHECK(pthread_rwlock_wrlock(&rw) == 0 && pthread_rwlock_wrlock(&rw) == EDEADLK);
    CHECK(pthread_rwlock_rdlock(&rw) == EDEADLK && pthread_rwlock_unlock(&rw) == 0);

    sem_init(&semaphore, 0, 1);
    errno = 4711;
    CHECK(sem_wait(&semaphore) == 0 && errno == 4711);
    soon = in_ms(CLOCK_REALTIME, 5);
    CHECK(sem_timedwait(&semaphore, &soon) == -1 && errno == ETIMEDOUT);
    errno = 4711;
    usleep(1000);
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    CHECK(errno == 4711);
}

/* Threads fill and empty a place, by C11's names. */
static mtx_t place_lock;
static cnd_t place_changed;
static int place;

static int produce(void *arg)
{
    for (int i = 1; i <= 1000; i++) {
        mtx_lock(&place_lock);
        while (place)
            cnd_wait(&place_changed, &place_lock);
        place = i;
        cnd_broadcast(&place_changed);
        mtx_unlock(&place_lock);
    }
    (void)arg;
    return -5;
}

static void c11(void)
{
    thrd_t thread;
    int result, sum = 0;
    CHECK(mtx_init(&place_lock, mtx_timed) == thrd_success &&
          cnd_init(&place_changed) == thrd_success);
    CHECK(thrd_create(&thread, produce, NULL) == thrd_success);
    for (int i = 0; i < 1000; i++) {
        mtx_lock(&place_lock);
        while (!place)
            cnd_wait(&place_changed, &place_lock);
        sum += place;
        place = 0;
        cnd_broadcast(&place_changed);
        mtx_unlock(&place_lock);
    }
    CHECK(thrd_join(thread, &result) == thrd_success && result == -5 && sum == 500500);
    struct timespec soon = in_ms(CLOCK_REALTIME, 5);
    mtx_lock(&place_lock);
    CHECK(cnd_timedwait(&place_changed, &place_lock, &soon) == thrd_timedout);
    CHECK(mtx_trylock(&place_lock) == thrd_busy);
    soon = in_ms(CLOCK_REALTIME, 5);
    CHECK(mtx_timedlock(&place_lock, &soon) == thrd_timedout);
}

/* --- signals --- */

/* Alarms come again and again: the first one may come before the wait has begun. */
#define INTERRUPTED(wait)      \
    do {                       \
        came = 0;              \
        set_alarms(10, 10);    \
        CHECK((wait) && came); \
        set_alarms(0, 0);      \
    } while (0)

/* Each wait sees a signal that is meant for it. */
static void eintr(void)
{
    struct timespec minute = {60, 0}, left;
    struct timeval time = {60, 0};
    sigset_t none, alarms;
    int epoll = epoll_create1(0);
    struct epoll_event event;
    sigemptyset(&none);
    sigemptyset(&alarms);
    sigaddset(&alarms, SIGALRM);
    handle(SIGALRM, note);
    INTERRUPTED(nanosleep(&minute, &left) == -1 && errno == EINTR && left.tv_nsec > 0);
    INTERRUPTED(clock_nanosleep(CLOCK_MONOTONIC, 0, &minute, NULL) == EINTR);
    INTERRUPTED(poll(NULL, 0, 60000) == -1 && errno == EINTR);
    INTERRUPTED(select(0, NULL, NULL, NULL, &time) == -1 && errno == EINTR);
    INTERRUPTED(pause() == -1 && errno == EINTR);
    INTERRUPTED(sigsuspend(&none) == -1 && errno == EINTR);
    INTERRUPTED(epoll_wait(epoll, &event, 1, 60000) == -1 && errno == EINTR);
    INTERRUPTED(epoll_pwait(epoll, &event, 1, 60000, &none) == -1 && errno == EINTR);
    INTERRUPTED(ppoll(NULL, 0, &minute, &none) == -1 && errno == EINTR);
    sem_init(&semaphore, 0, 0);
    INTERRUPTED(sem_wait(&semaphore) == -1 && errno == EINTR);
    struct timespec later = in_ms(CLOCK_REALTIME, 60000);
    INTERRUPTED(sem_timedwait(&semaphore, &later) == -1 && errno == EINTR);
    INTERRUPTED(sleep(60) > 0);
    sigprocmask(SIG_BLOCK, &alarms, NULL);
    siginfo_t info;
    came = 0;
    alarm_in(10);
    CHECK(sigwaitinfo(&alarms, &info) == SIGALRM && came == 0);
    struct timespec short_time = {0, 5000000};
    CHECK(sigtimedwait(&alarms, &info, &short_time) == -1 && errno == EAGAIN);
    sigset_t now;
    sigprocmask(SIG_BLOCK, NULL, &now);
    CHECK(sigismember(&now, SIGURG) == 0 && sigismember(&now, SIGALRM) == 1);
}

/* Nobody sends a signal: nothing is interrupted, though there are samples. */
static void no_eintr(void)
{
    struct timespec t = {0, 1000};
    struct timeval time;
    sem_init(&semaphore, 0, 0);
    for (int i = 0; i < 2000; i++) {
        spin(0.05);
        CHECK(nanosleep(&t, NULL) == 0);
        CHECK(poll(NULL, 0, i % 50 == 0) == 0);
        time = (struct timeval){0, 10};
        CHECK(select(0, NULL, NULL, NULL, &time) == 0);
        struct timespec soon = in_ms(CLOCK_REALTIME, 0);
        CHECK(sem_timedwait(&semaphore, &soon) == -1 && errno == ETIMEDOUT);
    }
}

static void prof(void)
{
    struct itimerval timer = {{0, 5000}, {0, 5000}}, off = {{0, 0}, {0, 0}};
    handle(SIGPROF, note);
    handle(SIGVTALRM, note);
    setitimer(ITIMER_PROF, &timer, NULL);
    for (int i = 0; i < 100 && came < 5; i++) /* how soon is up to the system's clock */
        spin(100);
    setitimer(ITIMER_PROF, &off, NULL);
    CHECK(came >= 5);
}

static sigset_t all;

static void *wait_signals(void *arg)
{
    int number;
    for (;;) {
        CHECK(sigwait(&all, &number) == 0 && number == SIGUSR1);
        if (++came == 3)
            return arg;
    }
}

/* One thread gets all signals, that others have blocked. */
static void waits(void)
{
    pthread_t thread;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, NULL);
    pthread_create(&thread, NULL, wait_signals, NULL);
    for (int i = 0; i < 3; i++) {
        spin(20);
        while (came != i)
            usleep(1000);
        kill(getpid(), SIGUSR1);
    }
    join(thread, NULL);
}

static sigjmp_buf back;

static void jump(int number)
{
    siglongjmp(back, number);
}

/* A wait that is left by a jump; what follows is work. */
static void jumps(void)
{
    handle(SIGALRM, jump);
    if (!sigsetjmp(back, 1)) {
        alarm_in(10);
        sleep(60);
        CHECK(0);
    }
    spin(300);
}

/* The same, on more stack than the wait had: no depth of it tells that nobody waits any more. */
static __attribute__((noinline)) void spin_deep(double ms)
{
    volatile char room[65536];
    room[0] = 0;
    spin(ms);
    room[1] = room[0];
}

static void jumps_deep(void)
{
    handle(SIGALRM, jump);
    if (!sigsetjmp(back, 1)) {
        alarm_in(10);
        sleep(60);
        CHECK(0);
    }
    spin_deep(300);
}

/* The next that it does is another wait, which it comes out of as usual. */
static void jumps_waiting(void)
{
    handle(SIGALRM, jump);
    if (!sigsetjmp(back, 1)) {
        alarm_in(10);
        sleep(60);
        CHECK(0);
    }
    usleep(1000);
    spin_deep(300);
}

/* --- processes --- */

static void *count_up(void *arg)
{
    for (int i = 0; i < 1000; i++) {
        pthread_mutex_lock(&mutex);
        sink++;
        pthread_mutex_unlock(&mutex);
    }
    return arg;
}

static void *keep_busy(void *arg)
{
    while (!*(volatile int *)arg)
        count_up(NULL);
    return NULL;
}

static void forks(void)
{
    static volatile int done;
    pthread_t thread, other;
    int status;
    pthread_create(&thread, NULL, keep_busy, (void *)&done);
    for (int i = 0; i < 20; i++) {
        pthread_mutex_lock(&mutex);
        pid_t child = fork();
        pthread_mutex_unlock(&mutex);
        if (!child) {
            spin(3);
            pthread_create(&other, NULL, count_up, NULL);
            pthread_join(other, NULL);
            usleep(100);
            _exit(3);
        }
        CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 3);
        spin(3);
    }
    done = 1;
    join(thread, NULL);
}

static void executes(void)
{
    pthread_t thread;
    static volatile int never;
    pthread_create(&thread, NULL, keep_busy, (void *)&never);
    spin(20);
    execl("/proc/self/exe", "acts", "locks", NULL);
    CHECK(0);
}

static void shell(void)
{
    CHECK(system("exit 5") == 5 << 8);
    FILE *p = popen("echo here", "r");
    char line[16];
    CHECK(p && fgets(line, sizeof line, p) && !strcmp(line, "here\n") && pclose(p) == 0);
}

/* --- many --- */

static void *nothing(void *arg)
{
    return arg;
}

static void many(void)
{
    pthread_t thread;
    for (int i = 0; i < 5000; i++) {
        CHECK(pthread_create(&thread, NULL, nothing, NULL) == 0);
        join(thread, NULL);
    }
}

static pthread_barrier_t barrier;

static void *meet(void *arg)
{
    spin(0.5);
    int result = pthread_barrier_wait(&barrier);
    CHECK(result == 0 || result == PTHREAD_BARRIER_SERIAL_THREAD);
    spin(0.5);
    return arg;
}

static void crowd(void)
{
    static pthread_t threads[1500];
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 64 << 10);
    pthread_barrier_init(&barrier, NULL, 1500);
    for (int i = 0; i < 1500; i++)
        CHECK(pthread_create(&threads[i], &attributes, meet, NULL) == 0);
    for (int i = 0; i < 200; i++)
        CHECK(dup(1) >= 0); /* there are descriptors left */
    for (int i = 0; i < 1500; i++)
        join(threads[i], NULL);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(void);
    } acts[] = {{"cancel", cancel},
                {"exits", exits},
                {"locks", locks},
                {"c11", c11},
                {"eintr", eintr},
                {"no_eintr", no_eintr},
                {"prof", prof},
                {"waits", waits},
                {"jumps", jumps},
                {"jumps_deep", jumps_deep},
                {"jumps_waiting", jumps_waiting},
                {"forks", forks},
                {"executes", executes},
                {"shell", shell},
                {"many", many},
                {"crowd", crowd}};
    for (size_t i = 0; i < sizeof acts / sizeof *acts; i++)
        if (argc == 2 && !strcmp(argv[1], acts[i].name)) {
            acts[i].run();
            return 0;
        }
    return 2;
}
