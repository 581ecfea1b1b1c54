/*
 * https://www.speedscope.app: a profile for each measure, as frames that open and close. What a function did itself
 * comes before what it called.
 */
#include "base/pool.h"
#include "report/export/export.h"
#include "report/write/json.h"

static void put_frames(struct sw_json *json, const struct sw_export_functions *functions)
{
    sw_json_put(json, "shared:{frames:[");
    for (uint32_t i = 0; i < functions->n; i++) {
        const struct sw_export_function *f = &functions->items[i].is;
        sw_json_put(json, "{name:%s, file?:%s, line?:%u}", f->name, f->file, f->line);
    }
    sw_json_put(json, "]}");
}

struct events {
    struct sw_json *json;
    const struct sw_export *x;
    struct sw_export_functions functions;
    uint32_t *open; /* nodes that are, by depth */
    uint32_t n_open;
    uint64_t at;
};

static void put_event(struct events *e, const char *type, uint32_t node)
{
    sw_json_put(e->json, "{type:%s, frame:%u, at:%lu}", type,
                e->functions.of_frame[e->x->flame.nodes[node].frame], e->at);
}

static void close_to(struct events *e, uint32_t depth)
{
    while (e->n_open > depth)
        put_event(e, "C", e->open[--e->n_open]);
}

/* The root is the profile itself: what is at it alone is nobody's. */
static void put_events(struct events *e, unsigned measure, const uint64_t *totals)
{
    const struct sw_export *x = e->x;
    e->n_open = 0;
    e->at = x->self[measure][0];
    for (size_t i = 1; i < x->flame.n_nodes; i++) {
        uint32_t node = x->order[i];
        if (!totals[node])
            continue;
        close_to(e, x->depth[node] - 1);
        put_event(e, "O", node);
        e->open[e->n_open++] = node;
        e->at += x->self[measure][node];
    }
    close_to(e, 0);
}

static void put_profile(struct events *e, unsigned measure, const uint64_t *totals)
{
    char title[SW_EXPORT_TITLE];
    sw_json_put(e->json, "{type:'evented', name:%s, unit:%s, startValue:0, endValue:%lu, events:[",
                sw_export_title(e->x->flame.measures[measure], title),
                sw_export_is_time(e->x) ? "nanoseconds" : "none", totals[0]);
    put_events(e, measure, totals);
    sw_json_put(e->json, "]}");
}

int sw_export_speedscope(const struct sw_export *x)
{
    struct sw_json json = {.out = x->out, .empty = 1, .more_lines = 2};
    struct events e = {.json = &json, .x = x};
    SW_POOL(pool);
    uint64_t *totals;
    SW_POOLED(&pool, totals, x->flame.n_nodes);
    SW_POOLED(&pool, e.open, x->deepest + 1);
    int error = sw_export_functions_make(&e.functions, x, 0) ?: pool.error;
    if (!error) {
        sw_json_put(
            &json, "{$schema:%s, name:%s, exporter:'spanwise " SW_VERSION "', activeProfileIndex:0",
            "https://www.speedscope.app/file-format-schema.json",
            sw_base_name(sw_string(x->profile->program)));
        put_frames(&json, &e.functions);
        sw_json_open(&json, "profiles", '[');
        for (unsigned m = 0; m < x->flame.n_measures; m++) {
            sw_export_totals(x, m, totals);
            put_profile(&e, m, totals);
        }
        sw_json_put(&json, "]}");
    }
    sw_export_functions_release(&e.functions);
    return error;
}
