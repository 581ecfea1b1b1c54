#include "tool/commands/bench_options.h"
#include "base/processors.h"
#include "console/message.h"
#include "tool/commands/html_output.h"
#include "tool/commands/page_sources.h"
#include "tool/options/arguments.h"
#include "tool/options/describe.h"
#include "tool/options/take.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_RUNS = 100000 };

static bool take_path(const struct sw_option *option, const char *value, void *field)
{
    struct sw_bench_options *o = field;
    (void)option;
    if (o->asked.n_paths < SW_BENCH_MOST_OUTPUTS) {
        o->asked.paths[o->asked.n_paths++] = value;
        return true;
    }
    sw_error("no more than %d files can be written at once", SW_BENCH_MOST_OUTPUTS);
    return false;
}

#define AT(member) SW_FIELD(struct sw_bench_options, member)

const struct sw_option sw_bench_takes[] = {
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
    sw_error("--copies: copies need a core each, and at least two; this process may use %llu, "
             "and -N may ask for fewer",
             (unsigned long long)o->processors);
    return false;
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
        *output = sw_bench_output(paths[i], o->asked.format);
        text |= output->format == SW_BENCH_TEXT || !strcmp(paths[i], "-");
    }
    if (o->asked.html)
        o->outputs[o->n_outputs++] =
            sw_bench_output(sw_html_name(o->asked.html, o->argv[0], "bench"), SW_BENCH_HTML);
    if (!text)
        o->outputs[o->n_outputs++] = sw_bench_output("-", n ? SW_BENCH_TEXT : o->asked.format);
}

static bool check(const struct sw_bench_options *o)
{
    if (o->profile && o->no_profile) {
        sw_error("use either --profile or --no-profile");
        return false;
    }
    if (o->show_output && !o->warm_up) {
        sw_error("--show-output shows a warm-up run, but --warm-up=0 has none");
        return false;
    }
    return true;
}

int sw_bench_parse(struct sw_bench_options *options, int argc, char **argv)
{
    options->processors = sw_processors();
    int status = sw_arguments_parse(&sw_describe_bench, argc, argv, options);
    if (status >= 0)
        return status;
    if (optind == argc) {
        sw_error("no program given; see 'spanwise bench --help'");
        return 2;
    }
    options->argv = argv + optind;
    if (!sw_html_is_alone(options->asked.html, argv[optind]) || !check(options))
        return 2;
    list_workers(options);
    if (!choose_copies(options))
        return 2;
    choose_outputs(options);
    return -1;
}
