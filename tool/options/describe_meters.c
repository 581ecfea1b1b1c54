/* `spanwise meters` in words. */
#include "tool/common/command.h"
#include "tool/options/describe.h"

const struct sw_command sw_describe_meters = {
    .name = "meters",
    .run = sw_command_meters,
    .what = "list what can be counted on this machine, and what it costs",
    .synopses = {"[options]"},
    .about = "Lists what 'spanwise run --meter=NAME' can count, whether it works on this machine, "
             "and what each event (a call, a spawn, a return) costs with it, measured now.",
    .options = sw_meters_takes,
    .operands = SW_NOTHING,
    .examples = {{"spanwise meters", "What works on this machine."}},
    .see = "run",
};
