/* The functions of a text that resolve ifuncs: they may run before the program is ready for events.
 */
#ifndef SPANWISE_COMPILE_SLEDS_RESOLVERS_H
#define SPANWISE_COMPILE_SLEDS_RESOLVERS_H

#include "compile/sleds/line.h"

struct sw_texts {
    struct sw_text *list;
    size_t count;
};

struct sw_resolvers {
    struct sw_texts ifuncs;    /* symbols declared %gnu_indirect_function */
    struct sw_texts functions; /* what they were set to */
};

/* Points into the text. Returns 0 or -ENOMEM; then too it is to be released. */
int sw_resolvers_init(struct sw_resolvers *resolvers, const char *text, size_t size);
void sw_resolvers_release(struct sw_resolvers *resolvers);

bool sw_resolvers_have(const struct sw_resolvers *resolvers, struct sw_text name);

#endif
