#include "report/model/diff_lines.h"
#include "report/write/table.h"

#include <stdio.h>

static void get_before(const void *row, const void *context, struct sw_value *value)
{
    (void)context;
    value->text = ((const struct sw_diff_line *)row)->before;
}

static void get_after(const void *row, const void *context, struct sw_value *value)
{
    (void)context;
    value->text = ((const struct sw_diff_line *)row)->after;
}

static void get_change(const void *row, const void *context, struct sw_value *value)
{
    (void)context;
    value->text = ((const struct sw_diff_line *)row)->change;
}

static void get_ratio(const void *row, const void *context, struct sw_value *value)
{
    (void)context;
    value->text = ((const struct sw_diff_line *)row)->ratio;
}

static const struct sw_column whole[] = {
    {.title = "", .type = SW_TEXT, .at = offsetof(struct sw_diff_line, label)},
    {.title = "before", .type = SW_FIGURE, .get = get_before},
    {.title = "after", .type = SW_FIGURE, .get = get_after},
    {.title = "change", .type = SW_FIGURE, .get = get_change},
    {.title = "relative", .type = SW_FIGURE, .get = get_ratio},
};

struct sw_diff_line *sw_diff_lines_add(struct sw_diff_lines *lines, const char *label)
{
    struct sw_diff_line *line = &lines->all[lines->n++];
    line->label = label;
    return line;
}

void sw_diff_lines_cost(struct sw_diff_lines *lines, const char *label, const struct sw_change *c)
{
    struct sw_diff_line *line = sw_diff_lines_add(lines, label);
    sw_units_cost(lines->units, c->before, line->before);
    sw_units_cost(lines->units, c->after, line->after);
    sw_units_change(lines->units, c->growth, line->change);
    sw_units_growth(sw_change_ratio(c), line->ratio);
}

void sw_diff_lines_count(struct sw_diff_lines *lines, const char *label, uint64_t before,
                         uint64_t after)
{
    struct sw_change c = sw_change_make(before, after);
    struct sw_diff_line *line = sw_diff_lines_add(lines, label);
    char digits[SW_UNITS_SIZE];
    sw_units_count(before, line->before);
    sw_units_count(after, line->after);
    snprintf(line->change, sizeof line->change, "%s%.40s",
             c.growth < 0   ? "-"
             : c.growth > 0 ? "+"
                            : "",
             sw_units_count(c.growth < 0 ? -(uint64_t)c.growth : (uint64_t)c.growth, digits));
    sw_units_growth(sw_change_ratio(&c), line->ratio);
}

void sw_diff_lines_ratio(struct sw_diff_lines *lines, const char *label, double before,
                         double after)
{
    struct sw_diff_line *line = sw_diff_lines_add(lines, label);
    sw_units_ratio(before, line->before);
    sw_units_ratio(after, line->after);
    sw_units_growth(after / before, line->ratio);
}

int sw_diff_lines_put(const struct sw_diff_lines *lines, const char *title,
                      const struct sw_page *page)
{
    const void *rows[SW_DIFF_LINES_MOST];
    for (size_t i = 0; i < lines->n; i++)
        rows[i] = &lines->all[i];
    struct sw_table table = {whole,       sizeof whole / sizeof *whole, rows, lines->n, NULL,
                             lines->units};
    sw_page_heading(page, title);
    return sw_table_text(&table, page->width, page->bold, page->plain, page->out);
}
