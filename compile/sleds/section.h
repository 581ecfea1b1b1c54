/* The section that the text is in, as far as the filter must know. */
#ifndef SPANWISE_COMPILE_SLEDS_SECTION_H
#define SPANWISE_COMPILE_SLEDS_SECTION_H

#include "compile/sleds/line.h"

struct sw_section {
    struct sw_text name;
    bool code;
    bool single; /* its name does not tell it from others: it is of a group, or marked unique */
};

#define SW_SECTIONS_DEPTH 16

struct sw_sections {
    struct sw_section now, previous;
    struct sw_section stack[SW_SECTIONS_DEPTH]; /* of .pushsection; what is deeper is forgotten */
    size_t depth;
};

void sw_sections_init(struct sw_sections *sections);

/* Takes a directive; does nothing where it is none about sections. */
void sw_sections_take(struct sw_sections *sections, const struct sw_line *line);

#endif
