/* The executables and libraries of the process that have annotations. */
#ifndef SPANWISE_AGENT_ANNOTATE_MODULES_H
#define SPANWISE_AGENT_ANNOTATE_MODULES_H

#include <stdbool.h>

struct __spanwise_takers;

/* Has them all take annotations there; NULL: nowhere. How many annotations there are. */
unsigned sw_annotate_modules(const struct __spanwise_takers *takers);

/* This process is not to be profiled, or not any more. */
bool sw_annotate_is_off(void);

#endif
