/* What work and span come to: how far the program scales, and what makes up its critical path. */
#include "analysis/verdict/parts.h"
#include "analysis/verdict/span_findings.h"
#include "analysis/workspan/bounds.h"
#include "analysis/workspan/grain.h"
#include "analysis/workspan/locks.h"
#include "analysis/workspan/sites.h"

#define WORTH      1.1  /* times as fast: less is not worth a sentence */
#define NEARLY_ALL 0.99 /* of what is on the span, that is gained: the rest is rounding */

void sw_conclude_bound(struct sw_conclusion_maker *m)
{
    const struct sw_figures *whole = &m->profile->whole;
    struct sw_speedup typical = sw_program_bounds(m->profile, SW_TYPICAL_PROCESSORS);
    sw_conclude_say(m, m->units,
                    whole->spawns ? SW_SAY(AT_MOST, sw_program_bounds(m->profile, UINT64_MAX).upper,
                                           SW_TYPICAL_PROCESSORS, typical.lower, typical.upper)
                                  : SW_SAY(SERIAL_RUN, whole->work));
}

/* ", and serial inside"; of a part, how parallel it is. */
static struct sw_sentence *say_inside(const struct sw_figures *part, bool is_parallel)
{
    if (!is_parallel)
        return SW_SAY(SERIAL_INSIDE);
    return part ? SW_SAY(PARALLEL_INSIDE, sw_parallelism(part->work, part->span)) : NULL;
}

/* "'solve', called at a.c:7 in 'main': 598 calls, 111.5 us each, and serial inside" */
static struct sw_sentence *say_holder(const struct sw_conclusion_maker *m,
                                      const struct sw_finding *f, const struct sw_on_line *holder)
{
    const struct sw_site *site = &m->profile->sites[f->site];
    bool is_part = f->kind == SW_FINDING_PART;
    const struct sw_figures *part = is_part ? &site->on_span.top_site : NULL;
    struct sw_sentence *calls = NULL;
    if (f->kind == SW_FINDING_OUTSIDE)
        return SW_SAY(SPAN_OUTSIDE, sw_site_is_main(site));
    if ((site->kind == SW_SITE_CALL || site->kind == SW_SITE_SPAWN) &&
        (holder->count > 1 || is_part)) {
        calls = say_inside(part, holder->is_parallel);
        if (holder->count > 1)
            calls = SW_SAY(HOLDER_CALLS, holder->count, holder->span / holder->count, calls);
    }
    return SW_SAY(SPAN_HOLDER,
                  f->file ? SW_SAY(WHEREVER_CALLED, sw_site_callee(site)) : sw_site_say(site),
                  is_part, calls);
}

/* Which call makes up the critical path, and what is left without it. */
static void conclude_holder(struct sw_conclusion_maker *m, const struct sw_finding *f,
                            bool is_limit)
{
    const struct sw_figures *whole = &m->profile->whole;
    struct sw_on_line holder = sw_span_finding_held(m->profile, f);
    double span = (double)whole->span, own = (double)holder.span, relief = (double)holder.relief;
    double work = (double)whole->work, now = sw_parallelism(whole->work, whole->span);
    sw_conclude_say(
        m, m->units,
        SW_SAY(HOLDS_SPAN, is_limit, span > 0 ? own / span : 0, say_holder(m, f, &holder)));
    if (relief < own * NEARLY_ALL)
        sw_conclude_say(m, m->units,
                        SW_SAY(SPLIT_TO_NEXT, relief * WORTH >= span * (WORTH - 1), now,
                               work / (span - relief)));
    else if (own < span)
        sw_conclude_say(m, m->units,
                        SW_SAY(SPLIT, now, work / (span - own / 2), work / (span - relief)));
    sw_conclude_at(m, f);
}

/* By how many times the work gets less on that many processors without what spawning costs. */
static double less_work(const struct sw_profile *p, uint64_t processors)
{
    struct sw_grain grain = sw_grain_on(p, processors);
    bool is_least = sw_grain_promise(p) == SW_PROMISE_LEAST;
    double saved = is_least ? grain.spawning_least : grain.spawning;
    return grain.work > 0 ? grain.work / (grain.work - saved) : 1;
}

