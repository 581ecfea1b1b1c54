/*
 * spanwise why: what keeps a program from scaling. Looks at what PROGRAM is, makes the runs that are needed, and answers: one
 * profile with all of them, the verdict, its ledger, the page.
 */
#include "analysis/memory/traffic.h"
#include "analysis/simulation/simulation.h"
#include "analysis/workspan/language.h"
#include "analysis/workspan/sites.h"
#include "base/clock.h"
#include "base/processors.h"
#include "console/message.h"
#include "profile/join.h"
#include "report/report.h"
#include "tool/commands/names.h"
#include "tool/commands/outputs.h"
#include "tool/common/interrupt.h"
#include "tool/common/program.h"
#include "tool/front_ends/front_end.h"
#include "tool/measure/child.h"
#include "tool/measure/helper.h"
#include "tool/measure/machines.h"
#include "tool/measure/native.h"
#include "tool/measure/once.h"
#include "tool/measure/profiling.h"
#include "tool/measure/rates.h"
#include "tool/measure/simulations.h"
#include "tool/measure/steady.h"
#include "tool/measure/traffic.h"
#include "tool/options/options.h"
#include "tool/options/run_options.h"

#include <math.h>
#include <sys/wait.h>

#define TIMES           5  /* the program's own time: all runs together take no longer, ... */
#define MEMORY_TIMES    15 /* the same, for the run of --memory */
#define AND_NS          1000000000 /* ... and this; a second more is for the answer */
#define TREE_BYTES      (8 << 20)  /* so that it is emulated in a second or two, again and again */
#define TREE_EVENT_NS   600        /* that it costs, about, ... */
#define TREE_NS         300000000  /* ... which may be so much */
#define NEXT_TO_NOTHING 20
#define MOST            0.5 /* of what it does: the larger part */
#define ALL             0.9
#define MOST_STRETCH    8   /* who waits for hours is not waited for */
#define SOME            0.2 /* less is not the program: locks may take the rest */
enum { USUAL = 16, MANY = 64, MOST_NUMBERS = 64 }; /* usual: that the verdict is for */

struct why {
    struct sw_names names;
    char written[PATH_MAX];
    struct sw_run_options options;
    struct sw_report_options report;
    bool wanted[SW_PROCESSORS_MAX + 1];
    uint64_t numbers[MOST_NUMBERS]; /* ascending */
    size_t n_numbers;
    uint64_t chief; /* the one that the verdict is for */
    bool quick, rerun, quiet, no_html;
    uint64_t memory; /* --memory; 0: no */
    const char *json, *machine;
    char *const *argv;
    const struct sw_front_end *front_end;
    struct sw_profiling profiling;
    struct sw_child_end end;   /* took_ns: what a run takes as it is measured */
    struct sw_child_end first; /* the run that the user sees: at its own speed, or nearly */
    uint64_t until_ns;         /* when the answer is due */
    double unseen;             /* of its processor time: that of processes that were not sampled */
    bool is_watched;           /* who is not simulated is watched while it runs for real */
};

#define AT(member) SW_FIELD(struct why, member)

static const struct sw_option takes[] = {
    SW_TAKES_CORES("numbers of cores, such as 64, 2,16 or 1-8; the verdict is for the largest "
                   "(default: 2, this machine's, 16 and 64, with the verdict for 16)",
                   SW_PROCESSORS_MAX, AT(wanted)),
    {"quick", .help = "run PROGRAM only once", AT(quick)},
    {"rerun",
     .help = "run PROGRAM again even if it does what cannot be repeated, such as appending to a "
             "file (default: one run, in that case)",
     AT(rerun)},
    SW_TAKES_MEMORY(AT(memory)),
    SW_TAKES_MACHINE(AT(machine)),
    {"json", 0, SW_VALUE_FILE, "FILE", .help = "also write the answer to FILE, as JSON",
     .writes = true, AT(json)},
    {"output", 'o', SW_VALUE_FILE, "FILE",
     .help = "write the profile to FILE (default: " SW_FILE_DEFAULT ")", .writes = true,
     AT(names.asked)},
    {.include = sw_html_takes, AT(names.html)},
    {"no-html", .help = "write no page", .writes = true, AT(no_html)},
    {.include = sw_page_takes, AT(report)},
    SW_TAKES_QUIET(AT(quiet)),
    {0},
};

