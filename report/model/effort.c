#include "report/model/effort.h"
#include "analysis/workspan/sites.h"
#include "report/write/outlet.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

static enum sw_effort_metric metric_of(enum sw_report_sort sort)
{
    switch (sort) {
    case SW_SORT_WORK:
    case SW_SORT_LOCAL_WORK:
        return SW_EFFORT_WORK;
    case SW_SORT_IDLE:
        return SW_EFFORT_IDLE;
    case SW_SORT_OVERHEAD:
        return SW_EFFORT_OVERHEAD;
    case SW_SORT_WAIT:
        return SW_EFFORT_WAIT;
    case SW_SORT_BLAME:
        return SW_EFFORT_BLAME;
    default:
        return SW_EFFORT_ALL;
    }
}

#define SMALL 0.005 /* of the effort: callers below are left out, unless all is asked for */

int sw_effort_view(const struct sw_effort_report *r, enum sw_report_view view, size_t most,
                   struct sw_effort_rows *rows)
{
    size_t top = r->options->top ? r->options->top : most;
    double least = r->options->top == SW_REPORT_ALL ? 0 : SMALL;
    switch (view) {
    case SW_VIEW_CALLERS:
        return sw_effort_callers(r->tree, r->sort, top, least, rows);
    case SW_VIEW_FLAT:
        return sw_effort_functions(r->tree, r->sort, top, rows);
    case SW_VIEW_LINES:
        return sw_effort_lines(r->tree, r->sort, top, rows);
    case SW_VIEW_PAGE:
    case SW_VIEW_TREE:
        break;
    }
    return sw_effort_hot_paths(&r->shown, r->sort, top, rows);
}

int sw_effort_csv(const struct sw_effort_report *r, enum sw_report_view view)
{
    struct sw_table table = sw_effort_table(SW_EFFORT_CSV, r);
    struct sw_effort_rows rows;
    int error = sw_effort_view(r, view, SW_EFFORT_EVERY, &rows);
    const void **pointers = error ? NULL : calloc(rows.n + 1, sizeof *pointers);
    if (!error && !pointers)
        error = -ENOMEM;
    if (!error) {
        for (size_t i = 0; i < rows.n; i++)
            pointers[i] = &rows.items[i];
        table.rows = pointers;
        table.n_rows = rows.n;
        sw_table_csv(&table, r->out);
    }
    free(pointers);
    sw_effort_rows_release(&rows);
    return error;
}

char *sw_effort_lock_name(const struct sw_effort_report *r, const struct sw_effort_lock *lock,
                          char buffer[SW_EFFORT_LOCK_TEXT])
{
    struct sw_account_place place;
    if (*sw_string(lock->name))
        snprintf(buffer, SW_EFFORT_LOCK_TEXT, "%.600s", lock->name);
    else if (sw_account_lock_place(&r->logical, lock, &place) && place.line)
        snprintf(buffer, SW_EFFORT_LOCK_TEXT, "of %.500s:%u",
                 sw_base_name(sw_effort_file(&r->logical, place.key)), place.line);
    else
        snprintf(buffer, SW_EFFORT_LOCK_TEXT, "0x%" PRIx64, lock->address);
    return buffer;
}

char *sw_effort_lock_place(const struct sw_effort_report *r, struct sw_effort_key key,
                           uint32_t line, char buffer[SW_EFFORT_LOCK_TEXT])
{
    const char *name = sw_effort_name(&r->logical, key);
    *buffer = 0;
    if (key.function >= r->functions.n)
        return buffer;
    if (line)
        snprintf(buffer, SW_EFFORT_LOCK_TEXT, "%.300s, %.200s:%u", name,
                 sw_base_name(sw_effort_file(&r->logical, key)), line);
    else
        snprintf(buffer, SW_EFFORT_LOCK_TEXT, "%.300s", name);
    return buffer;
}

static int make(struct sw_effort_report *r)
{
    int error = sw_functions_make(&r->functions, r->profile);
    if (!error)
        error =
            sw_effort_tree_make(&r->logical, r->profile, &r->functions, SW_FRAMES_READERS, r->sort);
    if (!error)
        error = sw_effort_tree_make(&r->shown, r->profile, &r->functions,
                                    r->options->physical ? SW_FRAMES_PHYSICAL : SW_FRAMES_FOLDED,
                                    r->sort);
    if (!error)
        error = sw_account_make(&r->account, &r->regions, &r->logical);
    if (!error)
        error = sw_findings_make(&r->findings, r->profile, &r->units);
    if (error)
        return error;
    r->tree = r->options->physical ? &r->shown : &r->logical;
    sw_effort_findings(&r->findings, &r->logical, &r->account, &r->regions, &r->units);
    error = r->findings.error;
    return error ? error : sw_verdict_make(&r->verdict, r->profile, &r->findings, 0);
}

static int print(const struct sw_effort_report *r)
{
    switch (r->options->format) {
    case SW_REPORT_CSV:
        return sw_effort_csv(r, r->options->view);
    case SW_REPORT_CSV_FUNCTIONS:
        return sw_effort_csv(r, SW_VIEW_FLAT);
    case SW_REPORT_JSON:
        return sw_effort_json(r);
    case SW_REPORT_HTML:
        return sw_effort_html(r);
    default:
        return sw_effort_text(r);
    }
}

int sw_effort_print(const struct sw_profile *profile, const struct sw_report_options *options,
                    FILE *out)
{
    struct sw_outlet outlet;
    int error = sw_outlet_open(
        &outlet, out,
        sw_outlet_for(options->format == SW_REPORT_TEXT,
                      options->format != SW_REPORT_JSON && options->format != SW_REPORT_HTML),
        options, "ns");
    if (error)
        return error;
    struct sw_effort_report r = {.profile = profile,
                                 .options = &outlet.page,
                                 .sort = metric_of(options->sort),
                                 .units = outlet.units,
                                 .out = outlet.out};
    error = make(&r);
    if (!error)
        error = print(&r);
    error = sw_outlet_close(&outlet, error);
    sw_findings_release(&r.findings);
    sw_verdict_release(&r.verdict);
    sw_effort_regions_release(&r.regions);
    sw_effort_tree_release(&r.logical);
    sw_effort_tree_release(&r.shown);
    sw_functions_release(&r.functions);
    return error;
}
