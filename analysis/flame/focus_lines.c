/* The lines of a function's own code, by samples. */
#include "analysis/flame/focus_parts.h"
#include "analysis/workspan/sites.h"
#include "base/libc.h"

/* What the path itself has of a measure. */
static double own(const struct sw_focus *f, const struct sw_profile *p, size_t path, unsigned m)
{
    const char *measure = f->flame.measures[m];
    if (p->effort.paths) {
        const struct sw_effort_path *e = &p->effort.paths[path];
        double overhead = 0;
        for (int i = 0; i < SW_OVERHEADS; i++)
            overhead += (double)e->overhead[i];
        return !strcmp(measure, "work")       ? (double)e->work
               : !strcmp(measure, "idle")     ? (double)e->idle
               : !strcmp(measure, "overhead") ? overhead
               : !strcmp(measure, "wait")     ? (double)e->waited
                                              : (double)e->blamed;
    }
    const struct sw_sampled_path *s = &p->sampled.paths[path];
    double samples = (double)(strcmp(measure, "span") ? s->on_work : s->on_span);
    return f->flame.samples[m] ? samples * f->wholes[m] / (double)f->flame.samples[m] : 0;
}

static const struct sw_place *place_of(const struct sw_profile *p, size_t path)
{
    if (p->effort.paths && p->effort.paths[path].physical)
        return NULL; /* no frame of the program */
    return &p->sampled.frames[p->sampled.paths[path].frame].place;
}

int sw_focus_lines(struct sw_focus *f, const struct sw_profile *p, const char *function)
{
    f->lines = calloc(p->sampled.n_paths + 1, sizeof *f->lines);
    if (!f->lines)
        return -ENOMEM;
    for (size_t i = 0; i < p->sampled.n_paths; i++) {
        const struct sw_place *place = place_of(p, i);
        if (!place || !place->line || strcmp(sw_string(place->function), function))
            continue;
        struct sw_focus_row *row = &f->lines[f->n_lines];
        *row = (struct sw_focus_row){
            .name = place->function, .place = place, .site = SW_FLAME_NO_SITE};
        double sum = 0;
        for (unsigned m = 0; m < f->flame.n_measures; m++)
            sum += row->sums[m] = own(f, p, i, m);
        f->n_lines += sum > 0;
    }
    f->n_lines = sw_focus_merge(f->lines, f->n_lines);
    return 0;
}
