/* Folded stacks, as flame graph tools read them. */
#ifndef SPANWISE_REPORT_FOLDED_H
#define SPANWISE_REPORT_FOLDED_H

#include <stdio.h>

/* A name in one: a line break or a semicolon would make it two. */
void sw_folded_name(const char *name, FILE *out);

#endif
