#include "front/cilk/rewrite/reducer.h"

#include "front/cilk/rewrite/construct.h"

#include <errno.h>

#define MOST 256 /* reducers that are known at one place */

struct reducer {
    uint32_t name;
    struct sw_range identity, reduce;
    uint32_t end;   /* of the block that it is declared in */
    uint32_t ready; /* the semicolon of its declaration, if that is in a function; 0: it is not */
};

struct rewriter {
    const struct sw_tokens *t;
    struct sw_diagnostics *d;
    struct sw_buffer *out;
    int views;
    size_t at; /* text up to here is written */
    uint32_t blocks[512];
    unsigned depth;
    struct reducer known[MOST];
    unsigned n_known;
    unsigned unique;
};

static const char declarations[] =
    "# 1 \"<spanwise>\" 3\n"
    "extern void *__spanwise_view(void *, unsigned long, void (*)(void *),"
    " void (*)(void *, void *));\n"
    "extern void __spanwise_reducer(void *);\n"
    "extern void __spanwise_forget(void **);\n";

static int is_keyword(const struct sw_tokens *t, uint32_t i)
{
    return sw_tokens_is(t, i, "_Cilk_reducer") || sw_tokens_is(t, i, "cilk_reducer");
}

int sw_reducers_used(const struct sw_tokens *t)
{
    for (uint32_t i = 0; i < t->count; i++)
        if (t->token[i].kind == SW_TOKEN_NAME && is_keyword(t, i))
            return 1;
    return 0;
}

static void copy_up_to(struct rewriter *r, size_t end)
{
    sw_buffer_add(r->out, r->t->text + r->at, end - r->at);
    r->at = end;
}

static size_t end_of(const struct sw_tokens *t, uint32_t i)
{
    return t->token[i].at + t->token[i].size;
}

static void put_range(struct rewriter *r, struct sw_range range)
{
    for (uint32_t i = range.first; i < range.end; i++)
        sw_buffer_print(r->out, "%.*s ", (int)r->t->token[i].size, r->t->text + r->t->token[i].at);
}

/* Past a bracket and what is in it. */
static uint32_t skip(const struct sw_tokens *t, uint32_t i)
{
    int open = sw_tokens_is(t, i, "(") || sw_tokens_is(t, i, "[") || sw_tokens_is(t, i, "{");
    return open ? t->token[i].match + 1 : i + 1;
}

static uint32_t find(const struct sw_tokens *t, uint32_t i, uint32_t end, const char *what)
{
    while (i < end && !sw_tokens_is(t, i, what))
        i = skip(t, i);
    return i < end ? i : end;
}

/* Reads the keyword at i and what it applies to. Returns the name's token, or 0 after a refusal. */
static uint32_t read(struct rewriter *r, uint32_t i, struct reducer *reducer)
{
    const struct sw_tokens *t = r->t;
    uint32_t open = i + 1, close = sw_tokens_is(t, open, "(") ? t->token[open].match : 0;
    uint32_t comma = close ? find(t, open + 1, close, ",") : 0;
    if (!close || comma == close || find(t, comma + 1, close, ",") != close || comma == open + 1 ||
        comma + 1 == close) {
        sw_diagnostics_refuse(r->d, i, "cilk_reducer must be followed by '(identity, reduce)'");
        return 0;
    }
    if (t->token[close + 1].kind != SW_TOKEN_NAME || r->n_known == MOST) {
        sw_diagnostics_refuse(r->d, i,
                              "cilk_reducer(...) must be followed by the name of a variable");
        return 0;
    }
    *reducer = (struct reducer){.name = close + 1,
                                .identity = {open + 1, comma},
                                .reduce = {comma + 1, close},
                                .end = t->count};
    uint32_t semicolon = find(t, close + 1, t->count, ";");
    if (find(t, close + 1, semicolon, ",") != semicolon) {
        sw_diagnostics_refuse(r->d, i,
                              "cilk_reducer in a declaration of several variables; declare "
                              "the reducer apart");
        return 0;
    }
    if (r->depth) {
        reducer->end = t->token[r->blocks[r->depth - 1]].match;
        reducer->ready = find(t, close + 1, reducer->end, ";");
    }
    return reducer->name;
}

