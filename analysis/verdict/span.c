/* What work and span come to: how far the program scales, and what makes up its critical path. */
#include "analysis/verdict/parts.h"
#include "analysis/verdict/span_findings.h"
#include "analysis/workspan/bounds.h"
#include "analysis/workspan/grain.h"
#include "analysis/workspan/locks.h"
#include "analysis/workspan/sites.h"

#include <stdio.h>

#define WORTH      1.1  /* times as fast: less is not worth a sentence */
#define NEARLY_ALL 0.99 /* of what is on the span, that is gained: the rest is rounding */

void sw_conclude_bound(struct sw_conclusion_maker *m)
{
    const struct sw_figures *whole = &m->profile->whole;
    double parallelism = sw_program_bounds(m->profile, UINT64_MAX).upper;
    struct sw_speedup typical = sw_program_bounds(m->profile, SW_TYPICAL_PROCESSORS);
    char work[SW_UNITS_SIZE], a[SW_UNITS_SIZE], b[SW_UNITS_SIZE], most[SW_UNITS_SIZE];
    sw_units_spoken(m->units, whole->work, work);
    sw_units_ratio(parallelism, most);
    if (!whole->spawns)
        sw_conclude_say(
            m,
            "This run is serial: nothing of its %s of work can be done at the same time, so more "
            "processors do not help.",
            work);
    else
        sw_conclude_say(
            m,
            "At most %s times as fast as on one processor, however many there are; on %d, expect "
            "%s to %s.",
            most, SW_TYPICAL_PROCESSORS, sw_units_ratio(typical.lower, a),
            sw_units_ratio(typical.upper, b));
}

/* ", and serial inside"; of a part, how parallel it is. */
static void inside(const struct sw_figures *part, bool is_parallel, char *text, size_t size)
{
    char ratio[SW_UNITS_SIZE];
    *text = 0;
    if (!is_parallel)
        snprintf(text, size, ", and serial inside");
    else if (part)
        snprintf(text, size, ", at a parallelism of %s",
                 sw_units_ratio(sw_parallelism(part->work, part->span), ratio));
}

/* "'solve', called at a.c:7 in 'main': 598 calls, 111.5 us each, and serial inside" */
static void describe(const struct sw_conclusion_maker *m, const struct sw_finding *f,
                     const struct sw_on_line *holder, char *text, size_t size)
{
    const struct sw_site *site = &m->profile->sites[f->site];
    bool is_part = f->kind == SW_FINDING_PART;
    char place[SW_SITE_TEXT], count[SW_UNITS_SIZE], each[SW_UNITS_SIZE], how[64];
    if (f->kind == SW_FINDING_OUTSIDE) {
        snprintf(text, size, "%s, outside of all that is parallel",
                 sw_site_is_main(site) ? "code of main itself" : "serial code");
        return;
    }
    if (f->file)
        snprintf(place, sizeof place, "'%.100s', wherever it is called", sw_site_callee(site));
    else
        sw_site_describe(site, place);
    inside(is_part ? &site->on_span.top_site : NULL, holder->is_parallel, how, sizeof how);
    int n = snprintf(text, size, "%s%s", place, is_part ? ", with all that it calls" : "");
    if (n < 0 || (size_t)n >= size || (site->kind != SW_SITE_CALL && site->kind != SW_SITE_SPAWN))
        return;
    if (holder->count > 1)
        snprintf(text + n, size - (size_t)n, ": %s calls, %s each%s",
                 sw_units_count(holder->count, count),
                 sw_units_spoken(m->units, holder->span / holder->count, each), how);
    else if (is_part)
        snprintf(text + n, size - (size_t)n, "%s", how);
}

