/*
 * What a Cilk program says: the functions, spawns, syncs, scopes and loops of a file as a tree over
 * its tokens. Reading (parse.h) makes it, writing (emit.h) walks it; neither knows of the other.
 */
#pragma once

#include "base/libc.h"

/* Tokens first, ..., end - 1. */
struct sw_range {
    uint32_t first, end;
};

enum sw_construct_kind {
    SW_CONSTRUCT_FILE,
    SW_CONSTRUCT_FUNCTION, /* a definition whose body has constructs */
    SW_CONSTRUCT_SPAWN,
    SW_CONSTRUCT_SYNC,
    SW_CONSTRUCT_SCOPE,
    SW_CONSTRUCT_FOR,
    SW_CONSTRUCT_NOTHING, /* `cilk_scope;`: an empty statement */
    SW_CONSTRUCT_GUARD,   /* C++: the semicolon of a declaration that spawns follow */
    SW_CONSTRUCT_BLOCK, /* the opening brace of a block with spawns and arrays of variable length */
};

struct sw_function {
    uint32_t body;        /* its opening brace */
    uint32_t name;        /* 0: not seen */
    uint32_t inline_word; /* the `inline` among its specifiers; `body`: none */
    int is_static;
    uint32_t frame; /* the statement that its frame goes before, if it has one */
    int jumps;      /* to labels in it */
};

enum sw_spawn_form {
    SW_SPAWN_DISCARD, /* cilk_spawn f(x);       the whole statement */
    SW_SPAWN_ASSIGN,  /* v = cilk_spawn f(x);   the whole statement */
    SW_SPAWN_UPDATE,  /* v += cilk_spawn f(x);  and other operators; the whole statement */
    SW_SPAWN_INIT,    /* T v = cilk_spawn f(x)  from the '=' to the end of the call, or comma;
                         in C++ the whole statement */
};

struct sw_spawn {
    enum sw_spawn_form form;
    uint32_t keyword;
    struct sw_range target; /* ASSIGN, UPDATE: the lvalue; INIT: the name that is declared */
    uint32_t operation;     /* UPDATE: its operator */
    int target_is_name;
    struct sw_range attributes;    /* INIT in C++: `[[...]]` before the declaration */
    struct sw_range specifiers;    /* INIT: of the declaration */
    int more;                      /* INIT: a comma and other declarators follow */
    struct sw_range pointers;      /* INIT in C++: what else its type has before the name */
    struct sw_range whole;         /* INIT in C++: the call */
    struct sw_range before, after; /* INIT in C++: declarators without spawns around it */
    struct sw_range callee;
    int callee_is_name;
    struct sw_range object; /* C++: what is called, or whose method is, if it is evaluated */
    struct sw_range member; /* C++: the name of that method; empty: the object itself is called */
    int arrow;              /* C++: the method's object is what `object` points to */
    uint32_t qualifier;     /* C++: of `S::m`, which may be a method, the last `::`; 0: none */
    int qualified;          /* C++: and there is another one before it */
    uint32_t class;         /* C++: the name of the class whose method it is in; 0: none known */
    int by_arguments; /* C++: what is called may be known by the namespaces of its arguments only */
    int rivals;       /* C++: the namespaces of its arguments may have another of that name */
    int expands;      /* C++: an argument is a pack */
    struct sw_range *argument; /* n_arguments of them */
    uint32_t n_arguments;
};

enum sw_for_test { SW_FOR_LESS, SW_FOR_LESS_EQUAL, SW_FOR_MORE, SW_FOR_MORE_EQUAL, SW_FOR_UNEQUAL };

struct sw_for {
    uint32_t keyword;
    uint32_t grain;       /* the pragma's token; 0: none */
    struct sw_range type; /* of the control variable's declaration; empty: it is declared outside */
    uint32_t colon;       /* C++: of `type : start`, which are the declaration of a variable and a
                             range, without the rest; 0: none */
    struct sw_range before; /* C++: the statement before that, without its semicolon; empty: none */
    uint32_t name;          /* the control variable */
    struct sw_range start, limit;
    int brackets;          /* C++: the start is in brackets, without a `=` */
    struct sw_range step;  /* empty: 1 */
    enum sw_for_test test; /* with the variable on the left */
    int down;              /* -- or -= */
    struct sw_range body;  /* one statement */
};

struct sw_scope {
    uint32_t keyword;
    struct sw_range body; /* with its braces */
};

struct sw_construct {
    enum sw_construct_kind kind;
    struct sw_range all; /* what it replaces */
    int spawns;          /* spawns in it, but not in functions and, for FOR and SCOPE
                            counted apart, in loops and scopes in it */
    int spawns_deep;     /* of FUNCTION: spawns in it and in its loops and scopes */
    struct sw_construct *root, *parent;
    struct sw_construct *child, *last_child, *before, *next; /* in the order of the text */
    struct sw_construct *allocated;                          /* all of a tree, for release */
    union {
        struct sw_function function;
        struct sw_spawn spawn;
        struct sw_scope scope;
        struct sw_for loop;
    };
};

/* Adds a construct under `parent` (NULL: a root). */
struct sw_construct *sw_construct_new(struct sw_construct *parent, enum sw_construct_kind kind);

/* Takes the newest child of its parent out again; it stays allocated. */
void sw_construct_drop(struct sw_construct *construct);

/* Releases a root and everything under it. */
void sw_construct_release(struct sw_construct *root);
