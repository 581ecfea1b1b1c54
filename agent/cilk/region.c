/* Regions (spanwise.h) and positions (cilkscale.h): ordinary calls of the program, so libc is fine.
 */
#include "agent/cilk/region.h"
#include "agent/cilk/label.h"
#include "agent/core/enter.h"
#include "agent/core/meter.h"
#include "live/leg.h"
#include "live/notes/cilk.h"

#include <stdio.h>
#include <stdlib.h>

static uint32_t label_number(struct sw_live *live, const char *label)
{
    return sw_label_number(live, live->regions.labels, &live->regions.n_labels, label);
}

/* Inside an event then, and all that came before is counted; NULL: it is not to be taken. */
static struct sw_thread *enter(void)
{
    uint64_t now = sw_meter_now();
    struct sw_thread *t = sw_enter((uint64_t)__builtin_frame_address(0));
    if (!t)
        return NULL;
    sw_cilk_settle(t);
    sw_event_pass(t->strand, sw_meter_cost(t, now, t->meter.costs.note));
    return t;
}

static uint64_t begin(struct sw_thread *t, uint32_t label)
{
    uint64_t id = atomic_fetch_add(&t->live->regions.ids, 1);
    sw_event_region(t->strand, label, id, 0);
    return id;
}

static void end(struct sw_thread *t, uint64_t id)
{
    if (!sw_event_region_end(t->strand, id, 0) && t->leg->left)
        t->live->regions.lost++;
}

uint64_t sw_cilk_region_open(const char *label)
{
    struct sw_thread *t = enter();
    if (!t)
        return UINT64_MAX;
    uint64_t id = begin(t, label_number(sw_live, label));
    sw_leave(t);
    return id;
}

void sw_cilk_region_close(uint64_t id)
{
    struct sw_thread *t = enter();
    if (!t)
        return;
    end(t, id);
    sw_leave(t);
}

/* The outermost pair counts, so that a recursive region is not counted twice. */
static void begin_label(struct sw_thread *t, uint32_t label)
{
    struct sw_begun *begun = sw_leg_begun(t->live, t->leg);
    if (!begun || begun[label].depth++)
        return;
    uint32_t stamp = sw_strand_stamp(t->strand, t->strand->at.top);
    begun[label] = (struct sw_begun){1, begin(t, label), stamp, false};
}

static void end_label(struct sw_thread *t, uint32_t label)
{
    struct sw_begun *begun = sw_leg_begun(t->live, t->leg);
    if (!begun || !begun[label].depth)
        t->live->regions.lost += t->leg->left != NULL;
    else if (--begun[label].depth == 0)
        end(t, begun[label].id);
}

void sw_cilk_region_begin(const char *label)
{
    struct sw_thread *t = enter();
    if (!t)
        return;
    begin_label(t, label_number(sw_live, label));
    sw_leave(t);
}

void sw_cilk_region_end(const char *label)
{
    struct sw_thread *t = enter();
    if (!t)
        return;
    end_label(t, label_number(sw_live, label));
    sw_leave(t);
}

struct sw_cilk_position sw_cilk_position(void)
{
    struct sw_cilk_position p = {0, 0, 0};
    struct sw_thread *t = enter();
    if (!t)
        return p;
    struct sw_position at = sw_strand_position(t->strand);
    t->live->regions.lost_positions += t->leg->left != NULL;
    sw_leave(t);
    p.work = (int64_t)sw_live_to_ns(sw_live, at.work);
    p.span = (int64_t)sw_live_to_ns(sw_live, at.span);
    p.burdened_span = (int64_t)sw_live_to_ns(sw_live, at.burdened_span);
    return p;
}

void sw_cilk_figures(char *text, size_t room, struct sw_cilk_position p, const char *between)
{
    double work = (double)p.work / 1e9, span = (double)p.span / 1e9;
    double burdened = (double)p.burdened_span / 1e9;
    snprintf(text, room, "%g%s%g%s%g%s%g%s%g", work, between, span, between,
             span > 0 ? work / span : 0, between, burdened, between,
             burdened > 0 ? work / burdened : 0);
}

/* As Cilkscale does: appended to $CILKSCALE_OUT, which this process starts anew, or to stdout. */
void sw_cilk_dump(struct sw_cilk_position p, const char *tag)
{
    static const char header[] = "tag,work (seconds),span (seconds),parallelism,"
                                 "burdened_span (seconds),burdened_parallelism\n";
    static int begun;
    const char *path = getenv("CILKSCALE_OUT");
    FILE *out = path && *path ? fopen(path, begun ? "a" : "w") : stdout;
    if (!out)
        return;
    if (!begun)
        fputs(header, out);
    begun = 1;
    char figures[SW_CILK_FIGURES];
    sw_cilk_figures(figures, sizeof figures, p, ",");
    fprintf(out, "%s,%s\n", tag ? tag : "", figures);
    if (out != stdout)
        fclose(out);
}
