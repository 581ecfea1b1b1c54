/* The formats of a report, one file each. `sites` are the rows to print, sorted and cut. */
#ifndef SPANWISE_REPORT_MODEL_FORMATS_H
#define SPANWISE_REPORT_MODEL_FORMATS_H

#include "analysis/effort/inflation.h"
#include "analysis/verdict/conclusion.h"
#include "analysis/verdict/verdict.h"
#include "analysis/workspan/functions.h"
#include "report/model/simulation.h"
#include "report/write/options.h"
#include "report/write/table.h"

struct sw_report {
    const struct sw_profile *profile;
    const struct sw_report_options *options;
    struct sw_units units;
    struct sw_findings findings;
    struct sw_verdict verdict;
    struct sw_region whole; /* the whole program, as a row of a table of regions; label "" */
    const void **sites;
    size_t n_sites;
    const void **figures;                   /* the whole program, then the regions */
    struct sw_inflation inflation;          /* where there is a serial profile */
    const void **growths;                   /* rows of its sites */
    struct sw_report_simulation simulation; /* where there are simulated runs */
    struct sw_functions functions;          /* by samples */
    const void **function_rows;             /* all of them, sorted; ... */
    size_t n_functions;                     /* ... so many are for people: the first */
    FILE *out;
};

/* The processors of the speedup table; SW_REPORT_N_PROCESSORS of them. */
extern const uint64_t sw_report_processors[];
#define SW_REPORT_N_PROCESSORS 7

/* The members that say what was run and how. */
struct sw_json;
void sw_report_json_program(struct sw_json *json, const struct sw_profile *profile);

/* The member "findings". The profile is that of their sites, or NULL where none has one. */
void sw_report_json_findings(struct sw_json *json, const struct sw_findings *findings,
                             const struct sw_profile *profile);

/* How it was measured, as notes of the page; warnings are not among them. */
struct sw_page;
void sw_report_text_measured(const struct sw_report *report, const struct sw_page *page);

/* The member "conclusion", of what was made with this error, and releases it. Returns the error. */
int sw_report_json_conclusion(struct sw_json *json, struct sw_conclusion *conclusion, int error);

/* The same of findings that are not of one profile's figures: predictions, comparisons, merges. */
int sw_report_json_conclude(struct sw_json *json, const struct sw_profile *profile,
                            const struct sw_findings *findings);

/* The causes as a table, where there are any. 0 or -ENOMEM. */
int sw_report_text_ledger(const struct sw_verdict *verdict, const struct sw_units *units,
                          const struct sw_page *page, bool is_brief);

/* The member "verdict". */
void sw_report_json_verdict(struct sw_json *json, const struct sw_verdict *verdict);

/* Each returns 0 or -errno. */
int sw_report_text(const struct sw_report *report);
int sw_report_csv(const struct sw_report *report);
int sw_report_csv_sites(const struct sw_report *report);
int sw_report_csv_runs(const struct sw_report *report);
int sw_report_csv_constructs(const struct sw_report *report);
int sw_report_json(const struct sw_report *report);
int sw_report_gnuplot(const struct sw_report *report);
int sw_report_csv_functions(const struct sw_report *report);
int sw_report_html(const struct sw_report *report);

#endif
