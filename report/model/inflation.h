/*
 * What a report says of work inflation, where a serial profile was given: a section of the text, a
 * member of the JSON, columns at the end of the CSV of sites.
 */
#ifndef SPANWISE_REPORT_MODEL_INFLATION_H
#define SPANWISE_REPORT_MODEL_INFLATION_H

#include "report/model/formats.h"
#include "report/write/json.h"
#include "report/write/page.h"

enum sw_inflation_columns {
    SW_INFLATION_WHOLE, /* text; rows: struct sw_inflation_row */
    SW_INFLATION_TEXT,  /* rows: struct sw_growth */
    SW_INFLATION_JSON,  /* rows: struct sw_growth */
    SW_INFLATION_PAGE,  /* the same */
    SW_INFLATION_CSV,   /* rows: struct sw_site of the parallel profile; empty cells where another
                           record of the same place has the figures */
};

struct sw_inflation_row {
    const char *label;
    struct sw_change change;
};

/* A table without rows; its context is the inflation. */
struct sw_table sw_inflation_table(enum sw_inflation_columns which, const struct sw_report *report);

/* Nothing where there is no serial profile. 0 or -ENOMEM. */
int sw_inflation_text(const struct sw_report *report, const struct sw_page *page);
void sw_inflation_json(struct sw_json *json, const struct sw_report *report);

#endif
