#include "tool/measure/profiling.h"
#include "console/install.h"
#include "console/message.h"
#include "profile/output.h"
#include "tool/common/meters.h"
#include "tool/common/numbered.h"
#include "tool/measure/insn_counter.h"
#include "tool/measure/launch.h"
#include "tool/measure/meter_probe.h"
#include "tool/measure/preload.h"
#include "tool/measure/simulation_costs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* OMP_NUM_THREADS: a list of the user's is for inner levels too, and keeps what it says of those. */
static void set_processors(struct sw_profiling *p)
{
    const char *told = getenv("OMP_NUM_THREADS"), *inner = told ? strchr(told, ',') : NULL;
    snprintf(p->processors, sizeof p->processors, "%u%s", (unsigned)p->options.processors,
             inner ? inner : "");
}

/* What its front end has programs told. */
static const char **add_told(const struct sw_profiling *p, const char **to)
{
    const struct sw_front_end *f = p->front_end;
    if (f->threads_in)
        to = sw_environment_add(to, f->threads_in, f->is_simulated ? p->processors : "1");
    if (f->costs_in)
        to = sw_environment_add(
            to, f->costs_in,
            sw_simulation_costs(f, p->argv[0],
                                p->options.meter == SW_METER_TIME || p->options.steady));
    if (f->library_in)
        to = sw_environment_add(to, f->library_in, p->library);
    return to;
}

/* For a run to compare with. */
static void set_unprofiled(struct sw_profiling *p)
{
    const char **end = sw_environment_add(p->unprofiled, "CILK_NWORKERS", "1");
    if (p->front_end->threads_in)
        sw_environment_add(end, p->front_end->threads_in, "1");
    else if (sw_preload_is_needed(p) && !p->front_end->is_simulated)
        sw_preload_add(p, end);
}

/* Qemu is told apart what the program is to load. */
static void set_environment(struct sw_profiling *p)
{
    bool hooks = sw_preload_is_needed(p);
    set_processors(p);
    snprintf(p->workers, sizeof p->workers, "%u", (unsigned)p->options.workers);
    const char **end = sw_environment_add(p->environment, "CILK_NWORKERS", p->workers);
    end = sw_environment_add(end, "SPANWISE_LIB", p->library);
    end = sw_environment_add(end, "SPANWISE_SOCKET", p->receiver.path);
    end = sw_environment_add(end, "SPANWISE_OPTIONS", p->options_text);
    if ((hooks || *p->mpi || *p->locks || *p->calls) &&
        p->options.insn_counter != SW_INSN_COUNTER_QEMU)
        end = sw_preload_add(p, end);
    end = add_told(p, end);
    if (p->options.meter == SW_METER_INSTRUCTIONS && !p->options.memory) {
        sw_insn_counter_tunables(p->tunables, sizeof p->tunables);
        sw_environment_add(end, "GLIBC_TUNABLES", p->tunables);
    }
    set_unprofiled(p);
}

/* Says so itself where that fails. */
static bool make_receiver(struct sw_profiling *p)
{
    int error = sw_receiver_init(&p->receiver);
    if (error)
        sw_error("cannot make a socket in $TMPDIR, '/tmp' or '/dev/shm': %s",
                 sw_output_reason(-error));
    return !error;
}

/* How many cores the run is of, or its answer; 0: it is for any number. */
static uint64_t number_of(const struct sw_profiling *p)
{
    if (p->front_end->is_simulated)
        return p->options.processors;
    return p->options.workers > 1 ? p->options.workers : p->options.cores;
}

/* What no front end knows may mean something else by it. */
static int refuse_number(const struct sw_profiling *p)
{
    bool is_known = !p->front_end->is_unknown;
    sw_error(
        is_known
            ? "{}: one run of '%s' is for any number of cores: write a number in its place"
            : "{} stays as it is: '%s' is not simulated; -N says on how many cores it is to be",
        p->argv[0]);
    return is_known ? 2 : 0;
}

/* {} in the arguments. 0, or an exit status after a message. */
static int set_number(struct sw_profiling *p)
{
    uint64_t number = number_of(p);
    p->command = p->argv;
    if (!sw_is_numbered(p->argv))
        return 0;
    if (!number)
        return refuse_number(p);
    p->numbered = sw_numbered(p->argv, number);
    if (!p->numbered) {
        sw_error("not enough memory");
        return 1;
    }
    p->command = p->numbered;
    return 0;
}

int sw_profiling_init_sample(struct sw_profiling *p, char *const *argv,
                             const struct sw_live_options *options)
{
    *p = (struct sw_profiling){.argv = argv, .command = argv, .options = *options};
    p->receiver.socket = -1;
    p->front_end = sw_front_end_of(SW_FRONT_END_SAMPLE);
    int refused = options->cores ? set_number(p) : 0;
    if (refused)
        return refused;
    if (!sw_preload_can_load(p))
        return 2;
    const char *lib = sw_install_lib();
    if (!lib || !make_receiver(p))
        return 1;
    snprintf(p->library, sizeof p->library, "%s/%s", lib, p->front_end->library);
    if (!sw_preload_can(p->library))
        return 1;
    sw_options_format(&p->options, p->options_text, sizeof p->options_text);
    sw_preload_find_calls(p, lib);
    sw_preload_set(p);
    const char **end = sw_environment_add(p->environment, "SPANWISE_SAMPLE", p->receiver.path);
    end = sw_environment_add(end, "SPANWISE_OPTIONS", p->options_text);
    end = sw_environment_add(end, "SPANWISE_LIB",
                             p->library); /* what spanwise cc has built asks for it */
    sw_preload_add(p, end);
    sw_others_begin(&p->others);
    return 0;
}