/* Which call makes up the critical path, and what is left without it. */
static void conclude_holder(struct sw_conclusion_maker *m, const struct sw_finding *f,
                            const char *before)
{
    const struct sw_figures *whole = &m->profile->whole;
    struct sw_on_line holder = sw_span_finding_held(m->profile, f);
    char text[SW_SITE_TEXT + 128], now[SW_UNITS_SIZE], half[SW_UNITS_SIZE], most[SW_UNITS_SIZE];
    double span = (double)whole->span, own = (double)holder.span, relief = (double)holder.relief;
    describe(m, f, &holder, text, sizeof text);
    sw_conclude_say(m, "%s: %.0f%% of the critical path is %s.", before,
                    sw_whole_percent(span > 0 ? own / span : 0), text);
    sw_units_ratio(sw_parallelism(whole->work, whole->span), now);
    if (relief < own * NEARLY_ALL)
        sw_conclude_say(m,
                        "%s parts that run at once, it would raise the bound of %s to at most %s: "
                        "then another path is the longest.",
                        relief * WORTH < span * (WORTH - 1) ? "Even split into many"
                                                            : "Split into many",
                        now, sw_units_ratio((double)whole->work / (span - relief), most));
    else if (own < span)
        sw_conclude_say(m,
                        "Split into two parts that run at once, it would raise the bound of %s to "
                        "at most %s; into many, to at most %s: begin there.",
                        now, sw_units_ratio((double)whole->work / (span - own / 2), half),
                        sw_units_ratio((double)whole->work / (span - relief), most));
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
    const char *how = meant[sw_grain_promise(m->profile)];
    char now[SW_UNITS_SIZE], then[SW_UNITS_SIZE];
    coarser.burdened_span = whole->span;
    double most = sw_speedup_bounds(&coarser, SW_TYPICAL_PROCESSORS).lower,
           least = sw_speedup_bounds(whole, SW_TYPICAL_PROCESSORS).lower;
    if (many > WORTH) {
        m->conclusion->gain = one;
        m->conclusion->gain_is = how;
    }
    if (many > one * WORTH) /* loops are divided further */
        sw_conclude_say(m,
                        "In pieces of a microsecond or more it would be %s %s times as fast on one "
                        "processor, and %s times on %d.",
                        how, sw_units_ratio(one, now), sw_units_ratio(many, then),
                        SW_TYPICAL_PROCESSORS);
    else if (many > WORTH)
        sw_conclude_say(m,
                        "In pieces of a microsecond or more it would be %s %s times as fast, on "
                        "one processor and on many.",
                        how, sw_units_ratio(many, then));
    else if (most > least * WORTH)
        sw_conclude_say(m, "In larger pieces, expect up to %s on %d processors rather than %s.",
                        sw_units_ratio(most, then), SW_TYPICAL_PROCESSORS,
                        sw_units_ratio(least, now));
}

/* The bound leaves out what spawning costs, and here that is much. */
static void conclude_grain(struct sw_conclusion_maker *m, const struct sw_finding *f)
{
    const struct sw_figures *whole = &m->profile->whole;
    char most[SW_UNITS_SIZE];
    m->conclusion->obstacle = SW_OBSTACLE_GRAIN;
    sw_conclude_say(m,
                    "By work and span at most %s times as fast as on one processor; but its pieces "
                    "are too small for that: what spawning them costs decides.",
                    sw_units_ratio(sw_parallelism(whole->work, whole->span), most));
    sw_conclude_say_finding(m, f, "");
    conclude_coarser(m);
    sw_conclude_at(m, f);
}

/* Who holds a lock keeps all others from it. */
static void conclude_lock(struct sw_conclusion_maker *m, const struct sw_finding *f)
{
    m->conclusion->obstacle = SW_OBSTACLE_CONTENTION;
    sw_conclude_say_finding(m, f, "What holds it back is a lock: ");
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
            conclude_holder(m, holder, "What holds it back is too little parallelism");
        return;
    }
    m->conclusion->obstacle = SW_OBSTACLE_NONE;
    if (little)
        sw_conclude_say_finding(m, little, "");
    if (sw_conclude_has_advice(holder)) {
        m->conclusion->obstacle = SW_OBSTACLE_LIMIT;
        conclude_holder(m, holder, "What limits it then");
    }
}
