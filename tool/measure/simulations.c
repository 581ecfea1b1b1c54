/* A simulated program on several numbers of processors, one run after the other, and again without what its findings are about. */
#include "tool/measure/simulations.h"
#include "analysis/simulation/simulation.h"
#include "base/clock.h"
#include "base/grow.h"
#include "base/processors.h"
#include "console/message.h"
#include "profile/join.h"
#include "profile/whose.h"
#include "tool/common/interrupt.h"
#include "tool/measure/child.h"
#include "tool/measure/launch.h"
#include "tool/measure/native.h"
#include "tool/measure/rates.h"
#include "tool/measure/steady.h"

#include <signal.h>
#include <sys/wait.h>

#define VARIABLE "SPANWISE_THREADS_WITHOUT"
#define ALIKE    1.25 /* times the work, or it did something else */

/* As agent/threads/simulator.h has it. NULL: not enough memory. */
static char *text_of(const struct sw_profile *p, const struct sw_fixable *m)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    fprintf(out, "%s\n", m->what);
    for (size_t i = 0; i < m->n_sites; i++) {
        uint64_t address = p->sites[m->sites[i]].address;
        const struct sw_module *module = sw_module_of(p, address);
        if (module)
            fprintf(out, "%s %" PRIx64 " %s\n", m->what, address - module->bias, module->path);
    }
    if (fclose(out)) {
        free(text);
        return NULL;
    }
    return text;
}

/* Its time on as many processors as that simulation's, if it did the same; 0: it did not. */
static uint64_t time_in(const struct sw_profiling *again, const struct sw_simulation *as)
{
    const struct sw_profile *p = again->n_profiles == 1 ? again->profiles : NULL;
    const struct sw_simulation *s = p && p->n_simulations == 1 ? p->simulations : NULL;
    if (!s || p->flags & SW_PROFILE_INCOMPLETE || !s->work || !as->work)
        return 0;
    double more = (double)s->work / (double)as->work;
    return more < ALIKE && more > 1 / ALIKE ? sw_cost_of((double)s->time / more) : 0;
}

/* Once more, silently, with that fixed. 0: nothing came of it. */
static uint64_t run_without(const struct sw_profiling *p, const struct sw_live_options *options,
                            const struct sw_child_end *first, const struct sw_fixable *fixable)
{
    const struct sw_simulation *chief = sw_profile_chief(p->profiles);
    struct sw_live_options o = *options;
    struct sw_profiling again;
    struct sw_child_end end;
    uint64_t time = 0;
    SW_FREED char *text = text_of(p->profiles, fixable);
    if (!text)
        return 0;
    o.processors = chief->processors;
    o.sample_rate = 0;
    o.limit_ns = sw_child_limit_ns(first);
    setenv(VARIABLE, text, 1);
    sw_progress("on %" PRIu64 " cores, without what it loses", chief->processors);
    int status = sw_profiled_run(&again, p->argv, &o, NULL, true, NULL, &end);
    sw_progress_erase();
    unsetenv(VARIABLE);
    if (!status && sw_child_is_alike(first, &end) && !sw_interrupt_asked()) {
        sw_profiling_collect(&again, end.status);
        time = time_in(&again, chief);
    }
    sw_profiling_release(&again);
    return time;
}

static bool is_worth_while(const struct sw_profiling *p, const struct sw_child_end *end)
{
    enum sw_unpredictable why;
    const struct sw_simulation *chief = p->n_profiles == 1 ? sw_profile_chief(p->profiles) : NULL;
    return p->front_end->makes_threads && chief && chief->processors > 1 &&
           !(p->profiles->flags & SW_PROFILE_INCOMPLETE) &&
           !sw_simulation_unpredictable(p->profiles, chief, &why) && !sw_launch_is_there() &&
           !WIFSIGNALED(end->status) && end->took_ns < SW_STEADY_LONGEST_S * 1000000000ull;
}

void sw_fixed_runs(struct sw_profiling *p, const struct sw_live_options *options,
                   const struct sw_child_end *end, uint64_t until_ns)
{
    if (!is_worth_while(p, end))
        return;
    for (int i = 0; i < SW_FIXED_MOST && !sw_interrupt_asked(); i++) {
        struct sw_fixable fixable;
        if (until_ns && sw_clock_ns() + end->took_ns > until_ns)
            return;
        if (sw_simulation_fixable(p->profiles, &fixable) < 0 || !fixable.what || fixable.rank)
            return;
        struct sw_construct *c =
            &p->profiles->constructs[sw_profile_chief(p->profiles)->first + fixable.construct];
        c->without = run_without(p, options, end, &fixable);
        c->fixed = (uint64_t)fixable.cause + 1;
        if (!c->without) {
            c->fixed = 0;
            return;
        }
    }
}

static size_t count(const bool *wanted)
{
    size_t n = 0;
    for (size_t i = 1; i <= SW_PROCESSORS_MAX; i++)
        n += wanted[i];
    return n;
}

