/* Regions and splits: work that the program names by a label, and is reported by it. */
#include "agent/cilk/parts.h"
#include "agent/core/enter.h"
#include "agent/core/meter.h"
#include "live/notes/cilk.h"
#include "live/site.h"
#include "profile/site_kind.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Numbers for labels that the program gives, in tables of the range. */

/* The number of a label in a table of SW_LABELS_MAX; the last one stands for all that come too late.
 * Inside an event, so that a signal handler cannot want the lock that we hold. */
static uint32_t sw_label_number(struct sw_live *live, char (*table)[SW_LABEL_BYTES], uint32_t *n,
                                const char *label)
{
    uint32_t i;
    sw_live_lock(live);
    for (i = 0; i < *n; i++)
        if (!strncmp(table[i], label, SW_LABEL_BYTES - 1))
            break;
    if (i == *n && i < SW_LABELS_MAX) {
        strncpy(table[i], label, SW_LABEL_BYTES - 1);
        ++*n;
    }
    sw_live_unlock(live);
    return i < SW_LABELS_MAX ? i : SW_LABELS_MAX - 1;
}

/* Regions (spanwise.h) and positions (cilkscale.h): ordinary calls of the program, so libc is fine.
 */

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

/* Splits: the part of a function that follows one is reported under its label. */

/* The function with sleds that the place is in; 0: none, as the body of a task or loop. */
static uint32_t function_at(const struct sw_live *live, uint64_t place)
{
    uint32_t n = atomic_load(&live->n_functions);
    for (uint32_t i = 2; i < n; i++)
        if (place - live->functions[i].address <= live->functions[i].size)
            return i;
    return 0;
}

/* One for each place and label. */
static uint32_t site_of(struct sw_thread *t, uint64_t from, const char *label)
{
    struct sw_live *live = t->live;
    uint32_t number =
        1 + sw_label_number(live, live->regions.splits, &live->regions.n_splits, label);
    uint32_t site = sw_site_number(t, from, number, SW_SITE_SPLIT);
    struct sw_live_site *s = &live->sites[site];
    if (s->kind == SW_SITE_SPLIT && !s->label)
        *s = (struct sw_live_site){.address = from,
                                   .kind = SW_SITE_SPLIT,
                                   .label = number,
                                   .owner = function_at(live, from)};
    return site;
}

/* A function that is not followed is part of its caller: that must not go on split when it returns. */
static bool is_followed(const struct sw_thread *t, uint32_t site)
{
    uint32_t owner = t->live->sites[site].owner;
    return !owner || owner == t->strand->at.top->function;
}

void sw_cilk_split(const char *label, uint64_t from, uint64_t sp)
{
    uint64_t now = sw_meter_now();
    struct sw_thread *t = sw_enter(sp);
    if (!t)
        return;
    uint64_t cost = sw_meter_cost(t, now, t->meter.costs.note);
    t->events++;
    sw_cilk_settle_at(t, from, sp);
    uint32_t site = site_of(t, from, label ? label : "");
    if (is_followed(t, site)) {
        sw_event_split(t->strand, label ? site : 0, cost);
        sw_tool_split(t, label);
    } else {
        sw_event_pass(t->strand, cost);
    }
    sw_leave(t);
}
