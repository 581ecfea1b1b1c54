/* File-scope declarations: finds the function definitions among them, reads their bodies. */
#include "compile/rewrite/reader.h"

int sw_reader_takes_parentheses(const struct sw_reader *r, uint32_t i)
{
    return sw_reader_among(r, i,
                           "__attribute__ __attribute __asm__ asm __asm typeof __typeof__ __typeof "
                           "_Alignas _Atomic _Static_assert __declspec _BitInt alignas "
                           "static_assert") &&
           sw_reader_is(r, i + 1, "(");
}

/* Past `struct [attributes] [name] [{...}]`. */
static uint32_t skip_aggregate(struct sw_reader *r, uint32_t i)
{
    for (i++; sw_reader_is_name(r, i); i++)
        if (sw_reader_takes_parentheses(r, i))
            i = r->t->token[i + 1].match;
    if (!sw_reader_is(r, i, "{"))
        return i;
    sw_reader_expression(r, (struct sw_range){i + 1, r->t->token[i].match}, "in a declaration");
    return sw_reader_skip(r, i);
}

/* What may follow a declarator's parentheses other than an old-style parameter declaration. */
static int ends_parameters(const struct sw_reader *r, uint32_t i)
{
    return !sw_reader_is_name(r, i) || sw_reader_takes_parentheses(r, i);
}

static void mark_specifiers(struct sw_reader *r, struct sw_construct *function)
{
    for (uint32_t i = function->all.first; i < function->function.body; i++) {
        if (sw_reader_is(r, i, "static"))
            function->function.is_static = 1;
        if (sw_reader_among(r, i, "inline __inline __inline__"))
            function->function.inline_word = i;
    }
}

/* The first word before a parenthesis that is not a type's; not more than a name for people. */
static uint32_t find_name(const struct sw_reader *r, struct sw_range head)
{
    for (uint32_t i = head.first; i + 1 < head.end; i++)
        if (sw_reader_takes_parentheses(r, i))
            i = r->t->token[i + 1].match;
        else if (sw_reader_is_name(r, i) && sw_reader_is(r, i + 1, "(") &&
                 !sw_reader_among(r, i,
                                  "int char void long short float signed unsigned _Bool double "
                                  "const volatile"))
            return i;
    return 0;
}

static void refuse_always_inline(struct sw_reader *r, const struct sw_construct *function)
{
    for (uint32_t i = function->all.first; i < function->function.body; i++)
        if (sw_reader_among(r, i, "always_inline __always_inline__")) {
            sw_diagnostics_refuse(r->d, i,
                                  "a function that spawns or syncs must have a frame of its own; "
                                  "it cannot be always_inline");
            return;
        }
}

/* setjmp, however it is spelled once preprocessed, or getcontext: may a call return a second time? */
static int returns_twice(const struct sw_reader *r, struct sw_range body)
{
    for (uint32_t i = body.first; i < body.end; i++) {
        const struct sw_token *t = &r->t->token[i];
        const char *name = r->t->text + t->at;
        if (t->kind == SW_TOKEN_NAME &&
            (memmem(name, t->size, "setjmp", 6) || memmem(name, t->size, "getcontext", 10)))
            return 1;
    }
    return 0;
}

/*
 * Reads the body of a function. Its frame goes before the first statement that has constructs: on ways
 * out before that there is nothing to set up, and nothing to look at. Where jumps can pass that place,
 * it goes before the first statement.
 */
static void read_body(struct sw_reader *r, struct sw_construct *function)
{
    uint32_t open = function->function.body, close = r->t->token[open].match, frame = 0;
    uint32_t n_jumps = r->n_jumps;
    if (r->cxx)
        frame = sw_reader_guarded(r, open);
    for (uint32_t i = open + 1, next; i < close && !r->cxx; i = next) {
        next = sw_reader_statement(r, i);
        if (!frame && function->child)
            frame = i;
    }
    int jumps = r->n_jumps > n_jumps || returns_twice(r, (struct sw_range){open, close});
    function->function.jumps = jumps;
    function->function.frame = frame && !jumps ? frame : open + 1;
    sw_reader_check_jumps(r, n_jumps);
}

/* A definition: head is everything before its body, which starts at head.end. */
uint32_t sw_reader_function(struct sw_reader *r, struct sw_range head)
{
    const struct sw_reader_place outer = r->now;
    uint32_t end = sw_reader_skip(r, head.end);
    struct sw_construct *function =
        sw_reader_new(r, SW_CONSTRUCT_FUNCTION, (struct sw_range){head.first, end});
    function->function.body = function->function.inline_word = head.end;
    function->function.name = find_name(r, head);
    mark_specifiers(r, function);
    r->now.in = r->now.switch_in = r->now.function = function;
    r->now.loop = NULL;
    r->now.breaks_cilk_for = r->now.statement_expression = 0;
    read_body(r, function);
    if (function->child && outer.statement_expression)
        sw_diagnostics_refuse(r->d, head.first,
                              "a function that spawns or syncs inside a statement expression");
    if (function->child) {
        refuse_always_inline(r, function);
        if (r->cxx)
            sw_reader_refuse_coroutine(r, function);
    } else {
        sw_construct_drop(function);
    }
    r->now = outer;
    return end;
}

/* Past an initializer, up to the comma or semicolon after it. */
static uint32_t skip_initializer(struct sw_reader *r, uint32_t i)
{
    struct sw_range range = sw_reader_until(r, i, ", ;");
    sw_reader_expression(r, range, "in a file-scope initializer");
    return range.end;
}

/* One step through an external declaration; sets *parameters after a declarator's parentheses. */
static uint32_t step(struct sw_reader *r, uint32_t i, int *parameters)
{
    if (sw_reader_takes_parentheses(r, i))
        return sw_reader_skip(r, i + 1);
    if (sw_reader_among(r, i, "struct union enum"))
        return skip_aggregate(r, i);
    if (sw_reader_is(r, i, "="))
        return skip_initializer(r, i + 1);
    if (sw_tokens_is_open(r->t, i)) {
        uint32_t end = sw_reader_skip(r, i);
        sw_reader_expression(r, (struct sw_range){i + 1, end - 1}, "in a declaration");
        *parameters |= sw_reader_is(r, i, "(");
        return end;
    }
    if (sw_tokens_is_cilk(r->t, i))
        sw_reader_expression(r, (struct sw_range){i, i + 1}, "outside a function");
    return i + 1;
}

uint32_t sw_reader_external(struct sw_reader *r, uint32_t i)
{
    uint32_t first = i;
    int parameters = 0, old_style = 0;
    while (!sw_reader_is_end(r, i)) {
        if (sw_reader_is(r, i, ";") && !old_style)
            return i + 1;
        if (sw_reader_is(r, i, "{") && parameters)
            return sw_reader_function(r, (struct sw_range){first, i});
        int had = parameters;
        uint32_t before = i;
        i = step(r, i, &parameters);
        if (parameters && !had && sw_reader_is(r, before, "(") && !ends_parameters(r, i))
            old_style = 1;
    }
    return i;
}
