/* What a comparison of profiles and one of samples have in common. */
#pragma once

#include "analysis/compare/change.h"
#include "analysis/verdict/promise.h"
#include "report/model/diff.h"
#include "report/model/document.h"

/* What was compared: notes, on a page a section; JSON: the members "before", "after", "meter" and "unit". */
void sw_diff_put_profiles(struct sw_document *d, const struct sw_profile *before,
                          const struct sw_profile *after, const char *const names[2]);

/* JSON: the members "promise", and "verdict", of the second profile; nothing where it is NULL. */
void sw_diff_json_promise(struct sw_document *d, const struct sw_promise *promise);

/* Text: that they are the same. */
void sw_diff_put_equal(struct sw_document *d, const char *const names[2]);

/* A line of the whole: before, after, change, relative. */
void sw_diff_add_cost(struct sw_grid *grid, const struct sw_document *d, const char *label,
                      const struct sw_change *change);
/* A page's card of such a line; `gain`: above 1 is better. */
void sw_diff_card(struct sw_document *d, const struct sw_grid_line *line, double gain,
                  bool is_noise, const char *word);
/* "better", "worse" or NULL. */
const char *sw_diff_mood(double gain, bool is_noise);

/* A document of both; a page is called by both programs where they differ, else by both profiles. As sw_document_open(). */
int sw_diff_open(struct sw_document *d, const struct sw_profile *before,
                 const struct sw_profile *after, const struct sw_diff_options *options,
                 const char *unit, FILE *out);

/* Places or functions of both, as rows of the document's. */
struct sw_diff_rows {
    const void **items;
    size_t n, n_left; /* to print; and that are not asked for */
};
/* In text those that changed; all of them otherwise, unless --top says. False: no memory. */
bool sw_diff_list(struct sw_document *d, struct sw_diff_rows *rows, const void *items, size_t size,
                  size_t n, int (*is_any)(const void *item));

void sw_diff_add_ratio(struct sw_grid *grid, const char *label, double before, double after);
