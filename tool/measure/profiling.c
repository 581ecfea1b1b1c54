#include "tool/measure/profiling.h"
#include "collect/symbols/symbols.h"
#include "tool/common/command.h"
#include "tool/common/loadable.h"
#include "tool/common/meters.h"
#include "tool/measure/annotated.h"
#include "tool/measure/engine.h"
#include "tool/measure/launch.h"
#include "tool/measure/meter_probe.h"
#include "tool/measure/nothing_measured.h"
#include "tool/measure/openmp_costs.h"
#include "tool/measure/spawn_cost.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#define LEAST_SHARE 100 /* of the work of the program, that a process it has started is kept for */

static const char **add(const char **to, const char *name, const char *value)
{
    *to++ = name;
    *to++ = value;
    return to;
}

/* Hooks, or a runtime, that are to come before the program's own. */
static bool is_preloaded(const struct sw_profiling *p)
{
    return p->plain || p->front_end == SW_FRONT_END_OPENCILK ||
           p->front_end == SW_FRONT_END_OPENMP || p->front_end == SW_FRONT_END_ANNOTATE ||
           p->front_end == SW_FRONT_END_SAMPLE;
}

/* Whether the loader of this system is one that preload/ has links for. */
static bool has_links(const char *lib)
{
    char name[PATH_MAX];
    snprintf(name, sizeof name, "%s/preload/$LIB/libspanwise-calls.so", lib);
    void *found = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
    if (found)
        dlclose(found);
    return found;
}

/*
 * What the program starts gets the same environment, and may be of musl, whose loader would end it for want of what our libraries
 * need. Glibc's puts a folder in place of $LIB; musl's finds nothing by that name, and goes on without a word.
 */
static void add_library(struct sw_profiling *p, const char *library)
{
    const char *lib = sw_install_lib();
    size_t n = strlen(lib), used = strlen(p->preload);
    bool is_there = !strncmp(library, lib, n) && library[n] == '/' && has_links(lib);
    if (*library)
        snprintf(p->preload + used, sizeof p->preload - used, "%s%.*s%s%s", used ? ":" : "",
                 is_there ? (int)n : 0, lib, is_there ? "/preload/$LIB" : "",
                 library + (is_there ? n : 0));
}

/*
 * Our hooks come before Cilkscale's in a program of OpenCilk's, unprofiled too: ours do nothing
 * then, Cilkscale's measure.
 */
static void set_preload(struct sw_profiling *p)
{
    const char *theirs = getenv("LD_PRELOAD");
    add_library(p, is_preloaded(p) ? p->library : "");
    add_library(p, p->mpi);
    add_library(p, p->calls);
    size_t used = strlen(p->preload);
    if (theirs && *theirs)
        snprintf(p->preload + used, sizeof p->preload - used, "%s%s", used ? ":" : "", theirs);
}

/*
 * AddressSanitizer's library ends a program in which it is not the first one, for fear of others that have its functions. Ours
 * have none of malloc's, and call the next of what they do have: it need not look. What the program starts may have it too.
 */
static const char **add_preload(struct sw_profiling *p, const char **to)
{
    const char *theirs = getenv("ASAN_OPTIONS");
    to = add(to, "LD_PRELOAD", p->preload);
    if (!p->sanitizer && asprintf(&p->sanitizer, "verify_asan_link_order=0%s%s",
                                  theirs && *theirs ? ":" : "", theirs ? theirs : "") < 0)
        p->sanitizer = NULL;
    return p->sanitizer ? add(to, "ASAN_OPTIONS", p->sanitizer) : to;
}

/* The dynamic loader takes a blank and a colon for the end of a name. */
static bool is_loader_name(const char *library)
{
    return !strpbrk(library, " :");
}

/* Says so itself. */
static bool can_preload(const char *library)
{
    if (is_loader_name(library))
        return true;
    sw_error("cannot load '%s' into a program: the dynamic loader takes no path with a blank or a "
             "colon; put spanwise in another place",
             library);
    return false;
}

