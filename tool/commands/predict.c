/*
 * spanwise predict: the speedup to expect of a program tree, by processors and plan; with --synthesize, replayed by real threads too.
 */
#include "analysis/predict/predict.h"
#include "base/processors.h"
#include "console/message.h"
#include "profile/output.h"
#include "report/model/predict.h"
#include "tool/commands/outputs.h"
#include "tool/common/interrupt.h"
#include "tool/measure/memory.h"
#include "tool/measure/synthesize.h"
#include "tool/options/options.h"
#include "tool/options/plan_options.h"

/* A prediction beside a synthesis (synthesize.h), on as many processors as there are. */

static struct sw_emulation_options way_of(const struct sw_prediction *p, size_t cell)
{
    struct sw_emulation_options way =
        sw_plan_way(p->cells[cell].plan, p->cells[cell].processors, p->options.nested);
    way.burden = p->options.burdens ? p->options.burdens[cell % p->options.n_processors] : NULL;
    return way;
}

static void say_how(const struct sw_synthesis *synthesis, char *how, size_t size)
{
    const char *doubt = sw_synthesis_doubt(synthesis);
    snprintf(how, size, "%zu of %.0f outermost sections, %zu of them distinct, in %.1f s%s%s",
             synthesis->synthesized, synthesis->sections, synthesis->distinct,
             synthesis->took_ns / 1e9, doubt ? "; doubtful: " : "", doubt ? doubt : "");
}

/* Fills `synthesized` of those cells that can be, and says in `how` what it was like. False after a message, or a
 * signal that asks us to end: nothing was synthesized. */
static bool synthesize(struct sw_prediction *p, char *how, size_t size)
{
    size_t n_cells = p->options.n_plans * p->options.n_processors, n = 0;
    SW_FREED struct sw_emulation_options *ways = calloc(n_cells + 1, sizeof *ways);
    SW_FREED size_t *cells = calloc(n_cells + 1, sizeof *cells);
    struct sw_synthesis synthesis;
    unsigned processors = sw_processors();
    if (!ways || !cells)
        return sw_error("not enough memory");
    for (size_t i = 0; i < n_cells; i++)
        if (p->cells[i].processors <= processors) {
            ways[n] = way_of(p, i);
            cells[n++] = i;
        }
    if (!n)
        return sw_error(
            "nothing is replayed: this machine has %u processor%s, and -N asks for more",
            processors, processors == 1 ? "" : "s");
    struct sw_synthesis_options options = {.ways = ways, .n_ways = n};
    bool fine = sw_synthesize(p->tree, &options, &synthesis) == 0;
    for (size_t i = 0; fine && i < n; i++)
        if (synthesis.ways[i].time > 0)
            p->cells[cells[i]].synthesized = synthesis.ways[i].work / synthesis.ways[i].time;
    if (fine)
        say_how(&synthesis, how, size);
    sw_synthesis_release(&synthesis);
    return fine;
}

enum { USUAL_FOCUS = 16 };

struct predict {
    struct sw_plan_options plans;
    struct sw_predict_report_options report;
    struct sw_run_options run;
    uint64_t focus; /* 0: not given */
    const char *out, *keep;
    const char *html; /* where the page goes, too; NULL: nowhere */
    char *const *argv;
    bool is_file, synthesis, is_written;
    char synthesis_is[256];
    enum sw_memory_way memory_way;
    struct sw_memory memory;
    struct sw_tree_input input;
    struct sw_prediction prediction;
};

#define AT(member) SW_FIELD(struct predict, member)

static const struct sw_option takes[] = {
    SW_TAKES_CORES("numbers of cores, as 64, 1,2,4 or 1-8 (default: " SW_PLAN_PROCESSORS ")",
                   SW_PLAN_PROCESSORS_MAX, AT(plans.wanted)),
    {"at", 0, SW_VALUE_NUMBER, "N",
     .help = "the number of cores to give details for (default: 16, or the largest)", .least = 1,
     .most = SW_PLAN_PROCESSORS_MAX, AT(focus)},
    {.include = sw_plan_takes, AT(plans)},
    {"memory", 0, SW_VALUE_CHOICE, "HOW",
     .help =
         "also predict the effect of memory, by running PROGRAM again: with hardware counters, "
         "by its memory traffic (default if there are no counters), next to a memory hog, or next "
         "to copies of "
         "itself, which must not disturb each other: counters, traffic, hog, copies",
     .choices = "counters, traffic, hog, copies", .is_optional = true, .least = SW_MEMORY_COUNTERS,
     .means = SW_MEMORY_ANY, .wrong = "--memory takes counters, traffic, hog or copies, not '%s'",
     AT(memory_way)},
    {"method", 0, SW_VALUE_CHOICE, "NAME",
     .help = "how to predict: emulate (default), or both, which also replays the tree with real "
             "threads on as many cores as this machine has (--synthesize for short)",
     .choices = "emulate, both", .accepts = "emulate, both, synthesize",
     .wrong = "--method is 'emulate', 'synthesize' or 'both', not '%s'", AT(synthesis)},
    {"synthesize", .help = "as --method=both", .is_hidden = true, AT(synthesis)},
    {"format", 0, SW_VALUE_CHOICE, "FORMAT",
     .help = "format: text (default), csv, json, gnuplot, html (one page)",
     .choices = SW_PREDICT_FORMAT_NAMES, AT(report.format)},
    {.include = sw_sources_takes, AT(report.page.sources)},
    {"keep", 0, SW_VALUE_FILE, "FILE", .help = "keep the profile of PROGRAM", AT(keep)},
    {"top", 0, SW_VALUE_NUMBER, "N", .help = "sections in the text; 'all' for all (default: 10)",
     SW_TAKES_TOP, AT(report.page.top)},
    {.include = sw_page_takes, AT(report.page)},
    {"output", 'o', SW_VALUE_FILE, "OUT",
     .help = "write to the file OUT (default: stdout; stderr if PROGRAM is run)", AT(out)},
    {.include = sw_html_takes, AT(html)},
    SW_TAKES_QUIET(),
    {0},
};

