/* The constructs of the last simulated run: nested as they ran, what each loses, and in which pieces it came. */
#include "base/order.h"
#include "profile/locks.h"
#include "report/model/profile_parts.h"
#include "report/model/run.h"

#define CONS(row) ((const struct sw_construct_row *)(row))
#define ROW       CONS(row)

static const struct sw_site *site_of(const void *row, const void *profile)
{
    return sw_construct_site(profile, CONS(row)->construct);
}

/* Without "omp ". */
SW_GETTER(get_kind, profile)
{
    const char *name = sw_construct_kind(profile, CONS(row)->construct);
    value->text = CONS(row)->number ? name : "serial";
    if (!strncmp(name, "omp ", strlen("omp ")))
        value->text = name + strlen("omp ");
}

/* "" if it is none, or has none. */
SW_GETTER(get_lock, profile)
{
    const char *name = sw_construct_name(profile, CONS(row)->construct);
    bool is_named = name != sw_construct_kind(profile, CONS(row)->construct);
    value->text = is_named ? name + strlen(SW_LOCK_LABEL " ") : "";
}

static struct sw_place find_place(const void *row, const void *profile)
{
    const struct sw_site *site = site_of(row, profile);
    return site ? site->caller_place : (struct sw_place){.line = 0};
}

/* On a page, which has no other way to tell those without lines apart. */
SW_GETTER(get_file, profile)
{
    const struct sw_site *site = site_of(row, profile);
    if (site)
        sw_site_get_file(site, profile, value);
}

SW_GETTER(get_where, profile)
{
    const struct sw_site *site = site_of(row, profile);
    value->text = "-";
    if (site)
        sw_site_get_place(site, profile, value);
}

SW_GETS(get_schedule, text, sw_construct_schedule(CONS(row)->construct, value->scratch))

/* "dynamic,4" */
SW_GETTER(get_short_schedule, profile)
{
    size_t prefix = strlen("schedule(");
    get_schedule(row, profile, value);
    if (!*value->text) {
        value->text = "-";
        return;
    }
    memmove(value->scratch, value->scratch + prefix, strlen(value->scratch) - prefix + 1);
    value->scratch[strlen(value->scratch) - 1] = 0;
}

/* Outside all regions there is the serial time. */
SW_GETS(get_elapsed, integer,
        ROW->number ? ROW->construct->elapsed : ROW->outcome->simulation->serial)

/* Times of what several threads do at once are no part of the whole. */
SW_GETTER(get_share, profile)
{
    const struct sw_construct_row *c = row;
    get_elapsed(row, profile, value);
    value->none =
        !value->integer || sw_construct_overlaps(c->construct - c->number, (uint32_t)c->number);
    value->real = (double)value->integer / (double)c->outcome->simulation->time;
}

SW_GETS(get_imbalance, real, sw_construct_imbalance(CONS(row)->construct))

/* The root has only its own: what all have is the program's. */
SW_GETTER(get_lost, profile)
{
    const struct sw_construct_row *c = row;
    value->real = (double)(c->number ? c->loss->all : c->loss->own[SW_CAUSE_SERIAL]) /
                  ((double)c->outcome->processors * (double)c->outcome->simulation->time);
}

/* Of what is lost there, which is with all inside. */
SW_GETTER(get_cause, profile)
{
    const struct sw_construct_row *c = row;
    const uint64_t *lost = c->number ? c->loss->by_cause : c->loss->own;
    uint64_t most = 0;
    value->text = "-";
    for (int k = 0; k < SW_CAUSES; k++)
        if (lost[k] > most) {
            most = lost[k];
            value->text = sw_cause_name((enum sw_cause)k);
        }
}

SW_GETS(get_times, integer, ROW->construct->count ? ROW->construct->count : ROW->construct->chunks)
SW_GETS_IF(get_mean_chunk, ROW->construct->chunks, integer,
           value->none ? 0 : ROW->construct->busy / ROW->construct->chunks)
