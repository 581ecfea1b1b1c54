/*
 * A program tree as text, for tests, for trees that somebody invents, and to look at one:
 *
 *   150                      work
 *   lock 1 { 450 }           a lock's number, or a name
 *   section loop1 { ... }    a label; then, in any order: nowait, static, static,4, dynamic, dynamic,2,
 *                            guided, spawn, loop, team, same (as the team of the section before)
 *   task t1 { ... }          labels may be left out; "in quotes" where they are no words
 *   call f { ... }
 *   group { ... }            group shuffled { ... }
 *   100 x task { 40 }        a hundred of them
 *   # a comment, up to the line's end
 *
 * A file is the root's items. Figure 5 of the Parallel Prophet paper:
 *   section { task { 150 lock 1 {450} 50 }  task { 100 lock 1 {300} 200 }  task { 150 lock 1 {50} 50 } }
 */
#ifndef SPANWISE_PROFILE_TREE_TEXT_H
#define SPANWISE_PROFILE_TREE_TEXT_H

#include "profile/program_tree.h"

/* Lengths are whole numbers or decimals in the unit; equal subtrees become one node. 0 or -errno, with a sentence
 * ("line 3: ...") in `why`. To be released by sw_program_tree_release(). */
int sw_tree_text_parse(struct sw_program_tree *tree, const char *text, size_t size, char *why,
                       size_t why_size);

#endif
