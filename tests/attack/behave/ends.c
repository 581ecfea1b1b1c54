/* Ways to end: by oneself, by a signal of one's own or another's, by a fault. */
#include "behave.h"

#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>

BEHAVIOUR(end_plainly)
{
}
BEHAVIOUR(exit_0)
{
    exit(0);
}
BEHAVIOUR(exit_1)
{
    exit(1);
}
BEHAVIOUR(exit_77)
{
    exit(77);
}
BEHAVIOUR(exit_126)
{
    exit(126);
}
BEHAVIOUR(exit_127)
{
    exit(127);
}
BEHAVIOUR(exit_137)
{
    exit(137);
}
BEHAVIOUR(exit_255)
{
    exit(255);
}
BEHAVIOUR(exit_256)
{
    exit(256);
}
BEHAVIOUR(exit_minus_one)
{
    exit(-1);
}
BEHAVIOUR(exit_at_once)
{
    _exit(3);
}
BEHAVIOUR(exit_unflushed)
{
    printf("in the buffer");
    exit(4);
}
BEHAVIOUR(exit_at_once_unflushed)
{
    printf("in the buffer, and lost");
    _exit(5);
}
BEHAVIOUR(exit_by_the_system)
{
    syscall(SYS_exit_group, 6);
}
BEHAVIOUR(return_by_abort)
{
    abort();
}
BEHAVIOUR(fails_an_assertion)
{
    assert(!"behave");
}

static void say_one(void)
{
    say("one");
}
static void say_two(void)
{
    say("two");
}
static void say_more(void)
{
    atexit(say_one);
    say("more");
}
static void work_late(void)
{
    work();
    say("worked");
}
static void say_status(int status, void *arg)
{
    say("status %d %s", status, (char *)arg);
}
static void leave_again(void)
{
    _exit(9);
}

BEHAVIOUR(exit_in_order)
{
    atexit(say_one);
    atexit(say_two);
    atexit(say_more);
    exit(8);
}
BEHAVIOUR(exit_with_work)
{
    atexit(work_late);
}
BEHAVIOUR(exit_with_status)
{
    static char word[] = "told";
    on_exit(say_status, word);
    exit(11);
}
BEHAVIOUR(exit_in_exit)
{
    atexit(leave_again);
    exit(2);
}
BEHAVIOUR(exit_quickly)
{
    atexit(say_one);
    at_quick_exit(say_two);
    quick_exit(12);
}

static void *exit_there(void *status)
{
    exit((int)(long)status);
}
static void *leave_there(void *status)
{
    _exit((int)(long)status);
}
static void *abort_there(void *unused)
{
    (void)unused;
    abort();
}
static void *last_word(void *arg)
{
    pthread_join(*(pthread_t *)arg, NULL);
    say("the last word");
    return NULL;
}

static void by_thread(void *(*start)(void *), void *arg)
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, start, arg))
        abort();
    pthread_join(thread, NULL);
}
BEHAVIOUR(exit_in_a_thread)
{
    by_thread(exit_there, (void *)13);
}
BEHAVIOUR(exit_at_once_in_a_thread)
{
    by_thread(leave_there, (void *)14);
}
BEHAVIOUR(abort_in_a_thread)
{
    by_thread(abort_there, NULL);
}
BEHAVIOUR(main_leaves_by_pthread_exit)
{
    static pthread_t first;
    pthread_t thread;
    first = pthread_self();
    if (pthread_create(&thread, NULL, last_word, &first))
        abort();
    pthread_exit(NULL);
}

/* A signal, by oneself: whatever it does by default. */
#define RAISES(name)         \
    BEHAVIOUR(raises_##name) \
    {                        \
        raise(SIG##name);    \
    }
RAISES(HUP)
RAISES(INT)
RAISES(QUIT)
RAISES(ILL)
RAISES(TRAP)
RAISES(ABRT)
RAISES(BUS)
RAISES(FPE)
RAISES(KILL)
RAISES(USR1)
RAISES(SEGV)
RAISES(USR2)
RAISES(PIPE)
RAISES(ALRM)
RAISES(TERM)
RAISES(STKFLT)
RAISES(CHLD)
RAISES(CONT)
RAISES(URG)
RAISES(XCPU)
RAISES(XFSZ)
RAISES(VTALRM)
RAISES(PROF)
RAISES(WINCH)
RAISES(IO)
RAISES(PWR)
RAISES(SYS)
RAISES(RTMIN)
RAISES(RTMAX)

/* By another process, while this one waits, or computes. */
static void send_by_child(int number, int computes)
{
    static volatile unsigned long sink;
    pid_t child = fork();
    if (!child)
        _exit(kill(getppid(), number));
    if (child < 0)
        abort();
    for (;;)
        if (computes)
            sink++;
        else
            pause();
}
#define SENT(name)                   \
    BEHAVIOUR(is_sent_##name)        \
    {                                \
        send_by_child(SIG##name, 0); \
    }
SENT(HUP)
SENT(INT)
SENT(TERM)
SENT(KILL)
SENT(USR1)
SENT(SEGV)
SENT(QUIT)
SENT(ABRT)
BEHAVIOUR(is_sent_TERM_at_work)
{
    send_by_child(SIGTERM, 1);
}
BEHAVIOUR(is_sent_KILL_at_work)
{
    send_by_child(SIGKILL, 1);
}

BEHAVIOUR(faults_at_zero)
{
    *(volatile int *)NULL = 1;
}
BEHAVIOUR(faults_by_trap)
{
    __builtin_trap();
}
BEHAVIOUR(faults_in_read_only)
{
    *(volatile char *)(uintptr_t) "text" = 1;
}
BEHAVIOUR(faults_beyond_a_file)
{
    FILE *file = tmpfile();
    volatile char *at = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fileno(file), 0);
    say("%d", *at);
}
BEHAVIOUR(faults_by_a_call)
{
    void (*volatile nowhere)(void) = (void (*)(void))16;
    nowhere();
}

static int __attribute__((noinline)) recurse(volatile int *from)
{
    volatile int here[256] = {*from};
    return recurse(here) + here[3];
}
BEHAVIOUR(faults_by_the_stack)
{
    volatile int first = 0;
    recurse(&first);
}
BEHAVIOUR(stops_and_goes_on)
{
    pid_t self = getpid(), child = fork();
    if (!child) {
        /* Until it has stopped, which only we see: it stops itself. */
        for (char line[256], path[64], state = 0; state != 'T';) {
            snprintf(path, sizeof path, "/proc/%d/stat", self);
            FILE *stat = fopen(path, "r");
            state = stat && fgets(line, sizeof line, stat) ? strrchr(line, ')')[2] : 'T';
            if (stat)
                fclose(stat);
        }
        _exit(kill(self, SIGCONT));
    }
    raise(SIGSTOP);
    behave_wait(child);
}
