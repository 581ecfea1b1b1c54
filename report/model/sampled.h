/*
 * What a report says of sampled functions: a section of the text, a member of the JSON, and a CSV of
 * its own.
 */
#ifndef SPANWISE_REPORT_MODEL_SAMPLED_H
#define SPANWISE_REPORT_MODEL_SAMPLED_H

#include "report/model/formats.h"
#include "report/write/json.h"
#include "report/write/page.h"

/* Fills report->functions and the rows, sorted as the options say. 0 or -ENOMEM. */
int sw_sampled_list(struct sw_report *report);

enum sw_sampled_columns { SW_SAMPLED_TEXT, SW_SAMPLED_JSON, SW_SAMPLED_CSV, SW_SAMPLED_PAGE };

/* A table of rows struct sw_function. */
struct sw_table sw_sampled_table(enum sw_sampled_columns which, const struct sw_report *report);

/* Nothing where nothing was sampled. 0 or -ENOMEM. */
int sw_sampled_text(const struct sw_report *report, const struct sw_page *page);
void sw_sampled_json(struct sw_json *json, const struct sw_report *report);

/* How it was measured. */
void sw_sampled_note(const struct sw_report *report, const struct sw_page *page);

#endif
