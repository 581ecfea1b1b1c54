#include "behave.h"

#include <signal.h>
#include <stdarg.h>
#include <sys/wait.h>

enum { MOST = 1024 };

static struct {
    const char *name;
    void (*run)(void);
    int blocks;
} all[MOST];
static int n_all;
char **behave_argv;

void behave_add(const char *name, void (*run)(void), int blocks)
{
    if (n_all == MOST)
        abort();
    all[n_all].name = name;
    all[n_all].run = run;
    all[n_all++].blocks = blocks;
}

void say(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    putchar('\n');
    fflush(stdout);
}

void behave_result(long got)
{
    int error = errno;
    say("%ld%s%s", got, got < 0 ? " " : "", got < 0 ? strerror(error) : "");
}

void behave_wait(pid_t child)
{
    int status;
    if (child < 0 || waitpid(child, &status, 0) != child)
        say("no child");
    else if (WIFSIGNALED(status))
        say("the child was killed by %d", WTERMSIG(status));
    else
        say("the child ended with %d", WEXITSTATUS(status));
}

void behave_fork(int (*run)(void))
{
    pid_t child = fork();
    if (!child)
        _exit(run());
    behave_wait(child);
}

void behave_read(int ends[2])
{
    char text[4096] = "";
    size_t n = 0;
    close(ends[1]);
    for (ssize_t got = 1; got > 0; n += got > 0 ? (size_t)got : 0)
        got = read(ends[0], text + n, sizeof text - 1 - n);
    say("%zu '%s'", n, text);
}

static void block(int number)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, number);
    sigprocmask(SIG_BLOCK, &set, NULL);
}

int main(int argc, char **argv)
{
    behave_argv = argv;
    for (int i = 0; argc == 2 && !strcmp(argv[1], "--list") && i < n_all; i++)
        puts(all[i].name);
    for (int i = 0; argc > 1 && i < n_all; i++)
        if (!strcmp(argv[1], all[i].name)) {
            if (all[i].blocks)
                block(all[i].blocks);
            work();
            all[i].run();
            work();
            say("the end");
            return 0;
        }
    return argc < 2 || strcmp(argv[1], "--list");
}
