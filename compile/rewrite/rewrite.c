/*
 * The source rewriter, from text to text: reducers first, which is a step of its own, then the tokens of what that leaves are parsed
 * and written again.
 */
#include "compile/rewrite/rewrite.h"
#include "compile/rewrite/emitter.h"
#include "compile/rewrite/prelude.h"
#include "compile/rewrite/reader.h"

/* --- Reducers --- */

/*
 * `T cilk_reducer(identity, reduce) x`: every use of x becomes a use of the strand's view of
 * it (agent/cilk/sched/reducer.h), on the same lines. Names are followed by their blocks; a variable of the same name that hides a reducer in an
 * inner block is taken for it.
 */

#define MOST 256 /* reducers, or functions that take some, that are known at one place */

struct reducer {
    uint32_t name;
    struct sw_range identity, reduce;
    int pointer;    /* it is a pointer to one: what it points to is used */
    uint32_t end;   /* of the block that it is declared in */
    uint32_t ready; /* the semicolon of its declaration, if that is in a function; 0: it is not */
};

/* A function that takes a pointer to a reducer. */
struct taker {
    uint32_t name, parameter; /* the parameter's number, from 0 */
};

struct rewriter {
    const struct sw_tokens *t;
    struct sw_diagnostics *d;
    struct sw_buffer *out;
    int views;
    size_t at; /* text up to here is written */
    uint32_t blocks[512];
    unsigned depth;
    uint32_t parameters[64]; /* the open parentheses */
    unsigned n_parameters;
    struct reducer known[MOST];
    unsigned n_known;
    struct taker taker[MOST];
    unsigned n_takers;
    unsigned unique;
};

static const char declarations[] =
    "# 1 \"<spanwise>\" 3\n" SW_WEAK
    "extern void *__spanwise_view(void *, unsigned long, void (*)(void *),"
    " void (*)(void *, void *));\n" SW_WEAK "extern void __spanwise_reducer(void *);\n" SW_WEAK
    "extern void __spanwise_forget(void **);\n" SW_INLINE
    "void *__spanwise_seen(void *at, unsigned long size, void (*identity)(void *),"
    " void (*reduce)(void *, void *)) {"
    " return __spanwise_view ? __spanwise_view(at, size, identity, reduce) : at; }\n" SW_INLINE
    "void *__spanwise_ready(void *at) {"
    " if (__spanwise_reducer) __spanwise_reducer(at); return at; }\n" SW_INLINE
    "void __spanwise_gone(void **at) { if (__spanwise_forget) __spanwise_forget(at); }\n";

static int is_keyword(const struct sw_tokens *t, uint32_t i)
{
    return sw_tokens_among(t, i, "_Cilk_reducer cilk_reducer");
}

/* Is there one? */
static int reducers_used(const struct sw_tokens *t)
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

/* `(identity, reduce)` behind the keyword at i. Returns the token behind it, or 0 after a refusal. */
static uint32_t read_monoid(struct rewriter *r, uint32_t i, struct reducer *reducer)
{
    const struct sw_tokens *t = r->t;
    uint32_t open = i + 1, close = sw_tokens_is(t, open, "(") ? t->token[open].match : 0;
    uint32_t comma = close ? sw_tokens_find(t, open + 1, close, ",") : 0;
    if (!close || comma == close || sw_tokens_find(t, comma + 1, close, ",") != close ||
        comma == open + 1 || comma + 1 == close) {
        sw_diagnostics_refuse(r->d, i, "cilk_reducer must be followed by '(identity, reduce)'");
        return 0;
    }
    *reducer = (struct reducer){.identity = {open + 1, comma}, .reduce = {comma + 1, close}};
    return close + 1;
}

/* `*`, with qualifiers of the pointer. */
static uint32_t read_pointer(struct rewriter *r, uint32_t i, struct reducer *reducer)
{
    reducer->pointer = sw_tokens_is(r->t, i, "*");
    if (reducer->pointer)
        for (i++; sw_tokens_among(r->t, i, "const restrict __restrict volatile");)
            i++;
    return i;
}

/* Is there such a word in what stands before token i, in the same declaration? */
static int begins_with(const struct rewriter *r, uint32_t i, const char *word)
{
    for (; i && !sw_tokens_among(r->t, i - 1, "; { }"); i--)
        if (sw_tokens_is(r->t, i - 1, word))
            return 1;
    return 0;
}

