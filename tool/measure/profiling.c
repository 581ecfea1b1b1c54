/*
 * A program under the profiler: what it finds in its environment, how it is run, and the profiles that come of what its processes
 * have handed over, or why there are none; and what one of them cannot show of a program with several processes.
 */
#include "tool/measure/profiling.h"
#include "analysis/predict/tree_sites.h"
#include "analysis/workspan/sites.h"
#include "collect/front_end.h"
#include "collect/symbols/symbols.h"
#include "console/install.h"
#include "console/message.h"
#include "live/live.h"
#include "profile/output.h"
#include "tool/common/interrupt.h"
#include "tool/common/program.h"
#include "tool/measure/helper.h"
#include "tool/measure/launch.h"
#include "tool/measure/meters.h"
#include "tool/measure/preload.h"
#include "tool/measure/trial.h"

#include <sys/resource.h>
#include <sys/utsname.h>
#include <sys/wait.h>

/* Why nothing was measured: only what is known, and what may be where nothing is. */

/* It handed over, and we could not take it. */
static void say_not_taken(const struct sw_profiling *p)
{
    struct rlimit files = {0};
    int error = -p->receiver.error;
    getrlimit(RLIMIT_NOFILE, &files);
    if (error == EMFILE)
        sw_error("cannot read the measurements of '%s': too many open files ('ulimit -n' is %llu; "
                 "raise it)",
                 p->argv[0], (unsigned long long)files.rlim_cur);
    else
        sw_error("cannot read the measurements of '%s': %s", p->argv[0], strerror(error));
}

/* Whether that is known; says so then. */
static bool say_known(const struct sw_profiling *p, int status)
{
    struct rlimit size;
    const char *program = p->argv[0];
    int by = WIFSIGNALED(status) ? WTERMSIG(status) : sw_interrupt_asked();
    bool is_limited = getrlimit(RLIMIT_FSIZE, &size) == 0 && size.rlim_cur < SW_LIVE_SMALLEST;
    if (p->receiver.error)
        say_not_taken(p);
    else if (is_limited)
        sw_error("nothing was measured: 'ulimit -f' is %llu kB, but measuring needs a file of %llu "
                 "MB in memory; raise it",
                 (unsigned long long)size.rlim_cur >> 10, SW_LIVE_SMALLEST >> 20);
    else if (by)
        sw_error("nothing was measured: '%s' was killed by signal %d (%s) before %s", program, by,
                 strsignal(by),
                 p->front_end->beginning ? p->front_end->beginning : "anything could be measured");
    else if (sw_program_is_privileged(program))
        sw_error("nothing was measured: '%s' runs with other privileges than yours (setuid, setgid "
                 "or capabilities), so Spanwise cannot be loaded into it",
                 program);
    else
        return false;
    return true;
}

/* After the program's end, with its status as waitpid gives it. */
static void nothing_measured_say(const struct sw_profiling *p, int status)
{
    /* What is in the program has said so, if it had no memory; but it may be that, or something else. */
    struct rlimit memory;
    bool is_limited = getrlimit(RLIMIT_AS, &memory) == 0 && memory.rlim_cur != RLIM_INFINITY;
    const char * or = is_limited ? "'ulimit -v' left it too little memory, or " : "";
    const char *program = p->argv[0];
    bool has_given_up = p->options.limit_ns && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
    if (has_given_up || say_known(p, status))
        return;
    if (p->front_end->nothing)
        sw_error(p->front_end->nothing, program);
    else
        sw_error("nothing was measured: %s'%s' %s", or, program,
                 p->front_end->ended ? p->front_end->ended : "ended before its main()");
}

/* From what the processes of a program have handed over to profiles, one each. */
#define LEAST_SHARE 100 /* of the work of the program, that a process it has started is kept for */

static char *describe_host(void)
{
    struct utsname u;
    char *text = NULL;
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    if (uname(&u) < 0 ||
        asprintf(&text, "%s, %s, %ld processor%s", u.nodename, u.machine, n, n == 1 ? "" : "s") < 0)
        return NULL;
    return text;
}

