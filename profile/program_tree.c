#include "profile/program_tree.h"

#include "profile/profile.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static void release_string(char *string)
{
    if (string != sw_profile_empty)
        free(string);
}

void sw_program_tree_release(struct sw_program_tree *tree)
{
    if (!tree->shared) {
        for (size_t i = 0; i < tree->n_sites; i++) {
            release_string(tree->sites[i].label);
            release_string(tree->sites[i].file);
            release_string(tree->sites[i].function);
            release_string(tree->sites[i].caller);
        }
        for (size_t i = 0; i < tree->n_locks; i++)
            release_string(tree->locks[i].label);
        free(tree->sites);
        free(tree->locks);
    }
    free(tree->nodes);
    free(tree->items);
    *tree = (struct sw_program_tree){0};
}

static char *copy(const char *string)
{
    return string && *string ? strdup(string) : sw_profile_empty;
}

static bool copy_sites(struct sw_program_tree *tree, const struct sw_program_tree *from)
{
    tree->sites = calloc(from->n_sites + 1, sizeof *tree->sites);
    bool fine = tree->sites;
    for (; fine && tree->n_sites < from->n_sites; tree->n_sites++) {
        const struct sw_tree_site *old = &from->sites[tree->n_sites];
        struct sw_tree_site *site = &tree->sites[tree->n_sites];
        *site = *old;
        site->label = copy(old->label);
        site->file = copy(old->file);
        site->function = copy(old->function);
        site->caller = copy(old->caller);
        fine = site->label && site->file && site->function && site->caller;
    }
    return fine;
}

static bool copy_locks(struct sw_program_tree *tree, const struct sw_program_tree *from)
{
    tree->locks = calloc(from->n_locks + 1, sizeof *tree->locks);
    bool fine = tree->locks;
    for (; fine && tree->n_locks < from->n_locks; tree->n_locks++) {
        tree->locks[tree->n_locks] = from->locks[tree->n_locks];
        fine = (tree->locks[tree->n_locks].label = copy(from->locks[tree->n_locks].label)) != NULL;
    }
    return fine;
}

int sw_program_tree_take(struct sw_program_tree *tree, struct sw_program_tree *from)
{
    *tree = (struct sw_program_tree){.nodes = from->nodes,
                                     .n_nodes = from->n_nodes,
                                     .items = from->items,
                                     .n_items = from->n_items,
                                     .measure = from->measure};
    from->nodes = NULL;
    from->items = NULL;
    from->n_nodes = from->n_items = 0;
    if (copy_sites(tree, from) && copy_locks(tree, from))
        return 0;
    sw_program_tree_release(tree);
    return -ENOMEM;
}