/* What larger pieces save. Of spawns and pieces: what they cost themselves. Of
 * steals: at most what they add to the critical path, as larger pieces make that longer. */
static void conclude_coarser(struct sw_conclusion_maker *m)
{
    static const char *const meant[] = {"about", "at least", "up to"};
    const struct sw_figures *whole = &m->profile->whole;
    struct sw_figures coarser = *whole;
    double one = less_work(m->profile, 1), many = less_work(m->profile, SW_TYPICAL_PROCESSORS);
    enum sw_promise promise = sw_grain_promise(m->profile);
    coarser.burdened_span = whole->span;
    double most = sw_speedup_bounds(&coarser, SW_TYPICAL_PROCESSORS).lower,
           least = sw_speedup_bounds(whole, SW_TYPICAL_PROCESSORS).lower;
    if (many > WORTH) {
        m->conclusion->gain = one;
        m->conclusion->gain_is = meant[promise];
    }
    if (many > one * WORTH) /* loops are divided further */
        sw_conclude_say(m, m->units,
                        SW_SAY(COARSER_ON_MANY, promise, one, many, SW_TYPICAL_PROCESSORS));
    else if (many > WORTH)
        sw_conclude_say(m, m->units, SW_SAY(COARSER, promise, many));
    else if (most > least * WORTH)
        sw_conclude_say(m, m->units, SW_SAY(COARSER_EXPECT, most, SW_TYPICAL_PROCESSORS, least));
}

/* The bound leaves out what spawning costs, and here that is much. */
static void conclude_grain(struct sw_conclusion_maker *m, const struct sw_finding *f)
{
    const struct sw_figures *whole = &m->profile->whole;
    m->conclusion->obstacle = SW_OBSTACLE_GRAIN;
    sw_conclude_say(m, m->units,
                    SW_SAY(PIECES_TOO_SMALL, sw_parallelism(whole->work, whole->span)));
    sw_conclude_say_finding(m, f);
    conclude_coarser(m);
    sw_conclude_at(m, f);
}

/* Who holds a lock keeps all others from it. */
static void conclude_lock(struct sw_conclusion_maker *m, const struct sw_finding *f)
{
    m->conclusion->obstacle = SW_OBSTACLE_CONTENTION;
    sw_conclude_say(m, &f->units, SW_SAY(HELD_BY_LOCK, sw_sentence_share(f->sentence)));
    sw_conclude_at(m, f);
}

void sw_conclude_span(struct sw_conclusion_maker *m)
{
    const struct sw_finding *lock = sw_findings_first(m->findings, SW_FINDING_LOCK);
    const struct sw_finding *little = sw_findings_first(m->findings, SW_FINDING_PARALLELISM),
                            *holder = sw_span_finding_first(m->findings),
                            *strands = sw_findings_first(m->findings, SW_FINDING_STRANDS),
                            *burden = sw_findings_first(m->findings, SW_FINDING_BURDEN);
    bool is_serial = !m->profile->whole.spawns, is_little = sw_conclude_has_advice(little);
    if (sw_conclude_has_advice(lock)) {
        sw_conclude_bound(m);
        conclude_lock(m, lock);
        return;
    }
    if (!is_serial && sw_grain_is_cause(m->findings, m->profile)) {
        conclude_grain(m, strands ? strands : burden);
        return;
    }
    sw_conclude_bound(m);
    if (is_serial || is_little) {
        m->conclusion->obstacle = SW_OBSTACLE_PARALLELISM;
        if (!is_serial && holder)
            conclude_holder(m, holder, false);
        return;
    }
    m->conclusion->obstacle = SW_OBSTACLE_NONE;
    if (little)
        sw_conclude_say_finding(m, little);
    if (sw_conclude_has_advice(holder)) {
        m->conclusion->obstacle = SW_OBSTACLE_LIMIT;
        conclude_holder(m, holder, true);
    }
}
