/* Writes the text, with a function's sleds and their table where it has them. */
#ifndef SPANWISE_COMPILE_SLEDS_WRITE_H
#define SPANWISE_COMPILE_SLEDS_WRITE_H

#include "compile/sleds/function.h"
#include "compile/sleds/section.h"

#define SW_WRITER_LINKS 8

/* A section, and the label in it that tables of its functions are linked to. */
struct sw_link {
    struct sw_text section;
    size_t function; /* number of the label's function */
};

struct sw_writer {
    FILE *out;
    const char *at;          /* everything before is written */
    size_t functions, sleds; /* written; the next one's numbers */
    size_t tasks;            /* written: SAVEs */
    unsigned pushed;         /* bytes, by the last of them */
    struct sw_link links[SW_WRITER_LINKS];
    size_t n_links;
    /* Of the function that is being written: its label's number, and which of its links comes next. */
    size_t link, next_link;
};

/* Writes up to the function's .size, which is at `end`. */
void sw_writer_function(struct sw_writer *writer, const struct sw_function *function,
                        const struct sw_section *section, const char *end);

/* Writes up to `end` as it is. */
void sw_writer_copy(struct sw_writer *writer, const char *end);

#endif
