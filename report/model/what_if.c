/* Changes of a tree, before and after. */
#include "report/model/what_if.h"
#include "report/model/document.h"

SW_GETS(get_gain, text,
        sw_units_growth(((const struct sw_consequence_on *)row)->gain, value->scratch))

static const struct sw_column fields[] = {
    {"processors", NULL, "P", SW_COUNT, AT(sw_consequence_on, processors)},
    {"time_before", NULL, "time\nbefore", SW_COST, AT(sw_consequence_on, before)},
    {"time_after", NULL, "time\nafter", SW_COST, AT(sw_consequence_on, after)},
    {"speedup_before", NULL, "speedup\nbefore", SW_REAL, AT(sw_consequence_on, speedup_before)},
    {"speedup_after", NULL, "speedup\nafter", SW_REAL, AT(sw_consequence_on, speedup_after)},
    {"gain", NULL, NULL, SW_REAL, AT(sw_consequence_on, gain)},
    {"growth", NULL, "gain", SW_FIGURE, .get = get_gain},
};

static void put_on(struct sw_document *d, const struct sw_consequence *c, const char *heading)
{
    SW_TABLE(d, .key = "on", .heading = heading, SW_FIELDS(fields),
             .text = "processors..speedup_after|growth", .json = "processors..gain",
             .csv = "processors..gain", SW_ITEMS(c->on, c->n_on));
}

static void add_cost(struct sw_grid *grid, const struct sw_units *units, const char *label,
                     double before, double after)
{
    char(*cells)[SW_UNITS_SIZE] = sw_grid_add(grid, label);
    sw_units_cost(units, sw_rounded(before), cells[0]);
    sw_units_cost(units, sw_rounded(after), cells[1]);
    sw_units_growth(after / before, cells[2]);
}

static void put_whole(struct sw_document *d, const struct sw_consequence *c)
{
    double before = c->work_before / c->span_before, after = c->work_after / c->span_after;
    struct sw_grid grid = {.n = 0};
    add_cost(&grid, d->units, "Work", c->work_before, c->work_after);
    add_cost(&grid, d->units, "Span", c->span_before, c->span_after);
    char(*cells)[SW_UNITS_SIZE] = sw_grid_add(&grid, "Parallelism");
    sw_units_ratio(before, cells[0]);
    sw_units_ratio(after, cells[1]);
    sw_units_growth(after / before, cells[2]);
    sw_document_heading(d, "Whole program (exact, from the tree)");
    sw_document_grid(d, &grid, "before|after|relative");
}

static void put_text(struct sw_document *d, const struct sw_consequence *c,
                     const struct sw_what_if_options *o)
{
    sw_document_head(d, "Spanwise what-if for", o->profile);
    for (size_t i = 0; i < o->n_changes; i++)
        sw_document_note(d, i ? "" : "what if", "%s", o->changes[i]);
    put_whole(d, c);
    put_on(d, c,
           SW_PRINTED("Speedup on P cores with %s, emulated, over the original work", o->plan));
    sw_document_heading(d, "What it rests on");
    sw_document_note(d, "overheads", "%s", o->overheads);
    if (c->n_left_out)
        sw_document_note(d, "left out",
                         "%zu number%s of cores, which would have taken too long to emulate: "
                         "--time=SECONDS allows more",
                         c->n_left_out, c->n_left_out == 1 ? "" : "s");
}

static void put_json(struct sw_document *d, const struct sw_consequence *c,
                     const struct sw_what_if_options *o)
{
    sw_document_head(d, NULL, o->profile);
    sw_json_strings(&d->json, "changes", (const char *const *)o->changes, o->n_changes);
    sw_json_put(&d->json,
                "plan:%s, overheads:%s, work_before:%g, work_after:%g, span_before:%g, "
                "span_after:%g, parallelism_before:%g, parallelism_after:%g, left_out:%zu",
                o->plan, o->overheads, c->work_before, c->work_after, c->span_before, c->span_after,
                c->work_before / c->span_before, c->work_after / c->span_after, c->n_left_out);
    put_on(d, c, NULL);
}

int sw_consequence_print(const struct sw_consequence *c, const struct sw_what_if_options *o,
                         FILE *out)
{
    struct sw_document d;
    int error =
        sw_document_open(&d, (enum sw_as)o->format, &o->page, o->profile, o->profile->unit, out);
    if (error)
        return error;
    if (d.as == SW_AS_TEXT)
        put_text(&d, c, o);
    else if (d.as == SW_AS_CSV)
        put_on(&d, c, NULL);
    else
        put_json(&d, c, o);
    return sw_document_close(&d);
}
