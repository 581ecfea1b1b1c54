/* Real runs of two profiles side by side ('spanwise bench', 'why'): those on numbers of cores that both have. */
#include "analysis/compare/real.h"
#include "report/model/diff_formats.h"
#include "report/model/site_names.h"
#include "report/write/page.h"

#include <errno.h>
#include <stdlib.h>

static const struct sw_column columns[] = {
    {"processors", NULL, "cores", SW_COUNT, AT(sw_real_change, processors)},
    {"time.before", NULL, "time\nbefore", SW_COST, AT(sw_real_change, time.before)},
    {"time.after", NULL, "time\nafter", SW_COST, AT(sw_real_change, time.after)},
    {"time.change", NULL, "\nchange", SW_CHANGE, AT(sw_real_change, time.growth)},
    {"speedup.before", NULL, "speedup\nbefore", SW_REAL, AT(sw_real_change, speedup_before)},
    {"speedup.after", NULL, "speedup\nafter", SW_REAL, AT(sw_real_change, speedup_after)},
};

/* Times are nanoseconds whatever the meter is. */
struct sw_table sw_diff_real_table(const struct sw_units *units)
{
    return (struct sw_table){columns, sizeof columns / sizeof *columns, NULL, 0, NULL, units};
}

int sw_diff_text_real(const struct sw_diff_report *r, const struct sw_page *page)
{
    const struct sw_diff *f = r->diff;
    const struct sw_units units = {"ns", r->units.utf8};
    struct sw_table table = sw_diff_real_table(&units);
    const void **rows = calloc(f->n_real + 1, sizeof *rows);
    int error = rows ? 0 : -ENOMEM;
    for (; rows && table.n_rows < f->n_real; table.n_rows++)
        rows[table.n_rows] = &f->real[table.n_rows];
    table.rows = rows;
    if (rows && f->n_real) {
        sw_page_heading(page, "Real runs on N cores, unprofiled");
        error = sw_table_text(&table, page->width, page->bold, page->plain, page->out);
    }
    free(rows);
    return error;
}

int sw_diff_json_real(struct sw_json *json, const struct sw_diff_report *r)
{
    const struct sw_units units = {"ns", r->units.utf8};
    struct sw_table table = sw_diff_real_table(&units);
    if (!r->diff->n_real)
        return 0;
    sw_json_open(json, "real_runs", '[');
    for (size_t i = 0; i < r->diff->n_real; i++) {
        sw_json_open(json, NULL, '{');
        sw_json_members(json, &table, &r->diff->real[i]);
        sw_json_boolean(json, "beyond_noise", !r->diff->real[i].is_noise);
        sw_json_close(json, '}');
    }
    sw_json_close(json, ']');
    return 0;
}
