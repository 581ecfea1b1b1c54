/* What lines of source did: sums by file and line, the heaviest file first. Borrows the names. */
#pragma once

#include "base/libc.h"

enum { SW_SOURCE_MEASURES = 3 };

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
