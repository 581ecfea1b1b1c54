#include "tool/measure/simulations.h"
#include "profile/join.h"
#include "tool/common/command.h"
#include "tool/common/interrupt.h"
#include "tool/common/progress.h"
#include "tool/measure/steady.h"

#include <errno.h>
#include <signal.h>
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
        if ((n < 0 && (errno != EINTR || sw_interrupt_asked())) ||
            (n > 0 && !write_all(fd, buffer, n)))
            break;
    if (fd >= 0 && lseek(fd, 0, SEEK_SET) == 0)
        dup2(fd, STDIN_FILENO);
    if (fd > 0)
        close(fd);
}

void sw_simulations_keep(struct sw_simulations *s, struct sw_profiling *p, int status)
{
    sw_profiling_collect(p, status);
    if (p->n_profiles) {
        if (sw_profile_join_simulations(&p->profiles[0], &s->before) < 0)
            sw_error("not enough memory for the runs before");
        struct sw_profile newest = p->profiles[0];
        p->profiles[0] = s->before;
        s->before = newest;
    }
    sw_profiling_release(p);
}

static void join(struct sw_simulations *s, struct sw_profiling *p)
{
    if (!s->before.n_simulations)
        return;
    if (!p->n_profiles && p->profiles) {
        p->profiles[p->n_profiles++] = s->before;
        sw_profile_init(&s->before);
    } else if (p->n_profiles && sw_profile_join_simulations(&p->profiles[0], &s->before) < 0) {
        sw_error("not enough memory for the runs before");
    }
}

void sw_simulations_collect(struct sw_simulations *s, struct sw_profiling *p, int status)
{
    if (s->is_cut)
        sw_profiling_discard(p);
    else
        sw_profiling_collect(p, status);
    join(s, p);
    if ((s->is_cut || s->is_short) && p->n_profiles)
        sw_profile_warn(&p->profiles[0], "interrupted: larger numbers of processors are left out");
    else if (!s->once && s->options && p->n_profiles)
        sw_steady_improve(p, s->options, &s->end);
}

/* By a signal as those that ask us to end. A terminal sends it to both of us, and ours may be on its way yet. */
static bool was_interrupted(int status)
{
    int by = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    return sw_interrupt_asked() || by == SIGINT || by == SIGTERM || by == SIGHUP || by == SIGQUIT;
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

int sw_simulations_run(struct sw_simulations *s, struct sw_profiling *profiling, char *const *argv,
                       const struct sw_live_options *options, const char *tool_path,
                       struct sw_child_end *end)
{
    size_t n = count(s->wanted), done = 0;
    struct sw_live_options o = *options;
    s->options = options;
    if (!n) {
        int status = sw_profiled_run(profiling, argv, options, tool_path, false, end);
        s->end = *end;
        return status;
    }
    sw_interrupt_hold();
    if (n > 1)
        keep_input();
    for (uint64_t i = 1; i <= SW_PROCESSORS_MAX; i++) {
        struct sw_child_end now;
        if (!s->wanted[i])
            continue;
        o.processors = i;
        if (done)
            sw_progress("on %llu processors, run %zu of %zu", (unsigned long long)i, done + 1, n);
        int status = sw_profiled_run(profiling, argv, &o, tool_path, done > 0, &now);
        sw_progress_erase();
        s->is_cut = done && was_interrupted(status ? 0 : now.status);
        if (s->is_cut)
            return 0;
        if (status)
            return status;
        if (!done)
            s->end = *end = now;
        s->is_short = n > 1 && was_interrupted(now.status);
        if (was_interrupted(now.status) || !ends_alike(end->status, now.status, i))
            break;
        if (++done < n)
            sw_simulations_keep(s, profiling, now.status);
    }
    return 0;
}
