#include "tool/simulations.h"
#include "profile/join.h"
#include "tool/command.h"
#include "tool/progress.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static size_t count(const bool *wanted)
{
    size_t n = 0;
    for (size_t i = 1; i <= SW_PROCESSORS_MAX; i++)
        n += wanted[i];
    return n;
}

static bool write_all(int fd, const char *data, ssize_t size)
{
    while (size > 0) {
        ssize_t n = write(fd, data, (size_t)size);
        if (n <= 0)
            return false;
        data += n;
        size -= n;
    }
    return true;
}

/* What comes through a pipe is there once: it is kept for all runs. A terminal's is not. */
static void keep_input(void)
{
    char buffer[65536];
    ssize_t n = 0;
    if (lseek(STDIN_FILENO, 0, SEEK_CUR) >= 0 || isatty(STDIN_FILENO))
        return;
    int fd = memfd_create("spanwise-input", MFD_CLOEXEC);
    while (fd >= 0 && (n = read(STDIN_FILENO, buffer, sizeof buffer)) != 0)
        if ((n < 0 && errno != EINTR) || (n > 0 && !write_all(fd, buffer, n)))
            break;
    if (fd >= 0 && lseek(fd, 0, SEEK_SET) == 0)
        dup2(fd, STDIN_FILENO);
    if (fd > 0)
        close(fd);
}

/* The profiles of the runs before go along. */
static void take_over(struct sw_profiling *newer, struct sw_profiling *older)
{
    if (newer->n_profiles && older->n_profiles &&
        sw_profile_join_simulations(&newer->profiles[0], &older->profiles[0]) < 0)
        sw_error("not enough memory for the runs before");
    if (newer->n_profiles || !older->n_profiles) {
        sw_profiling_release(older);
        return;
    }
    sw_profiling_release(newer);
    *newer = *older;
}

static bool ends_alike(int first, int now, uint64_t processors)
{
    if (first == now)
        return true;
    sw_error("on %llu processors the program ends otherwise (%s %d): larger numbers are left out",
             (unsigned long long)processors, WIFSIGNALED(now) ? "signal" : "exit status",
             WIFSIGNALED(now) ? WTERMSIG(now) : WEXITSTATUS(now));
    return false;
}

int sw_simulations_run(struct sw_profiling *profiling, char *const *argv,
                       const struct sw_live_options *options, const bool *wanted,
                       const char *tool_path, struct sw_child_end *end)
{
    size_t n = count(wanted), done = 0;
    struct sw_live_options o = *options;
    if (!n)
        return sw_profiled_run(profiling, argv, options, tool_path, false, end);
    if (n > 1)
        keep_input();
    for (uint64_t i = 1; i <= SW_PROCESSORS_MAX; i++) {
        struct sw_profiling before = *profiling;
        struct sw_child_end now;
        if (!wanted[i])
            continue;
        o.processors = i;
        if (done)
            sw_progress("on %llu processors, run %zu of %zu", (unsigned long long)i, done + 1, n);
        int status = sw_profiled_run(profiling, argv, &o, tool_path, done > 0, done ? &now : end);
        sw_progress_erase();
        if (status && done)
            take_over(profiling, &before);
        if (status)
            return done ? 0 : status;
        if (done) {
            take_over(profiling, &before);
            if (!ends_alike(end->status, now.status, i))
                return 0;
        }
        done++;
    }
    return 0;
}
