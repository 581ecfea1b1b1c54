/* The ledger of the verdict: from N cores down to the speedup to expect. */
#include "analysis/workspan/sites.h"
#include "report/model/formats.h"
#include "report/write/page.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

struct row {
    const char *cause;
    double lost, speedup_without;
    const struct sw_verdict_loss *loss; /* NULL: it is work, or not known */
};

#define AT(member) .at = offsetof(struct row, member)

static const struct sw_verdict_place *place_of(const void *row)
{
    const struct sw_verdict_loss *loss = ((const struct row *)row)->loss;
    return loss && loss->n_places ? &loss->places[0] : NULL;
}

static void get_line(const void *row, const void *context, struct sw_value *value)
{
    const struct sw_verdict_place *place = place_of(row);
    (void)context;
    value->none = !place || !place->line;
    if (!value->none)
        snprintf(value->scratch, sizeof value->scratch, "%s:%" PRIu32, sw_base_name(place->file),
                 place->line);
    value->text = value->scratch;
}

static void get_function(const void *row, const void *context, struct sw_value *value)
{
    const struct sw_verdict_place *place = place_of(row);
    (void)context;
    value->none = !place || !*place->function;
    value->text = value->none ? "" : place->function;
}

static void get_lines(const void *row, const void *context, struct sw_value *value)
{
    const struct sw_verdict_loss *loss = ((const struct row *)row)->loss;
    (void)context;
    value->none = !loss || !loss->n_all;
    value->integer = loss ? loss->n_all : 0;
}

static const struct sw_column columns[] = {
    {NULL, NULL, "of the cores'\ntime", SW_SHARE, AT(lost)},
    {NULL, NULL, "\ngoes to", SW_TEXT, AT(cause)},
    {NULL, NULL, "speedup\nwithout it", SW_REAL, AT(speedup_without)},
    {NULL, NULL, "\nplaces", SW_COUNT, .get = get_lines},
    {NULL, NULL, "\nfirst line", SW_TEXT, .get = get_line, .fit = SW_PATH},
    {NULL, NULL, "\nin function", SW_TEXT, .get = get_function, .fit = SW_NAME},
};

int sw_report_text_ledger(const struct sw_report *report, const struct sw_page *page)
{
    const struct sw_verdict *v = &report->verdict;
    struct row all[SW_WHY_CAUSES + 2];
    const void *rows[SW_WHY_CAUSES + 2];
    char title[80], n[SW_UNITS_SIZE];
    size_t k = 0;
    double lost = 0;
    for (size_t i = 0; i < v->n_losses; i++)
        lost += v->losses[i].lost;
    if (!v->n_losses || isnan(lost))
        return 0;
    if (v->work > 0)
        all[k++] = (struct row){"work", v->work, NAN, NULL};
    for (size_t i = 0; i < v->n_losses; i++)
        all[k++] = (struct row){sw_why_name(v->losses[i].cause), v->losses[i].lost,
                                v->losses[i].speedup_without, &v->losses[i]};
    if (v->work > 0 && 1 - lost - v->work > 0.005)
        all[k++] = (struct row){"not known", 1 - lost - v->work, NAN, NULL};
    for (size_t i = 0; i < k; i++)
        rows[i] = &all[i];
    snprintf(title, sizeof title, "Where the time of %s goes",
             sw_units_some(v->processors, "core", n));
    sw_page_heading(page, title);
    struct sw_table table = {columns,       sizeof columns / sizeof *columns, rows, k, NULL,
                             &report->units};
    return sw_table_text(&table, page->width, page->bold, page->plain, page->out);
}
