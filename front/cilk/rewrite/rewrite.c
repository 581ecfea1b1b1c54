#include "front/cilk/rewrite/rewrite.h"

#include "front/cilk/rewrite/emit.h"
#include "front/cilk/rewrite/parse.h"
#include "front/cilk/rewrite/reducer.h"

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

/* Reducers first; `plain` gets the text without them. */
static int remove_reducers(const struct sw_tokens *tokens, int views, struct sw_buffer *plain,
                           struct sw_buffer *errors)
{
    struct sw_diagnostics diagnostics = {.tokens = tokens, .out = errors};
    int error = sw_reducers_rewrite(tokens, views, &diagnostics, plain);
    if (error || errors->failed)
        return -ENOMEM;
    return diagnostics.count ? SW_REWRITE_REFUSED : SW_REWRITE_DONE;
}

static int rewrite_plain(const char *text, size_t size, struct sw_rewrite_mode mode,
                         struct sw_buffer *out, struct sw_buffer *errors)
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

int sw_rewrite(const char *text, size_t size, struct sw_rewrite_mode mode, struct sw_buffer *out,
               struct sw_buffer *errors)
{
    struct sw_tokens tokens;
    struct sw_buffer plain;
    int result = sw_tokens_init(&tokens, text, size);
    if (result)
        return result;
    int reducers = tokens.unmatched == UINT32_MAX && sw_reducers_used(&tokens);
    sw_buffer_init(&plain);
    if (reducers)
        result = remove_reducers(&tokens, mode.tasks, &plain, errors);
    sw_tokens_release(&tokens);
    if (!reducers)
        result = rewrite_plain(text, size, mode, out, errors);
    else if (result == SW_REWRITE_DONE)
        result = rewrite_plain(plain.text, plain.size, mode, out, errors);
    if (reducers && result == SW_REWRITE_NONE) { /* no other keyword in it */
        sw_buffer_add(out, plain.text, plain.size);
        result = out->failed ? -ENOMEM : SW_REWRITE_DONE;
    }
    sw_buffer_release(&plain);
    return result;
}
