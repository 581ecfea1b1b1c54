/*
 * A program that does, by its first argument, what programs do to profilers.
 *
 * Truth. work() makes the same spawns whatever happens around it: fib(15) has 1973 calls, 986
 * of which are spawned. So a profile that saw one work() has SPAWNS = 986 spawns, and one that saw
 * it twice has twice as many.
 */
#define _GNU_SOURCE
#include <cilk/cilk.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#define NOINLINE __attribute__((noinline))

extern char **environ;
static char **arguments;

NOINLINE static long fib(long n)
{
    if (n < 2)
        return n;
    long a = cilk_spawn fib(n - 1);
    long b = fib(n - 2);
    cilk_sync;
    return a + b;
}

NOINLINE static void work(void)
{
    if (fib(15) != 610)
        abort();
}

/* How the program ends. */

static int end_status(void)
{
    work();
    return atoi(arguments[2]);
}

static int end_null(void)
{
    work();
    *(volatile int *)0 = 1;
    return 0;
}

static int end_abort(void)
{
    work();
    abort();
}

static int end_signal(void)
{
    work();
    raise(atoi(arguments[2]));
    return 0;
}

NOINLINE static void leave(int how)
{
    if (how == 'e')
        exit(7);
    if (how == 'q')
        quick_exit(7);
    _exit(7);
}

NOINLINE static int leave_spawned(int depth, int how)
{
    if (depth == 0)
        leave(how);
    int below = cilk_spawn leave_spawned(depth - 1, how);
    cilk_sync;
    return below;
}

static int end_spawned(void)
{
    work();
    return leave_spawned(5, *arguments[2]);
}

static volatile sig_atomic_t told;

/* Says that it is there, then waits for a signal. */
static int end_wait(void)
{
    work();
    puts("ready");
    fflush(stdout);
    while (!told)
        pause();
    return 0;
}

static void be_told(int signal)
{
    told = signal;
}

/* The same, but takes the signal and ends by itself. */
static int end_handled(void)
{
    sigset_t mask, old;
    sigfillset(&mask);
    sigprocmask(SIG_BLOCK, &mask, &old);
    signal(SIGTERM, be_told);
    signal(SIGINT, be_told);
    signal(SIGUSR1, be_told);
    work();
    puts("ready");
    fflush(stdout);
    while (!told)
        sigsuspend(&old);
    return told;
}

/* Processes. */

