/* What the reader's terminal can show. */
#pragma once

#include "report/write/options.h"

/* What pages switch colours by. */
#define SW_COLOR_BOLD    "\033[1m"
#define SW_COLOR_PLAIN   "\033[0m"
#define SW_COLOR_ADVICE  "\033[33m"
#define SW_COLOR_WARNING "\033[31m"

unsigned sw_terminal_width(const struct sw_report_options *options, FILE *out);
int sw_terminal_color(const struct sw_report_options *options, FILE *out);
int sw_terminal_utf8(const struct sw_report_options *options);
