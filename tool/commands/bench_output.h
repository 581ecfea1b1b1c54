/* Where the results of `spanwise bench` go, and in which format. */
#ifndef SPANWISE_TOOL_COMMANDS_BENCH_OUTPUT_H
#define SPANWISE_TOOL_COMMANDS_BENCH_OUTPUT_H

#include "analysis/compare/scaling.h"
#include "report/report.h"

#include <stdbool.h>
#include <stddef.h>

enum sw_bench_format {
    SW_BENCH_BY_NAME, /* as the file's name ends */
    SW_BENCH_TEXT,
    SW_BENCH_CSV,
    SW_BENCH_JSON,
    SW_BENCH_GNUPLOT,
    SW_BENCH_HTML,
    SW_BENCH_PNG, /* what gnuplot makes of the script */
    SW_BENCH_PROFILE,
};

struct sw_bench_output {
    const char *path; /* "-": stdout */
    enum sw_bench_format format;
};

/* Never with SW_BENCH_BY_NAME: it has the format that the name stands for, else text. */
struct sw_bench_output sw_bench_output(const char *path, enum sw_bench_format format);

/* Early, since measuring takes long: can it be written, is gnuplot there? False after a message. */
bool sw_bench_output_check(const struct sw_bench_output *output);

/* 0 or -errno, after a message. The profile has the real runs. */
int sw_bench_output_write(const struct sw_bench_output *output, const struct sw_scaling *scaling,
                          const struct sw_report_sources *sources,
                          const struct sw_profile *profile);

#endif