/* Says so itself. */
static bool can_load(const struct sw_profiling *p)
{
    char why[PATH_MAX + 512];
    const char *program = p->argv[0];
    bool is_sampled = p->front_end == SW_FRONT_END_SAMPLE || p->front_end == SW_FRONT_END_OPENMP;
    if (!sw_loadable(program, why, sizeof why))
        sw_error("%s", why);
    else if (is_sampled && sw_loadable_is_held_back(program))
        sw_error(
            "'%s' is built with '-fsanitize=thread', which holds back the signals that samples "
            "are taken by, and makes programs some ten times slower; build it without",
            program);
    else
        return true;
    return false;
}

/* Something of ours is to be loaded into the program, in this process or by an emulator. */
static bool is_loaded(const struct sw_profiling *p)
{
    return is_preloaded(p) ||
           (p->front_end == SW_FRONT_END_CILK && !sw_loadable_is_static(p->argv[0]));
}

/* A program that spanwise cc has built loads its library itself: it can be anywhere, and has no other use for this one. */
static void find_calls(struct sw_profiling *p, const char *lib)
{
    snprintf(p->calls, sizeof p->calls, "%s/libspanwise-calls.so", lib);
    if (!is_loader_name(p->calls))
        *p->calls = '\0';
}

/* Under a launcher, of a program that has MPI: waiting there is to be told apart. */
static void find_mpi(struct sw_profiling *p, const char *lib)
{
    struct sw_launch launch;
    if (sw_launch_find(&launch) && p->options.engine != SW_ENGINE_QEMU &&
        sw_front_end_needs(p->argv[0], "libmpi"))
        snprintf(p->mpi, sizeof p->mpi, "%s/libspanwise-mpi.so", lib);
}

/* OMP_NUM_THREADS: a list of the user's is for inner levels too, and keeps what it says of those. */
static void set_processors(struct sw_profiling *p)
{
    const char *told = getenv("OMP_NUM_THREADS"), *inner = told ? strchr(told, ',') : NULL;
    snprintf(p->processors, sizeof p->processors, "%u%s", (unsigned)p->options.processors,
             inner ? inner : "");
}

/* An emulator is told apart what the program is to load. */
static void set_environment(struct sw_profiling *p)
{
    bool hooks = is_preloaded(p);
    set_processors(p);
    snprintf(p->workers, sizeof p->workers, "%u", (unsigned)p->options.workers);
    const char **end = add(p->environment, "CILK_NWORKERS", p->workers);
    end = add(end, "SPANWISE_LIB", p->library);
    end = add(end, "SPANWISE_SOCKET", p->receiver.path);
    end = add(end, "SPANWISE_OPTIONS", p->options_text);
    if ((hooks || *p->mpi || *p->calls) && p->options.engine != SW_ENGINE_QEMU)
        end = add_preload(p, end);
    if (p->front_end == SW_FRONT_END_OPENMP) {
        end = add(end, "OMP_NUM_THREADS", p->processors);
        end = add(end, "SPANWISE_OPENMP_COSTS",
                  p->options.meter == SW_METER_TIME ? sw_openmp_costs() : ""); /* they are times */
    }
    if (p->front_end == SW_FRONT_END_ANNOTATE) { /* what Advisor's own header looks for */
        end = add(end, "INTEL_LIBITTNOTIFY64", p->library);
        end = add(end, "OMP_NUM_THREADS", "1");
    }
    if (p->options.meter == SW_METER_INSTRUCTIONS) {
        sw_engine_tunables(p->tunables, sizeof p->tunables);
        add(end, "GLIBC_TUNABLES", p->tunables);
    }
    end = add(p->unprofiled, "CILK_NWORKERS", "1");
    if (p->front_end == SW_FRONT_END_OPENMP || p->front_end == SW_FRONT_END_ANNOTATE)
        add(end, "OMP_NUM_THREADS", "1");
    else if (hooks)
        add_preload(p, end);
}

/* What is asked for by -N; or as the program is told; or many. */
static uint64_t choose_processors(const struct sw_live_options *options)
{
    const char *told = getenv("OMP_NUM_THREADS");
    unsigned long n = told ? strtoul(told, NULL, 10) : 0;
    if (options->processors)
        return options->processors;
    return n && n <= SW_PROCESSORS_MAX ? n : SW_PROCESSORS_DEFAULT;
}

