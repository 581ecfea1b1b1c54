#include "behave.h"

#include <stdarg.h>
#include <sys/wait.h>

enum { MOST = 512 };

static struct {
    const char *name;
    void (*run)(void);
} all[MOST];
static int n_all;
char **behave_argv;

void behave_add(const char *name, void (*run)(void))
{
    all[n_all].name = name;
    all[n_all++].run = run;
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

int main(int argc, char **argv)
{
    behave_argv = argv;
    for (int i = 0; argc == 2 && !strcmp(argv[1], "--list") && i < n_all; i++)
        puts(all[i].name);
    for (int i = 0; argc > 1 && i < n_all; i++)
        if (!strcmp(argv[1], all[i].name)) {
            work();
            all[i].run();
            work();
            say("the end");
            return 0;
        }
    return argc < 2 || strcmp(argv[1], "--list");
}
