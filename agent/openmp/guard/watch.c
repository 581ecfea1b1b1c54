/*
 * The thread that looks at all simulators every millisecond and sends ticks where a thread seems
 * stuck.
 */
#include "agent/openmp/guard/watch.h"
#include "agent/openmp/guard/real.h"
#include "agent/openmp/guard/tick.h"
#include "agent/openmp/guard/zone.h"
#include "agent/process/task_file.h"
#include "base/raw.h"

#include <linux/futex.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define EVERY_NS     1000000
#define AGAIN_NS     50000 /* a spin is known by looking again soon, a few times */
#define RARE_LOOK    64    /* so many times in vain: every eighth millisecond from then on */
#define TOLD_LOOK    128 /* so many times before who waits in poll() and the like is interrupted */
#define COUNTED_LOOK 400 /* ... before a thread whose instructions are counted is looked at */
#define REST         200 /* milliseconds without any region or event: it sleeps */

uint32_t sw_omp_watch_awake;

static struct {
    bool exists;
    unsigned simulators;
    unsigned generation; /* of the thread; one of another is to end */
    pthread_t thread;
    bool off;
} watch;

/* The OS thread that the simulator's current logical thread runs on. */
static int thread_of(const struct sw_omp_simulator *m)
{
    const struct sw_omp_thread *t = __atomic_load_n(&m->current, __ATOMIC_RELAXED);
    return sw_omp_switch_is_baton() && t != &m->root ? t->donor.tid : m->tid;
}

/* Not started again after a signal, whatever its handler says: the program would be told. */
static bool is_told_of_signals(long call)
{
    static const int calls[] = {
#if defined __x86_64__
        SYS_poll,
        SYS_select,
        SYS_epoll_wait,
        SYS_pause,
#endif
        SYS_ppoll,
        SYS_pselect6,
        SYS_epoll_pwait,
        SYS_rt_sigsuspend,
        SYS_rt_sigtimedwait,
        SYS_semop,
        SYS_semtimedop,
        SYS_msgrcv,
        SYS_msgsnd,
        SYS_nanosleep,
        SYS_clock_nanosleep,
        SYS_io_getevents,
    };
    for (unsigned i = 0; i < sizeof calls / sizeof *calls; i++)
        if (calls[i] == call)
            return true;
    return false;
}

/* The system call that the thread is in; -1: none, or it cannot be known. */
static long call_of(int tid)
{
    static struct sw_task_file file;
    char text[64];
    long n = sw_task_file_read(&file, tid, "/syscall", text, sizeof text), call = 0;
    if (!n || text[0] < '0' || text[0] > '9')
        return -1;
    for (long i = 0; i < n && text[i] >= '0' && text[i] <= '9'; i++)
        call = 10 * call + text[i] - '0';
    return call;
}

static void send_tick(struct sw_omp_simulator *m)
{
    if (__atomic_exchange_n(&m->tick_sent, true, __ATOMIC_RELAXED))
        return; /* not come yet: it is blocked, maybe */
    bool anyway = m->stuck % TOLD_LOOK == 0;
    if ((!anyway && is_told_of_signals(call_of(thread_of(m)))) ||
        !sw_omp_tick_send(m, thread_of(m), anyway))
        __atomic_store_n(&m->tick_sent, false, __ATOMIC_RELAXED);
}

static bool is_stuck(struct sw_omp_simulator *m)
{
    uint64_t events = __atomic_load_n(&m->events, __ATOMIC_RELAXED);
    bool same = __atomic_load_n(&m->watched, __ATOMIC_RELAXED) == events;
    __atomic_store_n(&m->watched, events, __ATOMIC_RELAXED);
    m->stuck = same ? m->stuck + 1 : 0;
    return same && !__atomic_load_n(&m->inside, __ATOMIC_RELAXED) &&
           __atomic_load_n(&m->ready.n, __ATOMIC_RELAXED);
}

/* Where instructions are counted, a signal adds some, so that two runs would differ: a thread that computes
 * is left alone for long. */
static unsigned patience(const struct sw_omp_simulator *m)
{
    const struct sw_thread *meter = m->meter;
    return meter && meter->counter ? COUNTED_LOOK : 0;
}

