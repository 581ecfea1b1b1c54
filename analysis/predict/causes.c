/*
 * What each loss is about, on which line, and what it is worth: the speedup if it were gone, by an emulation without it
 * where there can be one (locks free, no overheads, no memory), else by taking its time out.
 */
#include "analysis/predict/parts.h"
#include "analysis/predict/tree_figures.h"
#include "analysis/predict/tree_sites.h"
#include "analysis/predict/what_if.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define FINE    0.01 /* share of a chunk that taking it may cost */
#define BETTER  1.02 /* a speedup that is worth a change */
#define MUCH    0.2  /* of the span */
#define LONG    0.5  /* of a section's time: a task that nothing is divided by */
#define ALL     0.95 /* ... or that is all of it */
#define MANY    100  /* tasks, of which one is ... */
#define LONELY  10   /* times as long as the others: it may be no fault of the program */
#define LITTLE  0.25 /* of the imbalance: what is left of it does not count */
#define LARGEST (1u << 20)

static double share_of(const struct sw_predict_maker *m, double lost)
{
    return lost / (m->emulation->time * m->focus->processors);
}

/* The speedup with so much processor time less. */
static double without(const struct sw_predict_maker *m, double lost)
{
    double time = m->emulation->time - lost / m->focus->processors;
    return time > 0 ? m->emulation->one / time : NAN;
}

static void set_worth(const struct sw_predict_maker *m, double worth)
{
    if (m->findings->n && !m->findings->error)
        m->findings->items[m->findings->n - 1].worth = worth;
}

/* Where that is, by the tree's site; 0: not known. */
static void set_place(const struct sw_predict_maker *m, uint32_t site)
{
    const struct sw_tree_site *s = &m->prediction->tree->sites[site];
    if (site)
        sw_findings_place(m->findings, s->file, s->line, s->function);
}

/* Of the sections, the one that loses most to the cause; NULL: none does. */
static const struct sw_emulated_section *worst_section(const struct sw_predict_maker *m,
                                                       enum sw_emulated_loss cause)
{
    const struct sw_emulated_section *worst = NULL;
    for (size_t i = 0; i < m->emulation->n_sections; i++) {
        const struct sw_emulated_section *s = &m->emulation->sections[i];
        if (s->lost[cause] > (worst ? worst->lost[cause] : 0))
            worst = s;
    }
    return worst;
}

/* Serial code that no call names, by the section that it stands beside: the line itself is not known. */
static void say_beside(const struct sw_predict_maker *m, char *text, size_t size)
{
    const struct sw_program_tree *tree = m->prediction->tree;
    const char *where = NULL;
    double most = 0;
    uint32_t at = 0;
    char who[SW_TREE_NAME];
    for (uint32_t i = 1; i < tree->n_sites; i++) {
        const struct sw_section_share *s = &m->shares.sections[i];
        const struct {
            double amount;
            const char *where;
        } ways[] = {{s->between, "is between one run and the next of"},
                    {s->before, "comes just before"},
                    {s->after, "follows"}};
        for (size_t k = 0; k < sizeof ways / sizeof *ways; k++) {
            if (ways[k].amount <= most)
                continue;
            most = ways[k].amount;
            where = ways[k].where;
            at = i;
        }
    }
    if (at)
        snprintf(text, size, "; %.0f%% of that %s %s", fmin(100, 100 * most / m->shares.all_serial),
                 where, sw_tree_site_spoken(tree, at, who));
}

/* The speedup with such a change, emulated; NAN where it cannot be told. */
static double speedup_if(const struct sw_predict_maker *m, const struct sw_change_of_sites *change)
{
    struct sw_program_tree tree;
    struct sw_emulation e;
    double worth = NAN;
    if (sw_what_if(&tree, m->prediction->tree, change, 1))
        return NAN;
    if (!sw_prediction_emulate(m->prediction, &tree, m->focus->plan, m->focus->processors, false,
                               &e)) {
        worth = sw_emulation_speedup(&e);
        sw_emulation_release(&e);
    }
    sw_program_tree_release(&tree);
    return worth;
}

/* The speedup if what a site does itself were perfectly parallel. */
static double speedup_if_spread(const struct sw_predict_maker *m, uint32_t site)
{
    struct sw_emulation_options options = {.processors = m->focus->processors,
                                           .paradigm = m->focus->plan->paradigm,
                                           .overheads = m->prediction->options.overheads};
    struct sw_change_of_sites change = sw_change_spread(&site, &options);
    return speedup_if(m, &change);
}

/* Whether that is worth a change. What is not is not said. */
static bool gains(const struct sw_predict_maker *m, double worth)
{
    return worth >= BETTER * sw_emulation_speedup(m->emulation);
}