/* Behind a program, options are its own; behind a file they are ours. */
static int parse(struct predict *p, int argc, char **argv)
{
    int status = sw_arguments_parse(&sw_command_predict, argc, argv, p);
    if (status >= 0)
        return status;
    if (!sw_html_is_alone(p->html, argv[optind]))
        return 2;
    p->argv = argv + optind;
    p->is_file = sw_tree_input_is_file(p->argv[0]);
    if (p->is_file) {
        optind++;
        status = sw_arguments_parse_more(&sw_command_predict, argc, argv, p);
    }
    if (status >= 0)
        return status;
    if (p->is_file && optind < argc)
        sw_error("'%s' is a file, and '%s' is one argument too many", p->argv[0], argv[optind]);
    else if (p->is_file && p->keep)
        sw_error("--keep is for a program, and '%s' is a file", p->argv[0]);
    else if (!p->is_file && p->report.format != SW_PREDICT_TEXT && !p->out)
        sw_error("-o FILE is needed: the program's own output would mix with that of --format");
    else if (p->is_file && p->memory_way)
        sw_error("--memory is for a program, which is run again, and '%s' is a file", p->argv[0]);
    else if (!p->is_file || p->report.format != SW_PREDICT_HTML ||
             sw_print_suits(p->out, SW_OUTPUT_PAGE))
        return -1;
    return 2;
}

/* Details are for a number that is predicted. */
static bool choose_focus(struct predict *p, unsigned *focus)
{
    const struct sw_plan_options *o = &p->plans;
    if (p->focus && !o->wanted[p->focus])
        return sw_error("--at=%u is not one of the cores of -N", (unsigned)p->focus);
    *focus = p->focus                 ? (unsigned)p->focus
             : o->wanted[USUAL_FOCUS] ? USUAL_FOCUS
                                      : o->processors[o->n_processors - 1];
    return true;
}

/* Runs the program again, as its tree was recorded. */
static bool find_memory(struct predict *p)
{
    const struct sw_plan_options *o = &p->plans;
    bool given = o->machine_name && strcmp(o->machine_name, "ideal");
    struct sw_memory_request request = {.way = p->memory_way,
                                        .argv = p->argv,
                                        .options = &p->input.profiling.options,
                                        .tree = p->input.tree,
                                        .profiling = &p->input.profiling,
                                        .end = &p->input.end,
                                        .machine = given ? &o->machine : NULL,
                                        .processors = o->processors,
                                        .n_processors = o->n_processors};
    return p->memory_way == SW_MEMORY_OFF || sw_memory_find(&p->memory, &request);
}

static void tell(size_t done, size_t of)
{
    sw_progress("predict: emulating, %zu of %zu done", done, of);
}

/* Which site to change follows from the same tree, where that is in a file. */
static void say_next(const struct predict *p)
{
    if (p->is_file && p->html)
        sw_written_tell(NULL);
    else if (p->is_file)
        sw_written_tell("'spanwise what-if --rank %s' shows what to change first", p->argv[0]);
    else if (p->html)
        sw_written_say(NULL);
    else if (p->keep)
        sw_written_say("'spanwise what-if --rank %s' shows what to change first", p->keep);
    else
        sw_written_say(
            "with --keep=FILE, 'spanwise what-if --rank FILE' shows what to change first");
}

