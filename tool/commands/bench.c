/*
 * spanwise bench: the program's real speedups beside the range that its profile predicts. Its command line, and where its results go
 * and in which format; the runs are in bench_measure.c.
 */
#include "base/processors.h"
#include "console/message.h"
#include "profile/output.h"
#include "report/scaling.h"
#include "tool/commands/bench_measure.h"
#include "tool/commands/outputs.h"
#include "tool/common/interrupt.h"
#include "tool/common/program.h"
#include "tool/measure/child.h"
#include "tool/measure/trial.h"
#include "tool/options/options.h"

#include <sys/mman.h>
#include <sys/wait.h>

static const struct {
    const char *name;
    enum sw_bench_format format;
} endings[] = {{"text", SW_BENCH_TEXT},       {"csv", SW_BENCH_CSV},    {"json", SW_BENCH_JSON},
               {"gnuplot", SW_BENCH_GNUPLOT}, {"html", SW_BENCH_HTML},  {"png", SW_BENCH_PNG},
               {"txt", SW_BENCH_TEXT},        {"gp", SW_BENCH_GNUPLOT}, {"prof", SW_BENCH_PROFILE}};

static const enum sw_output_kind kinds[] = {
    [SW_BENCH_TEXT] = SW_OUTPUT_TEXT,      [SW_BENCH_CSV] = SW_OUTPUT_TEXT,
    [SW_BENCH_JSON] = SW_OUTPUT_JSON,      [SW_BENCH_GNUPLOT] = SW_OUTPUT_TEXT,
    [SW_BENCH_HTML] = SW_OUTPUT_PAGE,      [SW_BENCH_PNG] = SW_OUTPUT_PNG,
    [SW_BENCH_PROFILE] = SW_OUTPUT_PROFILE};

/* Never with SW_BENCH_BY_NAME: it has the format that the name stands for, else text. */
static struct sw_bench_output output_of(const char *path, enum sw_bench_format format)
{
    const char *base = strrchr(path, '/'), *dot = strrchr(base ? base : path, '.');
    for (size_t i = 0; !format && dot && i < sizeof endings / sizeof *endings; i++)
        if (!strcmp(endings[i].name, dot + 1))
            format = endings[i].format;
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
    return sw_print_may(output->path, kinds[output->format]);
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
    int status;
    pid_t pid = sw_start(&start);
    if (pid < 0)
        return pid;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    return status ? -EPROTO : 0;
}

static int draw(const struct sw_scaling *scaling, int picture)
{
    static const struct sw_report_options defaults;
    int fd = memfd_create("gnuplot", MFD_CLOEXEC);
    FILE *script = fd < 0 ? NULL : fdopen(fd, "w+");
    if (!script)
        return -errno;
    int error = sw_scaling_print(scaling, SW_SCALING_GNUPLOT, &defaults, script);
    if (!error && lseek(fd, 0, SEEK_SET) == 0)
        error = run_gnuplot(fd, picture);
    fclose(script);
    return error;
}

static int print(const struct sw_bench_output *output, const struct sw_scaling *scaling,
                 const struct sw_report_sources *sources, FILE *out)
{
    const struct sw_report_options options = {.sources = *sources};
    static const enum sw_scaling_format formats[] = {
        [SW_BENCH_TEXT] = SW_SCALING_TEXT, [SW_BENCH_CSV] = SW_SCALING_CSV,
        [SW_BENCH_JSON] = SW_SCALING_JSON, [SW_BENCH_GNUPLOT] = SW_SCALING_GNUPLOT,
        [SW_BENCH_HTML] = SW_SCALING_HTML,
    };
    if (output->format == SW_BENCH_PNG)
        return draw(scaling, fileno(out));
    return sw_scaling_print(scaling, formats[output->format], &options, out);
}

static int explain(const struct sw_bench_output *output, int error)
{
    const char *what = is_stdout(output) ? "the results" : output->path;
    if (error == -EPROTO)
        sw_error("cannot write '%s': gnuplot failed; --format=gnuplot writes the script", what);
    else
        sw_error("cannot write '%s': %s", what,
                 sw_output_reason(error == -EIO && errno ? errno : -error));
    return error;
}

/* 0 or -errno, after a message. The profile has the real runs. */
static int write_output(const struct sw_bench_output *output, const struct sw_scaling *scaling,
                        const struct sw_report_sources *sources, const struct sw_profile *profile)
{
    struct sw_output file;
    char why[512];
    if (output->format == SW_BENCH_PROFILE)
        return sw_profile_save(profile, output->path) ? 0 : -EIO;
    if (is_stdout(output)) {
        int error = print(output, scaling, sources, stdout);
        return error ? explain(output, error) : 0;
    }
    int error = sw_output_open(&file, output->path, why, sizeof why);
    if (!error) {
        error = print(output, scaling, sources, file.file);
        if (error && error != -EIO) {
            sw_output_discard(&file);
            return explain(output, error);
        }
        error = sw_output_close(&file, why, sizeof why);
    }
    if (error)
        sw_error("%s", why);
    else
        sw_written_add(output->path);
    return error;
}

enum { MOST_RUNS = 100000 };

static bool take_path(const struct sw_option *option, const char *value, void *field)
{
    struct sw_bench_options *o = field;
    (void)option;
    if (o->asked.n_paths < SW_BENCH_MOST_OUTPUTS) {
        o->asked.paths[o->asked.n_paths++] = value;
        return true;
    }
    return sw_error("no more than %d files can be written at once", SW_BENCH_MOST_OUTPUTS);
}

