/* Work inflation: what grew since a serial run, where such a profile was given to compare with. */
#include "report/model/profile_parts.h"
#include "report/model/run.h"

enum { DEFAULT_TOP = 10 };

SW_GETS(get_runs, text, sw_runs_name(((const struct sw_difference *)row)->presence))
SW_GETS(get_mark, text, ((const struct sw_difference *)row)->is_inflated ? "*" : "")

/* A cell of a row of the sites' table, from the growth of its place; empty where another record of the same place has the figures. */
#define GETTER(name, field, expression)                                \
    SW_GETTER(name, context)                                           \
    {                                                                  \
        const struct sw_difference *g = sw_inflation_of(context, row); \
        value->none = !g;                                              \
        if (g)                                                         \
            value->field = expression;                                 \
    }

GETTER(get_serial_count, integer, g->count.before)
GETTER(get_serial_work, integer, g->work.before)
GETTER(get_serial_local, integer, g->local_work.before)
GETTER(get_growth, change, g->local_work.growth)
GETTER(get_ratio, real, sw_change_ratio(&g->local_work))
GETTER(get_excess, change, g->excess)
GETTER(get_inflated, integer, g->is_inflated != 0)

const struct sw_column sw_inflation_csv[] = {
    {NULL, "serial count on work", NULL, SW_COUNT, .get = get_serial_count},
    {NULL, "serial work on work", NULL, SW_COST, .get = get_serial_work},
    {NULL, "serial local work on work", NULL, SW_COST, .get = get_serial_local},
    {NULL, "local work growth", NULL, SW_CHANGE, .get = get_growth},
    {NULL, "local work ratio", NULL, SW_REAL, .get = get_ratio},
    {NULL, "local work excess", NULL, SW_CHANGE, .get = get_excess},
    {NULL, "inflated", NULL, SW_FLAG, .get = get_inflated},
};
const size_t sw_n_inflation_csv = sizeof sw_inflation_csv / sizeof *sw_inflation_csv;

#define CHANGE(type, path, member, integers)                                            \
    SW_COLUMN(path "serial", NULL, "serial", integers, AT(type, member.before)),        \
        SW_COLUMN(path "parallel", NULL, "parallel", integers, AT(type, member.after)), \
        SW_COLUMN(path "growth", NULL, "growth", SW_CHANGE, AT(type, member.growth),    \
                  .word = "growth", .heat = 1),                                         \
        SW_COLUMN(path "ratio", NULL, "ratio", SW_RATIO, AT(type, member.after),        \
                  OF(type, member.before))

static const struct sw_column fields[] = {
    SITE_FIELDS,
    {"runs", NULL, "in which run", SW_TEXT, .get = get_runs},
    {"inflated", NULL, NULL, SW_FLAG, AT(sw_difference, is_inflated), .word = "inflation"},
    {"mark", NULL, "", SW_TEXT, .get = get_mark},
    CHANGE(sw_difference, "count.", count, SW_COUNT),
    CHANGE(sw_difference, "local_work.", local_work, SW_COST),
    {"local_work.excess", NULL, NULL, SW_CHANGE, AT(sw_difference, excess)},
    CHANGE(sw_difference, "work.", work, SW_COST),
};

static void put_sites(struct sw_document *d, const struct sw_inflation *f)
{
    static const struct sw_html_group groups[] = {{"local_work", "Local work", "local", 1},
                                                  {"work", "Work, with what it calls", "work", 0},
                                                  {"count", "Times", "count", 0}};
    size_t top = d->options->top;
    SW_TABLE(
        d,
        .section = SW_TITLED("inflated-sites", "Where the work grew",
                             "Same code, same data: whatever takes longer was waiting, for "
                             "memory or for other threads.",
                             .word = "inflation"),
        .key = "sites", .heading = "What grew, by call site (local work: the callee's own code)",
        SW_FIELDS(fields), .text = "local_work.serial..local_work.ratio|mark|where|call",
        .page = "call|file|line|inflated|@local_work|local_work.serial..local_work.ratio|@work|"
                "work.serial..work.ratio|@count|count.serial..count.ratio|@|runs",
        .json = "file..kind|runs|inflated|count.serial..work.ratio",
        SW_ITEMS(f->sites, d->as == SW_AS_JSON && top && top < f->n_sites ? top : f->n_sites),
        .top = top ? top : DEFAULT_TOP, .more = " site~: 'spanwise report --top=all'",
        .look = {.sort = "local_work.growth", SW_GROUPS(groups)});
}

