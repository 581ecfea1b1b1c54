/* The runs of `spanwise bench`. A run that fails ends them, and shows the end of what the program wrote to stderr. */
#include "tool/commands/bench_measure.h"
#include "base/clock.h"
#include "console/message.h"
#include "profile/file.h"
#include "tool/commands/outputs.h"
#include "tool/common/interrupt.h"
#include "tool/common/program.h"
#include "tool/measure/child.h"
#include "tool/measure/once.h"

#include <sys/mman.h>
#include <sys/wait.h>

enum { MOST_SHOWN = 4096, WHERE_SIZE = 96 };

static void stop(struct sw_bench *b, const char *why)
{
    if (!b->scaling.stopped)
        b->scaling.stopped = why;
}

/* The end of what the program wrote to stderr. */
static void show_errors(const struct sw_bench *b)
{
    static char text[MOST_SHOWN];
    off_t size = lseek(b->errors, 0, SEEK_END), from = size > MOST_SHOWN ? size - MOST_SHOWN : 0;
    ssize_t n = size > 0 ? pread(b->errors, text, sizeof text, from) : 0;
    if (n <= 0)
        return;
    fprintf(stderr, "--- its stderr%s:\n", from ? ", the end of it" : "");
    fwrite(text, 1, (size_t)n, stderr);
    if (text[n - 1] != '\n')
        fputc('\n', stderr);
}

static void say_failed(struct sw_bench *b, const char *where, int status)
{
    const char *program = b->options->argv[0];
    sw_progress_erase();
    if (WIFSIGNALED(status))
        sw_error("%s: '%s' was killed by signal %d (%s)", where, program, WTERMSIG(status),
                 strsignal(WTERMSIG(status)));
    else
        sw_error("%s: '%s' exited with status %d", where, program, WEXITSTATUS(status));
    show_errors(b);
}

static void free_arguments(struct sw_bench *b)
{
    sw_numbered_release(b->argv);
    b->argv = NULL;
}

/* The program's arguments for so many workers. False after a message. */
static bool set_arguments(struct sw_bench *b, uint64_t workers)
{
    free_arguments(b);
    b->argv = sw_numbered(b->options->argv, workers);
    if (!b->argv)
        sw_error("not enough memory");
    return b->argv;
}

/* Runs so many copies once; a run that was stopped for a while is repeated, as its time is no good.
 * 0 where all ended well. `where` is for the message. */
static int run(struct sw_bench *b, struct sw_trial *trial, unsigned copies, const char *where)
{
    int stops, error;
    trial->input = b->options->input ? b->options->input : "/dev/null";
    do {
        stops = sw_interrupt_stops();
        if (ftruncate(b->errors, 0) < 0 || lseek(b->errors, 0, SEEK_SET) < 0)
            error = -errno;
        else
            error = sw_trial_run(trial, b->ends, copies);
        if (sw_interrupt_asked()) {
            stop(b, "interrupted");
            return -EINTR;
        }
        if (error) {
            sw_progress_erase();
            sw_child_refuse(b->options->argv[0], error);
            stop(b, "a run could not be started");
            return error;
        }
        for (unsigned i = 0; i < copies; i++)
            if (b->ends[i].status) {
                say_failed(b, where, b->ends[i].status);
                stop(b, "a run failed");
                return -EPROTO;
            }
    } while (stops != sw_interrupt_stops());
    return 0;
}

static int run_workers(struct sw_bench *b, uint64_t workers, unsigned copies, int output,
                       int errors, const char *where)
{
    char number[24];
    snprintf(number, sizeof number, "%" PRIu64, workers);
    const char *const environment[] = {"CILK_NWORKERS", number, "OMP_NUM_THREADS", number, NULL};
    struct sw_trial trial = {
        .environment = environment, .output = output, .errors = errors, .poll_fd = -1};
    if (!set_arguments(b, workers))
        return -ENOMEM;
    trial.argv = b->argv;
    return run(b, &trial, copies, where);
}

static void show_progress(const struct sw_bench *b, const char *what)
{
    if (!b->n_done) {
        sw_progress("bench: %s, %zu runs to do", what, b->n_runs);
        return;
    }
    double left = (double)(sw_clock_ns() - b->started_ns) / (double)b->n_done *
                  (double)(b->n_runs - b->n_done) / 1e9;
    sw_progress("bench: %s, %zu of %zu runs done, about %.0f s left", what, b->n_done, b->n_runs,
                left);
}

static int read_profile(struct sw_bench *b)
{
    char why[4500];
    int error = sw_profile_read_measured(&b->read, b->options->profile, why, sizeof why);
    if (error) {
        sw_error("%s", why);
        stop(b, "there is no profile");
        return error;
    }
    b->scaling.profile = &b->read;
    b->scaling.profile_path = b->options->profile;
    return 0;
}

