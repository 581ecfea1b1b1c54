/* From what the processes of a program have handed over to profiles, one each. */
#include "analysis/predict/tree_serial.h"
#include "collect/openmp_sites.h"
#include "collect/symbols/symbols.h"
#include "console/message.h"
#include "tool/common/meters.h"
#include "tool/measure/annotated.h"
#include "tool/measure/launch.h"
#include "tool/measure/nothing_measured.h"
#include "tool/measure/profiling.h"
#include "tool/measure/spawn_cost.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

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
    if (!options->spawns_only)
        return "full";
    return options->sample_rate ? "sampled" : "spawns";
}

int sw_profile_set_arguments(struct sw_profile *p, char *const *argv)
{
    int n = 0;
    while (argv[n])
        n++;
    char **args = calloc((size_t)n + 1, sizeof *args);
    for (int i = 0; args && i < n; i++)
        if (!(args[i] = strdup(argv[i])))
            return -ENOMEM;
    if (!args)
        return -ENOMEM;
    for (char **arg = p->args; arg && *arg; arg++)
        sw_profile_release_string(p, *arg);
    free(p->args);
    p->args = args;
    return 0;
}

int sw_profile_describe(struct sw_profile *p, char *const *argv,
                        const struct sw_live_options *options)
{
    int error = sw_profile_set_arguments(p, argv);
    if (error)
        return error;
    set(&p->program, argv[0]);
    set(&p->meter, sw_meter_profile_name(options));
    set(&p->unit, sw_meter_of_run(options)->unit);
    set(&p->level, level_name(options));
    set(&p->tool, "spanwise " SW_VERSION);
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
    p->status = status;
    if (sw_profile_describe(p, profiling->argv, &profiling->options) < 0 ||
        sw_symbols_resolve(p) < 0 || sw_omp_sites_unite(p) < 0 ||
        (sw_front_end_of(p->front_end)->is_serial
             ? sw_annotated_fill(p, profiling->options.sample_rate)
             : sw_tree_name_serial(p)) < 0) {
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
        sw_nothing_measured_say(p, status);
    else if (p->receiver.n_left_out)
        sw_error("%zu more process%s not kept: too many at once", p->receiver.n_left_out,
                 p->receiver.n_left_out == 1 ? " was" : "es were");
}
