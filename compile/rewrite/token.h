/*
 * The tokens of a preprocessed C file, each with the place in the user's file that its line marker
 * gives. Line markers, pragmas, comments and blanks are what lies between tokens; only a grain size
 * pragma of Cilk is a token itself.
 */
#pragma once

#include "compile/text/text.h"

enum sw_token_kind {
    SW_TOKEN_NAME,
    SW_TOKEN_NUMBER,
    SW_TOKEN_STRING, /* also a character constant */
    SW_TOKEN_PUNCT,
    SW_TOKEN_GRAIN, /* `#pragma cilk grainsize`; `match` is where its expression starts */
    SW_TOKEN_CILK_SPAWN,
    SW_TOKEN_CILK_SYNC,
    SW_TOKEN_CILK_FOR,
    SW_TOKEN_CILK_SCOPE,
    SW_TOKEN_END,
};

struct sw_token {
    uint8_t kind;        /* enum sw_token_kind */
    uint8_t system;      /* from a system header: its line marker said so */
    uint8_t spawns;      /* of an opening bracket: there is a cilk_spawn in it */
    uint8_t cilk;        /* the same: a keyword of Cilk */
    uint32_t at, size;   /* where in the text */
    uint32_t file, line; /* user's; file is an index in sw_tokens.files */
    uint32_t match;      /* of a bracket: the index of its partner; of a name: its number */
    uint32_t pragma;     /* where the first pragma between it and the token before starts; or 0 */
};

/* `#define` or `#undef`, which preprocessing with -dD leaves in the text. */
struct sw_macro {
    uint32_t name, name_size; /* where in the text */
    uint32_t body, end;       /* empty: undefined, defined as nothing, or with arguments */
};

struct sw_tokens {
    const char *text; /* borrowed */
    size_t size;
    struct sw_token *token; /* count of them, the last is SW_TOKEN_END */
    uint32_t count, capacity;
    struct sw_names names;
    char **files;
    uint32_t n_files, files_capacity;
    struct sw_macro *macro; /* in the order of the text */
    uint32_t n_macros, macro_capacity;
    uint32_t unmatched; /* index of a bracket that has no partner; UINT32_MAX when all have one */
    int uses_cilk;      /* there is a Cilk keyword */
};

/* Returns 0, or -EFBIG for more than 4 GiB of text. Borrows the text until release. */
int sw_tokens_init(struct sw_tokens *tokens, const char *text, size_t size);
void sw_tokens_release(struct sw_tokens *tokens);

/* Is token `i` spelled so? In line, because it is asked all the time: the spelling's size is known then. */
static inline int sw_tokens_is(const struct sw_tokens *tokens, uint32_t i, const char *spelling)
{
    const struct sw_token *token = &tokens->token[i];
    return token->size == strlen(spelling) &&
           !memcmp(tokens->text + token->at, spelling, token->size);
}

/* Is it one of these words, which have blanks between them? */
static inline bool sw_tokens_among(const struct sw_tokens *tokens, uint32_t i, const char *words)
{
    const struct sw_token *token = &tokens->token[i];
    return sw_among(tokens->text + token->at, token->size, words);
}

/* Do tokens `i` and `j` have the same spelling? */
int sw_tokens_equal(const struct sw_tokens *tokens, uint32_t i, uint32_t j);

int sw_tokens_is_cilk(const struct sw_tokens *tokens, uint32_t i);   /* a keyword */
int sw_tokens_is_open(const struct sw_tokens *tokens, uint32_t i);   /* ( [ { */
uint32_t sw_tokens_skip(const struct sw_tokens *tokens, uint32_t i); /* past i, or its partner */

/* The first `spelling` from i on that is not in brackets; `end` if there is none. */
uint32_t sw_tokens_find(const struct sw_tokens *tokens, uint32_t i, uint32_t end,
                        const char *spelling);
