/* Signals that are waited for, by every call that does; and those that the system sends: of sockets, terminals and children. */
#include "behave.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/select.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>

static volatile sig_atomic_t came, last;
static void note(int number)
{
    last = number;
    came++;
}
static void handle(int number, int flags)
{
    struct sigaction action = {.sa_handler = note, .sa_flags = flags};
    sigaction(number, &action, NULL);
}
static sigset_t set_of(int number)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, number);
    return set;
}
static int block(int number)
{
    sigset_t set = set_of(number);
    return pthread_sigmask(SIG_BLOCK, &set, NULL);
}

/* Sent to the process while a thread waits, which is the only one that may have it; and once more, while it is pending. */
static void *wait_twice(void *number)
{
    sigset_t set = set_of(*(int *)number);
    int got[2] = {0, 0};
    sigwait(&set, &got[0]);
    kill(getpid(), *(int *)number);
    sigwait(&set, &got[1]);
    say("%d %d", got[0] == *(int *)number, got[1] == *(int *)number);
    return NULL;
}
static void wait_in_thread(int number)
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, wait_twice, &number))
        abort();
    work();
    kill(getpid(), number);
    pthread_join(thread, NULL);
}
/* Once for each that is sent, and none but those: work() may not send any. */
static void read_from_file(int number)
{
    struct signalfd_siginfo info[4] = {{0}};
    sigset_t set = set_of(number);
    int fd = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
    for (int i = 0; i < 3; i++) {
        work();
        ssize_t before = read(fd, info, sizeof info);
        kill(getpid(), number);
        work();
        struct pollfd ready = {fd, POLLIN, 0};
        int n = poll(&ready, 1, -1);
        ssize_t after = read(fd, info, sizeof info);
        say("%zd %d %zd %d %d", before, n, after / (ssize_t)sizeof *info,
            info->ssi_signo == (unsigned)number, info->ssi_code);
    }
}
static void wait_with_time(int number)
{
    sigset_t set = set_of(number);
    siginfo_t info = {0};
    struct timespec little = {0, 20000000}, none = {0, 0};
    work();
    behave_result(sigtimedwait(&set, NULL, &little));
    kill(getpid(), number);
    work();
    int got = sigtimedwait(&set, &info, &none);
    say("%d %d %d", got == number, info.si_code, info.si_pid == getpid());
}
#define WAITS(name, number)                                    \
    BEHAVIOUR_BLOCKING(waits_for_##name##_in_a_thread, number) \
    {                                                          \
        wait_in_thread(number);                                \
    }                                                          \
    BEHAVIOUR_BLOCKING(reads_##name##_from_a_file, number)     \
    {                                                          \
        read_from_file(number);                                \
    }                                                          \
    BEHAVIOUR_BLOCKING(waits_for_##name##_with_time, number)   \
    {                                                          \
        wait_with_time(number);                                \
    }
WAITS(URG, SIGURG)
WAITS(WINCH, SIGWINCH)
WAITS(TERM, SIGTERM)
WAITS(PROF, SIGPROF)
WAITS(RTMAX, SIGRTMAX)

BEHAVIOUR_BLOCKING(shows_what_is_pending, SIGURG)
{
    sigset_t set;
    work();
    sigpending(&set);
    say("%d", sigismember(&set, SIGURG));
    raise(SIGURG);
    work();
    sigpending(&set);
    say("%d", sigismember(&set, SIGURG));
}
BEHAVIOUR(waits_for_many_in_order)
{
    sigset_t set;
    siginfo_t info;
    sigemptyset(&set);
    for (int i = 0; i < 4; i++)
        sigaddset(&set, SIGRTMIN + i);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    for (int i = 11; i >= 0; i--)
        pthread_sigqueue(pthread_self(), SIGRTMIN + i % 4, (union sigval){.sival_int = i});
    for (int i = 0; i < 12; i++) {
        int got = sigwaitinfo(&set, &info);
        say("%d %d %d", got - SIGRTMIN, info.si_value.sival_int, info.si_code);
    }
}
BEHAVIOUR_BLOCKING(hears_of_many_but_once, SIGUSR1)
{
    handle(SIGUSR1, 0);
    for (int i = 0; i < 10; i++)
        kill(getpid(), SIGUSR1);
    sigset_t set = set_of(SIGUSR1);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    say("%d", came);
}
BEHAVIOUR_BLOCKING(queues_for_a_file, SIGRTMIN + 3)
{
    struct signalfd_siginfo info[8];
    sigset_t set = set_of(SIGRTMIN + 3);
    int fd = signalfd(-1, &set, 0);
    for (int i = 0; i < 5; i++)
        sigqueue(getpid(), SIGRTMIN + 3, (union sigval){.sival_int = i});
    ssize_t n = read(fd, info, sizeof info) / (ssize_t)sizeof *info;
    for (ssize_t i = 0; i < n; i++)
        say("%d", info[i].ssi_int);
}
BEHAVIOUR_BLOCKING(waits_for_children_by_signal, SIGCHLD)
{
    sigset_t set = set_of(SIGCHLD);
    siginfo_t info;
    pid_t child = fork();
    if (!child)
        _exit(5);
    int got = sigwaitinfo(&set, &info);
    say("%d %d %d %d", got, info.si_code == CLD_EXITED, info.si_status, info.si_pid == child);
    behave_wait(child);
}
BEHAVIOUR_BLOCKING(waits_by_epoll_for_signals, SIGURG)
{
    sigset_t set = set_of(SIGURG);
    int fd = signalfd(-1, &set, 0), poll = epoll_create1(EPOLL_CLOEXEC);
    struct epoll_event e = {.events = EPOLLIN};
    epoll_ctl(poll, EPOLL_CTL_ADD, fd, &e);
    work();
    say("%d", epoll_wait(poll, &e, 1, 0));
    kill(getpid(), SIGURG);
    say("%d", epoll_wait(poll, &e, 1, -1));
}

/* The call unblocks what is pending, and ends by that. */
static void wait_unblocked(int (*call)(const sigset_t *none))
{
    sigset_t set = set_of(SIGUSR1);
    handle(SIGUSR1, SA_RESTART);
    raise(SIGUSR1);
    say("%d", came);
    pthread_sigmask(SIG_BLOCK, NULL, &set);
    sigdelset(&set, SIGUSR1);
    int got = call(&set), error = errno;
    errno = error;
    behave_result(got);
    say("%d", came);
}
static int by_ppoll(const sigset_t *set)
{
    return ppoll(NULL, 0, NULL, set);
}
static int by_pselect(const sigset_t *set)
{
    return pselect(0, NULL, NULL, NULL, NULL, set);
}
static int by_epoll(const sigset_t *set)
{
    struct epoll_event e;
    return epoll_pwait(epoll_create1(0), &e, 1, -1, set);
}
#define UNBLOCKS(name, call)          \
    BEHAVIOUR_BLOCKING(name, SIGUSR1) \
    {                                 \
        wait_unblocked(call);         \
    }
UNBLOCKS(waits_by_sigsuspend, sigsuspend)
UNBLOCKS(waits_by_ppoll, by_ppoll)
UNBLOCKS(waits_by_pselect, by_pselect)
UNBLOCKS(waits_by_epoll_pwait, by_epoll)

/* Interrupted by another thread, over and over until the call has ended; 'restart': the signals' handler sees to that. */
static sem_t posted;
static int pipe_ends[2];
static volatile sig_atomic_t ended, restarts;
static void post_or_write(int number)
{
    if (restarts && ++came == 5) {
        sem_post(&posted);
        came += write(pipe_ends[1], "x", 1) != 1;
    }
    last = number;
}
static void *interrupt(void *thread)
{
    while (!ended) {
        pthread_kill(*(pthread_t *)thread, SIGUSR1);
        usleep(1000);
    }
    return NULL;
}
static void be_interrupted(long (*call)(void), int restart)
{
    pthread_t self = pthread_self(), other;
    struct sigaction action = {.sa_handler = post_or_write, .sa_flags = restart ? SA_RESTART : 0};
    sem_init(&posted, 0, 0);
    restarts = restart;
    if (pipe(pipe_ends) || sigaction(SIGUSR1, &action, NULL) ||
        pthread_create(&other, NULL, interrupt, &self))
        abort();
    long got = call();
    int error = errno;
    ended = 1;
    pthread_join(other, NULL);
    errno = error;
    behave_result(got);
}
static long by_read(void)
{
    return read(pipe_ends[0], (char[1]){""}, 1);
}
static long by_sem(void)
{
    return sem_wait(&posted);
}
static long by_poll(void)
{
    struct pollfd one = {-1, 0, 0};
    return poll(&one, 1, -1);
}
static long by_select(void)
{
    return select(0, NULL, NULL, NULL, NULL);
}
static long by_nanosleep(void)
{
    struct timespec much = {100, 0}, rest = {0, 0};
    int got = nanosleep(&much, &rest), error = errno;
    say("%d", rest.tv_sec > 50);
    errno = error;
    return got;
}
static long by_clock(void)
{
    struct timespec when;
    clock_gettime(CLOCK_MONOTONIC, &when);
    when.tv_sec += 100;
    return clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &when, NULL);
}
static long by_accept(void)
{
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    struct sockaddr_un_ {
        sa_family_t family;
        char path[16];
    } any = {AF_UNIX, ""};
    if (bind(fd, (void *)&any, sizeof any.family) || listen(fd, 1))
        abort();
    return accept(fd, NULL, NULL);
}
static long by_pause(void)
{
    return pause();
}
static long by_wait(void)
{
    pid_t child = fork();
    if (!child)
        for (;;)
            pause();
    long got = waitpid(child, NULL, 0);
    int error = errno;
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    errno = error;
    return got;
}
#define INTERRUPTED(name, call, restart) \
    BEHAVIOUR(is_interrupted_##name)     \
    {                                    \
        be_interrupted(call, restart);   \
    }
INTERRUPTED(in_read, by_read, 0)
INTERRUPTED(in_read_and_goes_on, by_read, 1)
INTERRUPTED(in_sem_wait, by_sem, 0)
INTERRUPTED(in_sem_wait_and_goes_on, by_sem, 1)
INTERRUPTED(in_poll_nonetheless, by_poll, 1)
INTERRUPTED(in_select_nonetheless, by_select, 1)
INTERRUPTED(in_nanosleep, by_nanosleep, 0)
INTERRUPTED(in_clock_nanosleep, by_clock, 0)
INTERRUPTED(in_accept, by_accept, 0)
INTERRUPTED(in_pause, by_pause, 1)
INTERRUPTED(in_waitpid, by_wait, 0)

/* Hundreds of short waits, and nobody interrupts them. */
BEHAVIOUR(is_not_interrupted)
{
    struct timespec little = {0, 50000};
    struct pollfd one = {-1, 0, 0};
    int n = 0, poll_fd = epoll_create1(0);
    struct epoll_event e;
    for (int i = 0; i < 100; i++) {
        n += nanosleep(&little, NULL) != 0;
        n += poll(&one, 1, 1) != 0;
        n += epoll_wait(poll_fd, &e, 1, 1) != 0;
        n += select(0, NULL, NULL, NULL, &(struct timeval){0, 50}) != 0;
        if (i % 50 == 0)
            work();
    }
    say("%d", n);
}

/* Out-of-band data of a connection: the kernel's own SIGURG. */
static void connect_both(int fds[2])
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t n = sizeof at;
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    fds[0] = socket(AF_INET, SOCK_STREAM, 0);
    if (bind(listener, (void *)&at, n) || listen(listener, 1) ||
        getsockname(listener, (void *)&at, &n) || connect(fds[0], (void *)&at, n))
        abort();
    fds[1] = accept(listener, NULL, NULL);
    close(listener);
    fcntl(fds[1], F_SETOWN, getpid());
}
static void send_urgent(int fds[2])
{
    connect_both(fds);
    work();
    send(fds[0], "ab!", 3, MSG_OOB);
}
static void receive_urgent(int fd)
{
    char text[8] = "", urgent = 0;
    struct pollfd ready = {fd, POLLPRI, 0};
    poll(&ready, 1, -1);
    ssize_t n = recv(fd, &urgent, 1, MSG_OOB), m = read(fd, text, sizeof text - 1);
    say("%zd %c %zd %s %d", n, urgent, m, text, sockatmark(fd));
}
BEHAVIOUR(takes_urgent_data)
{
    int fds[2];
    handle(SIGURG, SA_RESTART);
    send_urgent(fds);
    while (!came)
        usleep(1000);
    receive_urgent(fds[1]);
    say("%d %d", came, last);
}
BEHAVIOUR(leaves_urgent_data_alone)
{
    int fds[2];
    send_urgent(fds);
    receive_urgent(fds[1]);
}
BEHAVIOUR_BLOCKING(waits_for_urgent_data, SIGURG)
{
    int fds[2], number = 0;
    sigset_t set = set_of(SIGURG);
    send_urgent(fds);
    sigwait(&set, &number);
    receive_urgent(fds[1]);
    say("%d", number);
}
BEHAVIOUR_BLOCKING(reads_of_urgent_data_from_a_file, SIGURG)
{
    int fds[2];
    sigset_t set = set_of(SIGURG);
    struct signalfd_siginfo info[4];
    int fd = signalfd(-1, &set, 0);
    send_urgent(fds);
    ssize_t n = read(fd, info, sizeof info);
    receive_urgent(fds[1]);
    say("%zd %u %d", n / (ssize_t)sizeof *info, info->ssi_signo, info->ssi_code == SI_KERNEL);
}
static void note_band(int number, siginfo_t *info, void *context)
{
    last = info->si_fd;
    came = number == SIGRTMIN + 1 && context ? info->si_code : 0;
}
BEHAVIOUR(is_told_of_data)
{
    int fds[2];
    struct sigaction action = {.sa_sigaction = note_band, .sa_flags = SA_SIGINFO};
    sigaction(SIGRTMIN + 1, &action, NULL);
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, fds) || fcntl(fds[0], F_SETOWN, getpid()) ||
        fcntl(fds[0], F_SETSIG, SIGRTMIN + 1) || fcntl(fds[0], F_SETFL, O_ASYNC))
        abort();
    ssize_t n = write(fds[1], "x", 1);
    while (!came)
        usleep(1000);
    say("%zd %d %d", n, last == fds[0], came == POLL_IN);
}

