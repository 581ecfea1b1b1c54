/*
 * The one way out for all that is printed of a profile, a program or a command line: names in there are anybody's, and a terminal, a
 * pager or the log of a CI service must not obey them. Whatever printed them, nothing leaves that is a control character (words.h;
 * line breaks and tabs stay, as do the colours that pages have) or not UTF-8: it becomes '?'. A line break inside a name is for who prints it.
 */
#pragma once

#include "analysis/findings/units.h"
#include "report/write/options.h"

enum sw_outlet_kind {
    SW_OUTLET_TEXT, /* for people; and nothing is left in it that CI services take for a command, as "::error" */
    SW_OUTLET_LINES, /* for programs, and lines may begin with a name: neither, but no colours: CSV, ... */
    SW_OUTLET_DATA, /* for programs, by a format that has rules of its own: JSON, XML, a page, ... */
    SW_OUTLET_RAW,  /* not text: as it is */
};

struct sw_outlet {
    FILE *out;                     /* to print to */
    struct sw_report_options page; /* with the width and the colours of where it goes */
    struct sw_units units;
    FILE *to;
    char unit[64]; /* of text */
};

/* `page` is borrowed for what it points to; `unit` as the profile has it, or NULL. Returns 0 or -ENOMEM: then there is nothing
 * to close. The outlet must not move, and nothing else be printed to `to`, until it is closed. */
int sw_outlet_open(struct sw_outlet *outlet, FILE *to, enum sw_outlet_kind kind,
                   const struct sw_report_options *page, const char *unit);

/* Returns `error`, of what was printed; or, where that is 0, -EIO with errno where it did not get there. */
int sw_outlet_close(struct sw_outlet *outlet, int error);