/* The front end, and whether it has all that is asked for. 0, or an exit status after a message. */
static int choose_front_end(struct sw_profiling *p)
{
    const char *program = p->argv[0];
    const struct sw_front_end *f = sw_front_end_of(sw_front_end_choose(p->argv, &p->options));
    p->front_end = f;
    p->plain = f->is_plain && f->is_plain(program);
    return f->refuse ? f->refuse(program, &p->options, p->plain) : 0;
}

int sw_profiling_init(struct sw_profiling *p, char *const *argv,
                      const struct sw_live_options *options)
{
    *p = (struct sw_profiling){.argv = argv, .options = *options, .receiver.socket = -1};
    int refused = choose_front_end(p);
    if (!refused)
        refused = set_number(p);
    if (refused)
        return refused;
    if (!sw_meter_check(sw_meter_of_run(options)))
        return 1;
    const char *lib = sw_install_lib(), *given = getenv("SPANWISE_LIB"); /* another machine's */
    if (!lib)
        return 1;
    if (given && *given)
        snprintf(p->library, sizeof p->library, "%s", given);
    else
        snprintf(p->library, sizeof p->library, "%s/%s", lib, p->front_end->library);
    if (options->meter != SW_METER_INSTRUCTIONS)
        p->options.insn_counter = SW_INSN_COUNTER_ANY;
    else if (options->insn_counter == SW_INSN_COUNTER_ANY)
        p->options.insn_counter = sw_insn_counter_for(argv[0]);
    if (sw_preload_is_loaded(p) && p->options.insn_counter != SW_INSN_COUNTER_QEMU &&
        !(given && *given)) {
        if (!sw_preload_can_load(p))
            return 2;
        sw_preload_find_calls(p, lib);
        sw_preload_find_locks(p, lib);
    }
    if (p->front_end->no_qemu && p->options.insn_counter == SW_INSN_COUNTER_QEMU) {
        sw_error("--engine=qemu: %s; leave it out", p->front_end->no_qemu);
        return 2;
    }
    sw_options_format(&p->options, p->options_text, sizeof p->options_text);
    if (!make_receiver(p))
        return 1;
    sw_preload_find_mpi(p, lib);
    if ((sw_preload_is_needed(p) && !sw_preload_can(p->library)) || !sw_preload_can(p->mpi))
        return 1;
    sw_preload_set(p);
    set_environment(p);
    if (p->options.insn_counter != SW_INSN_COUNTER_QEMU)
        return 0;
    bool hooks = sw_preload_is_needed(p);
    int status = sw_qemu_init(&p->qemu, p->command, hooks ? p->preload : NULL);
    p->command = p->qemu.argv;
    return status;
}

int sw_profiling_add_tool(struct sw_profiling *p, const char *path)
{
    if (sw_preload_is_needed(p) && !p->plain) {
        sw_error("--tool does not work with %s; build '%s' with 'spanwise cc'",
                 p->front_end->program_of, p->argv[0]);
        return 2;
    }
    int refused = p->front_end->refuse_tool ? p->front_end->refuse_tool(p->argv[0]) : 0;
    if (refused)
        return refused;
    const char **end = p->environment;
    while (*end)
        end++;
    sw_environment_add(end, "SPANWISE_TOOL", path);
    return 0;
}

void sw_profiling_say_front_end(const struct sw_profiling *p)
{
    if (sw_launch_is_launcher(p->argv[0]))
        sw_error("'%s' is a launcher; to profile its ranks, put spanwise after it: '%s ... "
                 "spanwise run PROGRAM' gives each a profile of its own",
                 p->argv[0], p->argv[0]);
    else if (p->front_end->say_hopeless)
        p->front_end->say_hopeless(p->argv[0]);
}

void sw_profiling_take(void *profiling)
{
    sw_receiver_take(&((struct sw_profiling *)profiling)->receiver);
}

void sw_profiling_halt(void *profiling)
{
    sw_receiver_note_halt(&((struct sw_profiling *)profiling)->receiver);
}

void sw_profiling_discard(struct sw_profiling *p)
{
    p->profiles = calloc(1, sizeof *p->profiles); /* who collects may add one */
}

void sw_profiling_release(struct sw_profiling *p)
{
    for (size_t i = 0; i < p->n_profiles; i++)
        sw_profile_release(&p->profiles[i]);
    free(p->profiles);
    free(p->sanitizer);
    sw_receiver_release(&p->receiver);
    sw_qemu_release(&p->qemu);
    sw_numbered_release(p->numbered);
}