static void find_serial(const struct sw_predict_maker *m)
{
    const struct sw_program_tree *tree = m->prediction->tree;
    const double *serial = m->shares.serial;
    double lost = m->emulation->lost[SW_LOST_SERIAL];
    uint32_t most = 0;
    char a[SW_UNITS_SIZE], b[SW_UNITS_SIZE], who[SW_TREE_NAME], where[SW_TREE_NAME + 64] = "";
    for (uint32_t i = 1; i < tree->n_sites; i++)
        if (serial[i] > serial[most])
            most = i;
    double worth = speedup_if_spread(m, most);
    if (!gains(m, worth))
        return;
    if (most)
        snprintf(where, sizeof where, "; %.0f%% of that is %s",
                 100 * serial[most] / m->shares.all_serial, sw_tree_site_spoken(tree, most, who));
    else
        say_beside(m, where, sizeof where);
    sw_findings_add(m->findings, SW_FINDING_SERIAL_CODE, SW_ADVICE, SW_NO_SITE,
                    "serial code: %.0f%% of the processors' time is lost while %s of work outside "
                    "of all sections runs on one processor%s; were %s perfectly parallel, the "
                    "speedup on %u would be %s",
                    100 * share_of(m, lost),
                    sw_units_spoken(m->units, sw_rounded(m->shares.all_serial), a), where,
                    most ? "that" : "it", m->focus->processors, sw_units_ratio(worth, b));
    set_worth(m, worth);
    set_place(m, most);
}

/* The site that holds most of the critical path by itself; 0: none holds much. */
static uint32_t longest_on_span(const struct sw_predict_maker *m, double *share)
{
    const struct sw_program_tree *tree = m->prediction->tree;
    struct sw_tree_site_figures *figures = sw_tree_site_figures(tree);
    uint32_t most = 0;
    *share = 0;
    for (uint32_t i = 1; figures && i < tree->n_sites; i++)
        if (figures[i].own_on_span > *share * m->prediction->span) {
            *share = figures[i].own_on_span / m->prediction->span;
            most = i;
        }
    free(figures);
    return *share >= MUCH ? most : 0;
}

/* One task that is as no other: a run that was disturbed has such. */
static bool is_lone(const struct sw_section_share *share, double *others)
{
    *others = share->tasks > 1 ? (share->work - share->longest) / (share->tasks - 1) : 0;
    return share->n_longest <= 1 && share->tasks >= MANY && share->longest >= LONELY * *others;
}

static void say_longest(const struct sw_predict_maker *m, const struct sw_emulated_section *s,
                        char *text, size_t size)
{
    const struct sw_section_share *share = &m->shares.sections[s->site];
    double time = s->count ? s->time / (double)s->count : s->time, others;
    char a[SW_UNITS_SIZE], b[SW_UNITS_SIZE], n[SW_UNITS_SIZE];
    bool lone = is_lone(share, &others);
    sw_units_spoken(m->units, sw_rounded(share->longest), a);
    if (share->longest <= LONG * (lone ? s->time : time)) /* of many runs it disturbs one */
        return;
    if (lone)
        snprintf(text, size,
                 ": one of %s tasks takes %s, and the others %s on average; was the run "
                 "disturbed? if not, divide that task; without it",
                 sw_units_count(sw_rounded(share->tasks), n), a,
                 sw_units_spoken(m->units, sw_rounded(others), b));
    else
        snprintf(text, size,
                 ": its longest task takes %s, and the section %s on average; divide that task%s; "
                 "without that",
                 a, sw_units_spoken(m->units, sw_rounded(time), b),
                 share->longest < ALL * time ? ", or begin with it" : "");
}

/* Why its processors have nothing to do, and what it would be worth if that were not so. */
static void say_why_unequal(const struct sw_predict_maker *m, const struct sw_emulated_section *s,
                            char *text, size_t size, double *worth)
{
    const struct sw_section_share *share = &m->shares.sections[s->site];
    char who[SW_TREE_NAME];
    double part;
    uint32_t site = longest_on_span(m, &part);
    *text = 0;
    if (share->all_tasks > share->tasks && site) {
        *worth = speedup_if_spread(m, site);
        snprintf(text, size, ": %.0f%% of the critical path is %s, by itself; were that parallel",
                 100 * part, sw_tree_site_spoken(m->prediction->tree, site, who));
    } else if (share->all_tasks == share->tasks && share->most_tasks > 0 &&
               share->most_tasks < m->focus->processors) {
        snprintf(text, size,
                 ": it has %.0f task%s at most, for %u processors; divide them; without that",
                 share->most_tasks, share->most_tasks > 1 ? "s" : "", m->focus->processors);
    } else {
        say_longest(m, s, text, size);
    }
}

