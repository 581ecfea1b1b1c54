/* What threads wait for at the end of loops and regions, and for tasks: in words, and how much of it a better division
 * of the work would save. */
#include "analysis/openmp/parts.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define FEW_CHUNKS      2   /* a thread: then its end is one chunk early or late */
#define NEXT_TO_NOTHING 0.1 /* of the busiest thread: what all others did together */
#define MOSTLY          0.5 /* of a region's time: what its tasks have to wait for is each other */
#define IDLE_ONES \
    0.5 /* of what the busiest thread works more than others: the part of those without work */

enum { TEXT = 2000 };

/* What comes before a barrier, or before results are put together. */
static bool is_phase(const struct sw_construct *c)
{
    return c->kind == SW_CONSTRUCT_BARRIER || c->kind == SW_CONSTRUCT_REDUCTION;
}

/* What a schedule that hands out chunks as threads come would save: the rest is one chunk's length. */
static uint64_t dynamic_saves(const struct sw_loss_maker *m, const struct sw_loss_item *item)
{
    const struct sw_construct *c = &item->sum;
    double width = sw_construct_width(c), mean = (double)c->busy / width;
    double floor = c->count == 1 && c->iterations > c->chunks ? 0 : (double)c->largest;
    if (c->schedule == SW_SCHEDULE_STATIC && !c->chunk)
        floor =
            mean; /* its chunks are the threads' whole shares: smaller ones are not known, ... */
    if (c->schedule == SW_SCHEDULE_STATIC && c->iterations) /* ... but the busiest one's mean one */
        floor = mean + (double)c->longest * width * (double)c->count / (double)c->iterations / 2;
    double better = fmax(mean, floor), save = ((double)c->longest - better) * width;
    if (c->schedule == SW_SCHEDULE_STATIC) /* each iteration is a chunk then, which costs */
        save -= (double)c->iterations * (double)m->outcome.simulation->costs.chunk;
    if (save <= 0)
        return 0;
    return save < (double)item->lost ? sw_cost_of(save) : item->lost;
}

enum { SHARES_TEXT = 240 };

#define UNSEEN 0.005 /* of the processors' time: it rounds to nothing */

/* How much of the processors' time goes into it: "34% of the time of all 64 processors", as bars and tables have it, and
 * what of that is not its own doing. `goes`: what is said between. Returns the buffer. */
static const char *shares(const struct sw_loss_maker *m, const struct sw_loss_item *item,
                          const char *goes, char *buffer)
{
    bool locks = sw_loss_share(m, item->held_up) >= UNSEEN;
    bool tasks = sw_loss_share(m, item->waited - item->held_up - item->lost) >= UNSEEN;
    int n = snprintf(buffer, SHARES_TEXT, "%.0f%% of the time of all %" PRIu64 " processors%s",
                     100 * sw_loss_share(m, item->waited), m->outcome.processors, goes);
    if (locks || tasks)
        snprintf(buffer + n, (size_t)(SHARES_TEXT - n), ": %.0f%% for this reason, the rest%s%s%s",
                 100 * sw_loss_share(m, item->lost), locks ? " as locks hold threads up" : "",
                 locks && tasks ? " and" : "",
                 tasks ? " as tasks run in the thread that makes them" : "");
    return buffer;
}

/* "its busiest thread works 4.1 ms, the mean one 2 ms, and 34% of the time of all 64 processors goes into waiting for the last" */
static void balance(const struct sw_loss_maker *m, const struct sw_loss_item *item, char *text,
                    size_t size)
{
    const struct sw_construct *c = &item->sum;
    double width = sw_construct_width(c);
    char a[SW_UNITS_SIZE], b[SW_UNITS_SIZE], share[SHARES_TEXT];
    snprintf(text, size, "its busiest thread works %s, the mean one %s, and %s",
             sw_units_spoken(m->units, c->longest, a),
             sw_units_spoken(m->units, width > 0 ? sw_cost_of((double)c->busy / width) : 0, b),
             shares(m, item, " goes into waiting for the last", share));
}

enum loop_wait { FEW_ITERATIONS, FEW_CHUNKS_OF_IT, NOT_BALANCED, LONG_CHUNKS };