/* The numbers of cores that are asked for, or the usual ones. */
static void choose_numbers(struct why *w)
{
    if (!memchr(w->wanted, true, sizeof w->wanted)) {
        w->wanted[2] = w->wanted[USUAL] = w->wanted[MANY] = true;
        if (sw_processors() <= SW_PROCESSORS_MAX)
            w->wanted[sw_processors()] = true;
        w->chief = USUAL;
    }
    for (uint64_t i = 1; i <= SW_PROCESSORS_MAX && w->n_numbers < MOST_NUMBERS; i++)
        if (w->wanted[i])
            w->numbers[w->n_numbers++] = i;
    if (!w->chief)
        w->chief = w->numbers[w->n_numbers - 1];
}

/* What it was found to be, and what there is to run it on. */
static void say_what(const struct why *w)
{
    const char *what = w->front_end->program_is;
    char path[PATH_MAX];
    if (!w->quiet && sw_program_find(w->argv[0], path) && sw_is_file(path))
        fprintf(stderr, "%s: %s; %u core%s here\n", w->argv[0],
                what ? what : "no Cilk or OpenMP in it", sw_processors(),
                sw_processors() == 1 ? "" : "s");
}

/* -1: go on; else the exit status. */
static int parse(struct why *w, int argc, char **argv)
{
    int status = sw_arguments_parse(&sw_command_why, argc, argv, w);
    if (status >= 0)
        return status;
    w->argv = argv + optind;
    w->names.program = w->argv[0];
    w->front_end = sw_front_end_of(sw_front_end_choose(w->argv, &w->options.live));
    w->names.is_sampled = w->is_watched = w->front_end->is_unknown;
    if (!sw_machine_suits(w->machine, !w->quick))
        return 2;
    if (w->no_html && w->names.html)
        return sw_fail(2, "use either --html or --no-html");
    if (w->rerun && w->quick)
        return sw_fail(2, "use either --rerun or --quick");
    if (w->memory && w->quick)
        return sw_fail(2, "use either --memory, which takes one more run, or --quick");
    choose_numbers(w);
    if (!sw_run_options_settle(&w->options) || !sw_html_is_alone(w->names.html, w->argv[0]))
        return 2;
    if (!w->no_html && !w->names.html)
        w->names.html = ""; /* by the program's name */
    return sw_names_make(&w->names) ? -1 : 2;
}

/* Before the first, if there may be more. */
static void prepare_runs(const struct why *w)
{
    if (w->quick)
        return;
    sw_input_keep();
    sw_once_begin(w->rerun);
}

/* As often as all of these: to time and count it; on all numbers of cores and on one, each at its own pace, and without what it loses, or for
 * its tree and on one worker; for memory; for real. */
static unsigned most_runs(const struct why *w)
{
    unsigned simulated = 3 * (unsigned)(w->n_numbers + 1) + SW_FIXED_MOST, serial = 5;
    return SW_TIMED_MOST + 2 + (w->front_end->has_tree_apart ? serial : simulated) +
           (w->memory ? 2 : 1) + 2 * SW_REAL_TRIALS;
}

/* Whether it may be run again. Says so, once: that it is not, and why; or how often. */
static bool may_run_again(struct why *w)
{
    const struct sw_once_plan plan = {.program = w->argv[0],
                                      .most = most_runs(w),
                                      .because = "--quick runs it once",
                                      .allow = "--rerun runs it again for the full answer"};
    if (w->quick || sw_interrupt_asked())
        return false;
    w->quick = !sw_once_may_repeat(&plan);
    if (w->quick && w->profiling.n_profiles)
        sw_once_warn(&w->profiling.profiles[0]);
    return !w->quick;
}

static int watch(struct why *w)
{
    struct sw_live_options options = SW_OPTIONS_DEFAULT;
    options.sample_rate = SW_RATE_DEFAULT;
    options.cores = sw_processors();
    int status = sw_sampled_run(&w->profiling, w->argv, &options, &w->end);
    if (status)
        return status;
    sw_profiling_collect(&w->profiling, w->end.status);
    if (w->profiling.n_profiles)
        w->profiling.profiles[0].circumstances.answers_for = w->chief;
    sw_processes_warn(&w->profiling);
    w->unseen = sw_processes_unseen(&w->profiling);
    return 0;
}