/* Of all functions, as `run` does: it is to name the line that keeps the speedup low. */
static int run_profiled(struct sw_bench *b, uint64_t processors)
{
    struct sw_live_options options = SW_OPTIONS_DEFAULT;
    options.processors = (unsigned)processors;
    options.cores = 1;
    if (sw_profiling_init(&b->profiling, b->options->argv, &options)) {
        stop(b, "the profiler could not be started");
        return -EPROTO;
    }
    struct sw_trial trial = {.argv = b->profiling.command,
                             .environment = b->profiling.environment,
                             .output = b->null,
                             .errors = b->errors,
                             .poll_fd = b->profiling.receiver.poll,
                             .on_input = sw_profiling_take,
                             .data = &b->profiling};
    sw_progress("bench: profiling");
    int error = run(b, &trial, 1, "profiled run");
    sw_progress_erase();
    return error;
}

/* An OpenMP program is simulated on each number; what others do follows from one run. */
static int make_profile(struct sw_bench *b)
{
    const struct sw_bench_options *o = b->options;
    bool is_simulated = sw_front_end_simulates(o->argv[0]);
    for (size_t i = 0; i < (is_simulated ? o->n_workers : 1); i++) {
        if (i)
            sw_simulations_keep(&b->simulations, &b->profiling, 0);
        int error = run_profiled(b, is_simulated ? o->workers[i] : 0);
        if (error)
            return error;
    }
    sw_simulations_collect(&b->simulations, &b->profiling, 0);
    if (b->profiling.n_profiles)
        b->scaling.profile = &b->profiling.profiles[0];
    return 0;
}

/* How a program with threads of its own gets their number is not known, unless it is an argument. */
static bool is_predictable(const struct sw_bench *b)
{
    const char *program = b->options->argv[0];
    if (!sw_front_end_of(sw_front_end_find(program))->makes_threads)
        return true;
    if (sw_is_numbered(b->options->argv))
        return true;
    return sw_error(
        "no prediction: '%s' starts threads; if their number is an argument, write {} in its "
        "place; or see 'spanwise run -N 1,2 %s'",
        program, program);
}

/* Whether it is profiled first, and how often. One of threads also runs once by itself. */
static size_t profiled_runs(const struct sw_bench_options *o)
{
    if (o->no_profile || o->profile)
        return 0;
    const struct sw_front_end *f = sw_front_end_of(sw_front_end_find(o->argv[0]));
    if (f->makes_threads)
        return sw_is_numbered(o->argv) ? o->n_workers + 1 : 0;
    return f->is_simulated ? o->n_workers : 1;
}

/* How often the program is going to run, before it does. */
static void announce(const struct sw_bench_options *o)
{
    struct sw_once_plan plan = {.program = o->argv[0], .because = "-N and --trials say how often"};
    size_t measured = o->trials * (o->n_workers + (o->copies ? 1 + o->copies : 0));
    plan.most = (unsigned)(profiled_runs(o) + o->warm_up + measured);
    plan.is_exact = true;
    if (plan.most > 1)
        sw_once_announce(&plan, "");
}

static int get_profile(struct sw_bench *b)
{
    const struct sw_bench_options *o = b->options;
    int error = o->profile && !o->no_profile ? read_profile(b) : 0;
    if (error)
        return error;
    announce(o);
    return o->profile || o->no_profile || !is_predictable(b) ? 0 : make_profile(b);
}

/* With the most workers: it touches all that the others do. */
static int warm_up(struct sw_bench *b)
{
    const struct sw_bench_options *o = b->options;
    uint64_t most = o->workers[o->n_workers - 1];
    int error = 0;
    for (uint64_t i = 0; !error && i < o->warm_up; i++) {
        int show = o->show_output && i == 0;
        char where[WHERE_SIZE];
        snprintf(where, sizeof where, "warm-up run %" PRIu64 " of %" PRIu64 ", P = %" PRIu64, i + 1,
                 o->warm_up, most);
        show_progress(b, "warm-up");
        if (show)
            sw_progress_erase();
        error = run_workers(b, most, 1, show ? 2 : b->null, show ? 2 : b->errors, where);
    }
    return error;
}

static int measure_point(struct sw_bench *b, struct sw_point *p)
{
    char where[WHERE_SIZE];
    snprintf(where, sizeof where, "P = %" PRIu64 ", trial %zu of %" PRIu64, p->workers,
             p->n_trials + 1, b->options->trials);
    show_progress(b, where);
    int error = run_workers(b, p->workers, 1, b->null, b->errors, where);
    if (error)
        return error;
    p->wall_ns[p->n_trials] = b->ends[0].wall_ns;
    p->cpu_ns[p->n_trials] = b->ends[0].cpu_ns;
    p->n_trials++;
    b->n_done++;
    return 0;
}

/* Every second round backwards, so that a machine that slows down or speeds up favours none. */
static int measure_points(struct sw_bench *b)
{
    struct sw_scaling *s = &b->scaling;
    int error = 0;
    for (uint64_t round = 0; !error && round < b->options->trials; round++)
        for (size_t i = 0; !error && i < s->n_points; i++)
            error = measure_point(b, &s->points[round % 2 ? s->n_points - 1 - i : i]);
    return error;
}

