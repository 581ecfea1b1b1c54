#include "analysis/flame/focus.h"
#include "analysis/flame/parts.h"
#include "analysis/workspan/nearest.h"
#include "analysis/workspan/sites.h"
#include "base/order.h"

enum { NOBODY = 0 }; /* rows are numbered from 1 on */

struct maker {
    struct sw_focus *focus;
    const struct sw_profile *profile;
    unsigned char *is_it; /* by frame: the function itself */
    uint32_t *caller;     /* by node: the row of its paths' caller */
    uint32_t *callee;     /* by node: the row of what the function calls there */
    uint32_t *itself;     /* by node: the row of the call by itself that it is */
};

static int is_called(const struct sw_flame_frame *frame, const char *name)
{
    return !strcmp(frame->name, name);
}

/* The file as it is, or its end, in whole steps. */
static int has_file(const char *file, const char *name, size_t n)
{
    size_t length = strlen(file);
    return n && n <= length && !memcmp(file + length - n, name, n) &&
           (n == length || *name == '/' || file[length - n - 1] == '/');
}

/* "dir/x.c:12" for a place in /src/dir/x.c. */
static int is_at(const struct sw_flame_frame *frame, const char *name)
{
    const struct sw_place *place = frame->place;
    const char *colon = strrchr(name, ':'), *file = place ? sw_string(place->file) : "";
    char *end;
    if (!colon || colon == name || !*file || colon[1] < '0' || colon[1] > '9')
        return 0;
    unsigned long line = strtoul(colon + 1, &end, 10);
    return !*end && line == place->line && has_file(file, name, (size_t)(colon - name));
}

/* "std::sort" for "std::sort<int*>(int*, int*)". */
static int is_overload(const struct sw_flame_frame *frame, const char *name)
{
    size_t n = strlen(name);
    return n && !strncmp(frame->name, name, n) && (frame->name[n] == '(' || frame->name[n] == '<');
}

/* "solver::run" for "app::solver::run", and not for what has it among its template's arguments. */
static int is_scoped(const struct sw_flame_frame *frame, const char *name)
{
    size_t n = strlen(name);
    int depth = 0;
    for (const char *at = frame->name; n && *at; at++) {
        depth += (*at == '<' || *at == '(') - (*at == '>' || *at == ')');
        if (!depth && !strncmp(at, "::", 2) && !strncmp(at + 2, name, n) &&
            (!at[2 + n] || at[2 + n] == '(' || at[2 + n] == '<'))
            return 1;
    }
    return 0;
}

/* Each way to understand the name, until one finds something. */
static int find(const struct maker *m, const char *name)
{
    static int (*const ways[])(const struct sw_flame_frame *,
                               const char *) = {is_called, is_at, is_overload, is_scoped};
    const struct sw_flame *flame = &m->focus->flame;
    int found = 0;
    for (size_t way = 0; way < sizeof ways / sizeof *ways && !found; way++)
        for (size_t i = 1; i < flame->n_frames; i++) /* the first is the program */
            found |= m->is_it[i] = (unsigned char)ways[way](&flame->frames[i], name);
    return found;
}

static uint32_t add_row(struct sw_focus_row *rows, size_t *n, const char *name,
                        const struct sw_place *place, size_t site)
{
    rows[*n] = (struct sw_focus_row){.name = name, .place = place, .site = site};
    return (uint32_t)++ * n;
}

/* Where the node is called. Of samples, the place of a frame is none of a call. */
static const struct sw_place *called_at(const struct maker *m, size_t i)
{
    const struct sw_flame *flame = &m->focus->flame;
    const struct sw_flame_node *node = &flame->nodes[i];
    const struct sw_flame_frame *frame = &flame->frames[node->frame];
    const struct sw_place *above = flame->frames[flame->nodes[node->parent].frame].place;
    if (!m->profile->sampled.n_paths || frame->site != SW_FLAME_NO_SITE)
        return frame->place;
    if (!frame->called || !node->parent || !above)
        return NULL;
    m->focus->places[i] = (struct sw_place){.file = above->file, .line = frame->called};
    return &m->focus->places[i];
}