/* A terminal of its own, which changes its size; in a child, that it may have one. */
static int have_a_terminal(void (*then)(int terminal))
{
    int master = posix_openpt(O_RDWR | O_NOCTTY);
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* in its own session, nobody else would end it */
    if (master < 0 || grantpt(master) || unlockpt(master) || setsid() < 0)
        return 1;
    int terminal = open(ptsname(master), O_RDWR); /* the first of a session is its own */
    struct winsize size = {24, 80, 0, 0};
    if (terminal < 0)
        return 2;
    ioctl(master, TIOCSWINSZ, &size);
    then(terminal);
    ioctl(terminal, TIOCGWINSZ, &size);
    say("%d %d", size.ws_row, size.ws_col);
    return 0;
}
static void take_size(int terminal)
{
    (void)terminal;
    while (!came)
        usleep(1000);
    say("%d", last);
}
static void wait_for_size(int terminal)
{
    sigset_t set = set_of(SIGWINCH);
    siginfo_t info = {0};
    (void)terminal;
    int got = sigwaitinfo(&set, &info);
    say("%d %d", got, info.si_code == SI_KERNEL);
}
static int handle_size(void)
{
    handle(SIGWINCH, 0);
    return have_a_terminal(take_size);
}
static int block_size(void)
{
    block(SIGWINCH);
    return have_a_terminal(wait_for_size);
}
BEHAVIOUR(takes_a_new_size)
{
    behave_fork(handle_size);
}
BEHAVIOUR(waits_for_a_new_size)
{
    behave_fork(block_size);
}
