#include "tool/measure/helper.h"
#include "base/clock.h"
#include "console/install.h"
#include "tool/common/interrupt.h"
#include "tool/measure/child.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_ARGUMENTS = 16 };

static void execute(const struct sw_helper *h, const char *path, int to)
{
    char *argv[MOST_ARGUMENTS + 2] = {(char *)path};
    for (int i = 0; h->arguments && h->arguments[i] && i < MOST_ARGUMENTS; i++)
        argv[i + 1] = (char *)h->arguments[i];
    sw_interrupt_leave();
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* it is of no use to anybody else */
    dup2(to, STDOUT_FILENO);
    unsetenv("LD_PRELOAD");
    unsetenv("OMP_NUM_THREADS");
    unsetenv("OMP_THREAD_LIMIT");
    unsetenv("OMP_DISPLAY_AFFINITY"); /* what it prints is the program's to print */
    unsetenv("OMP_DISPLAY_ENV");
    for (const char *const *e = h->environment; e && *e; e += 2)
        setenv(e[0], e[1], 1);
    execv(path, argv);
    _exit(127);
}

/* What it writes in time, and before we are asked to end; false: it has not ended. */
static bool read_all(int fd, unsigned limit_ms, char *text, size_t size, size_t *n)
{
    uint64_t end = sw_clock_ns() + limit_ms * UINT64_C(1000000);
    for (uint64_t now; *n + 1 < size && (now = sw_clock_ns()) < end && !sw_interrupt_asked();) {
        struct pollfd p = {.fd = fd, .events = POLLIN};
        if (sw_interrupt_wait(&p, 1, (int)((end - now) / 1000000) + 1) <= 0)
            continue;
        ssize_t got = read(fd, text + *n, size - 1 - *n);
        if (got <= 0)
            return true;
        *n += (size_t)got;
    }
    return false;
}

static void reap(pid_t child)
{
    kill(child, SIGKILL); /* it has said all, or never will */
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
        ;
}

bool sw_helper_run(const struct sw_helper *h, char *text, size_t size)
{
    char path[PATH_MAX];
    int ends[2];
    size_t n = 0;
    bool is_held = sw_interrupt_is_held();
    *text = 0;
    if (sw_interrupt_asked() || !sw_install_lib() || pipe2(ends, O_CLOEXEC) < 0)
        return false;
    snprintf(path, sizeof path, "%s/%s", sw_install_lib(), h->name);
    sw_interrupt_begin(false); /* whoever asks us to end, it ends first */
    pid_t child = fork();
    if (child == 0)
        execute(h, path, ends[1]);
    close(ends[1]);
    bool whole = child > 0 && read_all(ends[0], h->limit_ms, text, size, &n);
    close(ends[0]);
    if (child > 0)
        reap(child);
    sw_interrupt_end();
    if (!is_held)
        sw_interrupt_release();
    if (!is_held && sw_interrupt_asked())
        sw_child_repeat_end(sw_interrupt_asked());
    text[whole && n && text[n - 1] == '\n' ? n : 0] = 0;
    return *text;
}
