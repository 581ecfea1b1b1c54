/* What `spanwise diff` takes. */
#include "report/model/diff.h"
#include "tool/common/command.h"
#include "tool/options/describe.h"

static const struct sw_option options[] = {
    {"format", SW_OPT_FORMAT, SW_VALUE_CHOICE, "FORMAT",
     .help = "in which form: text (default), csv, json, html (a page for browsers)",
     .choices = sw_diff_format_names},
    {"sort", SW_OPT_SORT, SW_VALUE_CHOICE, "KEY",
     .help = "order of the sites, by change: span (default; what got worse first), work, "
             "parallelism; or line",
     .choices = sw_diff_sort_names},
    {"top", SW_PAGE_TOP, SW_VALUE_NUMBER, "N",
     .help = "the N sites that changed most; 'all' for all (default: 10 in text)"},
    {"exit-code", SW_OPT_EXIT_CODE, .help = "exit with 1 if any figure differs"},
    {.include = sw_describe_page},
    {"output", 'o', SW_VALUE_FILE, "OUT", .help = "write to the file OUT"},
    {.include = sw_describe_html},
    {0},
};

const struct sw_command sw_describe_diff = {
    .name = "diff",
    .run = sw_command_diff,
    .what = "what changed from one profile to another, and where",
    .synopses = {"[options] BEFORE AFTER"},
    .about = "Compares two profiles: the whole program, its regions, and its call sites, matched "
             "by function and order of lines, so that lines may have moved.",
    .options = options,
    .operands = SW_PROFILES,
    .examples = {{"spanwise diff old.prof new.prof",
                  "What a change did to work, span and parallelism."}},
    .status = "0: compared; 1: failed, or with --exit-code, something differs; 2: bad options.",
    .see = "run, check, report",
};