/* Are we in the parameters of a function? Not in a block inside parentheses. */
static int in_parameters(const struct rewriter *r)
{
    return r->n_parameters &&
           (!r->depth || r->parameters[r->n_parameters - 1] > r->blocks[r->depth - 1]);
}

/* Why it cannot be a reducer; NULL: it can. */
static const char *why_not(const struct rewriter *r, uint32_t keyword,
                           const struct reducer *reducer)
{
    const struct sw_tokens *t = r->t;
    uint32_t block = r->depth ? r->blocks[r->depth - 1] : 0;
    uint32_t after = reducer->name + 1, semicolon = sw_tokens_find(t, after, t->count, ";");
    if (in_parameters(r))
        return reducer->pointer ? NULL
                                : "a parameter cannot be a reducer; take a pointer to one: "
                                  "'cilk_reducer(identity, reduce) *'";
    if (begins_with(r, keyword, "typedef"))
        return "cilk_reducer in a typedef; write it where the variable is declared";
    if (t->token[reducer->name].kind != SW_TOKEN_NAME)
        return "cilk_reducer(...) must be followed by the name of a variable, or by '*' and the "
               "name";
    if (r->depth && sw_tokens_is(t, block, "{") &&
        (begins_with(r, block, "struct") || begins_with(r, block, "union")) &&
        !sw_tokens_among(t, block - 1, ") ="))
        return "a member of a structure cannot be a reducer; make the whole structure one";
    if (sw_tokens_among(t, after, "[ ("))
        return "an array of reducers; declare each separately, or put the array into a structure "
               "and "
               "make that a reducer";
    if (sw_tokens_find(t, after, semicolon, ",") != semicolon)
        return "cilk_reducer in a declaration of several variables; declare the reducer separately";
    return r->n_known == MOST ? "too many reducers in one file" : NULL;
}

/* A parameter is known in the body that follows; a declaration has none. */
static uint32_t end_of_parameter(const struct rewriter *r)
{
    const struct sw_tokens *t = r->t;
    uint32_t i = t->token[r->parameters[r->n_parameters - 1]].match + 1;
    while (t->token[i].kind == SW_TOKEN_NAME && i + 2 < t->count) /* attributes */
        i = sw_tokens_skip(t, i + 1);
    return sw_tokens_is(t, i, "{") ? t->token[i].match : i;
}

/* How many commas there are between a parenthesis and token i. */
static uint32_t number_of(const struct sw_tokens *t, uint32_t open, uint32_t i)
{
    uint32_t n = 0;
    for (uint32_t at = open + 1; (at = sw_tokens_find(t, at, i, ",")) < i; at++)
        n++;
    return n;
}

static void add_taker(struct rewriter *r, uint32_t keyword)
{
    uint32_t open = r->parameters[r->n_parameters - 1], parameter = number_of(r->t, open, keyword);
    if (r->n_takers < MOST && open && r->t->token[open - 1].kind == SW_TOKEN_NAME)
        r->taker[r->n_takers++] = (struct taker){open - 1, parameter};
}

/* Reads the keyword at i and what it applies to. Returns the token to go on with, or 0 after a refusal. */
static uint32_t read_token(struct rewriter *r, uint32_t i, struct reducer *reducer)
{
    const struct sw_tokens *t = r->t;
    uint32_t behind = read_monoid(r, i, reducer);
    if (!behind)
        return 0;
    reducer->name = read_pointer(r, behind, reducer);
    reducer->end = t->count;
    const char *why = why_not(r, i, reducer);
    if (why) {
        sw_diagnostics_refuse(r->d, i, "%s", why);
        return 0;
    }
    if (in_parameters(r)) {
        reducer->end = end_of_parameter(r);
        add_taker(r, i);
    } else if (r->depth) {
        reducer->end = t->token[r->blocks[r->depth - 1]].match;
        reducer->ready = reducer->pointer ? 0 : sw_tokens_find(t, behind, reducer->end, ";");
    }
    return behind;
}

static const struct reducer *known(const struct rewriter *r, uint32_t i)
{
    const struct sw_tokens *t = r->t;
    if (t->token[i].kind != SW_TOKEN_NAME ||
        (i && sw_tokens_among(t, i - 1, ". -> :: struct union enum goto")))
        return NULL;
    for (unsigned k = r->n_known; k-- > 0;)
        if (sw_tokens_equal(t, i, r->known[k].name))
            return &r->known[k];
    return NULL;
}

