/* Signals that a profiler may use itself, or that it may swallow, double or send by mistake: the program sees what it would see without one. */
#include "behave.h"

#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/sem.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>

static volatile sig_atomic_t came;

static void note(int number)
{
    (void)number;
    came++;
}

static void handle(int number, int flags)
{
    struct sigaction action = {.sa_handler = note, .sa_flags = flags};
    sigaction(number, &action, NULL);
}

static pthread_t start(void *(*run)(void *), void *argument)
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, run, argument))
        abort();
    return thread;
}

/* None that nobody has sent. */
static void be_left_alone(int number)
{
    handle(number, SA_RESTART);
    work();
    for (int i = 0; i < 10; i++)
        work();
    int before = came;
    raise(number);
    say("%d %d", before, came);
}

#define FOR(name)                 \
    BEHAVIOUR(is_sent_no_##name)  \
    {                             \
        be_left_alone(SIG##name); \
    }
FOR(URG)
FOR(WINCH)
FOR(STKFLT)
FOR(RTMIN)
FOR(RTMAX)

/* As servers do: every signal is for one thread. */
static void *await(void *set)
{
    int number = 0, error = sigwait(set, &number);
    say("%d %d", error, number);
    return NULL;
}
BEHAVIOUR(waits_for_all_signals_in_a_thread)
{
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, NULL);
    pthread_t thread = start(await, &all);
    for (int i = 0; i < 5; i++)
        work();
    pthread_kill(thread, SIGUSR2);
    pthread_join(thread, NULL);
}

BEHAVIOUR(sees_its_mask_and_actions)
{
    sigset_t all, now;
    struct sigaction action;
    int blocked = 0, set = 0;
    work();
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, NULL);
    work();
    pthread_sigmask(SIG_SETMASK, NULL, &now);
    for (int i = 1; i < NSIG; i++) {
        blocked += sigismember(&now, i) == 1;
        set += !sigaction(i, NULL, &action) && action.sa_handler != SIG_DFL;
    }
    say("%d %d", blocked, set);
}

/* --- Not ended early --- */

#define OFTEN 300

static volatile unsigned long sink;

static void spin(int i)
{
    for (int j = 0; j < 1000 * (i % 50); j++)
        sink += (unsigned long)j;
}

static int n_interrupted(int (*wait)(void))
{
    int n = 0;
    for (int i = 0; i < OFTEN; i++) {
        spin(i);
        n += wait() == -1 && errno == EINTR;
    }
    return n;
}

static int wait_poll(void)
{
    return poll(NULL, 0, 1);
}
static int wait_select(void)
{
    struct timeval time = {0, 300};
    return select(0, NULL, NULL, NULL, &time);
}
static int wait_sleep(void)
{
    struct timespec time = {0, 300000};
    return nanosleep(&time, NULL);
}
static int wait_epoll(void)
{
    static int file;
    struct epoll_event event;
    if (!file)
        file = epoll_create1(0);
    return epoll_wait(file, &event, 1, 1);
}
static int wait_ppoll(void)
{
    struct timespec time = {0, 300000};
    sigset_t none;
    sigemptyset(&none);
    return ppoll(NULL, 0, &time, &none);
}
static int wait_semaphore(void)
{
    static sem_t never;
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 300000;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    return sem_timedwait(&never, &until);
}
static int wait_signal(void)
{
    struct timespec time = {0, 300000};
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    return sigtimedwait(&set, NULL, &time);
}

static int (*const waits[])(void) = {wait_poll,  wait_select,    wait_sleep, wait_epoll,
                                     wait_ppoll, wait_semaphore, wait_signal};

