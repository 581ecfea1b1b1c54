/*
 * Flame graphs of a real run. Idleness and overhead are shares of few samples in a run that has little of them: drawn, they
 * would look like as much as the work.
 */
#include "analysis/flame/flame.h"
#include "analysis/workspan/functions.h"
#include "report/html/effort.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static double sum(const struct sw_flame *flame, unsigned measure)
{
    double sum = 0;
    for (size_t i = 0; i < flame->n_nodes; i++)
        sum += flame->nodes[i].self[measure];
    return sum;
}

static int is_sampled(const char *measure)
{
    return !strcmp(measure, "idle") || !strcmp(measure, "overhead");
}

static void add_note(char *note, size_t size, const struct sw_effort_report *r, const char *measure,
                     double length)
{
    size_t at = strlen(note);
    char cost[SW_UNITS_SIZE];
    uint64_t n = sw_effort_samples(r->profile, length);
    snprintf(note + at, size - at,
             "%sThere is too little %s to tell where: %s, by %" PRIu64 " sample%s.", at ? " " : "",
             strcmp(measure, "idle") ? measure : "idleness",
             sw_units_spoken(&r->units, (uint64_t)length, cost), n, n == 1 ? "" : "s");
}

/* The work stays, whatever it is. */
static void drop_little(struct sw_flame *flame, const struct sw_effort_report *r, char *note,
                        size_t size)
{
    for (unsigned m = flame->n_measures; m-- > 1;) {
        double length = sum(flame, m);
        int few = is_sampled(flame->measures[m]) &&
                  sw_effort_samples(r->profile, length) < SW_SAMPLES_ENOUGH;
        if (few && length > 0)
            add_note(note, size, r, flame->measures[m], length);
        if (few || !(length > 0))
            sw_flame_drop(flame, m);
    }
}

void sw_html_effort_paths(struct sw_html *html, const struct sw_effort_report *r)
{
    struct sw_flame flame;
    char note[512] = "";
    int error = sw_flame_make(&flame, r->profile, SW_HTML_LEAST_PATH);
    if (error) {
        html->error = error;
        return;
    }
    drop_little(&flame, r, note, sizeof note);
    flame.note = note;
    sw_html_call_paths(html, &flame, r->profile);
    sw_flame_release(&flame);
}
