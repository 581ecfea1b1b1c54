#include "compile/rewrite/parse.h"

#include "compile/rewrite/reader.h"

#include <stdlib.h>

/* What is not C can be read in a way that no text can be written for. */
static void refuse_misplaced(const struct sw_construct *root, struct sw_diagnostics *diagnostics)
{
    const struct sw_construct *c = diagnostics->count ? NULL : sw_construct_misplaced(root);
    if (c)
        sw_diagnostics_refuse(diagnostics, c->all.first, "this is not part of a statement");
}

static void read_file(struct sw_reader *r)
{
    struct sw_declared declared;
    r->label = calloc(r->t->names.count, sizeof *r->label);
    r->failed = sw_declared_init(&declared, r->t, r->cxx) || !r->label;
    r->declared = &declared;
    for (uint32_t i = 0; r->t->token[i].kind != SW_TOKEN_END && !r->failed;)
        i = r->cxx ? sw_reader_cxx_external(r, i) : sw_reader_external(r, i);
    sw_declared_release(&declared);
    free(r->label);
    free(r->jump);
}

struct sw_construct *sw_parse(const struct sw_tokens *tokens, int cxx,
                              struct sw_diagnostics *diagnostics)
{
    struct sw_construct *root = sw_construct_new(NULL, SW_CONSTRUCT_FILE);
    if (!root)
        return NULL;
    root->all = (struct sw_range){0, tokens->count - 1};
    struct sw_reader r = {.t = tokens, .d = diagnostics, .in = root, .cxx = cxx};
    if (tokens->unmatched != UINT32_MAX)
        sw_diagnostics_refuse(diagnostics, tokens->unmatched, "'%.1s' has no partner",
                              tokens->text + tokens->token[tokens->unmatched].at);
    else
        read_file(&r);
    if (!r.failed) {
        refuse_misplaced(root, diagnostics);
        return root;
    }
    sw_construct_release(root);
    return NULL;
}
