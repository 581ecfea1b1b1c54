/* Parts of a document that several kinds have: of a profile's call sites, figures, call paths and source. */
#pragma once

#include "report/html/source.h"
#include "report/model/document.h"

/* The processors of the speedup table; SW_REPORT_N_PROCESSORS of them. */
extern const uint64_t sw_report_processors[];
#define SW_REPORT_N_PROCESSORS 7

/* The fields of Cilkscale's CSV: a row begins with a struct sw_region. */
extern const struct sw_column sw_cilkscale[];
extern const size_t sw_n_cilkscale;

/* Rows: struct sw_speedup. */
extern const struct sw_column sw_bound_fields[3];

/* JSON: figures as members of the object in progress. */
void sw_document_figures(struct sw_document *d, const struct sw_figures *figures);

/* JSON: the list "sites", of rows that begin with a struct sw_site; `each` adds members, or is NULL. */
void sw_document_sites(struct sw_document *d, const struct sw_profile *profile,
                       const void *const *rows, size_t n,
                       void (*each)(struct sw_document *d, const void *row, const void *context));

/* ", 3 lost, 2 in the profiler": of those that there are any of. */
struct sw_tally {
    uint64_t n;
    const char *what;
};
void sw_tallies_join(const struct sw_tally *tallies, size_t n, char *text, size_t size);

/* Said where flame graphs are not by samples, though there are some. */
#define SW_HTML_FEW_SAMPLES                                                       \
    "The run was too short to sample functions on the critical path: frames are " \
    "what was measured exactly. Let it run longer, or raise --rate."

/* The page's flame graphs: by samples, unless these say little. */
void sw_document_paths(struct sw_document *d, const struct sw_profile *profile);

/* The page's source, and what its lines did: by samples, where these functions are of enough of them (or NULL). */
struct sw_functions;
void sw_document_source(struct sw_document *d, const struct sw_profile *profile,
                        const struct sw_functions *functions);
/* Of these lines, which it releases; and those that the verdict names, too, which may have no values. */
void sw_document_put_source(struct sw_document *d, struct sw_html_source *source,
                            struct sw_source_lines *lines);
