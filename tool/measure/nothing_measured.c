#include "tool/measure/nothing_measured.h"
#include "console/message.h"
#include "live/live.h"
#include "tool/common/interrupt.h"
#include "tool/common/program.h"

#include <errno.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>

/* It handed over, and we could not take it. */
static void say_not_taken(const struct sw_profiling *p)
{
    struct rlimit files = {0};
    int error = -p->receiver.error;
    getrlimit(RLIMIT_NOFILE, &files);
    if (error == EMFILE)
        sw_error("cannot read the measurements of '%s': too many open files ('ulimit -n' is %llu; "
                 "raise it)",
                 p->argv[0], (unsigned long long)files.rlim_cur);
    else
        sw_error("cannot read the measurements of '%s': %s", p->argv[0], strerror(error));
}

/* Whether that is known; says so then. */
static bool say_known(const struct sw_profiling *p, int status)
{
    struct rlimit size;
    const char *program = p->argv[0];
    int by = WIFSIGNALED(status) ? WTERMSIG(status) : sw_interrupt_asked();
    bool is_limited = getrlimit(RLIMIT_FSIZE, &size) == 0 && size.rlim_cur < SW_LIVE_SMALLEST;
    if (p->receiver.error)
        say_not_taken(p);
    else if (is_limited)
        sw_error("nothing was measured: 'ulimit -f' is %llu kB, but measuring needs a file of %llu "
                 "MB in memory; raise it",
                 (unsigned long long)size.rlim_cur >> 10, SW_LIVE_SMALLEST >> 20);
    else if (by)
        sw_error("nothing was measured: '%s' was killed by signal %d (%s) before %s", program, by,
                 strsignal(by), p->front_end->beginning);
    else if (sw_program_is_privileged(program))
        sw_error("nothing was measured: '%s' runs with other privileges than yours (setuid, setgid "
                 "or capabilities), so Spanwise cannot be loaded into it",
                 program);
    else
        return false;
    return true;
}

void sw_nothing_measured_say(const struct sw_profiling *p, int status)
{
    /* What is in the program has said so, if it had no memory; but it may be that, or something else. */
    struct rlimit memory;
    bool is_limited = getrlimit(RLIMIT_AS, &memory) == 0 && memory.rlim_cur != RLIM_INFINITY;
    const char * or = is_limited ? "'ulimit -v' left it too little memory, or " : "";
    const char *program = p->argv[0];
    bool has_given_up = p->options.limit_ns && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
    if (has_given_up || say_known(p, status))
        return;
    if (p->front_end->say_nothing)
        p->front_end->say_nothing(program);
    else
        sw_error("nothing was measured: %s'%s' %s", or, program, p->front_end->ended);
}
