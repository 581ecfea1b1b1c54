/* Spawns: which of the three forms a statement is, the call in it, and what cannot be spawned. */
#include "compile/rewrite/reader.h"

static int is_name(const struct sw_reader *r, struct sw_range range)
{
    return range.end == range.first + 1 && sw_reader_is_name(r, range.first);
}

struct sw_range sw_reader_strip(const struct sw_reader *r, struct sw_range range)
{
    while (range.end > range.first + 2 && sw_reader_is(r, range.first, "(") &&
           r->t->token[range.first].match == range.end - 1)
        range = (struct sw_range){range.first + 1, range.end - 1};
    return range;
}

static int is_keyword(const struct sw_reader *r, uint32_t i)
{
    return sw_reader_among(
        r, i, "sizeof _Alignof __alignof__ typeof __typeof__ __asm__ asm __extension__ return");
}

/* A name or a parenthesis, then any number of `.m`, `->m`, `[i]`, `(x)`. */
static int is_postfix(const struct sw_reader *r, struct sw_range range)
{
    uint32_t i = range.first;
    if (i >= range.end)
        return 0;
    if (sw_reader_is(r, i, "("))
        i = sw_reader_skip(r, i);
    else if (sw_reader_is_name(r, i) && !is_keyword(r, i))
        i++;
    else
        return 0;
    while (i < range.end) {
        if (sw_reader_among(r, i, ". ->"))
            i += 2;
        else if (sw_reader_among(r, i, "( ["))
            i = sw_reader_skip(r, i);
        else
            return 0;
    }
    return i == range.end;
}

static int is_builtin(const struct sw_reader *r, uint32_t i)
{
    const struct sw_token *token = &r->t->token[i];
    return sw_begins_among(r->t->text + token->at, token->size, "__builtin_ __sync_ __atomic_");
}

void sw_reader_split_arguments(struct sw_reader *r, struct sw_spawn *spawn, struct sw_range inside)
{
    for (bool more = inside.first < inside.end; more;) {
        uint32_t comma =
            r->cxx ? sw_reader_argument_end(r, inside) : sw_reader_find(r, inside, ",");
        struct sw_range argument = {inside.first, comma};
        more = comma < inside.end;
        if (r->cxx && comma == inside.first)
            return;
        spawn->argument =
            sw_need(reallocarray(spawn->argument, spawn->n_arguments + 1, sizeof *spawn->argument));
        spawn->argument[spawn->n_arguments++] = argument;
        sw_reader_expression(r, argument, "inside an argument");
        spawn->expands |= r->cxx && sw_reader_is(r, comma - 1, "...");
        inside.first = comma + 1;
    }
}

int sw_reader_refuse_call(struct sw_reader *r, uint32_t keyword)
{
    return sw_reader_refuse(r, keyword,
                            "cilk_spawn must be followed by a function call and nothing else");
}

int sw_reader_check_callee(struct sw_reader *r, const struct sw_spawn *spawn)
{
    if (spawn->callee_is_name && is_builtin(r, spawn->callee.first))
        return sw_reader_refuse(r, spawn->keyword,
                                "cilk_spawn of a builtin, which is not a function");
    sw_reader_expression(r, spawn->callee, "inside an expression");
    return 1;
}

/* Reads the call that follows the keyword; returns 0 after a refusal. */
static int read_call(struct sw_reader *r, struct sw_spawn *spawn, struct sw_range call)
{
    call = sw_reader_strip(r, call);
    uint32_t open = call.end > call.first ? r->t->token[call.end - 1].match : 0;
    if (call.end < call.first + 3 || !sw_reader_is(r, call.end - 1, ")") ||
        !is_postfix(r, (struct sw_range){call.first, open}))
        return sw_reader_refuse_call(r, spawn->keyword);
    spawn->callee = (struct sw_range){call.first, open};
    spawn->callee_is_name = is_name(r, spawn->callee);
    if (!sw_reader_check_callee(r, spawn))
        return 0;
    sw_reader_split_arguments(r, spawn, (struct sw_range){open + 1, call.end - 1});
    return 1;
}