static enum loop_wait how_loop_waits(const struct sw_construct *c)
{
    double threads = sw_construct_width(c) * (double)c->count;
    if (c->iterations && (double)c->iterations < FEW_CHUNKS * threads)
        return FEW_ITERATIONS;
    if ((double)c->chunks < threads)
        return FEW_CHUNKS_OF_IT;
    return c->schedule == SW_SCHEDULE_STATIC ? NOT_BALANCED : LONG_CHUNKS;
}

/* A loop whose schedule is known. */
static void find_loop_wait(const struct sw_loss_maker *m, const struct sw_loss_item *item)
{
    const struct sw_construct *c = &item->sum;
    double width = sw_construct_width(c);
    char text[TEXT], where[SW_SITE_TEXT], how[SW_SCHEDULE_TEXT], why[500], gain[SW_WORTH_TEXT];
    char a[SW_UNITS_SIZE];
    sw_loss_place(m, item->construct, where);
    sw_construct_schedule(c, how);
    balance(m, item, why, sizeof why);
    switch (how_loop_waits(c)) {
    case FEW_ITERATIONS:
        snprintf(text, sizeof text,
                 "too little parallelism: %s has %" PRIu64 " iterations for %.0f threads: %s; %s",
                 where, c->iterations / (c->count ? c->count : 1), width, why,
                 sw_loss_worth_text(m, item, "with many more, as by collapse(2)", gain));
        break;
    case FEW_CHUNKS_OF_IT:
        snprintf(text, sizeof text,
                 "too little parallelism: %s, %s, has %" PRIu64 " chunks for %.0f threads: %s; %s",
                 where, how, c->chunks / (c->count ? c->count : 1), width, why,
                 sw_loss_worth_text(m, item, "with smaller chunks", gain));
        break;
    case NOT_BALANCED:
        snprintf(text, sizeof text, "too little parallelism: %s, %s, is not balanced: %s; %s",
                 where, how, why, sw_loss_worth_text(m, item, "with schedule(dynamic)", gain));
        break;
    case LONG_CHUNKS:
        snprintf(
            text, sizeof text,
            "too little parallelism: %s, %s, ends with long chunks: %s, and its longest chunk "
            "takes %s; %s",
            where, how, why, sw_units_spoken(m->units, c->largest, a),
            sw_loss_worth_text(m, item, "with smaller chunks, or less uneven iterations", gain));
        break;
    }
    if (how_loop_waits(c) == FEW_ITERATIONS || how_loop_waits(c) == FEW_CHUNKS_OF_IT)
        sw_loss_add_few(m, item, text);
    else
        sw_loss_add(m, SW_FINDING_IMBALANCE, item, text);
}

static bool is_in(const struct sw_loss_maker *m, uint32_t i, uint32_t in)
{
    while (i > in)
        i = m->all[i].parent;
    return i == in;
}

/* Whether there are tasks in it, and the longest. */
static uint64_t longest_task(const struct sw_loss_maker *m, uint32_t i)
{
    uint64_t longest = 0;
    for (uint32_t k = i + 1; k < m->outcome.simulation->n; k++)
        if (m->all[k].kind == SW_CONSTRUCT_TASK && m->all[k].largest > longest && is_in(m, k, i))
            longest = m->all[k].largest;
    return longest;
}

/* Tasks are the region's, of any phase: they are half of this one's if there is no room for them in the others. */
static bool is_mostly_tasks(const struct sw_loss_maker *m, const struct sw_loss_item *item,
                            uint32_t region)
{
    uint64_t tasks = 0, phase = item->sum.busy;
    for (uint32_t k = region + 1; k < m->outcome.simulation->n; k++)
        if (m->all[k].kind == SW_CONSTRUCT_TASK && is_in(m, k, region))
            tasks += m->all[k].work;
    return tasks + phase / 2 > m->all[region].busy;
}

/* More than shares that are unequal explain: the rest is for tasks that were not there yet. */
static bool waits_for_more(const struct sw_loss_item *item)
{
    const struct sw_construct *c = &item->sum;
    double unequal = (double)c->longest * sw_construct_width(c) - (double)c->busy;
    return (double)item->waited > 2 * unequal;
}

/* The region whose tasks are waited for, at its end or at a barrier in it; 0: it is not tasks. */
static uint32_t region_of_tasks(const struct sw_loss_maker *m, const struct sw_loss_item *item)
{
    uint32_t region = item->construct;
    while (region && !sw_construct_is_team(&m->all[region]))
        region = m->all[region].parent;
    if (is_phase(&item->sum) && !waits_for_more(item) && !is_mostly_tasks(m, item, region))
        return 0;
    return longest_task(m, region) ? region : 0;
}

