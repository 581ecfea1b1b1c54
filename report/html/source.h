/* The source, with what its lines did in the margin. */
#pragma once

#include "report/html/html.h"
#include "report/write/options.h"

/* What lines of source did: sums by file and line, the heaviest file first. Borrows the names. */
enum { SW_SOURCE_MEASURES = 4 };

struct sw_source_line {
    const char *file;
    uint32_t line;
    double values[SW_SOURCE_MEASURES];
};

/* Lines of one file, which lie together: from `first` on. */
struct sw_source_part {
    const char *file;
    size_t first, n;
    double totals[SW_SOURCE_MEASURES];
};

struct sw_source_lines {
    struct sw_source_line *items;
    size_t n, room;
    struct sw_source_part *files;
    size_t n_files;
    int error; /* -ENOMEM: some are not there */
};

/* Zero bytes are an empty one. Nothing is added where the line is not known. */
void sw_source_lines_add(struct sw_source_lines *lines, const char *file, uint32_t line,
                         const double values[SW_SOURCE_MEASURES]);

void sw_source_lines_release(struct sw_source_lines *lines);

struct sw_html_source {
    const struct sw_html_section *section;
    const char *measures[SW_SOURCE_MEASURES]; /* keys, which are titles too; NULL: no more */
    double totals[SW_SOURCE_MEASURES];        /* of the whole program */
    const char *types
        [SW_SOURCE_MEASURES]; /* "rate": bytes a second, shown as such; "share": of cores' time, likewise; NULL: costs, as shares */
    const struct sw_profile *profile;
    const struct sw_report_sources *sources; /* which text is shown; values are always */
};

/* Settles the lines. Nothing where there are none. */
void sw_html_source(struct sw_html *html, const struct sw_html_source *source,
                    struct sw_source_lines *lines);
