#include "compile/rewrite/rewrite.h"

#include "compile/rewrite/emit.h"
#include "compile/rewrite/parse.h"
#include "compile/rewrite/reducer.h"

#include <errno.h>
#include <string.h>

/*
 * gcc writes the name of the file into its assembly as it is, next to each piece that we make: with a quote in it that does not
 * assemble. A carriage return it cannot read back from its own preprocessor.
 */
static void refuse_names(const struct sw_tokens *t, struct sw_diagnostics *diagnostics)
{
    for (uint32_t i = 0; i < t->count && !diagnostics->count; i++)
        if (t->token[i].kind >= SW_TOKEN_CILK_SPAWN && t->token[i].kind <= SW_TOKEN_CILK_SCOPE &&
            strpbrk(t->files[t->token[i].file], "\"\n\r"))
            sw_diagnostics_refuse(diagnostics, i,
                                  "Cilk in a file whose name has a quote or a line break, which "
                                  "gcc cannot assemble; rename the file");
}

static int rewrite_tokens(const struct sw_tokens *tokens, struct sw_rewrite_mode mode,
                          struct sw_buffer *out, struct sw_buffer *errors)
{
    struct sw_diagnostics diagnostics = {.tokens = tokens, .out = errors};
    struct sw_construct *root = sw_parse(tokens, mode.cxx, &diagnostics);
    refuse_names(tokens, &diagnostics);
    sw_diagnostics_release(&diagnostics);
    if (!root)
        return -ENOMEM;
    if (!diagnostics.count)
        sw_emit(tokens, root, mode, out);
    sw_construct_release(root);
    if (out->failed || errors->failed)
        return -ENOMEM;
    return diagnostics.count ? SW_REWRITE_REFUSED : SW_REWRITE_DONE;
}

/* Reducers first; `plain` gets the text without them. */
static int remove_reducers(const struct sw_tokens *tokens, struct sw_rewrite_mode mode,
                           struct sw_buffer *plain, struct sw_buffer *errors)
{
    struct sw_diagnostics diagnostics = {.tokens = tokens, .out = errors};
    int error = sw_reducers_rewrite(tokens, mode.tasks, mode.cxx, &diagnostics, plain);
    sw_diagnostics_release(&diagnostics);
    if (error || errors->failed)
        return -ENOMEM;
    return diagnostics.count ? SW_REWRITE_REFUSED : SW_REWRITE_DONE;
}

/* Text that reducers were taken out of has new tokens. */
static int rewrite_plain(const struct sw_buffer *plain, struct sw_rewrite_mode mode,
                         struct sw_buffer *out, struct sw_buffer *errors)
{
    struct sw_tokens tokens;
    int result = sw_tokens_init(&tokens, plain->text, plain->size);
    if (result)
        return result;
    if (tokens.uses_cilk)
        result = rewrite_tokens(&tokens, mode, out, errors);
    else
        sw_buffer_add(out, plain->text, plain->size);
    sw_tokens_release(&tokens);
    return out->failed ? -ENOMEM : result;
}

static int rewrite_reducers(const struct sw_tokens *tokens, struct sw_rewrite_mode mode,
                            struct sw_buffer *out, struct sw_buffer *errors)
{
    struct sw_buffer plain;
    sw_buffer_init(&plain);
    int result = remove_reducers(tokens, mode, &plain, errors);
    if (result == SW_REWRITE_DONE)
        result = rewrite_plain(&plain, mode, out, errors);
    sw_buffer_release(&plain);
    return result;
}

int sw_rewrite(const char *text, size_t size, struct sw_rewrite_mode mode, struct sw_buffer *out,
               struct sw_buffer *errors)
{
    struct sw_tokens tokens;
    int result = sw_tokens_init(&tokens, text, size);
    if (result)
        return result;
    if (tokens.unmatched == UINT32_MAX && sw_reducers_used(&tokens))
        result = rewrite_reducers(&tokens, mode, out, errors);
    else if (tokens.uses_cilk)
        result = rewrite_tokens(&tokens, mode, out, errors);
    else
        result = SW_REWRITE_NONE;
    sw_tokens_release(&tokens);
    return result;
}
