/*
 * What each loss is about, on which line, and what it is worth: the speedup if it were gone, by an emulation without it
 * where there can be one (locks free, no overheads, no memory), else by taking its time out.
 */
#include "analysis/predict/parts.h"
#include "analysis/predict/tree_figures.h"
#include "analysis/predict/tree_sites.h"
#include "analysis/predict/what_if.h"

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

/* What is lost to a cause, what it would be worth without, and where that is, by the tree's site; 0: not known. */
static void find(const struct sw_predict_maker *m, enum sw_finding_kind kind, double worth,
                 uint32_t site, struct sw_sentence *sentence)
{
    const struct sw_tree_site *s = &m->prediction->tree->sites[site];
    sw_findings_add(m->findings, kind, SW_ADVICE, SW_NO_SITE, sentence)->worth = worth;
    if (site)
        sw_findings_place(m->findings, s->file, s->line, s->function);
}

/* Of the sections, the one that loses most to the cause; NULL: none does. */
static const struct sw_emulated_section *worst_section(const struct sw_predict_maker *m,
                                                       enum sw_why cause)
{
    const struct sw_emulated_section *worst = NULL;
    SW_EACH (s, m->emulation->sections, m->emulation->n_sections)
        if (s->lost[cause] > (worst ? worst->lost[cause] : 0))
            worst = s;
    return worst;
}

static struct sw_sentence *say_section(const struct sw_predict_maker *m,
                                       const struct sw_emulated_section *s)
{
    return s && s->site ? sw_tree_site_say(m->prediction->tree, s->site) : SW_SAY(ITS_SECTIONS);
}

/* Serial code that no call names, by the section that it stands beside: the line itself is not known. */
static struct sw_sentence *say_beside(const struct sw_predict_maker *m)
{
    const struct sw_program_tree *tree = m->prediction->tree;
    enum { BETWEEN, BEFORE, AFTER, WAYS } where = BETWEEN;
    double most = 0;
    uint32_t at = 0;
    for (uint32_t i = 1; i < tree->n_sites; i++) {
        const struct sw_section_share *s = &m->shares.sections[i];
        const double amounts[WAYS] = {s->between, s->before, s->after};
        for (int k = 0; k < WAYS; k++) {
            if (amounts[k] <= most)
                continue;
            most = amounts[k];
            where = k;
            at = i;
        }
    }
    return at ? SW_SAY(SERIAL_BESIDE, fmin(1, most / m->shares.all_serial), where,
                       sw_tree_site_say(tree, at))
              : NULL;
}

/* The speedup of a tree as the focus is, or with another plan; NAN where it cannot be told. */
static double speedup_of(const struct sw_predict_maker *m, const struct sw_program_tree *tree,
                         const struct sw_plan *plan, bool costless)
{
    struct sw_emulation e;
    if (sw_prediction_emulate(m->prediction, tree, plan, m->focus->processors, costless, &e))
        return NAN;
    double speedup = sw_emulation_speedup(&e);
    sw_emulation_release(&e);
    return speedup;
}

static double speedup_if(const struct sw_predict_maker *m, const struct sw_change_of_sites *change)
{
    struct sw_program_tree tree;
    if (sw_what_if(&tree, m->prediction->tree, change, 1))
        return NAN;
    double speedup = speedup_of(m, &tree, m->focus->plan, false);
    sw_program_tree_release(&tree);
    return speedup;
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
    uint32_t most = 0;
    for (uint32_t i = 1; i < tree->n_sites; i++)
        if (serial[i] > serial[most])
            most = i;
    double worth = speedup_if_spread(m, most);
    if (!gains(m, worth))
        return;
    find(m, SW_FINDING_SERIAL_CODE, worth, most,
         SW_SAY(SERIAL_TREE, share_of(m, m->emulation->lost[SW_WHY_PARALLELISM]),
                sw_rounded(m->shares.all_serial),
                most ? SW_SAY(SERIAL_IS, serial[most] / m->shares.all_serial,
                              sw_tree_site_say(tree, most))
                     : say_beside(m),
                most != 0, m->focus->processors, worth));
}

/* The site that holds most of the critical path by itself; 0: none holds much. */
static uint32_t longest_on_span(const struct sw_predict_maker *m, double *share)
{
    const struct sw_program_tree *tree = m->prediction->tree;
    SW_FREED struct sw_tree_site_figures *figures = sw_tree_site_figures(tree);
    uint32_t most = 0;
    *share = 0;
    for (uint32_t i = 1; figures && i < tree->n_sites; i++)
        if (figures[i].own_on_span > *share * m->prediction->span) {
            *share = figures[i].own_on_span / m->prediction->span;
            most = i;
        }
    return *share >= MUCH ? most : 0;
}

/* One task that is as no other: a run that was disturbed has such. */
static bool is_lone(const struct sw_section_share *share, double *others)
{
    *others = share->tasks > 1 ? (share->work - share->longest) / (share->tasks - 1) : 0;
    return share->n_longest <= 1 && share->tasks >= MANY && share->longest >= LONELY * *others;
}

static struct sw_sentence *say_longest(const struct sw_predict_maker *m,
                                       const struct sw_emulated_section *s)
{
    const struct sw_section_share *share = &m->shares.sections[s->site];
    double time = s->count ? s->time / (double)s->count : s->time, others;
    bool lone = is_lone(share, &others);
    if (share->longest <= LONG * (lone ? s->time : time)) /* of many runs it disturbs one */
        return NULL;
    return lone ? SW_SAY(LONE_TASK, sw_rounded(share->tasks), sw_rounded(share->longest),
                         sw_rounded(others))
                : SW_SAY(LONG_TASK, sw_rounded(share->longest), sw_rounded(time),
                         share->longest < ALL * time);
}