/* This strand's view of the reducer at the address that is spelled so, an lvalue. */
static void put_view(struct rewriter *r, const struct reducer *reducer, const char *address,
                     uint32_t name)
{
    int size = (int)r->t->token[name].size;
    const char *text = r->t->text + r->t->token[name].at, *star = *address ? "" : "*";
    sw_buffer_print(r->out,
                    "(*(__typeof__(%s%.*s) *)__spanwise_seen(%s%.*s, sizeof(%s%.*s),"
                    " (void (*)(void *))(",
                    star, size, text, address, size, text, star, size, text);
    put_range(r, reducer->identity);
    sw_buffer_print(r->out, "), (void (*)(void *, void *))(");
    put_range(r, reducer->reduce);
    sw_buffer_print(r->out, ")))");
}

/* The view takes the place of the tokens from `first` to `last`. */
static void put_use(struct rewriter *r, const struct reducer *reducer, uint32_t name,
                    uint32_t first, uint32_t last)
{
    copy_up_to(r, r->t->token[first].at);
    put_view(r, reducer, reducer->pointer ? "" : "&", name);
    r->at = end_of(r->t, last);
}

/* `*p`, `p->member`; `p` alone is the pointer. Returns the token to go on with. */
static uint32_t put_pointed(struct rewriter *r, const struct reducer *reducer, uint32_t i)
{
    const struct sw_tokens *t = r->t;
    if (i == reducer->name)
        return i + 1;
    if (sw_tokens_among(t, i + 1, "++ -- [")) {
        sw_diagnostics_refuse(r->d, i,
                              "a pointer to a reducer cannot be counted or indexed; to change the "
                              "reducer, write (*pointer)");
    } else if (sw_tokens_is(t, i + 1, "->")) {
        put_use(r, reducer, i, i, i + 1);
        sw_buffer_print(r->out, ".");
        return i + 2;
    } else if (i && sw_tokens_is(t, i - 1, "*")) {
        put_use(r, reducer, i, i - 1, i);
    }
    return i + 1;
}

/* Is what starts at token i an argument, or assigned, that is to be a pointer to a reducer? */
static int is_pointer_wanted(const struct rewriter *r, uint32_t i)
{
    const struct sw_tokens *t = r->t;
    if (i > 1 && sw_tokens_is(t, i - 1, "=")) {
        const struct reducer *left = known(r, i - 2);
        return left && left->pointer;
    }
    uint32_t open = r->n_parameters ? r->parameters[r->n_parameters - 1] : 0;
    if (!open || !(i - 1 == open || sw_tokens_is(t, i - 1, ",")))
        return 0;
    uint32_t parameter = number_of(t, open, i);
    for (unsigned k = 0; k < r->n_takers; k++)
        if (r->taker[k].parameter == parameter && sw_tokens_equal(t, r->taker[k].name, open - 1))
            return 1;
    return 0;
}

/* The reducer itself rather than a view: `__builtin_addressof(x)`; and `&x` where a pointer to a reducer is wanted.
 * Returns the token to go on with; `i` itself: it is none. */
static uint32_t put_address(struct rewriter *r, uint32_t i)
{
    const struct sw_tokens *t = r->t;
    const struct reducer *reducer = known(r, i + 1);
    if (sw_tokens_is(t, i, "&") && reducer && !reducer->pointer &&
        sw_tokens_among(t, i + 2, ", ) ;") && is_pointer_wanted(r, i))
        return i + 2;
    if (!sw_tokens_is(t, i, "__builtin_addressof") || !sw_tokens_is(t, i + 1, "(") ||
        !sw_tokens_is(t, i + 3, ")") || !known(r, i + 2))
        return i;
    copy_up_to(r, t->token[i].at);
    sw_buffer_print(r->out, "(&%.*s)", (int)t->token[i + 2].size, t->text + t->token[i + 2].at);
    r->at = end_of(t, i + 3);
    return i + 4;
}

/* The variable is a view of its own from here to the end of its block. */
static void put_ready(struct rewriter *r, uint32_t i, const struct reducer *reducer)
{
    const struct sw_token *name = &r->t->token[reducer->name];
    copy_up_to(r, end_of(r->t, i));
    sw_buffer_print(r->out,
                    " __attribute__((__cleanup__(__spanwise_gone), __unused__)) void *__sw_r%u ="
                    " __spanwise_ready(&%.*s);",
                    r->unique++, (int)name->size, r->t->text + name->at);
}

