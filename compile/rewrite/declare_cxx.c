/*
 * Declarations of C++, at file scope, in namespaces and in classes: finds the functions that have Cilk in them. What
 * has no keyword in its braces is passed over. A brace is the body of a function if parentheses came before it in the
 * same declaration; that of a namespace or a class if its keyword did. And lambdas, in expressions.
 */
#include "compile/rewrite/reader.h"

/* Past `<...>`; past i alone if it does not end before a semicolon. */
uint32_t sw_reader_skip_angles(const struct sw_reader *r, uint32_t i)
{
    int depth = 0;
    for (uint32_t k = i; !sw_reader_is_end(r, k) && !sw_reader_is(r, k, ";");
         k = sw_reader_skip(r, k)) {
        if (sw_reader_is(r, k, "<"))
            depth++;
        else if (sw_reader_is(r, k, ">"))
            depth--;
        else if (sw_reader_is(r, k, ">>"))
            depth -= 2;
        if (depth <= 0)
            return k + 1;
    }
    return i + 1;
}

/* Words whose parentheses are no parameters. */
static int takes_parentheses(const struct sw_reader *r, uint32_t i)
{
    return sw_reader_takes_parentheses(r, i) ||
           (sw_reader_among(r, i, "decltype noexcept explicit requires throw alignas") &&
            sw_reader_is(r, i + 1, "("));
}

int sw_reader_is_operator_name(const struct sw_reader *r, uint32_t i)
{
    return r->cxx && i && sw_reader_is(r, i - 1, "operator");
}

/* Past the symbol of `operator`, which stands at i. */
static uint32_t skip_operator(const struct sw_reader *r, uint32_t i)
{
    i++;
    if (sw_reader_among(r, i, "( ["))
        return sw_reader_skip(r, i);
    while (!sw_reader_is_end(r, i) && !sw_reader_among(r, i, "( ;"))
        i++;
    return i;
}

static uint32_t read_inside(struct sw_reader *r, uint32_t open)
{
    uint32_t close = r->t->token[open].match;
    if (r->t->token[open].cilk)
        for (uint32_t i = open + 1; i < close;)
            i = sw_reader_cxx_external(r, i);
    return close + 1;
}

/* `struct [attributes] name [final] [: bases] {`: where its brace is; 0: it is none, or does not define it. *name: 0: it has none. */
static uint32_t class_body(const struct sw_reader *r, uint32_t i, uint32_t *name)
{
    int bases = 0;
    *name = 0;
    for (i++; !sw_reader_is_end(r, i); i++) {
        if (sw_reader_is(r, i, "{"))
            return i;
        if (takes_parentheses(r, i))
            i = r->t->token[i + 1].match;
        else if (sw_reader_is(r, i, "["))
            i = r->t->token[i].match;
        else if (sw_reader_is(r, i, "<"))
            i = sw_reader_skip_angles(r, i) - 1;
        else if (sw_reader_is(r, i, ":"))
            bases = 1;
        else if (!bases && sw_reader_is_name(r, i) && !sw_reader_is(r, i, "final"))
            *name = i;
        else if (!sw_reader_is_name(r, i) && !sw_reader_is(r, i, "::") &&
                 !(bases && sw_reader_is(r, i, ",")) && !sw_reader_is(r, i, "..."))
            return 0;
    }
    return 0;
}

/* Is the brace at i that of a member's initializer, `: member{value}`? */
static int is_member_value(const struct sw_reader *r, uint32_t i)
{
    return sw_reader_is_name(r, i - 1) || sw_reader_is(r, i - 1, ">");
}

/* Past what a `=` gives a value to, up to the semicolon. */
static uint32_t skip_value(struct sw_reader *r, uint32_t i)
{
    struct sw_range range = sw_reader_until(r, i, "; }");
    sw_reader_expression(r, range, "in an initializer outside a function");
    return range.end;
}

static uint32_t read_handlers(struct sw_reader *r, uint32_t i)
{
    while (sw_reader_is(r, i, "catch") && sw_reader_is(r, i + 1, "(")) {
        i = sw_reader_skip(r, i + 1);
        uint32_t end = sw_reader_skip(r, i);
        sw_reader_expression(r, (struct sw_range){i, end}, "in the handler of a function");
        i = end;
    }
    return i;
}

/* Parentheses and square brackets, with lambdas in them. */
static uint32_t read_bracket(struct sw_reader *r, uint32_t i)
{
    uint32_t end = sw_reader_skip(r, i);
    if (r->t->token[i].cilk)
        sw_reader_expression(r, (struct sw_range){i + 1, end - 1}, "outside a function");
    return end;
}