/* Of a program with threads, before it is collected. */
static void time_natively(struct sw_simulations *s, struct sw_profiling *p,
                          const struct sw_child_end *first)
{
    if (!s->steady || !p->front_end->makes_threads || WIFSIGNALED(first->status) ||
        p->options.meter != SW_METER_TIME || sw_launch_is_there() || !sw_once_may_repeat(&s->plan))
        return;
    if (!s->native_ns && first->took_ns < SW_STEADY_LONGEST_S * 1000000000ull)
        s->native_ns = sw_pace_time(p, sw_processors(), sw_child_limit_ns(first), first);
    p->options.native_ns = s->native_ns;
}

static void keep(struct sw_simulations *s, struct sw_profiling *p)
{
    if (p->n_profiles) {
        if (sw_profile_join_simulations(&p->profiles[0], &s->before) < 0)
            sw_error("not enough memory for the runs before");
        struct sw_profile newest = p->profiles[0];
        p->profiles[0] = s->before;
        s->before = newest;
    }
    sw_profiling_release(p);
}

void sw_simulations_keep(struct sw_simulations *s, struct sw_profiling *p, int status)
{
    sw_profiling_collect(p, status);
    keep(s, p);
}

static void join(struct sw_simulations *s, struct sw_profiling *p)
{
    if (!s->before.n_simulations)
        return;
    if (!p->n_profiles && p->profiles) {
        p->profiles[p->n_profiles++] = s->before;
        sw_profile_init(&s->before);
    } else if (p->n_profiles && sw_profile_join_simulations(&p->profiles[0], &s->before) < 0) {
        sw_error("not enough memory for the runs before");
    }
}

static void improve(struct sw_simulations *s, struct sw_profiling *p)
{
    struct sw_live_options paced = *s->options;
    paced.native_ns = p->options.native_ns;
    bool is_worth_while = sw_steady_is_worth_while(p, &paced, &s->end);
    if (!p->front_end->makes_threads && !is_worth_while)
        return;
    if (sw_once_may_repeat(&s->plan) && !sw_steady_improve(p, &paced, &s->end, NULL))
        sw_fixed_runs(p, s->options, &s->last, 0);
}

void sw_simulations_collect(struct sw_simulations *s, struct sw_profiling *p, int status)
{
    if (s->is_cut)
        sw_profiling_discard(p);
    else if (!s->is_collected) {
        time_natively(s, p, &s->end);
        sw_profiling_collect(p, status);
    }
    join(s, p);
    for (size_t i = 0; i < s->n_left_out; i++) {
        if (p->n_profiles)
            sw_profile_warn(&p->profiles[0], "%s", s->left_out[i]);
        free(s->left_out[i]);
    }
    free(s->left_out);
    s->left_out = NULL;
    s->n_left_out = 0;
    if ((s->is_cut || s->is_short) && p->n_profiles)
        sw_profile_warn(&p->profiles[0], "interrupted: larger numbers of processors are left out");
    else if (s->steady && s->options && p->n_profiles)
        improve(s, p);
    if (p->n_profiles)
        sw_once_warn(&p->profiles[0]);
}

/* By a signal as those that ask us to end. A terminal sends it to both of us, and ours may be on its way yet. */
static bool was_interrupted(int status)
{
    int by = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    return sw_interrupt_asked() || by == SIGINT || by == SIGTERM || by == SIGHUP || by == SIGQUIT;
}