static int measure_copies(struct sw_bench *b)
{
    struct sw_copies *c = &b->scaling.copies;
    char where[WHERE_SIZE];
    for (uint64_t i = 0; c->copies && i < b->options->trials; i++) {
        snprintf(where, sizeof where, "one copy, trial %" PRIu64 " of %" PRIu64, i + 1,
                 b->options->trials);
        show_progress(b, where);
        int error = run_workers(b, 1, 1, b->null, b->errors, where);
        if (error)
            return error;
        c->alone_ns[i] = b->ends[0].wall_ns;
        b->n_done++;
        snprintf(where, sizeof where, "%" PRIu64 " copies, trial %" PRIu64 " of %" PRIu64,
                 c->copies, i + 1, b->options->trials);
        show_progress(b, where);
        error = run_workers(b, 1, (unsigned)c->copies, b->null, b->errors, where);
        if (error)
            return error;
        for (uint64_t k = 0; k < c->copies; k++)
            c->among_ns[i] += b->ends[k].wall_ns / c->copies;
        c->n_trials++;
        b->n_done++;
    }
    return 0;
}

static int make_room(struct sw_bench *b)
{
    const struct sw_bench_options *o = b->options;
    struct sw_scaling *s = &b->scaling;
    s->points = calloc(o->n_workers, sizeof *s->points);
    b->ends = calloc(o->copies + 1, sizeof *b->ends);
    s->copies.alone_ns = calloc(o->trials, sizeof(uint64_t));
    s->copies.among_ns = calloc(o->trials, sizeof(uint64_t));
    if (!s->points || !b->ends || !s->copies.alone_ns || !s->copies.among_ns)
        return -ENOMEM;
    for (; s->n_points < o->n_workers; s->n_points++) {
        struct sw_point *p = &s->points[s->n_points];
        p->workers = o->workers[s->n_points];
        p->wall_ns = calloc(o->trials, sizeof *p->wall_ns);
        p->cpu_ns = calloc(o->trials, sizeof *p->cpu_ns);
        if (!p->wall_ns || !p->cpu_ns) {
            s->n_points++;
            return -ENOMEM;
        }
    }
    return 0;
}

static int prepare(struct sw_bench *b)
{
    int error = make_room(b);
    if (error)
        return error;
    b->null = open("/dev/null", O_RDWR | O_CLOEXEC);
    b->errors = memfd_create("stderr", MFD_CLOEXEC);
    return b->null < 0 || b->errors < 0 ? -errno : 0;
}

int sw_bench_measure(struct sw_bench *b, const struct sw_bench_options *o)
{
    *b = (struct sw_bench){.options = o, .null = -1, .errors = -1};
    b->profiling.receiver.socket = -1;
    sw_profile_init(&b->read);
    sw_profile_init(&b->simulations.before);
    b->scaling = (struct sw_scaling){.argv = o->argv,
                                     .processors = o->processors,
                                     .trials = o->trials,
                                     .warm_up = o->warm_up,
                                     .copies.copies = o->copies};
    b->simulations.steady = true;
    b->n_runs = o->trials * (o->n_workers + (o->copies ? 2 : 0));
    int error = prepare(b);
    if (error) {
        sw_error("cannot measure: %s", strerror(-error));
        return error;
    }
    error = get_profile(b);
    if (!error)
        error = warm_up(b);
    b->started_ns = sw_clock_ns();
    if (!error)
        error = measure_points(b);
    if (!error)
        error = measure_copies(b);
    sw_progress_erase();
    return error;
}

void sw_bench_release(struct sw_bench *b)
{
    struct sw_scaling *s = &b->scaling;
    for (size_t i = 0; i < s->n_points; i++) {
        free(s->points[i].wall_ns);
        free(s->points[i].cpu_ns);
    }
    free(s->points);
    free(s->copies.alone_ns);
    free(s->copies.among_ns);
    free(b->ends);
    free_arguments(b);
    sw_profile_release(&b->read);
    sw_profile_release(&b->simulations.before);
    sw_profiling_release(&b->profiling);
    if (b->null >= 0)
        close(b->null);
    if (b->errors >= 0)
        close(b->errors);
}

static struct sw_profile *own_profile(struct sw_bench *b)
{
    static const struct sw_live_options usual = SW_OPTIONS_DEFAULT;
    if (b->profiling.n_profiles)
        return &b->profiling.profiles[0];
    if (!b->options->profile && !*b->read.unit) {
        sw_profile_describe(&b->read, b->options->argv, &usual);
        b->read.started_unix = (uint64_t)time(NULL);
    }
    return &b->read;
}

const struct sw_profile *sw_bench_keep(struct sw_bench *b)
{
    struct sw_profile *p = own_profile(b);
    const struct sw_scaling *s = &b->scaling;
    free(p->real);
    p->n_real = 0;
    p->real = calloc(s->n_points + 1, sizeof *p->real);
    for (size_t i = 0; p->real && i < s->n_points; i++)
        if (s->points[i].n_trials)
            p->real[p->n_real++] = (struct sw_real_run){
                s->points[i].workers, s->points[i].least_ns, s->points[i].median_ns,
                s->points[i].most_ns, s->points[i].n_trials};
    sw_profile_set_arguments(p, b->options->argv);
    sw_profile_keep_command(p);
    return p;
}
