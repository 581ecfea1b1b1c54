#include "analysis/flame_parts.h"
#include "analysis/sites.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int has_samples(const struct sw_sampled *sampled)
{
    for (size_t i = 0; i < sampled->n_paths; i++)
        if (sampled->paths[i].on_work)
            return 1;
    return 0;
}

/* Its call sites are annotations, of which the tree knows better where they were. */
static int is_annotated(const struct sw_profile *p)
{
    return !strcmp(sw_string(p->front_end), "annotate");
}

static void make_effort(struct sw_flame_builder *b, const struct sw_profile *p)
{
    struct sw_functions functions;
    struct sw_effort_tree tree;
    b->error = sw_functions_make(&functions, p);
    if (b->error)
        return;
    b->error = sw_effort_tree_make(&tree, p, &functions, false, SW_EFFORT_ALL);
    if (!b->error) {
        sw_flame_effort(b, &tree);
        sw_effort_tree_release(&tree);
    }
    sw_functions_release(&functions);
}

static void make(struct sw_flame_builder *b, const struct sw_profile *p)
{
    if (sw_profile_is_effort(p)) {
        make_effort(b, p);
        return;
    }
    sw_flame_measure(b, "work");
    sw_flame_measure(b, "span");
    if (has_samples(&p->sampled))
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

int sw_flame_make(struct sw_flame *flame, const struct sw_profile *profile, double least)
{
    struct sw_flame_builder b;
    if (!sw_flame_builder_init(&b, flame, profile)) {
        b.least = least;
        make(&b, profile);
    }
    return finish(&b, least);
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

int sw_flame_measure_named(const struct sw_flame *flame, const char *name)
{
    for (unsigned m = 0; m < flame->n_measures; m++)
        if (!strcmp(flame->measures[m], name))
            return (int)m;
    return -1;
}
