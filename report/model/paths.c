#include "report/model/paths.h"
#include "analysis/workspan/bounds.h"
#include "analysis/workspan/sites.h"

#define ROW ((const struct sw_path_row *)row)

enum { DEEP = 12, DEEPEST = 40 };

static int is_effort(const struct sw_flame *flame)
{
    return sw_flame_measure_named(flame, "idle") >= 0;
}

int sw_paths_shows(const struct sw_flame *flame, unsigned measure)
{
    const char *name = flame->measures[measure];
    return strcmp(name, "wait") && strcmp(name, "blame");
}

double sw_paths_whole(const struct sw_flame *flame, const double *totals, unsigned measure)
{
    double whole = 0;
    if (!is_effort(flame) || !sw_paths_shows(flame, measure))
        return totals[measure];
    for (unsigned m = 0; m < flame->n_measures; m++)
        whole += sw_paths_shows(flame, m) ? totals[m] : 0;
    return whole;
}

unsigned sw_paths_order(const struct sw_flame *flame, const struct sw_report_options *options)
{
    static const char *const names[] = {
        [SW_SORT_LOCAL_SPAN] = "span", [SW_SORT_SPAN] = "span", [SW_SORT_LOCAL_WORK] = "work",
        [SW_SORT_WORK] = "work",       [SW_SORT_IDLE] = "idle", [SW_SORT_OVERHEAD] = "overhead",
    };
    size_t sort = options->sort;
    const char *name = sort < sizeof names / sizeof *names ? names[sort] : NULL;
    int measure = name ? sw_flame_measure_named(flame, name) : -1;
    return measure < 0 ? 0 : (unsigned)measure;
}

/* What is below is to the right, by less where it is deep. */
SW_GETTER(get_name, context)
{
    unsigned depth = ROW->depth, indent = depth < DEEP ? 2 * depth : DEEP + depth;
    snprintf(value->scratch, sizeof value->scratch, "%*s%.500s",
             (int)(indent < DEEPEST ? indent : DEEPEST), "", ROW->name);
    value->text = value->scratch;
}

SW_GETTER(get_where, context)
{
    const struct sw_place *place = ROW->place;
    sw_value_place(value, place ? place->file : NULL, place ? place->line : 0, "-");
}

SW_GETTER(get_parallelism, context)
{
    const struct sw_site *site = ROW->site;
    if (site)
        value->real = sw_parallelism(site->on_work.top_site.work, site->on_work.top_site.span);
}

SW_GETTER(get_times, context)
{
    value->none = !ROW->site;
    value->integer = ROW->site ? ROW->site->on_work.local.count : 0;
}

SW_GETTER(get_times_on_span, context)
{
    value->none = !ROW->site;
    value->integer = ROW->site ? ROW->site->on_span.local.count : 0;
}

static int any_site(const struct sw_path_row *rows, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (rows[i].site)
            return 1;
    return 0;
}

void sw_paths_put(struct sw_document *d, const struct sw_path_table *t,
                  const struct sw_path_row *rows, size_t n)
{
    struct sw_column fields[SW_FLAME_MEASURES_MOST + 5];
    char titles[SW_FLAME_MEASURES_MOST][32];
    size_t k = 0;
    for (unsigned m = 0; m < t->flame->n_measures; m++) {
        if (!sw_paths_shows(t->flame, m))
            continue;
        snprintf(titles[m], sizeof titles[m], is_effort(t->flame) ? "%s" : "share\nof %s",
                 t->flame->measures[m]);
        fields[k++] = (struct sw_column){.title = titles[m],
                                         .type = SW_SHARE,
                                         .at = offsetof(struct sw_path_row, shares[m]),
                                         .stored = SW_F64};
    }
    if (any_site(rows, n))
        fields[k++] =
            (struct sw_column){.title = "paral-\nlelism", .type = SW_REAL, .get = get_parallelism};
    if (any_site(rows, n) && t->has_times) {
        fields[k++] = (struct sw_column){.title = "times", .type = SW_COUNT, .get = get_times};
        fields[k++] = (struct sw_column){
            .title = "times\non span", .type = SW_COUNT, .get = get_times_on_span};
    }
    fields[k++] = (struct sw_column){.title = "line", .get = get_where, .fit = SW_PATH};
    fields[k++] = (struct sw_column){.title = t->title, .get = get_name, .fit = SW_NAME};
    SW_TABLE(d, .heading = t->heading, .fields = fields, .n_fields = k, .text = "*",
             SW_ITEMS(rows, n), .top = t->top, .more = ": '--top=all'");
}

void sw_paths_note(struct sw_document *d, const struct sw_flame *flame)
{
    uint64_t samples = flame->samples[0];
    if (flame->n_nodes < 2 || (!samples && !flame->shared_out && !is_effort(flame)))
        return;
    fputc('\n', d->out);
    if (is_effort(flame))
        sw_document_note(d, "shares",
                         "of the effort: the cores' work, overhead and idle time together");
    if (samples)
        sw_document_note(d, is_effort(flame) ? "samples" : "shares",
                         "of %" PRIu64 " samples: shares may be off by %.1f points", samples,
                         100 / sqrt((double)samples));
    else if (flame->shared_out)
        sw_document_note(d, "paths",
                         "derived from call sites: a function's cost is split among the places "
                         "that call it, and recursion is one frame");
}
