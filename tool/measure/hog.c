#include "tool/measure/hog.h"
#include "console/install.h"
#include "tool/common/start.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATIENCE_MS = 20000, MOST_THREADS = 64, DIGITS = 12 };

struct ends {
    int to[2], from[2];
};

static void set_up(void *data)
{
    const struct ends *e = data;
    dup2(e->to[0], STDIN_FILENO);
    dup2(e->from[1], STDOUT_FILENO);
    unsetenv("LD_PRELOAD");
}

static int start(struct sw_hog *hog, char *const *argv)
{
    struct ends e;
    if (pipe2(e.to, O_CLOEXEC) < 0)
        return -errno;
    if (pipe2(e.from, O_CLOEXEC) < 0) {
        int error = -errno;
        close(e.to[0]);
        close(e.to[1]);
        return error;
    }
    struct sw_start s = {argv, NULL, set_up, &e};
    *hog = (struct sw_hog){sw_start(&s), e.to[1], e.from[0]};
    close(e.to[0]);
    close(e.from[1]);
    if (hog->pid > 0)
        return 0;
    close(hog->to);
    close(hog->from);
    return hog->pid;
}

int sw_hog_start(struct sw_hog *hog, const int *pins, unsigned n)
{
    char path[PATH_MAX], numbers[MOST_THREADS][DIGITS], option[] = "--hog";
    char *argv[MOST_THREADS + 3] = {path, option};
    *hog = (struct sw_hog){0};
    if (!sw_install_lib())
        return -ENOENT;
    snprintf(path, sizeof path, "%s/memory-costs", sw_install_lib());
    for (unsigned i = 0; i < n && i < MOST_THREADS; i++) {
        snprintf(numbers[i], sizeof numbers[i], "%d", pins[i]);
        argv[i + 2] = numbers[i];
    }
    int error = start(hog, argv);
    if (error)
        return error;
    error = sw_hog_draw(hog, 0);
    if (error)
        sw_hog_stop(hog);
    return error ? -ENOMEM : 0;
}

int sw_hog_draw(struct sw_hog *hog, double mb_s)
{
    char text[64];
    struct pollfd p = {.fd = hog->from, .events = POLLIN};
    int n = snprintf(text, sizeof text, "%.0f\n", mb_s);
    if (waitpid(hog->pid, NULL, WNOHANG) != 0) { /* or we would write to nobody */
        hog->pid = 0;
        return -ECHILD;
    }
    if (write(hog->to, text, (size_t)n) != n)
        return -EIO;
    if (poll(&p, 1, PATIENCE_MS) <= 0)
        return -ETIMEDOUT;
    return read(hog->from, text, sizeof text) > 0 ? 0 : -ECHILD;
}

void sw_hog_stop(struct sw_hog *hog)
{
    if (hog->pid > 0) {
        kill(hog->pid, SIGKILL);
        while (waitpid(hog->pid, NULL, 0) < 0 && errno == EINTR)
            ;
    }
    if (hog->to > 0) {
        close(hog->to);
        close(hog->from);
    }
    *hog = (struct sw_hog){0};
}
