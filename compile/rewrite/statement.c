/*
 * Statements, by recursive descent; expressions are opaque but for the Cilk keywords in them, which
 * are refused, and for statement expressions, whose statements are read like any others.
 */
#include "compile/rewrite/reader.h"

#define MAX_DEPTH 10000 /* what the stack holds, with room to spare */

static void refuse_keyword(struct sw_reader *r, uint32_t i, const char *where)
{
    static const char *const names[] = {[SW_TOKEN_CILK_SYNC] = "cilk_sync",
                                        [SW_TOKEN_CILK_FOR] = "cilk_for",
                                        [SW_TOKEN_CILK_SCOPE] = "cilk_scope"};
    if (r->t->token[i].kind == SW_TOKEN_CILK_SPAWN)
        sw_diagnostics_refuse(r->d, i,
                              "cilk_spawn %s; write 'cilk_spawn f(...);', 'x = cilk_spawn "
                              "f(...);' or 'T x = cilk_spawn f(...);'",
                              where);
    else
        sw_diagnostics_refuse(r->d, i, "%s %s; it is a statement of its own",
                              names[r->t->token[i].kind], where);
}

static uint32_t compound(struct sw_reader *r, uint32_t open)
{
    uint32_t close = r->t->token[open].match;
    for (uint32_t i = open + 1; i < close;)
        i = sw_reader_statement(r, i);
    return close + 1;
}

void sw_reader_expression(struct sw_reader *r, struct sw_range range, const char *where)
{
    for (uint32_t i = range.first; i < range.end; i++) {
        uint32_t body = sw_reader_lambda(r, i);
        if (body && r->t->token[body].cilk) {
            i = sw_reader_function(r, (struct sw_range){i, body}) - 1;
        } else if (sw_tokens_is_cilk(r->t, i)) {
            refuse_keyword(r, i, where);
        } else if (sw_reader_is(r, i, "(") && sw_reader_is(r, i + 1, "{")) {
            r->now.statement_expression++;
            i = compound(r, i + 1) - 1;
            r->now.statement_expression--;
        }
    }
}

/*
 * In C++, variables that are declared between spawns are destroyed at the block's end: a guard behind each waits for
 * children before that. The last needs none if no spawn follows. Returns the first statement with constructs; 0: none.
 */
uint32_t sw_reader_guarded(struct sw_reader *r, uint32_t open)
{
    uint32_t close = r->t->token[open].match, first = 0;
    struct sw_construct *guard = NULL;
    for (uint32_t i = open + 1, next; i < close; i = next) {
        struct sw_construct *last = r->now.in->last_child;
        next = sw_reader_statement(r, i);
        if (!first && r->now.in->child)
            first = i;
        if (!first || r->now.in->last_child != last || !sw_reader_is(r, next - 1, ";") ||
            !sw_reader_is_declaration(r, i))
            continue;
        guard = sw_reader_new(r, SW_CONSTRUCT_GUARD, (struct sw_range){next - 1, next});
    }
    while (guard && r->now.in->last_child && r->now.in->last_child->kind == SW_CONSTRUCT_GUARD)
        sw_construct_drop(r->now.in->last_child);
    return first;
}

/* `keyword (expression)`; returns what follows the parenthesis. */
static uint32_t read_head(struct sw_reader *r, uint32_t i, const char *where)
{
    if (!sw_reader_is(r, i + 1, "("))
        return i + 1;
    uint32_t end = sw_reader_skip(r, i + 1);
    sw_reader_expression(r, (struct sw_range){i + 2, end - 1}, where);
    return end;
}

static uint32_t read_breakable(struct sw_reader *r, uint32_t i)
{
    int outer = r->now.breaks_cilk_for;
    r->now.breaks_cilk_for = 0;
    i = sw_reader_statement(r, i);
    r->now.breaks_cilk_for = outer;
    return i;
}

static uint32_t read_if(struct sw_reader *r, uint32_t i)
{
    if (r->cxx && sw_reader_is(r, i + 1, "constexpr"))
        i++;
    i = sw_reader_statement(r, read_head(r, i, "in a condition"));
    return sw_reader_is(r, i, "else") ? sw_reader_statement(r, i + 1) : i;
}

static uint32_t read_loop(struct sw_reader *r, uint32_t i)
{
    const char *where = sw_reader_is(r, i, "for") ? "in the head of a loop" : "in a condition";
    return read_breakable(r, read_head(r, i, where));
}

static uint32_t read_switch(struct sw_reader *r, uint32_t i)
{
    struct sw_construct *outer = r->now.switch_in;
    i = read_head(r, i, "in a condition");
    r->now.switch_in = r->now.in;
    i = read_breakable(r, i);
    r->now.switch_in = outer;
    return i;
}

static uint32_t past_semicolon(const struct sw_reader *r, uint32_t i)
{
    return sw_reader_is(r, i, ";") ? i + 1 : i;
}

static uint32_t read_do(struct sw_reader *r, uint32_t i)
{
    i = read_breakable(r, i + 1);
    if (sw_reader_is(r, i, "while"))
        i = read_head(r, i, "in a condition");
    return past_semicolon(r, i);
}