/* There is no following every function of a program that nobody has prepared: they are sampled. */
static void choose_level(struct sw_live_options *o)
{
    if (!o->spawns_only && o->meter == SW_METER_TIME)
        o->sample_rate = SW_RATE_DEFAULT;
    o->spawns_only = 1;
}

/* Says so itself where that fails. */
static bool make_receiver(struct sw_profiling *p)
{
    int error = sw_receiver_init(&p->receiver);
    if (error)
        sw_error("cannot make a socket in $TMPDIR, '/tmp' or '/dev/shm': %s", strerror(-error));
    return !error;
}

int sw_profiling_init_sample(struct sw_profiling *p, char *const *argv,
                             const struct sw_live_options *options)
{
    *p = (struct sw_profiling){.argv = argv, .command = argv, .options = *options};
    p->receiver.socket = -1;
    p->front_end = SW_FRONT_END_SAMPLE;
    if (!can_load(p))
        return 2;
    const char *lib = sw_install_lib();
    if (!lib || !make_receiver(p))
        return 1;
    snprintf(p->library, sizeof p->library, "%s/libspanwise-sample.so", lib);
    if (!can_preload(p->library))
        return 1;
    sw_options_format(&p->options, p->options_text, sizeof p->options_text);
    find_calls(p, lib);
    set_preload(p);
    const char **end = add(p->environment, "SPANWISE_SAMPLE", p->receiver.path);
    end = add(end, "SPANWISE_OPTIONS", p->options_text);
    end = add(end, "SPANWISE_LIB", p->library); /* what spanwise cc has built asks for it */
    add_preload(p, end);
    return 0;
}

/* A program that is parallel in several ways: what is taken, and how to choose. */
static void say_choice(const struct sw_profiling *p)
{
    const char *program = p->argv[0];
    bool annotated = sw_front_end_is_annotated(program);
    if (p->front_end == SW_FRONT_END_ANNOTATE && annotated &&
        (sw_front_end_needs(program, "libgomp.so") || sw_front_end_needs(program, "libomp.so")))
        sw_error("'%s' has annotations, and needs OpenMP: the annotations are taken; "
                 "--front-end=openmp takes the other",
                 program);
    else if (annotated && p->front_end == SW_FRONT_END_CILK)
        sw_error("'%s' is a Cilk program, and has annotations: Cilk is taken; "
                 "--front-end=annotate takes the other",
                 program);
}

/* Annotations are taken by a library that is loaded, of one thread. 0, or an exit status after a message. */
static int check_annotated(const struct sw_profiling *p)
{
    const char *program = p->argv[0];
    const struct sw_live_options *o = &p->options;
    if (o->workers > 1 || o->processors || o->sample_rate) {
        sw_error("%s: '%s' is a serial program with annotations; 'spanwise predict' says how it "
                 "would run in parallel",
                 o->processors    ? "-N"
                 : o->sample_rate ? "--level=sampled"
                                  : "--workers",
                 program);
        return 2;
    }
    return 0;
}

/* Of a program that another driver has linked. 0, or an exit status after a message. */
static int check_plain(const struct sw_profiling *p)
{
    static const char link[] = "link it by 'spanwise cc', or with the flags that 'spanwise cc "
                               "--print-link-flags' prints";
    bool is_static = sw_loadable_is_static(p->argv[0]);
    if (is_static)
        sw_error("'%s' is linked statically without the Cilk runtime, and nothing can be loaded "
                 "into it that measures; %s",
                 p->argv[0], link);
    else if (p->options.workers > 1)
        sw_error("--workers: '%s' is linked without the Cilk runtime and runs serially; %s",
                 p->argv[0], link);
    return is_static || p->options.workers > 1 ? 2 : 0;
}

/* What spanwise cc has built may be serial, with annotations: then those are what it was built for. */
static enum sw_front_end_kind find_front_end(const char *program)
{
    enum sw_front_end_kind found = sw_front_end_find(program);
    bool is_serial = found == SW_FRONT_END_CILK && !sw_loadable_is_static(program) &&
                     !sw_front_end_has_keywords(program);
    return is_serial && sw_front_end_is_annotated(program) ? SW_FRONT_END_ANNOTATE : found;
}

