#include "tool/commands/predict_synthesize.h"

#include "base/processors.h"
#include "console/message.h"
#include "tool/measure/synthesize.h"

#include <stdio.h>
#include <stdlib.h>

static struct sw_emulation_options way_of(const struct sw_prediction *p, size_t cell)
{
    const struct sw_plan *plan = p->cells[cell].plan;
    size_t at = cell % p->options.n_processors;
    return (struct sw_emulation_options){.processors = p->cells[cell].processors,
                                         .paradigm = plan->paradigm,
                                         .schedule = plan->schedule,
                                         .chunk = plan->chunk,
                                         .override = plan->schedule != SW_SECTION_ANY,
                                         .nested = p->options.nested,
                                         .burden =
                                             p->options.burdens ? p->options.burdens[at] : NULL};
}

static void say(const struct sw_synthesis *synthesis, char *how, size_t size)
{
    const char *doubt = sw_synthesis_doubt(synthesis);
    snprintf(how, size, "%zu of %.0f outermost sections, %zu of them distinct, in %.1f s%s%s",
             synthesis->synthesized, synthesis->sections, synthesis->distinct,
             synthesis->took_ns / 1e9, doubt ? "; doubtful: " : "", doubt ? doubt : "");
}

bool sw_predict_synthesize(struct sw_prediction *p, char *how, size_t size)
{
    size_t n_cells = p->options.n_plans * p->options.n_processors, n = 0;
    struct sw_emulation_options *ways = calloc(n_cells + 1, sizeof *ways);
    size_t *cells = calloc(n_cells + 1, sizeof *cells);
    struct sw_synthesis synthesis;
    unsigned processors = sw_processors();
    bool fine = ways && cells;
    for (size_t i = 0; fine && i < n_cells; i++)
        if (p->cells[i].processors <= processors) {
            ways[n] = way_of(p, i);
            cells[n++] = i;
        }
    if (!fine)
        sw_error("not enough memory");
    else if (!n)
        sw_error("nothing is replayed: this machine has %u processor%s, and -N asks for more",
                 processors, processors == 1 ? "" : "s");
    fine = fine && n;
    if (fine) {
        struct sw_synthesis_options options = {.ways = ways, .n_ways = n};
        fine = sw_synthesize(p->tree, &options, &synthesis) == 0;
        for (size_t i = 0; fine && i < n; i++)
            if (synthesis.ways[i].time > 0)
                p->cells[cells[i]].synthesized = synthesis.ways[i].work / synthesis.ways[i].time;
        if (fine)
            say(&synthesis, how, size);
        sw_synthesis_release(&synthesis);
    }
    free(ways);
    free(cells);
    return fine;
}
