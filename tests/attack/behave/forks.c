/* Processes by every way that the system has: fork, vfork, clone with all kinds of flags, clone3, spawn; and how they are waited for. */
#include "behave.h"

#include <fcntl.h>
#include <linux/sched.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#ifndef CLONE_CLEAR_SIGHAND
#define CLONE_CLEAR_SIGHAND 0x100000000ull
#endif

extern char **environ;
static volatile sig_atomic_t came;
static void note(int number)
{
    came += number != 0;
}

/* The status as behave_wait() says it, of a child that does not end by SIGCHLD. */
static void wait_any_kind(pid_t child)
{
    int status = 0;
    pid_t got = waitpid(child, &status, __WALL);
    say("%d, ended with %d", got == child,
        WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status));
}
static pid_t clone_raw(unsigned long flags, int *parent, int *child)
{
#ifdef __aarch64__
    return (pid_t)syscall(SYS_clone, flags, 0, parent, 0, child);
#else
    return (pid_t)syscall(SYS_clone, flags, 0, parent, child, 0);
#endif
}
static pid_t clone3_raw(uint64_t flags, uint64_t signal)
{
    struct clone_args args = {.flags = flags, .exit_signal = signal};
    return (pid_t)syscall(SYS_clone3, &args, sizeof args);
}

BEHAVIOUR(forks_by_number)
{
#ifdef SYS_fork
    pid_t child = (pid_t)syscall(SYS_fork);
#else
    pid_t child = clone_raw(SIGCHLD, NULL, NULL);
#endif
    if (!child)
        _exit(6);
    behave_wait(child);
}
BEHAVIOUR(forks_without_handlers)
{
    pid_t child = _Fork();
    if (!child)
        _exit(7);
    behave_wait(child);
}
BEHAVIOUR(clones_often)
{
    for (int i = 0; i < 20; i++) {
        pid_t child = clone_raw(SIGCHLD, NULL, NULL);
        if (!child)
            _exit(i);
        behave_wait(child);
    }
}
BEHAVIOUR(clones_and_exits)
{
    pid_t child = clone_raw(SIGCHLD, NULL, NULL);
    if (!child) {
        say("a clone");
        exit(7);
    }
    behave_wait(child);
    work();
}
BEHAVIOUR(clones_and_execs)
{
    pid_t child = clone_raw(SIGCHLD, NULL, NULL);
    if (!child)
        execl("/proc/self/exe", behave_argv[0], "exit_77", (char *)NULL);
    behave_wait(child);
}
BEHAVIOUR(clones_and_child_dies)
{
    pid_t child = clone_raw(SIGCHLD, NULL, NULL);
    if (!child)
        kill((pid_t)syscall(SYS_getpid), SIGKILL);
    behave_wait(child);
}
BEHAVIOUR(clones_sharing_files)
{
    pid_t child = clone_raw(CLONE_FILES | SIGCHLD, NULL, NULL);
    if (!child)
        _exit(dup2(1, 77));
    behave_wait(child);
    say("%d", dprintf(77, "the child's file\n"));
}
BEHAVIOUR(clones_sharing_folders)
{
    char path[64] = "";
    pid_t child = clone_raw(CLONE_FS | SIGCHLD, NULL, NULL);
    if (!child)
        _exit(chdir("/proc"));
    behave_wait(child);
    say("%s", getcwd(path, sizeof path));
}
BEHAVIOUR(clones_with_numbers)
{
    int parent = 0, own = 0;
    pid_t child = clone_raw(CLONE_PARENT_SETTID | CLONE_CHILD_SETTID | SIGCHLD, &parent, &own);
    if (!child)
        _exit(own == (int)syscall(SYS_getpid) ? 8 : 9);
    behave_wait(child);
    say("%d %d", parent == child, own);
}
BEHAVIOUR(clones_without_a_signal)
{
    pid_t child = clone_raw(0, NULL, NULL);
    if (!child)
        _exit(9);
    behave_result(waitpid(child, NULL, 0));
    wait_any_kind(child);
}
BEHAVIOUR(clones_with_another_signal)
{
    signal(SIGUSR1, note);
    pid_t child = clone_raw(SIGUSR1, NULL, NULL);
    if (!child)
        _exit(10);
    while (!came)
        usleep(1000);
    wait_any_kind(child);
    say("%d", came);
}
BEHAVIOUR(clones_a_sibling)
{
    int ends[2];
    if (pipe(ends))
        abort();
    pid_t parent = getppid(), child = clone_raw(CLONE_PARENT | SIGCHLD, NULL, NULL);
    if (!child)
        _exit(!dprintf(ends[1], "%d", getppid() == parent));
    behave_read(ends);
    behave_result(waitpid(child, NULL, 0));
}
BEHAVIOUR(clones_with_a_file)
{
    int fd = -1;
    siginfo_t info = {0};
    pid_t child = clone_raw(CLONE_PIDFD | SIGCHLD, &fd, NULL);
    if (!child)
        _exit(11);
    int failed = waitid((idtype_t)P_PIDFD, (id_t)fd, &info, WEXITED);
    say("%d %d %d %d", failed, fd, info.si_pid == child, info.si_status);
}
BEHAVIOUR(clones_into_namespaces)
{
    pid_t child = clone_raw(CLONE_NEWPID | CLONE_NEWNS | CLONE_NEWIPC | SIGCHLD, NULL, NULL);
    if (!child)
        _exit((int)syscall(SYS_getpid));
    behave_wait(child);
}
BEHAVIOUR(unshares)
{
    say("%d", unshare(CLONE_FILES | CLONE_FS | CLONE_SYSVSEM));
}
BEHAVIOUR(unshares_its_names)
{
    say("%d", unshare(CLONE_NEWUTS | CLONE_NEWNS));
}
BEHAVIOUR(clones_wrongly)
{
    behave_result(clone_raw(CLONE_SIGHAND | SIGCHLD, NULL, NULL));
    behave_result(clone_raw(CLONE_THREAD | SIGCHLD, NULL, NULL));
    behave_result(clone3_raw(CLONE_DETACHED, SIGCHLD));
    behave_result(syscall(SYS_clone3, NULL, 8));
}

