/*
 * Measuring gives lines of a machine description, which are read as one. What is measured anew takes
 * the place of what the cache has, part by part.
 */
#include "tool/measure/machine_here.h"
#include "base/processors.h"
#include "console/progress.h"
#include "tool/common/interrupt.h"
#include "tool/measure/helper.h"
#include "tool/measure/machine_name.h"
#include "tool/measure/spawn_cost.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TEXT_SIZE = 1 << 16 };

/* What was measured by an older version has no caches, or says nothing of transfers. */
static bool has_memory(const struct sw_machine *m)
{
    return m->saturation_seen_to && sw_machine_cache(m, 1) > 0 &&
           (m->saturation_seen_to < 2 || m->transfer.apart > 0);
}

unsigned sw_machine_parts(const struct sw_machine *m)
{
    return (m->has_overheads ? SW_MACHINE_OVERHEADS : 0) | (has_memory(m) ? SW_MACHINE_MEMORY : 0);
}

/* Nothing is missing that a machine with so many processors can have: else it was too busy, and another time may do. */
static bool worth_keeping(const struct sw_machine *m)
{
    struct sw_overheads several = {
        .fork_thread = 1, .barrier_thread = 1, .fork_nested = 1, .join_nested = 1, .hand_over = 1};
    several.steal = m->overheads.spawn > 0;
    bool all = true;
    for (unsigned i = 0; i < SW_OVERHEAD_FIGURES && m->processors > 1; i++)
        all &= *sw_overhead(&several, i) == 0 || (m->overheads_known >> i & 1);
    return all || !m->overheads_known;
}

static void append(char *text, const struct sw_helper *helper)
{
    size_t n = strlen(text);
    sw_helper_run(helper, text + n, TEXT_SIZE - n);
}

static void measure_overheads(char *text)
{
    static const char *const machine[] = {"--machine", NULL};
    static const char *const steal[] = {"steal", NULL};
    static const char *const two[] = {"CILK_NWORKERS", "2", "SPANWISE_EAGER", "1", NULL};
    sw_progress("calibrate: what OpenMP's constructs cost");
    append(text, &(struct sw_helper){"openmp-costs", machine, NULL, 8000});
    sw_progress("calibrate: what spawns and steals cost");
    append(text, &sw_spawn_cost_helper);
    if (sw_processors() > 1)
        append(text, &(struct sw_helper){"cilk-costs", steal, two, 3000});
}

/* It says itself why there is nothing, where there is nothing. */
static void measure_memory(char *text)
{
    sw_progress("calibrate: how much memory bandwidth threads get side by side");
    append(text, &(struct sw_helper){"memory-costs", NULL, NULL, 30000});
}

static void put_head(char *text)
{
    char name[300];
    long line = sysconf(_SC_LEVEL1_DCACHE_LINESIZE);
    sw_machine_name(name, sizeof name);
    snprintf(text, TEXT_SIZE,
             "spanwise machine 1\nname = %s\narchitecture = %s\nprocessors = %u\n"
             "cache_line_bytes = %ld\n",
             name, sw_machine_architecture(), sw_processors(), line > 0 ? line : 64);
}

static int measure(struct sw_machine *m, unsigned parts, char *why, size_t why_size)
{
    char *text = malloc(TEXT_SIZE);
    if (!text) {
        sw_machine_init(m);
        snprintf(why, why_size, "not enough memory");
        return -ENOMEM;
    }
    put_head(text);
    if (parts & SW_MACHINE_OVERHEADS)
        measure_overheads(text);
    if (parts & SW_MACHINE_MEMORY)
        measure_memory(text);
    sw_progress_erase();
    int error = sw_machine_parse(m, text, "what was measured", why, why_size);
    free(text);
    if (sw_interrupt_asked() && !error) { /* not all was measured */
        snprintf(why, why_size, "interrupted");
        error = -EINTR;
    }
    return error;
}

/* What `from` has not measured is as in `to`; it is empty then. */
static void keep_others(struct sw_machine *to, struct sw_machine *from, unsigned parts)
{
    if (!(parts & SW_MACHINE_OVERHEADS)) {
        to->overheads = from->overheads;
        to->spread = from->spread;
        to->has_overheads = from->has_overheads;
        to->overheads_known = from->overheads_known;
        to->overheads_seen_to = from->overheads_seen_to;
    }
    if (!(parts & SW_MACHINE_MEMORY)) {
        to->psi = from->psi, to->n_psi = from->n_psi;
        to->hogs = from->hogs, to->n_hogs = from->n_hogs;
        to->phi = from->phi;
        to->ghz = from->ghz;
        to->saturation_seen_to = from->saturation_seen_to;
        to->saturates = from->saturates;
        to->one_thread = from->one_thread;
        from->psi = NULL, from->n_psi = 0;
        from->hogs = NULL, from->n_hogs = 0;
        from->phi = (struct sw_curve){0};
        to->l1 = from->l1, to->l2 = from->l2;
        to->llc = from->llc, to->llc_cores = from->llc_cores;
        to->latency = from->latency;
        to->transfer = from->transfer;
        to->bandwidth = from->bandwidth;
        from->bandwidth = (struct sw_curve){0};
    }
}

int sw_machine_here(struct sw_machine *machine, unsigned parts, bool again, char *why,
                    size_t why_size)
{
    char nobody_reads[512];
    struct sw_machine cached;
    int error = sw_machine_cached(&cached, nobody_reads, sizeof nobody_reads);
    unsigned missing = again || error ? parts : parts & ~sw_machine_parts(&cached);
    if (error) { /* a damaged one as well: it is measured anew */
        sw_machine_release(&cached);
        sw_machine_init(&cached);
    }
    *why = 0;
    if (!missing) {
        *machine = cached;
        return 0;
    }
    error = measure(machine, missing, why, why_size);
    if (!error) {
        keep_others(machine, &cached, missing);
        if (*sw_machine_cache_path() && worth_keeping(machine))
            sw_machine_write(machine, sw_machine_cache_path(), nobody_reads, sizeof nobody_reads);
    }
    sw_machine_release(&cached);
    return error;
}