static int wait_for(pid_t pid)
{
    int status;
    while (waitpid(pid, &status, 0) < 0)
        if (errno != EINTR)
            return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int process_fork(void)
{
    pid_t pid = fork();
    if (pid == 0) {
        for (int i = 0; i < 10; i++)
            work();
        exit(3);
    }
    int status = wait_for(pid);
    work();
    return status;
}

static int process_forks(void)
{
    int sum = 0;
    for (int i = 0; i < 200; i++) {
        pid_t pid = fork();
        if (pid == 0) {
            work();
            _exit(i & 1);
        }
        sum += wait_for(pid);
    }
    work();
    return sum;
}

/* The second image of the same process does more work, so that its profile is the first one. */
static int process_exec(void)
{
    work();
    char *next[] = {arguments[0], "twice", NULL};
    execv("/proc/self/exe", next);
    return 1;
}

static int process_twice(void)
{
    work();
    for (volatile int i = 0; i < 1000000; i++)
        ;
    work();
    return 5;
}

static int process_start(void)
{
    char *shell[] = {"sh", "-c", "exit 4", NULL};
    pid_t pid;
    work();
    if (posix_spawnp(&pid, "sh", NULL, NULL, shell, environ))
        return 100;
    int sum = wait_for(pid);
    sum += WEXITSTATUS(system("exit 5"));
    pid = vfork();
    if (pid == 0) {
        execvp("sh", shell);
        _exit(100);
    }
    sum += wait_for(pid);
    FILE *pipe = popen("cat", "w");
    fputs("through cat\n", pipe);
    pclose(pipe);
    return sum;
}

/* Descriptors. */

static int files_outputs(void)
{
    close(1);
    close(2);
    work();
    return 6;
}

static int files_all(void)
{
    for (int i = 0; i < 1024; i++)
        close(i);
    work();
    return 6;
}

/* Its descriptors are all as without a profiler: the lowest free one, and none more. */
static int files_count(void)
{
    int n = 0;
    work();
    for (int i = 0; i < 1024; i++)
        n += fcntl(i, F_GETFD) >= 0;
    printf("%d open\n", n);
    return 0;
}

static int files_copy(void)
{
    char buffer[4096];
    size_t n;
    work();
    while ((n = fread(buffer, 1, sizeof buffer, stdin)) > 0)
        fwrite(buffer, 1, n, stdout);
    work();
    return 0;
}

/* Jumps. */

static jmp_buf back;

NOINLINE static void jump_down(int depth)
{
    if (depth == 0)
        longjmp(back, 1);
    jump_down(depth - 1);
    __asm__ volatile(""); /* not a tail call */
}

NOINLINE static void jump_spawned(int depth)
{
    if (depth == 0)
        longjmp(back, 1);
    cilk_spawn jump_spawned(depth - 1);
    cilk_sync;
}

NOINLINE static void jump_once(int i)
{
    if (setjmp(back) == 0) {
        if (i & 1)
            jump_down(5);
        else
            jump_spawned(5);
    }
}

static int jumps(void)
{
    long n = atol(arguments[2]);
    for (long i = 0; i < n; i++)
        jump_once((int)(i & 1));
    work();
    return 0;
}

/* Signals. */

static volatile long handled;

static void on_alarm(int signal)
{
    (void)signal;
    handled += fib(5) == 5;
}

NOINLINE static void alarms(int flags)
{
    struct sigaction action = {.sa_handler = on_alarm, .sa_flags = SA_RESTART | flags};
    struct itimerval often = {{0, 1000}, {0, 1000}}, never = {{0, 0}, {0, 0}};
    sigaction(SIGALRM, &action, NULL);
    setitimer(ITIMER_REAL, &often, NULL);
    while (handled < 200)
        work();
    setitimer(ITIMER_REAL, &never, NULL);
}

static int signals_here(void)
{
    alarms(0);
    work();
    return 0;
}

static int signals_elsewhere(void)
{
    stack_t stack = {.ss_sp = malloc(1 << 16), .ss_size = 1 << 16};
    sigaltstack(&stack, NULL);
    alarms(SA_ONSTACK);
    work();
    return 0;
}

static sigjmp_buf out_of_alarm;

static void jump_from_alarm(int signal)
{
    (void)signal;
    handled++;
    siglongjmp(out_of_alarm, 1);
}

/* Handlers that never return: most interrupt the profiler inside an event. */
static int signals_jump(void)
{
    struct sigaction action = {.sa_handler = jump_from_alarm};
    struct itimerval often = {{0, 1000}, {0, 1000}}, never = {{0, 0}, {0, 0}};
    sigaction(SIGALRM, &action, NULL);
    sigsetjmp(out_of_alarm, 1);
    setitimer(ITIMER_REAL, &often, NULL);
    while (handled < 200)
        work();
    setitimer(ITIMER_REAL, &never, NULL);
    for (int i = 0; i < 10; i++)
        work();
    return 0;
}

/* Threads. */

static void *thread_work(void *leave_early)
{
    for (int i = 0; i < 20; i++)
        work();
    if (leave_early)
        pthread_exit(NULL);
    return NULL;
}

static void *thread_short(void *unused)
{
    work();
    return unused;
}

static int threads_same_time(void)
{
    pthread_t threads[4];
    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, thread_work, i & 1 ? threads : NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    return 0;
}

static int threads_many(void)
{
    for (int i = 0; i < 100; i++) {
        pthread_t thread;
        pthread_create(&thread, NULL, thread_short, NULL);
        pthread_join(thread, NULL);
    }
    return 0;
}

static int threads_leave_main(void)
{
    pthread_t thread;
    work();
    pthread_create(&thread, NULL, thread_short, NULL);
    pthread_exit(NULL);
}

/* Depth. */

NOINLINE static long deep(long n)
{
    volatile long here = n;
    return n ? 1 + deep(n - 1) + (here - n) : 0;
}

NOINLINE static long deep_spawned(long n)
{
    if (n == 0)
        return 0;
    long below = cilk_spawn deep_spawned(n - 1);
    cilk_sync;
    return below + 1;
}

static int depths(void)
{
    struct rlimit limit;
    long n = atol(arguments[2]);
    getrlimit(RLIMIT_STACK, &limit);
    if (limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur < 1 << 30) {
        limit.rlim_cur = 1 << 30;
        if (setrlimit(RLIMIT_STACK, &limit) < 0)
            return 2;
        execv("/proc/self/exe", arguments);
    }
    return deep(n) == n && deep_spawned(n) == n ? 0 : 1;
}

/* Libraries opened at run time. */

static int libraries(void)
{
    int times = atoi(arguments[3]);
    work();
    for (int i = 0; i < times; i++) {
        void *library = dlopen(arguments[2], RTLD_NOW);
        long (*twice)(long);
        if (!library) {
            fprintf(stderr, "%s\n", dlerror());
            return 1;
        }
        *(void **)&twice = dlsym(library, "library_fib");
        if (!twice || twice(15) != 610)
            return 2;
        if (dlclose(library))
            return 3;
    }
    work();
    return 0;
}

/* A loop of spawns before one sync; a recursion: long runs. The last line is the memory taken. */

static int print_memory(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    printf("%ld\n", usage.ru_maxrss);
    return 0;
}

NOINLINE static void nothing(long i)
{
    __asm__ volatile("" ::"r"(i));
}

static int spawns(void)
{
    long n = atol(arguments[2]);
    for (long i = 0; i < n; i++)
        cilk_spawn nothing(i);
    cilk_sync;
    return print_memory();
}

static int recursion(void)
{
    printf("%ld\n", fib(atol(arguments[2])));
    return print_memory();
}

static const struct {
    const char *name;
    int (*run)(void);
} acts[] = {
    {"status", end_status},
    {"null", end_null},
    {"abort", end_abort},
    {"signal", end_signal},
    {"spawned", end_spawned},
    {"wait", end_wait},
    {"handled", end_handled},
    {"fork", process_fork},
    {"forks", process_forks},
    {"exec", process_exec},
    {"twice", process_twice},
    {"start", process_start},
    {"outputs", files_outputs},
    {"all-files", files_all},
    {"count-files", files_count},
    {"copy", files_copy},
    {"jumps", jumps},
    {"alarms", signals_here},
    {"alarms-elsewhere", signals_elsewhere},
    {"alarms-jump", signals_jump},
    {"threads", threads_same_time},
    {"short-threads", threads_many},
    {"leave-main", threads_leave_main},
    {"deep", depths},
    {"library", libraries},
    {"spawns", spawns},
    {"recursion", recursion},
};

int main(int argc, char **argv)
{
    arguments = argv;
    for (size_t i = 0; argc > 1 && i < sizeof acts / sizeof *acts; i++)
        if (!strcmp(argv[1], acts[i].name))
            return acts[i].run();
    return 99;
}