/* Of a lock: how long whoever took it there had it, in all. */
SW_GETS_IF(get_held, ROW->construct->chunks, integer, ROW->construct->busy)
SW_GETS(get_late, text, sw_value_place(value, ROW->late.file, ROW->late.line, ""))

/* "  omp for": nested as the constructs are. A region says whose it is. */
SW_GETTER(get_tree, profile)
{
    const struct sw_construct_row *c = row;
    const struct sw_site *site = site_of(row, profile);
    const char *name = sw_construct_name(profile, c->construct);
    int indent = (int)(c->depth > 20 ? 20 : c->depth) * 2;
    bool is_said = site && *sw_string(site->caller_place.function) &&
                   (!c->depth || c->construct->kind == SW_CONSTRUCT_PARALLEL);
    sw_value_print(value, is_said ? "%*s%.200s in %.200s" : "%*s%.200s", indent, "", name,
                   is_said ? sw_site_caller(site) : "");
}

#define OWN(key, csv, title, type, member, ...)                                              \
    SW_COLUMN(key, csv, title, type, VIA(sw_construct_row, construct, sw_construct, member), \
              __VA_ARGS__)
#define COST(member, title, word_)  OWN(#member, NULL, title, SW_COST, member, .word = word_)
#define COUNT(member, title, word_) OWN(#member, NULL, title, SW_COUNT, member, .word = word_)
#define AT_ONCE(key, reason, of_tasks, of_time, of_idle)                                         \
    OWN("at_once." key ".tasks", of_tasks, NULL, SW_COUNT, at_once[reason].n, .word = NULL),     \
        OWN("at_once." key ".time", of_time, NULL, SW_COST, at_once[reason].time, .word = NULL), \
        OWN("at_once." key ".idle", of_idle, NULL, SW_COST, at_once[reason].idle, .word = NULL)

const struct sw_column sw_construct_fields[] = {
    {"kind", NULL, NULL, SW_TEXT, .get = get_kind},
    SW_FILE_OF("source", find_place),
    SW_LINE_OF("line", find_place),
    SW_FUNCTION_OF("function", find_place),
    COUNT(parent, NULL, NULL),
    COUNT(count, NULL, NULL),
    OWN("under_way", "not ended", NULL, SW_COUNT, under_way, .word = NULL),
    COST(work, "own work", "work"),
    COST(total_work, NULL, NULL),
    COST(span, NULL, NULL),
    COST(on_span, "on span", "on span"),
    {"time", NULL, NULL, SW_COST, .get = get_elapsed},
    COST(busy, NULL, NULL),
    COST(longest, NULL, NULL),
    {"imbalance", NULL, NULL, SW_SHARE, .get = get_imbalance, .word = "imbalance", .heat = 1},
    COST(wait, "barrier wait", "barrier wait"),
    COST(lock_wait, "lock wait", "lock wait"),
    COST(overhead, NULL, "overhead"),
    {"lost", NULL, NULL, SW_SHARE, .get = get_lost, .heat = 1},
    COUNT(threads, NULL, NULL),
    COUNT(chunks, "chunks, tasks", "chunk"),
    COUNT(iterations, NULL, NULL),
    {"schedule", NULL, NULL, SW_TEXT, .get = get_schedule, .word = "schedule"},
    COUNT(chunk, NULL, NULL),
    COST(largest, NULL, NULL),
    OWN("held", "its lock held in all", NULL, SW_COST, held, .word = NULL),
    {"lock", NULL, NULL, SW_TEXT, .get = get_lock},
    AT_ONCE("full", SW_AT_ONCE_FULL, "tasks at once as many waited", "their time",
            "others idle meanwhile"),
    AT_ONCE("clause", SW_AT_ONCE_CLAUSE, "tasks at once by a clause", "time of those",
            "others idle during those"),
    /* Of programs that start threads themselves: */
    {"waited_for.function", "waited for, function", NULL, SW_TEXT,
     AT(sw_construct_row, late.function)},
    {"waited_for.file", "waited for, file", NULL, SW_TEXT, AT(sw_construct_row, late.file)},
    {"waited_for.line", "waited for, line", NULL, SW_NUMBER, AT(sw_construct_row, late.line)},
    /* For people: */
    {"late", NULL, "line of what it ran", SW_TEXT, .get = get_late, .fit = SW_PATH},
    OWN("thread_wait", NULL, "wait", SW_COST, wait, .word = "wait"),
    {"construct", NULL, NULL, SW_TEXT, .get = get_tree, .fit = SW_NAME, .word = "construct"},
    {"file", NULL, NULL, SW_TEXT, .get = get_file},
    {"where", NULL, "line", SW_TEXT, .get = get_where, .fit = SW_PATH},
    {"share", NULL, "share of time", SW_SHARE, .get = get_share, .heat = 1},
    {"cause", NULL, "lost to", SW_TEXT, .get = get_cause},
    {"times", NULL, NULL, SW_COUNT, .get = get_times, .some = 1},
    OWN("some_iterations", NULL, "iterations", SW_COUNT, iterations, .some = 1),
    {"held_there", NULL, "held", SW_COST, .get = get_held, .word = "lock"},
    OWN("taken", NULL, "times taken", SW_COUNT, chunks, .some = 1, .word = "lock"),
    OWN("taken_over", NULL, "from another thread", SW_COUNT, iterations, .some = 1),
    {"held_each", NULL, "each time", SW_COST, .get = get_mean_chunk, .word = "lock"},
    {"mean", NULL, "mean one", SW_COST, .get = get_mean_chunk, .word = "chunk"},
    OWN("longest_piece", NULL, "longest one", SW_COST, largest, .some = 1, .word = "chunk"),
    {"short_schedule", NULL, "schedule", SW_TEXT, .get = get_short_schedule},
};
const size_t sw_n_construct_fields = sizeof sw_construct_fields / sizeof *sw_construct_fields;