/* The front end, and whether it has all that is asked for. 0, or an exit status after a message. */
static int choose_front_end(struct sw_profiling *p)
{
    const char *program = p->argv[0];
    struct sw_live_options *o = &p->options;
    p->front_end = o->front_end ? (enum sw_front_end_kind)o->front_end : find_front_end(program);
    if (!o->front_end)
        say_choice(p);
    if (p->front_end == SW_FRONT_END_ANNOTATE)
        return check_annotated(p);
    p->plain = p->front_end == SW_FRONT_END_CILK && !sw_front_end_has_runtime(program);
    if (p->plain && check_plain(p))
        return 2;
    if (o->processors &&
        (p->front_end == SW_FRONT_END_NONE || p->front_end == SW_FRONT_END_UNKNOWN))
        p->front_end = SW_FRONT_END_OPENMP; /* it may open, or start, something that is */
    if (o->workers > 1 && is_preloaded(p)) {
        sw_error("--workers: %s is profiled serially only; build '%s' with 'spanwise cc' for a "
                 "profile of a parallel run",
                 p->front_end == SW_FRONT_END_OPENMP ? "an OpenMP program"
                                                     : "a program of OpenCilk's",
                 program);
        return 2;
    }
    if (p->front_end == SW_FRONT_END_OPENMP) {
        o->processors = choose_processors(o);
        choose_level(o);
    } else if (o->processors) {
        sw_error(
            "-N: '%s' is a Cilk program, whose speedup on any number of processors follows from "
            "one run",
            program);
        return 2;
    }
    return 0;
}

int sw_profiling_init(struct sw_profiling *p, char *const *argv,
                      const struct sw_live_options *options)
{
    *p = (struct sw_profiling){.argv = argv, .options = *options, .receiver.socket = -1};
    int refused = choose_front_end(p);
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
        snprintf(p->library, sizeof p->library, "%s/libspanwise%s.so", lib,
                 p->front_end == SW_FRONT_END_OPENMP     ? "-openmp"
                 : p->front_end == SW_FRONT_END_ANNOTATE ? "-annotate"
                                                         : "");
    if (options->meter != SW_METER_INSTRUCTIONS)
        p->options.engine = SW_ENGINE_ANY;
    else if (options->engine == SW_ENGINE_ANY)
        p->options.engine = sw_engine_for(argv[0]);
    if (is_loaded(p) && p->options.engine != SW_ENGINE_QEMU && !(given && *given)) {
        if (!can_load(p))
            return 2;
        find_calls(p, lib);
    }
    if (p->front_end == SW_FRONT_END_OPENMP && p->options.engine == SW_ENGINE_QEMU) {
        sw_error(
            "--engine=qemu: threads of OpenMP cannot be told apart in the emulator; leave it out");
        return 2;
    }
    sw_options_format(&p->options, p->options_text, sizeof p->options_text);
    if (!make_receiver(p))
        return 1;
    find_mpi(p, lib);
    if ((is_preloaded(p) && !can_preload(p->library)) || !can_preload(p->mpi))
        return 1;
    set_preload(p);
    set_environment(p);
    p->command = argv;
    if (p->options.engine != SW_ENGINE_QEMU)
        return 0;
    bool hooks = is_preloaded(p);
    int status = sw_emulator_init(&p->emulator, argv, hooks ? p->preload : NULL);
    p->command = p->emulator.argv;
    return status;
}

int sw_profiling_add_tool(struct sw_profiling *p, const char *path)
{
    if (is_preloaded(p) && !p->plain) {
        sw_error("--tool: a program of %s has none; build '%s' with 'spanwise cc'",
                 p->front_end == SW_FRONT_END_OPENMP     ? "OpenMP"
                 : p->front_end == SW_FRONT_END_ANNOTATE ? "annotations"
                                                         : "OpenCilk's",
                 p->argv[0]);
        return 2;
    }
    if (p->front_end == SW_FRONT_END_CILK && sw_loadable_is_static(p->argv[0])) {
        sw_error("--tool: a static program cannot load a tool; link '%s' without '-static'",
                 p->argv[0]);
        return 2;
    }
    const char **end = p->environment;
    while (*end)
        end++;
    add(end, "SPANWISE_TOOL", path);
    return 0;
}

