/*
 * Jumps. A cilk_for's body becomes a function of its own, so a jump must not leave or enter it; a
 * cilk_scope may be left (it syncs on every way out), but not entered past its start. Both follow
 * from where the jump and its label stand: the label's surroundings must be surroundings of the
 * jump, with no cilk_for between the two.
 */
#include "compile/rewrite/reader.h"

#include <stdlib.h>

void sw_reader_add_jump(struct sw_reader *r, uint32_t at, int is_label)
{
    if (r->n_jumps == r->jump_capacity) {
        uint32_t capacity = r->jump_capacity ? r->jump_capacity * 2 : 64;
        struct sw_jump *jump = realloc(r->jump, capacity * sizeof *jump);
        if (!jump) {
            r->failed = 1;
            return;
        }
        r->jump = jump;
        r->jump_capacity = capacity;
    }
    r->jump[r->n_jumps++] = (struct sw_jump){at, r->in, is_label};
}

/* Where the label is set that token `at` names; NULL: not in this function. */
static const struct sw_jump *find_label(const struct sw_reader *r, uint32_t at)
{
    const struct sw_token *name = &r->t->token[at];
    uint32_t label = name->kind == SW_TOKEN_NAME ? r->label[name->match] : 0;
    return label ? &r->jump[label - 1] : NULL;
}

static int is_around(const struct sw_construct *outer, const struct sw_construct *inner)
{
    while (inner && inner != outer)
        inner = inner->parent;
    return inner == outer;
}

static int crosses_for(const struct sw_construct *inner, const struct sw_construct *outer)
{
    for (; inner && inner != outer; inner = inner->parent)
        if (inner->kind == SW_CONSTRUCT_FOR)
            return 1;
    return 0;
}

static void check(struct sw_reader *r, const struct sw_jump *jump, const struct sw_jump *label)
{
    /* A label that is not found (computed, or of a function around this one) is taken as outside.
     */
    const struct sw_construct *to = label ? label->in : NULL;
    if (to && !is_around(to, jump->in))
        sw_diagnostics_refuse(r->d, jump->at - 1, "goto must not enter a %s",
                              to->kind == SW_CONSTRUCT_FOR ? "cilk_for" : "cilk_scope");
    else if (crosses_for(jump->in, to))
        sw_diagnostics_refuse(r->d, jump->at - 1, "goto must not leave the body of a cilk_for");
}

/* Of a label that is set twice, the first. */
static void mark_labels(struct sw_reader *r, uint32_t first, int marked)
{
    for (uint32_t i = r->n_jumps; i-- > first;)
        if (r->jump[i].is_label)
            r->label[r->t->token[r->jump[i].at].match] = marked ? i + 1 : 0;
}

void sw_reader_check_jumps(struct sw_reader *r, uint32_t first)
{
    mark_labels(r, first, 1);
    for (uint32_t i = first; i < r->n_jumps; i++)
        if (!r->jump[i].is_label)
            check(r, &r->jump[i], find_label(r, r->jump[i].at));
    mark_labels(r, first, 0);
    r->n_jumps = first;
}
