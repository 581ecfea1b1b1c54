#include "compile/rewrite/token.h"

static char bracket(const struct sw_tokens *t, uint32_t i)
{
    const struct sw_token *token = &t->token[i];
    return token->kind == SW_TOKEN_PUNCT && token->size == 1 ? t->text[token->at] : 0;
}

static int closes(char open, char close)
{
    return (open == '(' && close == ')') || (open == '[' && close == ']') ||
           (open == '{' && close == '}');
}

/* While brackets are open, `match` links each to the one around it. */
void sw_tokens_match(struct sw_tokens *t)
{
    uint32_t open = UINT32_MAX;
    t->unmatched = UINT32_MAX;
    for (uint32_t i = 0; i < t->count; i++) {
        char c = bracket(t, i);
        if (t->token[i].kind >= SW_TOKEN_CILK_SPAWN && t->token[i].kind <= SW_TOKEN_CILK_SCOPE &&
            open != UINT32_MAX) {
            t->token[open].cilk = 1;
            t->token[open].spawns |= t->token[i].kind == SW_TOKEN_CILK_SPAWN;
        } else if (c == '(' || c == '[' || c == '{') {
            t->token[i].match = open;
            open = i;
        } else if (c == ')' || c == ']' || c == '}') {
            if (open == UINT32_MAX || !closes(bracket(t, open), c)) {
                t->unmatched = i;
                return;
            }
            uint32_t around = t->token[open].match;
            if (around != UINT32_MAX) {
                t->token[around].spawns |= t->token[open].spawns;
                t->token[around].cilk |= t->token[open].cilk;
            }
            t->token[open].match = i;
            t->token[i].match = open;
            open = around;
        }
    }
    if (open != UINT32_MAX)
        t->unmatched = open;
}
