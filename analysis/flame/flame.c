#include "analysis/flame/parts.h"
#include "analysis/workspan/functions.h"
#include "analysis/workspan/sites.h"

/* The line of each sampled function that the most goes through: its own, or a call's. */

static uint64_t own(const struct sw_profile *p, size_t path)
{
    uint64_t all = p->sampled.paths[path].on_work;
    if (!p->effort.paths)
        return all;
    struct sw_effort_sums sums = sw_effort_of_path(&p->effort.paths[path]);
    return all + sw_effort_get(&sums, SW_EFFORT_ALL);
}

static void add_up(const struct sw_profile *p, uint64_t *paths, uint64_t *frames)
{
    const struct sw_sampled *s = &p->sampled;
    for (size_t i = s->n_paths; i-- > 0;) {
        paths[i] += own(p, i);
        frames[s->paths[i].frame] += paths[i];
        if (s->paths[i].caller)
            paths[s->paths[i].caller - 1] += paths[i];
    }
}

int sw_flame_is_generated(const struct sw_place *place)
{
    return !strcmp(sw_base_name(sw_string(place->file)), "<spanwise>");
}

static void choose(const struct sw_profile *p, const struct sw_functions *f, const uint64_t *frames,
                   uint64_t *most, const struct sw_place **places)
{
    for (size_t i = 0; i < p->sampled.n_frames; i++) {
        const uint32_t *number = &f->numbers[f->first[i]];
        const struct sw_place *place = &p->sampled.frames[i].place;
        for (; place; place = place->inlined_into, number++) {
            if (sw_flame_is_generated(place) || (places[*number] && frames[i] <= most[*number]))
                continue;
            most[*number] = frames[i];
            places[*number] = place;
        }
    }
}

const struct sw_place **sw_flame_places(const struct sw_profile *p, const struct sw_functions *f)
{
    SW_FREED uint64_t *paths = calloc(p->sampled.n_paths + 1, sizeof *paths);
    SW_FREED uint64_t *frames = calloc(p->sampled.n_frames + 1, sizeof *frames);
    SW_FREED uint64_t *most = calloc(f->n + 1, sizeof *most);
    const struct sw_place **places = calloc(f->n + 1, sizeof *places);
    if (paths && frames && most && places) {
        add_up(p, paths, frames);
        choose(p, f, frames, most, places);
    } else {
        free(places);
        places = NULL;
    }
    return places;
}

static uint64_t samples_on(const struct sw_sampled *sampled, int is_span)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < sampled->n_paths; i++)
        sum += is_span ? sampled->paths[i].on_span : sampled->paths[i].on_work;
    return sum;
}

/* Without sites there is nothing else to draw. */
int sw_flame_has_few_samples(const struct sw_profile *p)
{
    uint64_t work = samples_on(&p->sampled, 0), span = samples_on(&p->sampled, 1);
    return work && p->n_sites && (work < SW_SAMPLES_ENOUGH || span < SW_SAMPLES_ENOUGH);
}

/* Its call sites are annotations, of which the tree knows better where they were. */
static int is_annotated(const struct sw_profile *p)
{
    return p->front_end == SW_FRONT_END_ANNOTATE;
}

static void make_effort(struct sw_flame_builder *b, const struct sw_profile *p)
{
    struct sw_functions functions;
    struct sw_effort_tree tree;
    b->error = sw_functions_make(&functions, p);
    if (b->error)
        return;
    b->error = b->by_line ? sw_effort_tree_make_lines(&tree, p, &functions, SW_FRAMES_ALL)
                          : sw_effort_tree_make(&tree, p, &functions, SW_FRAMES_ALL, SW_EFFORT_ALL);
    if (!b->error) {
        sw_flame_effort(b, &tree);
        sw_effort_tree_release(&tree);
    }
    sw_functions_release(&functions);
}

static void make(struct sw_flame_builder *b, const struct sw_profile *p, int samples)
{
    if (sw_profile_is_effort(p)) {
        make_effort(b, p);
        return;
    }
    sw_flame_measure(b, "work");
    sw_flame_measure(b, "span");
    if (samples && samples_on(&p->sampled, 0))
        sw_flame_samples(b, p);
    else if (p->n_simulations)
        sw_flame_constructs(b, p);
    else if (p->tree.n_nodes && (!p->n_sites || is_annotated(p)))
        sw_flame_program_tree(b, p);
    else
        sw_flame_sites(b, p);
}

