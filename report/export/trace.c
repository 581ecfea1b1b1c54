/*
 * A timeline as Chrome's tracing and Perfetto read it: of `spanwise sample`, how many processors worked, did
 * overhead, or were idle, over time; and a row for each thread, with what it did most. Of programs with threads on simulated cores each
 * number of cores is a process, with such rows in virtual time. Times are microseconds there, to the
 * nanosecond of a run of a quarter of an hour.
 */
#include "analysis/effort/lanes.h"
#include "analysis/simulation/simulation.h"
#include "report/export/export.h"
#include "report/write/json.h"

/* What a viewer writes at the process, or at a thread: `field` is what the format calls the value of this `kind`. */
static void put_metadata(struct sw_json *json, size_t process, size_t thread, const char *kind,
                         const char *field, const char *value)
{
    sw_json_put(json, "{name:%s, ph:'M', pid:%zu, tid:%zu, args:{", kind, process, thread);
    sw_json_string(json, field, value);
    sw_json_put(json, "}}");
}

/* Levels are of all processors: without their number one does not know how much is missing. */
static void put_process(struct sw_json *json, const struct sw_profile *profile, size_t process,
                        uint64_t n, const char *what)
{
    put_metadata(json, process, 1, "process_name", "name",
                 sw_base_name(sw_string(profile->program)));
    put_metadata(json, process, 1, "process_labels", "labels", SW_SHOWN(some, n, what));
}

static void put_counters(struct sw_json *json, double at_ns, const double levels[3])
{
    sw_json_put(json,
                "{name:'processors', cat:'effort', ph:'C', pid:1, ts:%.12g, "
                "args:{working:%g, overhead:%g, idle:%g}}",
                at_ns / 1000, levels[0], levels[1], levels[2]);
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

/* The lock's name, or where it is taken. */
static void put_waited_for(struct sw_json *json, const struct sw_profile *p,
                           const struct sw_lanes *lanes, const struct sw_lane_segment *s)
{
    const struct sw_construct *c = sw_lane_construct(lanes, p, s);
    const struct sw_site *site = c ? sw_construct_site(p, c) : NULL;
    if (s->lock && !c)
        sw_json_string(json, "lock", sw_string(p->effort.locks[s->lock - 1].name));
    if (site)
        sw_json_put(json, "at:%s, file:%s, line:%u", sw_construct_name(p, c),
                    site->caller_place.file, site->caller_place.line);
}

static void put_segment(struct sw_json *json, const struct sw_profile *p, size_t process,
                        const struct sw_lanes *lanes, size_t lane, const struct sw_lane_segment *s)
{
    const char *function = sw_lane_function(lanes, s->code), *part = sw_lane_part_name(s->part);
    sw_json_put(json,
                "{name:%s, cat:%s, ph:'X', pid:%zu, tid:%zu, ts:%.12g, dur:%.12g, "
                "args:{doing:%s, share:%g, whom?:%u",
                function ? function : part, part, process, lane + 1, s->from / 1000,
                (s->to - s->from) / 1000, part, s->share, s->whom);
    put_waited_for(json, p, lanes, s);
    sw_json_put(json, "}}");
}

/* Events of a row must not overlap: of those of one time the longest stands for all. */
static void put_lane(struct sw_json *json, const struct sw_profile *p, size_t process,
                     const struct sw_lanes *lanes, size_t lane)
{
    size_t end = lanes->first[lane + 1];
    char name[SW_LANE_LABEL];
    put_metadata(json, process, lane + 1, "thread_name", "name", sw_lane_label(lanes, lane, name));
    for (size_t i = lanes->first[lane]; i < end;) {
        const struct sw_lane_segment *best = &lanes->segments[i], *first = best;
        for (; i < end && lanes->segments[i].from == first->from; i++)
            if (lanes->segments[i].share > best->share)
                best = &lanes->segments[i];
        put_segment(json, p, process, lanes, lane, best);
    }
}

static int put_sampled(struct sw_json *json, const struct sw_profile *p,
                       const struct sw_functions *functions)
{
    struct sw_effort_tree tree;
    struct sw_lanes lanes;
    put_process(json, p, 1, p->effort.processors, "processor");
    put_stretches(json, &p->effort);
    int error = sw_effort_tree_make(&tree, p, functions, SW_FRAMES_READERS, SW_EFFORT_ALL);
    if (!error && !(error = sw_lanes_make(&lanes, &tree))) {
        for (size_t i = 0; i < lanes.n; i++)
            put_lane(json, p, 1, &lanes, i);
        sw_lanes_release(&lanes);
    }
    sw_effort_tree_release(&tree);
    return error;
}

static int put_simulated(struct sw_json *json, const struct sw_profile *p,
                         const struct sw_functions *functions)
{
    int error = 0;
    for (size_t i = 0; !error && i < p->n_lanes; i++) {
        struct sw_lanes lanes;
        put_process(json, p, i + 1, p->simulations[p->lanes[i].run].processors, "simulated core");
        error = sw_lanes_make_simulated(&lanes, p, &p->lanes[i], functions);
        for (size_t k = 0; !error && k < lanes.n; k++)
            put_lane(json, p, i + 1, &lanes, k);
        if (!error)
            sw_lanes_release(&lanes);
    }
    return error;
}

int sw_export_trace(const struct sw_export *x)
{
    struct sw_json json = {.out = x->out, .empty = 1};
    const struct sw_profile *p = x->profile;
    struct sw_functions functions;
    int error = sw_functions_make(&functions, p);
    if (error)
        return error;
    sw_json_put(&json, "{displayTimeUnit:'ms', otherData:{exporter:'spanwise " SW_VERSION "'");
    if (p->n_lanes)
        sw_json_string(&json, "thousands_of", sw_string(p->unit));
    else
        sw_json_integer(&json, "processors", p->effort.processors);
    sw_json_put(&json, "}, traceEvents:[");
    error = p->n_lanes ? put_simulated(&json, p, &functions) : put_sampled(&json, p, &functions);
    sw_json_put(&json, "]}");
    sw_functions_release(&functions);
    return error;
}
