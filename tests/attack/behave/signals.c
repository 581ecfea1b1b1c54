/* Signals that a program takes, blocks, waits for; and timers. */
#include "behave.h"

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <time.h>

static volatile sig_atomic_t came, last, from_us;

static void note(int number)
{
    came++;
    last = number;
}
static void note_info(int number, siginfo_t *info, void *context)
{
    (void)context;
    note(number);
    from_us = info->si_pid == getpid();
}
static void handle(int number, int flags)
{
    struct sigaction action = {.sa_handler = note, .sa_flags = flags};
    sigaction(number, &action, NULL);
}

BEHAVIOUR(shows_signals)
{
    sigset_t set;
    struct sigaction action;
    sigprocmask(SIG_BLOCK, NULL, &set);
    for (int i = 1; i < NSIG; i++) {
        if (sigismember(&set, i) == 1)
            say("%d is blocked", i);
        if (!sigaction(i, NULL, &action) && action.sa_handler != SIG_DFL)
            say("%d is %s", i, action.sa_handler == SIG_IGN ? "ignored" : "taken");
    }
    sigpending(&set);
    say("%d", sigismember(&set, SIGINT));
}
#define TAKES(name)                \
    BEHAVIOUR(takes_##name)        \
    {                              \
        handle(SIG##name, 0);      \
        raise(SIG##name);          \
        work();                    \
        kill(getpid(), SIG##name); \
        say("%d %d", came, last);  \
    }
TAKES(INT)
TAKES(TERM)
TAKES(HUP)
TAKES(USR1)
TAKES(USR2)
TAKES(PROF)
TAKES(ALRM)
TAKES(URG)
TAKES(WINCH)
TAKES(STKFLT)
TAKES(IO)
TAKES(TRAP)
TAKES(SEGV)
TAKES(CHLD)
TAKES(QUIT)
TAKES(PIPE)
TAKES(RTMIN)
BEHAVIOUR(takes_them_with_information)
{
    struct sigaction action = {.sa_sigaction = note_info, .sa_flags = SA_SIGINFO};
    sigaction(SIGUSR1, &action, NULL);
    kill(getpid(), SIGUSR1);
    say("%d %d", came, from_us);
}
BEHAVIOUR(takes_a_signal_once)
{
    handle(SIGUSR1, (int)SA_RESETHAND);
    raise(SIGUSR1);
    say("%d", came);
    raise(SIGUSR1);
}
BEHAVIOUR(ignores_what_ends_others)
{
    static const int all[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGALRM, SIGUSR1, SIGXCPU};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        signal(all[i], SIG_IGN);
        raise(all[i]);
    }
}
BEHAVIOUR(blocks_all)
{
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, NULL);
    raise(SIGTERM);
    work();
    sigpending(&all);
    say("%d %d", sigismember(&all, SIGTERM), sigismember(&all, SIGINT));
}
BEHAVIOUR(blocks_and_unblocks)
{
    sigset_t set;
    handle(SIGUSR2, 0);
    sigemptyset(&set);
    sigaddset(&set, SIGUSR2);
    sigprocmask(SIG_BLOCK, &set, NULL);
    raise(SIGUSR2);
    say("%d", came);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    say("%d", came);
}
static void wait_set(sigset_t *set, int number)
{
    sigemptyset(set);
    sigaddset(set, number);
    sigprocmask(SIG_BLOCK, set, NULL);
}
BEHAVIOUR(waits_for_a_signal)
{
    sigset_t set;
    int number;
    wait_set(&set, SIGUSR1);
    raise(SIGUSR1); /* to this thread: others of a runtime's may not block it */
    int error = sigwait(&set, &number);
    say("%d %d", error, number);
}
BEHAVIOUR(waits_for_no_signal)
{
    sigset_t set;
    struct timespec little = {0, 20000000};
    wait_set(&set, SIGUSR1);
    int got = sigtimedwait(&set, NULL, &little);
    say("%d %s", got, strerror(errno));
}
BEHAVIOUR(reads_signals)
{
    sigset_t set;
    struct signalfd_siginfo info = {0};
    wait_set(&set, SIGTERM);
    int fd = signalfd(-1, &set, 0);
    raise(SIGTERM);
    ssize_t n = read(fd, &info, sizeof info);
    say("%zd %u", n, info.ssi_signo);
}
BEHAVIOUR(queues_a_value)
{
    sigset_t set;
    siginfo_t info;
    wait_set(&set, SIGRTMIN + 2);
    pthread_sigqueue(pthread_self(), SIGRTMIN + 2, (union sigval){.sival_int = 42});
    int got = sigwaitinfo(&set, &info);
    say("%d %d", got == SIGRTMIN + 2, info.si_value.sival_int);
}
BEHAVIOUR(uses_another_stack)
{
    static char space[1 << 16];
    stack_t stack = {.ss_sp = space, .ss_size = sizeof space}, old;
    sigaltstack(&stack, &old);
    say("%d", old.ss_flags == SS_DISABLE);
    handle(SIGUSR1, SA_ONSTACK);
    raise(SIGUSR1);
    say("%d", came);
}
static sigjmp_buf back;
static void jump(int number)
{
    siglongjmp(back, number);
}
static int __attribute__((noinline)) recurse(volatile int *from)
{
    volatile int here[256] = {*from};
    return recurse(here) + here[3];
}
BEHAVIOUR(survives_its_stack)
{
    static char space[1 << 16];
    stack_t stack = {.ss_sp = space, .ss_size = sizeof space};
    struct sigaction action = {.sa_handler = jump, .sa_flags = SA_ONSTACK};
    volatile int first = 0;
    sigaltstack(&stack, NULL);
    sigaction(SIGSEGV, &action, NULL);
    if (!sigsetjmp(back, 1))
        recurse(&first);
    say("back");
}
BEHAVIOUR(survives_a_fault)
{
    struct sigaction action = {.sa_handler = jump};
    sigaction(SIGSEGV, &action, NULL);
    if (!sigsetjmp(back, 1))
        *(volatile int *)NULL = 1;
    say("back");
}
static char *page;
static void allow(int number, siginfo_t *info, void *context)
{
    (void)context;
    came += number == SIGSEGV && info->si_addr == page;
    mprotect(page, 4096, PROT_READ | PROT_WRITE);
}
BEHAVIOUR(mends_a_fault)
{
    struct sigaction action = {.sa_sigaction = allow, .sa_flags = SA_SIGINFO};
    page = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    sigaction(SIGSEGV, &action, NULL);
    *(volatile char *)page = 7;
    say("%d %d", came, *page);
}
BEHAVIOUR(jumps_out_of_a_handler)
{
    signal(SIGUSR1, jump);
    for (volatile int i = 0; i < 100; i++)
        if (!sigsetjmp(back, 1))
            raise(SIGUSR1);
    say("100 times");
}
static void work_inside(int number)
{
    (void)number;
    static volatile long sum;
    for (long i = 0; i < 1000; i++)
        sum += i;
    came++;
}
BEHAVIOUR(works_in_a_handler)
{
    signal(SIGUSR1, work_inside);
    for (int i = 0; i < 100; i++)
        raise(SIGUSR1);
    say("%d", came);
}
static void set_timer(int which)
{
    struct itimerval every = {{0, 2000}, {0, 2000}}, none = {{0, 0}, {0, 0}};
    static volatile unsigned long sink;
    setitimer(which, &every, NULL);
    while (came < 5)
        sink++;
    setitimer(which, &none, NULL);
    say("5 times");
}
BEHAVIOUR(has_a_real_timer)
{
    handle(SIGALRM, SA_RESTART);
    set_timer(ITIMER_REAL);
}
BEHAVIOUR(has_a_virtual_timer)
{
    handle(SIGVTALRM, SA_RESTART);
    set_timer(ITIMER_VIRTUAL);
}
BEHAVIOUR(has_a_profiling_timer)
{
    handle(SIGPROF, SA_RESTART);
    set_timer(ITIMER_PROF);
}
BEHAVIOUR(has_a_timer_at_work)
{
    struct itimerval every = {{0, 300}, {0, 300}}, none = {{0, 0}, {0, 0}};
    handle(SIGALRM, SA_RESTART);
    setitimer(ITIMER_REAL, &every, NULL);
    while (came < 20)
        work();
    setitimer(ITIMER_REAL, &none, NULL);
    say("enough");
}
BEHAVIOUR(is_ended_by_an_alarm)
{
    struct itimerval once = {{0, 0}, {0, 20000}};
    setitimer(ITIMER_REAL, &once, NULL);
    for (;;)
        pause();
}
BEHAVIOUR(makes_a_timer)
{
    timer_t timer;
    struct sigevent event = {
        .sigev_notify = SIGEV_THREAD_ID, .sigev_signo = SIGRTMIN, ._sigev_un._tid = gettid()};
    struct itimerspec once = {{0, 0}, {0, 1000000}};
    sigset_t set;
    int number;
    wait_set(&set, SIGRTMIN);
    say("%d", timer_create(CLOCK_MONOTONIC, &event, &timer));
    timer_settime(timer, 0, &once, NULL);
    sigwait(&set, &number);
    say("%d %d", number == SIGRTMIN, timer_delete(timer));
}
static int ends[2];
static void tick(union sigval value)
{
    dprintf(ends[1], "%d", value.sival_int);
}
BEHAVIOUR(makes_a_timer_with_a_thread)
{
    timer_t timer;
    struct sigevent event = {.sigev_notify = SIGEV_THREAD, .sigev_value = {.sival_int = 5}};
    struct itimerspec once = {{0, 0}, {0, 1000000}};
    char digit = 0;
    event.sigev_notify_function = tick;
    if (pipe(ends))
        abort();
    say("%d", timer_create(CLOCK_MONOTONIC, &event, &timer));
    timer_settime(timer, 0, &once, NULL);
    ssize_t n = read(ends[0], &digit, 1);
    say("%zd %c", n, digit);
}
BEHAVIOUR(reads_a_timer)
{
    int fd = timerfd_create(CLOCK_MONOTONIC, 0);
    struct itimerspec once = {{0, 0}, {0, 1000000}};
    uint64_t times = 0;
    timerfd_settime(fd, 0, &once, NULL);
    ssize_t n = read(fd, &times, sizeof times);
    say("%zd %d", n, (int)times);
}
static void *interrupt(void *thread)
{
    while (!came) {
        pthread_kill(*(pthread_t *)thread, SIGUSR1);
        usleep(1000);
    }
    return NULL;
}
BEHAVIOUR(is_interrupted)
{
    pthread_t self = pthread_self(), other;
    sigset_t set;
    handle(SIGUSR1, 0);
    wait_set(&set, SIGUSR1); /* but in pselect() */
    if (pthread_create(&other, NULL, interrupt, &self))
        abort();
    sigemptyset(&set);
    fd_set none;
    FD_ZERO(&none);
    int got = pselect(0, &none, NULL, NULL, NULL, &set), error = errno;
    pthread_join(other, NULL);
    say("%d %s", got, strerror(error));
}
BEHAVIOUR(sleeps)
{
    struct timespec little = {0, 20000000}, rest = {0, 0};
    int error = nanosleep(&little, &rest);
    say("%d %ld", error, rest.tv_nsec);
}
