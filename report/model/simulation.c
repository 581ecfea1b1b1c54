/* Simulated runs: speedups by the number of processors, and what they lose where. */
#include "report/model/run.h"
#include "report/model/scaling_formats.h"

static int add_late(const struct sw_report_simulation *m, const struct sw_profile *p,
                    const struct sw_construct *all)
{
    SW_FREED struct sw_serial_place *places = calloc(m->n_constructs + 1, sizeof *places);
    int error = places ? sw_construct_late(p, all, m->n_constructs, places) : -ENOMEM;
    for (uint32_t i = 0; !error && i < m->n_constructs; i++)
        m->constructs[i].late = places[i];
    return error;
}

static int make_constructs(struct sw_report_simulation *m, const struct sw_profile *p)
{
    const struct sw_simulation *chief = sw_profile_chief(p);
    const struct sw_construct *all = p->constructs + chief->first;
    m->chief = &m->outcomes[chief - p->simulations];
    m->of_threads = sw_simulation_is_of_threads(p, chief);
    m->losses = sw_losses_make(p, chief);
    m->constructs = calloc(chief->n, sizeof *m->constructs);
    if (!m->losses || !m->constructs)
        return -ENOMEM;
    m->n_constructs = chief->n;
    for (uint32_t i = 0; i < chief->n; i++)
        m->constructs[i] = (struct sw_construct_row){
            .construct = &all[i],
            .loss = &m->losses[i],
            .outcome = m->chief,
            .number = i,
            .depth = all[i].parent ? m->constructs[all[i].parent].depth + 1 : 0,
        };
    return add_late(m, p, all);
}

int sw_report_simulation_make(struct sw_report_simulation *m, const struct sw_profile *p)
{
    int error = 0;
    *m = (struct sw_report_simulation){0};
    if (!p->n_simulations)
        return 0;
    m->outcomes = calloc(p->n_simulations, sizeof *m->outcomes);
    if (!m->outcomes)
        return -ENOMEM;
    for (size_t i = 0; !error && i < p->n_simulations; i++)
        error = sw_outcome_make(&m->outcomes[i], p, &p->simulations[i]);
    return error ?: make_constructs(m, p) ?: sw_construct_scaling_make(&m->scaling, p);
}

void sw_report_simulation_release(struct sw_report_simulation *m)
{
    free(m->outcomes);
    free(m->losses);
    free(m->constructs);
    sw_construct_scaling_release(&m->scaling);
    *m = (struct sw_report_simulation){0};
}

bool sw_run_is_cut(const struct sw_report *r)
{
    return r->profile->flags & SW_PROFILE_IN_REGION;
}

/* The construct that loses most, and its site; NULL: none. */
static const struct sw_construct *worst(const void *row, const struct sw_profile *p)
{
    const struct sw_outcome *o = row;
    return o->worst == SW_NO_CONSTRUCT ? NULL : &p->constructs[o->simulation->first + o->worst];
}

static const struct sw_site *worst_site(const void *row, const struct sw_profile *p)
{
    const struct sw_construct *c = worst(row, p);
    return c ? sw_construct_site(p, c) : NULL;
}

SW_GETS(get_worst_name, text,
        worst(row, context) ? sw_construct_name(context, worst(row, context)) : "")

static struct sw_place find_worst(const void *row, const void *profile)
{
    const struct sw_site *site = worst_site(row, profile);
    return site ? site->caller_place : (struct sw_place){.line = 0};
}

#define OUTCOME ((const struct sw_outcome *)row)
SW_GETS(get_worst_cause, text, worst(row, context) ? sw_cause_name(OUTCOME->worst_cause) : "")
/* As many as there are processors, or the parallelism. */
SW_GETS(get_bound, real, fmin(OUTCOME->parallelism, (double)OUTCOME->simulation->processors))

/* "omp for, tri.c:9" */
SW_GETTER(get_worst, profile)
{
    const struct sw_construct *c = worst(row, profile);
    const struct sw_site *site = worst_site(row, profile);
    char where[SW_SITE_TEXT];
    if (!c)
        value->text = "-";
    else if (site && *sw_string(site->caller_place.file))
        sw_value_print(value, "%.60s, %.200s:%" PRIu32, sw_construct_name(profile, c),
                       sw_base_name(site->caller_place.file), site->caller_place.line);
    else if (site)
        sw_value_print(value, "%.60s, %s", sw_construct_name(profile, c),
                       sw_site_address(site, profile, where));
    else
        value->text = sw_construct_name(profile, c);
}

#define RUN(key, csv, title, type, member) \
    SW_COLUMN(key, csv, title, type, VIA(sw_outcome, simulation, sw_simulation, member))
