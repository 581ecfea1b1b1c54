/*
 * spanwise bench: the program's real speedups beside the range that its profile predicts. First the runs, then the command line, and
 * where results go and in which format.
 */
#include "analysis/compare/scaling.h"
#include "base/clock.h"
#include "base/pool.h"
#include "base/processors.h"
#include "compile/text/text.h"
#include "console/message.h"
#include "profile/file.h"
#include "profile/output.h"
#include "report/scaling.h"
#include "tool/commands/outputs.h"
#include "tool/common/interrupt.h"
#include "tool/common/program.h"
#include "tool/measure/child.h"
#include "tool/measure/once.h"
#include "tool/measure/profiling.h"
#include "tool/measure/simulations.h"
#include "tool/measure/trial.h"
#include "tool/options/options.h"

#include <sys/mman.h>
#include <sys/wait.h>

enum sw_bench_format {
    SW_BENCH_BY_NAME, /* as the file's name ends */
    SW_BENCH_TEXT,
    SW_BENCH_CSV,
    SW_BENCH_JSON,
    SW_BENCH_GNUPLOT,
    SW_BENCH_HTML,
    SW_BENCH_PNG, /* what gnuplot makes of the script */
    SW_BENCH_PROFILE,
};

struct sw_bench_output {
    const char *path; /* "-": stdout */
    enum sw_bench_format format;
};

enum { SW_BENCH_MOST_WORKERS = 4096, SW_BENCH_MOST_OUTPUTS = 16 };
enum { SW_BENCH_COPIES_USUAL = 1 }; /* as many as there can be */

struct sw_bench {
    struct {
        bool wanted[SW_BENCH_MOST_WORKERS + 1]; /* numbers of workers */
        enum sw_bench_format format;
        const char *html; /* where the page goes, too; NULL: nowhere */
        const char *paths[SW_BENCH_MOST_OUTPUTS];
        size_t n_paths;
    } asked;             /* what the rest is made from, when all is known */
    uint64_t processors; /* that this process may use */
    /* Numbers of workers, ascending, each once. The first is 1: it is what speedups are over. */
    uint64_t workers[SW_BENCH_MOST_WORKERS];
    size_t n_workers;
    uint64_t trials, warm_up;
    uint64_t copies; /* 0: not asked for */
    bool no_profile, show_output;
    const char *profile;                                       /* a file; NULL: to be made */
    const char *input;                                         /* the file that the program reads */
    struct sw_report_sources sources;                          /* in a page */
    struct sw_bench_output outputs[SW_BENCH_MOST_OUTPUTS + 2]; /* the page, and stdout */
    size_t n_outputs;
    char *const *argv;                 /* the program */
    struct sw_scaling scaling;         /* what was measured; not judged yet */
    struct sw_profiling profiling;     /* holds the profile where it was made here */
    struct sw_simulations simulations; /* of an OpenMP program, on fewer processors than the last */
    struct sw_profile read;            /* the profile where it was read */
    struct sw_pool pool;               /* of what is timed */
    struct sw_trial_end *ends;         /* of a trial's copies */
    int null, errors;                  /* /dev/null; what the program writes to stderr */
    char **numbered;                   /* of the run that is next: with a number for {} */
    size_t n_runs, n_done;             /* of all that count */
    uint64_t started_ns;               /* when the first of these was */
};

/* --- Runs. One that fails ends them, and shows the end of what the program wrote to stderr. --- */

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
    const char *program = b->argv[0];
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
    sw_numbered_release(b->numbered);
    b->numbered = NULL;
}

/* The program's arguments for so many workers. False after a message. */
static bool set_arguments(struct sw_bench *b, uint64_t workers)
{
    free_arguments(b);
    b->numbered = sw_numbered(b->argv, workers);
    if (!b->numbered)
        sw_error("not enough memory");
    return b->numbered;
}

/* Runs so many copies once; a run that was stopped for a while is repeated, as its time is no good.
 * 0 where all ended well. `where` is for the message. */
static int run(struct sw_bench *b, struct sw_trial *trial, unsigned copies, const char *where)
{
    int stops, error;
    trial->input = b->input ? b->input : "/dev/null";
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
            sw_child_refuse(b->argv[0], error);
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
    trial.argv = b->numbered;
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
    if (!SW_FINE(sw_profile_read_measured(&b->read, b->profile, why, sizeof why))) {
        stop(b, "there is no profile");
        return -EINVAL;
    }
    b->scaling.profile = &b->read;
    b->scaling.profile_path = b->profile;
    return 0;
}