struct sw_spawn *sw_reader_add_spawn(struct sw_reader *r, enum sw_spawn_form form, uint32_t keyword,
                                     struct sw_range all, struct sw_range call)
{
    if (r->cxx)
        all.first = sw_reader_attributes(r, all.first);
    struct sw_construct *c = sw_reader_new(r, SW_CONSTRUCT_SPAWN, all);
    c->spawn.form = form;
    c->spawn.keyword = keyword;
    if (r->now.statement_expression) {
        sw_diagnostics_refuse(r->d, keyword, "cilk_spawn inside a statement expression");
        return NULL;
    }
    r->now.in->spawns++;
    r->now.function->spawns_deep++;
    if (r->cxx)
        r->now.in = c; /* lambdas in the call are parts of it */
    int read = (r->cxx ? sw_reader_cxx_call : read_call)(r, &c->spawn, call);
    r->now.in = c->parent;
    return read ? &c->spawn : NULL;
}

static int is_assignment(const struct sw_reader *r, uint32_t i)
{
    return sw_reader_among(r, i, "= += -= *= /= %= &= |= ^= <<= >>=");
}

uint32_t sw_reader_find_assignment(const struct sw_reader *r, struct sw_range range)
{
    uint32_t i = range.first;
    while (i < range.end && (!is_assignment(r, i) || sw_reader_is_operator_name(r, i)))
        i = sw_reader_skip(r, i);
    return i < range.end ? i : range.end;
}

/* Is it an lvalue that can be evaluated before the spawn? */
static int check_target(struct sw_reader *r, struct sw_range target, uint32_t keyword)
{
    static const char *const operators[] = {"=", ",", "?"};
    for (size_t k = 0; k < sizeof operators / sizeof *operators; k++)
        if (sw_reader_find(r, target, operators[k]) < target.end) {
            sw_reader_expression(r, (struct sw_range){keyword, keyword + 1},
                                 "inside an expression");
            return 0;
        }
    uint32_t last = target.end - 1;
    int member =
        last > target.first && sw_reader_is_name(r, last) && sw_reader_among(r, last - 1, ". ->");
    const struct sw_declared_name *name = sw_declared_name(r->declared, last);
    if (member && name->bit_field && !name->ordinary)
        return sw_reader_refuse(
            r, keyword, "the result of cilk_spawn cannot go into a bit-field; use a variable");
    uint32_t from = r->now.function ? r->now.function->all.first : 0;
    if (is_name(r, target) && sw_declared_register(r->declared, target.first, from))
        return sw_reader_refuse(r, keyword,
                                "the result of cilk_spawn cannot go into a register variable");
    sw_reader_expression(r, target, "inside an expression");
    return 1;
}

/* The keyword stands before the whole assignment, or behind its operator. */
static void read_assignment(struct sw_reader *r, struct sw_range statement, uint32_t keyword,
                            uint32_t operation)
{
    int first = statement.first == keyword;
    struct sw_range target = {statement.first + (uint32_t)first, operation};
    struct sw_range call = {operation + 2 - (uint32_t)first, statement.end};
    if ((!r->cxx && target.first == target.end) || !check_target(r, target, keyword))
        return;
    struct sw_range all = {statement.first, statement.end + 1};
    enum sw_spawn_form form = sw_reader_is(r, operation, "=") ? SW_SPAWN_ASSIGN : SW_SPAWN_UPDATE;
    struct sw_spawn *spawn = sw_reader_add_spawn(r, form, keyword, all, call);
    if (!spawn)
        return;
    spawn->target = target;
    spawn->operation = operation;
    spawn->target_is_name = !r->cxx && is_name(r, target);
}

/* `*` or `(*` or the name: where the declarator behind specifiers begins. */
static uint32_t find_declarator(const struct sw_reader *r, struct sw_range range)
{
    uint32_t last_name = range.first;
    for (uint32_t i = range.first; i < range.end; i = sw_reader_skip(r, i)) {
        if (sw_reader_takes_parentheses(r, i)) {
            i++;
            continue;
        }
        if (sw_reader_among(r, i, "* ("))
            return i;
        if (sw_reader_is_name(r, i))
            last_name = i;
    }
    return last_name;
}

/* The name that a declarator declares: the first one, past pointers and their qualifiers. */
static uint32_t find_declared(const struct sw_reader *r, struct sw_range declarator)
{
    for (uint32_t i = declarator.first; i < declarator.end; i++)
        if (sw_reader_is_name(r, i) &&
            !sw_reader_among(r, i,
                             "const volatile restrict _Atomic __restrict__ __restrict __const "
                             "__volatile__ __const__"))
            return i;
    return declarator.first;
}

