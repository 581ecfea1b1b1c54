/* Timers of every kind, and clocks. */
#include "behave.h"

#include <pthread.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/times.h>
#include <time.h>

static volatile sig_atomic_t came, code, value;
static void note(int number, siginfo_t *info, void *context)
{
    (void)context;
    code = info->si_code;
    value = info->si_value.sival_int;
    came += number != 0;
}
static void handle(int number)
{
    struct sigaction action = {.sa_sigaction = note, .sa_flags = SA_SIGINFO};
    sigaction(number, &action, NULL);
}
static void wait_until(int times)
{
    static volatile unsigned long sink;
    while (came < times)
        sink++;
}
static const struct itimerspec soon = {{0, 0}, {0, 1000000}}, often = {{0, 1000000}, {0, 1000000}};

BEHAVIOUR(has_no_timer_of_ours)
{
    struct itimerval now;
    for (int which = ITIMER_REAL; which <= ITIMER_PROF; which++)
        say("%d",
            getitimer(which, &now) || timerisset(&now.it_value) || timerisset(&now.it_interval));
    say("%u", alarm(0));
}
BEHAVIOUR(sets_an_alarm)
{
    handle(SIGALRM);
    ualarm(20000, 0);
    wait_until(1);
    say("%d", came);
}
BEHAVIOUR(takes_an_alarm_back)
{
    say("%u", alarm(100));
    say("%d", alarm(0) > 50);
    say("%u", alarm(0));
}
BEHAVIOUR_BLOCKING(waits_for_an_alarm, SIGALRM)
{
    struct itimerval once = {{0, 0}, {0, 1000}};
    sigset_t set;
    siginfo_t info;
    sigemptyset(&set);
    sigaddset(&set, SIGALRM);
    setitimer(ITIMER_REAL, &once, NULL);
    work();
    int got = sigwaitinfo(&set, &info);
    say("%d %d", got, info.si_code == SI_KERNEL);
}
BEHAVIOUR(sleeps_until_an_alarm)
{
    handle(SIGALRM);
    ualarm(20000, 0);
    say("%d", sleep(1000) > 500);
}
BEHAVIOUR(keeps_its_alarm_over_exec)
{
    struct itimerval once = {{0, 0}, {0, 200000}};
    setitimer(ITIMER_REAL, &once, NULL);
    execl("/bin/sleep", "sleep", "1000", (char *)NULL);
}
static int has_timer(void)
{
    struct itimerval now;
    getitimer(ITIMER_REAL, &now);
    return now.it_value.tv_sec > 0;
}
BEHAVIOUR(does_not_hand_its_alarm_on)
{
    alarm(100);
    behave_fork(has_timer);
    say("%d", has_timer());
}
BEHAVIOUR(changes_a_timer)
{
    struct itimerval hundred = {{100, 0}, {100, 0}}, none = {{0, 0}, {0, 0}}, old;
    for (int which = ITIMER_REAL; which <= ITIMER_PROF; which++) {
        setitimer(which, &hundred, NULL);
        setitimer(which, &none, &old);
        say("%d %d", old.it_interval.tv_sec == 100, old.it_value.tv_sec > 50);
    }
}
/* A timer that signals: the clock's, and what it brings. */
static void have_timer(clockid_t clock, const struct itimerspec *when, int times)
{
    timer_t timer;
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL,
                             .sigev_signo = SIGRTMIN + 4,
                             .sigev_value = {.sival_int = 42}};
    handle(SIGRTMIN + 4);
    say("%d", timer_create(clock, &event, &timer));
    say("%d", timer_settime(timer, 0, when, NULL));
    wait_until(times);
    say("%d", timer_delete(timer));
    say("%d %d", code == SI_TIMER, value);
}
BEHAVIOUR(makes_a_timer_that_signals)
{
    have_timer(CLOCK_MONOTONIC, &soon, 1);
}
BEHAVIOUR(makes_a_timer_that_signals_often)
{
    have_timer(CLOCK_REALTIME, &often, 10);
}
BEHAVIOUR(makes_a_timer_of_its_own_time)
{
    have_timer(CLOCK_PROCESS_CPUTIME_ID, &often, 3);
}
BEHAVIOUR(makes_a_timer_of_its_threads_time)
{
    have_timer(CLOCK_THREAD_CPUTIME_ID, &soon, 1);
}
BEHAVIOUR(makes_a_timer_that_says_nothing)
{
    timer_t timer;
    struct sigevent event = {.sigev_notify = SIGEV_NONE};
    struct itimerspec left = {{0, 0}, {100, 0}};
    say("%d", timer_create(CLOCK_MONOTONIC, &event, &timer));
    say("%d", timer_settime(timer, 0, &left, NULL));
    timer_gettime(timer, &left);
    say("%d %d", left.it_value.tv_sec > 50, timer_getoverrun(timer));
}
BEHAVIOUR(makes_a_timer_by_default)
{
    timer_t timer;
    handle(SIGALRM);
    say("%d", timer_create(CLOCK_MONOTONIC, NULL, &timer));
    say("%d", timer_settime(timer, 0, &soon, NULL));
    wait_until(1);
    say("%d", code == SI_TIMER);
}
BEHAVIOUR_BLOCKING(overruns_a_timer, SIGUSR2)
{
    timer_t timer;
    sigset_t set;
    struct timespec little = {0, 20000000};
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR2};
    sigemptyset(&set);
    sigaddset(&set, SIGUSR2);
    timer_create(CLOCK_MONOTONIC, &event, &timer);
    timer_settime(timer, 0, &often, NULL);
    while (nanosleep(&little, NULL))
        ;
    say("%d", sigwaitinfo(&set, NULL));
    say("%d", timer_getoverrun(timer) >= 5);
}
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ticked = PTHREAD_COND_INITIALIZER;
static int ticks;
static void tick(union sigval by)
{
    pthread_mutex_lock(&lock);
    ticks += by.sival_int;
    pthread_cond_signal(&ticked);
    pthread_mutex_unlock(&lock);
}
BEHAVIOUR(makes_a_timer_with_threads)
{
    timer_t timer;
    struct sigevent event = {.sigev_notify = SIGEV_THREAD,
                             .sigev_value = {.sival_int = 2},
                             .sigev_notify_function = tick};
    timer_create(CLOCK_MONOTONIC, &event, &timer);
    timer_settime(timer, 0, &often, NULL);
    pthread_mutex_lock(&lock);
    while (ticks < 20)
        pthread_cond_wait(&ticked, &lock);
    pthread_mutex_unlock(&lock);
    say("%d", timer_delete(timer));
}
BEHAVIOUR(reads_a_timer_often)
{
    int fd = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK), poll = epoll_create1(0);
    uint64_t times = 0;
    struct epoll_event e = {.events = EPOLLIN};
    behave_result(read(fd, &times, sizeof times));
    epoll_ctl(poll, EPOLL_CTL_ADD, fd, &e);
    timerfd_settime(fd, 0, &often, NULL);
    for (int i = 0; i < 10; i++) {
        int n = epoll_wait(poll, &e, 1, -1);
        ssize_t size = read(fd, &times, sizeof times);
        say("%d %zd", n, size);
    }
}
BEHAVIOUR(reads_a_timer_of_the_past)
{
    int fd = timerfd_create(CLOCK_REALTIME, 0);
    struct itimerspec past = {{0, 0}, {1, 0}};
    uint64_t times = 0;
    timerfd_settime(fd, TFD_TIMER_ABSTIME, &past, NULL);
    ssize_t n = read(fd, &times, sizeof times);
    say("%zd %d", n, (int)times);
}

