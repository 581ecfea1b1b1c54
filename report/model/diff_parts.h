/* What a comparison of profiles and one of samples have in common. */
#pragma once

#include "analysis/compare/change.h"
#include "analysis/verdict/promise.h"
#include "report/model/document.h"

/* What was compared: notes; JSON: the members "before", "after", "meter" and "unit". */
void sw_diff_put_profiles(struct sw_document *d, const struct sw_profile *before,
                          const struct sw_profile *after, const char *const names[2]);
void sw_diff_json_profiles(struct sw_document *d, const struct sw_profile *before,
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

/* What a page of both is called: both programs where they differ, else both profiles. Returns the buffer. */
enum { SW_DIFF_TITLE = 512 };
const char *sw_diff_title(const struct sw_profile *before, const struct sw_profile *after,
                          const char *const names[2], char title[SW_DIFF_TITLE]);

void sw_diff_add_ratio(struct sw_grid *grid, const char *label, double before, double after);
