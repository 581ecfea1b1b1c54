/* The whole program before and after, a figure a line: for people. */
#ifndef SPANWISE_REPORT_MODEL_DIFF_LINES_H
#define SPANWISE_REPORT_MODEL_DIFF_LINES_H

#include "analysis/compare/change.h"
#include "report/write/page.h"

struct sw_diff_line {
    const char *label;
    char before[SW_UNITS_SIZE], after[SW_UNITS_SIZE], change[SW_UNITS_SIZE], ratio[SW_UNITS_SIZE];
};

enum { SW_DIFF_LINES_MOST = 16 };

struct sw_diff_lines {
    struct sw_diff_line all[SW_DIFF_LINES_MOST];
    size_t n;
    const struct sw_units *units;
};

/* An empty one, to be filled in another way. */
struct sw_diff_line *sw_diff_lines_add(struct sw_diff_lines *lines, const char *label);

void sw_diff_lines_cost(struct sw_diff_lines *lines, const char *label,
                        const struct sw_change *change);
void sw_diff_lines_count(struct sw_diff_lines *lines, const char *label, uint64_t before,
                         uint64_t after);
void sw_diff_lines_ratio(struct sw_diff_lines *lines, const char *label, double before,
                         double after);

/* As a table. 0 or -ENOMEM. */
int sw_diff_lines_put(const struct sw_diff_lines *lines, const char *title,
                      const struct sw_page *page);

#endif
