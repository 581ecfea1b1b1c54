#include "tool/measure/synthesize_child.h"
#include "console/install.h"
#include "console/message.h"
#include "tool/common/interrupt.h"
#include "tool/measure/trial.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

struct files {
    int plan, output, errors;
};

/* --- the plan --- */

static void write_table(FILE *out, const void *rows, size_t n, size_t size)
{
    static const char zeros[8];
    fwrite(rows, size, n, out);
    fwrite(zeros, 1, -(n * size) & 7, out);
}

static int write_plan(const struct sw_synthesis_child *c, int fd)
{
    struct sw_synthesis_header header = {.magic = SW_SYNTHESIS_MAGIC, .n_locks = c->n_locks};
    FILE *out = fdopen(dup(fd), "w");
    if (!out)
        return -errno;
    for (int i = 0; i < SW_SYNTHESIS_JOBS; i++)
        header.n[i] = c->flat->rows[i].n;
    header.n[SW_SYNTHESIS_JOBS] = c->n_choices;
    header.n[SW_SYNTHESIS_WAYS] = c->n_ways;
    header.n[SW_SYNTHESIS_BURDENS] = c->n_choices * c->n_ways;
    fwrite(&header, sizeof header, 1, out);
    for (int i = 0; i < SW_SYNTHESIS_JOBS; i++)
        write_table(out, c->flat->rows[i].data, c->flat->rows[i].n, sw_synthesis_sizes[i]);
    for (size_t i = 0; i < c->n_choices; i++)
        write_table(out, &c->choices[i].job, 1, sizeof c->choices[i].job);
    write_table(out, c->ways, c->n_ways, sizeof *c->ways);
    write_table(out, c->burdens, c->n_choices * c->n_ways, sizeof *c->burdens);
    int failed = ferror(out);
    return fclose(out) || failed ? -(errno ? errno : EIO) : 0;
}

/* --- what it tells --- */

static bool take_line(struct sw_synthesis_child *c, const char *line)
{
    size_t job, way;
    double ns, doubt;
    if (sscanf(line, "serial %zu %lf", &job, &ns) == 2 && job < c->n_choices)
        c->serial_ns[job] = ns;
    else if (sscanf(line, "parallel %zu %zu %lf %lf", &job, &way, &ns, &doubt) == 4 &&
             job < c->n_choices && way < c->n_ways) {
        c->parallel_ns[job * c->n_ways + way] = ns;
        c->doubt_ns[job * c->n_ways + way] = doubt;
    }
    return !strcmp(line, "end\n");
}

/* Whether it came to the end. */
static bool take_output(struct sw_synthesis_child *c, int fd)
{
    char line[256];
    bool end = false;
    lseek(fd, 0, SEEK_SET);
    FILE *in = fdopen(dup(fd), "r");
    while (in && fgets(line, sizeof line, in))
        end = take_line(c, line);
    if (in)
        fclose(in);
    return end;
}

static void show_errors(int fd)
{
    char text[2000];
    ssize_t n = pread(fd, text, sizeof text - 1, 0);
    text[n > 0 ? n : 0] = 0;
    if (n > 0)
        sw_messages(text);
}

/* Each job by each way was timed once at least. */
static bool has_all(const struct sw_synthesis_child *c)
{
    bool all = true;
    for (size_t i = 0; i < c->n_choices; i++)
        all &= c->serial_ns[i] > 0;
    for (size_t i = 0; i < c->n_choices * c->n_ways; i++)
        all &= c->parallel_ns[i] > 0;
    return all;
}

static int judge(struct sw_synthesis_child *c, const struct sw_trial_end *end,
                 const struct files *files)
{
    const char *name = c->cilk ? "Cilk" : "OpenMP";
    if (end->late) {
        take_output(c, files->output);
        sw_error("the replay by %s was stopped after %.0f s: a deadlock, or a busy machine%s", name,
                 c->limit_ns / 1e9, has_all(c) ? "; its results up to then are used" : "");
        return has_all(c) ? 0 : -EPROTO;
    }
    if (WIFSIGNALED(end->status))
        sw_error("the replay by %s was killed by signal %d (%s)", name, WTERMSIG(end->status),
                 strsignal(WTERMSIG(end->status)));
    else if (end->status || !take_output(c, files->output)) {
        sw_error("the replay by %s failed", name);
        show_errors(files->errors);
    } else
        return 0;
    return -EPROTO;
}

/* As a program of the user's would, whatever the environment says; but how threads wait and where they run is his to say. */
static int run(struct sw_synthesis_child *c, const struct files *files)
{
    char path[PATH_MAX], input[64], workers[24];
    char *argv[] = {path, NULL};
    const char *const environment[] = {"LD_PRELOAD",
                                       "",
                                       "CILK_NWORKERS",
                                       workers,
                                       "OMP_DISPLAY_ENV",
                                       "FALSE",
                                       "OMP_DISPLAY_AFFINITY",
                                       "FALSE",
                                       "OMP_DYNAMIC",
                                       "FALSE",
                                       "OMP_THREAD_LIMIT",
                                       "100000",
                                       NULL};
    struct sw_trial trial = {.argv = argv,
                             .environment = environment,
                             .input = input,
                             .output = files->output,
                             .errors = files->errors,
                             .poll_fd = -1,
                             .limit_ns = (uint64_t)c->limit_ns};
    struct sw_trial_end end;
    const char *lib = sw_install_lib();
    if (!lib)
        return -ENOENT;
    snprintf(path, sizeof path, "%s/%s", lib, c->cilk ? "synthesize-cilk" : "synthesize-openmp");
    snprintf(input, sizeof input, "/proc/self/fd/%d", files->plan);
    snprintf(workers, sizeof workers, "%u", c->ways[0].threads);
    int stops, error;
    do {
        stops = sw_interrupt_stops();
        if (ftruncate(files->output, 0) < 0 || lseek(files->output, 0, SEEK_SET) < 0)
            return -errno;
        error = sw_trial_run(&trial, &end, 1);
    } while (!error && !sw_interrupt_asked() && stops != sw_interrupt_stops());
    if (sw_interrupt_asked())
        return -EINTR;
    if (error) {
        sw_error("cannot run '%s': %s", path, strerror(-error));
        return error;
    }
    return judge(c, &end, files);
}

int sw_synthesis_child_run(struct sw_synthesis_child *c)
{
    struct files files = {memfd_create("plan", MFD_CLOEXEC), memfd_create("output", MFD_CLOEXEC),
                          memfd_create("errors", MFD_CLOEXEC)};
    int error = 0;
    if (files.plan < 0 || files.output < 0 || files.errors < 0)
        error = -errno;
    if (!error)
        error = write_plan(c, files.plan);
    if (error)
        sw_error("cannot hand over the tree: %s", strerror(-error));
    else
        error = run(c, &files);
    close(files.plan);
    close(files.output);
    close(files.errors);
    return error;
}