static bool predict(struct predict *p)
{
    struct sw_predict_options options;
    unsigned focus;
    if (!choose_focus(p, &focus))
        return false;
    options = (struct sw_predict_options){.plans = p->plans.plans,
                                          .n_plans = p->plans.n_plans,
                                          .processors = p->plans.processors,
                                          .n_processors = p->plans.n_processors,
                                          .focus = focus,
                                          .nested = p->plans.nested,
                                          .overheads = p->plans.overheads,
                                          .burdens = (const double *const *)p->memory.burdens,
                                          .one = &p->plans.one,
                                          .tell = tell,
                                          .budget = &p->plans.budget};
    int error = sw_predict(&p->prediction, p->input.tree, &options);
    sw_progress_erase();
    if (error) {
        sw_plan_options_explain(p->input.name, error);
        return false;
    }
    if (p->synthesis && synthesize(&p->prediction, p->synthesis_is, sizeof p->synthesis_is))
        p->report.synthesis = p->synthesis_is;
    p->report.profile = p->input.profile;
    sw_page_sources_settle(&p->report.page.sources, p->input.profile,
                           p->is_file ? p->argv[0] : NULL);
    p->report.overheads = p->plans.overheads_are;
    p->report.memory = p->memory.says;
    p->is_written = (!p->is_file && !p->out && sw_is_quiet()) ||
                    SW_PRINT(p->out, p->is_file ? stdout : stderr, "the prediction",
                             sw_predict_print(&p->prediction, &p->report, to.out));
    if (p->html) {
        p->report.format = SW_PREDICT_HTML;
        p->report.page.top = 0; /* a page has room for all */
        p->is_written &= SW_PRINT(p->html, stdout, "the page",
                                  sw_predict_print(&p->prediction, &p->report, to.out));
    }
    sw_prediction_release(&p->prediction);
    say_next(p);
    return true;
}

/* What was measured, before anything is made of it. */
static void keep(const struct predict *p)
{
    sw_profile_save(p->input.profile, p->keep);
    sw_interrupt_release();
}

/* What would be found out after the program's run otherwise. False after a message. */
static bool may_write(const struct predict *p)
{
    enum sw_output_kind kind = p->report.format == SW_PREDICT_HTML   ? SW_OUTPUT_PAGE
                               : p->report.format == SW_PREDICT_JSON ? SW_OUTPUT_JSON
                                                                     : SW_OUTPUT_TEXT;
    return sw_print_may(p->out, kind) && sw_print_may(p->keep, SW_OUTPUT_PROFILE) &&
           sw_print_may(p->html, SW_OUTPUT_PAGE) && sw_print_apart(p->out, p->html) &&
           sw_print_apart(p->out, p->keep) && sw_print_apart(p->keep, p->html);
}

/* Where the program was run, its own status is ours, whatever can be written: what is missing was told. */
static int run(struct predict *p)
{
    int status = 1;
    if (!p->is_file) {
        p->html = sw_html_name(p->html, p->argv[0], "predict");
        if (!may_write(p))
            return 2;
    }
    bool fine = p->is_file ? sw_tree_input_read(&p->input, p->argv[0])
                           : sw_run_options_settle(&p->run) &&
                                 sw_tree_input_run(&p->input, p->argv, &p->run, &status);
    sw_interrupt_ignore_output();
    if (p->is_file && fine)
        p->html = sw_html_name(p->html, p->input.profile->program, "predict");
    else if (!p->is_file && p->input.profile)
        keep(p);
    if (fine) {
        fine = sw_plan_options_settle(&p->plans, p->input.profile, p->input.tree,
                                      SW_PLAN_PROCESSORS) &&
               find_memory(p) && predict(p);
        sw_memory_release(&p->memory);
        sw_plan_options_release(&p->plans);
    }
    int end = p->input.end.status;
    sw_tree_input_release(&p->input);
    if (p->is_file)
        return sw_interrupt_asked() ? sw_child_repeat_end(sw_interrupt_asked())
                                    : !fine || !p->is_written;
    return sw_child_finish(status, end, fine);
}

static int command(int argc, char **argv)
{
    static struct predict p;
    p = (struct predict){.run = SW_RUN_OPTIONS_DEFAULT};
    int status = parse(&p, argc, argv);
    return status < 0 ? run(&p) : status;
}

const struct sw_command sw_command_predict = {
    .name = "predict",
    .run = command,
    .what = "predict the speedup of serial code you think of parallelizing",
    .synopses = {"[options] PROGRAM [ARGUMENTS]", "[options] FILE"},
    .about = "Predicts how fast a program would be on many cores before you parallelize it: from "
             "annotations in the serial program (spanwise.h), which is run once; from a profile "
             "with a program tree ('spanwise run --tree'); or from a tree as text (FILE.tree).",
    .options = takes,
    .operands = SW_PROGRAM_OR_PROFILE,
    .needs = "program or profile",
    .examples = {{"spanwise predict ./yours",
                  "The speedup on 2 to 128 cores, with OpenMP's schedules and with Cilk."},
                 {"spanwise predict -N 1-64 --format=gnuplot -o p.gnuplot yours.prof",
                  "A picture, from a profile you kept."}},
    .status = "The program's own if one is run, but 1 if that is 0 and there is nothing to predict "
              "from; for a file, 0: fine, 1: failed; 2: bad options.",
    .see = "run, calibrate, what-if",
};
