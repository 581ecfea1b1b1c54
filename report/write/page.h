/* What the terminal of whoever reads a report can show. */
#pragma once

#include "report/write/options.h"

struct sw_page {
    FILE *out;
    unsigned width;
    const char *bold, *plain, *advice, *warning; /* "", or what switches a colour */
};

/* Width and colours are the options', or those of the terminal. */
void sw_page_init(struct sw_page *page, const struct sw_report_options *options, FILE *out);

/* What switches colours. */
#define SW_COLOR_BOLD    "\033[1m"
#define SW_COLOR_PLAIN   "\033[0m"
#define SW_COLOR_ADVICE  "\033[33m"
#define SW_COLOR_WARNING "\033[31m"

unsigned sw_terminal_width(const struct sw_report_options *options, FILE *out);
int sw_terminal_color(const struct sw_report_options *options, FILE *out);
int sw_terminal_utf8(const struct sw_report_options *options);