bool sw_loss_waits_for_tasks(const struct sw_loss_maker *m, const struct sw_loss_item *item)
{
    return item->sum.kind != SW_CONSTRUCT_LOOP && region_of_tasks(m, item);
}

/* How many threads had something to do. Files may not say: then all. */
static double workers_of(const struct sw_construct *c)
{
    return c->workers && c->longest ? (double)c->workers / (double)c->longest
                                    : sw_construct_width(c);
}

/*
 * How the work of a region, or of a phase of one, is divided among its threads: all that is said of who works alone is
 * said here, of sums over all of its instances. A single is none of these: its work is one thread's by the program's own
 * word, and what others waited for it is counted of itself.
 */
enum division { OF_ONE, OF_FEW, UNEQUAL };

static enum division how_divided(const struct sw_construct *c)
{
    double width = sw_construct_width(c), longest = (double)c->longest, busy = (double)c->busy;
    double idle = (width - workers_of(c)) * longest, all = width * longest - busy;
    if (width > 1 && busy - longest < NEXT_TO_NOTHING * longest)
        return OF_ONE; /* master, or what one thread does by its number */
    if (idle >= 0.5 * longest && idle >= IDLE_ONES * all)
        return OF_FEW; /* threads without any work, more than shares that are unequal */
    return UNEQUAL;
}

static void find_of_one(const struct sw_loss_maker *m, const struct sw_loss_item *item)
{
    char text[TEXT], where[SW_SITE_TEXT], gain[SW_WORTH_TEXT], a[SW_UNITS_SIZE];
    char share[SHARES_TEXT];
    snprintf(text, sizeof text,
             "too little parallelism: %s%s is the work of one thread, %s, and %s; %s",
             sw_loss_place(m, item->construct, where),
             is_phase(&item->sum) ? ", what comes before it," : "",
             sw_units_spoken(m->units, item->sum.longest, a),
             shares(m, item, " goes into waiting for it", share),
             sw_loss_worth_text(m, item, "if it were divided among all threads", gain));
    sw_loss_add_few(m, item, text);
}

static void find_of_few(const struct sw_loss_maker *m, const struct sw_loss_item *item)
{
    char text[TEXT], where[SW_SITE_TEXT], gain[SW_WORTH_TEXT], why[500];
    balance(m, item, why, sizeof why);
    snprintf(text, sizeof text,
             "too little parallelism: %.0f of the %.0f threads of %s%s have work, the others have "
             "none: %s; %s",
             workers_of(&item->sum), sw_construct_width(&item->sum),
             sw_loss_place(m, item->construct, where), is_phase(&item->sum) ? ", before it," : "",
             why,
             sw_loss_worth_text(m, item,
                                "with work for all, as by more iterations (collapse), or inside "
                                "of them by loops that are parallel too",
                                gain));
    sw_loss_add_few(m, item, text);
}

/* The loops in it may be static ones that cannot be seen. */
static void find_unequal(const struct sw_loss_maker *m, const struct sw_loss_item *item)
{
    char text[TEXT], where[SW_SITE_TEXT], why[500], gain[SW_WORTH_TEXT];
    balance(m, item, why, sizeof why);
    snprintf(text, sizeof text, "too little parallelism: %s%s is not balanced: %s; %s",
             sw_loss_place(m, item->construct, where),
             is_phase(&item->sum) ? ", what comes before it," : "", why,
             sw_loss_worth_text(
                 m, item, "with equal shares, as by schedule(dynamic) where a loop is static now",
                 gain));
    sw_loss_add(m, SW_FINDING_IMBALANCE, item, text);
}

/* Code of who makes tasks, which are constructs of their own. */
static bool is_makers(const struct sw_loss_maker *m, uint32_t i)
{
    uint32_t kind = m->all[i].kind;
    return kind == SW_CONSTRUCT_PARALLEL || kind == SW_CONSTRUCT_SINGLE;
}

/* One thread makes the tasks, and has so much to do between them that the others run out: that is serial code, and has its function.
 * Where samples do not tell, the region. */