/* Where the arguments of a template begin that end before i; i: there are none. */
static uint32_t angles_before(const struct sw_reader *r, uint32_t i, uint32_t first)
{
    int depth = 0;
    for (uint32_t k = i; k-- > first;) {
        if (sw_reader_among(r, k, ") ]"))
            k = r->t->token[k].match;
        else if (sw_reader_is(r, k, ">"))
            depth++;
        else if (sw_reader_is(r, k, ">>"))
            depth += 2;
        else if (sw_reader_is(r, k, "<"))
            depth--;
        if (depth <= 0)
            return depth == 0 && sw_reader_is(r, k, "<") ? k : i;
    }
    return i;
}

/* The class of a function with this head: S of `void S<T>::f(`, or the one that it is written in. */
static uint32_t class_of(const struct sw_reader *r, struct sw_range head, uint32_t parameters)
{
    uint32_t i = parameters;
    if (!sw_reader_is(r, i, "operator")) {
        i = angles_before(r, i, head.first);
        i -= i > head.first && sw_reader_is_name(r, i - 1);
    }
    if (i > head.first && sw_reader_is(r, i - 1, "~"))
        i--;
    if (i <= head.first + 1 || !sw_reader_is(r, i - 1, "::"))
        return r->class;
    i = angles_before(r, i - 1, head.first) - 1;
    return sw_reader_is_name(r, i) && !sw_declared_name(r->declared, i)->namespace ? i : 0;
}

static uint32_t read_method(struct sw_reader *r, struct sw_range head, uint32_t parameters)
{
    uint32_t outer = r->class;
    r->class = class_of(r, head, parameters);
    uint32_t end = sw_reader_function(r, head);
    r->class = outer;
    return end;
}

struct declaration {
    uint32_t first;
    uint32_t parameters_at; /* what is behind the function's name, or `operator` */
    int parameters, members, namespace;
};

/* One step; *done: it was the last of the declaration. */
static uint32_t step(struct sw_reader *r, uint32_t i, struct declaration *d, int *done)
{
    if (sw_reader_among(r, i, "; }")) {
        *done = 1;
        return i + 1;
    }
    if (sw_reader_among(r, i, "public private protected") && sw_reader_is(r, i + 1, ":")) {
        *done = 1;
        return i + 2;
    }
    if (sw_reader_is(r, i, "template") && sw_reader_is(r, i + 1, "<"))
        return sw_reader_skip_angles(r, i + 1);
    if (!d->parameters && sw_reader_among(r, i, "operator ("))
        d->parameters_at = d->parameters_at ? d->parameters_at : i;
    if (sw_reader_is(r, i, "operator"))
        return skip_operator(r, i);
    if (takes_parentheses(r, i))
        return sw_reader_skip(r, i + 1);
    if (sw_reader_among(r, i, "struct class union enum") && !d->parameters) {
        uint32_t name, outer = r->class, body = class_body(r, i, &name);
        if (!body)
            return i + 1;
        r->class = name;
        i = read_inside(r, body);
        r->class = outer;
        return i;
    }
    d->namespace |= sw_reader_is(r, i, "namespace") ||
                    (sw_reader_is(r, i, "extern") && r->t->token[i + 1].kind == SW_TOKEN_STRING);
    if (sw_reader_is(r, i, "=") && !sw_reader_is(r, i - 1, "operator"))
        return skip_value(r, i + 1);
    d->members |= d->parameters && sw_reader_is(r, i, ":");
    d->parameters |= sw_reader_is(r, i, "(");
    if (sw_reader_among(r, i, "( ["))
        return read_bracket(r, i);
    if (!sw_reader_is(r, i, "{")) {
        if (sw_tokens_is_cilk(r->t, i))
            sw_reader_expression(r, (struct sw_range){i, i + 1}, "outside a function");
        return i + 1;
    }
    if (d->namespace && !d->parameters) {
        *done = 1;
        return read_inside(r, i);
    }
    if (!d->parameters || (d->members && is_member_value(r, i))) {
        sw_reader_expression(r, (struct sw_range){i + 1, r->t->token[i].match},
                             "in an initializer outside a function");
        return sw_reader_skip(r, i);
    }
    *done = 1;
    if (!r->t->token[i].cilk)
        return read_handlers(r, sw_reader_skip(r, i));
    return read_handlers(r, read_method(r, (struct sw_range){d->first, i}, d->parameters_at));
}

uint32_t sw_reader_cxx_external(struct sw_reader *r, uint32_t i)
{
    struct declaration d = {.first = i};
    int done = 0, export = sw_reader_is(r, i, "export");
    if (sw_reader_is(r, i + (uint32_t) export, "module") && (export || sw_reader_is(r, i + 1, ";")))
        sw_diagnostics_refuse(r->d, i,
                              "Cilk keywords in a module are not supported; put the code into a "
                              "file that imports it");
    while (!done && !sw_reader_is_end(r, i))
        i = step(r, i, &d, &done);
    return i;
}