/* How much longer a run takes than it works: others use the processors, or it waits. */
static double stretch_of(const struct sw_child_end *end)
{
    double times = end->cpu_ns ? (double)end->took_ns / (double)end->cpu_ns : 1;
    return fmin(fmax(times, 1), MOST_STRETCH);
}

/* The run that the user sees: with samples, and with the tree, unless that comes with another run. */
static int run_first(struct why *w)
{
    struct sw_live_options *o = &w->options.live;
    bool is_apart = w->front_end->has_tree_apart;
    uint64_t began = sw_clock_ns();
    prepare_runs(w);
    if (is_apart)
        o->sample_rate = SW_RATE_DEFAULT;
    else if (w->memory)
        sw_traffic_prepare(o);
    if (!is_apart || w->quick)
        o->tree = TREE_BYTES;
    if (w->front_end->is_simulated)
        o->processors = (unsigned)w->chief;
    o->cores = w->chief;
    int status = sw_profiled_run(&w->profiling, w->argv, o, NULL, false, NULL, &w->end);
    if (status)
        return status;
    sw_profiling_collect(&w->profiling, w->end.status);
    w->first = w->end;
    w->until_ns = began + AND_NS;
    if (w->profiling.n_profiles) {
        w->profiling.profiles[0].circumstances.answers_for = w->chief;
        w->until_ns +=
            (uint64_t)(TIMES * stretch_of(&w->end) * (double)w->profiling.profiles[0].whole.work);
    }
    return 0;
}

static bool has_time(const struct why *w)
{
    return sw_clock_ns() + w->end.took_ns < w->until_ns && !sw_interrupt_asked();
}

/* Whether recording it takes no longer than the program does, or not much. */
static bool is_worth_a_tree(const struct sw_profile *p)
{
    return p->circumstances.events * TREE_EVENT_NS < p->whole.work + TREE_NS;
}

/* Once more, silently, as the options say. False: it did not do the same. To be released in any case. */
static bool run_again(struct why *w, struct sw_profiling *again, struct sw_live_options *o,
                      const char *what)
{
    struct sw_child_end end;
    if (!o->limit_ns)
        o->limit_ns = sw_child_limit_ns(&w->end);
    sw_progress("%s", what);
    int status = sw_profiled_run(again, w->argv, o, NULL, true, NULL, &end);
    sw_progress_erase();
    if (status || !sw_child_is_alike(&w->end, &end) || sw_interrupt_asked())
        return false;
    sw_profiling_collect(again, end.status);
    return again->n_profiles == 1;
}

/* The tree of another run. */
static void record_tree(struct why *w)
{
    struct sw_profile *p = &w->profiling.profiles[0];
    struct sw_profiling again;
    struct sw_live_options o = w->options.live;
    o.sample_rate = 0;
    if (run_again(w, &again, &o, "for the emulation") &&
        sw_program_tree_take(&p->tree, &again.profiles[0].tree) < 0)
        sw_error("not enough memory for the program's tree");
    sw_profiling_release(&again);
}

/* Whether it did there what it does here: who refuses a number of threads does next to nothing. */
static bool did_it(const struct sw_profile *here, const struct sw_profile *there)
{
    return there->n_simulations && there->whole.work >= here->whole.work / NEXT_TO_NOTHING;
}

/* What OpenMP's threads worked longer because they take turns. False: there is no time to find out. */
static bool put_right(struct why *w, struct sw_profiling *simulated, uint64_t one)
{
    uint64_t now = sw_clock_ns(), limit_ns = has_time(w) ? w->until_ns - now : 0;
    enum sw_paced paced = sw_pace_openmp(simulated, one, limit_ns, &w->end);
    if (paced == SW_PACE_PUT_RIGHT)
        simulated->profiles[0].circumstances.answers_for = w->chief;
    return paced != SW_PACE_UNTIMED;
}

/* That on one core comes first: by it, the one that the answer is about is put right. If it was, what may be wrong is left out. */
static void join(struct why *w, struct sw_profiling *simulated, uint64_t n)
{
    const struct sw_simulation *one =
        sw_simulation_on(n == 1 ? simulated->profiles : w->profiling.profiles, 1);
    if (one && !put_right(w, n == 1 ? &w->profiling : simulated, one->work) && n > 1 &&
        w->profiling.profiles[0].circumstances.slowed)
        return;
    if (sw_profile_join_simulations(&w->profiling.profiles[0], &simulated->profiles[0]) < 0)
        sw_error("not enough memory for all runs");
}

