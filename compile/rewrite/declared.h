/*
 * What the names of a file are declared as, as far as the parser has to know: by one pass over the
 * tokens, so that asking takes the same time in any file. There are no scopes: a name is what it is
 * declared as somewhere.
 */
#pragma once

#include "compile/rewrite/token.h"

struct sw_declared {
    const struct sw_tokens *t; /* borrowed */
    struct sw_declared_name *name;
    uint32_t seen;        /* tokens up to here have been looked at for `register` */
    uint32_t in_register; /* the `register` whose declaration goes on there, + 1; 0: none */
};

/* For tokens whose brackets have partners, of C++ or not. Returns 0 or -ENOMEM; is to be released in any case. */
int sw_declared_init(struct sw_declared *declared, const struct sw_tokens *tokens, int cxx);
void sw_declared_release(struct sw_declared *declared);

/* C++: may the callee at i be a function that only its arguments' namespaces have? Then no unqualified name of the file
 * says what it is. */
int sw_declared_by_arguments(const struct sw_declared *declared, uint32_t i);

/* C++: do several namespaces or classes declare a function of that name? */
int sw_declared_has_rivals(const struct sw_declared *declared, uint32_t i);

/* C++: has a namespace that name? */
int sw_declared_namespace(const struct sw_declared *declared, uint32_t i);

/* Does a typedef before it have the name at token i? */
int sw_declared_typedef(const struct sw_declared *declared, uint32_t i);

/* Is the member at i a bit-field in the structures of this file, and nowhere an ordinary member? */
int sw_declared_bit_field(const struct sw_declared *declared, uint32_t i);

/* Is the name at i declared `register` between `from` and i? Fast where i grows from call to call. */
int sw_declared_register(struct sw_declared *declared, uint32_t i, uint32_t from);
