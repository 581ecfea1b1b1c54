/* What the reports for people are made of: headings, findings, notes, within the terminal's width. */
#pragma once

#include "analysis/findings/findings.h"
#include "analysis/verdict/verdict.h"
#include "report/write/options.h"

struct sw_page {
    FILE *out;
    unsigned width;
    const char *bold, *plain, *advice, *warning; /* "", or what switches a colour */
};

/* Width and colours are the options', or those of the terminal. */
void sw_page_init(struct sw_page *page, const struct sw_report_options *options, FILE *out);

/* "TITLE PROGRAM ARGUMENTS", the first line; `arguments` may be NULL. */
void sw_page_command(const struct sw_page *page, const char *title, const char *program,
                     char *const *arguments);

void sw_page_heading(const struct sw_page *page, const char *title);

/* The first lines: what it comes to. */
void sw_page_verdict(const struct sw_page *page, const struct sw_verdict *verdict);

/* Numbered, under a heading; nothing where there are none. */
void sw_page_findings(const struct sw_page *page, const struct sw_findings *findings);

void sw_page_note(const struct sw_page *page, const char *label, const char *text);

/* What the reader's terminal can show; and what pages switch colours by. */
#define SW_COLOR_BOLD    "\033[1m"
#define SW_COLOR_PLAIN   "\033[0m"
#define SW_COLOR_ADVICE  "\033[33m"
#define SW_COLOR_WARNING "\033[31m"

unsigned sw_terminal_width(const struct sw_report_options *options, FILE *out);
int sw_terminal_color(const struct sw_report_options *options, FILE *out);
int sw_terminal_utf8(const struct sw_report_options *options);
