/* What a program sets of itself, its environment above all, and what it becomes by exec. */
#include "behave.h"

#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>

extern char **environ;

/* Itself, as another behaviour. */
static void become(const char *name)
{
    execl("/proc/self/exe", behave_argv[0], name, (char *)NULL);
    say("%s", strerror(errno));
}
BEHAVIOUR(forgets_what_is_loaded)
{
    unsetenv("LD_PRELOAD");
    become("end_plainly");
}
BEHAVIOUR(loads_something_else)
{
    setenv("LD_PRELOAD", "libm.so.6", 1);
    become("forks");
}
BEHAVIOUR(clears_its_environment_and_execs)
{
    clearenv();
    become("works_in_a_thread");
}
BEHAVIOUR(has_no_environment)
{
    environ = NULL;
    work();
    say("%d", getenv("PATH") == NULL);
    become("end_plainly");
}
BEHAVIOUR(has_another_environment)
{
    static char one[] = "ONE=1", path[] = "PATH=/bin:/usr/bin", *own[] = {one, path, NULL};
    environ = own;
    say("%s %d", getenv("ONE"), system("echo $ONE"));
}
BEHAVIOUR(has_much_environment)
{
    char name[32];
    for (int i = 0; i < 3000; i++) {
        snprintf(name, sizeof name, "MANY_%d", i);
        setenv(name, "value", 1);
    }
    say("%s", getenv("MANY_2999"));
    become("end_plainly");
}
BEHAVIOUR(has_a_wrong_environment)
{
    char *own[] = {(char[]){"no equals sign"}, (char[]){"=nothing before"}, (char[]){""},
                   (char[]){"TWICE=1"},        (char[]){"TWICE=2"},         NULL};
    execle("/proc/self/exe", behave_argv[0], "end_plainly", (char *)NULL, own);
}
BEHAVIOUR(shows_its_environment_by_a_file)
{
    char text[1 << 16] = "";
    int fd = open("/proc/self/environ", O_RDONLY);
    ssize_t n = read(fd, text, sizeof text - 1);
    int own = 0;
    for (ssize_t i = 0; i < n; i += (ssize_t)strlen(text + i) + 1)
        own += !strncmp(text + i, "LC_ALL=", 7) || !strncmp(text + i, "NO_COLOR=", 9);
    say("%d", own);
}

