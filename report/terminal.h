/* What the reader's terminal can show. */
#ifndef SPANWISE_REPORT_TERMINAL_H
#define SPANWISE_REPORT_TERMINAL_H

#include "report/report.h"

unsigned sw_terminal_width(const struct sw_report_options *options, FILE *out);
int sw_terminal_color(const struct sw_report_options *options, FILE *out);
int sw_terminal_utf8(const struct sw_report_options *options);

#endif