struct whole {
    const char *label;
    struct sw_change change;
};

static void put_whole(struct sw_document *d, const struct sw_inflation *f)
{
    static const struct sw_column whole_fields[] = {{"what", NULL, "", SW_TEXT, AT(whole, label)},
                                                    CHANGE(whole, "", change, SW_COST)};
    bool is_text = d->as == SW_AS_TEXT;
    struct whole rows[] = {{is_text ? "Work" : "work", f->work},
                           {is_text ? "Span" : "span", f->span}};
    const char *name = d->options->serial_name;
    SW_TABLE(d,
             .section =
                 SW_TITLED("inflation", "From the serial run to this one", .word = "inflation"),
             .heading = SW_PRINTED("Work inflation, over the serial run%s%.400s%s",
                                   name ? " in '" : "", name ? name : "", name ? "'" : ""),
             SW_FIELDS(whole_fields), .text = "*", .page = "*", SW_ITEMS(rows, 2));
    if (isfinite(f->most_speedup))
        sw_document_paragraph(d,
                              "speedup over the serial run on these %s workers: at most %s (a "
                              "bound, from this run's work and span)",
                              SW_SHOWN(count, f->parallel->circumstances.workers),
                              SW_SHOWN(ratio, f->most_speedup));
}

static void put_unmatched(struct sw_document *d, const struct sw_unmatched *only, const char *where)
{
    if (only->n)
        sw_document_paragraph(d, "%zu site%s %s in the %s profile only: %s of local work", only->n,
                              only->n == 1 ? "" : "s", only->n == 1 ? "is" : "are", where,
                              SW_SHOWN(spoken, d->units, only->local_work));
}

static void put_for_people(struct sw_document *d, const struct sw_inflation *f)
{
    put_whole(d, f);
    put_sites(d, f);
    if (!f->n_sites)
        return;
    put_unmatched(d, &f->serial_only, "serial");
    put_unmatched(d, &f->parallel_only, "parallel");
    sw_document_paragraph(d,
                          "%s by more than noise, which is %.0f%% of its serial work, the cost of "
                          "following its calls, and %.0f%% of the program's serial work",
                          f->n_inflated ? "* inflated: grew" : "none grew",
                          100 * SW_INFLATION_NOISE, 100 * SW_INFLATION_LEAST);
}

static void json_serial(struct sw_document *d, const struct sw_profile *p)
{
    sw_json_put(&d->json, "serial:{profile?:%s", d->options->serial_name);
    sw_document_program(d, p);
    sw_json_put(&d->json, "host:%s, started:%lu}", p->host, p->started_unix);
}

static void put_json(struct sw_document *d, const struct sw_inflation *f)
{
    static const struct sw_column figures[] = {
        CHANGE(sw_inflation, "work.", work, SW_COST),
        CHANGE(sw_inflation, "span.", span, SW_COST),
        {"speedup_at_most", NULL, NULL, SW_REAL, AT(sw_inflation, most_speedup)},
    };
    sw_json_open(&d->json, "inflation", '{');
    json_serial(d, f->serial);
    SW_MEMBERS(d, figures, "*", f, NULL);
    sw_json_put(&d->json,
                "noise:%g, matched:%zu, by_name:%zu, inflated:%zu, counts_differ:%zu, "
                "serial_only:{sites:%zu, local_work:%lu}, parallel_only:{sites:%zu, "
                "local_work:%lu}",
                SW_INFLATION_NOISE, f->n_matched, f->n_by_name, f->n_inflated, f->n_counts_differ,
                f->serial_only.n, f->serial_only.local_work, f->parallel_only.n,
                f->parallel_only.local_work);
    d->json.more_lines = 1; /* a site a line, here as well */
    put_sites(d, f);
    d->json.more_lines = 0;
    sw_json_close(&d->json, '}');
}

void sw_run_inflation(struct sw_document *d, const struct sw_report *r)
{
    if (d->options->serial)
        (d->as == SW_AS_JSON ? put_json : put_for_people)(d, &r->inflation);
}