/* Of one memory with its parent: it has no thread of libc's of its own, so it calls the system by itself. */
static _Alignas(64) char clone_stack[1 << 16];
static volatile int from_child;
static int set_and_leave(void *value)
{
    from_child = (int)(intptr_t)value;
    syscall(SYS_exit, 3);
    return 0;
}
static void clone_with_stack(int flags, int value)
{
    wait_any_kind(
        clone(set_and_leave, clone_stack + sizeof clone_stack, flags, (void *)(intptr_t)value));
    say("%d", from_child);
}
BEHAVIOUR(clones_with_a_stack)
{
    clone_with_stack(SIGCHLD, 12);
}
BEHAVIOUR(clones_sharing_memory)
{
    clone_with_stack(CLONE_VM | SIGCHLD, 13);
}
BEHAVIOUR(clones_sharing_all_but_its_number)
{
    clone_with_stack(
        CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_SYSVSEM | CLONE_IO | SIGCHLD, 14);
}
BEHAVIOUR(clones_as_vfork)
{
    clone_with_stack(CLONE_VM | CLONE_VFORK | SIGCHLD, 15);
}
static int exec_and_leave(void *path)
{
    char *argv[] = {(char[]){"echo"}, (char[]){"of clone"}, NULL};
    execve(path, argv, environ);
    _exit(127);
}
BEHAVIOUR(clones_as_vfork_and_execs)
{
    wait_any_kind(clone(exec_and_leave, clone_stack + sizeof clone_stack,
                        CLONE_VM | CLONE_VFORK | SIGCHLD, "/bin/echo"));
}
BEHAVIOUR(clones_a_thread)
{
    static volatile pid_t alive = 1;
    int flags = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM |
                CLONE_CHILD_CLEARTID;
    pid_t thread = clone(set_and_leave, clone_stack + sizeof clone_stack, flags, (void *)16, NULL,
                         NULL, &alive);
    while (alive)
        usleep(1000);
    say("%d %d", thread > 0, from_child);
}
BEHAVIOUR(clones_by_clone3)
{
    pid_t child = clone3_raw(0, SIGCHLD);
    if (!child)
        _exit(17);
    behave_wait(child);
}
BEHAVIOUR(clones_by_clone3_and_works_on)
{
    for (int i = 0; i < 5; i++) {
        pid_t child = clone3_raw(CLONE_FS, SIGCHLD);
        if (!child) {
            say("a clone");
            exit(i);
        }
        behave_wait(child);
        work();
    }
}
BEHAVIOUR(clones_by_clone3_and_execs)
{
    pid_t child = clone3_raw(0, SIGCHLD);
    if (!child)
        execl("/proc/self/exe", behave_argv[0], "forks", (char *)NULL);
    behave_wait(child);
}
BEHAVIOUR(clones_by_clone3_without_handlers)
{
    struct sigaction action;
    signal(SIGUSR1, note);
    pid_t child = clone3_raw(CLONE_CLEAR_SIGHAND, SIGCHLD);
    if (!child)
        _exit(sigaction(SIGUSR1, NULL, &action) || action.sa_handler != SIG_DFL);
    behave_wait(child);
}
BEHAVIOUR(clones_by_clone3_without_a_signal)
{
    pid_t child = clone3_raw(0, 0);
    if (!child)
        _exit(18);
    wait_any_kind(child);
}