/* Constructs as rows, each below the one that it is in; in a profile they are in the order in which they began. */

#define WORTH_A_LINE 0.001 /* of the work, or of the processors' time */

/* A construct counts for what it does and loses, with all inside: so those around it are in as well. */
static uint64_t weight(const struct sw_construct_row *c)
{
    return c->number ? c->construct->total_work + c->loss->all : UINT64_MAX;
}

SW_ORDER_AT(compare_weights, struct sw_construct_row, SW_FALLING(weight(x), weight(y)),
            SW_RISING(x->number, y->number))

struct tree {
    const struct sw_construct_row *rows;
    uint32_t *first, *next; /* child, sibling; 0: none */
    unsigned char *is_in;
    const void **list;
    size_t n;
};

/* One that does and loses next to nothing is not worth a line, unless all are asked for. */
static int is_trivial(const struct sw_construct_row *c)
{
    const struct sw_simulation *s = c->outcome->simulation;
    double whole = (double)c->outcome->processors * (double)s->time;
    return c->number && (double)c->construct->total_work < WORTH_A_LINE * (double)s->work &&
           (double)c->loss->all < WORTH_A_LINE * whole &&
           (double)c->construct->elapsed < WORTH_A_LINE * (double)s->time;
}

/* Down to a first child, else on to a sibling, of its own or of one around it. */
static void list_all(struct tree *t)
{
    uint32_t i = 0;
    t->list[t->n++] = &t->rows[0];
    do {
        uint32_t next = i == 0 || t->is_in[i] ? t->first[i] : 0;
        while (!next && i) {
            next = t->next[i];
            i = t->rows[i].construct->parent;
        }
        i = next;
        if (i && t->is_in[i])
            t->list[t->n++] = &t->rows[i];
    } while (i);
}

/* Those of the last run in the order of their tree, the heaviest `most` of them; all, where that is SW_REPORT_ALL. Those in one
 * another are as they began, or the heaviest first. Returns how many; 0: no memory. */
