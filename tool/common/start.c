#include "tool/common/start.h"
#include "tool/common/interrupt.h"
#include "tool/common/program.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* If we are killed (SIGKILL), so is the program: after exec, too, unless that changes its privileges; but not what it forks. */
static void end_with(pid_t tool)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != tool)
        _exit(126);
}

static void exec_program(const struct sw_start *s, pid_t tool, int report_fd)
{
    char path[PATH_MAX];
    end_with(tool);
    sw_interrupt_leave();
    s->set_up(s->data);
    for (const char *const *e = s->environment; e && e[0]; e += 2)
        setenv(e[0], e[1], 1);
    if (sw_program_find(s->argv[0], path) && sw_program_is_elf(path))
        execv(path, s->argv); /* execvp() would have the shell try what the kernel refuses */
    else
        execvp(s->argv[0], s->argv);
    int error = errno;
    if (write(report_fd, &error, sizeof error) < 0)
        _exit(126);
    _exit(127);
}

pid_t sw_start(const struct sw_start *s)
{
    int ends[2], error = 0;
    if (pipe2(ends, O_CLOEXEC) < 0)
        return -errno;
    fflush(NULL);
    pid_t tool = getpid(), pid = fork();
    if (pid == 0)
        exec_program(s, tool, ends[1]);
    if (pid < 0)
        error = errno;
    close(ends[1]);
    if (pid > 0 && read(ends[0], &error, sizeof error) == sizeof error)
        while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
            ;
    close(ends[0]);
    return error ? -error : pid;
}