/* Rarer ones: what _FORTIFY_SOURCE makes of poll(), semaphores, a socket with a time limit, libc's syscall(). */
int __poll_chk(struct pollfd *files, nfds_t n, int ms, size_t room);
static int wait_poll_that_is_checked(void)
{
    struct pollfd one = {-1, 0, 0};
    return __poll_chk(&one, 1, 1, sizeof one);
}
static int wait_epoll_by_nanoseconds(void)
{
    static int file;
    struct epoll_event event;
    struct timespec time = {0, 300000};
    if (!file)
        file = epoll_create1(0);
    return epoll_pwait2(file, &event, 1, &time, NULL);
}
static int wait_semaphore_by_clock(void)
{
    static sem_t never;
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += 300000;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    return sem_clockwait(&never, CLOCK_MONOTONIC, &until);
}
static int semaphores;
static int wait_semaphores(void)
{
    struct sembuf take = {0, -1, 0};
    struct timespec time = {0, 300000};
    return semtimedop(semaphores, &take, 1, &time);
}
static int silent[2];
static int wait_receive(void)
{
    char letter;
    return (int)recv(silent[0], &letter, 1, 0);
}
static int wait_read(void)
{
    char letter;
    return (int)read(silent[0], &letter, 1);
}
static int wait_call(void)
{
    struct timespec time = {0, 300000};
    return (int)syscall(SYS_ppoll, NULL, 0, &time, NULL, 8);
}

static int (*const rarer[])(void) = {wait_poll_that_is_checked,
                                     wait_epoll_by_nanoseconds,
                                     wait_semaphore_by_clock,
                                     wait_semaphores,
                                     wait_receive,
                                     wait_read,
                                     wait_call};

static void *interrupted_here(void *wait)
{
    return (void *)(long)n_interrupted(*(int (**)(void))wait);
}
static void wait_in_threads(int (*const which[])(void), size_t n)
{
    pthread_t all[n];
    for (size_t i = 0; i < n; i++)
        all[i] = start(interrupted_here, (void *)&which[i]);
    for (size_t i = 0; i < n; i++) {
        void *times;
        pthread_join(all[i], &times);
        say("%ld", (long)times);
    }
}
BEHAVIOUR(is_not_interrupted_in_threads)
{
    wait_in_threads(waits, sizeof waits / sizeof *waits);
}
BEHAVIOUR(is_not_interrupted_in_rarer_waits)
{
    struct timeval limit = {0, 1000};
    semaphores = semget(IPC_PRIVATE, 1, 0600);
    if (semaphores < 0 || socketpair(AF_UNIX, SOCK_STREAM, 0, silent) ||
        setsockopt(silent[0], SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit))
        abort();
    work();
    wait_in_threads(rarer, sizeof rarer / sizeof *rarer);
    semctl(semaphores, 0, IPC_RMID);
}

/* --- Stacks that have no room for handlers, but for events: as in Go, all handlers are to run on another --- */

static ucontext_t outside, inside;

static void compute(void)
{
    for (int i = 0; i < 300; i++)
        spin(49);
}

/* As Go does when it starts: whatever handler is there. */
static void move_handlers(void)
{
    struct {
        unsigned long handler, flags, restorer, mask;
    } action;
    for (int i = 1; i < NSIG; i++)
        if (!syscall(SYS_rt_sigaction, i, NULL, &action, 8) && action.handler > 1) {
            action.flags |= SA_ONSTACK;
            syscall(SYS_rt_sigaction, i, &action, NULL, 8);
        }
}

BEHAVIOUR(computes_on_a_small_stack)
{
    static char handlers[1 << 16], small[3][2048] __attribute__((aligned(64)));
    stack_t stack = {.ss_sp = handlers, .ss_size = sizeof handlers};
    sigaltstack(&stack, NULL);
    handle(SIGURG, SA_ONSTACK | SA_RESTART);
    move_handlers();
    pthread_join(start(interrupted_here, (void *)&waits[0]), NULL);
    getcontext(&inside);
    inside.uc_stack = (stack_t){.ss_sp = small[1], .ss_size = sizeof small[1]};
    inside.uc_link = &outside;
    makecontext(&inside, compute, 0);
    swapcontext(&outside, &inside);
    int overflowed = 0;
    for (size_t i = 0; i < sizeof small[0]; i++)
        overflowed += small[0][i] != 0;
    say("%d", overflowed);
}

/* --- What it becomes --- */

BEHAVIOUR(becomes_another_while_it_computes)
{
    char *argv[] = {"true", NULL};
    for (int i = 0; i < 20; i++) {
        pid_t child = fork();
        if (!child) {
            spin(49);
            execvp("true", argv);
        }
        behave_wait(child);
    }
    spin(49);
    execl("/bin/echo", "echo", "another", NULL);
}
