#include "collect/annotate.h"
#include "collect/annotate_error.h"
#include "collect/memory.h"
#include "collect/samples.h"
#include "live/notes/annotate.h"

/* The marks that the program has left, unless it went in the middle of going through them. */
static void finish(struct sw_profile *p, struct sw_annotator *a)
{
    if (a->replaying)
        p->flags |= SW_PROFILE_DAMAGED;
    else if (a->next > a->marks && a->next <= a->end + 2)
        sw_annotate_replay(a, a->marks, a->next);
    if (!a->replaying)
        sw_annotate_end(a);
}

static void warn(struct sw_profile *p, const struct sw_annotator *a)
{
    char error[2048];
    sw_annotate_error(a, error, sizeof error);
    if (!*error && !a->sections && a->ended)
        sw_profile_warn(p, "no section was run: the program reached none of its annotations");
    else if (*error)
        sw_profile_warn(p, "%s", error);
    if (*error || (!a->sections && a->ended))
        p->flags |= SW_PROFILE_UNMATCHED;
    if (a->said_true)
        sw_profile_warn(
            p,
            "'PAR_SEC_END(true)' at @{%u} means nowait, that the section's tasks are not "
            "waited for; PAR_SEC_END() waits, PAR_SEC_END_NOWAIT() says it in words",
            a->said_true);
    if (a->not_divided)
        sw_profile_warn(p,
                        "%llu tasks that should stand for many have sections or locks inside, or "
                        "are too many: each counts as one",
                        (unsigned long long)a->not_divided);
    if (a->dropped)
        sw_profile_warn(
            p,
            "%llu annotations in signal handlers that interrupted the profiler were left "
            "out",
            (unsigned long long)a->dropped);
}

static void add_circumstances(struct sw_profile *p, const struct sw_live *live,
                              const struct sw_annotator *a)
{
    struct sw_circumstances *k = &p->circumstances;
    k->events = a->events;
    k->events_dropped = a->dropped;
    k->max_depth = a->deepest;
    k->overhead = sw_live_to_ns(live, a->overhead);
    k->preempted = sw_live_to_ns(live, a->thread ? a->thread->meter.preempted : 0);
    k->threads = 1;
    k->workers = 1;
    k->call_cost_ps = sw_live_to_ns(live, (a->cost_begin + a->cost_end) * 1000 / SW_COST_TICK);
    p->burden = live->options.burden;
}

bool sw_annotate_is_there(const struct sw_live *live)
{
    return live->annotator;
}

/* For the names of serial code alone: of the span, they know no more than that serial code is on it. */
static int gather_samples(struct sw_profile *p, const struct sw_live *live,
                          const struct sw_annotator *a)
{
    struct sw_gathered_samples g = {.n = 0};
    int error = sw_gather_samples_init(&g, live);
    for (uint32_t i = 1; !error && i < g.n; i++) {
        g.on_span[i] = g.serial[i] = a->samples[i].serial;
        g.others[i] = a->samples[i].all - a->samples[i].serial;
    }
    if (!error)
        error = sw_gather_sample_paths(&g, p, live);
    sw_gather_samples_release(&g);
    return error;
}

int sw_annotate_gather(struct sw_profile *p, struct sw_live *live, bool careful)
{
    struct sw_annotator *a = live->annotator;
    if (careful) {
        p->flags |= SW_PROFILE_UNMATCHED | SW_PROFILE_DAMAGED;
    } else {
        finish(p, a);
        warn(p, a);
    }
    add_circumstances(p, live, a);
    int error = sw_memory_add_tree_pieces(p, live);
    return !error && a->samples && !careful ? gather_samples(p, live, a) : error;
}