static void follow_blocks(struct rewriter *r, uint32_t i)
{
    if (sw_tokens_is(r->t, i, "{") && r->depth < sizeof r->blocks / sizeof *r->blocks)
        r->blocks[r->depth++] = i;
    else if (sw_tokens_is(r->t, i, "}") && r->depth)
        r->depth--;
    if (sw_tokens_is(r->t, i, "(") &&
        r->n_parameters < sizeof r->parameters / sizeof *r->parameters)
        r->parameters[r->n_parameters++] = i;
    while (r->n_parameters && r->t->token[r->parameters[r->n_parameters - 1]].match <= i)
        r->n_parameters--;
    while (r->n_known && r->known[r->n_known - 1].end <= i)
        r->n_known--;
}

static uint32_t take(struct rewriter *r, uint32_t i)
{
    follow_blocks(r, i);
    if (r->t->token[i].kind == SW_TOKEN_NAME && is_keyword(r->t, i)) {
        struct reducer reducer;
        uint32_t behind = read_token(r, i, &reducer);
        if (!behind)
            return i + 1;
        copy_up_to(r, r->t->token[i].at);
        r->at = r->t->token[behind].at;
        if (r->t->token[reducer.name].kind == SW_TOKEN_NAME)
            r->known[r->n_known++] = reducer;
        return reducer.pointer ? behind : reducer.name + 1;
    }
    uint32_t next = put_address(r, i);
    if (next != i)
        return next;
    const struct reducer *used = r->views ? known(r, i) : NULL;
    next = i + 1;
    if (used && used->pointer)
        next = put_pointed(r, used, i);
    else if (used)
        put_use(r, used, i, i, i);
    for (unsigned k = 0; k < r->n_known && r->views; k++)
        if (r->known[k].ready == i && i)
            put_ready(r, i, &r->known[k]);
    return next;
}

/* Writes the text without them. In serial programs, uses are of the variables, not of views. */
static void reducers_rewrite(const struct sw_tokens *tokens, struct sw_rewrite_mode mode,
                             struct sw_diagnostics *diagnostics, struct sw_buffer *out)
{
    struct rewriter r = {.t = tokens, .d = diagnostics, .out = out, .views = mode.tasks};
    if (r.views)
        sw_buffer_print(out, "%s%s%s", mode.cxx ? "extern \"C\" {\n" : "", declarations,
                        mode.cxx ? "}\n" : "");
    for (uint32_t i = 0; i + 1 < tokens->count;)
        i = take(&r, i);
    copy_up_to(&r, tokens->size);
}

/* --- All of it --- */

/*
 * gcc writes the name of the file into its assembly as it is, next to each piece that we make: with a quote in it that does not
 * assemble. A carriage return it cannot read back from its own preprocessor.
 */
static void refuse_names(const struct sw_tokens *t, struct sw_diagnostics *diagnostics)
{
    for (uint32_t i = 0; i < t->count && !diagnostics->count; i++)
        if (sw_tokens_is_cilk(t, i) && strpbrk(t->files[t->token[i].file], "\"\n\r"))
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
    if (!diagnostics.count)
        sw_emit(tokens, root, mode, out);
    sw_construct_release(root);
    sw_diagnostics_release(&diagnostics);
    return diagnostics.count ? SW_REWRITE_REFUSED : SW_REWRITE_DONE;
}

/* Reducers first: text that they were taken out of has new tokens. */
static int rewrite_reducers(const struct sw_tokens *tokens, struct sw_rewrite_mode mode,
                            struct sw_buffer *out, struct sw_buffer *errors)
{
    struct sw_diagnostics diagnostics = {.tokens = tokens, .out = errors};
    struct sw_buffer plain = {0};
    struct sw_tokens rest = {0};
    int result = SW_REWRITE_REFUSED;
    reducers_rewrite(tokens, mode, &diagnostics, &plain);
    sw_diagnostics_release(&diagnostics);
    if (!diagnostics.count)
        result = sw_tokens_init(&rest, plain.text, plain.size);
    if (!result && rest.uses_cilk)
        result = rewrite_tokens(&rest, mode, out, errors);
    else if (!result)
        sw_buffer_add(out, plain.text, plain.size);
    sw_tokens_release(&rest);
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
    if (tokens.unmatched == UINT32_MAX && reducers_used(&tokens))
        result = rewrite_reducers(&tokens, mode, out, errors);
    else if (tokens.uses_cilk)
        result = rewrite_tokens(&tokens, mode, out, errors);
    else
        result = SW_REWRITE_NONE;
    sw_tokens_release(&tokens);
    return result;
}
