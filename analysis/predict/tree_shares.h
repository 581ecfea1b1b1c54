/* What a program tree does outside all sections, by site, and what its outermost sections are made of. */
#pragma once

#include "profile/program_tree.h"

/* Of the outermost sections of one site. */
struct sw_section_share {
    double runs;      /* how often one begins */
    double tasks;     /* of all of them, without those inside tasks ... */
    double all_tasks; /* ... and with those */
    double work;
    double longest;    /* task, by its span */
    double n_longest;  /* that are as long, or not much shorter */
    double most_tasks; /* of one */
    /* Of the serial code that has no name: what comes just before it, what is between one run and the next, and what follows
     * where no other section does. */
    double before, between, after;
};

struct sw_tree_shares {
    double *serial; /* by site: what it does itself outside all sections; 0: the program's own */
    struct sw_section_share *sections; /* by site */
    double all_serial;
};

/* 0 or -ENOMEM. To be released. */
int sw_tree_shares_make(struct sw_tree_shares *shares, const struct sw_program_tree *tree);
void sw_tree_shares_release(struct sw_tree_shares *shares);