/* Once, on another number of cores; on what does not end alike nothing is said. */
static void simulate_once(struct why *w, uint64_t n)
{
    struct sw_profiling again;
    struct sw_live_options o = w->options.live;
    char what[40];
    snprintf(what, sizeof what, "on %" PRIu64 " core%s", n, n == 1 ? "" : "s");
    o.tree = 0;
    o.processors = (unsigned)n;
    if (run_again(w, &again, &o, what) && did_it(&w->profiling.profiles[0], &again.profiles[0]))
        join(w, &again, n);
    sw_profiling_release(&again);
}

/* What the program takes on one core. */
static uint64_t alone_ns(const struct why *w)
{
    const struct sw_profile *p = w->profiling.profiles;
    return strcmp(p->unit, "ns") ? w->first.took_ns : sw_profile_work(p);
}

/* How long that takes while others use the processors as much as when it was watched. */
static uint64_t as_here(const struct why *w, uint64_t ns)
{
    return (uint64_t)(stretch_of(&w->first) * (double)ns);
}

/* The numbers of cores from `least` to `most` that there is no run on yet, while there is time. One core always: speedups are over it, and
 * what several cores do is not the same work where they repeat each other's. */
static void simulate_those(struct why *w, uint64_t least, uint64_t most)
{
    for (uint64_t n = least; n <= most; n++)
        if ((n == 1 || (w->wanted[n] && has_time(w))) && !sw_interrupt_asked() &&
            !sw_simulation_on(w->profiling.profiles, n))
            simulate_once(w, n);
}

/* All numbers of cores in steady time, or each of them once. */
static void simulate_others(struct why *w)
{
    struct sw_profile *p = &w->profiling.profiles[0];
    struct sw_steady_request request = {.until_ns = w->until_ns, .chief = w->chief};
    if (w->front_end->is_simulated) {
        request.processors = w->numbers;
        request.n = w->n_numbers;
    }
    bool is_apart = w->front_end->has_tree_apart;
    uint64_t one_ns = w->front_end->is_simulated ? as_here(w, alone_ns(w)) : 0;
    if (is_apart && is_worth_a_tree(p))
        w->options.live.tree = TREE_BYTES;
    w->until_ns -= one_ns;
    request.until_ns = w->until_ns;
    int error = sw_steady_improve(&w->profiling, &w->options.live, &w->end, &request);
    w->until_ns += one_ns;
    if (error)
        return;
    if (is_apart && w->options.live.tree && has_time(w))
        record_tree(w);
    if (!w->front_end->is_simulated)
        return;
    simulate_those(w, 1, w->chief - 1);
    sw_fixed_runs(&w->profiling, &w->options.live, &w->end, w->until_ns);
    simulate_those(w, w->chief + 1, SW_PROCESSORS_MAX);
}

/* The program that was watched, if it is not the one that was given, and can be followed: a script runs it. NULL: none is known. */
static char *started(const struct why *w)
{
    const struct sw_profile *p = w->profiling.profiles;
    for (size_t i = 0; i < p->n_modules; i++) {
        struct sw_live_options o = w->options.live;
        char *argv[] = {p->modules[i].path, NULL};
        if (strstr(argv[0], ".so") || access(argv[0], X_OK))
            continue;
        if (!sw_front_end_of(sw_front_end_choose(argv, &o))->is_unknown)
            return argv[0];
    }
    return NULL;
}

static void refuse_memory(const struct why *w)
{
    const char *other = w->front_end->is_unknown ? started(w) : NULL;
    if (other)
        sw_error("--memory: '%s' runs another program, which is what to follow: 'spanwise why "
                 "--memory %s', with its arguments",
                 w->argv[0], other);
    else if (w->profiling.profiles[0].flags & (SW_PROFILE_SPINS | SW_PROFILE_LOCK_MOVES))
        sw_error("--memory: how '%s' would run on more cores is not predictable; 'spanwise run "
                 "--memory -N %" PRIu64 "', followed by the same, says why, and looks at memory",
                 w->argv[0], w->chief);
    else if (w->profiling.profiles[0].effort.threads_most > 1)
        sw_error("--memory: '%s' could not be simulated in the time for an answer; 'spanwise run "
                 "--memory -N %" PRIu64 "', followed by the same, takes what it takes",
                 w->argv[0], w->chief);
    else
        sw_error("--memory: '%s' has one thread, and no annotations: nothing to follow",
                 w->argv[0]);
}

