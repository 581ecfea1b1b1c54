/* `spanwise calibrate` in words. */
#include "tool/common/command.h"
#include "tool/options/describe.h"

const struct sw_command sw_describe_calibrate = {
    .name = "calibrate",
    .run = sw_command_calibrate,
    .what = "measure what parallelism and memory cost on this machine, for predictions",
    .synopses = {"[options]"},
    .about = "Measures what parallel constructs cost on this machine, and how its memory copes "
             "with several threads, for 'spanwise predict'. Needed once: the result is cached.",
    .options = sw_calibrate_takes,
    .operands = SW_NOTHING,
    .examples = {{"spanwise calibrate -o big.machine",
                  "Run it on the machine you want predictions for; then, anywhere: spanwise "
                  "predict --machine=big.machine ./yours."}},
    .see = "predict",
};