static const struct reducer *known(const struct rewriter *r, uint32_t i)
{
    const struct sw_tokens *t = r->t;
    if (t->token[i].kind != SW_TOKEN_NAME ||
        (i && (sw_tokens_is(t, i - 1, ".") || sw_tokens_is(t, i - 1, "->"))))
        return NULL;
    for (unsigned k = r->n_known; k-- > 0;)
        if (sw_tokens_equal(t, i, r->known[k].name))
            return &r->known[k];
    return NULL;
}

static void put_use(struct rewriter *r, uint32_t i, const struct reducer *reducer)
{
    const char *name = r->t->text + r->t->token[i].at;
    int size = (int)r->t->token[i].size;
    copy_up_to(r, r->t->token[i].at);
    sw_buffer_print(r->out,
                    "(*(__typeof__(%.*s) *)__spanwise_view(&%.*s, sizeof(%.*s),"
                    " (void (*)(void *))(",
                    size, name, size, name, size, name);
    put_range(r, reducer->identity);
    sw_buffer_print(r->out, "), (void (*)(void *, void *))(");
    put_range(r, reducer->reduce);
    sw_buffer_print(r->out, ")))");
    r->at = end_of(r->t, i);
}

/* The variable is a view of its own from here to the end of its block. */
static void put_ready(struct rewriter *r, uint32_t i, const struct reducer *reducer)
{
    const struct sw_token *name = &r->t->token[reducer->name];
    copy_up_to(r, end_of(r->t, i));
    sw_buffer_print(r->out,
                    " __attribute__((__cleanup__(__spanwise_forget), __unused__)) void *__sw_r%u ="
                    " __extension__ ({ __spanwise_reducer(&%.*s); (void *)&%.*s; });",
                    r->unique++, (int)name->size, r->t->text + name->at, (int)name->size,
                    r->t->text + name->at);
}

static void follow_blocks(struct rewriter *r, uint32_t i)
{
    if (sw_tokens_is(r->t, i, "{") && r->depth < sizeof r->blocks / sizeof *r->blocks)
        r->blocks[r->depth++] = i;
    else if (sw_tokens_is(r->t, i, "}") && r->depth)
        r->depth--;
    while (r->n_known && r->known[r->n_known - 1].end <= i)
        r->n_known--;
}

static uint32_t take(struct rewriter *r, uint32_t i)
{
    follow_blocks(r, i);
    if (r->t->token[i].kind == SW_TOKEN_NAME && is_keyword(r->t, i)) {
        struct reducer reducer;
        uint32_t name = read(r, i, &reducer);
        if (!name)
            return i + 1;
        copy_up_to(r, r->t->token[i].at);
        r->at = r->t->token[name].at;
        r->known[r->n_known++] = reducer;
        return name + 1;
    }
    const struct reducer *used = r->views ? known(r, i) : NULL;
    if (used)
        put_use(r, i, used);
    for (unsigned k = 0; k < r->n_known && r->views; k++)
        if (r->known[k].ready == i && i)
            put_ready(r, i, &r->known[k]);
    return i + 1;
}

int sw_reducers_rewrite(const struct sw_tokens *tokens, int views,
                        struct sw_diagnostics *diagnostics, struct sw_buffer *out)
{
    struct rewriter r = {.t = tokens, .d = diagnostics, .out = out, .views = views};
    if (views)
        sw_buffer_print(out, "%s", declarations);
    for (uint32_t i = 0; i + 1 < tokens->count;)
        i = take(&r, i);
    copy_up_to(&r, tokens->size);
    return out->failed ? -ENOMEM : 0;
}