static size_t list_constructs(struct sw_document *d, const struct sw_report_simulation *m,
                              size_t most, int heaviest_first, const void ***list)
{
    uint32_t all = m->n_constructs;
    struct tree t = {.rows = m->constructs};
    SW_POOLED(&d->pool, t.first, all);
    SW_POOLED(&d->pool, t.next, all);
    SW_POOLED(&d->pool, t.is_in, all);
    *list = SW_POOLED(&d->pool, t.list, all);
    if (d->pool.error)
        return 0;
    for (uint32_t i = 0; i < all; i++)
        t.list[i] = &m->constructs[i];
    qsort(t.list, all, sizeof *t.list, compare_weights);
    for (uint32_t i = 0; i < all && i < most; i++) {
        const struct sw_construct_row *c = t.list[i];
        t.is_in[c->number] = most == SW_REPORT_ALL || !is_trivial(c);
    }
    /* The last of siblings first: each is put before the others. Serial code is the first of all in any order. */
    for (uint32_t i = all; i-- > 1;) {
        const struct sw_construct_row *c = heaviest_first ? t.list[i] : &m->constructs[i];
        t.next[c->number] = t.first[c->construct->parent];
        t.first[c->construct->parent] = c->number;
    }
    list_all(&t);
    return t.n;
}

static void put_table(struct sw_document *d, const struct sw_report *r, const char *heading,
                      const char *view, const void *const *rows, size_t n, size_t left)
{
    SW_TABLE(d, .heading = heading, SW_FIELDS(sw_construct_fields), .text = view, .rows = rows,
             .n = n, .context = r->profile, .left = left, .more = ": 'spanwise report --top=all'");
}

/* Those that came in pieces. */
static size_t keep_chunked(const void **rows, size_t n)
{
    size_t kept = 0;
    for (size_t i = 0; i < n; i++)
        if (CONS(rows[i])->construct->chunks)
            rows[kept++] = rows[i];
    return kept;
}

/* Where threads wait, and what whoever they waited for ran meanwhile. */
static void put_late(struct sw_document *d, const struct sw_report *r, const void *const *all,
                     size_t n)
{
    const void **rows;
    size_t kept = 0;
    SW_POOLED(&d->pool, rows, n);
    for (size_t i = 0; rows && i < n; i++)
        if (CONS(all[i])->late.line)
            rows[kept++] = all[i];
    if (rows)
        put_table(d, r, "Whom threads waited for, by samples (lost: of the cores' time)",
                  "lost|kind=in|where=waits at|late=for who ran|waited_for.function=in function",
                  rows, kept, 0);
}

void sw_run_constructs(struct sw_document *d, const struct sw_report *r)
{
    enum { MOST_CONSTRUCTS = 16 };
    const struct sw_report_simulation *m = &r->simulation;
    const void **rows;
    size_t n = list_constructs(d, m, sw_document_top(d, MOST_CONSTRUCTS), 0, &rows);
    uint64_t processors = m->chief->simulation->processors;
    put_table(d, r,
              SW_PRINTED(m->of_threads ? "Where threads start, wait and lock, on %lu cores (lost: "
                                         "of the cores' time)"
                                       : "Constructs on %lu processors, nested as they ran (lost: "
                                         "of the cores' time)",
                         processors),
              "share=share\nof time|imbalance=imbal-\nance|lost|cause=to|times|where|construct",
              rows, n, m->n_constructs - n);
    if (m->of_threads)
        put_late(d, r, rows, n);
    n = keep_chunked(rows, n);
    if (m->of_threads)
        put_table(d, r, "How long locks were held",
                  "held_there=in all|taken=times\ntaken|taken_over=from an-\nother thread|"
                  "held_each=each\ntime|where|construct",
                  rows, n, 0);
    else
        put_table(d, r, "Chunks of iterations, tasks, and how long locks were held",
                  "some_iterations=itera-\ntions|chunks=chunks,\ntasks|mean=mean\none|"
                  "longest_piece=longest\none|short_schedule|where|construct",
                  rows, n, 0);
}

#define CONSTRUCT_PAGE "construct|file|line|share|imbalance|lost|cause|times|@time|work|on_span|"

