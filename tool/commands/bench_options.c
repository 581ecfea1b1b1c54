#include "tool/commands/bench_options.h"
#include "base/processors.h"
#include "tool/commands/html_output.h"
#include "tool/commands/page_sources.h"
#include "tool/common/command.h"
#include "tool/common/number.h"
#include "tool/common/number_list.h"
#include "tool/common/progress.h"
#include "tool/options/arguments.h"
#include "tool/options/describe.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_RUNS = 100000 };

/* What is known only when all options are. */
struct request {
    struct sw_bench_options *options;
    const char *list, *format;
    const char *html; /* where the page goes, too; NULL: nowhere */
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

static bool parse_option(int option, void *data)
{
    struct request *r = data;
    struct sw_bench_output output;
    struct sw_bench_options *o = r->options;
    switch (option) {
    case 'P':
        r->list = optarg;
        return true;
    case SW_OPT_TRIALS:
        return sw_number_parse("trials", optarg, "", 1, MOST_RUNS, &o->trials);
    case SW_OPT_WARM_UP:
        return sw_number_parse("warm-up", optarg, "", 0, MOST_RUNS, &o->warm_up);
    case SW_OPT_PROFILE:
        o->profile = optarg;
        return true;
    case SW_OPT_NO_PROFILE:
        o->no_profile = true;
        return true;
    case SW_OPT_COPIES:
        r->copies = true;
        return !optarg ||
               sw_number_parse("copies", optarg, "", 2, SW_BENCH_MOST_WORKERS, &o->copies);
    case SW_OPT_STDIN:
        o->input = optarg;
        return true;
    case SW_OPT_SHOW_OUTPUT:
        o->show_output = true;
        return true;
    case SW_OPT_FORMAT:
        r->format = optarg;
        return sw_bench_output_choose(&output, "-", optarg);
    case SW_OPT_SOURCES:
        return sw_page_sources_take(&o->sources);
    case SW_OPT_HTML:
        r->html = optarg ? optarg : "";
        return true;
    case 'q':
        sw_progress_silence();
        return true;
    case 'o':
        if (r->n_paths < SW_BENCH_MOST_OUTPUTS) {
            r->paths[r->n_paths++] = optarg;
            return true;
        }
        sw_error("no more than %d files can be written at once", SW_BENCH_MOST_OUTPUTS);
        return false;
    }
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
    if (r->html)
        o->outputs[o->n_outputs++] =
            (struct sw_bench_output){sw_html_name(r->html, o->argv[0], "bench"), SW_BENCH_HTML};
    if (text)
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
    options->processors = sw_processors();
    int status = sw_arguments_parse(&sw_describe_bench, argc, argv, parse_option, &request);
    if (status >= 0)
        return status;
    if (optind == argc) {
        sw_error("bench what? 'spanwise bench --help' tells");
        return 2;
    }
    options->argv = argv + optind;
    return sw_html_is_alone(request.html, argv[optind]) && check(&request) ? -1 : 2;
}
