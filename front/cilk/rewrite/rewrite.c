#include "front/cilk/rewrite/rewrite.h"

#include "front/cilk/rewrite/emit.h"
#include "front/cilk/rewrite/parse.h"

#include <errno.h>

static int rewrite_tokens(const struct sw_tokens *tokens, struct sw_rewrite_mode mode,
                          struct sw_buffer *out, struct sw_buffer *errors)
{
    struct sw_diagnostics diagnostics = {.tokens = tokens, .out = errors};
    struct sw_construct *root = sw_parse(tokens, &diagnostics);
    if (!root)
        return -ENOMEM;
    if (!diagnostics.count)
        sw_emit(tokens, root, mode, out);
    sw_construct_release(root);
    if (out->failed || errors->failed)
        return -ENOMEM;
    return diagnostics.count ? SW_REWRITE_REFUSED : SW_REWRITE_DONE;
}

int sw_rewrite(const char *text, size_t size, struct sw_rewrite_mode mode, struct sw_buffer *out,
               struct sw_buffer *errors)
{
    struct sw_tokens tokens;
    int result = sw_tokens_init(&tokens, text, size);
    if (result)
        return result;
    if (tokens.uses_cilk)
        result = rewrite_tokens(&tokens, mode, out, errors);
    else
        result = SW_REWRITE_NONE;
    sw_tokens_release(&tokens);
    return result;
}