static int fork_on(int depth)
{
    pid_t child = depth ? fork() : -1;
    int status = 0;
    if (!child)
        _exit(fork_on(depth - 1) + 1);
    if (child > 0)
        waitpid(child, &status, 0);
    return WEXITSTATUS(status);
}
BEHAVIOUR(forks_in_children_of_children)
{
    say("%d", fork_on(6));
}
static volatile bool enough;
static void *allocate(void *arg)
{
    while (!enough)
        free(malloc(1000));
    return arg;
}
static int allocate_once(void)
{
    char *volatile some = malloc(1000);
    return some ? 0 : 1;
}
BEHAVIOUR(forks_beside_threads_that_allocate)
{
    pthread_t threads[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, allocate, NULL);
    for (int i = 0; i < 10; i++)
        behave_fork(allocate_once);
    enough = true;
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
}
static void *fork_some(void *sum)
{
    for (int i = 0; i < 5; i++) {
        int status = 0;
        pid_t child = fork();
        if (!child)
            _exit(i);
        waitpid(child, &status, 0);
        __atomic_add_fetch((int *)sum, WEXITSTATUS(status), __ATOMIC_RELAXED);
    }
    return NULL;
}
BEHAVIOUR(forks_in_many_threads)
{
    pthread_t threads[4];
    int sum = 0;
    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, fork_some, &sum);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    say("%d", sum);
}
static void fork_in_handler(int number)
{
    pid_t child = fork();
    if (!child)
        _exit(number == SIGUSR1 ? 19 : 20);
    behave_wait(child);
}
BEHAVIOUR(forks_in_a_handler)
{
    signal(SIGUSR1, fork_in_handler);
    raise(SIGUSR1);
}
static void *vfork_there(void *arg)
{
    pid_t child = vfork();
    if (!child)
        _exit(21);
    behave_wait(child);
    return arg;
}
BEHAVIOUR(vforks_in_a_thread)
{
    pthread_t thread;
    pthread_create(&thread, NULL, vfork_there, NULL);
    pthread_join(thread, NULL);
}
BEHAVIOUR(vforks_often)
{
    int status, sum = 0;
    for (int i = 0; i < 50; i++) {
        pid_t child = vfork();
        if (!child)
            _exit(i & 7);
        waitpid(child, &status, 0);
        sum += WEXITSTATUS(status);
    }
    say("%d", sum);
}

