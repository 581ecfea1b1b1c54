#include "tool/profiling.h"
#include "tool/command.h"
#include "tool/symbols.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

int sw_profiling_init(struct sw_profiling *p, char *const *argv,
                      const struct sw_live_options *options)
{
    *p = (struct sw_profiling){.argv = argv, .options = *options, .receiver.socket = -1};
    p->front_end = sw_front_end_find(argv[0]);
    const char *lib = sw_install_lib(), *given = getenv("SPANWISE_LIB"); /* another machine's */
    if (!lib)
        return 1;
    if (given && *given)
        snprintf(p->library, sizeof p->library, "%s", given);
    else
        snprintf(p->library, sizeof p->library, "%s/libspanwise.so", lib);
    sw_options_format(options, p->options_text, sizeof p->options_text);
    int error = sw_receiver_init(&p->receiver);
    if (error) {
        sw_error("cannot make a socket in $TMPDIR, '/tmp' or '/dev/shm': %s", strerror(-error));
        return 1;
    }
    const char *const environment[] = {"CILK_NWORKERS",
                                       "1",
                                       "SPANWISE_LIB",
                                       p->library,
                                       "SPANWISE_SOCKET",
                                       p->receiver.path,
                                       "SPANWISE_OPTIONS",
                                       p->options_text,
                                       NULL};
    memcpy(p->environment, environment, sizeof environment);
    return 0;
}

void sw_profiling_take(void *profiling)
{
    sw_receiver_take(&((struct sw_profiling *)profiling)->receiver);
}

static char *describe_host(void)
{
    struct utsname u;
    char *text = NULL;
    if (uname(&u) < 0 || asprintf(&text, "%s, %s, %ld processors", u.nodename, u.machine,
                                  sysconf(_SC_NPROCESSORS_ONLN)) < 0)
        return NULL;
    return text;
}

static void set(char **field, const char *value)
{
    char *copy = strdup(value);
    if (copy)
        *field = copy; /* what sw_collect() leaves there is empty and not ours to free */
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
    set(&p->meter, "time");
    set(&p->unit, "ns");
    set(&p->front_end, "cilk");
    set(&p->level, profiling->options.spawns_only ? "spawns" : "full");
    set(&p->tool, "spanwise " SW_VERSION);
    p->status = status;
    char *host = describe_host();
    set(&p->host, host ? host : "");
    free(host);
    return 0;
}

static int collect_one(const struct sw_profiling *profiling, const struct sw_received *r,
                       int status, struct sw_profile *p)
{
    char why[512];
    sw_profile_init(p);
    if (sw_collect(p, r, why, sizeof why) < 0) {
        sw_error("%s", why);
        return 1;
    }
    if (describe_run(profiling, status, p) < 0 || sw_symbols_resolve(p) < 0) {
        sw_error("not enough memory");
        return 1;
    }
    return 0;
}

/* Several processes may have handed over; the one with the most work is the program. */
static void collect_all(struct sw_profiling *p, int status)
{
    size_t most = 0;
    for (size_t i = 0; i < p->receiver.n_received; i++) {
        struct sw_profile *next = &p->profiles[p->n_profiles];
        if (collect_one(p, &p->receiver.received[i], status, next) == 0) {
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
}

static void say_nothing_measured(const struct sw_profiling *p)
{
    if (p->front_end == SW_FRONT_END_CILK)
        sw_error(
            "nothing was measured: '%s' ended before its main(), changed its privileges, or is "
            "linked statically",
            p->argv[0]);
    else
        sw_error("nothing was measured: '%s' started nothing that is built by 'spanwise cc'",
                 p->argv[0]);
}

void sw_profiling_collect(struct sw_profiling *p, int status)
{
    sw_receiver_take(&p->receiver);
    p->profiles = calloc(p->receiver.n_received + 1, sizeof *p->profiles);
    if (p->profiles)
        collect_all(p, status);
    if (!p->receiver.n_received)
        say_nothing_measured(p);
    if (p->receiver.n_left_out)
        sw_error("%zu more processes were not kept: no more than these can be open at a time",
                 p->receiver.n_left_out);
}

void sw_profiling_release(struct sw_profiling *p)
{
    for (size_t i = 0; i < p->n_profiles; i++)
        sw_profile_release(&p->profiles[i]);
    free(p->profiles);
    sw_receiver_release(&p->receiver);
}
