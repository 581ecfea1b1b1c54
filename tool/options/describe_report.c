/* `spanwise report` in words. */
#include "tool/common/command.h"
#include "tool/options/describe.h"

const struct sw_command sw_describe_report = {
    .name = "report",
    .run = sw_command_report,
    .what = "print a profile: as text, HTML, tables, or for other viewers",
    .synopses = {"[options] [FILE]", "--serial=SERIAL.prof [options] PARALLEL.prof"},
    .about = "Prints the profile FILE (default: the newest " SW_FILE_DEFAULT " in the current "
             "directory; '-' is standard input).",
    .options = sw_report_takes,
    .operands = SW_PROFILES,
    .examples = {{"spanwise report --sort=work --top=20", "The 20 call sites with the most work."},
                 {"spanwise report --tree --depth=4",
                  "Who calls whom, and where work and span go."},
                 {"spanwise report --focus=partition", "Who calls it, and what it calls."},
                 {"spanwise report --format=gnuplot | gnuplot > speedup.png",
                  "The speedup to expect, as a picture."}},
    .see = "run, sample, diff, merge",
};