static const char *how(int status, char *text, size_t size)
{
    snprintf(text, size, "%s %d", WIFSIGNALED(status) ? "signal" : "exit status",
             WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
    return text;
}

#define HARDLY_ANY 20 /* of the work in regions: the part that who does less has not done it */

static uint64_t work_in_regions(const struct sw_profile *p)
{
    return p->simulations->work - p->constructs[p->simulations->first].work;
}

/* Whether it did not do with so many threads what it does with others: why that is thought. NULL: it did. */
static const char *refusal(const struct sw_simulations *s, const struct sw_profiling *p, int status)
{
    const struct sw_simulation *now =
        p->n_profiles && p->profiles[0].n_simulations ? &p->profiles[0].simulations[0] : NULL;
    const struct sw_simulation *kept = s->before.n_simulations ? s->before.simulations : NULL;
    if (!now)
        return "nothing was measured";
    if (!now->regions && (status || (kept && kept->regions)))
        return "it never entered a parallel region";
    if (kept && work_in_regions(p->profiles) < work_in_regions(&s->before) / HARDLY_ANY)
        return "it did less than a twentieth of the work in parallel regions that it did on fewer";
    return NULL;
}

static void leave_out(struct sw_simulations *s, uint64_t processors, const char *why, int status,
                      bool was_seen)
{
    char end[40], *text;
    if (!SW_GROW_ALONE(s->left_out, s->n_left_out) ||
        asprintf(&text, "%llu processor%s left out: the program ended there with %s, and %s",
                 (unsigned long long)processors, processors == 1 ? " is" : "s are",
                 how(status, end, sizeof end), why) < 0)
        return;
    s->left_out[s->n_left_out++] = text;
    bool has_output = !was_seen && s->tail.n;
    sw_error("%s%s", text, has_output ? "; it printed:" : "");
    if (has_output)
        sw_tail_say(&s->tail);
}

static bool ends_alike(const struct sw_simulations *s, int first, int now, uint64_t processors)
{
    char end[40];
    if (first == now)
        return true;
    sw_error(
        "on %llu processors the program exited differently (%s): larger numbers are left out%s",
        (unsigned long long)processors, how(now, end, sizeof end),
        s->tail.n ? "; it printed:" : "");
    sw_tail_say(&s->tail);
    return false;
}

/* Of several runs, one that was not interrupted. False: it is the last. */
static bool take(struct sw_simulations *s, struct sw_profiling *p, uint64_t processors, int status,
                 bool was_seen, bool more)
{
    const struct sw_simulation *one = sw_simulation_on(&s->before, 1);
    time_natively(s, p, &s->end);
    sw_profiling_collect(p, status);
    if (one && s->steady && s->end.took_ns < SW_STEADY_LONGEST_S * 1000000000ull)
        sw_pace_openmp(p, one->work, sw_child_limit_ns(&s->end), &s->end);
    const char *why = refusal(s, p, status);
    s->is_collected = !more;
    if (why) {
        leave_out(s, processors, why, status, was_seen);
        while (p->n_profiles)
            sw_profile_release(&p->profiles[--p->n_profiles]);
        if (more)
            sw_profiling_release(p);
        return true;
    }
    if (s->before.n_simulations && !ends_alike(s, s->before.status, status, processors)) {
        s->is_collected = true;
        return false;
    }
    if (more)
        keep(s, p);
    return true;
}

/* For steady figures, of so many N: to time it, on each of them, there at its own pace; and to count it, on one, natively, and without
 * what it loses. */
static unsigned runs_for_steady(size_t n)
{
    return SW_TIMED_MOST + 2 * (unsigned)n + 3 + SW_FIXED_MOST;
}

static bool has_threads(char *const *argv, const struct sw_live_options *o)
{
    enum sw_front_end_kind given = (enum sw_front_end_kind)o->front_end;
    return sw_front_end_of(given ? given : sw_front_end_find(argv[0]))->makes_threads;
}

/* The first run is watched if there may be more. */
static void prepare(struct sw_simulations *s, char *const *argv, size_t n, bool has_tool)
{
    const struct sw_live_options *o = s->options;
    s->steady = s->steady && (o->meter == SW_METER_TIME || has_threads(argv, o)) &&
                o->workers <= 1 && !has_tool && !sw_launch_is_there();
    s->plan.program = argv[0];
    s->plan.is_exact = !s->steady && s->plan.most <= 1;
    if (n > 1)
        s->plan.because = s->list;
    s->plan.most += n > 1 ? (unsigned)n - 1 : 0;
    s->plan.most += s->steady ? runs_for_steady(n ? n : 1) : 0;
    if (!s->plan.most)
        return;
    sw_input_keep();
    sw_once_begin(s->allows);
}

int sw_simulations_run(struct sw_simulations *s, struct sw_profiling *profiling, char *const *argv,
                       const struct sw_live_options *options, const char *tool_path,
                       struct sw_child_end *end)
{
    size_t n = count(s->wanted), done = 0;
    struct sw_live_options o = *options;
    s->options = options;
    prepare(s, argv, n, tool_path);
    if (!n) {
        int status = sw_profiled_run(profiling, argv, options, tool_path, false, NULL, end);
        s->end = s->last = *end;
        return status;
    }
    sw_interrupt_hold();
    bool has_tail = n > 1 && sw_tail_open(&s->tail) == 0;
    for (uint64_t i = 1; i <= SW_PROCESSORS_MAX; i++) {
        struct sw_child_end now;
        if (!s->wanted[i])
            continue;
        o.processors = i;
        if (done)
            sw_progress("on %llu processors, run %zu of %zu", (unsigned long long)i, done + 1, n);
        int status = sw_profiled_run(profiling, argv, &o, tool_path, done > 0,
                                     has_tail ? &s->tail : NULL, &now);
        sw_progress_erase();
        s->is_cut = done && was_interrupted(status ? 0 : now.status);
        if (s->is_cut)
            return 0;
        if (status)
            return status;
        s->last = now;
        if (!done)
            s->end = *end = now;
        s->is_short = n > 1 && was_interrupted(now.status);
        if (was_interrupted(now.status) || n == 1)
            break;
        bool more = done + 1 < n && sw_once_may_repeat(&s->plan);
        if (!take(s, profiling, i, now.status, !done, more) || !more)
            break;
        done++;
    }
    return 0;
}
