/* What `spanwise calibrate` takes. */
#include "tool/common/command.h"
#include "tool/options/describe.h"

static const struct sw_option options[] = {
    {"output", 'o', SW_VALUE_FILE, "FILE",
     .help = "write the machine's description to FILE as well ('-': stdout, and only that)"},
    {"show", SW_OPT_SHOW, .help = "print what the cache has, and measure nothing"},
    {"force", SW_OPT_FORCE, .help = "measure again what the cache has"},
    {"quick", SW_OPT_QUICK, .help = "what constructs cost only, not the memory"},
    {"quiet", 'q', .help = "no progress"},
    {0},
};

const struct sw_command sw_describe_calibrate = {
    .name = "calibrate",
    .run = sw_command_calibrate,
    .what = "what constructs and memory cost here, for predictions",
    .synopses = {"[options]"},
    .about = "Measures what parallel constructs cost on this machine, and how its memory takes to "
             "several threads, for 'spanwise predict'. It is done once: the cache keeps it.",
    .options = options,
    .operands = SW_NOTHING,
    .examples = {{"spanwise calibrate -o big.machine",
                  "On the machine that predictions are for; then elsewhere: spanwise predict "
                  "--machine=big.machine ./yours."}},
    .see = "predict",
};
