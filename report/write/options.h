/* What of a profile is printed, and how: what all views take. */
#pragma once

#include "profile/profile.h"

/* What options choose from: each enum has the names of its values behind it, in its order. */
enum sw_report_format {
    SW_REPORT_TEXT,
    SW_REPORT_CSV,            /* whole program and regions, Cilkscale's columns */
    SW_REPORT_CSV_SITES,      /* call sites, Cilkprof's columns */
    SW_REPORT_CSV_RUNS,       /* simulated runs, one for each number of processors */
    SW_REPORT_CSV_CONSTRUCTS, /* of the last one of these */
    SW_REPORT_JSON,
    SW_REPORT_GNUPLOT,       /* a script that draws the speedup bounds, or that of simulated runs */
    SW_REPORT_CSV_FUNCTIONS, /* functions, by samples */
    SW_REPORT_FOLDED,        /* call paths, for flame graphs */
    SW_REPORT_HTML,          /* a page to look at */
    /* Call paths, for other programs' viewers: */
    SW_REPORT_SPEEDSCOPE,
    SW_REPORT_CALLGRIND, /* KCachegrind */
    SW_REPORT_PPROF,     /* compressed by gzip's format */
    SW_REPORT_TRACE,     /* a timeline, for Chrome and Perfetto */
    SW_REPORT_FORMATS
};
#define SW_REPORT_FORMAT_NAMES                                                               \
    "text, csv, csv-sites, csv-runs, csv-constructs, json, gnuplot, csv-functions, folded, " \
    "html, speedscope, callgrind, pprof, trace"

/* What a report is written as. */
enum sw_as {
    SW_AS_TEXT,
    SW_AS_CSV,
    SW_AS_JSON,
    SW_AS_PAGE,
    SW_AS_SCRIPT, /* of gnuplot, that draws */
    SW_AS_OTHER,  /* for programs, by a format that has rules of its own */
};

/* All but line and parallelism: the largest first. */
enum sw_report_sort {
    SW_SORT_LOCAL_SPAN,  /* local span on span: what makes up the span */
    SW_SORT_SPAN,        /* top-call-site span on span */
    SW_SORT_LOCAL_WORK,  /* local work on work */
    SW_SORT_WORK,        /* top-call-site work on work */
    SW_SORT_COUNT,       /* invocations */
    SW_SORT_PARALLELISM, /* on work, the least parallel first */
    SW_SORT_LINE,        /* file, line, column */
    /* Of `spanwise sample`, and the work too: */
    SW_SORT_IDLE,
    SW_SORT_OVERHEAD,
    SW_SORT_WAIT,
    SW_SORT_BLAME,
    SW_SORTS
};
#define SW_REPORT_SORT_NAMES                                                               \
    "local-span, span, local-work, work, count, parallelism, line, idle, overhead, wait, " \
    "blame"

/* What folded stacks count. */
enum sw_report_on {
    SW_ON_WORK,
    SW_ON_SPAN, /* of samples on span */
    SW_ON_LOST, /* what cores lose because of it */
    /* Of `spanwise sample`, and the work too: */
    SW_ON_IDLE,
    SW_ON_OVERHEAD,
    SW_ON_WAIT,
    SW_ON_BLAME,
};
#define SW_REPORT_ON_NAMES "work, span, lost, idle, overhead, wait, blame"

/* What is shown of `spanwise sample`. */
enum sw_report_view {
    SW_VIEW_PAGE, /* something of everything; as CSV: the tree */
    SW_VIEW_TREE,
    SW_VIEW_CALLERS,
    SW_VIEW_FLAT,
    SW_VIEW_LINES,
};
#define SW_REPORT_VIEW_NAMES "tree, callers, flat, lines" /* from SW_VIEW_TREE on */

enum sw_report_choice { SW_AUTO, SW_YES, SW_NO };

#define SW_REPORT_ALL ((size_t)-1)

/* A profile names files, and may be anybody's: by default only what lies below the current directory and is source by its name is shown. */
struct sw_report_sources {
    enum sw_report_choice shown; /* yes: whatever the profile names */
    const char *below;           /* yes: if it lies below that directory; NULL: wherever it lies */
    const char *why_not;         /* no: because of that; NULL: it was asked for */
};

struct sw_scaling_report;

/* Zero bytes are the defaults. */
struct sw_report_options {
    enum sw_report_format format;
    enum sw_report_sort sort;
    bool brief;                  /* text: the verdict, and not more than a screen */
    bool *is_fine;               /* whether there is no cause to fix; NULL: nobody asks */
    size_t top;                  /* sites to print; 0: 10 in text, else all */
    unsigned width;              /* columns of text; 0: those of the terminal, 80 where unknown */
    enum sw_report_choice color; /* auto: on a terminal, unless NO_COLOR is set */
    enum sw_report_choice utf8;  /* auto: as the locale says; text only */
    const struct sw_profile *serial;  /* of the same program's serial run, to compare with: work
                                        inflation, in text, CSV of sites and JSON; or NULL */
    const char *serial_name;          /* where it is from, or NULL */
    enum sw_report_on on;             /* folded */
    enum sw_report_view view;         /* of effort: text and CSV, ... */
    int physical;                     /* ... and whether of paths as they are on the stacks */
    int tree;                         /* text: call paths instead of call sites, ... */
    unsigned depth;                   /* ... not deeper than that; 0: all, ... */
    double least;                     /* ... each at least that share of the whole; */
    const char *focus;                /* text: of one function only; NULL: of all */
    struct sw_report_sources sources; /* HTML: whether source is in the page */
    const struct sw_scaling_report *measured; /* HTML: real runs, over the prediction; or NULL */
    const char *title;                        /* HTML; NULL: the program's name */
};
