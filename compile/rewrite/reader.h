/* What the files of the parser share: where it stands, and the questions that they all ask. */
#pragma once

#include "compile/rewrite/construct.h"
#include "compile/rewrite/token.h"

/* --- Refusals: what the rewriter cannot do, told as compilers do: file:line:column: error: sentence --- */

struct sw_diagnostics {
    const struct sw_tokens *tokens; /* borrowed */
    struct sw_buffer *out;          /* borrowed; whole lines */
    unsigned count;
    FILE *source;        /* the user's file that was read last, up to and with a line; or NULL */
    uint32_t file, line; /* which ones */
    char *text;          /* of that line, without comments */
    size_t capacity;
};

void sw_diagnostics_release(struct sw_diagnostics *diagnostics);

/* Refuses at token `at`. The column is that of the token in the user's file, where it can be read.
 */
void sw_diagnostics_refuse(struct sw_diagnostics *diagnostics, uint32_t at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/*
 * --- What the names of a file are declared as, as far as the parser has to know ---
 *
 * By one pass over the tokens, so that asking takes the same time in any file. There are no scopes: a name is what it is declared as
 * somewhere.
 */

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

/* --- The parser --- */

struct sw_jump {
    uint32_t at;             /* the label's name, where it is set or jumped to */
    struct sw_construct *in; /* innermost function, loop or scope around it */
    int is_label;
};

/* Where it stands: */
struct sw_reader_place {
    struct sw_construct *in;        /* innermost function, loop or scope */
    struct sw_construct *function;  /* innermost one */
    struct sw_construct *loop;      /* innermost cilk_for of that function */
    struct sw_construct *switch_in; /* where the innermost switch stands */
    int breaks_cilk_for;            /* the innermost loop or switch is a cilk_for */
    int statement_expression;       /* how many of them are open */
};

struct sw_reader {
    const struct sw_tokens *t;
    struct sw_diagnostics *d;
    struct sw_declared *declared;
    int cxx;        /* the language is C++ */
    uint32_t class; /* the name of the innermost one; 0: none, or it has no name */
    struct sw_reader_place now;
    struct sw_jump *jump; /* of the functions that are open */
    uint32_t n_jumps, jump_capacity;
    uint32_t *label; /* by number of its name: its jump + 1; 0 but while jumps are checked */
    unsigned depth;  /* of statements in statements */
    int too_deep;    /* said so already */
};

/* Asking. A range's end is a token that exists, at most SW_TOKEN_END. */
static inline int sw_reader_is(const struct sw_reader *r, uint32_t i, const char *spelling)
{
    return sw_tokens_is(r->t, i, spelling);
}

static inline int sw_reader_among(const struct sw_reader *r, uint32_t i, const char *words)
{
    return sw_tokens_among(r->t, i, words);
}

static inline int sw_reader_is_name(const struct sw_reader *r, uint32_t i)
{
    return r->t->token[i].kind == SW_TOKEN_NAME;
}

static inline int sw_reader_is_end(const struct sw_reader *r, uint32_t i)
{
    return r->t->token[i].kind == SW_TOKEN_END;
}

static inline uint32_t sw_reader_skip(const struct sw_reader *r, uint32_t i)
{
    return sw_tokens_skip(r->t, i);
}

/* The first `spelling` in the range that is not in brackets; range.end if there is none. */
static inline uint32_t sw_reader_find(const struct sw_reader *r, struct sw_range range,
                                      const char *spelling)
{
    return sw_tokens_find(r->t, range.first, range.end, spelling);
}

/* From i up to one of these that is not in brackets, or the end: the semicolon of a statement may be missing before a brace. */
struct sw_range sw_reader_until(const struct sw_reader *r, uint32_t i, const char *words);

/* Refusing is false, or none. */
#define sw_reader_refuse(r, at, ...) (sw_diagnostics_refuse((r)->d, at, __VA_ARGS__), 0)

/* A construct where the reader is, that replaces these tokens. */
struct sw_construct *sw_reader_new(struct sw_reader *r, enum sw_construct_kind kind,
                                   struct sw_range all);

/* Could the statement that starts here be a declaration? */
int sw_reader_is_declaration(const struct sw_reader *r, uint32_t i);

/* Reading; each returns the index of the token after what it has read. declare.c: */
uint32_t sw_reader_external(struct sw_reader *r, uint32_t i);
uint32_t sw_reader_function(struct sw_reader *r, struct sw_range head);

/* declare_cxx.c: the same in C++. */
uint32_t sw_reader_cxx_external(struct sw_reader *r, uint32_t i);

/* A coroutine leaves its frame, which children use. */
void sw_reader_refuse_coroutine(struct sw_reader *r, const struct sw_construct *function);

/* Is it the symbol in the name of an operator, as in `a.operator+=(b)`? */
int sw_reader_is_operator_name(const struct sw_reader *r, uint32_t i);

/* Past `<...>`, as far as that can be seen. */
uint32_t sw_reader_skip_angles(const struct sw_reader *r, uint32_t i);
int sw_reader_cxx_declaration(const struct sw_reader *r, uint32_t i);

/* Past attributes, `[[...]]`; and where those begin that stand before i. */
uint32_t sw_reader_past_attributes(const struct sw_reader *r, uint32_t i);
uint32_t sw_reader_attributes(const struct sw_reader *r, uint32_t i);

/* The opening brace of the lambda whose introducer is at i; 0: there is none. */
uint32_t sw_reader_lambda(const struct sw_reader *r, uint32_t i);

/* statement.c: */
uint32_t sw_reader_statement(struct sw_reader *r, uint32_t i);
uint32_t sw_reader_guarded(struct sw_reader *r, uint32_t open);
void sw_reader_expression(struct sw_reader *r, struct sw_range range, const char *where);

/* Is it a word that takes parentheses without declaring a function? */
int sw_reader_takes_parentheses(const struct sw_reader *r, uint32_t i);

/* The operator of an assignment; range.end: it is none. */
uint32_t sw_reader_find_assignment(const struct sw_reader *r, struct sw_range range);

/* What both languages read a spawn by. (f(x)) is f(x). */
struct sw_range sw_reader_strip(const struct sw_reader *r, struct sw_range range);
void sw_reader_split_arguments(struct sw_reader *r, struct sw_spawn *spawn, struct sw_range inside);

/* NULL, or 0: after a refusal. The second always refuses. */
struct sw_spawn *sw_reader_add_spawn(struct sw_reader *r, enum sw_spawn_form form, uint32_t keyword,
                                     struct sw_range all, struct sw_range call);
int sw_reader_refuse_call(struct sw_reader *r, uint32_t keyword);
int sw_reader_check_callee(struct sw_reader *r, const struct sw_spawn *spawn);

/* spawn.c: a statement without its semicolon, with the first spawn of it. */
void sw_reader_spawn(struct sw_reader *r, struct sw_range statement, uint32_t spawn);

/* spawn_cxx.c, of C++: the call, 0 after a refusal; declarations with spawns; the comma that ends an argument. */
int sw_reader_cxx_call(struct sw_reader *r, struct sw_spawn *spawn, struct sw_range call);
void sw_reader_cxx_spawns(struct sw_reader *r, struct sw_range statement, uint32_t spawn);
uint32_t sw_reader_argument_end(const struct sw_reader *r, struct sw_range range);

/* loop.c: */
uint32_t sw_reader_for(struct sw_reader *r, uint32_t keyword, uint32_t grain);

/* Jumps, in parse.c: */
void sw_reader_add_jump(struct sw_reader *r, uint32_t at, int is_label);
void sw_reader_check_jumps(struct sw_reader *r, uint32_t first);

/* parse.c: the file's constructs, to be released with sw_construct_release. What cannot work in parallel is refused through `diagnostics`;
 * then the tree is not complete. */
struct sw_construct *sw_parse(const struct sw_tokens *tokens, int cxx,
                              struct sw_diagnostics *diagnostics);