/* What processors wait for is others that start threads and tasks: if those cost nothing, hardly any of it is left. Where the overhead is
 * told, that is in it. */
static bool is_by_overhead(const struct sw_predict_maker *m)
{
    struct sw_emulation e;
    double lost = m->emulation->lost[SW_LOST_IMBALANCE];
    if (m->emulation->lost[SW_LOST_OVERHEAD] < LITTLE * lost ||
        sw_prediction_emulate(m->prediction, m->prediction->tree, m->focus->plan,
                              m->focus->processors, true, &e))
        return false;
    bool is_it = e.lost[SW_LOST_IMBALANCE] < LITTLE * lost;
    sw_emulation_release(&e);
    return is_it;
}

static void find_imbalance(const struct sw_predict_maker *m)
{
    const struct sw_emulated_section *s = worst_section(m, SW_LOST_IMBALANCE);
    double lost = s ? s->lost[SW_LOST_IMBALANCE] : m->emulation->lost[SW_LOST_IMBALANCE];
    double worth = without(m, lost);
    char who[SW_TREE_NAME] = "its sections", why[768] = "", a[SW_UNITS_SIZE], name[SW_PLAN_NAME];
    if (s && s->site)
        sw_tree_site_spoken(m->prediction->tree, s->site, who);
    if (s)
        say_why_unequal(m, s, why, sizeof why, &worth);
    if (!gains(m, worth) || is_by_overhead(m))
        return;
    sw_findings_add(m->findings, SW_FINDING_IMBALANCE, SW_ADVICE, SW_NO_SITE,
                    "imbalance: %.0f%% of the processors' time is lost in %s, where some have "
                    "nothing to do while others still work, even with %s%s, the speedup on %u "
                    "would be %s at most",
                    100 * share_of(m, lost), who, sw_plan_spoken(m->focus->plan, name),
                    *why ? why : "; without that", m->focus->processors, sw_units_ratio(worth, a));
    set_worth(m, worth);
    set_place(m, s ? s->site : 0);
}

/* Where the lock is taken, in the longest of its nodes; 0: not known. */
static uint32_t site_of_lock(const struct sw_predict_maker *m)
{
    const struct sw_program_tree *tree = m->prediction->tree;
    const struct sw_node *longest = NULL;
    for (size_t i = 1; i < tree->n_nodes; i++) {
        const struct sw_node *node = &tree->nodes[i];
        if (node->kind == SW_NODE_LOCK && node->detail == m->prediction->lock && node->site &&
            (!longest || node->sum > longest->sum))
            longest = node;
    }
    return longest ? longest->site : 0;
}

static void find_locks(const struct sw_predict_maker *m)
{
    const struct sw_prediction *p = m->prediction;
    struct sw_change_of_sites change = {.lock = p->lock, .is_free = true};
    double lost = m->emulation->lost[SW_LOST_LOCKS], worth = speedup_if(m, &change);
    const struct sw_emulated_section *s = worst_section(m, SW_LOST_LOCKS);
    char name[SW_TREE_NAME], a[SW_UNITS_SIZE];
    if (!gains(m, worth))
        return;
    sw_findings_add(m->findings, SW_FINDING_LOCK, SW_ADVICE, SW_NO_SITE,
                    "locks: %.0f%% of the processors' time is lost waiting; the lock '%s' is held "
                    "for most of it, %.0f%% of the work: hold it for less, or have several; were "
                    "it not needed, the speedup on %u would be %s",
                    100 * share_of(m, lost), sw_tree_lock_name(p->tree, p->lock, name),
                    100 * p->locked / p->work, m->focus->processors, sw_units_ratio(worth, a));
    set_worth(m, worth);
    uint32_t site = site_of_lock(m);
    set_place(m, site || !s ? site : s->site);
}

static void find_memory(const struct sw_predict_maker *m)
{
    double worth = sw_emulation_speedup(&m->focus->emulation);
    const struct sw_emulated_section *s = worst_section(m, SW_LOST_MEMORY);
    char who[SW_TREE_NAME] = "its sections", a[SW_UNITS_SIZE];
    if (!gains(m, worth))
        return;
    if (s && s->site)
        sw_tree_site_spoken(m->prediction->tree, s->site, who);
    sw_findings_add(m->findings, SW_FINDING_MEMORY, SW_ADVICE, SW_NO_SITE,
                    "memory: %.0f%% of the processors' time is lost as memory gets slower with "
                    "more of them, most in %s; were it as fast for all as for one, the speedup on "
                    "%u would be %s",
                    100 * share_of(m, m->emulation->lost[SW_LOST_MEMORY]), who,
                    m->focus->processors, sw_units_ratio(worth, a));
    set_worth(m, worth);
    set_place(m, s ? s->site : 0);
}

