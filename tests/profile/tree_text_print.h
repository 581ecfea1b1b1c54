/* The text of profile/tree_text.h again, indented; no deeper than `depth`, where that is not 0. */
#ifndef SPANWISE_TESTS_TREE_TEXT_PRINT_H
#define SPANWISE_TESTS_TREE_TEXT_PRINT_H

#include "profile/program_tree.h"

#include <stdio.h>

void test_tree_text_print(const struct sw_program_tree *tree, FILE *out, unsigned depth);

#endif
