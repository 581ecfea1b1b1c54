/* How a run was measured: notes at the end of text and page; members of JSON. */
#include "analysis/workspan/bounds.h"
#include "analysis/workspan/grain.h"
#include "report/model/run.h"

enum { MOST_UNPATCHED = 5, SHOWN = 80 };

static const char *plural(uint64_t n)
{
    return n == 1 ? "" : "s";
}

static void put_meter(struct sw_document *d, const struct sw_profile *p)
{
    sw_document_note(d, "meter", "%.60s, on a %s run; front end %.60s, level %.60s",
                     *sw_string(p->meter) ? p->meter : "unknown",
                     p->n_simulations            ? "simulated"
                     : sw_profile_is_parallel(p) ? "parallel"
                                                 : "serial",
                     *sw_profile_front_end(p) ? sw_profile_front_end(p) : "unknown",
                     *sw_string(p->level) ? p->level : "unknown");
    if (*sw_string(p->host))
        sw_document_note(d, "host", "%.500s", p->host);
    if (!p->n_simulations)
        sw_document_note(d, "burden",
                         "%s per continuation edge, for the burdened span (an estimate)",
                         SW_SHOWN(spoken, d->units, p->burden));
}

/* How far runs of the same are apart. */
static void put_steady(struct sw_document *d, const struct sw_steadiness *s)
{
    if (s->runs)
        sw_document_note(d, "steady",
                         "counted instructions, at the time that they took in %" PRIu64
                         " more runs; over all runs the work is %s to %s, the parallelism %s to %s",
                         s->runs, SW_SHOWN(cost, d->units, s->work.least),
                         SW_SHOWN(cost, d->units, s->work.most),
                         SW_SHOWN(ratio, (double)s->parallelism.least / 1000),
                         SW_SHOWN(ratio, (double)s->parallelism.most / 1000));
}

/* Preempted is time only. */
static void put_subtracted(struct sw_document *d, const struct sw_profile *p)
{
    const struct sw_circumstances *c = &p->circumstances;
    int is_time = !strcmp(d->units->unit, "ns");
    sw_document_note(
        d, "subtracted", "%s of the profiler's own%s%s", SW_SHOWN(spoken, d->units, c->overhead),
        p->n_simulations ? ""
                         : SW_PRINTED(" (%.1f%s per call)", (double)c->call_cost_ps / 1000,
                                      is_time ? " ns" : ""),
        is_time ? SW_PRINTED(", %s preempted", SW_SHOWN(cost, d->units, c->preempted)) : "");
}

/* Counted once: in the work, or not. */
static void put_spawning(struct sw_document *d, const struct sw_profile *p)
{
    const struct sw_circumstances *c = &p->circumstances;
    struct sw_grain grain = sw_grain_on(p, SW_TYPICAL_PROCESSORS);
    double beside = grain.work - (double)p->whole.work;
    if (!c->spawn_cost_ps)
        return;
    const char *piece = c->piece_cost_ps ? SW_PRINTED(", %.1f ns per piece of a cilk_for",
                                                      (double)c->piece_cost_ps / 1000)
                                         : "";
    sw_document_note(
        d, "spawning",
        "about %s without the profiler (%.1f ns per spawn%s), %s of it not in the work",
        SW_SHOWN(spoken, d->units, sw_rounded(grain.spawning)), (double)c->spawn_cost_ps / 1000,
        piece, beside > 0 ? SW_SHOWN(spoken, d->units, sw_rounded(beside)) : "nothing");
}

