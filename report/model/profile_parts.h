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
                       const void *const *rows, size_t n, sw_row_members *each);

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

/*
 * The fields that say which call site a row is about. A row is a struct sw_site, or begins with one; the context is the profile, or
 * is not looked at.
 */
SW_SHARED_GETTER(sw_site_get_kind, profile);
SW_SHARED_GETTER(sw_site_get_callee, profile);
SW_SHARED_GETTER(sw_site_get_address, profile);
SW_SHARED_GETTER(sw_site_get_inlined_into, profile);
SW_SHARED_GETTER(sw_site_get_where, profile);
/* Where no file is known, the address says which one it is: */
SW_SHARED_GETTER(sw_site_get_place, profile);
SW_SHARED_GETTER(sw_site_get_file, profile);
SW_SHARED_GETTER(sw_site_get_call, profile);

/* "file", "line", "column", "caller", "callee", "kind", which JSON begins a site with; and for people: "where", "call". */
#define SITE_FIELDS                                                                          \
    SW_COLUMN("file", NULL, NULL, SW_TEXT, AT(sw_site, caller_place.file)),                  \
        SW_COLUMN("line", NULL, NULL, SW_NUMBER, AT(sw_site, caller_place.line)),            \
        SW_COLUMN("column", NULL, NULL, SW_NUMBER, AT(sw_site, caller_place.column)),        \
        SW_COLUMN("caller", NULL, NULL, SW_TEXT, AT(sw_site, caller_place.function)),        \
        SW_COLUMN("callee", NULL, NULL, SW_TEXT, .get = sw_site_get_callee),                 \
        SW_COLUMN("kind", NULL, NULL, SW_TEXT, .get = sw_site_get_kind),                     \
        SW_COLUMN("where", NULL, "line", SW_TEXT, .get = sw_site_get_where, .fit = SW_PATH), \
        SW_COLUMN("call", NULL, NULL, SW_TEXT, .get = sw_site_get_call, .fit = SW_NAME,      \
                  .word = "call site")
