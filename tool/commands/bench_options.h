/* The command line of `spanwise bench`. */
#ifndef SPANWISE_TOOL_COMMANDS_BENCH_OPTIONS_H
#define SPANWISE_TOOL_COMMANDS_BENCH_OPTIONS_H

#include "tool/commands/bench_output.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SW_BENCH_MOST_WORKERS = 4096, SW_BENCH_MOST_OUTPUTS = 16 };
enum { SW_BENCH_COPIES_USUAL = 1 }; /* as many as there can be */

struct sw_bench_options {
    struct {
        bool wanted[SW_BENCH_MOST_WORKERS + 1]; /* numbers of workers */
        enum sw_bench_format format;
        const char *html; /* where the page goes, too; NULL: nowhere */
        const char *paths[SW_BENCH_MOST_OUTPUTS];
        size_t n_paths;
    } asked;             /* what the rest is made from, when all is known */
    uint64_t processors; /* that this process may use */
    /* Numbers of workers, ascending, each once. The first is 1: it is what speedups are over. */
    uint64_t workers[SW_BENCH_MOST_WORKERS];
    size_t n_workers;
    uint64_t trials, warm_up;
    uint64_t copies; /* 0: not asked for */
    bool no_profile, show_output;
    const char *profile;                                       /* a file; NULL: to be made */
    const char *input;                                         /* the file that the program reads */
    struct sw_report_sources sources;                          /* in a page */
    struct sw_bench_output outputs[SW_BENCH_MOST_OUTPUTS + 2]; /* the page, and stdout */
    size_t n_outputs;
    char *const *argv; /* the program */
};

/* -1: go on; else the exit status, after a message or the help. */
int sw_bench_parse(struct sw_bench_options *options, int argc, char **argv);

#endif
