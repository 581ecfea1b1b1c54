/* Each thread of a sampled run over time: who ran, and who waited for whom. */
#include "analysis/effort/lanes.h"
#include "report/model/effort.h"

#include <errno.h>
#include <inttypes.h>

enum { LABEL = 64, WHAT = 512 };

/* "main thread", "thread 2"; "threads 3" of several that ran one after the other. */
static const char *label_of(const struct sw_effort *e, size_t lane, char label[LABEL])
{
    if (e->lanes[lane].threads > 1)
        snprintf(label, LABEL, "%s%" PRIu32 " threads in turn", lane ? "" : "main and ",
                 e->lanes[lane].threads - !lane);
    else
        snprintf(label, LABEL, lane ? "thread %zu" : "main thread", lane + 1);
    return label;
}

/* The function that runs, or the lock that is waited for; NULL: not known. */
static const char *what_of(const struct sw_effort_report *r, const struct sw_lane_segment *s,
                           char what[WHAT])
{
    if (s->lock)
        return sw_effort_lock_name(r, &r->profile->effort.locks[s->lock - 1], what);
    return s->code.function < r->functions.n ? sw_effort_name(&r->logical, s->code) : NULL;
}

static void page_lanes(struct sw_document *d, const struct sw_effort_report *r,
                       const struct sw_lanes *lanes)
{
    /* In the order of enum sw_lane_part. */
    static const struct sw_html_part parts[SW_LANE_PARTS] = {
        {"work", "working", "work", "work"},
        {"overhead", "overhead", "overhead", "overhead"},
        {"lock", "waiting for a lock", "lock", "lock wait"},
        {"threads", "waiting for other threads", "idle", "waited"},
        {"away", "sleeping, or waiting for input", "away", NULL},
    };
    const struct sw_effort *e = &r->profile->effort;
    char lead[256], label[LABEL], what[WHAT];
    int n = snprintf(lead, sizeof lead,
                     "What each thread did, and whom it waited for. Blank: it had no core, or did "
                     "not exist.");
    if (e->threads > lanes->n && e->threads_most > lanes->n)
        snprintf(lead + n, sizeof lead - (size_t)n, " The first %zu of %" PRIu64 " threads.",
                 lanes->n, e->threads);
    sw_html_lanes(
        &d->page,
        &(struct sw_html_section){.key = "lanes", .title = "Threads over time", .lead = lead}, "ns",
        (double)e->time, parts, SW_LANE_PARTS);
    for (size_t i = 0; i < lanes->n; i++) {
        const struct sw_lane_segment *s = lanes->segments + lanes->first[i],
                                     *end = lanes->segments + lanes->first[i + 1];
        sw_html_lane(&d->page, label_of(e, i, label),
                     lanes->started[i].function < r->functions.n
                         ? sw_effort_name(&r->logical, lanes->started[i])
                         : NULL);
        for (; s < end; s++)
            sw_html_segment(&d->page,
                            &(struct sw_html_segment){s->from, s->to, s->part, s->share,
                                                      s->whom ? s->whom - 1 : SW_HTML_NOBODY,
                                                      what_of(r, s, what)});
    }
    sw_html_lanes_end(&d->page);
}

static void json_segment(struct sw_document *d, const struct sw_effort_report *r,
                         const struct sw_lane_segment *s)
{
    struct sw_json *json = &d->json;
    char what[WHAT];
    sw_json_open(json, NULL, '{');
    sw_json_exact(json, "from", s->from);
    sw_json_exact(json, "to", s->to);
    sw_json_string(json, "doing", sw_lane_part_name(s->part));
    sw_json_real(json, "share", s->share);
    if (s->whom)
        sw_json_integer(json, "whom", s->whom - 1);
    if (s->lock)
        sw_json_string(json, "lock", what_of(r, s, what));
    else if (s->code.function < r->functions.n)
        sw_json_string(json, "function", what_of(r, s, what));
    sw_json_close(json, '}');
}

static void json_lanes(struct sw_document *d, const struct sw_effort_report *r,
                       const struct sw_lanes *lanes)
{
    sw_json_open(&d->json, "lanes", '[');
    for (size_t i = 0; i < lanes->n; i++) {
        sw_json_open(&d->json, NULL, '{');
        sw_json_integer(&d->json, "threads", r->profile->effort.lanes[i].threads);
        if (lanes->started[i].function < r->functions.n)
            sw_json_string(&d->json, "function", sw_effort_name(&r->logical, lanes->started[i]));
        sw_json_open(&d->json, "segments", '[');
        for (size_t k = lanes->first[i]; k < lanes->first[i + 1]; k++)
            json_segment(d, r, &lanes->segments[k]);
        sw_json_close(&d->json, ']');
        sw_json_close(&d->json, '}');
    }
    sw_json_close(&d->json, ']');
}

void sw_effort_put_lanes(struct sw_document *d, const struct sw_effort_report *r)
{
    struct sw_lanes lanes;
    if (sw_document_fails(d, sw_lanes_make(&lanes, &r->logical)))
        return;
    if (d->as == SW_AS_JSON)
        json_lanes(d, r, &lanes);
    else if (lanes.n && lanes.first[lanes.n])
        page_lanes(d, r, &lanes);
    sw_lanes_release(&lanes);
}