/* Windows of that take so long here, about. */
static uint64_t windows_ns(const struct why *w)
{
    return as_here(w, sw_traffic_takes_ns(alone_ns(w)));
}

/* All of it, if that was asked for; otherwise windows, if there is time. */
static void follow_memory(struct why *w)
{
    struct sw_traffic_request r = {.argv = w->argv,
                                   .options = &w->options.live,
                                   .end = &w->end,
                                   .memory = w->memory,
                                   .limit_ns =
                                       MEMORY_TIMES * w->first.took_ns + 2 * (uint64_t)AND_NS};
    uint64_t now = sw_clock_ns();
    if (!w->memory) {
        r.memory = 1 + sw_traffic_usual_capacity();
        r.native_ns = alone_ns(w);
        uint64_t usual = windows_ns(w), left = w->until_ns > now ? w->until_ns - now : 0;
        r.limit_ns = left < 3 * usual ? left : 3 * usual;
        if (left < usual / 2)
            return;
    }
    sw_traffic_run(&w->profiling, &r);
}

static void run_all(struct why *w)
{
    sw_steal_cost_note(&w->profiling.profiles[0]);
    if (w->memory && w->is_watched && !sw_interrupt_asked())
        refuse_memory(w);
    if (w->is_watched || !may_run_again(w))
        return;
    uint64_t memory_ns = w->memory ? 0 : windows_ns(w);
    w->until_ns -= memory_ns;
    simulate_others(w);
    w->until_ns += memory_ns;
    follow_memory(w);
    if (w->profiling.profiles[0].memory.is_there)
        sw_machine_note(&w->profiling.profiles[0], w->machine);
    sw_real_runs(&w->profiling.profiles[0], w->argv, &w->first, w->until_ns);
}

static void measure(struct why *w)
{
    run_all(w);
    sw_once_say_different();
    if (sw_interrupt_asked())
        sw_error("interrupted: runs that had not ended are left out");
}

/* How much of what the real run did was simulated: all threads, or the regions only. By samples, because threads that wait may spin. */
static double part_of(const struct why *w, const struct sw_profile *simulated)
{
    const struct sw_profile *real = w->profiling.profiles;
    const struct sw_simulation *s = simulated->simulations;
    bool only_regions = sw_front_end_of(simulated->front_end)->has_only_regions;
    uint64_t work = s->work - (only_regions && s->serial < s->work ? s->serial : 0);
    uint64_t all = sw_profile_is_effort(real) ? real->whole.work : w->end.cpu_ns;
    return all ? (double)work / (double)all : 1;
}

static uint32_t flag_of(enum sw_unpredictable why)
{
    return why == SW_UNPREDICTABLE_LOCK ? SW_PROFILE_LOCK_MOVES : SW_PROFILE_SPINS;
}

/* Whether threads came, do most of what the program does, and do not meet by what is not simulated; else `flags` of the profile get the
 * reason. */
static bool is_predicted(const struct why *w, const struct sw_profiling *simulated, uint32_t *flags)
{
    enum sw_unpredictable why;
    const struct sw_profile *p = simulated->profiles;
    bool only_regions = sw_front_end_of(p->front_end)->has_only_regions;
    if (!p->n_simulations || !p->simulations[0].regions)
        return false;
    if (!sw_simulation_unpredictable(p, p->simulations, &why)) {
        bool is_most =
            part_of(w, p) >= (only_regions ? MOST : SOME) ||
            (only_regions && !(w->profiling.profiles[0].effort.runtimes & SW_EFFORT_THREADS));
        *flags |= is_most ? 0 : only_regions ? SW_PROFILE_MIXED : SW_PROFILE_UNFOLLOWED;
        return is_most;
    }
    *flags |= flag_of(why);
    return false;
}

/* What a run that was ended had shown by then: threads that wait in a loop may make it take for ever. One that ended by itself, too late, has
 * been collected. */
static uint32_t why_too_long(struct sw_profiling *ended)
{
    enum sw_unpredictable why;
    sw_receiver_take(&ended->receiver);
    if (!ended->profiles && ended->receiver.n_received)
        sw_profiling_collect(ended, SIGKILL);
    const struct sw_profile *p = ended->profiles;
    if (ended->n_profiles != 1 || !p->n_simulations ||
        !sw_simulation_unpredictable(p, p->simulations, &why))
        return 0;
    return flag_of(why);
}