static void put_events(struct sw_document *d, const struct sw_profile *p)
{
    const struct sw_circumstances *c = &p->circumstances;
    if (!p->n_simulations)
        sw_document_note(d, "events", "%s in %" PRIu64 " thread%s, nested %s deep at most",
                         SW_SHOWN(count, c->events), c->threads, plural(c->threads),
                         SW_SHOWN(count, c->max_depth));
    put_subtracted(d, p);
    put_spawning(d, p);
    if (c->events_dropped)
        sw_document_note(d, "dropped",
                         "%s event%s in signal handlers that interrupted the profiler",
                         SW_SHOWN(count, c->events_dropped), plural(c->events_dropped));
    if (c->events_elsewhere)
        sw_document_note(d, "ignored", "%s event%s on stacks that belong to no thread",
                         SW_SHOWN(count, c->events_elsewhere), plural(c->events_elsewhere));
    if (c->forks)
        sw_document_note(d, "forked", "%s child process%s, not profiled", SW_SHOWN(count, c->forks),
                         c->forks == 1 ? "" : "es");
}

static void put_unpatched(struct sw_document *d, const struct sw_profile *p)
{
    char function[SHOWN * 4 + 1], file[SHOWN * 4 + 1];
    for (size_t i = 0; i < p->n_unpatched && i < MOST_UNPATCHED; i++) {
        const struct sw_place *place = &p->unpatched[i].place;
        sw_words_shorten(*sw_string(place->function) ? place->function : "?", SHOWN, 0, function,
                         sizeof function);
        sw_words_shorten(sw_base_name(sw_string(place->file)), SHOWN, 0, file, sizeof file);
        sw_document_note(d, i ? "" : "taken out", "%s (%s:%" PRIu32 ") after %s calls", function,
                         file, place->line, SW_SHOWN(count, p->unpatched[i].calls));
    }
    if (p->n_unpatched > MOST_UNPATCHED)
        sw_document_note(d, "", "and %zu more: 'spanwise report --format=json' lists them",
                         p->n_unpatched - MOST_UNPATCHED);
}

void sw_run_measured(struct sw_document *d, const struct sw_report *r)
{
    sw_document_status(d, r->profile->status);
    put_meter(d, r->profile);
    put_steady(d, &r->profile->steadiness);
    put_events(d, r->profile);
    sw_run_samples(d, r);
    sw_run_followed(d, r);
    put_unpatched(d, r->profile);
}

static void put_interval(struct sw_json *json, const char *key, const struct sw_interval *interval,
                         double unit)
{
    sw_json_open(json, key, '[');
    sw_json_put(json, "%g %g]", (double)interval->least / unit, (double)interval->most / unit);
}

static void json_steadiness(struct sw_json *json, const struct sw_steadiness *s)
{
    if (!s->runs)
        return;
    sw_json_put(json, "steady:{runs:%lu", s->runs);
    put_interval(json, "work", &s->work, 1);
    put_interval(json, "span", &s->span, 1);
    put_interval(json, "parallelism", &s->parallelism, 1000);
    sw_json_put(json, "instructions:%lu, span_instructions:%lu}", s->instructions,
                s->span_instructions);
}

void sw_run_circumstances(struct sw_document *d, const struct sw_report *r)
{
    static const struct sw_column circumstances[] = {
        SW_COUNTS(sw_circumstances, events, events_dropped, events_elsewhere, overhead, preempted,
                  call_cost_ps, threads, forks, unprofiled_work, max_depth, memory, workers, steals,
                  spawn_cost_ps, piece_cost_ps, loop_cost_ps, spawns_beside, pieces_together,
                  one_worker, spawn_least_ps, steal_cost_ps, slowed, lock_moved_ps, hand_over_ps)};
    const struct sw_profile *p = r->profile;
    sw_json_open(&d->json, "circumstances", '{');
    SW_MEMBERS(d, circumstances, "*", &p->circumstances, NULL);
    sw_json_close(&d->json, '}');
    json_steadiness(&d->json, &p->steadiness);
    sw_json_open(&d->json, "unpatched", '[');
    for (size_t i = 0; i < p->n_unpatched; i++) {
        const struct sw_place *at = &p->unpatched[i].place;
        sw_json_put(&d->json, "{function:%s, file:%s, line:%u, calls:%lu}", at->function, at->file,
                    at->line, p->unpatched[i].calls);
    }
    sw_json_close(&d->json, ']');
}