/* How long to the next look; `quiet` counts those in a row at which nothing was going on anywhere. */
static long look_at_all(unsigned *quiet)
{
    long pause = EVERY_NS;
    bool moved = false;
    for (struct sw_omp_simulator *m = sw_omp_simulators(); m; m = m->next) {
        if (m->unused)
            continue;
        uint64_t before = __atomic_load_n(&m->watched, __ATOMIC_RELAXED);
        if (is_stuck(m)) {
            moved = true;
            if (m->stuck >= patience(m) && (m->stuck < RARE_LOOK || m->stuck % 8 == 0))
                send_tick(m);
            if (m->stuck < SW_OMP_TICK_LOOKS)
                pause = AGAIN_NS;
        }
        moved |= before != __atomic_load_n(&m->events, __ATOMIC_RELAXED);
    }
    *quiet = moved ? 0 : *quiet + 1;
    return pause;
}

static bool is_last(unsigned generation)
{
    return __atomic_load_n(&watch.generation, __ATOMIC_SEQ_CST) == generation;
}

static void sleep_until_woken(unsigned generation)
{
    __atomic_store_n(&sw_omp_watch_awake, 0, __ATOMIC_SEQ_CST);
    while (is_last(generation) && !__atomic_load_n(&sw_omp_watch_awake, __ATOMIC_SEQ_CST))
        sw_raw6(SYS_futex, (long)&sw_omp_watch_awake, FUTEX_WAIT_PRIVATE, 0, 0, 0, 0);
}

static void *watch_all(void *argument)
{
    unsigned generation = (unsigned)(uint64_t)argument;
    struct timespec pause = {.tv_nsec = EVERY_NS};
    unsigned quiet = 0;
    while (is_last(generation)) {
        sw_raw4(SYS_nanosleep, (long)&pause, 0, 0, 0);
        pause.tv_nsec = look_at_all(&quiet);
        if (quiet > REST) {
            quiet = 0;
            sleep_until_woken(generation);
        }
    }
    return NULL;
}

/* Without it all is as before, but a program that spins hangs. */
static void start(void)
{
    pthread_attr_t attributes;
    sigset_t all, before;
    sw_omp_zone_init();
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 64 << 10);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    if (pthread_create(&watch.thread, &attributes, watch_all,
                       (void *)(uint64_t)__atomic_load_n(&watch.generation, __ATOMIC_SEQ_CST)))
        watch.exists = false;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    sw_omp_tick_init();
}

void sw_omp_watch_wake(struct sw_omp_simulator *m)
{
    if (!m->looks)
        m->looks = sw_omp_looks_new();
    if (__atomic_exchange_n(&sw_omp_watch_awake, 1, __ATOMIC_SEQ_CST) || watch.off)
        return;
    if (!__atomic_exchange_n(&watch.exists, true, __ATOMIC_RELAXED))
        start();
    else
        sw_raw6(SYS_futex, (long)&sw_omp_watch_awake, FUTEX_WAKE_PRIVATE, 1, 0, 0, 0);
}

void sw_omp_watch_join(void)
{
    __atomic_add_fetch(&watch.simulators, 1, __ATOMIC_SEQ_CST);
}

/* The thread is asked to end. False: there is none. */
static bool ask_to_end(void)
{
    __atomic_add_fetch(&watch.generation, 1, __ATOMIC_SEQ_CST);
    bool existed = __atomic_exchange_n(&watch.exists, false, __ATOMIC_SEQ_CST);
    __atomic_store_n(&sw_omp_watch_awake, 0, __ATOMIC_SEQ_CST);
    if (existed)
        sw_raw6(SYS_futex, (long)&sw_omp_watch_awake, FUTEX_WAKE_PRIVATE, 1, 0, 0, 0);
    return existed;
}

void sw_omp_watch_leave(void)
{
    if (!__atomic_sub_fetch(&watch.simulators, 1, __ATOMIC_SEQ_CST) && ask_to_end())
        pthread_detach(watch.thread);
}

void sw_omp_watch_end(void)
{
    watch.off = true;
    if (ask_to_end())
        sw_omp_real()->pthread_join(watch.thread, NULL);
}

void sw_omp_watch_forget(void)
{
    watch.exists = false;
    watch.simulators = sw_omp_self_if_any() != NULL;
    sw_omp_watch_awake = 0;
}