static uint32_t read_return(struct sw_reader *r, uint32_t i)
{
    struct sw_range range = sw_reader_until(r, i + 1, "; }");
    if (r->now.loop)
        sw_diagnostics_refuse(r->d, i, "return must not leave the body of a cilk_for");
    sw_reader_expression(r, range, "in a return");
    return past_semicolon(r, range.end);
}

static uint32_t read_break(struct sw_reader *r, uint32_t i)
{
    if (r->now.breaks_cilk_for)
        sw_diagnostics_refuse(r->d, i, "break must not leave the body of a cilk_for");
    return past_semicolon(r, i + 1);
}

static uint32_t read_goto(struct sw_reader *r, uint32_t i)
{
    struct sw_range range = sw_reader_until(r, i + 1, "; }");
    sw_reader_add_jump(r, i + 1, 0);
    return past_semicolon(r, range.end);
}

static uint32_t read_sync(struct sw_reader *r, uint32_t i)
{
    uint32_t end = i + 1;
    if (!sw_reader_is(r, end, ";")) {
        sw_diagnostics_refuse(r->d, i, "cilk_sync must be followed by ';'");
        return end;
    }
    if (r->now.statement_expression)
        sw_diagnostics_refuse(r->d, i, "cilk_sync inside a statement expression");
    sw_reader_new(r, SW_CONSTRUCT_SYNC, (struct sw_range){i, end + 1});
    return end + 1;
}

static uint32_t read_block(struct sw_reader *r, uint32_t open);
static uint32_t read_simple(struct sw_reader *r, uint32_t i);

static uint32_t read_scope_block(struct sw_reader *r, uint32_t keyword, uint32_t open)
{
    uint32_t end = sw_reader_skip(r, open);
    struct sw_construct *c = sw_reader_new(r, SW_CONSTRUCT_SCOPE, (struct sw_range){keyword, end});
    c->scope = (struct sw_scope){keyword, {open, end}};
    r->now.in = c;
    if (r->cxx)
        sw_reader_guarded(r, open);
    else
        read_block(r, open);
    r->now.in = c->parent;
    return end;
}

static uint32_t read_scope(struct sw_reader *r, uint32_t i)
{
    if (sw_reader_is(r, i + 1, ";")) { /* as OpenCilk has it: nothing */
        sw_reader_new(r, SW_CONSTRUCT_NOTHING, (struct sw_range){i, i + 2});
        return i + 2;
    }
    if (!sw_reader_is(r, i + 1, "{")) {
        sw_diagnostics_refuse(r->d, i, "cilk_scope must be followed by '{'");
        return i + 1;
    }
    if (r->now.statement_expression)
        sw_diagnostics_refuse(r->d, i, "cilk_scope inside a statement expression");
    return read_scope_block(r, i, i + 1);
}

/* Spawns in the block of a `try`, or of a `catch`, are waited for at its end: their exceptions are handled there. */
static uint32_t read_try_block(struct sw_reader *r, uint32_t open)
{
    return r->t->token[open].spawns ? read_scope_block(r, open, open)
                                    : sw_reader_statement(r, open);
}

static uint32_t read_try(struct sw_reader *r, uint32_t i)
{
    if (!r->cxx || !sw_reader_is(r, i + 1, "{"))
        return read_simple(r, i);
    for (i = read_try_block(r, i + 1); sw_reader_is(r, i, "catch") && sw_reader_is(r, i + 1, "(");)
        i = read_try_block(r, sw_reader_skip(r, i + 1));
    return i;
}

/* `case` and `default` jump too: from their switch to here. */
static void check_case(struct sw_reader *r, uint32_t i)
{
    if (r->now.switch_in != r->now.in)
        sw_diagnostics_refuse(r->d, i, "a switch must not jump into a %s",
                              r->now.in->kind == SW_CONSTRUCT_FOR ? "cilk_for" : "cilk_scope");
}

/* Past a label; 0 where none stands. */
static uint32_t read_label(struct sw_reader *r, uint32_t i)
{
    if (sw_reader_among(r, i, "case default")) {
        check_case(r, i);
        unsigned questions = 0;
        uint32_t k = i + 1;
        for (; !sw_reader_is(r, k, ":") || questions; k = sw_reader_skip(r, k)) {
            if (sw_reader_is_end(r, k) || sw_reader_among(r, k, "; }"))
                return k;
            questions += (unsigned)sw_reader_is(r, k, "?");
            questions -= questions && sw_reader_is(r, k, ":");
        }
        return k + 1;
    }
    if (!sw_reader_is_name(r, i) || !sw_reader_is(r, i + 1, ":"))
        return 0;
    sw_reader_add_jump(r, i, 1);
    return i + 2;
}

/* Where a nested function's body starts, if the declaration at i is one; otherwise 0. */
static uint32_t nested_body(const struct sw_reader *r, uint32_t i)
{
    if (!sw_reader_is_declaration(r, i))
        return 0;
    for (uint32_t k = i; !sw_reader_is_end(r, k); k = sw_reader_skip(r, k)) {
        if (sw_reader_among(r, k, "; = }"))
            return 0;
        if (sw_reader_is(r, k, "{") && sw_reader_is(r, k - 1, ")"))
            return k;
    }
    return 0;
}