/* A row for each node at first. A parent comes before its children, so what holds for it is known. */
static void add_rows(struct maker *m)
{
    struct sw_focus *f = m->focus;
    const struct sw_flame *flame = &f->flame;
    for (size_t i = 1; i < flame->n_nodes; i++) {
        const struct sw_flame_node *node = &flame->nodes[i];
        const struct sw_flame_frame *frame = &flame->frames[node->frame];
        uint32_t parent = node->parent;
        int is_it = m->is_it[node->frame], by_it = parent && m->is_it[flame->nodes[parent].frame];
        m->caller[i] = m->caller[parent];
        if (is_it && !m->caller[i]) {
            const char *name = parent ? flame->frames[flame->nodes[parent].frame].name : "-";
            m->caller[i] = add_row(f->callers, &f->n_callers, name, called_at(m, i), frame->site);
        }
        if (is_it && by_it)
            m->itself[i] =
                add_row(f->itself, &f->n_itself, frame->name, called_at(m, i), frame->site);
        if (!is_it && by_it)
            m->callee[i] =
                add_row(f->callees, &f->n_callees, frame->name, called_at(m, i), frame->site);
        else
            m->callee[i] = is_it ? NOBODY : m->callee[parent];
    }
}

static void add_sums(struct maker *m)
{
    struct sw_focus *f = m->focus;
    for (size_t i = 0; i < f->flame.n_nodes; i++)
        for (unsigned k = 0; k < f->flame.n_measures; k++) {
            double self = f->flame.nodes[i].self[k];
            f->wholes[k] += self;
            if (!m->caller[i])
                continue;
            f->totals[k] += self;
            f->callers[m->caller[i] - 1].sums[k] += self;
            if (m->callee[i])
                f->callees[m->callee[i] - 1].sums[k] += self;
            else
                f->selves[k] += self;
            if (m->itself[i])
                f->itself[m->itself[i] - 1].sums[k] += self;
        }
}

static int compare_places(const struct sw_place *a, const struct sw_place *b)
{
    if (!a || !b)
        return !!a - !!b;
    return sw_place_compare(a, b);
}

static int compare_rows(const void *a, const void *b)
{
    const struct sw_focus_row *x = a, *y = b;
    return SW_BY(strcmp(x->name, y->name), compare_places(x->place, y->place),
                 SW_RISING(x->site, y->site));
}

/* Rows that are of the same name, place and site become one; returns how many are left. */
static size_t sw_focus_merge(struct sw_focus_row *rows, size_t n)
{
    size_t to = 0;
    qsort(rows, n, sizeof *rows, compare_rows);
    for (size_t i = 0; i < n; i++) {
        if (to && !compare_rows(&rows[to - 1], &rows[i])) {
            for (unsigned k = 0; k < SW_FLAME_MEASURES_MOST; k++)
                rows[to - 1].sums[k] += rows[i].sums[k];
            continue;
        }
        rows[to++] = rows[i];
    }
    return to;
}

/* What the path itself has of a measure. */
static double own(const struct sw_focus *f, const struct sw_profile *p, size_t path, unsigned m)
{
    if (p->effort.paths) {
        struct sw_effort_sums sums = sw_effort_of_path(&p->effort.paths[path]);
        return (double)sw_effort_get(&sums, sw_flame_efforts[m].metric);
    }
    const struct sw_sampled_path *s = &p->sampled.paths[path];
    double samples = (double)(strcmp(f->flame.measures[m], "span") ? s->on_work : s->on_span);
    return f->flame.samples[m] ? samples * f->wholes[m] / (double)f->flame.samples[m] : 0;
}

static const struct sw_place *place_of(const struct sw_profile *p, size_t path)
{
    if (p->effort.paths && p->effort.paths[path].physical)
        return NULL; /* no frame of the program */
    return &p->sampled.frames[p->sampled.paths[path].frame].place;
}