static void find_maker(const struct sw_loss_maker *m, const struct sw_loss_item *item,
                       uint32_t region, const char *why, const struct sw_serial_place *chief)
{
    char text[TEXT], where[SW_SITE_TEXT], gain[SW_WORTH_TEXT], share[SHARES_TEXT];
    snprintf(text, sizeof text,
             "too little parallelism: the thread that makes the tasks of %s keeps the others "
             "waiting, as its own code is serial, and %s: %s; %s",
             sw_loss_place(m, region, where), shares(m, item, " goes into that", share), why,
             sw_loss_worth_text(m, item, "could that be done at the same time", gain));
    sw_loss_add(m, SW_FINDING_SERIAL_CODE, item, text);
    if (m->findings->error || !chief->line)
        return;
    m->findings->items[m->findings->n - 1].site = SW_NO_SITE;
    sw_findings_place(m->findings, chief->file, chief->line, chief->function);
}

/* Tasks of which one has to wait for the other: the line is that of most of these. */
static void find_chain(const struct sw_loss_maker *m, const struct sw_loss_item *item,
                       uint32_t region, const struct sw_chain *chain)
{
    struct sw_loss_item at = *item;
    char text[TEXT], where[SW_SITE_TEXT], why[1200], gain[SW_WORTH_TEXT], share[SHARES_TEXT];
    struct sw_serial_place chief;
    sw_loss_chain_text(m, region, chain, why, sizeof why, &chief);
    if (is_makers(m, chain->construct) && (double)chain->most >= MOSTLY * (double)chain->length) {
        find_maker(m, item, region, why, &chief);
        return;
    }
    snprintf(text, sizeof text,
             "too little parallelism: the tasks of %s do not keep all threads busy, and %s: %s; %s",
             sw_loss_place(m, region, where), shares(m, item, " goes into waiting", share), why,
             sw_loss_worth_text(m, item, "could that be done at the same time", gain));
    if ((double)chain->most >= MOSTLY * (double)chain->length)
        at.construct = chain->construct;
    sw_loss_add_few(m, &at, text);
}

static void find_task_wait(const struct sw_loss_maker *m, const struct sw_loss_item *item,
                           uint32_t region)
{
    struct sw_chain chain = sw_loss_chain(m, region);
    char text[TEXT], where[SW_SITE_TEXT], why[500], gain[SW_WORTH_TEXT], a[SW_UNITS_SIZE];
    if (chain.length && (double)chain.length >= MOSTLY * (double)m->all[region].elapsed) {
        find_chain(m, item, region, &chain);
        return;
    }
    balance(m, item, why, sizeof why);
    snprintf(
        text, sizeof text,
        "too little parallelism: the tasks of %s do not keep all threads busy: %s; the longest "
        "task takes %s; %s",
        sw_loss_place(m, region, where), why, sw_units_spoken(m->units, longest_task(m, region), a),
        sw_loss_worth_text(m, item, "with enough of them that can run at the same time", gain));
    sw_loss_add(m, SW_FINDING_IMBALANCE, item, text);
}

/* A region or a phase of one. */
static void find_region_wait(const struct sw_loss_maker *m, const struct sw_loss_item *item)
{
    static void (*const find[])(const struct sw_loss_maker *, const struct sw_loss_item *) = {
        [OF_ONE] = find_of_one, [OF_FEW] = find_of_few, [UNEQUAL] = find_unequal};
    uint32_t region = region_of_tasks(m, item);
    if (region)
        find_task_wait(m, item, region);
    else
        find[how_divided(&item->sum)](m, item);
}

/* Whether tasks are told to be too small: smaller ones are no advice then. */
static bool has_small_tasks(const struct sw_loss_maker *m)
{
    uint64_t overhead = 0;
    for (uint32_t i = 1; i < m->outcome.simulation->n; i++)
        if (m->all[i].kind == SW_CONSTRUCT_TASK || m->all[i].kind == SW_CONSTRUCT_TASKLOOP)
            overhead += m->all[i].overhead;
    return sw_loss_share(m, overhead) >= SW_LOSS_WORTH_SAYING;
}