static void describe_rank(struct sw_rank *rank)
{
    struct sw_launch launch;
    struct utsname u;
    if (!sw_launch_find(&launch))
        return;
    sw_string_set(&rank->launcher, launch.launcher);
    sw_string_set(&rank->host, uname(&u) < 0 ? "" : u.nodename);
    rank->rank = launch.rank;
    rank->size = launch.size;
}

int sw_profile_set_words(struct sw_profile *p, char ***field, char *const *words)
{
    size_t n = sw_words_count(words);
    char **copy = calloc(n + 1, sizeof *copy);
    if (!copy)
        return -ENOMEM;
    for (size_t i = 0; i < n; i++)
        if (!(copy[i] = strdup(words[i]))) {
            sw_numbered_release(copy);
            return -ENOMEM;
        }
    for (char **word = *field; word && *word; word++)
        sw_profile_release_string(p, *word);
    free(*field);
    *field = copy;
    return 0;
}

int sw_profile_describe(struct sw_profile *p, char *const *argv,
                        const struct sw_live_options *options)
{
    int error = sw_profile_set_words(p, &p->args, argv);
    if (error)
        return error;
    sw_string_set(&p->program, argv[0]);
    sw_string_set(&p->meter, sw_meter_profile_name(options));
    sw_string_set(&p->unit, sw_meter_of_run(options)->unit);
    sw_string_set(&p->level, !options->spawns_only  ? "full"
                             : options->sample_rate ? "sampled"
                                                    : "spawns");
    sw_string_set(&p->tool, "spanwise " SW_VERSION);
    SW_FREED char *host = describe_host();
    sw_string_set(&p->host, host ? host : "");
    describe_rank(&p->rank);
    return 0;
}

static int collect_one(const struct sw_profiling *profiling, const struct sw_received *r,
                       int status, struct sw_profile *p)
{
    char why[512];
    sw_profile_init(p);
    int error = sw_collect(p, r, why, sizeof why);
    if (error == -ENODATA)
        return error;
    if (error < 0)
        return sw_fail(1, "%s", why);
    p->status = status;
    if (sw_profile_describe(p, profiling->argv, &profiling->options) < 0 ||
        sw_symbols_resolve(p) < 0 || sw_construct_sites_unite(p) < 0 ||
        (sw_front_end_of(p->front_end)->is_serial
             ? sw_annotated_fill(p, profiling->options.sample_rate)
             : sw_tree_name_serial(p)) < 0)
        return sw_fail(1, "not enough memory");
    return 0;
}

/* Of OpenMP's programs that one starts, those that came to no region are nobody's business; of what is sampled,
 * those that did next to nothing. */
static bool is_beside(const struct sw_profile *first, const struct sw_profile *p)
{
    if (sw_profile_is_effort(p))
        return p->whole.work < first->whole.work / LEAST_SHARE;
    return p->n_simulations && !p->simulations[0].regions;
}

static void drop_beside(struct sw_profiling *p)
{
    size_t kept = 1, small = 0;
    for (size_t i = 1; i < p->n_profiles; i++) {
        struct sw_profile *next = &p->profiles[i];
        if (is_beside(&p->profiles[0], next)) {
            small += sw_profile_is_effort(next);
            sw_profile_release(next);
        } else {
            p->profiles[kept++] = *next;
        }
    }
    p->n_profiles = p->n_profiles ? kept : 0;
    if (small)
        sw_profile_warn(&p->profiles[0],
                        "%zu more process%s left out, with less than 1/%d of this one's work each",
                        small, small == 1 ? " is" : "es are", LEAST_SHARE);
}