static int64_t read_clock(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return now.tv_sec * 1000000000ll + now.tv_nsec;
}
BEHAVIOUR(sleeps_until_a_time)
{
    int64_t until = read_clock(CLOCK_MONOTONIC) + 20000000;
    struct timespec when = {until / 1000000000, until % 1000000000};
    say("%d", clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &when, NULL));
    say("%d", read_clock(CLOCK_MONOTONIC) >= until);
    say("%d", clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &(struct timespec){1, 0}, NULL));
}
BEHAVIOUR(sleeps_wrongly)
{
    struct timespec wrong = {0, 1000000000};
    say("%d", clock_nanosleep(CLOCK_MONOTONIC, 0, &wrong, NULL));
    behave_result(nanosleep(&wrong, NULL));
    say("%d", clock_nanosleep(CLOCK_THREAD_CPUTIME_ID, 0, &(struct timespec){0, 1}, NULL));
}
/* No clock goes back, and those that measure the same agree. */
BEHAVIOUR(reads_clocks)
{
    static const clockid_t clocks[] = {CLOCK_MONOTONIC,          CLOCK_MONOTONIC_RAW,
                                       CLOCK_MONOTONIC_COARSE,   CLOCK_BOOTTIME,
                                       CLOCK_PROCESS_CPUTIME_ID, CLOCK_THREAD_CPUTIME_ID};
    int64_t last[6] = {0};
    int back = 0;
    for (int i = 0; i < 300; i++)
        for (int k = 0; k < 6; k++) {
            int64_t now = read_clock(clocks[k]);
            back += now < last[k];
            last[k] = now;
            if (i % 100 == 0)
                work();
        }
    say("%d", back);
}
BEHAVIOUR(reads_the_time_of_day)
{
    struct timeval day;
    int64_t before = read_clock(CLOCK_REALTIME);
    gettimeofday(&day, NULL);
    int64_t micros = day.tv_sec * 1000000ll + day.tv_usec, after = read_clock(CLOCK_REALTIME);
    say("%d", before / 1000 <= micros && micros <= after / 1000);
}
BEHAVIOUR(reads_its_usage)
{
    struct rusage first, then;
    clock_t before = clock();
    struct tms used;
    getrusage(RUSAGE_SELF, &first);
    work();
    getrusage(RUSAGE_SELF, &then);
    say("%d %d", timercmp(&first.ru_utime, &then.ru_utime, <=), clock() >= before);
    say("%d", times(&used) != (clock_t)-1);
}