/* Fills in the lines of a function's own code. 0 or -ENOMEM. */
static int sw_focus_lines(struct sw_focus *f, const struct sw_profile *p, const char *function)
{
    if (!SW_POOLED(&f->pool, f->lines, p->sampled.n_paths + 1))
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

static int fill(struct maker *m, const char *name)
{
    struct sw_focus *f = m->focus;
    size_t n = f->flame.n_nodes;
    SW_POOLED(&f->pool, m->caller, n);
    SW_POOLED(&f->pool, m->callee, n);
    SW_POOLED(&f->pool, m->itself, n);
    SW_POOLED(&f->pool, f->itself, n);
    SW_POOLED(&f->pool, f->callers, n);
    SW_POOLED(&f->pool, f->callees, n);
    if (!SW_POOLED(&f->pool, f->places, n) || f->pool.error)
        return -ENOMEM;
    add_rows(m);
    add_sums(m);
    f->n_callers = sw_focus_merge(f->callers, f->n_callers);
    f->n_callees = sw_focus_merge(f->callees, f->n_callees);
    f->n_itself = sw_focus_merge(f->itself, f->n_itself);
    return sw_focus_lines(f, m->profile, name);
}

static const struct sw_region *find_region(const struct sw_profile *p, const char *label)
{
    for (size_t i = 0; i < p->n_regions; i++)
        if (!strcmp(p->regions[i].label, label))
            return &p->regions[i];
    return NULL;
}

/* Of the same file, those that are next to the line that was asked for: into `list`. False: there are none. */
static int list_lines(const struct sw_flame *flame, const char *name, char *list, size_t size)
{
    const char *colon = strrchr(name, ':');
    const struct sw_place *near[SW_NEAREST_MOST];
    size_t n = 0, at = 0, length = colon ? (size_t)(colon - name) : 0;
    long wanted = colon ? strtol(colon + 1, NULL, 10) : 0;
    for (size_t i = 0; length && i < flame->n_frames; i++) {
        const struct sw_place *place = flame->frames[i].place;
        if (!place || !has_file(sw_string(place->file), name, length))
            continue;
        long distance = labs((long)place->line - wanted);
        size_t to = n;
        for (size_t k = 0; k < n && place; k++)
            place = near[k]->line == place->line ? NULL : place;
        while (to > 0 && labs((long)near[to - 1]->line - wanted) > distance)
            to--;
        if (!place || to == SW_NEAREST_MOST)
            continue;
        n += n < SW_NEAREST_MOST;
        memmove(&near[to + 1], &near[to], (n - 1 - to) * sizeof *near);
        near[to] = place;
    }
    for (size_t i = 0; i < n && at < size; i++)
        at += (size_t)snprintf(list + at, size - at, "%s'%.100s:%u'", i ? ", " : "",
                               sw_base_name(near[i]->file), near[i]->line);
    return n > 0;
}

static int say_unknown(const struct maker *m, const char *name, char *why, size_t why_size)
{
    struct sw_nearest nearest = {.wanted = name};
    const struct sw_flame *flame = &m->focus->flame;
    char list[400];
    for (size_t i = 1; i < flame->n_frames; i++) /* the first is the program */
        if (flame->frames[i].name[0] != '(')
            sw_nearest_offer(&nearest, flame->frames[i].name);
    for (size_t i = 0; i < m->profile->n_regions; i++)
        sw_nearest_offer(&nearest, m->profile->regions[i].label);
    if (!list_lines(flame, name, list, sizeof list))
        sw_nearest_list(&nearest, list, sizeof list);
    snprintf(why, why_size, "there is no function, line of a call or region '%.200s' in it%s%s",
             name, *list ? "; near it are " : ": the profile has none at all", list);
    return -ENOENT;
}

int sw_focus_make(struct sw_focus *focus, const struct sw_profile *profile, const char *name,
                  char *why, size_t why_size)
{
    struct maker m = {.focus = focus, .profile = profile};
    *focus = (struct sw_focus){.region = NULL};
    int error = sw_flame_make_lines(&focus->flame, profile, 0);
    if (!error && !SW_POOLED(&focus->pool, m.is_it, focus->flame.n_frames))
        error = -ENOMEM;
    if (!error && find(&m, name))
        error = fill(&m, name);
    else if (!error && !(focus->region = find_region(profile, name)))
        error = say_unknown(&m, name, why, why_size);
    if (error == -ENOMEM)
        snprintf(why, why_size, "not enough memory");
    if (error)
        sw_focus_release(focus);
    return error;
}

void sw_focus_release(struct sw_focus *focus)
{
    sw_pool_release(&focus->pool);
    sw_flame_release(&focus->flame);
    *focus = (struct sw_focus){.region = NULL};
}
