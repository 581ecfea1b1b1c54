/*
 * A profile for other programs' viewers: call paths (analysis/flame/flame.h) in their formats, or its timeline.
 * Costs are whole numbers there: rounded such that they add up to the total.
 */
#pragma once

#include "analysis/flame/flame.h"
#include "analysis/workspan/sites.h"
#include "profile/intern.h"
#include "report/write/options.h"

struct sw_export {
    const struct sw_profile *profile;
    const struct sw_report_options *options;
    struct sw_flame flame;
    uint64_t *self[SW_FLAME_MEASURES_MOST]; /* by measure and node */
    uint32_t *order;                        /* nodes, callers first, what is below one together */
    uint32_t *depth;                        /* by node; the root's is 0 */
    uint32_t deepest;
    FILE *out;
};

/* 0, -ENOMEM, or -EIO where `out` failed. The format is one of sw_report_format_exports(). */
int sw_export_print(const struct sw_profile *profile, const struct sw_report_options *options,
                    FILE *out);

/* What a frame is, for formats that know functions. Strings are never NULL. */
struct sw_export_function {
    const char *name, *file;
    uint32_t line;  /* its first, or where it is hot; 0: not known */
    uint32_t first; /* its first; 0: not known, as of samples */
};
struct sw_export_function sw_export_function(const struct sw_export *export, uint32_t frame);

/* The line in a node's function where the child is called, or, for a child of 0, the function's own. Its file is the
 * function's, unless the call was inlined from another one. */
struct sw_export_line {
    const char *file; /* NULL: the function's */
    uint32_t line;    /* 0: not known */
    uint32_t outer;   /* in the function's file, where `file` is another */
};
struct sw_export_line sw_export_line(const struct sw_export *export, uint32_t node, uint32_t child);

/* By node: with what is below. */
void sw_export_totals(const struct sw_export *export, unsigned measure, uint64_t *totals);

bool sw_export_is_time(const struct sw_export *export); /* costs are in nanoseconds */

/* "Work" of "work". Returns the buffer. */
enum { SW_EXPORT_TITLE = 32 };
char *sw_export_title(const char *measure, char title[SW_EXPORT_TITLE]);

/* The formats. Each returns 0 or -errno. */
typedef int sw_export_format(const struct sw_export *export);
sw_export_format sw_export_speedscope, sw_export_callgrind, sw_export_pprof, sw_export_trace;

/* The functions of call paths, one for each name and file; and strings by number. */
struct sw_export_entry {
    struct sw_export_function is;
    uint32_t name, file; /* numbers of strings */
    uint32_t frame;      /* one of those that it has */
};

struct sw_export_functions {
    struct sw_export_entry *items; /* by name and file, with room for one more */
    uint32_t n;
    uint32_t *of_frame;       /* by frame: its function */
    struct sw_intern strings; /* the first is "" */
};

/* 0 or -ENOMEM; to be released anyway. Room is left for so many more strings. */
int sw_export_functions_make(struct sw_export_functions *functions, const struct sw_export *export,
                             size_t more_strings);
void sw_export_functions_release(struct sw_export_functions *functions);