static uint32_t find_spawn(const struct sw_reader *r, struct sw_range range)
{
    for (uint32_t i = range.first; i < range.end; i = sw_reader_skip(r, i))
        if (r->t->token[i].kind == SW_TOKEN_CILK_SPAWN)
            return i;
    return range.end;
}

static uint32_t read_simple(struct sw_reader *r, uint32_t i)
{
    if (r->cxx && sw_reader_among(r, i, "struct class union"))
        return sw_reader_cxx_external(r, i);
    uint32_t body = r->cxx ? 0 : nested_body(r, i);
    if (body)
        return sw_reader_function(r, (struct sw_range){i, body});
    struct sw_range range = sw_reader_until(r, i, "; }");
    uint32_t spawn = find_spawn(r, range);
    if (spawn < range.end)
        sw_reader_spawn(r, range, spawn);
    else
        sw_reader_expression(r, range, "inside an expression");
    return past_semicolon(r, range.end);
}

static int has_name(const struct sw_reader *r, uint32_t open)
{
    for (uint32_t i = open + 1; i < r->t->token[open].match; i++)
        if (sw_reader_is_name(r, i))
            return 1;
    return 0;
}

/* Is an array declared in this block itself whose length may vary? */
static int has_variable_array(const struct sw_reader *r, struct sw_range block)
{
    int declaration = sw_reader_is_declaration(r, block.first), value = 0;
    for (uint32_t i = block.first; i < block.end; i = sw_reader_skip(r, i)) {
        if (sw_reader_is(r, i, "[") && declaration && !value && has_name(r, i))
            return 1;
        if (sw_reader_is(r, i, "="))
            value = 1;
        else if (sw_reader_among(r, i, ", ;"))
            value = 0;
        if (sw_reader_among(r, i, "; { :"))
            declaration = i + 1 < block.end && sw_reader_is_declaration(r, sw_reader_skip(r, i));
    }
    return 0;
}

/*
 * At a block's end the compiler takes its arrays off the stack again. If a continuation was stolen
 * in the block, that would be off the stack that a child runs on: it must wait there.
 */
static uint32_t read_block(struct sw_reader *r, uint32_t open)
{
    struct sw_range inside = {open + 1, r->t->token[open].match};
    if (r->t->token[open].spawns && has_variable_array(r, inside))
        sw_reader_new(r, SW_CONSTRUCT_BLOCK, (struct sw_range){open, open + 1});
    return compound(r, open);
}

static uint32_t read_grain(struct sw_reader *r, uint32_t i)
{
    if (r->t->token[i + 1].kind == SW_TOKEN_CILK_FOR)
        return sw_reader_for(r, i + 1, i);
    return sw_reader_statement(r, i + 1);
}

static const struct {
    const char *word;
    uint32_t (*read)(struct sw_reader *, uint32_t);
} readers[] = {
    {"{", read_block},   {"if", read_if},         {"while", read_loop},    {"for", read_loop},
    {"do", read_do},     {"switch", read_switch}, {"return", read_return}, {"break", read_break},
    {"goto", read_goto}, {"try", read_try},
};

static uint32_t read_unlabelled(struct sw_reader *r, uint32_t i)
{
    switch (r->t->token[i].kind) {
    case SW_TOKEN_CILK_SYNC:
        return read_sync(r, i);
    case SW_TOKEN_CILK_SCOPE:
        return read_scope(r, i);
    case SW_TOKEN_CILK_FOR:
        return sw_reader_for(r, i, 0);
    case SW_TOKEN_GRAIN:
        return read_grain(r, i);
    case SW_TOKEN_END:
        return i;
    }
    if (sw_reader_is(r, i, "}"))
        return i;
    if (r->t->token[i].kind == SW_TOKEN_CILK_SPAWN && sw_reader_is(r, i + 1, "{")) {
        sw_diagnostics_refuse(r->d, i, "cilk_spawn of a block; put the block into a function");
        return sw_reader_skip(r, i + 1);
    }
    for (size_t k = 0; k < sizeof readers / sizeof *readers; k++)
        if (sw_reader_is(r, i, readers[k].word))
            return readers[k].read(r, i);
    return read_simple(r, i);
}

static uint32_t refuse_depth(struct sw_reader *r, uint32_t i)
{
    if (!r->too_deep)
        sw_diagnostics_refuse(r->d, i, "statements are nested too deeply");
    r->too_deep = 1;
    return sw_reader_skip(r, i);
}

uint32_t sw_reader_statement(struct sw_reader *r, uint32_t i)
{
    for (uint32_t next; (next = read_label(r, i));)
        i = next;
    i = sw_reader_past_attributes(r, i);
    if (r->depth == MAX_DEPTH)
        return refuse_depth(r, i);
    r->depth++;
    i = read_unlabelled(r, i);
    r->depth--;
    return i;
}