/* An OpenMP program that has threads beside its regions, whose part is the smaller one. */
static void say_part(const struct why *w, struct sw_profile *simulated)
{
    double part = part_of(w, simulated);
    if (sw_front_end_of(simulated->front_end)->has_only_regions && part < ALL &&
        w->profiling.profiles[0].effort.runtimes & SW_EFFORT_THREADS)
        sw_profile_warn(simulated,
                        "its OpenMP regions do about %.0f%% of its work, and this is about them; "
                        "it also has threads of its own, which are left out",
                        100 * part);
}

/* A program that was watched runs again on simulated cores; that replaces the first run, if it ends in time and can be predicted. */
static void simulate_as(struct why *w, const struct sw_front_end *front_end)
{
    struct sw_profiling simulated;
    struct sw_live_options o = w->options.live;
    uint64_t began = sw_clock_ns();
    char what[40];
    snprintf(what, sizeof what, "on %" PRIu64 " simulated cores", w->chief);
    o.front_end = front_end->kind;
    o.tree = TREE_BYTES;
    if (w->memory)
        sw_traffic_prepare(&o);
    o.processors = (unsigned)w->chief;
    o.limit_ns = w->until_ns > began ? w->until_ns - began : 1;
    o.native_ns = w->end.cpu_ns;
    uint32_t *flags = &w->profiling.profiles[0].flags;
    bool has_run = run_again(w, &simulated, &o, what),
         is_good = has_run && is_predicted(w, &simulated, flags);
    if (!has_run && sw_clock_ns() - began >= o.limit_ns && !sw_interrupt_asked())
        *flags |= SW_PROFILE_TOO_LONG | why_too_long(&simulated);
    if (is_good) {
        say_part(w, &simulated.profiles[0]);
        simulated.profiles[0].circumstances.answers_for = w->chief;
        w->end.took_ns = sw_clock_ns() - began;
        w->is_watched = false;
        w->front_end = front_end;
        w->options.live = o;
        w->options.live.limit_ns = 0;
    }
    sw_profiling_release(is_good ? &w->profiling : &simulated);
    if (is_good)
        w->profiling = simulated;
}

/* What was watched, if it is one process with threads: by what it did, whatever it looked like. NULL: nothing to simulate. */
static const struct sw_front_end *front_end_seen(const struct why *w)
{
    const struct sw_profile *p = w->profiling.profiles;
    if (w->profiling.n_profiles != 1 || p->effort.threads_most <= 1 ||
        p->flags & SW_PROFILE_UNFOLLOWED)
        return NULL;
    return sw_front_end_seen(p->effort.runtimes);
}

/* It was simulated for its regions, and has none: a library may have made threads all the same. */
static bool lacks_regions(const struct why *w)
{
    const struct sw_profile *p = w->profiling.profiles;
    return w->front_end->has_only_regions && w->profiling.n_profiles == 1 && p->n_simulations &&
           !p->simulations[0].regions;
}

/* The run that the user sees. A program with threads runs for real, at its own speed. */
static int run(struct why *w)
{
    const struct sw_front_end *f = w->front_end;
    uint64_t began = sw_clock_ns();
    bool is_in_doubt = f->is_in_doubt && f->is_in_doubt(w->argv[0]);
    if (!f->is_unknown && !f->makes_threads && !is_in_doubt) {
        int status = run_first(w);
        if (!status && lacks_regions(w) && !WIFSIGNALED(w->end.status) && may_run_again(w))
            simulate_as(w, sw_front_end_seen(0));
        return status;
    }
    prepare_runs(w);
    w->is_watched = true;
    int status = watch(w);
    w->first = w->end;
    f = status ? NULL : front_end_seen(w);
    if (f && !WIFSIGNALED(w->end.status) && may_run_again(w)) {
        w->until_ns = began + AND_NS + TIMES * w->end.took_ns;
        simulate_as(w, f);
    }
    if (w->names.is_sampled == w->is_watched)
        return status;
    w->names.is_sampled = w->is_watched;
    return sw_names_make(&w->names) ? status : 2;
}

