/*
 * A timeline as Chrome's tracing and Perfetto read it: of `spanwise sample`, how many processors worked, did
 * overhead, or were idle, over time. Times are microseconds there.
 */
#include "analysis/effort/effort.h"
#include "analysis/workspan/sites.h"
#include "report/export/export.h"
#include "report/write/json.h"
#include <inttypes.h>
#include <stdio.h>

/* What a viewer writes at the process: `field` is what the format calls the value of this `kind`. */
static void put_metadata(struct sw_json *json, const char *kind, const char *field,
                         const char *value)
{
    sw_json_open(json, NULL, '{');
    sw_json_string(json, "name", kind);
    sw_json_string(json, "ph", "M");
    sw_json_integer(json, "pid", 1);
    sw_json_integer(json, "tid", 1);
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
    put_metadata(json, "process_name", "name", sw_base_name(sw_string(profile->program)));
    put_metadata(json, "process_labels", "labels", label);
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
    sw_json_close(&json, ']');
    sw_json_close(&json, '}');
    return 0;
}