/* Of all functions, as `run` does: it is to name the line that keeps the speedup low. */
static int run_profiled(struct sw_bench *b, uint64_t processors)
{
    struct sw_live_options options = SW_OPTIONS_DEFAULT;
    options.processors = (unsigned)processors;
    options.cores = 1;
    if (sw_profiling_init(&b->profiling, b->argv, &options)) {
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
    bool is_simulated = sw_front_end_simulates(b->argv[0]);
    for (size_t i = 0; i < (is_simulated ? b->n_workers : 1); i++) {
        if (i)
            sw_simulations_keep(&b->simulations, &b->profiling, 0);
        int error = run_profiled(b, is_simulated ? b->workers[i] : 0);
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
    const char *program = b->argv[0];
    if (!sw_front_end_of(sw_front_end_find(program))->makes_threads)
        return true;
    if (sw_is_numbered(b->argv))
        return true;
    return sw_error(
        "no prediction: '%s' starts threads; if their number is an argument, write {} in its "
        "place; or see 'spanwise run -N 1,2 %s'",
        program, program);
}

/* Whether it is profiled first, and how often. One of threads also runs once by itself. */
static size_t profiled_runs(const struct sw_bench *b)
{
    if (b->no_profile || b->profile)
        return 0;
    const struct sw_front_end *f = sw_front_end_of(sw_front_end_find(b->argv[0]));
    if (f->makes_threads)
        return sw_is_numbered(b->argv) ? b->n_workers + 1 : 0;
    return f->is_simulated ? b->n_workers : 1;
}

/* How often the program is going to run, before it does. */
static void announce(const struct sw_bench *b)
{
    struct sw_once_plan plan = {.program = b->argv[0], .because = "-N and --trials say how often"};
    size_t measured = b->trials * (b->n_workers + (b->copies ? 1 + b->copies : 0));
    plan.most = (unsigned)(profiled_runs(b) + b->warm_up + measured);
    plan.is_exact = true;
    if (plan.most > 1)
        sw_once_announce(&plan, "");
}

static int get_profile(struct sw_bench *b)
{
    int error = b->profile && !b->no_profile ? read_profile(b) : 0;
    if (error)
        return error;
    announce(b);
    return b->profile || b->no_profile || !is_predictable(b) ? 0 : make_profile(b);
}

/* With the most workers: it touches all that the others do. */
static int warm_up(struct sw_bench *b)
{
    uint64_t most = b->workers[b->n_workers - 1];
    int error = 0;
    for (uint64_t i = 0; !error && i < b->warm_up; i++) {
        int show = b->show_output && i == 0;
        char where[WHERE_SIZE];
        snprintf(where, sizeof where, "warm-up run %" PRIu64 " of %" PRIu64 ", P = %" PRIu64, i + 1,
                 b->warm_up, most);
        show_progress(b, "warm-up");
        if (show)
            sw_progress_erase();
        error = run_workers(b, most, 1, show ? 2 : b->null, show ? 2 : b->errors, where);
    }
    return error;
}

/* One that counts. */
static int trial(struct sw_bench *b, uint64_t workers, uint64_t copies, uint64_t number,
                 const char *what)
{
    char where[2 * WHERE_SIZE];
    snprintf(where, sizeof where, "%s, trial %" PRIu64 " of %" PRIu64, what, number + 1, b->trials);
    show_progress(b, where);
    int error = run_workers(b, workers, (unsigned)copies, b->null, b->errors, where);
    b->n_done += !error;
    return error;
}

static int measure_point(struct sw_bench *b, struct sw_point *p)
{
    char what[WHERE_SIZE];
    snprintf(what, sizeof what, "P = %" PRIu64, p->workers);
    int error = trial(b, p->workers, 1, p->n_trials, what);
    if (error)
        return error;
    p->wall_ns[p->n_trials] = b->ends[0].wall_ns;
    p->cpu_ns[p->n_trials++] = b->ends[0].cpu_ns;
    return 0;
}

/* Every second round backwards, so that a machine that slows down or speeds up favours none. */
static int measure_points(struct sw_bench *b)
{
    struct sw_scaling *s = &b->scaling;
    int error = 0;
    for (uint64_t round = 0; !error && round < b->trials; round++)
        for (size_t i = 0; !error && i < s->n_points; i++)
            error = measure_point(b, &s->points[round % 2 ? s->n_points - 1 - i : i]);
    return error;
}

static int measure_copies(struct sw_bench *b)
{
    struct sw_copies *c = &b->scaling.copies;
    char what[WHERE_SIZE];
    snprintf(what, sizeof what, "%" PRIu64 " copies", c->copies);
    for (uint64_t i = 0; c->copies && i < b->trials; i++) {
        int error = trial(b, 1, 1, i, "one copy");
        c->alone_ns[i] = b->ends[0].wall_ns;
        error = error ? error : trial(b, 1, c->copies, i, what);
        if (error)
            return error;
        for (uint64_t k = 0; k < c->copies; k++)
            c->among_ns[i] += b->ends[k].wall_ns / c->copies;
        c->n_trials++;
    }
    return 0;
}

static int make_room(struct sw_bench *b)
{
    struct sw_scaling *s = &b->scaling;
    SW_POOLED(&b->pool, s->points, b->n_workers);
    SW_POOLED(&b->pool, b->ends, b->copies + 1);
    SW_POOLED(&b->pool, s->copies.alone_ns, b->trials);
    SW_POOLED(&b->pool, s->copies.among_ns, b->trials);
    for (; s->points && s->n_points < b->n_workers; s->n_points++) {
        struct sw_point *p = &s->points[s->n_points];
        p->workers = b->workers[s->n_points];
        SW_POOLED(&b->pool, p->wall_ns, b->trials);
        SW_POOLED(&b->pool, p->cpu_ns, b->trials);
    }
    return b->pool.error;
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

/* Returns 0 when all was measured. Else it was stopped, by a signal or, after a message, by a run that failed; what was measured until then is
 * there. To be released in any case. */
static int sw_bench_measure(struct sw_bench *b)
{
    b->scaling = (struct sw_scaling){.argv = b->argv,
                                     .processors = b->processors,
                                     .trials = b->trials,
                                     .warm_up = b->warm_up,
                                     .copies.copies = b->copies};
    b->simulations.steady = true;
    b->n_runs = b->trials * (b->n_workers + (b->copies ? 2 : 0));
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

static void sw_bench_release(struct sw_bench *b)
{
    sw_pool_release(&b->pool);
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
    if (!b->profile && !*b->read.unit) {
        sw_profile_describe(&b->read, b->argv, &usual);
        b->read.started_unix = (uint64_t)time(NULL);
    }
    return &b->read;
}

/* The profile, or an empty one where none was made, with the times in it, once they are judged; the bench's. What there is no memory
 * for is not in it. */
static const struct sw_profile *sw_bench_keep(struct sw_bench *b)
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
    sw_profile_set_words(p, &p->args, b->argv);
    sw_profile_keep_command(p);
    return p;
}

static const struct {
    const char *endings; /* of names of files, with blanks between them */
    enum sw_output_kind kind;
    enum sw_as as;
} formats[] = {
    [SW_BENCH_TEXT] = {"text txt", SW_OUTPUT_TEXT, SW_AS_TEXT},
    [SW_BENCH_CSV] = {"csv", SW_OUTPUT_TEXT, SW_AS_CSV},
    [SW_BENCH_JSON] = {"json", SW_OUTPUT_JSON, SW_AS_JSON},
    [SW_BENCH_GNUPLOT] = {"gnuplot gp", SW_OUTPUT_TEXT, SW_AS_SCRIPT},
    [SW_BENCH_HTML] = {"html", SW_OUTPUT_PAGE, SW_AS_PAGE},
    [SW_BENCH_PNG] = {.endings = "png", SW_OUTPUT_PNG},
    [SW_BENCH_PROFILE] = {.endings = "prof", SW_OUTPUT_PROFILE},
};

/* Never with SW_BENCH_BY_NAME: it has the format that the name stands for, else text. */
static struct sw_bench_output output_of(const char *path, enum sw_bench_format format)
{
    const char *base = strrchr(path, '/'), *dot = strrchr(base ? base : path, '.');
    for (size_t i = SW_BENCH_TEXT; !format && dot && i < sizeof formats / sizeof *formats; i++)
        if (sw_is_among(dot + 1, formats[i].endings))
            format = (enum sw_bench_format)i;
    return (struct sw_bench_output){path, format ? format : SW_BENCH_TEXT};
}

static bool is_stdout(const struct sw_bench_output *output)
{
    return !strcmp(output->path, "-");
}

/* Early, since measuring takes long: can it be written, is gnuplot there? False after a message. */
static bool check_output(const struct sw_bench_output *output)
{
    char path[PATH_MAX];
    if (output->format == SW_BENCH_PNG && !sw_program_find("gnuplot", path))
        return sw_error(
            "cannot draw '%s': gnuplot is not installed; --format=gnuplot writes the script",
            output->path);
    if (is_stdout(output)) {
        if (output->format == SW_BENCH_PROFILE)
            return sw_error("a profile is not for stdout: -o FILE.prof chooses a file");
        if ((output->format != SW_BENCH_PNG && output->format != SW_BENCH_HTML) || !isatty(1))
            return true;
        return sw_error("%s is not for the terminal: -o FILE chooses a file",
                        output->format == SW_BENCH_PNG ? "a PNG" : "a page");
    }
    return sw_print_may(output->path, formats[output->format].kind);
}

struct drawing {
    int script, picture;
};

static void set_up_gnuplot(void *data)
{
    const struct drawing *d = data;
    dup2(d->script, 0);
    dup2(d->picture, 1);
}

static int run_gnuplot(int script, int picture)
{
    char name[] = "gnuplot", *const argv[] = {name, NULL};
    struct drawing drawing = {script, picture};
    struct sw_start start = {argv, NULL, set_up_gnuplot, &drawing};
    pid_t pid = sw_start(&start);
    if (pid < 0)
        return pid;
    return sw_reap(pid, NULL) ? -EPROTO : 0;
}

static int draw(const struct sw_scaling *scaling, int picture)
{
    static const struct sw_report_options defaults;
    int fd = memfd_create("gnuplot", MFD_CLOEXEC);
    FILE *script = fd < 0 ? NULL : fdopen(fd, "w+");
    if (!script)
        return -errno;
    int error = sw_scaling_print(scaling, SW_AS_SCRIPT, &defaults, script);
    if (!error && lseek(fd, 0, SEEK_SET) == 0)
        error = run_gnuplot(fd, picture);
    fclose(script);
    return error;
}

static int print(const struct sw_bench_output *output, const struct sw_scaling *scaling,
                 const struct sw_report_sources *sources, FILE *out)
{
    const struct sw_report_options options = {.sources = *sources};
    if (output->format == SW_BENCH_PNG)
        return draw(scaling, fileno(out));
    return sw_scaling_print(scaling, formats[output->format].as, &options, out);
}

/* False after a message. The profile has the real runs. */
static bool write_output(const struct sw_bench_output *output, const struct sw_scaling *scaling,
                         const struct sw_report_sources *sources, const struct sw_profile *profile)
{
    if (output->format == SW_BENCH_PROFILE)
        return sw_profile_save(profile, output->path);
    return SW_PRINT(output->path, stdout, "'the results'", print(output, scaling, sources, to.out));
}

enum { MOST_RUNS = 100000 };

static bool take_path(const struct sw_option *option SW_UNUSED, const char *value, void *field)
{
    struct sw_bench *b = field;
    if (b->asked.n_paths < SW_BENCH_MOST_OUTPUTS) {
        b->asked.paths[b->asked.n_paths++] = value;
        return true;
    }
    return sw_error("no more than %d files can be written at once", SW_BENCH_MOST_OUTPUTS);
}

#define AT(member) SW_FIELD(struct sw_bench, member)

static const struct sw_option takes[] = {
    SW_TAKES_CORES("numbers of cores, with one worker each, such as 1,2,4 or 1-8 (default: 1 to "
                   "all that this process may use); 1 is always measured",
                   SW_BENCH_MOST_WORKERS, AT(asked.wanted)),
    {"workers", 0, SW_VALUE_WORD, "LIST", .help = "as -N", .is_hidden = true,
     .most = SW_BENCH_MOST_WORKERS, .take = sw_take_list, AT(asked.wanted)},
    {"trials", 0, SW_VALUE_NUMBER, "N", .help = "runs for each number (default: 5)", .least = 1,
     .most = MOST_RUNS, AT(trials)},
    {"warm-up", 0, SW_VALUE_NUMBER, "N", .help = "runs before those, not counted (default: 1)",
     .most = MOST_RUNS, AT(warm_up)},
    {"profile", 0, SW_VALUE_FILE, "FILE",
     .help = "predict from this profile (default: profile PROGRAM first)", AT(profile)},
    {"no-profile", .help = "no prediction", AT(no_profile)},
    {"copies", 0, SW_VALUE_NUMBER, "N",
     .help = "also run N copies at once, with one worker each, and compare with one alone, to see "
             "if they share bandwidth (default: as many as the most workers)",
     .is_optional = true, .least = 2, .most = SW_BENCH_MOST_WORKERS, .means = SW_BENCH_COPIES_USUAL,
     AT(copies)},
    {"stdin", 0, SW_VALUE_FILE, "FILE", .help = "the program's standard input (default: /dev/null)",
     AT(input)},
    {"show-output", .help = "show the output of the first warm-up run, on stderr", .writes = true,
     AT(show_output)},
    {"format", 0, SW_VALUE_CHOICE, "FORMAT",
     .help = "format: text (default), csv (as Cilkscale's benchmark script), json, gnuplot (a "
             "script), html (one page), png (drawn by gnuplot), prof (a profile with the times in "
             "it, for 'spanwise diff')",
     .choices = "text, csv, json, gnuplot, html, png, prof", .least = SW_BENCH_TEXT,
     .wrong = "--format takes text, csv, json, gnuplot, html, png or prof, not '%s'",
     AT(asked.format)},
    {.include = sw_sources_takes, AT(sources)},
    {"output", 'o', SW_VALUE_FILE, "FILE",
     .help = "write to FILE, in the given format or the one its name ends in; may be repeated. The "
             "text still goes to stdout",
     .writes = true, .take = take_path},
    {.include = sw_html_takes, AT(asked.html)},
    SW_TAKES_QUIET(),
    {0},
};

static void list_workers(struct sw_bench *b)
{
    bool *wanted = b->asked.wanted;
    bool is_asked = memchr(wanted, true, sizeof b->asked.wanted);
    wanted[1] = true;
    for (uint64_t n = 1; n <= SW_BENCH_MOST_WORKERS; n++)
        if (wanted[n] || (!is_asked && n <= b->processors))
            b->workers[b->n_workers++] = n;
}

/* As many copies as the most workers that have a processor each. */
static bool choose_copies(struct sw_bench *b)
{
    if (!b->copies)
        return true;
    if (b->copies == SW_BENCH_COPIES_USUAL)
        for (size_t i = 0; i < b->n_workers && b->workers[i] <= b->processors; i++)
            b->copies = b->workers[i];
    if (b->copies >= 2 && b->copies <= b->processors)
        return true;
    return sw_error(
        "--copies: copies need a core each, and at least two; this process may use %llu, "
        "and -N may ask for fewer",
        (unsigned long long)b->processors);
}

/* -o chooses files, and the text goes to stdout too, unless a file has it: measuring once more for
 * it would take as long again. */
static void choose_outputs(struct sw_bench *b)
{
    const char *const *paths = b->asked.paths;
    size_t n = b->asked.n_paths;
    bool text = false;
    for (size_t i = 0; i < n; i++) {
        struct sw_bench_output *output = &b->outputs[b->n_outputs++];
        *output = output_of(paths[i], b->asked.format);
        text |= output->format == SW_BENCH_TEXT || !strcmp(paths[i], "-");
    }
    if (b->asked.html)
        b->outputs[b->n_outputs++] =
            output_of(sw_html_name(b->asked.html, b->argv[0], "bench"), SW_BENCH_HTML);
    if (!text)
        b->outputs[b->n_outputs++] = output_of("-", n ? SW_BENCH_TEXT : b->asked.format);
}

static bool check_options(const struct sw_bench *b)
{
    if (b->profile && b->no_profile)
        return sw_error("use either --profile or --no-profile");
    if (b->show_output && !b->warm_up)
        return sw_error("--show-output shows a warm-up run, but --warm-up=0 has none");
    return true;
}

/* -1: go on; else the exit status, after a message or the help. */
static int parse(struct sw_bench *b, int argc, char **argv)
{
    b->processors = sw_processors();
    int status = sw_arguments_parse(&sw_command_bench, argc, argv, b);
    if (status >= 0)
        return status;
    b->argv = argv + optind;
    if (!sw_html_is_alone(b->asked.html, argv[optind]) || !check_options(b))
        return 2;
    list_workers(b);
    if (!choose_copies(b))
        return 2;
    choose_outputs(b);
    return -1;
}

/* Where we were started without one of them, files that we open would take its number, and be
 * mistaken for it in the program. */
static void hold_standard_files(void)
{
    int fd;
    while ((fd = open("/dev/null", O_RDWR)) >= 0 && fd <= 2)
        ;
    if (fd >= 0)
        close(fd);
}

/* What would be found out after minutes of measuring otherwise: 0, or the exit status after a message. */
static int check_outputs(const struct sw_bench *b)
{
    int fd = b->input ? open(b->input, O_RDONLY | O_CLOEXEC) : -1;
    if (b->input && fd < 0)
        return sw_fail(1, "cannot open '%s': %s", b->input, strerror(errno));
    if (fd >= 0)
        close(fd);
    for (size_t i = 0; i < b->n_outputs; i++) {
        if (!check_output(&b->outputs[i]))
            return 2;
        for (size_t j = 0; j < i; j++)
            if (!sw_print_apart(b->outputs[i].path, b->outputs[j].path))
                return 2;
    }
    return 0;
}

static bool any_trial(const struct sw_scaling *s)
{
    for (size_t i = 0; i < s->n_points; i++)
        if (s->points[i].n_trials)
            return true;
    return false;
}

static void say_left_out(const struct sw_bench_output *output, const struct sw_scaling *s)
{
    size_t n = 0;
    for (size_t i = 0; i < s->n_points; i++)
        n += s->points[i].n_trials && s->points[i].verdict == SW_AGREEMENT_CROWDED;
    if (n && output->format == SW_BENCH_CSV)
        sw_error("the CSV leaves out runs with more workers than cores: this process may use %llu",
                 (unsigned long long)s->processors);
}

static int write_all(struct sw_bench *b)
{
    struct sw_scaling *s = &b->scaling;
    struct sw_report_sources sources = b->sources;
    int failed = 0;
    sw_scaling_judge(s);
    const struct sw_profile *profile = sw_bench_keep(b);
    if (s->profile)
        sw_page_sources_settle(&sources, s->profile, b->profile);
    for (size_t i = 0; i < b->n_outputs; i++) {
        say_left_out(&b->outputs[i], s);
        failed |= !write_output(&b->outputs[i], s, &sources, profile);
    }
    return failed;
}

static int command(int argc, char **argv)
{
    static struct sw_bench bench, *const b = &bench;
    memset(b, 0, sizeof *b);
    b->trials = 5;
    b->warm_up = 1;
    b->null = b->errors = b->profiling.receiver.socket = -1;
    sw_profile_init(&b->read);
    sw_profile_init(&b->simulations.before);
    int status = parse(b, argc, argv);
    if (status >= 0)
        return status;
    hold_standard_files();
    status = check_outputs(b);
    if (status)
        return status;
    sw_interrupt_hold(); /* until the results are written */
    int failed = sw_bench_measure(b) != 0;
    if (any_trial(&b->scaling))
        failed |= write_all(b);
    else if (sw_interrupt_asked())
        sw_error("interrupted before anything was measured");
    if (!failed)
        sw_written_tell(
            "'spanwise why %s' says what holds it back, and where; with '-o FILE.prof', "
            "'spanwise diff FILE.prof' runs it all again and compares",
            b->argv[0]);
    sw_bench_release(b);
    return sw_interrupt_asked() ? sw_child_repeat_end(sw_interrupt_asked()) : failed;
}

const struct sw_command sw_command_bench = {
    .name = "bench",
    .run = command,
    .what = "compare real speedups with the predicted range",
    .synopses = {"[options] PROGRAM [ARGUMENTS]"},
    .about = "Runs PROGRAM with 1, 2, ... workers, several times each, and compares the speedups "
             "with the range that its work and span predict. The number is in CILK_NWORKERS and "
             "OMP_NUM_THREADS, and in place of each {} in ARGUMENTS.",
    .options = takes,
    .operands = SW_PROGRAM,
    .needs = "program",
    .examples =
        {{"spanwise bench -N 1-8 -o speedup.png ./yours",
          "Speedups on 1 to 8 cores, as text and as a picture."},
         {"spanwise bench ./server --threads={}",
          "A program that takes its number of threads as an argument."},
         {"spanwise bench -o before.prof ./yours",
          "Keeps the times: after a change, 'spanwise diff before.prof' runs it all again."}},
    .see = "run, predict, diff",
};