static int has_cilk(const struct sw_construct *function)
{
    const struct sw_construct *c = function->child;
    while (c && c->kind == SW_CONSTRUCT_FUNCTION)
        c = c->next;
    return c != NULL;
}

/* Lambdas and classes in it are not part of it. */
void sw_reader_refuse_coroutine(struct sw_reader *r, const struct sw_construct *function)
{
    uint32_t name, open = function->function.body, close = r->t->token[open].match;
    if (!has_cilk(function))
        return;
    for (uint32_t i = open; i < close; i++) {
        uint32_t body = sw_reader_lambda(r, i);
        if (!body && sw_reader_among(r, i, "struct class union"))
            body = class_body(r, i, &name);
        if (body) {
            i = r->t->token[body].match;
        } else if (sw_reader_among(r, i, "co_await co_yield co_return")) {
            sw_diagnostics_refuse(r->d, i,
                                  "Cilk keywords in a coroutine are not supported; put them into a "
                                  "function that it calls");
            return;
        }
    }
}

uint32_t sw_reader_past_attributes(const struct sw_reader *r, uint32_t i)
{
    while (r->cxx && sw_reader_is(r, i, "[") && sw_reader_is(r, i + 1, "["))
        i = sw_reader_skip(r, i);
    return i;
}

uint32_t sw_reader_attributes(const struct sw_reader *r, uint32_t i)
{
    while (i && sw_reader_is(r, i - 1, "]") && sw_reader_is(r, r->t->token[i - 1].match + 1, "["))
        i = r->t->token[i - 1].match;
    return i;
}

/* `(void)[&] { ... }`: nothing that could be an index is in it. */
static int is_after_cast(const struct sw_reader *r, uint32_t i)
{
    uint32_t first = i + 1;
    if (!sw_reader_is(r, i - 1, ")"))
        return 0;
    if (sw_reader_is(r, first, "]"))
        return sw_reader_among(r, first + 1, "{ (");
    return sw_reader_among(r, first, "& =") && sw_reader_among(r, first + 1, "] ,");
}

/* A `[` that is no subscript: nothing that could be indexed is before it. */
static int is_introducer(const struct sw_reader *r, uint32_t i)
{
    if (!sw_reader_is(r, i, "[") || sw_reader_is(r, i + 1, "["))
        return 0;
    if (i == 0 ||
        sw_reader_among(r, i - 1, "return co_return co_yield case throw else do in delete") ||
        sw_tokens_is_cilk(r->t, i - 1) || is_after_cast(r, i))
        return 1;
    uint8_t kind = r->t->token[i - 1].kind;
    return !(kind == SW_TOKEN_NAME || kind == SW_TOKEN_STRING || kind == SW_TOKEN_NUMBER ||
             sw_reader_among(r, i - 1, ") ] ["));
}

/* `T v`, `n::T<int> *v`, `auto [a, b]`: words and arguments of templates, then a name. */
int sw_reader_cxx_declaration(const struct sw_reader *r, uint32_t i)
{
    unsigned names = 0;
    if (sw_reader_among(r, i, "return throw delete goto new using break continue"))
        return 0;
    while (sw_reader_is_name(r, i) || sw_reader_is(r, i, "::")) {
        if (takes_parentheses(r, i)) {
            names++;
            i = sw_reader_skip(r, i + 1);
            continue;
        }
        names += !sw_reader_is(r, i, "::") && !(i && sw_reader_is(r, i - 1, "::"));
        i++;
        if (sw_reader_is(r, i, "<"))
            i = sw_reader_skip_angles(r, i);
        while (names && sw_reader_among(r, i, "* & &&") &&
               (sw_reader_is_name(r, i + 1) || sw_reader_among(r, i + 1, "* [")))
            i++;
    }
    return names > 1 || (names == 1 && sw_reader_is(r, i, "[") && sw_reader_is(r, i - 1, "auto"));
}

uint32_t sw_reader_lambda(const struct sw_reader *r, uint32_t i)
{
    if (!r->cxx || !is_introducer(r, i))
        return 0;
    uint32_t k = sw_reader_skip(r, i);
    if (sw_reader_is(r, k, "<"))
        k = sw_reader_skip_angles(r, k);
    for (; !sw_reader_is_end(r, k); k = sw_reader_skip(r, k)) {
        if (sw_reader_is(r, k, "{"))
            return k;
        if (sw_reader_among(r, k, "; , ) ] } ="))
            return 0;
    }
    return 0;
}