static int finish(struct sw_flame_builder *b, double least)
{
    int error = b->error;
    b->least = least;
    if (!error)
        error = sw_flame_prune(b);
    sw_flame_builder_release(b);
    if (error)
        sw_flame_release(b->flame);
    return error;
}

static int make_flame(struct sw_flame *flame, const struct sw_profile *profile, double least,
                      bool by_line, int use_samples, const double *lost)
{
    struct sw_flame_builder b;
    if (!sw_flame_builder_init(&b, flame, profile)) {
        b.least = least;
        b.by_line = by_line;
        b.lost = lost;
        make(&b, profile, use_samples);
    }
    return finish(&b, least);
}

int sw_flame_make(struct sw_flame *flame, const struct sw_profile *profile, double least)
{
    return make_flame(flame, profile, least, false, 1, NULL);
}

int sw_flame_make_lost(struct sw_flame *flame, const struct sw_profile *profile, double least,
                       bool by_line, const double *lost)
{
    return make_flame(flame, profile, least, by_line, 1, lost);
}

int sw_flame_make_lines(struct sw_flame *flame, const struct sw_profile *profile, double least)
{
    return make_flame(flame, profile, least, true, 1, NULL);
}

int sw_flame_make_measured(struct sw_flame *flame, const struct sw_profile *profile, double least)
{
    return make_flame(flame, profile, least, false, 0, NULL);
}

int sw_flame_make_effort(struct sw_flame *flame, const struct sw_effort_tree *tree, double least)
{
    struct sw_flame_builder b;
    if (!sw_flame_builder_init(&b, flame, tree->profile))
        sw_flame_effort(&b, tree);
    return finish(&b, least);
}

void sw_flame_release(struct sw_flame *flame)
{
    for (size_t i = 0; i < flame->n_frames; i++)
        free(flame->frames[i].name);
    free(flame->frames);
    free(flame->nodes);
    free(flame->places);
    *flame = (struct sw_flame){.n_nodes = 0};
}

double *sw_flame_totals(const struct sw_flame *flame, unsigned measure)
{
    double *totals = calloc(flame->n_nodes + 1, sizeof *totals);
    for (size_t i = flame->n_nodes; totals && i-- > 0;) {
        totals[i] += flame->nodes[i].self[measure];
        if (i)
            totals[flame->nodes[i].parent] += totals[i];
    }
    return totals;
}

static int has_name(const struct sw_flame *flame, const struct sw_flame_node *node)
{
    const char *name = flame->frames[node->frame].name;
    return *name != '[' && strcmp(name, SW_FLAME_SMALLER);
}

int sw_flame_is_nameless(const struct sw_flame *flame)
{
    SW_FREED char *named = calloc(flame->n_nodes + 1, 1);
    double sums[2] = {0};
    for (size_t i = 1; named && i < flame->n_nodes; i++) {
        const struct sw_flame_node *node = &flame->nodes[i];
        named[i] = (char)(named[node->parent] || has_name(flame, node));
        sums[(int)named[i]] += node->self[0];
    }
    return sums[0] > sums[1];
}

void sw_flame_drop(struct sw_flame *flame, unsigned measure)
{
    unsigned behind = --flame->n_measures - measure;
    memmove(flame->measures + measure, flame->measures + measure + 1,
            behind * sizeof *flame->measures);
    memmove(flame->samples + measure, flame->samples + measure + 1,
            behind * sizeof *flame->samples);
    for (size_t i = 0; i < flame->n_nodes; i++) {
        double *self = flame->nodes[i].self;
        memmove(self + measure, self + measure + 1, behind * sizeof *self);
    }
}

int sw_flame_measure_named(const struct sw_flame *flame, const char *name)
{
    for (unsigned m = 0; m < flame->n_measures; m++)
        if (!strcmp(flame->measures[m], name))
            return (int)m;
    return -1;
}
