/* spanwise calibrate: what parallel constructs and memory traffic cost on this machine. */
#include "console/message.h"
#include "profile/output.h"
#include "report/model/machine.h"
#include "tool/commands/outputs.h"
#include "tool/common/interrupt.h"
#include "tool/measure/child.h"
#include "tool/measure/machines.h"
#include "tool/options/options.h"

struct request {
    const char *output;
    bool show, force, quick, list;
};

#define AT(member) SW_FIELD(struct request, member)

static const struct sw_option takes[] = {
    {"output", 'o', SW_VALUE_FILE, "FILE",
     .help = "also write the machine's description to FILE ('-': only that, to stdout)",
     AT(output)},
    {"show", .help = "print what is cached, and measure nothing", AT(show)},
    {"force", .help = "measure again, even if cached", AT(force)},
    {"quick", .help = "measure only what constructs cost, not the memory", AT(quick)},
    {"list", .help = "list the machines whose descriptions come with the tool", AT(list)},
    SW_TAKES_QUIET(),
    {0},
};

static int get(struct sw_machine *machine, const struct request *r)
{
    char why[4500];
    unsigned parts = SW_MACHINE_OVERHEADS | (r->quick ? 0 : SW_MACHINE_MEMORY);
    int error = r->show ? sw_machine_cached(machine, why, sizeof why)
                        : sw_machine_here(machine, parts, r->force, why, sizeof why);
    if (error == -ENOENT && r->show)
        sw_error("this machine has not been measured yet (no '%s'): run 'spanwise calibrate'",
                 sw_machine_cache_path());
    else if (error && error != -EINTR)
        sw_error("%s", why);
    return error;
}

static int put(const struct sw_machine *machine, const struct request *r)
{
    bool only = r->output && !strcmp(r->output, "-");
    if (only)
        sw_machine_put(machine, stdout);
    else
        sw_machine_print(machine, stdout);
    if (!sw_print_is_out())
        return 1;
    if (r->output && !only && !SW_FINE(sw_machine_write(machine, r->output, why, sizeof why)))
        return 1;
    sw_written_add(only ? NULL : r->output);
    if (only || !r->output)
        sw_written_tell("'spanwise predict PROGRAM' uses this");
    else
        sw_written_tell("'spanwise predict --machine=%s PROGRAM' uses this, on any machine",
                        r->output);
    return 0;
}

static int command(int argc, char **argv)
{
    struct request r = {0};
    struct sw_machine machine;
    int status = sw_arguments_parse(&sw_command_calibrate, argc, argv, &r);
    if (status >= 0)
        return status;
    if (r.show && (r.force || r.quick))
        return sw_fail(2, "--show measures nothing: it cannot go with --force or --quick");
    if (r.list && (r.show || r.force || r.quick || r.output))
        return sw_fail(2, "--list measures nothing, and goes with no other option");
    if (r.list) {
        sw_machines_list(stdout);
        return 0;
    }
    if (!sw_print_may(r.output, SW_OUTPUT_MACHINE)) /* measuring takes minutes */
        return 1;
    sw_interrupt_hold();
    int error = get(&machine, &r);
    sw_interrupt_release();
    if (sw_interrupt_asked()) {
        sw_error("interrupted: no measurements were kept");
        sw_machine_release(&machine);
        return sw_child_repeat_end(sw_interrupt_asked());
    }
    if (!error)
        status = put(&machine, &r);
    sw_machine_release(&machine);
    return error ? 1 : status;
}

const struct sw_command sw_command_calibrate = {
    .name = "calibrate",
    .run = command,
    .what = "measure what parallelism and memory cost here, for predictions",
    .synopses = {"[options]"},
    .about = "Measures what parallel constructs cost on this machine, and how its memory copes "
             "with several threads, for 'spanwise predict'. Needed once: the result is cached.",
    .options = takes,
    .operands = SW_NOTHING,
    .examples = {{"spanwise calibrate -o big.machine",
                  "Run it on the machine you want predictions for; then, anywhere: spanwise "
                  "predict --machine=big.machine ./yours."}},
    .see = "predict",
};