void sw_profiling_say_front_end(const struct sw_profiling *p)
{
    if (sw_launch_is_launcher(p->argv[0]))
        sw_error("'%s' is a launcher, and ranks are told apart under it only: '%s ... spanwise run "
                 "PROGRAM' gives each a profile of its own",
                 p->argv[0], p->argv[0]);
    else if (p->front_end == SW_FRONT_END_NONE && sw_front_end_has_threads(p->argv[0]))
        sw_error(
            "'%s' has threads, but no Cilk, OpenMP or annotations: 'spanwise sample %s' is the "
            "command for it; here only what it starts or opens can be measured",
            p->argv[0], p->argv[0]);
    else if (p->front_end == SW_FRONT_END_NONE)
        sw_error(
            "'%s' is not built by 'spanwise cc', nor is a library that it needs: build it with "
            "'spanwise cc' or CC=spanwise-cc, or with OpenCilk's clang and '-fopencilk "
            "-fcilktool=cilkscale -shared-libcilktool', or annotate it with spanwise.h; only what "
            "it "
            "starts or opens can be measured",
            p->argv[0]);
    if (p->front_end == SW_FRONT_END_OPENCILK_STATIC)
        sw_error("'%s' has Cilkscale linked in statically, so that it cannot be replaced: link it "
                 "again, by OpenCilk's clang with '-fopencilk -fcilktool=cilkscale "
                 "-shared-libcilktool' and without '-static'",
                 p->argv[0]);
}

void sw_profiling_take(void *profiling)
{
    sw_receiver_take(&((struct sw_profiling *)profiling)->receiver);
}

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

static void set(char **field, const char *value)
{
    char *copy = strdup(value);
    if (copy)
        *field = copy; /* what sw_collect() leaves there is empty and not ours to free */
}

static void describe_rank(struct sw_rank *rank)
{
    struct sw_launch launch;
    struct utsname u;
    if (!sw_launch_find(&launch))
        return;
    set(&rank->launcher, launch.launcher);
    set(&rank->host, uname(&u) < 0 ? "" : u.nodename);
    rank->rank = launch.rank;
    rank->size = launch.size;
}

static const char *level_name(const struct sw_live_options *options)
{
    if (options->sample_rate)
        return "sampled";
    return options->spawns_only ? "spawns" : "full";
}

static int describe_run(const struct sw_profiling *profiling, int status, struct sw_profile *p)
{
    int n = 0;
    while (profiling->argv[n])
        n++;
    char **args = calloc((size_t)n + 1, sizeof *args);
    for (int i = 0; args && i < n; i++)
        if (!(args[i] = strdup(profiling->argv[i])))
            return -ENOMEM;
    if (!args)
        return -ENOMEM;
    free(p->args);
    p->args = args;
    set(&p->program, profiling->argv[0]);
    set(&p->meter, sw_meter_profile_name(&profiling->options));
    set(&p->unit, sw_meter_of_run(&profiling->options)->unit);
    set(&p->level, level_name(&profiling->options));
    set(&p->tool, "spanwise " SW_VERSION);
    p->status = status;
    char *host = describe_host();
    set(&p->host, host ? host : "");
    free(host);
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
    if (error < 0) {
        sw_error("%s", why);
        return 1;
    }
    if (describe_run(profiling, status, p) < 0 || sw_symbols_resolve(p) < 0 ||
        (sw_is_annotated(p) && sw_annotated_fill(p) < 0)) {
        sw_error("not enough memory");
        return 1;
    }
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
    sw_receiver_take(&p->receiver);
    sw_receiver_close(&p->receiver); /* now: signals are held until profiles are written only */
    p->profiles = calloc(p->receiver.n_received + 1, sizeof *p->profiles);
    if (p->profiles)
        collect_all(p, status);
    for (size_t i = 0; i < p->n_profiles; i++)
        sw_spawn_cost_note(&p->profiles[i]);
    if (p->n_empty == p->receiver.n_received)
        sw_nothing_measured_say(p, status);
    else if (p->receiver.n_left_out)
        sw_error("%zu more process%s not kept: too many at once", p->receiver.n_left_out,
                 p->receiver.n_left_out == 1 ? " was" : "es were");
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
    sw_emulator_release(&p->emulator);
}
