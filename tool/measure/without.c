#include "tool/measure/without.h"
#include "analysis/openmp/simulation.h"
#include "base/clock.h"
#include "console/progress.h"
#include "tool/common/interrupt.h"
#include "tool/measure/launch.h"
#include "tool/measure/steady.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>

#define VARIABLE "SPANWISE_THREADS_WITHOUT"
#define ALIKE    1.25 /* times the work, or it did something else */

static const struct sw_module *module_at(const struct sw_profile *p, uint64_t address)
{
    for (size_t i = 0; i < p->n_modules; i++)
        if (address >= p->modules[i].start && address < p->modules[i].end)
            return &p->modules[i];
    return NULL;
}

/* As agent/threads/without.h has it. NULL: not enough memory. */
static char *text_of(const struct sw_profile *p, const struct sw_mendable *m)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    fprintf(out, "%s\n", m->what);
    for (size_t i = 0; i < m->n_sites; i++) {
        uint64_t address = p->sites[m->sites[i]].address;
        const struct sw_module *module = module_at(p, address);
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

/* Once more, silently, with that mended. 0: nothing came of it. */
static uint64_t run_without(const struct sw_profiling *p, const struct sw_live_options *options,
                            const struct sw_child_end *first, const struct sw_mendable *mendable)
{
    const struct sw_simulation *chief = sw_profile_chief(p->profiles);
    struct sw_live_options o = *options;
    struct sw_profiling again;
    struct sw_child_end end;
    uint64_t time = 0;
    char *text = text_of(p->profiles, mendable);
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
    free(text);
    if (!status && sw_child_is_alike(first, &end) && !sw_interrupt_asked()) {
        sw_profiling_collect(&again, end.status);
        time = time_in(&again, chief);
    }
    sw_profiling_release(&again);
    return time;
}

static bool is_worth_while(const struct sw_profiling *p, const struct sw_child_end *end)
{
    struct sw_launch launch;
    enum sw_unpredictable why;
    const struct sw_simulation *chief = p->n_profiles == 1 ? sw_profile_chief(p->profiles) : NULL;
    return p->front_end->makes_threads && chief && chief->processors > 1 &&
           !(p->profiles->flags & SW_PROFILE_INCOMPLETE) &&
           !sw_simulation_unpredictable(p->profiles, chief, &why) && !sw_launch_find(&launch) &&
           !WIFSIGNALED(end->status) && end->took_ns < SW_STEADY_LONGEST_S * 1000000000ull;
}

void sw_fixed_runs(struct sw_profiling *p, const struct sw_live_options *options,
                   const struct sw_child_end *end, uint64_t until_ns)
{
    if (!is_worth_while(p, end))
        return;
    for (int i = 0; i < SW_FIXED_MOST && !sw_interrupt_asked(); i++) {
        struct sw_mendable mendable;
        if (until_ns && sw_clock_ns() + end->took_ns > until_ns)
            return;
        if (sw_simulation_mendable(p->profiles, &mendable) < 0 || !mendable.what || mendable.rank)
            return;
        struct sw_construct *c =
            &p->profiles->constructs[sw_profile_chief(p->profiles)->first + mendable.construct];
        c->without = run_without(p, options, end, &mendable);
        c->mended = (uint64_t)mendable.cause + 1;
        if (!c->without) {
            c->mended = 0;
            return;
        }
    }
}
