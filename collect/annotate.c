/* Makes a profile of the annotations that a serial program has left in the live range, and says in words what is wrong with them. */
#include "live/notes/annotate.h"
#include "collect/front_end.h"

/* --- What is wrong, in words --- */

typedef unsigned long long ull;

enum { NAME = 384 };

/* "the section 'rows'", "lock 7", without where it began. */
static void name(const struct sw_annotator *a, uint32_t kind, uint32_t place, uint64_t lock,
                 char *text)
{
    uint32_t n = a->tree->n_sites;
    const char *label = place < n ? a->tree->sites[place].label : NULL;
    if (kind == SW_NODE_LOCK)
        snprintf(text, NAME, lock > UINT32_MAX ? "lock %#llx" : "lock %llu", (ull)lock);
    else
        snprintf(text, NAME, label ? "the %s '%s'" : "the %s",
                 kind == SW_NODE_TASK ? "task" : "section", label);
}

#define SAY(...) snprintf(text, size, __VA_ARGS__)

/*
 * The first error as a sentence; false: there is none. Places are "@{N}", by their number in the tree's
 * table of sites: the tool has lines for them later (tool/measure/annotated.c).
 */
static bool describe_error(const struct sw_annotator *a, char *text, size_t size)
{
    char open[NAME], lock[NAME];
    const char *ended = a->error_kind == SW_MARK_TASK_END ? "task" : "section";
    uint32_t at = a->error_place, began = a->error_open;
    name(a, a->error_open_kind, began, a->error_open_lock, open);
    name(a, SW_NODE_LOCK, 0, a->error_lock, lock);
    switch (a->error) {
    case SW_ANNOTATED_NOTHING_OPEN:
        SAY("the end of a %s at @{%u} has no begin", ended, at);
        break;
    case SW_ANNOTATED_OTHER_OPEN:
        SAY("at @{%u} a %s ends, but what is open there is %s, begun at @{%u}", at, ended, open,
            began);
        break;
    case SW_ANNOTATED_OUTSIDE:
        SAY("the task that begins at @{%u} is outside all sections", at);
        break;
    case SW_ANNOTATED_IN_TASK:
        SAY("the task that begins at @{%u} is directly in %s, begun at @{%u}: either that has "
            "not ended, or a section is missing between the two",
            at, open, began);
        break;
    case SW_ANNOTATED_IN_LOCK:
        SAY("the task that begins at @{%u} crosses %s, taken at @{%u} and still held", at, open,
            began);
        break;
    case SW_ANNOTATED_LOCK_KEPT:
        SAY("the %s that ends at @{%u} has not released %s, taken at @{%u}", ended, at, open,
            began);
        break;
    case SW_ANNOTATED_LOCK_OF_OTHER:
        SAY("%s is released at @{%u} by another task than took it, at @{%u}", lock, at, began);
        break;
    case SW_ANNOTATED_LOCK_CROSSES:
        SAY("%s is released at @{%u} while %s, taken after it at @{%u}, is still held", lock, at,
            open, began);
        break;
    case SW_ANNOTATED_LOCK_FREE:
        if (began)
            SAY("%s is released at @{%u}, but nobody holds it; what is open there is %s, begun "
                "at @{%u}",
                lock, at, open, began);
        else
            SAY("%s is released at @{%u}, but nobody holds it", lock, at);
        break;
    case SW_ANNOTATED_NO_TASK:
        SAY("at @{%u} a task is said to stand for many, but none is open", at);
        break;
    case SW_ANNOTATED_UNPAUSED:
        SAY("at @{%u} collection is enabled again, but was not disabled", at);
        break;
    case SW_ANNOTATED_TOO_DEEP:
        SAY("at @{%u} more than %u sections, tasks and locks are open, the innermost begun at "
            "@{%u}",
            at, SW_ANNOTATED_MOST, began);
        break;
    case SW_ANNOTATED_NEVER_ENDS:
        SAY("%s, begun at @{%u}, never ends: the program's end comes first", open, began);
        break;
    default:
        return false;
    }
    return true;
}

/* --- The profile --- */

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
    char error[4 * NAME];
    bool is_wrong = describe_error(a, error, sizeof error), is_idle = !a->sections && a->ended;
    if (is_wrong)
        sw_profile_warn(
            p, "annotations do not match: %s%s", error,
            a->error == SW_ANNOTATED_NEVER_ENDS ? "" : "; nothing is recorded from there on");
    else if (is_idle)
        sw_profile_warn(p, "no section was run: the program reached none of its annotations");
    if (is_wrong || is_idle)
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
                        (ull)a->not_divided);
    if (a->dropped)
        sw_profile_warn(
            p, "%llu annotations in signal handlers that interrupted the profiler were left out",
            (ull)a->dropped);
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
static void gather_samples(struct sw_profile *p, const struct sw_live *live,
                           const struct sw_annotator *a)
{
    struct sw_gathered_samples g = {.n = 0};
    sw_gather_samples_init(&g, live);
    for (uint32_t i = 1; i < g.n; i++) {
        g.on_span[i] = g.serial[i] = a->samples[i].serial;
        g.others[i] = a->samples[i].all - a->samples[i].serial;
    }
    sw_gather_sample_paths(&g, p, live);
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
    sw_memory_add_tree_pieces(p, live);
    if (a->samples && !careful)
        gather_samples(p, live, a);
    return 0;
}