#define AT(member) SW_FIELD(struct sw_bench_options, member)

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

static void list_workers(struct sw_bench_options *o)
{
    bool *wanted = o->asked.wanted;
    bool is_asked = memchr(wanted, true, sizeof o->asked.wanted);
    wanted[1] = true;
    for (uint64_t n = 1; n <= SW_BENCH_MOST_WORKERS; n++)
        if (wanted[n] || (!is_asked && n <= o->processors))
            o->workers[o->n_workers++] = n;
}

/* As many copies as the most workers that have a processor each. */
static bool choose_copies(struct sw_bench_options *o)
{
    if (!o->copies)
        return true;
    if (o->copies == SW_BENCH_COPIES_USUAL)
        for (size_t i = 0; i < o->n_workers && o->workers[i] <= o->processors; i++)
            o->copies = o->workers[i];
    if (o->copies >= 2 && o->copies <= o->processors)
        return true;
    return sw_error(
        "--copies: copies need a core each, and at least two; this process may use %llu, "
        "and -N may ask for fewer",
        (unsigned long long)o->processors);
}

/* -o chooses files, and the text goes to stdout too, unless a file has it: measuring once more for
 * it would take as long again. */
static void choose_outputs(struct sw_bench_options *o)
{
    const char *const *paths = o->asked.paths;
    size_t n = o->asked.n_paths;
    bool text = false;
    for (size_t i = 0; i < n; i++) {
        struct sw_bench_output *output = &o->outputs[o->n_outputs++];
        *output = output_of(paths[i], o->asked.format);
        text |= output->format == SW_BENCH_TEXT || !strcmp(paths[i], "-");
    }
    if (o->asked.html)
        o->outputs[o->n_outputs++] =
            output_of(sw_html_name(o->asked.html, o->argv[0], "bench"), SW_BENCH_HTML);
    if (!text)
        o->outputs[o->n_outputs++] = output_of("-", n ? SW_BENCH_TEXT : o->asked.format);
}

static bool check_options(const struct sw_bench_options *o)
{
    if (o->profile && o->no_profile)
        return sw_error("use either --profile or --no-profile");
    if (o->show_output && !o->warm_up)
        return sw_error("--show-output shows a warm-up run, but --warm-up=0 has none");
    return true;
}

/* -1: go on; else the exit status, after a message or the help. */
static int parse(struct sw_bench_options *options, int argc, char **argv)
{
    options->processors = sw_processors();
    int status = sw_arguments_parse(&sw_command_bench, argc, argv, options);
    if (status >= 0)
        return status;
    if (optind == argc)
        return sw_arguments_missing(&sw_command_bench, "program");
    options->argv = argv + optind;
    if (!sw_html_is_alone(options->asked.html, argv[optind]) || !check_options(options))
        return 2;
    list_workers(options);
    if (!choose_copies(options))
        return 2;
    choose_outputs(options);
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
static int check_outputs(const struct sw_bench_options *o)
{
    int fd = o->input ? open(o->input, O_RDONLY | O_CLOEXEC) : -1;
    if (o->input && fd < 0)
        return sw_fail(1, "cannot open '%s': %s", o->input, strerror(errno));
    if (fd >= 0)
        close(fd);
    for (size_t i = 0; i < o->n_outputs; i++) {
        if (!check_output(&o->outputs[i]))
            return 2;
        for (size_t j = 0; j < i; j++)
            if (!sw_print_apart(o->outputs[i].path, o->outputs[j].path))
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

static int write_all(const struct sw_bench_options *o, struct sw_bench *b)
{
    struct sw_scaling *s = &b->scaling;
    struct sw_report_sources sources = o->sources;
    int failed = 0;
    sw_scaling_judge(s);
    const struct sw_profile *profile = sw_bench_keep(b);
    if (s->profile)
        sw_page_sources_settle(&sources, s->profile, o->profile);
    for (size_t i = 0; i < o->n_outputs; i++) {
        say_left_out(&o->outputs[i], s);
        failed |= write_output(&o->outputs[i], s, &sources, profile) != 0;
    }
    return failed;
}

static int command(int argc, char **argv)
{
    static struct sw_bench_options options = {.trials = 5, .warm_up = 1};
    static struct sw_bench bench;
    int status = parse(&options, argc, argv);
    if (status >= 0)
        return status;
    hold_standard_files();
    status = check_outputs(&options);
    if (status)
        return status;
    sw_interrupt_hold(); /* until the results are written */
    int failed = sw_bench_measure(&bench, &options) != 0;
    if (any_trial(&bench.scaling))
        failed |= write_all(&options, &bench);
    else if (sw_interrupt_asked())
        sw_error("interrupted before anything was measured");
    if (!failed)
        sw_written_tell(
            "'spanwise why %s' says what holds it back, and where; with '-o FILE.prof', "
            "'spanwise diff FILE.prof' runs it all again and compares",
            options.argv[0]);
    sw_bench_release(&bench);
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
    .examples =
        {{"spanwise bench -N 1-8 -o speedup.png ./yours",
          "Speedups on 1 to 8 cores, as text and as a picture."},
         {"spanwise bench ./server --threads={}",
          "A program that takes its number of threads as an argument."},
         {"spanwise bench -o before.prof ./yours",
          "Keeps the times: after a change, 'spanwise diff before.prof' runs it all again."}},
    .see = "run, predict, diff",
};