/* What is spawned. */
static void spawn(const char *script, posix_spawn_file_actions_t *actions, posix_spawnattr_t *attr)
{
    pid_t child;
    char *argv[] = {(char[]){"sh"}, (char[]){"-c"}, (char *)script, NULL};
    int error = posix_spawnp(&child, "sh", actions, attr, argv, environ);
    if (error)
        say("%s", strerror(error));
    else
        behave_wait(child);
}
BEHAVIOUR(spawns_with_files)
{
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 5, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, 1, 6);
    posix_spawn_file_actions_addclose(&actions, 2);
    posix_spawn_file_actions_addchdir_np(&actions, "/proc");
    spawn("cat <&5; echo six >&6; pwd; echo lost >&2", &actions, NULL);
}
static void spawn_with(short flags, const char *script)
{
    posix_spawnattr_t attr;
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    posix_spawnattr_init(&attr);
    posix_spawnattr_setflags(&attr, flags);
    posix_spawnattr_setsigmask(&attr, &set);
    posix_spawnattr_setsigdefault(&attr, &set);
    spawn(script, NULL, &attr);
}
BEHAVIOUR(spawns_with_a_mask)
{
    spawn_with(POSIX_SPAWN_SETSIGMASK, "kill -TERM $$; echo alive; kill -USR1 $$");
}
BEHAVIOUR(spawns_with_signals_as_they_were)
{
    signal(SIGTERM, SIG_IGN);
    spawn("kill -TERM $$; echo alive", NULL, NULL);
    spawn_with(POSIX_SPAWN_SETSIGDEF, "kill -TERM $$; echo alive");
}
BEHAVIOUR(spawns_in_a_group)
{
    spawn_with(POSIX_SPAWN_SETPGROUP, "read a b c d e rest </proc/$$/stat; [ $$ = $e ]");
}
BEHAVIOUR(spawns_in_a_session)
{
    spawn_with(POSIX_SPAWN_SETSID, "read a b c d e f rest </proc/$$/stat; [ $$ = $f ]");
}
BEHAVIOUR(spawns_what_is_missing)
{
    pid_t child;
    say("%s", strerror(posix_spawn(&child, "/there/is/none", NULL, NULL, behave_argv, environ)));
}
BEHAVIOUR(spawns_itself)
{
    pid_t child;
    char *argv[] = {behave_argv[0], (char[]){"raises_TERM"}, NULL};
    if (posix_spawn(&child, "/proc/self/exe", NULL, NULL, argv, environ))
        abort();
    behave_wait(child);
}
BEHAVIOUR(runs_system_that_dies)
{
    int status = system("kill -KILL $$");
    say("%d %d", WIFSIGNALED(status), WTERMSIG(status));
    say("%d", system(NULL) != 0);
}
BEHAVIOUR(runs_popen_to_write)
{
    FILE *one = popen("cat", "we"), *two = popen("cat >two.txt", "w");
    fputs("to the first\n", one), fputs("to the second\n", two);
    say("%d", pclose(one));
    say("%d", pclose(two));
}
BEHAVIOUR(becomes_a_daemon_without_files)
{
    int ends[2];
    if (pipe(ends))
        abort();
    pid_t child = fork();
    if (!child) {
        dup2(ends[1], 50);
        close(ends[1]);
        if (daemon(0, 0))
            _exit(1);
        printf("lost");
        _exit(dprintf(50, "%d %s", getsid(0) == getpgrp(), getcwd((char[9]){""}, 9)) < 0);
    }
    behave_wait(child);
    behave_read(ends);
}

/* How they are waited for. */
static int leave_22(void)
{
    return 22;
}
static pid_t fork_for(int (*run)(void))
{
    pid_t child = fork();
    if (!child)
        _exit(run());
    return child;
}
BEHAVIOUR(waits_by_waitid)
{
    siginfo_t info = {0};
    pid_t child = fork_for(leave_22);
    say("%d", waitid(P_PID, (id_t)child, &info, WEXITED | WNOWAIT));
    say("%d %d %d", info.si_signo, info.si_code, info.si_status);
    behave_wait(child);
}
BEHAVIOUR(waits_with_usage)
{
    int status;
    struct rusage usage;
    pid_t child = fork_for(leave_22), got = wait4(child, &status, 0, &usage);
    say("%d %d", got == child, WEXITSTATUS(status));
}
static int stop_itself(void)
{
    raise(SIGSTOP);
    return 23;
}
BEHAVIOUR(waits_for_one_that_stops)
{
    int status;
    pid_t child = fork_for(stop_itself);
    waitpid(child, &status, WUNTRACED);
    say("%d %d", WIFSTOPPED(status), WIFSTOPPED(status) ? WSTOPSIG(status) : 0);
    kill(child, SIGCONT);
    behave_wait(child);
}
BEHAVIOUR(waits_for_grandchildren)
{
    say("%d", prctl(PR_SET_CHILD_SUBREAPER, 1));
    pid_t child = fork();
    if (!child) {
        for (int i = 0; i < 3; i++)
            fork_for(leave_22);
        _exit(0);
    }
    int n = 0, sum = 0, status;
    while (wait(&status) > 0)
        n++, sum += WEXITSTATUS(status);
    say("%d %d", n, sum);
}
static int leave_a_child(void)
{
    int ends[2], byte;
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR2);
    sigprocmask(SIG_BLOCK, &set, NULL);
    if (pipe(ends))
        abort();
    pid_t child = fork();
    if (!child) {
        prctl(PR_SET_PDEATHSIG, SIGUSR2);
        close(ends[0]), close(ends[1]);
        _exit(sigwaitinfo(&set, NULL));
    }
    close(ends[1]);
    return read(ends[0], &byte, 1) != 0; /* when it is ready to hear of our end */
}
BEHAVIOUR(dies_before_its_child)
{
    int status = 0;
    say("%d", prctl(PR_SET_CHILD_SUBREAPER, 1));
    behave_fork(leave_a_child);
    pid_t got = wait(&status);
    say("%d %d", got > 0, WEXITSTATUS(status));
}
