#include "profile/program_tree.h"

#include "profile/profile.h"

#include <stdlib.h>

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
