/*
 * A timeline as Chrome's tracing and Perfetto read it: of `spanwise sample`, how many processors worked, did
 * overhead, or were idle, over time; and a row for each thread, with what it did most. Times are microseconds there.
 */
#include "analysis/effort/lanes.h"
#include "analysis/workspan/sites.h"
#include "report/export/export.h"
#include "report/write/json.h"
#include <inttypes.h>
#include <stdio.h>

/* What a viewer writes at the process, or at a thread: `field` is what the format calls the value of this `kind`. */
static void put_metadata(struct sw_json *json, size_t thread, const char *kind, const char *field,
                         const char *value)
{
    sw_json_open(json, NULL, '{');
    sw_json_string(json, "name", kind);
    sw_json_string(json, "ph", "M");
    sw_json_integer(json, "pid", 1);
    sw_json_integer(json, "tid", thread);
    sw_json_open(json, "args", '{');
    sw_json_string(json, field, value);
    sw_json_close(json, '}');
    sw_json_close(json, '}');
}

/* Levels are of all processors: without their number one does not know how much is missing. */
static void put_process(struct sw_json *json, const struct sw_profile *profile)
{
    char label[64];
    uint64_t n = profile->effort.processors;
    snprintf(label, sizeof label, "%" PRIu64 " processor%s", n, n == 1 ? "" : "s");
    put_metadata(json, 1, "process_name", "name", sw_base_name(sw_string(profile->program)));
    put_metadata(json, 1, "process_labels", "labels", label);
}

static void put_counters(struct sw_json *json, double at_ns, const double levels[3])
{
    static const char *const names[] = {"working", "overhead", "idle"};
    sw_json_open(json, NULL, '{');
    sw_json_string(json, "name", "processors");
    sw_json_string(json, "cat", "effort");
    sw_json_string(json, "ph", "C");
    sw_json_integer(json, "pid", 1);
    sw_json_exact(json, "ts", at_ns / 1000);
    sw_json_open(json, "args", '{');
    for (int i = 0; i < 3; i++)
        sw_json_real(json, names[i], levels[i]);
    sw_json_close(json, '}');
    sw_json_close(json, '}');
}

static void put_stretches(struct sw_json *json, const struct sw_effort *e)
{
    const double nothing[3] = {0};
    for (size_t i = 0; i < e->n_stretches; i++) {
        const struct sw_effort_stretch *s = &e->stretches[i];
        double length = sw_effort_stretch_length(e, i);
        put_counters(json, (double)e->stretch * (double)i,
                     (const double[]){(double)s->work / length, (double)s->overhead / length,
                                      (double)s->idle / length});
    }
    put_counters(json, (double)e->time, nothing);
}

static void put_segment(struct sw_json *json, const struct sw_effort_tree *tree, size_t lane,
                        const struct sw_lane_segment *s)
{
    const struct sw_effort *e = &tree->profile->effort;
    bool has_code = s->code.function < tree->functions->n;
    sw_json_open(json, NULL, '{');
    sw_json_string(json, "name",
                   has_code ? sw_effort_name(tree, s->code) : sw_lane_part_name(s->part));
    sw_json_string(json, "cat", sw_lane_part_name(s->part));
    sw_json_string(json, "ph", "X");
    sw_json_integer(json, "pid", 1);
    sw_json_integer(json, "tid", lane + 1);
    sw_json_exact(json, "ts", s->from / 1000);
    sw_json_exact(json, "dur", (s->to - s->from) / 1000);
    sw_json_open(json, "args", '{');
    sw_json_string(json, "doing", sw_lane_part_name(s->part));
    sw_json_real(json, "share", s->share);
    if (s->whom)
        sw_json_integer(json, "whom", s->whom);
    if (s->lock)
        sw_json_string(json, "lock", sw_string(e->locks[s->lock - 1].name));
    sw_json_close(json, '}');
    sw_json_close(json, '}');
}

/* Events of a row must not overlap: of those of one time the longest stands for all. */
static void put_lane(struct sw_json *json, const struct sw_effort_tree *tree,
                     const struct sw_lanes *lanes, size_t lane)
{
    size_t end = lanes->first[lane + 1];
    char name[32];
    snprintf(name, sizeof name, lane ? "thread %zu" : "main thread", lane + 1);
    put_metadata(json, lane + 1, "thread_name", "name", name);
    for (size_t i = lanes->first[lane]; i < end;) {
        const struct sw_lane_segment *best = &lanes->segments[i], *first = best;
        for (; i < end && lanes->segments[i].from == first->from; i++)
            if (lanes->segments[i].share > best->share)
                best = &lanes->segments[i];
        put_segment(json, tree, lane, best);
    }
}

static int put_lanes(struct sw_json *json, const struct sw_profile *p)
{
    struct sw_functions functions;
    struct sw_effort_tree tree;
    struct sw_lanes lanes;
    int error = sw_functions_make(&functions, p);
    if (error)
        return error;
    error = sw_effort_tree_make(&tree, p, &functions, SW_FRAMES_READERS, SW_EFFORT_ALL);
    if (!error && !(error = sw_lanes_make(&lanes, &tree))) {
        for (size_t i = 0; i < lanes.n; i++)
            put_lane(json, &tree, &lanes, i);
        sw_lanes_release(&lanes);
    }
    sw_effort_tree_release(&tree);
    sw_functions_release(&functions);
    return error;
}

int sw_export_trace(const struct sw_export *x)
{
    struct sw_json json = {.out = x->out, .empty = 1};
    sw_json_open(&json, NULL, '{');
    sw_json_string(&json, "displayTimeUnit", "ms");
    sw_json_open(&json, "otherData", '{');
    sw_json_string(&json, "exporter", "spanwise " SW_VERSION);
    sw_json_integer(&json, "processors", x->profile->effort.processors);
    sw_json_close(&json, '}');
    sw_json_open(&json, "traceEvents", '[');
    put_process(&json, x->profile);
    put_stretches(&json, &x->profile->effort);
    int error = put_lanes(&json, x->profile);
    sw_json_close(&json, ']');
    sw_json_close(&json, '}');
    return error;
}
