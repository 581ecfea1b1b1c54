/* The tables of a run: call sites, regions, locks, and the bounds of speedups. */
#include "analysis/workspan/bounds.h"
#include "analysis/workspan/locks.h"
#include "analysis/workspan/sites.h"
#include "report/model/profile_parts.h"
#include "report/model/run.h"

const uint64_t sw_report_processors[SW_REPORT_N_PROCESSORS] = {2, 4, 8, 16, 32, 64, 128};

SW_GETS(get_relief, integer, sw_site_relief(row))

/* One measure of a site, in Cilkprof's words and order. */
#define MEASURE(path, words, side, m)                                                              \
    SW_COLUMN(path "work", words "work on " #side, "work", SW_COST, AT(sw_site, on_##side.m.work), \
              .word = "their work", .heat = 1),                                                    \
        SW_COLUMN(path "span", words "span on " #side, "span", SW_COST,                            \
                  AT(sw_site, on_##side.m.span), .word = "their span", .heat = 1),                 \
        SW_COLUMN(path "parallelism", words "parallelism on " #side, "parallelism", SW_RATIO,      \
                  AT(sw_site, on_##side.m.work), OF(sw_site, on_##side.m.span),                    \
                  .word = "their parallelism"),                                                    \
        SW_COLUMN(path "count", words "count on " #side, "times", SW_COUNT,                        \
                  AT(sw_site, on_##side.m.count), .word = "count")

#define SIDE(side)                                                                         \
    MEASURE("on_" #side ".", "", side, top_site),                                          \
        SW_COLUMN("on_" #side ".burdened_span", NULL, "burdened span", SW_COST,            \
                  AT(sw_site, on_##side.top_site.burdened_span), .word = "burdened span"), \
        SW_COLUMN("on_" #side ".spawns", NULL, "spawns", SW_COUNT,                         \
                  AT(sw_site, on_##side.top_site.spawns), .word = "spawn"),                \
        SW_COLUMN("on_" #side ".syncs", NULL, NULL, SW_COUNT,                              \
                  AT(sw_site, on_##side.top_site.syncs)),                                  \
        MEASURE("on_" #side ".top_caller.", "top ", side, top_caller),                     \
        MEASURE("on_" #side ".local.", "local ", side, local)

/* A site's part of the work or the span, by itself or with all that its callee calls. */
#define SHARE(key, words, side, measure)                                       \
    SW_COLUMN(key, NULL, words, SW_SHARE, AT(sw_site, on_##side.measure.side), \
              OF_WHOLE(sw_profile, whole.side), .word = words, .heat = 1)

static const struct sw_column sites[] = {
    {"source", NULL, NULL, SW_TEXT, AT(sw_site, caller_place.file)},
    {"line", NULL, NULL, SW_NUMBER, AT(sw_site, caller_place.line)},
    {"column", NULL, NULL, SW_NUMBER, AT(sw_site, caller_place.column)},
    {"caller", NULL, NULL, SW_TEXT, AT(sw_site, caller_place.function)},
    {"callee", NULL, NULL, SW_TEXT, .get = sw_site_get_callee},
    {"kind", NULL, NULL, SW_TEXT, .get = sw_site_get_kind},
    {"address", NULL, NULL, SW_TEXT, .get = sw_site_get_address},
    {"inlined_into", NULL, NULL, SW_TEXT, .get = sw_site_get_inlined_into},
    SIDE(work),
    SIDE(span),
    {"on_span.relief", NULL, NULL, SW_COST, .get = get_relief},
    /* For people: */
    {"file", NULL, NULL, SW_TEXT, .get = sw_site_get_file},
    {"place", NULL, "line", SW_TEXT, .get = sw_site_get_place, .fit = SW_PATH},
    {"call", NULL, NULL, SW_TEXT, .get = sw_site_get_call, .fit = SW_NAME, .word = "call site"},
    SHARE("share_of_span", "share of span", span, local),
    SHARE("share_of_work", "share of work", work, local),
    SHARE("whole_of_span", "share of span", span, top_site),
    SHARE("whole_of_work", "share of work", work, top_site),
};

static const char all_of_site[] = "source=file|line..on_span.relief";

/* The columns that hold what the sites are sorted by, and the heading above them. */
struct order {
    const char *heading, *view;
    const char *sort; /* on a page */
};

#define VIEW(side, share, key, word)                                                             \
    share "_of_" #side "=share\nof " #side "|on_" #side "." key "=" word "\n" #side "|on_" #side \
          ".parallelism=paral-\nlelism|on_" #side ".local.count=times\non " #side "|place|call"
#define LOCAL(side)                                                             \
    "What makes up the " #side ", by call site (local: the callee's own code)", \
        VIEW(side, "share", "local." #side, "local")
#define WHOLE(name, side) \
    name " by call site, with everything the callee calls", VIEW(side, "whole", #side, "whole")

static const struct order orders[SW_SORTS] = {
    [SW_SORT_LOCAL_SPAN] = {LOCAL(span), "on_span.local.span"},
    [SW_SORT_SPAN] = {WHOLE("Span", span), "on_span.span"},
    [SW_SORT_LOCAL_WORK] = {LOCAL(work), "on_work.local.work"},
    [SW_SORT_WORK] = {WHOLE("Work", work), "on_work.work"},
    [SW_SORT_COUNT] = {LOCAL(work), "on_work.local.count"},
    [SW_SORT_PARALLELISM] = {WHOLE("Work", work), "on_work.parallelism"},
    [SW_SORT_LINE] = {LOCAL(span), "file"},
    [SW_SORT_IDLE... SW_SORT_BLAME] = {WHOLE("Work", work), "on_span.local.span"},
};

/* Whether there are call sites in the program, and no line of any is known. */
static int lacks_lines(const struct sw_profile *p)
{
    size_t n = 0;
    for (size_t i = 0; i < p->n_sites; i++) {
        const struct sw_site *site = &p->sites[i];
        if (site->kind == SW_SITE_ROOT || sw_site_is_main(site))
            continue;
        if (*sw_string(site->caller_place.file))
            return 0;
        n++;
    }
    return n > 0;
}

/* They are called as the program's author would. */
static struct sw_html_section section_of(const struct sw_profile *p)
{
    if (p->front_end == SW_FRONT_END_ANNOTATE)
        return (struct sw_html_section){
            "sites", "Sections, tasks and locks",
            "As annotated. The local spans add up to the critical path: to shorten it, shorten the "
            "first rows, or divide them into more tasks.",
            "section", false};
    if (p->n_simulations)
        return (struct sw_html_section){"sites", "Constructs on work and on span",
                                        "The local spans add up to the critical path of the last "
                                        "run: to shorten it, start with the first rows.",
                                        "construct", true};
    return (struct sw_html_section){
        "sites", "Call sites",
        "Every place that calls or spawns, and every parallel loop. The local spans add up to the "
        "critical path: to shorten it, start with the first rows.",
        "call site", false};
}

void sw_run_sites(struct sw_document *d, const struct sw_report *r)
{
    static const struct sw_html_group groups[] = {
        {"on_span.local", "On span, local", "on span, local", 1},
        {"on_work.local", "On work, local", "on work, local", 1},
        {"on_span", "On span, top-call-site", "on span, top-call-site", 0},
        {"on_work", "On work, top-call-site", "on work, top-call-site", 0},
        {"on_span.top_caller", "On span, top-caller", "on span, top-caller", 0},
        {"on_work.top_caller", "On work, top-caller", "on work, top-caller", 0},
        {"names", "Names", NULL, 0},
    };
    const struct sw_profile *p = r->profile;
    enum sw_report_sort sort = d->options->sort;
    struct order order = orders[sort];
    SW_TABLE(
        d, .section = section_of(p), .heading = order.heading, SW_FIELDS(sites), .text = order.view,
        .page = "call|file|line|share_of_span|share_of_work|@on_span.local|on_span.local.count|"
                "on_span.local.work|on_span.local.span|@on_work.local|on_work.local.count|on_"
                "work.local.work|on_work.local.span|@on_span|on_span.count|on_span.work..on_"
                "span.parallelism|@on_work|on_work.count|on_work.work..on_work.parallelism|on_"
                "work.burdened_span|on_work.spawns|@on_span.top_caller|on_span.top_caller."
                "count|on_span.top_caller.work..on_span.top_caller.parallelism|@on_work.top_"
                "caller|on_work.top_caller.count|on_work.top_caller.work..on_work.top_caller."
                "parallelism|@names|kind|callee|caller|inlined_into|address",
        .json = all_of_site, .rows = r->sites, .n = r->n_sites, .context = p,
        .left = p->n_sites - r->n_sites, .more = " site~: 'spanwise report --top=all'",
        .look = {.sort = order.sort,
                 .ascending = sort == SW_SORT_PARALLELISM || sort == SW_SORT_LINE,
                 SW_GROUPS(groups)});
    if (r->n_sites && lacks_lines(p))
        sw_document_paragraph(d, "no line numbers are known: compile with -g");
}

void sw_document_sites(struct sw_document *d, const struct sw_profile *profile,
                       const void *const *rows, size_t n, sw_row_members *each)
{
    SW_TABLE(d, .key = "sites", SW_FIELDS(sites), .json = all_of_site, .rows = rows, .n = n,
             .context = profile, .each = each);
}

/* With the columns of the inflation behind the others, where there is a serial profile; the others do not look at their context. */
void sw_run_csv_sites(struct sw_document *d, const struct sw_report *r)
{
    struct sw_columns c;
    sw_columns_choose(
        &c, sites, sizeof sites / sizeof *sites,
        "source=file|line|address=call sites (rip)|kind=function "
        "type|on_work.work..on_work.count|on_work.top_caller.work..on_work.local.count|on_span."
        "work..on_span.count|on_span.top_caller.work..on_span.local.count|column..callee",
        SW_AS_CSV);
    for (size_t i = 0; d->options->serial && i < sw_n_inflation_csv; i++)
        c.items[c.n++] = sw_inflation_csv[i];
    struct sw_table table = {.columns = c.items,
                             .n_columns = c.n,
                             .rows = r->sites,
                             .n_rows = r->n_sites,
                             .context = &r->inflation,
                             .units = d->units};
    sw_table_csv(&table, d->out);
}

SW_GETS(get_strand, integer, sw_average_maximal_strand(&((const struct sw_region *)row)->figures))

#define WORK        AT(sw_region, figures.work)
#define SPAN        AT(sw_region, figures.span)
#define BURDENED    AT(sw_region, figures.burdened_span)
#define OF_SPAN     OF(sw_region, figures.span)
#define OF_BURDENED OF(sw_region, figures.burdened_span)

static const struct sw_column figures[] = {
    {"label", NULL, "region", SW_TEXT, AT(sw_region, label), .fit = SW_NAME, .word = "region"},
    {"count", NULL, "times", SW_COUNT, AT(sw_region, figures.count)},
    {"work", NULL, NULL, SW_COST, WORK, .word = "work", .heat = 1},
    {"span", NULL, NULL, SW_COST, SPAN, .word = "span", .heat = 1},
    {"burdened_span", NULL, NULL, SW_COST, BURDENED},
    {"parallelism", NULL, "paral-\nlelism", SW_RATIO, WORK, OF_SPAN, .word = "parallelism"},
    {"burdened_parallelism", NULL, "burdened\nparallelism", SW_RATIO, WORK, OF_BURDENED,
     .word = "burdened parallelism"},
    {"spawns", NULL, NULL, SW_COUNT, AT(sw_region, figures.spawns)},
    {"syncs", NULL, NULL, SW_COUNT, AT(sw_region, figures.syncs)},
    {"average_maximal_strand", NULL, NULL, SW_COST, .get = get_strand},
};

const struct sw_column sw_cilkscale[] = {
    {NULL, "tag", NULL, SW_TEXT, AT(sw_region, label)},
    {NULL, "work", NULL, SW_SECONDS, WORK},
    {NULL, "span", NULL, SW_SECONDS, SPAN},
    {NULL, "parallelism", NULL, SW_RATIO, WORK, OF_SPAN},
    {NULL, "burdened_span", NULL, SW_SECONDS, BURDENED},
    {NULL, "burdened_parallelism", NULL, SW_RATIO, WORK, OF_BURDENED},
};
const size_t sw_n_cilkscale = sizeof sw_cilkscale / sizeof *sw_cilkscale;

void sw_document_figures(struct sw_document *d, const struct sw_figures *whole)
{
    const struct sw_region row = {sw_profile_empty, *whole};
    SW_MEMBERS(d, figures, "work..average_maximal_strand", &row, NULL);
}

void sw_run_regions(struct sw_document *d, const struct sw_report *r)
{
    const char *view = "label|count|work|span|parallelism|burdened_parallelism";
    SW_TABLE(d, .section = SW_TITLED("regions", "Regions", .word = "region"), SW_FIELDS(figures),
             .text = view, .page = view, .json = "*",
             SW_ITEMS(r->profile->regions, r->profile->n_regions));
}

void sw_run_csv_regions(struct sw_document *d, const struct sw_report *r)
{
    const struct sw_profile *p = r->profile;
    const struct sw_region whole = {sw_profile_empty, p->whole};
    SW_FREED const void **rows = calloc(p->n_regions + 1, sizeof *rows);
    if (sw_document_fails(d, rows ? 0 : -ENOMEM))
        return;
    rows[0] = &whole;
    for (size_t i = 0; i < p->n_regions; i++)
        rows[i + 1] = &p->regions[i];
    SW_TABLE(d, .fields = sw_cilkscale, .n_fields = sw_n_cilkscale, .csv = "*", .rows = rows,
             .n = p->n_regions + 1);
}

const struct sw_column sw_bound_fields[] = {
    {"processors", NULL, NULL, SW_COUNT, AT(sw_speedup, processors)},
    {"lower", NULL, "at least", SW_REAL, AT(sw_speedup, lower)},
    {"upper", NULL, "at most", SW_REAL, AT(sw_speedup, upper)},
};

void sw_run_bounds(struct sw_document *d, const struct sw_report *r)
{
    struct sw_speedup bounds[SW_REPORT_N_PROCESSORS];
    for (size_t i = 0; i < SW_REPORT_N_PROCESSORS; i++)
        bounds[i] = sw_program_bounds(r->profile, sw_report_processors[i]);
    SW_TABLE(d, .key = "speedup",
             .heading = "Speedup to expect (at least: estimate; at most: bound)",
             SW_FIELDS(sw_bound_fields), .text = "*", .json = "*",
             SW_ITEMS(bounds, SW_REPORT_N_PROCESSORS));
    if (bounds[0].lower < 1)
        sw_document_paragraph(d, "below 1, 'at least' says little: it assumes that every "
                                 "continuation is stolen, which costs more than the work");
}

/* Locks, and the places that take them. */
static const struct sw_lock *lock_of(const void *site, const void *profile)
{
    return &((const struct sw_profile *)profile)->locks[((const struct sw_lock_site *)site)->lock];
}

SW_GETS(get_bound, real, sw_lock_bound(context, row))
SW_GETS(get_site_bound, real, sw_lock_bound(context, lock_of(row, context)))

/* "table, 16 locks" */
SW_GETTER(get_lock, profile)
{
    const struct sw_lock *lock = lock_of(row, profile);
    const char *name = sw_string(lock->name);
    if (lock->n_locks > 1)
        sw_value_print(value, "%.500s%s%lu locks", name, *name ? ", " : "", lock->n_locks);
    else if (*name)
        value->text = name;
    else
        sw_value_print(value, "at %#lx", lock->address);
}

static struct sw_place find_lock(const void *row, __attribute__((unused)) const void *profile)
{
    return *sw_lock_place(row);
}

SW_GETTER(get_lock_place, profile)
{
    const struct sw_place *place = sw_lock_place(row);
    sw_value_place(value, place->line ? place->file : NULL, place->line, "?");
}

static const struct sw_column locks[] = {
    {"name", NULL, NULL, SW_TEXT, AT(sw_lock, name)},
    {"locks", NULL, NULL, SW_COUNT, AT(sw_lock, n_locks)},
    SW_COUNTS(sw_lock, taken, held, most, alone),
    {"bound", NULL, NULL, SW_REAL, .get = get_bound},
    SW_COUNTS(sw_lock, shared_taken, shared_held),
};

static const struct sw_column lock_sites[] = {
    SW_PLACE_OF("", find_lock),
    {"taken", NULL, "times", SW_COUNT, AT(sw_lock_site, taken)},
    {"held", NULL, NULL, SW_COST, AT(sw_lock_site, held)},
    {"shared_taken", NULL, "by\nreaders", SW_COUNT, AT(sw_lock_site, shared_taken)},
    {"shared_held", NULL, NULL, SW_COST, AT(sw_lock_site, shared_held)},
    /* For people: */
    {"share", NULL, "held\nof work", SW_SHARE, AT(sw_lock_site, held),
     OF_WHOLE(sw_profile, whole.work), .heat = 1},
    {"bound", NULL, "at\nmost", SW_REAL, .get = get_site_bound, .word = "speedup"},
    {"name", NULL, "lock", SW_TEXT, .get = get_lock, .fit = SW_NAME, .word = "lock"},
    {"place", NULL, "taken at", SW_TEXT, .get = get_lock_place, .fit = SW_PATH},
};

SW_ROW_MEMBERS(put_lock_sites, profile)
{
    const struct sw_profile *p = profile;
    size_t lock = (size_t)((const struct sw_lock *)row - p->locks);
    sw_json_open(&d->json, "sites", '[');
    for (size_t i = 0; i < p->n_lock_sites; i++) {
        if (p->lock_sites[i].lock != lock)
            continue;
        sw_json_open(&d->json, NULL, '{');
        SW_MEMBERS(d, lock_sites, "file..shared_held", &p->lock_sites[i], p);
        sw_json_close(&d->json, '}');
    }
    sw_json_close(&d->json, ']');
}

void sw_run_locks(struct sw_document *d, const struct sw_report *r)
{
    enum { MOST = 10 };
    const struct sw_profile *p = r->profile;
    size_t left = p->n_lock_sites > MOST ? p->n_lock_sites - MOST : 0;
    if (p->n_locks)
        SW_TABLE(d, .key = "locks", SW_FIELDS(locks), .json = "*", SW_ITEMS(p->locks, p->n_locks),
                 .context = p, .each = put_lock_sites);
    SW_TABLE(
        d,
        .section =
            SW_TITLED("locks", "Locks",
                      "How long each was held in this serial run, by the line that took it. At "
                      "most: the speedup that this lock allows on any number of cores (a bound).",
                      .word = "lock"),
        .heading = "Locks, those that limit the speedup most first (at most: a bound)",
        SW_FIELDS(lock_sites), .text = "share|held|taken|shared_taken|bound|name|place|function=in",
        .page = "share|held|taken|shared_taken|bound|name|function=taken in|file|line",
        SW_ITEMS(p->lock_sites, p->n_lock_sites), .context = p, .top = MOST,
        .more = left == 1 ? " place that takes locks: in the page, and in JSON"
                          : " places that take locks: in the page, and in JSON",
        .look = {.sort = "share"});
}
