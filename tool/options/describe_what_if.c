/* `spanwise what-if` in words. */
#include "tool/common/command.h"
#include "tool/options/describe.h"

const struct sw_command sw_describe_what_if = {
    .name = "what-if",
    .run = sw_command_what_if,
    .what = "show what a change would gain, and which change gains most",
    .synopses = {"SITE=CHANGE ... [options] [FILE]", "--rank [options] [FILE]"},
    .about =
        "Shows what a change would gain: exactly for work and span, by emulation for the speedup. "
        "FILE is a profile with a program tree ('spanwise run --tree', or of an annotated "
        "program), or a tree as text (FILE.tree); default: the newest " SW_FILE_DEFAULT
        " in the current directory.\n"
        "\n"
        "SITE is a label, a function (all calls of it), file:line, caller->callee, or lock:NAME. "
        "CHANGE is 4x (four times as fast, with everything it calls), parallel:64 (its work spread "
        "over 64 tasks), or free (for a lock: it is not needed). Several changes apply together.",
    .options = sw_what_if_takes,
    .operands = SW_PROFILES,
    .examples = {{"spanwise run --tree ./yours && spanwise what-if --rank",
                  "Which site to change first."},
                 {"spanwise what-if solve=2x lock:queue=free",
                  "The speedup if 'solve' were twice as fast and the lock gone."}},
    .see = "run, predict",
};
