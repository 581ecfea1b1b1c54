/* Signals and timers that are the program's own: profiling ones, those that come to a thread or make one, files of them, and the signals that the
 * simulator might use itself. */
#include "survival.h"

#include <poll.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <sys/time.h>

static _Atomic int came, notified, there, over;

static void on_signal(int number)
{
    (void)number;
    came++;
}

static void on_timer(union sigval value)
{
    CHECK(value.sival_int == 5);
    notified++;
}

static void catch (int number, void (*handler)(int), int flags)
{
    struct sigaction action = {.sa_handler = handler, .sa_flags = flags};
    CHECK(!sigaction(number, &action, NULL));
}

static void *compute(void *unused)
{
    there++;
    while (!over)
        work(10000);
    return unused;
}

/* The program's own profiler, by processor time, while threads compute. */
static void profiling(void)
{
    pthread_t all[3];
    struct itimerval often = {{0, 2000}, {0, 2000}}, never = {{0, 0}, {0, 0}};
    came = over = 0;
    catch (SIGPROF, on_signal, SA_RESTART);
    setitimer(ITIMER_PROF, &often, NULL);
    for (int i = 0; i < 3; i++)
        all[i] = start(compute, NULL);
    while (came < 5)
        work(10000);
    over = 1;
    for (int i = 0; i < 3; i++)
        join(all[i]);
    setitimer(ITIMER_PROF, &never, NULL);
}

static void *by_itself(void *unused)
{
    struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = SIGRTMIN + 3};
    struct itimerspec soon = {.it_value = {.tv_nsec = 2000000}};
    timer_t timer;
    event._sigev_un._tid = gettid();
    came = 0;
    CHECK(!timer_create(CLOCK_MONOTONIC, &event, &timer) && !timer_settime(timer, 0, &soon, NULL));
    while (!came)
        work(1000);
    CHECK(!timer_delete(timer));
    return unused;
}

static void timers(void)
{
    struct sigevent event = {.sigev_notify = SIGEV_THREAD, .sigev_value.sival_int = 5};
    struct itimerspec soon = {.it_value = {.tv_nsec = 2000000},
                              .it_interval = {.tv_nsec = 2000000}};
    timer_t timer;
    event.sigev_notify_function = on_timer;
    catch (SIGRTMIN + 3, on_signal, 0);
    join(start(by_itself, NULL));
    CHECK(!timer_create(CLOCK_REALTIME, &event, &timer) && !timer_settime(timer, 0, &soon, NULL));
    while (notified < 3)
        sched_yield();
    CHECK(!timer_delete(timer));
}

static void *read_signals(void *fd)
{
    struct signalfd_siginfo info;
    struct pollfd p = {.fd = (int)(long)fd, .events = POLLIN};
    there = 1;
    CHECK(poll(&p, 1, -1) == 1);
    CHECK(read((int)(long)fd, &info, sizeof info) == sizeof info && info.ssi_signo == SIGUSR2);
    return NULL;
}

static void files(void)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR2);
    CHECK(!pthread_sigmask(SIG_BLOCK, &set, NULL));
    int fd = signalfd(-1, &set, 0);
    CHECK(fd >= 0);
    there = 0;
    pthread_t t = start(read_signals, (void *)(long)fd);
    while (!there)
        sched_yield();
    CHECK(!kill(getpid(), SIGUSR2));
    join(t);
    struct timespec now = {0, 1000000};
    CHECK(sigtimedwait(&set, NULL, &now) == -1 && errno == EAGAIN);
}

/* Calls that a signal ends early, and those that it does not. */
static void *interrupted(void *unused)
{
    int ends[2];
    char byte;
    CHECK(!pipe(ends));
    there = 1;
    CHECK(read(ends[0], &byte, 1) == -1 && errno == EINTR);
    return unused;
}

static void interrupts(void)
{
    came = there = 0;
    catch (SIGUSR1, on_signal, 0);
    pthread_t t = start(interrupted, NULL);
    while (!there)
        sched_yield();
    while (pthread_tryjoin_np(t, NULL) == EBUSY) {
        pthread_kill(t, SIGUSR1);
        usleep(1000);
    }
    CHECK(came);
}

/* Whatever it does with these is its own: handlers, masks, stacks of handlers. */
static void taken(int number)
{
    came = 0;
    catch (number, on_signal, SA_RESTART | SA_ONSTACK);
    pthread_t all[2];
    over = there = 0;
    for (int i = 0; i < 2; i++)
        all[i] = start(compute, NULL);
    while (there < 2)
        sched_yield();
    work(3000000);
    CHECK(!came); /* none that nobody has sent */
    CHECK(!pthread_kill(all[0], number));
    while (!came)
        sched_yield();
    CHECK(came == 1);
    over = 1;
    for (int i = 0; i < 2; i++)
        join(all[i]);
    catch (number, SIG_DFL, 0);
}

/* Who has blocked all signals waits in a loop for the others. */
static void *masked(void *unused)
{
    sigset_t all, now;
    sigfillset(&all);
    CHECK(!pthread_sigmask(SIG_SETMASK, &all, NULL));
    there++;
    while (there < 3)
        ;
    usleep(100);
    CHECK(!pthread_sigmask(SIG_SETMASK, NULL, &now));
    CHECK(sigismember(&now, SIGUSR1) && sigismember(&now, SIGALRM) && sigismember(&now, SIGTERM));
    return unused;
}

int main(void)
{
    profiling();
    timers();
    files();
    interrupts();
    taken(SIGURG);
    taken(SIGWINCH);
    taken(SIGPROF);
    taken(SIGVTALRM);
    pthread_t all[3];
    there = 0;
    for (int i = 0; i < 3; i++)
        all[i] = start(masked, NULL);
    for (int i = 0; i < 3; i++)
        join(all[i]);
    puts("ok");
    return 0;
}