static double speedup_with(const struct sw_predict_maker *m, const struct sw_plan *plan,
                           bool costless)
{
    struct sw_emulation e;
    if (sw_prediction_emulate(m->prediction, m->prediction->tree, plan, m->focus->processors,
                              costless, &e))
        return NAN;
    double speedup = sw_emulation_speedup(&e);
    sw_emulation_release(&e);
    return speedup;
}

/* The best chunk among powers of two up to what makes the cost of taking one small. */
static struct sw_plan find_chunk(const struct sw_predict_maker *m, double task, double *best)
{
    struct sw_plan found = *m->focus->plan, plan = {SW_PARADIGM_OMP, SW_SECTION_DYNAMIC, 1};
    double cost = m->prediction->options.overheads->chunk;
    unsigned most =
        task > 0 && cost / task / FINE < LARGEST ? (unsigned)(cost / task / FINE) : LARGEST;
    *best = sw_emulation_speedup(m->emulation);
    for (; plan.chunk <= 2 * most && plan.chunk <= LARGEST; plan.chunk *= 4) {
        double speedup = speedup_with(m, &plan, false);
        if (speedup > *best) {
            *best = speedup;
            found = plan;
        }
    }
    return found;
}

/* What to do about it: larger chunks where those help, else longer tasks. */
static void say_grain(const struct sw_predict_maker *m, double task, char *text, size_t size)
{
    double best;
    struct sw_plan plan = find_chunk(m, task, &best);
    char name[SW_PLAN_NAME], a[SW_UNITS_SIZE];
    *text = 0;
    if (m->focus->plan->paradigm == SW_PARADIGM_OMP &&
        best > BETTER * sw_emulation_speedup(m->emulation))
        snprintf(text, size, "; %s would make it %s", sw_plan_spoken(&plan, name),
                 sw_units_ratio(best, a));
    else
        snprintf(text, size, "; do more in each of them");
}

static void find_overhead(const struct sw_predict_maker *m)
{
    const struct sw_emulated_section *s = worst_section(m, SW_LOST_OVERHEAD);
    double lost = m->emulation->lost[SW_LOST_OVERHEAD];
    double worth = speedup_with(m, m->focus->plan, true);
    if (!gains(m, worth))
        return; /* it is paid for by who would have waited */
    char who[SW_TREE_NAME] = "its sections", a[SW_UNITS_SIZE], b[SW_UNITS_SIZE], c[SW_UNITS_SIZE];
    char what[512] = "";
    if (s && s->site)
        sw_tree_site_spoken(m->prediction->tree, s->site, who);
    const struct sw_section_share *share = s ? &m->shares.sections[s->site] : NULL;
    if (share && share->all_tasks > 0) {
        double task = share->work / share->all_tasks;
        say_grain(m, task, what, sizeof what);
        sw_findings_add(
            m->findings, SW_FINDING_GRAIN, SW_ADVICE, SW_NO_SITE,
            "too fine a grain: %.0f%% of the processors' time is overhead, most in %s: "
            "%s tasks with %s of work each%s; if tasks and locks cost nothing, the speedup on "
            "%u would be %s",
            100 * share_of(m, lost), who, sw_units_count(sw_rounded(share->all_tasks), a),
            sw_units_spoken(m->units, sw_rounded(task), b), what, m->focus->processors,
            sw_units_ratio(worth, c));
    } else {
        sw_findings_add(m->findings, SW_FINDING_GRAIN, SW_ADVICE, SW_NO_SITE,
                        "overhead: %.0f%% of the processors' time goes to starting threads and "
                        "tasks and to locks, in %s; if that cost nothing, the speedup on %u would "
                        "be %s",
                        100 * share_of(m, lost), who, m->focus->processors,
                        sw_units_ratio(worth, a));
    }
    set_worth(m, worth);
    set_place(m, s ? s->site : 0);
}

void sw_predict_find_cause(const struct sw_predict_maker *m, enum sw_emulated_loss cause)
{
    static void (*const find[SW_EMULATED_LOSSES])(const struct sw_predict_maker *) = {
        [SW_LOST_SERIAL] = find_serial, [SW_LOST_IMBALANCE] = find_imbalance,
        [SW_LOST_LOCKS] = find_locks,   [SW_LOST_OVERHEAD] = find_overhead,
        [SW_LOST_MEMORY] = find_memory,
    };
    find[cause](m);
}
