/* Each thread over time: who ran, and who waited for whom. Of a sampled run by the clock, of simulated ones in virtual time, one for each
 * number of cores. */
#include "analysis/effort/lanes.h"
#include "report/model/effort.h"
#include "report/model/run.h"

enum { WHAT = 512 };

/* Lanes, and who knows what their threads waited for. */
struct view {
    const struct sw_profile *profile;
    const struct sw_lanes *lanes;
    const struct sw_effort_report *effort; /* NULL: a simulated run */
};

/* Where a construct is: "server.cpp:16 in Cache::get"; NULL: not known. */
static const char *place_of(const struct sw_profile *p, const struct sw_construct *c,
                            char what[WHAT])
{
    const struct sw_site *site = c ? sw_construct_site(p, c) : NULL;
    char where[SW_SITE_TEXT];
    if (!site)
        return NULL;
    const struct sw_place *place = &site->caller_place;
    const char *function = sw_string(place->function);
    if (place->line)
        snprintf(where, sizeof where, "%.200s:%" PRIu32, sw_base_name(place->file), place->line);
    else
        sw_site_address(site, p, where);
    snprintf(what, WHAT, "%.240s%s%.200s", where, *function ? " in " : "", function);
    return what;
}

/* The function that runs, or the lock or place that is waited at; NULL: not known. */
static const char *what_of(const struct view *v, const struct sw_lane_segment *s, char what[WHAT])
{
    if (s->lock && v->effort)
        return sw_effort_lock_name(v->effort, &v->profile->effort.locks[s->lock - 1], what);
    if (s->lock)
        return place_of(v->profile, sw_lane_construct(v->lanes, v->profile, s), what);
    return sw_lane_function(v->lanes, s->code);
}

/* --- Pages --- */

static void begin_page(struct sw_document *d, const char *lead, const char *unit, bool in_places)
{
    /* In the order of enum sw_lane_part. */
    static const struct sw_html_part parts[SW_LANE_PARTS] = {
        {"work", "working", "work", "work"},
        {"overhead", "overhead", "overhead", "overhead"},
        {"lock", "waiting for a lock", "lock", "lock wait"},
        {"threads", "waiting for other threads", "idle", "waited"},
        {"away", "sleeping, or waiting for input", "away", NULL},
    };
    sw_html_open(&d->page, "lanes", SW_SECTION("lanes", "Threads over time", lead));
    sw_json_put(&d->page.json, "unit:%s, places?:%d", unit, in_places);
    sw_html_parts(&d->page, parts, SW_LANE_PARTS);
    sw_html_list(&d->page, "runs");
}

/* Segments of a lane are in order; those of the same time stand on each other, each as high as its share. */
static void page_segment(struct sw_html *html, const struct view *v,
                         const struct sw_lane_segment *s)
{
    char what[WHAT];
    sw_json_put(&html->json, "%.9g %.9g %u %g %ld", rint(s->from), rint(s->to), s->part, s->share,
                (long)s->whom - 1);
    sw_html_index(html, NULL, what_of(v, s, what));
}

/* Of several runs the reader chooses one; the last is shown first. */
static void page_lanes(struct sw_document *d, const struct view *v, const char *label, double time)
{
    const struct sw_lanes *lanes = v->lanes;
    struct sw_json *json = &d->page.json;
    char name[SW_LANE_LABEL];
    sw_json_put(json, "{label?:%s, length:%.9g, lanes:[", label, time);
    for (size_t i = 0; i < lanes->n; i++) {
        sw_json_put(json, "{label:%s, note?:%s, segments:[", sw_lane_label(lanes, i, name),
                    sw_lane_function(lanes, lanes->started[i]));
        for (size_t k = lanes->first[i]; k < lanes->first[i + 1]; k++)
            page_segment(&d->page, v, &lanes->segments[k]);
        sw_json_put(json, "]}");
    }
    sw_json_put(json, "]}");
}

/* --- JSON --- */

static void json_place(struct sw_json *json, const struct sw_profile *p,
                       const struct sw_construct *c)
{
    const struct sw_site *site = sw_construct_site(p, c);
    sw_json_put(json, "at:%s, file:%s, line:%u", sw_construct_kind(p, c),
                site ? site->caller_place.file : "", site ? site->caller_place.line : 0);
}

