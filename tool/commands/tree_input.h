/* A program tree that a command is to look at: of a profile, of a text, or of a program that is run for it. */
#ifndef SPANWISE_TOOL_COMMANDS_TREE_INPUT_H
#define SPANWISE_TOOL_COMMANDS_TREE_INPUT_H

#include "profile/profile.h"
#include "tool/measure/child.h"
#include "tool/measure/profiling.h"
#include "tool/options/run_options.h"

struct sw_tree_input {
    const char *name;              /* of the file or program */
    struct sw_profile read;        /* of a profile; of a text, it has the name and the unit */
    struct sw_program_tree text;   /* of a text */
    struct sw_profiling profiling; /* of a program */
    bool is_run;
    struct sw_child_end end;            /* of a program: how it ended */
    const struct sw_profile *profile;   /* what it came from ... */
    const struct sw_program_tree *tree; /* ... and what is wanted; neither is NULL */
};

/* Whether it is a file with a tree, or should be: a profile, or a name that ends with ".tree". */
bool sw_tree_input_is_file(const char *path);

/* Both: false after a message, as where there is no tree. To be released in any case. */
bool sw_tree_input_read(struct sw_tree_input *input, const char *path);

/* Runs the program, whose input and output stay its own. *status is what to end with where it could not be run;
 * 0: it was. Signals are held from now on (interrupt.h). */
bool sw_tree_input_run(struct sw_tree_input *input, char *const *argv,
                       const struct sw_run_options *options, int *status);

void sw_tree_input_release(struct sw_tree_input *input);

#endif