#define SHARE(key, title, word_) \
    SW_COLUMN(#key, NULL, title, SW_SHARE, AT(sw_outcome, key), .word = word_)
#define LOST(key, words, title, cause) \
    SW_COLUMN("lost." key, "lost " words, title, SW_SHARE, AT(sw_outcome, lost[cause]))

static const struct sw_column fields[] = {
    RUN("processors", NULL, "N", SW_COUNT, processors),
    RUN("threads", NULL, NULL, SW_COUNT, threads),
    {"at_once", "threads at once", NULL, SW_COUNT, AT(sw_outcome, processors)},
    RUN("time", NULL, NULL, SW_COST, time),
    RUN("work", NULL, NULL, SW_COST, work),
    RUN("span", NULL, NULL, SW_COST, span),
    RUN("burdened_span", NULL, NULL, SW_COST, burdened_span),
    {"parallelism", NULL, "paral-\nlelism", SW_REAL, AT(sw_outcome, parallelism),
     .word = "parallelism of a run"},
    {"speedup", NULL, NULL, SW_REAL, AT(sw_outcome, speedup), .word = "speedup"},
    SHARE(efficiency, "effi-\nciency", "efficiency"),
    SHARE(load_balance, "load\nbalance", "load balance"),
    SHARE(serialisation, "serial-\nisation", "serialisation"),
    SHARE(transfer, "trans-\nfer", "transfer"),
    SHARE(serial_fraction, "serial\nfraction", "serial fraction"),
    {"limit", NULL, NULL, SW_REAL, AT(sw_outcome, limit)},
    RUN("regions", NULL, NULL, SW_COUNT, regions),
    RUN("serial", "serial time", NULL, SW_COST, serial),
    RUN("barrier_wait", NULL, NULL, SW_COST, wait),
    RUN("lock_wait", NULL, NULL, SW_COST, lock_wait),
    RUN("overhead", NULL, NULL, SW_COST, overhead),
    LOST("serial", "to serial code", "serial\ncode", SW_CAUSE_SERIAL),
    LOST("wait", "to barrier wait", "barrier\nwait", SW_CAUSE_WAIT),
    LOST("lock", "to lock wait", "lock\nwait", SW_CAUSE_LOCK),
    LOST("overhead", "to overhead", "over-\nhead", SW_CAUSE_OVERHEAD),
    LOST("threads", "to few threads", "few\nthreads", SW_CAUSE_THREADS),
    LOST("other", "otherwise", NULL, SW_CAUSE_OTHER),
    {"worst.construct", "loses most", NULL, SW_TEXT, .get = get_worst_name},
    SW_FILE_OF("worst.file", find_worst),
    SW_LINE_OF("worst.line", find_worst),
    {"worst.cause", "its cause", NULL, SW_TEXT, .get = get_worst_cause},
    {"worst.lost", "what it loses", NULL, SW_COST, AT(sw_outcome, worst_lost)},
    {"time_on_one", NULL, NULL, SW_REAL, AT(sw_outcome, one)},
    {"work_growth", NULL, NULL, SW_REAL, AT(sw_outcome, growth)},
    {"worst", NULL, "loses most", SW_TEXT, .get = get_worst, .fit = SW_NAME},
    {"bound", NULL, NULL, SW_REAL, .get = get_bound},
};

static void put_table(struct sw_document *d, const struct sw_report *r, const char *heading,
                      const char *text)
{
    size_t n = r->profile->n_simulations;
    SW_TABLE(d,
             .section =
                 SW_TITLED("runs", "Runs, by number of cores",
                           "Each is a separate run. Speedups are relative to the time on one core "
                           "or, if that was not simulated, to the work of the run itself.",
                           .word = "simulated", .folded = true),
             .heading = heading, SW_FIELDS(fields), .text = text,
             .page =
                 n > 1 ? "processors|time|speedup|efficiency..transfer|parallelism|serial_fraction"
                       : NULL,
             .json = "processors..work_growth",
             .csv = "processors..worst.construct|worst.file=its file|worst.line=its line|"
                    "worst.cause..work_growth",
             SW_ITEMS(r->simulation.outcomes, n), .context = r->profile,
             .look = {.sort = "processors", .ascending = 1});
}

void sw_run_runs(struct sw_document *d, const struct sw_report *r)
{
    put_table(d, r, "Predicted for N processors, each N a simulated run",
              "processors|time|speedup|efficiency..transfer|parallelism|serial_fraction");
    if (d->as != SW_AS_TEXT)
        return;
    put_table(d, r, "What N cores spend their time on",
              r->simulation.of_threads
                  ? "processors|efficiency=work|lost.serial|lost.wait=wait|lost.lock..lost.threads|"
                    "worst"
                  : "processors|efficiency=work|lost.serial..lost.threads|worst");
    sw_run_construct_scaling(d, r);
}

static void cost_card(struct sw_document *d, const char *label, uint64_t cost, const char *note,
                      const char *word)
{
    sw_html_card(&d->page, label, SW_SHOWN(spoken, d->units, cost), note, word);
}

static void put_cards(struct sw_document *d, const struct sw_report *r)
{
    const struct sw_outcome *o = r->simulation.chief;
    const struct sw_simulation *s = o->simulation;
    sw_html_cards(&d->page, SW_SECTION("whole",
                                       SW_PRINTED("The whole program on %s",
                                                  SW_SHOWN(some, s->processors, "core")),
                                       .word = "simulated", .folded = true));
    cost_card(d, "Time", s->time, "modelled", NULL);
    cost_card(d, "Work", s->work, "measured", "work");
    cost_card(d, "Span", s->span, "measured", "span");
    if (!sw_run_is_cut(r))
        sw_html_card(&d->page, "Parallelism", SW_SHOWN(ratio, o->parallelism),
                     "work / span, locks left out", "parallelism");
    if (r->simulation.of_threads)
        sw_html_card(&d->page, "Threads started", SW_SHOWN(count, s->regions), NULL, NULL);
    else
        sw_html_card(&d->page, "Parallel regions", SW_SHOWN(count, s->regions), NULL,
                     "parallel region");
    sw_html_close(&d->page);
}

static void put_curve(struct sw_document *d, const struct sw_report *r, const char *name,
                      const char *role, const char *view)
{
    SW_CURVE(d, name, role, fields, view, r->simulation.outcomes, r->profile->n_simulations);
}

void sw_run_simulated_chart(struct sw_document *d, const struct sw_report *r)
{
    const struct sw_scaling_report *measured = d->options->measured;
    if ((r->profile->n_simulations < 2 || sw_run_is_cut(r)) && !measured)
        return;
    sw_html_chart(
        &d->page,
        SW_SECTION("speedup", measured ? "Measured speedup" : "Speedup on simulated processors",
                   measured ? SW_SCALING_LEAD
                       "; predicted: simulated, give or take a tenth; memory costs are left out."
                   : r->verdict.n_measured
                       ? "Simulated: memory costs are left out. At most: the limit set by work "
                         "and span, without waiting for locks. Measured: real runs on this machine."
                       : "Simulated: memory costs are left out. At most: the limit set by work "
                         "and span, without waiting for locks.",
                   .word = "speedup"));
    if (measured) {
        sw_scaling_predicted_curves(d, measured);
        sw_scaling_curves(d, measured);
    } else {
        put_curve(d, r, "at most", "bound", "processors|bound");
        put_curve(d, r, "simulated", "simulated", "processors|speedup");
    }
    sw_verdict_measured_curve(d);
    sw_html_close(&d->page);
}

#define UNSEEN 0.0002 /* of the processors' time: a legend of what is not there */
enum { PARTS = 1 + SW_CAUSES };

/* Shares of the processors' time: they add up to 1. */
static void put_run_bars(struct sw_document *d, const struct sw_report *r,
                         const struct sw_html_part *parts)
{
    double values[PARTS];
    sw_html_bars(&d->page,
                 SW_SECTION("losses", "What the cores spend their time on, by number of cores",
                            "Each bar is the time of all cores; whatever is not work is lost.",
                            .folded = true),
                 "share", parts, PARTS);
    for (size_t i = 0; i < r->profile->n_simulations; i++) {
        const struct sw_outcome *o = &r->simulation.outcomes[i];
        values[0] = o->efficiency;
        for (int k = 0; k < SW_CAUSES; k++)
            values[k + 1] = o->lost[k] < UNSEEN ? 0 : o->lost[k];
        sw_html_bar(&d->page, SW_SHOWN(some, o->simulation->processors, "processor"),
                    SW_PRINTED("speedup %s", SW_SHOWN(ratio, o->speedup)), NULL, values, PARTS);
    }
    sw_html_close(&d->page);
}

/* The work, then in the order of enum sw_cause. */
#define SIMULATED_PARTS(wait_)                                                                   \
    {                                                                                            \
        {"work", "working", "work", "work"}, {"serial", "serial code", "serial", "serial code"}, \
            {"wait", wait_, "idle", wait_}, {"lock", "lock wait", "lock", "lock wait"},          \
            {"overhead", "overhead", "overhead", "overhead"},                                    \
            {"threads", "few threads", "idle", "few threads"},                                   \
            {"other", "otherwise", "idle", NULL},                                                \
    }

static const struct sw_html_part *parts_of(const struct sw_report *r)
{
    static const struct sw_html_part parts[PARTS] = SIMULATED_PARTS("barrier wait"),
                                     of_threads[PARTS] = SIMULATED_PARTS("wait");
    return r->simulation.of_threads ? of_threads : parts;
}

void sw_run_losses(struct sw_document *d, const struct sw_report *r)
{
    sw_run_construct_bars(d, r, parts_of(r));
}

void sw_run_simulated_details(struct sw_document *d, const struct sw_report *r)
{
    put_cards(d, r);
    if (!sw_run_is_cut(r)) {
        put_run_bars(d, r, parts_of(r));
        put_table(d, r, NULL, NULL);
    }
    sw_run_construct_scaling(d, r);
    sw_run_all_constructs(d, r);
}