/* Several processes may have handed over; the one with the most work is the program. */
static void collect_all(struct sw_profiling *p, int status)
{
    size_t most = 0;
    for (size_t i = 0; i < p->receiver.n_received; i++) {
        struct sw_profile *next = &p->profiles[p->n_profiles];
        p->receiver.received[i].native_ns = p->receiver.n_received == 1 ? p->options.native_ns : 0;
        int failed = collect_one(p, &p->receiver.received[i], status, next);
        p->n_empty += failed == -ENODATA;
        if (!failed) {
            p->sampled_cpu += next->effort.cpu;
            if (next->whole.work > p->profiles[most].whole.work)
                most = p->n_profiles;
            p->n_profiles++;
        } else {
            sw_profile_release(next);
        }
    }
    if (most) {
        struct sw_profile first = p->profiles[0];
        p->profiles[0] = p->profiles[most];
        p->profiles[most] = first;
    }
    drop_beside(p);
}

void sw_profiling_collect(struct sw_profiling *p, int status)
{
    double others = p->others.time ? sw_others_used(&p->others) : 0;
    sw_receiver_take(&p->receiver);
    sw_receiver_close(&p->receiver); /* now: signals are held until profiles are written only */
    p->profiles = calloc(p->receiver.n_received + 1, sizeof *p->profiles);
    if (p->profiles)
        collect_all(p, status);
    for (size_t i = 0; i < p->n_profiles; i++) {
        struct sw_effort *effort = &p->profiles[i].effort;
        effort->others = (uint64_t)(others * (double)effort->time);
        sw_spawn_cost_note(&p->profiles[i]);
    }
    if (p->n_empty == p->receiver.n_received)
        nothing_measured_say(p, status);
    else if (p->receiver.n_left_out)
        sw_error("%zu more process%s not kept: too many at once", p->receiver.n_left_out,
                 p->receiver.n_left_out == 1 ? " was" : "es were");
}

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
    /* How many cores the run is of, or its answer; 0: it is for any number. */
    uint64_t number = p->front_end->is_simulated ? p->options.processors
                      : p->options.workers > 1   ? p->options.workers
                                                 : p->options.cores;
    p->command = p->argv;
    if (!sw_is_numbered(p->argv))
        return 0;
    if (!number)
        return refuse_number(p);
    p->numbered = sw_numbered(p->argv, number);
    if (!p->numbered)
        return sw_fail(1, "not enough memory");
    p->command = p->numbered;
    return 0;
}

/* The same for `spanwise sample`: any program that can load a library, run as it is. */
static int profiling_init_sample(struct sw_profiling *p, char *const *argv,
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
    sw_preload_find(p, lib);
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
    return f->refuse ? f->refuse(program, &p->options) : 0;
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
        sw_preload_find(p, lib);
    }
    if (p->front_end->no_qemu && p->options.insn_counter == SW_INSN_COUNTER_QEMU)
        return sw_fail(2, "--engine=qemu: %s; leave it out", p->front_end->no_qemu);
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

/* The program is to load that tool, whose absolute path lives on: options.tool is set.
 * The same. */
static int profiling_add_tool(struct sw_profiling *p, const char *path)
{
    if (sw_preload_is_needed(p) && !p->plain)
        return sw_fail(2, "--tool does not work with %s; build '%s' with 'spanwise cc'",
                       p->front_end->program_of, p->argv[0]);
    int refused = p->front_end->refuse_tool ? p->front_end->refuse_tool(p->argv[0]) : 0;
    if (refused)
        return refused;
    const char **end = p->environment;
    while (*end)
        end++;
    sw_environment_add(end, "SPANWISE_TOOL", path);
    return 0;
}

void sw_profiling_take(void *profiling)
{
    sw_receiver_take(&((struct sw_profiling *)profiling)->receiver);
}

/* A signal has stopped it; for on_halt(). */
static void profiling_halt(void *profiling)
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
    free(p->qemu.argv);
    sw_numbered_release(p->numbered);
}

static int run_child(const struct sw_profiling *p, const struct sw_child *child,
                     struct sw_child_end *end)
{
    int error = sw_child_run(child, end);
    return error ? sw_child_refuse(p->argv[0], error) : 0;
}

