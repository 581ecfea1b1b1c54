/* Processes: children of all kinds, other programs in one's place, rights, groups. */
#include "behave.h"

#include <fcntl.h>
#include <grp.h>
#include <linux/sched.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>

BEHAVIOUR(forks)
{
    pid_t child = fork();
    if (!child) {
        say("a child");
        _exit(3);
    }
    behave_wait(child);
}
BEHAVIOUR(forks_and_works)
{
    pid_t child = fork();
    if (!child) {
        unsigned long sum = 0;
        for (unsigned long i = 0; i < 1000; i++)
            sum += i;
        say("%lu", sum);
        exit(4);
    }
    behave_wait(child);
    work();
}
BEHAVIOUR(forks_and_child_dies)
{
    pid_t child = fork();
    if (!child)
        raise(SIGKILL);
    behave_wait(child);
}
BEHAVIOUR(forks_many)
{
    for (int i = 0; i < 20; i++) {
        pid_t child = fork();
        if (!child)
            _exit(i);
        behave_wait(child);
    }
}
BEHAVIOUR(forks_twice)
{
    int ends[2];
    char letter = 0;
    if (pipe(ends))
        abort();
    pid_t child = fork();
    if (!child) {
        if (fork())
            _exit(0);
        close(ends[0]);
        _exit(write(ends[1], "g", 1) != 1);
    }
    close(ends[1]);
    behave_wait(child);
    ssize_t n = read(ends[0], &letter, 1);
    say("%zd %c", n, letter);
}
BEHAVIOUR(becomes_a_daemon)
{
    int ends[2];
    char text[32] = "";
    if (pipe(ends))
        abort();
    pid_t child = fork();
    if (!child) {
        close(ends[0]);
        if (daemon(1, 1))
            _exit(1);
        dprintf(ends[1], "%d %d", getsid(0) == getpgrp(), isatty(0));
        _exit(0);
    }
    close(ends[1]);
    behave_wait(child);
    ssize_t n = read(ends[0], text, sizeof text - 1);
    say("%zd %s", n, text);
}
BEHAVIOUR(vforks)
{
    pid_t child = vfork();
    if (!child) {
        execl("/bin/echo", "echo", "of vfork", (char *)NULL);
        _exit(127);
    }
    behave_wait(child);
}
BEHAVIOUR(vforks_and_leaves)
{
    pid_t child = vfork();
    if (!child)
        _exit(5);
    behave_wait(child);
}
BEHAVIOUR(clones)
{
    pid_t child = (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
    if (!child)
        _exit(6);
    behave_wait(child);
}
/* Copies of the process that are none of fork()'s: more of them are in forks.c. */
BEHAVIOUR(asks_for_clone3)
{
    long without = syscall(SYS_clone3, NULL, 0), error = errno;
    long at_nothing = syscall(SYS_clone3, NULL, sizeof(struct clone_args));
    say("%ld %ld, %ld %d", without, error, at_nothing, errno);
}
static int leave(void *status)
{
    exit(*(int *)status);
}
static void clone_it(int flags)
{
    static _Alignas(16) char stack[1 << 18];
    int status = 8;
    behave_wait(clone(leave, stack + sizeof stack, flags | SIGCHLD, &status));
    work();
}
BEHAVIOUR(clones_a_function)
{
    clone_it(0);
}
BEHAVIOUR(clones_a_function_that_is_waited_for)
{
    clone_it(CLONE_VFORK);
}
BEHAVIOUR(forks_by_the_bare_function)
{
    pid_t child = _Fork();
    if (!child)
        exit(9);
    behave_wait(child);
    work();
}
BEHAVIOUR(runs_system)
{
    say("%d", WEXITSTATUS(system("echo by the shell; exit 3")));
}
BEHAVIOUR(runs_popen)
{
    char line[64] = "";
    FILE *in = popen("echo piped", "r");
    if (in && fgets(line, sizeof line, in))
        say("%s%d", line, pclose(in));
}
extern char **environ;
BEHAVIOUR(runs_posix_spawn)
{
    pid_t child;
    char *argv[] = {(char[]){"echo"}, (char[]){"spawned"}, NULL};
    if (posix_spawn(&child, "/bin/echo", NULL, NULL, argv, environ))
        abort();
    behave_wait(child);
}
BEHAVIOUR(execs_another)
{
    execl("/bin/sh", "sh", "-c", "echo instead; exit 9", (char *)NULL);
}
BEHAVIOUR(execs_itself)
{
    execl("/proc/self/exe", behave_argv[0], "end_plainly", (char *)NULL);
}
BEHAVIOUR(execs_itself_and_dies)
{
    execl("/proc/self/exe", behave_argv[0], "raises_TERM", (char *)NULL);
}
BEHAVIOUR(execs_what_is_missing)
{
    execl("/there/is/none", "none", (char *)NULL);
    say("%s", strerror(errno));
}
BEHAVIOUR(execs_without_environment)
{
    char *none[] = {NULL}, *argv[] = {behave_argv[0], (char[]){"end_plainly"}, NULL};
    execve("/proc/self/exe", argv, none);
}
BEHAVIOUR(execs_a_directory)
{
    execl("/", "/", (char *)NULL);
    say("%s", strerror(errno));
}
BEHAVIOUR(execs_in_a_child)
{
    pid_t child = fork();
    if (!child)
        execl("/proc/self/exe", behave_argv[0], "exit_77", (char *)NULL);
    behave_wait(child);
}
BEHAVIOUR(execs_with_a_mask)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigprocmask(SIG_BLOCK, &set, NULL);
    signal(SIGUSR2, SIG_IGN);
    execl("/proc/self/exe", behave_argv[0], "shows_signals", (char *)NULL);
}
BEHAVIOUR(waits_for_nobody)
{
    pid_t child = wait(NULL);
    say("%d %s", child, strerror(errno));
}
BEHAVIOUR(ignores_children)
{
    signal(SIGCHLD, SIG_IGN);
    pid_t child = fork();
    if (!child)
        _exit(1);
    child = waitpid(child, NULL, 0);
    say("%d %s", child, strerror(errno));
}
static volatile sig_atomic_t ended;
static void note_end(int number)
{
    ended += number == SIGCHLD;
}
BEHAVIOUR(hears_of_children)
{
    signal(SIGCHLD, note_end);
    pid_t child = fork();
    if (!child)
        _exit(0);
    while (!ended)
        usleep(1000);
    behave_wait(child);
    say("%d", ended);
}
BEHAVIOUR(shows_its_group)
{
    say("%d %d %d", getpgrp() == getpid(), getsid(0) == getpid(), getppid() > 1);
}
BEHAVIOUR(makes_a_group)
{
    setpgid(0, 0);
    say("%d", getpgrp() == getpid());
}
BEHAVIOUR(makes_a_session)
{
    pid_t child = fork();
    if (!child)
        _exit(setsid() != getpid());
    behave_wait(child);
}
BEHAVIOUR(makes_a_subreaper)
{
    say("%d", prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0));
}
BEHAVIOUR(is_traced)
{
    pid_t child = fork();
    int status;
    if (!child) {
        ptrace(PTRACE_TRACEME, 0, NULL, NULL);
        raise(SIGSTOP);
        _exit(8);
    }
    waitpid(child, &status, 0);
    say("%d %d", WIFSTOPPED(status), WSTOPSIG(status));
    ptrace(PTRACE_CONT, child, NULL, NULL);
    behave_wait(child);
}
BEHAVIOUR(lets_itself_be_traced)
{
    say("%ld", ptrace(PTRACE_TRACEME, 0, NULL, NULL));
}
BEHAVIOUR(sets_its_group_to_its_own)
{
    say("%d", setgid(getgid()));
}
BEHAVIOUR(sets_its_user_to_its_own)
{
    say("%d", setuid(getuid()));
}
BEHAVIOUR(sets_its_rights_back_and_forth)
{
    uid_t user = geteuid();
    int lost = seteuid(65534), back = seteuid(user);
    say("%d %d %d", lost, back, geteuid() == user);
}
BEHAVIOUR(gives_its_rights_away)
{
    gid_t none = 65534;
    say("%d", setgroups(1, &none));
    say("%d", setresgid(none, none, none));
    say("%d", setresuid(65534, 65534, 65534));
    work();
    say("%d", geteuid() == 65534);
}
BEHAVIOUR(wants_no_new_rights)
{
    say("%d", prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0));
}
BEHAVIOUR(is_not_dumpable)
{
    say("%d", prctl(PR_GET_DUMPABLE, 0, 0, 0, 0));
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    work();
    say("%d", prctl(PR_GET_DUMPABLE, 0, 0, 0, 0));
}
BEHAVIOUR(has_a_name)
{
    char name[16] = "";
    prctl(PR_GET_NAME, name, 0, 0, 0);
    say("%s", name);
    prctl(PR_SET_NAME, "\033]0;evil\007%s%n", 0, 0, 0);
    work();
    prctl(PR_GET_NAME, name, 0, 0, 0);
    say("%d", !strcmp(name, "\033]0;evil\007%s%n"));
}
BEHAVIOUR(shows_its_priority)
{
    say("%d %d", getpriority(PRIO_PROCESS, 0), sched_getscheduler(0));
}
BEHAVIOUR(is_nice)
{
    say("%d", nice(3));
}
BEHAVIOUR(shows_its_processors)
{
    cpu_set_t set;
    int error = sched_getaffinity(0, sizeof set, &set);
    say("%d %d", error, CPU_COUNT(&set));
}
BEHAVIOUR(binds_itself)
{
    cpu_set_t set, one;
    CPU_ZERO(&one);
    sched_getaffinity(0, sizeof set, &set);
    for (int i = 0; i < CPU_SETSIZE && !CPU_COUNT(&one); i++)
        if (CPU_ISSET(i, &set))
            CPU_SET(i, &one);
    say("%d", sched_setaffinity(0, sizeof one, &one));
}
BEHAVIOUR(changes_its_root)
{
    mkdir("inside", 0700);
    say("%d", chroot("inside") == 0 || errno == EPERM);
    say("%d", chdir("/"));
}