static void read_init(struct sw_reader *r, struct sw_range declarator, struct sw_range specifiers,
                      uint32_t comma, int more)
{
    uint32_t equal = declarator.end;
    struct sw_spawn *spawn = sw_reader_add_spawn(r, SW_SPAWN_INIT, equal + 1,
                                                 (struct sw_range){equal, comma + (uint32_t)more},
                                                 (struct sw_range){equal + 2, comma});
    if (!spawn)
        return;
    if (more && sw_reader_find(r, specifiers, "{") < specifiers.end)
        sw_diagnostics_refuse(r->d, equal + 1,
                              "cilk_spawn in a declaration that defines a structure as well; "
                              "declare the variable separately");
    uint32_t name = find_declared(r, declarator);
    spawn->target = (struct sw_range){name, name + 1};
    spawn->target_is_name = 1;
    spawn->specifiers = specifiers;
    spawn->more = more;
}

/* `int a = cilk_spawn f(x), b = 5, *c = cilk_spawn g(y)`: each initializer on its own. */
static void read_declaration(struct sw_reader *r, struct sw_range statement, uint32_t keyword)
{
    uint32_t i = statement.first;
    (void)keyword;
    while (i < statement.end && !sw_reader_among(r, i, "= __auto_type static register"))
        i++;
    if (i < statement.end && sw_reader_is(r, i, "__auto_type")) {
        sw_diagnostics_refuse(r->d, i,
                              "the result of cilk_spawn needs a variable with a type; "
                              "write it in place of __auto_type");
        return;
    }
    if (i < statement.end && !sw_reader_is(r, i, "=")) {
        sw_diagnostics_refuse(r->d, i, "the result of cilk_spawn cannot go into a %s variable",
                              sw_reader_is(r, i, "static") ? "static" : "register");
        return;
    }
    uint32_t first = sw_reader_find(r, statement, ",");
    uint32_t equals = sw_reader_find(r, (struct sw_range){statement.first, first}, "=");
    struct sw_range specifiers = {statement.first,
                                  find_declarator(r, (struct sw_range){statement.first, equals})};
    for (i = statement.first; i < statement.end;) {
        uint32_t comma = sw_reader_find(r, (struct sw_range){i, statement.end}, ",");
        uint32_t equal = sw_reader_find(r, (struct sw_range){i, comma}, "=");
        struct sw_range declarator = {i == statement.first ? specifiers.end : i, equal};
        sw_reader_expression(r, (struct sw_range){i, equal}, "in a declaration");
        struct sw_range value = {equal + 1, comma};
        if (equal < comma && r->t->token[equal + 1].kind == SW_TOKEN_CILK_SPAWN)
            read_init(r, declarator, specifiers, comma, comma < statement.end);
        else if (equal < comma)
            sw_reader_expression(r, value, "inside an expression");
        i = comma + 1;
    }
}

static struct sw_range without_void_cast(const struct sw_reader *r, struct sw_range range)
{
    int is_cast = range.end > range.first + 2 && sw_reader_is(r, range.first, "(") &&
                  sw_reader_is(r, range.first + 1, "void") && sw_reader_is(r, range.first + 2, ")");
    return (struct sw_range){range.first + (is_cast ? 3 : 0), range.end};
}

void sw_reader_spawn(struct sw_reader *r, struct sw_range statement, uint32_t keyword)
{
    struct sw_range call = without_void_cast(r, (struct sw_range){keyword + 1, statement.end});
    struct sw_range prefix = without_void_cast(r, (struct sw_range){statement.first, keyword});
    uint32_t operation = sw_reader_find_assignment(r, call);
    if (!sw_reader_is(r, statement.end, ";"))
        sw_diagnostics_refuse(r->d, keyword, "expected ';' after cilk_spawn");
    else if (statement.first == keyword && operation < statement.end)
        read_assignment(r, statement, keyword, operation);
    else if (prefix.first == prefix.end)
        sw_reader_add_spawn(r, SW_SPAWN_DISCARD, keyword,
                            (struct sw_range){statement.first, statement.end + 1}, call);
    else if (sw_reader_is_declaration(r, statement.first))
        (r->cxx ? sw_reader_cxx_spawns : read_declaration)(r, statement, keyword);
    else if (sw_reader_find_assignment(r, (struct sw_range){keyword - 1, keyword}) < keyword)
        read_assignment(r, statement, keyword, keyword - 1);
    else
        sw_reader_expression(r, (struct sw_range){keyword, keyword + 1}, "inside an expression");
}
