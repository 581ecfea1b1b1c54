#include "report/model/paths.h"
#include "analysis/workspan/bounds.h"
#include "analysis/workspan/sites.h"
#include "report/write/table.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

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
static void get_name(const void *row, const void *context, struct sw_value *value)
{
    unsigned depth = ROW->depth, indent = depth < DEEP ? 2 * depth : DEEP + depth;
    (void)context;
    snprintf(value->scratch, sizeof value->scratch, "%*s%.500s",
             (int)(indent < DEEPEST ? indent : DEEPEST), "", ROW->name);
    value->text = value->scratch;
}

static void get_where(const void *row, const void *context, struct sw_value *value)
{
    const struct sw_place *place = ROW->place;
    (void)context;
    if (place && *sw_string(place->file))
        snprintf(value->scratch, sizeof value->scratch, "%.600s:%" PRIu32, place->file,
                 place->line);
    else
        strcpy(value->scratch, "-");
    value->text = value->scratch;
}

static void get_parallelism(const void *row, const void *context, struct sw_value *value)
{
    const struct sw_site *site = ROW->site;
    (void)context;
    value->real = site ? sw_parallelism(site->on_work.top_site.work, site->on_work.top_site.span)
                       : (double)NAN;
}

static void get_times(const void *row, const void *context, struct sw_value *value)
{
    (void)context;
    value->none = !ROW->site;
    value->integer = ROW->site ? ROW->site->on_work.local.count : 0;
}

static void get_times_on_span(const void *row, const void *context, struct sw_value *value)
{
    (void)context;
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

int sw_paths_print(const struct sw_path_table *t, const struct sw_path_row *rows, size_t n,
                   const struct sw_page *page)
{
    static const struct sw_units units = {"", 0}; /* there are no costs among the columns */
    struct sw_column columns[SW_FLAME_MEASURES_MOST + 5];
    char titles[SW_FLAME_MEASURES_MOST][32];
    size_t k = 0;
    for (unsigned m = 0; m < t->flame->n_measures; m++) {
        if (!sw_paths_shows(t->flame, m))
            continue;
        snprintf(titles[m], sizeof titles[m], is_effort(t->flame) ? "%s" : "share\nof %s",
                 t->flame->measures[m]);
        columns[k++] =
            (struct sw_column){.title = titles[m],
                               .type = SW_SHARE,
                               .at = offsetof(struct sw_path_row, shares) + m * sizeof(double)};
    }
    if (any_site(rows, n)) {
        columns[k++] =
            (struct sw_column){.title = "paral-\nlelism", .type = SW_REAL, .get = get_parallelism};
        if (t->has_times) {
            columns[k++] = (struct sw_column){.title = "times", .type = SW_COUNT, .get = get_times};
            columns[k++] = (struct sw_column){
                .title = "times\non span", .type = SW_COUNT, .get = get_times_on_span};
        }
    }
    columns[k++] =
        (struct sw_column){.title = "line", .type = SW_TEXT, .get = get_where, .fit = SW_PATH};
    columns[k++] =
        (struct sw_column){.title = t->title, .type = SW_TEXT, .get = get_name, .fit = SW_NAME};
    const void **list = calloc(n + 1, sizeof *list);
    if (!list)
        return -ENOMEM;
    for (size_t i = 0; i < n; i++)
        list[i] = &rows[i];
    struct sw_table table = {columns, k, list, n, NULL, &units};
    int error = sw_table_text(&table, page->width, page->bold, page->plain, page->out);
    free(list);
    return error;
}

void sw_paths_note(const struct sw_flame *flame, const struct sw_page *page)
{
    char note[200];
    if (flame->n_nodes < 2 || (!flame->samples[0] && !flame->shared_out && !is_effort(flame)))
        return;
    fputc('\n', page->out);
    if (is_effort(flame))
        sw_page_note(page, "shares",
                     "of the effort: what processors worked, spent on overhead, and had nothing to "
                     "do, together");
    if (flame->samples[0]) {
        snprintf(note, sizeof note, "of %" PRIu64 " samples: shares may be off by %.1f points",
                 flame->samples[0], 100 / sqrt((double)flame->samples[0]));
        sw_page_note(page, is_effort(flame) ? "samples" : "shares", note);
    } else if (flame->shared_out) {
        sw_page_note(page, "paths",
                     "put together from call sites: what a function does is shared out among the "
                     "places that call it, and recursion is one frame");
    }
}
