/*
 * What the names of a file are declared as, as far as the parser has to know: by one pass over the
 * tokens, so that asking takes the same time in any file. There are no scopes: a name is what it is
 * declared as somewhere.
 */
#pragma once

#include "compile/rewrite/token.h"

/* Of a name; indices of tokens have 1 added; 0: none. */
struct sw_declared_name {
    uint32_t in_typedef;         /* the first token in a typedef that is this name */
    uint32_t in_register;        /* the last `register`, up to `seen`, whose declaration has it */
    uint8_t bit_field, ordinary; /* it is such a member somewhere */
    uint8_t nominated;           /* C++: a namespace whose names are seen outside of it */
    uint8_t namespace;           /* C++: it is one somewhere */
    uint8_t seen;     /* C++: outside of other namespaces, and of functions and classes */
    uint8_t function; /* C++: looks like one where it is declared, or used */
    uint8_t places;   /* C++: in so many namespaces or classes, 2 at most, it may be one */
    uint32_t place;   /* C++: the first of them */
};

struct sw_declared {
    const struct sw_tokens *t; /* borrowed */
    struct sw_declared_name *name;
    uint32_t seen;        /* tokens up to here have been looked at for `register` */
    uint32_t in_register; /* the `register` whose declaration goes on there, + 1; 0: none */
};

/* For tokens whose brackets have partners, of C++ or not. */
void sw_declared_init(struct sw_declared *declared, const struct sw_tokens *tokens, int cxx);
void sw_declared_release(struct sw_declared *declared);

/* What is known of token i; all zero if that is no name. */
const struct sw_declared_name *sw_declared_name(const struct sw_declared *declared, uint32_t i);

/* Is the name at i declared `register` between `from` and i? Fast where i grows from call to call. */
int sw_declared_register(struct sw_declared *declared, uint32_t i, uint32_t from);