/* Its name, if it is not the program that was given: a script runs it. */
static const char *worker_of(const struct why *w)
{
    char given[PATH_MAX], real[PATH_MAX];
    const struct sw_profile *p = w->profiling.profiles;
    if (!p->n_modules || !sw_program_find(w->argv[0], given) || !realpath(given, real) ||
        !strcmp(real, p->modules[0].path))
        return NULL;
    return sw_base_name(p->modules[0].path);
}

/* There is no answer for a program with a single thread, but a way to get one. */
static void say_serial(const struct why *w)
{
    char how[SW_HOW_TO_ANNOTATE];
    const char *worker = worker_of(w), *program = w->argv[0];
    sw_written_say(NULL);
    sw_front_end_how_to_annotate(how, program);
    if (w->unseen >= MOST)
        sw_hint("'%s' forks processes with one thread each, or starts programs that nothing can be "
                "loaded into (such as those that are linked statically): they took %.0f%% of the "
                "processor time. Spanwise looks at the threads of one process, and does not see "
                "how these run in parallel",
                program, 100 * w->unseen);
    else if (sw_language_of(w->profiling.profiles))
        sw_hint("'%s' runs on a single thread: there is nothing parallel in it to look at",
                program);
    else if (worker)
        sw_hint("'%s' runs '%s', on a single thread: there is nothing parallel in it to look at",
                program, worker);
    else
        sw_hint("'%s' runs on a single thread: there is nothing parallel in it to look at. %s",
                program, how);
}

static void answer(struct why *w)
{
    struct sw_profile *p = &w->profiling.profiles[0];
    bool is_serial = w->is_watched && p->effort.threads_most <= 1, is_fine = false;
    w->report.brief = true;
    w->report.is_fine = &is_fine;
    if (!w->quiet && !is_serial)
        sw_report_print(p, &w->report, stderr);
    w->report.is_fine = NULL;
    struct sw_report_options json = w->report;
    json.format = SW_REPORT_JSON;
    if (w->json)
        SW_PRINT(w->json, stdout, "the answer", sw_report_print(p, &json, to.out));
    if (*w->names.page && !is_serial)
        sw_html_write(p, &w->report, w->names.page, w->written);
    if (w->quiet)
        return;
    if (is_serial)
        say_serial(w);
    else if (*w->written && is_fine)
        sw_written_say("'spanwise report %s' has all the details", w->written);
    else if (*w->written)
        sw_written_say("fix it, then 'spanwise diff %s' runs it again and compares", w->written);
    else
        sw_written_say(NULL);
}

static int command(int argc, char **argv)
{
    static struct why w = {.options = SW_RUN_OPTIONS_DEFAULT};
    struct sw_launch launch;
    sw_launch_find(&launch);
    w.names.launch = &launch;
    int status = parse(&w, argc, argv);
    if (status >= 0)
        return status;
    say_what(&w);
    status = run(&w);
    bool measured = !status && w.profiling.n_profiles;
    if (measured) {
        measure(&w);
        sw_profiles_write(w.profiling.profiles, w.profiling.n_profiles, w.names.profile, w.written);
    } else if (sw_interrupt_asked()) {
        sw_error("interrupted before anything was measured");
    }
    sw_interrupt_release();
    if (measured)
        answer(&w);
    sw_profiling_release(&w.profiling);
    return sw_child_finish(status, w.end.status, measured);
}

const struct sw_command sw_command_why = {
    .name = "why",
    .run = command,
    .what = "find out why a program does not scale (same as 'spanwise PROGRAM')",
    .synopses = {"[options] PROGRAM [ARGUMENTS]"},
    .about =
        "Finds out what PROGRAM uses (OpenMP, threads, Cilk, OpenCilk, annotations) and runs it as "
        "often as needed. Then says how much faster it gets on many cores, which of five causes "
        "holds it back (parallelism, imbalance, grain, contention, memory), on which line, and how "
        "much faster it would get without it. The answer goes to stderr; the program's own output, "
        "exit status and signals do not change. Further runs are silent; none is started that "
        "would end later than 5 times the program's own time plus 2 seconds.",
    .options = takes,
    .operands = SW_PROGRAM,
    .needs = "program",
    .examples = {{"spanwise ./yours", "Why does it not scale?"},
                 {"spanwise why -N 64 --json=answer.json ./yours",
                  "The verdict for 64 cores, also as JSON."}},
    .status = "The program's own, but 1 if that is 0 and nothing was measured; 126 or 127 if it "
              "could not be run, 2 for bad options.",
    .see = "run, sample, report, diff, what-if",
};
