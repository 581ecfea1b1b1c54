/* `spanwise calibrate` in words. */
#include "tool/common/command.h"
#include "tool/options/describe.h"

const struct sw_command sw_describe_calibrate = {
    .name = "calibrate",
    .run = sw_command_calibrate,
    .what = "what constructs and memory cost here, for predictions",
    .synopses = {"[options]"},
    .about = "Measures what parallel constructs cost on this machine, and how its memory takes to "
             "several threads, for 'spanwise predict'. It is done once: the cache keeps it.",
    .options = sw_calibrate_takes,
    .operands = SW_NOTHING,
    .examples = {{"spanwise calibrate -o big.machine",
                  "On the machine that predictions are for; then elsewhere: spanwise predict "
                  "--machine=big.machine ./yours."}},
    .see = "predict",
};