/* On a page in the order of their tree, else in their own. */
void sw_run_all_constructs(struct sw_document *d, const struct sw_report *r)
{
    static const struct sw_html_group groups[] = {{"time", "Time", NULL, 1},
                                                  {"pieces", "Chunks and tasks", "chunk", 1}},
                                      of_threads[] = {{"time", "Time", NULL, 1},
                                                      {"pieces", "Locks", "lock", 1}};
    static const char *const pages[2][2] = {
        {CONSTRUCT_PAGE "wait..overhead", CONSTRUCT_PAGE
         "wait..overhead|@pieces|some_iterations|chunks|mean|longest_piece|schedule"},
        {CONSTRUCT_PAGE "thread_wait|lock_wait|overhead",
         CONSTRUCT_PAGE "thread_wait|lock_wait|overhead|@pieces|held_there..held_each"}};
    const struct sw_report_simulation *m = &r->simulation;
    bool in_pieces = SW_FIRST(row, m->constructs, m->n_constructs, row->construct->chunks);
    const void **rows = NULL;
    size_t n = m->n_constructs;
    if (d->as == SW_AS_PAGE)
        n = list_constructs(d, m, SW_REPORT_ALL, 1, &rows);
    SW_TABLE(d,
             .section = SW_TITLED(
                 "constructs", "Constructs",
                 m->of_threads ? "Where threads are started, wait, and take locks: serial "
                                 "code first, then the heaviest."
                               : "Regions, loops, tasks and locks, nested as they ran: serial "
                                 "code first, then the heaviest. Losses include everything "
                                 "inside.",
                 .word = "construct", .folded = true),
             SW_FIELDS(sw_construct_fields), .page = pages[m->of_threads][in_pieces],
             .json = m->of_threads ? "kind|source=file|line..waited_for.line"
                                   : "kind|source=file|line..at_once.clause.idle",
             .csv = m->of_threads ? "kind|source=file|line..waited_for.line"
                                  : "kind|source=file|line..at_once.clause.idle",
             .rows = rows, SW_ITEMS(m->constructs, n), .context = r->profile,
             .look = {.groups = m->of_threads ? of_threads : groups, .n_groups = 1 + in_pieces});
}

/*
 * Bars: what each construct works and loses, by itself, without those inside it: so all bars together are
 * the processors' time. A place is one bar, however deep its tasks make more of themselves.
 */
enum { FEW_BARS = 8, PARTS = 1 + SW_CAUSES };
#define SMALL    0.001 /* of all: what cannot be seen */
#define NOT_FULL 0.005 /* of all, that no construct has: it is said */

struct bar {
    const struct sw_construct_row *first;
    double lost;
    double values[PARTS];
    int is_small; /* too small to be seen */
};

static void add(struct bar *bar, const struct sw_construct_row *row)
{
    bar->values[0] += (double)row->construct->work;
    for (int k = 0; k < SW_CAUSES; k++) {
        bar->values[k + 1] += (double)row->loss->own[k];
        bar->lost += (double)row->loss->own[k];
    }
}

SW_ORDER(compare_sites, struct bar, SW_RISING(x->first->construct->site, y->first->construct->site),
         SW_RISING(x->first->number, y->first->number))

/* What loses most first; of those that lose nothing, what works most; what is small last. */
SW_ORDER(compare_lost, struct bar, x->is_small - y->is_small, SW_FALLING(x->lost, y->lost),
         SW_FALLING(x->values[0], y->values[0]), SW_RISING(x->first->number, y->first->number))

static double length_of(const struct bar *bar)
{
    return bar->lost + bar->values[0];
}

/* Those of one site become one; returns how many are left that are not empty. */
static size_t unite(struct bar *bars, size_t n)
{
    size_t to = 0, kept = 0;
    qsort(bars, n, sizeof *bars, compare_sites);
    for (size_t i = 0; i < n; i++) {
        const struct sw_construct_row *row = bars[i].first;
        if (!to || bars[to - 1].first->construct->site != row->construct->site)
            bars[to++] = (struct bar){.first = row};
        add(&bars[to - 1], row);
    }
    for (size_t i = 0; i < to; i++)
        if (length_of(&bars[i]) > 0)
            bars[kept++] = bars[i];
    return kept;
}

