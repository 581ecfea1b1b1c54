/* Reads the Cilk constructs of a file: the tree of them, the questions that all files of the parser ask, jumps, and where it begins. */
#include "compile/rewrite/reader.h"

/* --- The tree --- */

struct sw_construct *sw_construct_new(struct sw_construct *parent, enum sw_construct_kind kind)
{
    struct sw_construct *c = sw_need(calloc(1, sizeof *c));
    c->kind = kind;
    c->parent = parent;
    c->root = parent ? parent->root : c;
    if (!parent)
        return c;
    c->allocated = c->root->allocated;
    c->root->allocated = c;
    c->before = parent->last_child;
    if (c->before)
        c->before->next = c;
    else
        parent->child = c;
    parent->last_child = c;
    return c;
}

void sw_construct_drop(struct sw_construct *construct)
{
    struct sw_construct *parent = construct->parent, *before = construct->before;
    if (before)
        before->next = NULL;
    else
        parent->child = NULL;
    parent->last_child = before;
}

/* The first construct that is not inside its parent and after its elder sibling; NULL: none. */
static const struct sw_construct *construct_misplaced(const struct sw_construct *root)
{
    uint32_t from = root->all.first;
    for (const struct sw_construct *c = root->child; c; c = c->next) {
        const struct sw_construct *in_it = construct_misplaced(c);
        if (in_it)
            return in_it;
        if (c->all.first < from || c->all.end <= c->all.first || c->all.end > root->all.end)
            return c;
        from = c->all.end;
    }
    return NULL;
}

static void release_one(struct sw_construct *c)
{
    if (c->kind == SW_CONSTRUCT_SPAWN)
        free(c->spawn.argument);
    free(c);
}

void sw_construct_release(struct sw_construct *root)
{
    struct sw_construct *next;
    for (struct sw_construct *c = root->allocated; c; c = next) {
        next = c->allocated;
        release_one(c);
    }
    release_one(root);
}

/* --- Questions --- */

struct sw_construct *sw_reader_new(struct sw_reader *r, enum sw_construct_kind kind,
                                   struct sw_range all)
{
    struct sw_construct *c = sw_construct_new(r->now.in, kind);
    c->all = all;
    return c;
}

struct sw_range sw_reader_until(const struct sw_reader *r, uint32_t i, const char *words)
{
    struct sw_range range = {i, i};
    while (!sw_reader_is_end(r, range.end) && !sw_reader_among(r, range.end, words))
        range.end = sw_reader_skip(r, range.end);
    return range;
}

static int is_type_word(const struct sw_reader *r, uint32_t i)
{
    return sw_reader_among(
        r, i,
        "void char short int long float double signed unsigned _Bool _Complex struct union enum "
        "const volatile restrict _Atomic static extern auto register typedef inline __inline "
        "__inline__ _Noreturn _Thread_local __thread _Alignas __const __const__ __volatile__ "
        "__signed__ __restrict typeof __typeof __typeof__ __auto_type __int128 __attribute__ "
        "__attribute _Float16 _Float32 _Float64 _Float128 __fp16 __bf16 _Static_assert");
}

/*
 * Expressions that are assigned to never have two names in a row, nor a product on their left:
 * `T v`, `T *v` are declarations. Only `T (v)` needs to know whether T is a type.
 */
int sw_reader_is_declaration(const struct sw_reader *r, uint32_t i)
{
    if (r->cxx)
        return sw_reader_cxx_declaration(r, i);
    if (sw_reader_is(r, i, "__extension__"))
        i++;
    if (!sw_reader_is_name(r, i))
        return 0;
    if (is_type_word(r, i) || sw_reader_is_name(r, i + 1))
        return 1;
    if (sw_reader_is(r, i + 1, "*")) {
        while (sw_reader_is(r, i + 1, "*") || is_type_word(r, i + 1))
            i++;
        return sw_reader_is_name(r, i + 1) || sw_reader_is(r, i + 1, "(");
    }
    uint32_t in_typedef = sw_declared_name(r->declared, i)->in_typedef;
    return sw_reader_is(r, i + 1, "(") && in_typedef && in_typedef <= i;
}

/*
 * --- Jumps ---
 *
 * A cilk_for's body becomes a function of its own, so a jump must not leave or enter it; a
 * cilk_scope may be left (it syncs on every way out), but not entered past its start. Both follow
 * from where the jump and its label stand: the label's surroundings must be surroundings of the
 * jump, with no cilk_for between the two.
 */

void sw_reader_add_jump(struct sw_reader *r, uint32_t at, int is_label)
{
    SW_MORE(r->jump, r->n_jumps, r->jump_capacity);
    r->jump[r->n_jumps++] = (struct sw_jump){at, r->now.in, is_label};
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

/* --- A file --- */

/* What is not C can be read in a way that no text can be written for. */
static void refuse_misplaced(const struct sw_construct *root, struct sw_diagnostics *diagnostics)
{
    const struct sw_construct *c = diagnostics->count ? NULL : construct_misplaced(root);
    if (c)
        sw_diagnostics_refuse(diagnostics, c->all.first, "this is not part of a statement");
}

static void read_file(struct sw_reader *r)
{
    struct sw_declared declared;
    r->label = sw_need(calloc(r->t->names.count, sizeof *r->label));
    sw_declared_init(&declared, r->t, r->cxx);
    r->declared = &declared;
    for (uint32_t i = 0; !sw_reader_is_end(r, i);)
        i = r->cxx ? sw_reader_cxx_external(r, i) : sw_reader_external(r, i);
    sw_declared_release(&declared);
    free(r->label);
    free(r->jump);
}

struct sw_construct *sw_parse(const struct sw_tokens *tokens, int cxx,
                              struct sw_diagnostics *diagnostics)
{
    struct sw_construct *root = sw_construct_new(NULL, SW_CONSTRUCT_FILE);
    root->all = (struct sw_range){0, tokens->count - 1};
    struct sw_reader r = {.t = tokens, .d = diagnostics, .now.in = root, .cxx = cxx};
    if (tokens->unmatched != UINT32_MAX)
        sw_diagnostics_refuse(diagnostics, tokens->unmatched, "'%.1s' has no partner",
                              tokens->text + tokens->token[tokens->unmatched].at);
    else
        read_file(&r);
    refuse_misplaced(root, diagnostics);
    return root;
}
