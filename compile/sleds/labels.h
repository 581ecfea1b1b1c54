/* The labels that compilers write: which belong to debug information, which are fragments; and the
 * lines around them that are no code. */
#ifndef SPANWISE_COMPILE_SLEDS_LABELS_H
#define SPANWISE_COMPILE_SLEDS_LABELS_H

#include "compile/sleds/arch.h"

/* A label for debug information, CFI or exception tables: no jump goes there. */
bool sw_label_is_note(struct sw_text label);

/* A line that is no instruction, and where control goes straight on and comes from nowhere else. */
bool sw_line_is_transparent(const struct sw_line *line);

/* Not a function of its own: a cold part, outlined or shared code. */
bool sw_label_is_fragment(struct sw_text symbol);

/* What emit_tasks.c calls the functions that it writes; a compiler appends a number. In C++ they are templates of
 * spanwise_tasks.h, with mangled names. */
bool sw_label_is_named(struct sw_text symbol, const char *prefix);
bool sw_label_is_task(struct sw_text symbol);
bool sw_label_is_range(struct sw_text symbol);

/* A function that is part of the one around it in the source. */
bool sw_label_is_part(struct sw_text symbol);

/*
 * Whether some code label between `from` and `to` (a function) is the target of no direct jump:
 * then an indirect jump of the function may go to it. Returns 0, 1 or -ENOMEM.
 */
int sw_labels_hidden(const struct sw_arch *arch, const char *from, const char *to);

#endif