BEHAVIOUR(becomes_a_script)
{
    int fd = open("script", O_WRONLY | O_CREAT, 0700);
    dprintf(fd, "#!/bin/sh\necho a script: $1\nexit 5\n");
    close(fd);
    execl("./script", "script", "of mine", (char *)NULL);
}
BEHAVIOUR(becomes_a_script_without_a_name)
{
    int fd = open("script", O_WRONLY | O_CREAT, 0700);
    dprintf(fd, "echo by the shell\nexit 6\n");
    close(fd);
    execl("./script", "script", (char *)NULL);
    say("%s", strerror(errno));
    execlp("./script", "script", (char *)NULL);
}
BEHAVIOUR(becomes_a_script_of_itself)
{
    char path[4096] = "";
    if (readlink("/proc/self/exe", path, sizeof path - 1) < 0)
        abort();
    int fd = open("exit_77", O_WRONLY | O_CREAT, 0700);
    dprintf(fd, "#!%s\n", path);
    close(fd);
    execl("exit_77", "exit_77", (char *)NULL);
}
BEHAVIOUR(becomes_what_may_not_run)
{
    close(open("not-executable", O_WRONLY | O_CREAT, 0600));
    behave_result(execl("./not-executable", "x", (char *)NULL));
    int fd = open("nonsense", O_WRONLY | O_CREAT, 0700);
    say("%d", dprintf(fd, "\177ELFnonsense"));
    close(fd);
    behave_result(execl("./nonsense", "x", (char *)NULL));
}
BEHAVIOUR(becomes_a_file_without_a_name)
{
    char block[4096];
    int from = open("/bin/echo", O_RDONLY), fd = memfd_create("program", MFD_CLOEXEC);
    for (ssize_t n; (n = read(from, block, sizeof block)) > 0;)
        if (write(fd, block, (size_t)n) != n)
            abort();
    char *argv[] = {(char[]){"echo"}, (char[]){"from memory"}, NULL};
    fexecve(fd, argv, environ);
}
BEHAVIOUR(becomes_itself_by_a_descriptor)
{
    char *argv[] = {behave_argv[0], (char[]){"end_plainly"}, NULL};
    syscall(SYS_execveat, open("/proc/self/exe", O_RDONLY), "", argv, environ, AT_EMPTY_PATH);
}
BEHAVIOUR(becomes_itself_by_number)
{
    char *argv[] = {behave_argv[0], (char[]){"end_plainly"}, NULL};
    syscall(SYS_execve, "/proc/self/exe", argv, environ);
}
BEHAVIOUR(becomes_itself_often)
{
    const char *times = getenv("BEHAVE_TIMES");
    char next[8];
    snprintf(next, sizeof next, "%d", times ? atoi(times) + 1 : 1);
    setenv("BEHAVE_TIMES", next, 1);
    say("%s", next);
    if (atoi(next) < 8)
        become("becomes_itself_often");
}
BEHAVIOUR(becomes_itself_with_much_to_say)
{
    char *argv[2003] = {behave_argv[0], (char[]){"end_plainly"}};
    for (int i = 2; i < 2002; i++)
        argv[i] = (char[]){"an argument that means nothing"};
    execv("/proc/self/exe", argv);
}
BEHAVIOUR(becomes_nothing_for_too_much)
{
    static char much[256 << 10];
    memset(much, 'x', sizeof much - 1);
    behave_result(execl("/bin/true", "true", much, (char *)NULL));
}
static void *become_there(void *name)
{
    become(name);
    return NULL;
}
static void *spin(void *unused)
{
    (void)unused;
    for (volatile unsigned long i = 0;; i++)
        ;
    return NULL;
}
BEHAVIOUR(becomes_itself_in_a_thread_beside_others)
{
    pthread_t thread;
    for (int i = 0; i < 3; i++)
        pthread_create(&thread, NULL, spin, NULL);
    pthread_create(&thread, NULL, become_there, "exit_77");
    pthread_join(thread, NULL);
}
static void become_in_handler(int number)
{
    become(number == SIGUSR1 ? "shows_signals" : "exit_1");
}
BEHAVIOUR(becomes_itself_in_a_handler)
{
    signal(SIGUSR1, become_in_handler);
    raise(SIGUSR1);
}
BEHAVIOUR(becomes_itself_elsewhere)
{
    mkdir("elsewhere", 0700);
    say("%d", chdir("elsewhere"));
    become("leaves_files");
}
BEHAVIOUR(becomes_itself_where_nothing_is)
{
    mkdir("gone", 0700);
    say("%d", chdir("gone"));
    say("%d", rmdir("../gone"));
    become("end_plainly");
}
BEHAVIOUR(becomes_itself_at_fixed_addresses)
{
    if (personality(0xffffffff) & ADDR_NO_RANDOMIZE)
        say("fixed");
    else if (personality(ADDR_NO_RANDOMIZE) >= 0)
        become("becomes_itself_at_fixed_addresses");
}
BEHAVIOUR(becomes_itself_in_a_session)
{
    pid_t child = fork();
    if (!child) {
        setsid();
        become("forks");
    }
    behave_wait(child);
}
BEHAVIOUR(becomes_itself_by_env)
{
    char path[4096] = "";
    if (readlink("/proc/self/exe", path, sizeof path - 1) > 0)
        execl("/usr/bin/env", "env", "-i", "NEW=1", path, "end_plainly", (char *)NULL);
}

BEHAVIOUR(refuses_to_be_read)
{
    prctl(PR_SET_DUMPABLE, 0);
    pid_t child = fork();
    if (!child)
        _exit(prctl(PR_GET_DUMPABLE));
    behave_wait(child);
    become("is_not_dumpable");
}
BEHAVIOUR(sets_what_it_may)
{
    int signal = -1;
    say("%d", prctl(PR_SET_TIMERSLACK, 1000));
    say("%d", prctl(PR_GET_TIMERSLACK));
    say("%d", prctl(PR_SET_KEEPCAPS, 1));
    say("%d", prctl(PR_GET_KEEPCAPS));
    say("%d", prctl(PR_SET_PDEATHSIG, SIGHUP));
    say("%d", prctl(PR_GET_PDEATHSIG, &signal));
    say("%d", signal);
    say("%d", prctl(PR_GET_CHILD_SUBREAPER, &signal));
    say("%d", signal);
    say("%d", prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0));
    behave_result(prctl(4711));
}
BEHAVIOUR(has_another_scheduler)
{
    struct sched_param none = {0};
    say("%d", sched_setscheduler(0, SCHED_BATCH, &none));
    work();
    say("%d", sched_getscheduler(0));
    say("%d", setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + 1));
}
BEHAVIOUR(moves_between_groups)
{
    pid_t child = fork();
    if (!child) {
        say("%d", setpgid(0, 0));
        say("%d", getpgrp() == getpid());
        behave_result(tcgetpgrp(0));
        behave_result(setsid());
        _exit(0);
    }
    behave_wait(child);
    behave_result(setpgid(0, 1));
}
BEHAVIOUR(has_no_root_of_its_own)
{
    behave_result(chroot("/there/is/none"));
    mkdir("empty", 0700);
    if (!chroot("empty")) {
        say("%d", chdir("/"));
        work();
        behave_result(open("/proc/self/maps", O_RDONLY));
        behave_result(execl("/bin/true", "true", (char *)NULL));
    }
}
BEHAVIOUR(gives_its_rights_away_and_execs)
{
    say("%d", setresgid(65534, 65534, 65534));
    say("%d", setresuid(65534, 65534, 65534));
    execl("/bin/sh", "sh", "-c", "echo as another; exit 3", (char *)NULL);
}