/* While who waits, and what may be done about it. */
static void other_wait(const struct sw_loss_maker *m, uint32_t kind, const char **why,
                       const char **if_what)
{
    switch (kind) {
    case SW_CONSTRUCT_SINGLE:
        *why = "while one thread does it, the others wait";
        *if_what = "were it divided among all";
        break;
    case SW_CONSTRUCT_SECTIONS:
        *why = "threads without a section wait for the longest";
        *if_what = "with more and shorter sections";
        break;
    case SW_CONSTRUCT_SPIN:
        *why = "threads spin there until another thread has written what they wait for";
        *if_what = "without that wait, for example with more and smaller steps between threads";
        break;
    default:
        *why = "threads wait there for tasks that others run, and have none of their own to run "
               "meanwhile";
        *if_what = has_small_tasks(m)
                       ? "with more tasks that can run at the same time, or without waiting there"
                       : "with more and smaller tasks, or without waiting there";
    }
}

static void find_other_wait(const struct sw_loss_maker *m, const struct sw_loss_item *item)
{
    char text[TEXT], where[SW_SITE_TEXT], gain[SW_WORTH_TEXT], share[SHARES_TEXT];
    const char *why, *if_what;
    other_wait(m, item->sum.kind, &why, &if_what);
    snprintf(text, sizeof text, "too little parallelism: %s: %s, %s; %s",
             sw_loss_place(m, item->construct, where), why, shares(m, item, "", share),
             sw_loss_worth_text(m, item, if_what, gain));
    if (item->sum.kind == SW_CONSTRUCT_SECTIONS)
        sw_loss_add(m, SW_FINDING_IMBALANCE, item, text);
    else
        sw_loss_add_few(m, item, text);
}

static bool is_on_line_of(const struct sw_loss_maker *m, const struct sw_construct *a,
                          const struct sw_construct *b)
{
    const struct sw_site *x = sw_construct_site(m->profile, a),
                         *y = sw_construct_site(m->profile, b);
    return x && y && x->caller_place.line == y->caller_place.line &&
           !strcmp(sw_string(x->caller_place.file), sw_string(y->caller_place.file));
}

/* A region that is little else than a loop, as 'omp parallel for' is: its threads wait for that. So they do where the results of the
 * loop are put together. */
static uint32_t loop_of(const struct sw_loss_maker *m, uint32_t construct)
{
    const struct sw_construct *c = &m->all[construct];
    uint32_t region = c->kind == SW_CONSTRUCT_REDUCTION ? c->parent : construct;
    for (uint32_t i = region + 1; i < m->outcome.simulation->n; i++) {
        const struct sw_construct *loop = &m->all[i];
        if (loop->parent == region && loop->kind == SW_CONSTRUCT_LOOP && !loop->wait &&
            loop->busy > c->busy / 2 && (region == construct || is_on_line_of(m, loop, c)))
            return i;
    }
    return construct;
}

void sw_loss_find_wait(const struct sw_loss_maker *m, const struct sw_loss_item *item)
{
    switch (item->sum.kind) {
    case SW_CONSTRUCT_LOOP:
        if (longest_task(m, item->construct) && waits_for_more(item))
            find_task_wait(m, item, item->construct);
        else
            find_loop_wait(m, item);
        break;
    case SW_CONSTRUCT_PARALLEL:
    case SW_CONSTRUCT_BARRIER:
    case SW_CONSTRUCT_REDUCTION:
        find_region_wait(m, item);
        break;
    default:
        find_other_wait(m, item);
    }
}

/* A better schedule saves what it can; anything else is said to be done away with. */
static uint64_t wait_saved(const struct sw_loss_maker *m, const struct sw_loss_item *item)
{
    switch (item->sum.kind) {
    case SW_CONSTRUCT_LOOP:
        return how_loop_waits(&item->sum) == NOT_BALANCED ? dynamic_saves(m, item) : item->lost;
    case SW_CONSTRUCT_PARALLEL:
    case SW_CONSTRUCT_BARRIER:
    case SW_CONSTRUCT_REDUCTION:
        return region_of_tasks(m, item) ? item->lost : dynamic_saves(m, item);
    default:
        return item->lost;
    }
}

void sw_loss_settle(const struct sw_loss_maker *m, struct sw_loss_item *item)
{
    item->saved = item->lost;
    if (item->cause == SW_CAUSE_WAIT && !item->at_once) {
        uint32_t loop = item->lines ? item->construct : loop_of(m, item->construct);
        if (loop != item->construct) {
            item->construct = loop;
            item->sum = m->all[loop];
        }
        item->saved = wait_saved(m, item);
    }
    item->worth = sw_loss_worth(m, item);
}
