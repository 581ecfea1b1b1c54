/* `spanwise diff` in words. */
#include "tool/common/command.h"
#include "tool/options/describe.h"

const struct sw_command sw_describe_diff = {
    .name = "diff",
    .run = sw_command_diff,
    .what = "show what changed from one profile to another, and where",
    .synopses = {"[options] BEFORE AFTER"},
    .about = "Compares two profiles: the whole program, its regions, and its call sites, matched "
             "by function and order of lines, so lines may have moved.",
    .options = sw_diff_takes,
    .operands = SW_PROFILES,
    .examples = {{"spanwise diff old.prof new.prof",
                  "What a change did to work, span and parallelism."}},
    .status = "0: compared; 1: failed, or with --exit-code, something differs; 2: bad options.",
    .see = "run, check, report",
};