/* Why its processors have nothing to do, and what it would be worth if that were not so. */
static struct sw_sentence *say_why_unequal(const struct sw_predict_maker *m,
                                           const struct sw_emulated_section *s, double *worth)
{
    const struct sw_section_share *share = &m->shares.sections[s->site];
    double part;
    uint32_t site = longest_on_span(m, &part);
    if (share->all_tasks > share->tasks && site) {
        *worth = speedup_if_spread(m, site);
        return SW_SAY(LONG_PATH, part, sw_tree_site_say(m->prediction->tree, site));
    }
    if (share->all_tasks == share->tasks && share->most_tasks > 0 &&
        share->most_tasks < m->focus->processors)
        return SW_SAY(FEW_TREE_TASKS, sw_rounded(share->most_tasks), m->focus->processors);
    return say_longest(m, s);
}

/* What processors wait for is others that start threads and tasks: if those cost nothing, hardly any of it is left. Where the overhead is
 * told, that is in it. */
static bool is_by_overhead(const struct sw_predict_maker *m)
{
    struct sw_emulation e;
    double lost = m->emulation->lost[SW_WHY_IMBALANCE];
    if (m->emulation->lost[SW_WHY_GRAIN] < LITTLE * lost ||
        sw_prediction_emulate(m->prediction, m->prediction->tree, m->focus->plan,
                              m->focus->processors, true, &e))
        return false;
    bool is_it = e.lost[SW_WHY_IMBALANCE] < LITTLE * lost;
    sw_emulation_release(&e);
    return is_it;
}

static void find_imbalance(const struct sw_predict_maker *m)
{
    const struct sw_emulated_section *s = worst_section(m, SW_WHY_IMBALANCE);
    double lost = s ? s->lost[SW_WHY_IMBALANCE] : m->emulation->lost[SW_WHY_IMBALANCE];
    double worth = without(m, lost);
    struct sw_sentence *why = s ? say_why_unequal(m, s, &worth) : NULL;
    if (gains(m, worth) && !is_by_overhead(m))
        find(m, SW_FINDING_IMBALANCE, worth, s ? s->site : 0,
             SW_SAY(SECTIONS_UNEQUAL, share_of(m, lost), say_section(m, s),
                    sw_plan_say(m->focus->plan), why, m->focus->processors, worth));
    else
        sw_sentence_release(why);
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
    double worth = speedup_if(m, &change);
    const struct sw_emulated_section *s = worst_section(m, SW_WHY_CONTENTION);
    uint32_t site = site_of_lock(m);
    char name[SW_TREE_NAME];
    if (gains(m, worth))
        find(m, SW_FINDING_LOCK, worth, site || !s ? site : s->site,
             SW_SAY(TREE_LOCKS, share_of(m, m->emulation->lost[SW_WHY_CONTENTION]),
                    sw_tree_lock_name(p->tree, p->lock, name), p->locked / p->work,
                    m->focus->processors, worth));
}

static void find_memory(const struct sw_predict_maker *m)
{
    double worth = sw_emulation_speedup(&m->focus->emulation);
    const struct sw_emulated_section *s = worst_section(m, SW_WHY_MEMORY);
    if (gains(m, worth))
        find(m, SW_FINDING_MEMORY, worth, s ? s->site : 0,
             SW_SAY(TREE_MEMORY, share_of(m, m->emulation->lost[SW_WHY_MEMORY]), say_section(m, s),
                    m->focus->processors, worth));
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
        double speedup = speedup_of(m, m->prediction->tree, &plan, false);
        if (speedup > *best) {
            *best = speedup;
            found = plan;
        }
    }
    return found;
}

/* What to do about it: larger chunks where those help, else longer tasks. */
static struct sw_sentence *say_grain(const struct sw_predict_maker *m, double task)
{
    double best;
    struct sw_plan plan = find_chunk(m, task, &best);
    return m->focus->plan->paradigm == SW_PARADIGM_OMP &&
                   best > BETTER * sw_emulation_speedup(m->emulation)
               ? SW_SAY(BETTER_PLAN, sw_plan_say(&plan), best)
               : SW_SAY(LONGER_TASKS);
}

static void find_overhead(const struct sw_predict_maker *m)
{
    const struct sw_emulated_section *s = worst_section(m, SW_WHY_GRAIN);
    double lost = share_of(m, m->emulation->lost[SW_WHY_GRAIN]);
    double worth = speedup_of(m, m->prediction->tree, m->focus->plan, true);
    if (!gains(m, worth))
        return; /* it is paid for by who would have waited */
    const struct sw_section_share *share = s ? &m->shares.sections[s->site] : NULL;
    double tasks = share ? share->all_tasks : 0, task = tasks > 0 ? share->work / tasks : 0;
    find(m, SW_FINDING_GRAIN, worth, s ? s->site : 0,
         tasks > 0 ? SW_SAY(TREE_GRAIN, lost, say_section(m, s), sw_rounded(tasks),
                            sw_rounded(task), say_grain(m, task), m->focus->processors, worth)
                   : SW_SAY(TREE_OVERHEAD, lost, say_section(m, s), m->focus->processors, worth));
}

void sw_predict_find_cause(const struct sw_predict_maker *m, enum sw_why cause)
{
    static void (*const find[SW_WHY_CAUSES])(const struct sw_predict_maker *) = {
        [SW_WHY_PARALLELISM] = find_serial, [SW_WHY_IMBALANCE] = find_imbalance,
        [SW_WHY_CONTENTION] = find_locks,   [SW_WHY_GRAIN] = find_overhead,
        [SW_WHY_MEMORY] = find_memory,
    };
    find[cause](m);
}
