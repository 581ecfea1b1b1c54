#include "tool/bench_options.h"
#include "runtime/processors.h"
#include "tool/command.h"
#include "tool/number.h"
#include "tool/number_list.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_RUNS = 100000 };

static const char usage_text[] =
    "usage: spanwise bench [options] PROGRAM [ARGUMENTS]\n\n"
    "Runs PROGRAM with 1, 2, ... workers (CILK_NWORKERS), several times each, and prints the\n"
    "speedups beside the range that its work and span predict.\n\n"
    "  -P LIST            numbers of workers, as 1,2,4 or 1-8 (default: 1 to the number of\n"
    "  --workers=LIST     processors that this process may use); 1 is always measured\n"
    "  --trials=N         runs of each (default 5)\n"
    "  --warm-up=N        runs before that, not counted (default 1)\n"
    "  --profile=FILE     predict from this profile (default: profile PROGRAM first)\n"
    "  --no-profile       no prediction\n"
    "  --copies[=N]       also run N copies with one worker each at once, against one alone\n"
    "                     (default: as many as the most workers): do they share bandwidth?\n"
    "  --stdin=FILE       what the program reads (default: /dev/null)\n"
    "  --show-output      show the output of the first warm-up run, on stderr\n"
    "  --format=FORMAT    text (default), csv (as Cilkscale's benchmark script), json,\n"
    "                     gnuplot (a script), png (drawn by gnuplot)\n"
    "  -o FILE            write to FILE, in the format, or else the one that its name ends in;\n"
    "                     may be repeated. The text goes to stdout as well\n"
    "  -h, --help         this text\n";

enum {
    OPT_TRIALS = 256,
    OPT_WARM_UP,
    OPT_PROFILE,
    OPT_NO_PROFILE,
    OPT_COPIES,
    OPT_STDIN,
    OPT_SHOW_OUTPUT,
    OPT_FORMAT
};

static const struct option long_options[] = {
    {"workers", required_argument, NULL, 'P'},
    {"trials", required_argument, NULL, OPT_TRIALS},
    {"warm-up", required_argument, NULL, OPT_WARM_UP},
    {"profile", required_argument, NULL, OPT_PROFILE},
    {"no-profile", no_argument, NULL, OPT_NO_PROFILE},
    {"copies", optional_argument, NULL, OPT_COPIES},
    {"stdin", required_argument, NULL, OPT_STDIN},
    {"show-output", no_argument, NULL, OPT_SHOW_OUTPUT},
    {"format", required_argument, NULL, OPT_FORMAT},
    {"output", required_argument, NULL, 'o'},
    {"help", no_argument, NULL, 'h'},
    {0},
};

/* What is known only when all options are. */
struct request {
    struct sw_bench_options *options;
    const char *list, *format;
    const char *paths[SW_BENCH_MOST_OUTPUTS];
    size_t n_paths;
    bool copies;
};

static bool parse_list(const char *text, bool *wanted)
{
    if (sw_number_list_parse(text, SW_BENCH_MOST_WORKERS, wanted))
        return true;
    sw_error("-P takes numbers of workers from 1 to %d, as '1,2,4' or '1-8', not '%s'",
             SW_BENCH_MOST_WORKERS, text);
    return false;
}

static bool parse_option(struct request *r, int option, const char *word)
{
    struct sw_bench_options *o = r->options;
    switch (option) {
    case 'P':
        r->list = optarg;
        return true;
    case OPT_TRIALS:
        return sw_number_parse("trials", optarg, "", 1, MOST_RUNS, &o->trials);
    case OPT_WARM_UP:
        return sw_number_parse("warm-up", optarg, "", 0, MOST_RUNS, &o->warm_up);
    case OPT_PROFILE:
        o->profile = optarg;
        return true;
    case OPT_NO_PROFILE:
        o->no_profile = true;
        return true;
    case OPT_COPIES:
        r->copies = true;
        return !optarg ||
               sw_number_parse("copies", optarg, "", 2, SW_BENCH_MOST_WORKERS, &o->copies);
    case OPT_STDIN:
        o->input = optarg;
        return true;
    case OPT_SHOW_OUTPUT:
        o->show_output = true;
        return true;
    case OPT_FORMAT:
        r->format = optarg;
        return true;
    case 'o':
        if (r->n_paths < SW_BENCH_MOST_OUTPUTS) {
            r->paths[r->n_paths++] = optarg;
            return true;
        }
        sw_error("no more than %d files can be written at once", SW_BENCH_MOST_OUTPUTS);
        return false;
    }
    sw_error("'%s' is not an option, or lacks its value; 'spanwise bench --help' lists them", word);
    return false;
}

static bool list_workers(struct request *r)
{
    struct sw_bench_options *o = r->options;
    static bool wanted[SW_BENCH_MOST_WORKERS + 1];
    wanted[1] = true;
    if (r->list && !parse_list(r->list, wanted))
        return false;
    for (uint64_t n = 1; n <= SW_BENCH_MOST_WORKERS; n++)
        if (wanted[n] || (!r->list && n <= o->processors))
            o->workers[o->n_workers++] = n;
    return true;
}

/* As many copies as the most workers that have a processor each. */
static bool choose_copies(struct request *r)
{
    struct sw_bench_options *o = r->options;
    if (!r->copies)
        return true;
    if (!o->copies)
        for (size_t i = 0; i < o->n_workers && o->workers[i] <= o->processors; i++)
            o->copies = o->workers[i];
    if (o->copies >= 2 && o->copies <= o->processors)
        return true;
    sw_error("--copies: copies need a processor each, and at least two; this process may use %llu, "
             "and -P may ask for fewer",
             (unsigned long long)o->processors);
    return false;
}

/* -o chooses files, and the text goes to stdout too, unless a file has it: measuring once more for
 * it would take as long again. */
static bool choose_outputs(struct request *r)
{
    struct sw_bench_options *o = r->options;
    bool text = false;
    for (size_t i = 0; i < r->n_paths; i++) {
        struct sw_bench_output *output = &o->outputs[o->n_outputs++];
        if (!sw_bench_output_choose(output, r->paths[i], r->format))
            return false;
        text |= output->format == SW_BENCH_TEXT || !strcmp(r->paths[i], "-");
    }
    if (text || o->n_outputs == SW_BENCH_MOST_OUTPUTS)
        return true;
    return sw_bench_output_choose(&o->outputs[o->n_outputs++], "-", r->n_paths ? NULL : r->format);
}

static bool check(struct request *r)
{
    struct sw_bench_options *o = r->options;
    if (o->profile && o->no_profile) {
        sw_error("--profile and --no-profile exclude each other");
        return false;
    }
    if (o->show_output && !o->warm_up) {
        sw_error("--show-output shows a warm-up run, and there is none with --warm-up=0");
        return false;
    }
    return list_workers(r) && choose_copies(r) && choose_outputs(r);
}

int sw_bench_parse(struct sw_bench_options *options, int argc, char **argv)
{
    struct request request = {.options = options};
    const char *word = argv[1];
    int option;
    optind = 0;
    opterr = 0;
    options->processors = sw_processors();
    while ((option = getopt_long(argc, argv, "+P:o:h", long_options, NULL)) != -1) {
        if (option == 'h') {
            fputs(usage_text, stdout);
            return 0;
        }
        if (!parse_option(&request, option, word))
            return 2;
        word = optind < argc ? argv[optind] : "";
    }
    if (optind == argc) {
        sw_error("bench what? 'spanwise bench --help' tells");
        return 2;
    }
    options->argv = argv + optind;
    return check(&request) ? -1 : 2;
}
