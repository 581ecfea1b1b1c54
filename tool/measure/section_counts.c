#include "tool/measure/section_counts.h"
#include "analysis/predict/tree_shares.h"
#include "console/message.h"
#include "console/progress.h"
#include "tool/measure/meter_probe.h"
#include "tool/measure/section_run.h"

#include <stdio.h>
#include <stdlib.h>

static const struct {
    const char *meter;
    size_t at;
} wanted[] = {
    {"cycles", offsetof(struct sw_section_counts, cycles)},
    {"hw-instructions", offsetof(struct sw_section_counts, instructions)},
    {"cache-misses", offsetof(struct sw_section_counts, misses)},
};
#define N_WANTED (sizeof wanted / sizeof *wanted)

bool sw_section_counts_work(char *why, size_t size)
{
    for (size_t i = 0; i < N_WANTED; i++) {
        struct sw_meter_probe probe;
        sw_meter_probe(sw_meter_find(wanted[i].meter), &probe);
        if (probe.works)
            continue;
        snprintf(why, size, "'%s' cannot be counted here: %s", wanted[i].meter, probe.why);
        return false;
    }
    return true;
}

static bool count(struct sw_section_run *run, const struct sw_live_options *options, size_t which,
                  struct sw_section_counts *counts, double *by_site)
{
    const struct sw_meter *meter = sw_meter_find(wanted[which].meter);
    struct sw_live_options o = *options;
    size_t n = run->tree->n_sites;
    o.meter = meter->kind;
    o.perf_type = meter->perf_type;
    o.perf_config = meter->perf_config;
    for (size_t i = 0; i < n; i++)
        by_site[i] = 0;
    sw_progress("predict: counting %s", wanted[which].meter);
    bool fine = sw_section_run_once(run, &o, 1, by_site);
    for (size_t i = 0; i < n; i++)
        *(double *)(void *)((char *)&counts[i] + wanted[which].at) = by_site[i];
    return fine;
}

static bool take_times(const struct sw_program_tree *tree, struct sw_section_counts *counts)
{
    struct sw_tree_shares shares;
    if (sw_tree_shares_make(&shares, tree))
        return false;
    for (size_t i = 0; i < tree->n_sites; i++)
        counts[i].ns = shares.sections[i].work;
    sw_tree_shares_release(&shares);
    return true;
}

struct sw_section_counts *sw_section_counts_measure(char *const *argv,
                                                    const struct sw_live_options *options,
                                                    const struct sw_program_tree *tree)
{
    struct sw_section_counts *counts = calloc(tree->n_sites, sizeof *counts);
    double *by_site = calloc(tree->n_sites, sizeof *by_site);
    struct sw_section_run run;
    bool fine = counts && by_site && take_times(tree, counts);
    if (!fine)
        sw_error("not enough memory");
    bool started = fine && sw_section_run_init(&run, argv, tree);
    fine = started;
    for (size_t i = 0; fine && i < N_WANTED; i++)
        fine = count(&run, options, i, counts, by_site);
    sw_progress_erase();
    if (started)
        sw_section_run_release(&run);
    free(by_site);
    if (fine)
        return counts;
    free(counts);
    return NULL;
}