static void json_segment(struct sw_json *json, const struct view *v,
                         const struct sw_lane_segment *s)
{
    const struct sw_construct *c = sw_lane_construct(v->lanes, v->profile, s);
    char what[WHAT];
    sw_json_put(json, "{from:%.9g, to:%.9g, doing:%s, share:%g", s->from, s->to,
                sw_lane_part_name(s->part), s->share);
    if (s->whom)
        sw_json_integer(json, "whom", s->whom - 1);
    if (c)
        json_place(json, v->profile, c);
    else if (what_of(v, s, what))
        sw_json_string(json, s->lock ? "lock" : "function", what_of(v, s, what));
    sw_json_close(json, '}');
}

static void json_lanes(struct sw_json *json, const struct view *v)
{
    const struct sw_lanes *lanes = v->lanes;
    sw_json_open(json, "lanes", '[');
    for (size_t i = 0; i < lanes->n; i++) {
        sw_json_put(json, "{threads:%u, function?:%s, segments:[", lanes->threads[i].threads,
                    sw_lane_function(lanes, lanes->started[i]));
        for (size_t k = lanes->first[i]; k < lanes->first[i + 1]; k++)
            json_segment(json, v, &lanes->segments[k]);
        sw_json_put(json, "]}");
    }
    sw_json_close(json, ']');
}

/* --- A sampled run --- */

static void page_sampled(struct sw_document *d, const struct view *v)
{
    const struct sw_effort *e = &v->profile->effort;
    bool is_part = e->threads > v->lanes->n && e->threads_most > v->lanes->n;
    begin_page(d,
               SW_PRINTED("What each thread did, and whom it waited for. Blank: it had no core, or "
                          "did not exist.%s",
                          is_part ? SW_PRINTED(" The first %zu of %" PRIu64 " threads.",
                                               v->lanes->n, e->threads)
                                  : ""),
               "ns", false);
    page_lanes(d, v, NULL, (double)e->time);
    sw_html_close(&d->page);
}

void sw_effort_put_lanes(struct sw_document *d, const struct sw_effort_report *r)
{
    struct sw_lanes lanes;
    struct view v = {r->profile, &lanes, r};
    if (sw_document_fails(d, sw_lanes_make(&lanes, &r->logical)))
        return;
    if (d->as == SW_AS_JSON)
        json_lanes(&d->json, &v);
    else if (lanes.n && lanes.first[lanes.n])
        page_sampled(d, &v);
    sw_lanes_release(&lanes);
}

/* --- Simulated runs --- */

static void begin_simulated(struct sw_document *d, const struct sw_profile *p)
{
    const struct sw_lane_table *last = &p->lanes[p->n_lanes - 1];
    uint64_t threads = p->simulations[last->run].regions + 1;
    bool is_part = last->n == SW_LANES_MOST && threads > last->n;
    begin_page(
        d,
        SW_PRINTED("What each thread did on the simulated cores, and whom it waited for. "
                   "Blank: it had no core, or did not exist.%s",
                   is_part ? SW_PRINTED(" At most %d threads at a time.", SW_LANES_MOST) : ""),
        d->units->unit, true);
}

static void put_run(struct sw_document *d, const struct sw_report *r,
                    const struct sw_lane_table *table)
{
    struct sw_lanes lanes;
    struct view v = {r->profile, &lanes, NULL};
    uint64_t processors = r->profile->simulations[table->run].processors;
    if (sw_document_fails(d, sw_lanes_make_simulated(&lanes, r->profile, table, &r->functions)))
        return;
    if (d->as == SW_AS_JSON) {
        sw_json_put(&d->json, "{processors:%lu, time:%lu", processors, table->time);
        json_lanes(&d->json, &v);
        sw_json_close(&d->json, '}');
    } else {
        page_lanes(d, &v, SW_SHOWN(some, processors, "core"), (double)table->time);
    }
    sw_lanes_release(&lanes);
}

void sw_run_lanes(struct sw_document *d, const struct sw_report *r)
{
    const struct sw_profile *p = r->profile;
    if (!p->n_lanes)
        return;
    if (d->as == SW_AS_JSON)
        sw_json_open(&d->json, "lanes", '[');
    else
        begin_simulated(d, p);
    for (size_t i = 0; i < p->n_lanes; i++)
        put_run(d, r, &p->lanes[i]);
    if (d->as == SW_AS_JSON)
        sw_json_close(&d->json, ']');
    else
        sw_html_close(&d->page);
}
