/* spanwise calibrate: what parallel constructs and memory traffic cost on this machine. */
#include "report/machine.h"
#include "tool/arguments.h"
#include "tool/command.h"
#include "tool/machine_here.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static const char usage_text[] =
    "usage: spanwise calibrate [options]\n\n"
    "Measures what parallel constructs cost on this machine, and how its memory takes to several\n"
    "threads, for 'spanwise predict'. It is done once: the cache keeps it.\n\n"
    "  -o FILE            write the machine's description to FILE as well ('-': stdout, and only "
    "that)\n"
    "  --show             print what the cache has, and measure nothing\n"
    "  --force            measure again what the cache has\n"
    "  --quick            what constructs cost only, not the memory\n";

struct request {
    const char *output;
    bool show, force, quick;
};

enum { OPT_SHOW = 256, OPT_FORCE, OPT_QUICK };

static const struct option long_options[] = {
    {"output", required_argument, NULL, 'o'}, {"show", no_argument, NULL, OPT_SHOW},
    {"force", no_argument, NULL, OPT_FORCE},  {"quick", no_argument, NULL, OPT_QUICK},
    {"help", no_argument, NULL, 'h'},         {0},
};

static bool take(int option, void *data)
{
    struct request *r = data;
    if (option == 'o')
        r->output = optarg;
    r->show |= option == OPT_SHOW;
    r->force |= option == OPT_FORCE;
    r->quick |= option == OPT_QUICK;
    return true;
}

static const struct sw_arguments arguments = {
    .command = "calibrate",
    .usage = usage_text,
    .letters = ":o:h",
    .options = long_options,
    .take = take,
};

static int get(struct sw_machine *machine, const struct request *r)
{
    char why[4500];
    unsigned parts = SW_MACHINE_OVERHEADS | (r->quick ? 0 : SW_MACHINE_MEMORY);
    int error = r->show ? sw_machine_cached(machine, why, sizeof why)
                        : sw_machine_here(machine, parts, r->force, why, sizeof why);
    if (error == -ENOENT && r->show)
        sw_error("nothing is known of this machine yet (there is no '%s'): 'spanwise calibrate' "
                 "measures it",
                 sw_machine_cache_path());
    else if (error)
        sw_error("%s", why);
    return error;
}

static int put(const struct sw_machine *machine, const struct request *r)
{
    char why[4500];
    bool only = r->output && !strcmp(r->output, "-");
    if (only)
        sw_machine_put(machine, stdout);
    else
        sw_machine_print(machine, stdout);
    if (fflush(stdout) || ferror(stdout)) {
        sw_error("cannot write to stdout");
        return 1;
    }
    if (!r->output || only || !sw_machine_write(machine, r->output, why, sizeof why))
        return 0;
    sw_error("%s", why);
    return 1;
}

int sw_command_calibrate(int argc, char **argv)
{
    struct request r = {0};
    struct sw_machine machine;
    int status = sw_arguments_parse(&arguments, argc, argv, &r);
    if (status >= 0)
        return status;
    if (optind < argc) {
        sw_error("'spanwise calibrate' takes no arguments, and '%s' is one", argv[optind]);
        return 2;
    }
    if (r.show && (r.force || r.quick)) {
        sw_error("--show measures nothing: --force and --quick do not go with it");
        return 2;
    }
    int error = get(&machine, &r);
    if (!error)
        status = put(&machine, &r);
    sw_machine_release(&machine);
    return error ? 1 : status;
}
