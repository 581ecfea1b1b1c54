/* The text of profile/tree_text.h again, indented; no deeper than `depth`, where that is not 0. */
#pragma once

#include "profile/program_tree.h"

#include <stdio.h>

void test_tree_text_print(const struct sw_program_tree *tree, FILE *out, unsigned depth);