/* Seconds of all cores together would be more than the run took: they are told as shares. */
static void put_shares(struct sw_document *d, const struct sw_report *r, const char *label,
                       const struct sw_place *place, const double values[PARTS])
{
    const struct sw_outcome *o = r->simulation.chief;
    double shares[PARTS], all = (double)o->processors * (double)o->simulation->time;
    for (int k = 0; k < PARTS; k++)
        shares[k] = all > 0 ? values[k] / all : 0;
    sw_html_bar(&d->page, label, NULL, place, shares, PARTS);
}

static void put_bar(struct sw_document *d, const struct sw_report *r, const struct bar *bar)
{
    const struct sw_construct *construct = bar->first->construct;
    const struct sw_site *site = sw_construct_site(r->profile, construct);
    char label[SW_CONSTRUCT_LABEL], where[SW_SITE_TEXT];
    struct sw_place place = {0};
    if (site)
        place = site->caller_place;
    if (site && site->address && !*sw_string(place.file))
        place = (struct sw_place){.file = sw_site_address(site, r->profile, where)};
    put_shares(d, r, sw_construct_label(r->profile, construct, label), &place, bar->values);
}

/* Returns how many are not. One alone is as well as "1 smaller one". */
static size_t mark_small(struct bar *bars, size_t n)
{
    size_t small = 0;
    double all = 0;
    for (size_t i = 0; i < n; i++)
        all += length_of(&bars[i]);
    for (size_t i = 0; i < n; i++)
        small += length_of(&bars[i]) < SMALL * all;
    if (small < 2)
        return n;
    for (size_t i = 0; i < n; i++)
        bars[i].is_small = length_of(&bars[i]) < SMALL * all;
    return n - small;
}

static void put_rest(struct sw_document *d, const struct sw_report *r, const struct bar *bars,
                     size_t n)
{
    double values[PARTS] = {0};
    for (size_t i = 0; i < n; i++)
        for (int k = 0; k < PARTS; k++)
            values[k] += bars[i].values[k];
    put_shares(d, r, SW_PRINTED("%zu smaller ones", n), NULL, values);
}

/* What the cores lost otherwise: no construct has it. */
static void put_otherwise(struct sw_document *d, const struct sw_report *r, const struct bar *bars,
                          size_t n)
{
    const struct sw_outcome *o = r->simulation.chief;
    double values[PARTS] = {0}, all = (double)o->processors * (double)o->simulation->time,
           rest = all;
    for (size_t i = 0; i < n; i++)
        rest -= length_of(&bars[i]);
    values[1 + SW_CAUSE_OTHER] = rest;
    if (rest > NOT_FULL * all)
        put_shares(d, r, "elsewhere", NULL, values);
}

void sw_run_construct_bars(struct sw_document *d, const struct sw_report *r,
                           const struct sw_html_part *parts)
{
    const struct sw_report_simulation *m = &r->simulation;
    struct bar *bars;
    const struct sw_simulation *chief = m->chief->simulation;
    if (!SW_POOLED(&d->pool, bars, m->n_constructs))
        return;
    for (uint32_t i = 0; i < m->n_constructs; i++)
        bars[i].first = &m->constructs[i];
    size_t n = unite(bars, m->n_constructs), large = n > FEW_BARS ? mark_small(bars, n) : n;
    qsort(bars, n, sizeof *bars, compare_lost);
    const char *cores = SW_SHOWN(some, chief->processors, "core");
    sw_html_bars(
        &d->page,
        SW_SECTION("construct-losses", SW_PRINTED("Time used and lost per construct, on %s", cores),
                   SW_PRINTED("Shares of all the cores' time, which is %s x %s. Each "
                              "construct by itself, without what is inside it; the largest "
                              "loss first.",
                              cores, SW_SHOWN(cost, d->units, chief->time)),
                   .word = "construct"),
        "share", parts, PARTS);
    for (size_t i = 0; i < large; i++)
        put_bar(d, r, &bars[i]);
    put_otherwise(d, r, bars, n);
    if (large < n)
        put_rest(d, r, bars + large, n - large);
    sw_html_close(&d->page);
}
