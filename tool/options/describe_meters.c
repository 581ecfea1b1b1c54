/* `spanwise meters` in words. */
#include "tool/common/command.h"
#include "tool/options/describe.h"

const struct sw_command sw_describe_meters = {
    .name = "meters",
    .run = sw_command_meters,
    .what = "what can be counted on this machine, and what that costs",
    .synopses = {"[options]"},
    .about =
        "Lists what 'spanwise run --meter=NAME' can count, whether that works on this machine, and "
        "what an event of a profile (a call, a spawn, a return) costs with it, measured now.",
    .options = sw_meters_takes,
    .operands = SW_NOTHING,
    .examples = {{"spanwise meters", "What there is here."}},
    .see = "run",
};