int sw_profiled_run(struct sw_profiling *p, char *const *argv,
                    const struct sw_live_options *options, const char *tool_path, bool silent,
                    struct sw_tail *tail, struct sw_child_end *end)
{
    sw_interrupt_hold();
    int status = sw_profiling_init(p, argv, options);
    if (!status && tool_path)
        status = profiling_add_tool(p, tool_path);
    if (status)
        return status;
    /* Where nothing will come of it: why, and how to build the program. Early: it may run for long, and in vain. */
    if (!sw_launch_say(argv[0], "run") && p->front_end->say_hopeless)
        p->front_end->say_hopeless(argv[0]);
    return run_child(p,
                     &(struct sw_child){.argv = p->command,
                                        .steady = options->meter == SW_METER_INSTRUCTIONS,
                                        .silent = silent,
                                        .limit_ns = options->limit_ns,
                                        .tail = silent ? tail : NULL,
                                        .environment = p->environment,
                                        .poll_fd = p->receiver.poll,
                                        .on_input = sw_profiling_take,
                                        .on_halt = profiling_halt,
                                        .data = p},
                     end);
}

int sw_sampled_run(struct sw_profiling *p, char *const *argv, const struct sw_live_options *options,
                   struct sw_child_end *end)
{
    sw_interrupt_hold();
    int status = profiling_init_sample(p, argv, options);
    if (status)
        return status;
    return run_child(p,
                     &(struct sw_child){.argv = p->command,
                                        .environment = p->environment,
                                        .poll_fd = p->receiver.poll,
                                        .on_input = sw_profiling_take,
                                        .data = p},
                     end);
}

#define SHARE_WORTH_A_WORD 0.1       /* of processor time, to be worth a word */
#define NS_WORTH_A_WORD    100000000 /* the same, in all, ... */
#define STARTING_NS        20000000  /* ... and what a process takes before it is sampled */

/* Of the program and of all that it has waited for. */
static uint64_t all_cpu(void)
{
    struct rusage use;
    return getrusage(RUSAGE_CHILDREN, &use) < 0 ? 0 : sw_cpu_ns(&use);
}

static void warn_of_sampled(struct sw_profiling *p, struct sw_profile *one)
{
    double share = p->sampled_cpu ? (double)one->effort.cpu / (double)p->sampled_cpu : 1;
    if (1 - share < SHARE_WORTH_A_WORD)
        return;
    one->flags |= SW_PROFILE_ONE_OF_SEVERAL;
    sw_profile_warn(one,
                    "this process, '%s', has %.0f%% of the processor time of all that were sampled",
                    sw_base_name(one->n_modules ? one->modules[0].path : ""), 100 * share);
}

/* Children after fork(), static programs, and those that change their privileges. */
double sw_processes_unseen(const struct sw_profiling *p)
{
    uint64_t all = all_cpu(), known = p->sampled_cpu + p->receiver.n_received * STARTING_NS;
    if (all < known + NS_WORTH_A_WORD || (double)(all - known) < SHARE_WORTH_A_WORD * (double)all)
        return 0;
    return (double)(all - p->sampled_cpu) / (double)all;
}

static void warn_of_others(const struct sw_profiling *p, struct sw_profile *one)
{
    double unseen = sw_processes_unseen(p);
    if (!unseen)
        return;
    if (one->circumstances.forks || p->receiver.n_received > 1)
        one->flags |= SW_PROFILE_ONE_OF_SEVERAL;
    sw_profile_warn(one,
                    "%.0f%% of the program's processor time was not sampled: children after "
                    "fork() that have one thread, programs that nothing can be loaded into, or "
                    "what came after sampling had ended",
                    100 * unseen);
}

void sw_processes_warn(struct sw_profiling *p)
{
    for (size_t i = 0; i < p->n_profiles; i++) {
        warn_of_sampled(p, &p->profiles[i]);
        warn_of_others(p, &p->profiles[i]);
    }
}
