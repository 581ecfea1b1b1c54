/* Spawns: which of the three forms a statement is, the call in it, and what cannot be spawned. */
#include "compile/rewrite/reader.h"

static int is_name(const struct sw_reader *r, struct sw_range range)
{
    return range.end == range.first + 1 && r->t->token[range.first].kind == SW_TOKEN_NAME;
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
    static const char *const words[] = {"sizeof", "_Alignof",      "__alignof__",
                                        "typeof", "__typeof__",    "__asm__",
                                        "asm",    "__extension__", "return"};
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (sw_reader_is(r, i, words[k]))
            return 1;
    return 0;
}

/* A name or a parenthesis, then any number of `.m`, `->m`, `[i]`, `(x)`. */
static int is_postfix(const struct sw_reader *r, struct sw_range range)
{
    uint32_t i = range.first;
    if (i >= range.end)
        return 0;
    if (sw_reader_is(r, i, "("))
        i = sw_reader_skip(r, i);
    else if (r->t->token[i].kind == SW_TOKEN_NAME && !is_keyword(r, i))
        i++;
    else
        return 0;
    while (i < range.end) {
        if (sw_reader_is(r, i, ".") || sw_reader_is(r, i, "->"))
            i += 2;
        else if (sw_reader_is(r, i, "(") || sw_reader_is(r, i, "["))
            i = sw_reader_skip(r, i);
        else
            return 0;
    }
    return i == range.end;
}

static int is_builtin(const struct sw_reader *r, uint32_t i)
{
    static const char *const prefixes[] = {"__builtin_", "__sync_", "__atomic_"};
    const struct sw_token *token = &r->t->token[i];
    for (size_t k = 0; k < sizeof prefixes / sizeof *prefixes; k++)
        if (token->size > strlen(prefixes[k]) &&
            !memcmp(r->t->text + token->at, prefixes[k], strlen(prefixes[k])))
            return 1;
    return 0;
}

void sw_reader_add_argument(struct sw_reader *r, struct sw_spawn *spawn, struct sw_range argument)
{
    struct sw_range *more =
        realloc(spawn->argument, (spawn->n_arguments + 1) * sizeof *spawn->argument);
    if (!more) {
        r->failed = 1;
        return;
    }
    spawn->argument = more;
    spawn->argument[spawn->n_arguments++] = argument;
    sw_reader_expression(r, argument, "inside an argument");
}

static void split_arguments(struct sw_reader *r, struct sw_spawn *spawn, struct sw_range inside)
{
    if (inside.first == inside.end)
        return;
    for (;;) {
        uint32_t comma = sw_reader_find(r, inside, ",");
        sw_reader_add_argument(r, spawn, (struct sw_range){inside.first, comma});
        if (comma == inside.end)
            return;
        inside.first = comma + 1;
    }
}

int sw_reader_refuse_call(struct sw_reader *r, uint32_t keyword)
{
    sw_diagnostics_refuse(r->d, keyword,
                          "cilk_spawn must be followed by a function call and nothing else");
    return 0;
}

int sw_reader_check_callee(struct sw_reader *r, const struct sw_spawn *spawn)
{
    if (spawn->callee_is_name && is_builtin(r, spawn->callee.first)) {
        sw_diagnostics_refuse(r->d, spawn->keyword,
                              "cilk_spawn of a builtin, which is not a function");
        return 0;
    }
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
    split_arguments(r, spawn, (struct sw_range){open + 1, call.end - 1});
    return 1;
}

struct sw_construct *sw_reader_new_spawn(struct sw_reader *r, enum sw_spawn_form form,
                                         uint32_t keyword, struct sw_range all)
{
    struct sw_construct *c = sw_construct_new(r->in, SW_CONSTRUCT_SPAWN);
    if (!c) {
        r->failed = 1;
        return NULL;
    }
    c->all = all;
    c->spawn.form = form;
    c->spawn.keyword = keyword;
    if (r->statement_expression) {
        sw_diagnostics_refuse(r->d, keyword, "cilk_spawn inside a statement expression");
        return NULL;
    }
    r->in->spawns++;
    r->function->spawns_deep++;
    return c;
}

static struct sw_spawn *add_spawn(struct sw_reader *r, enum sw_spawn_form form, uint32_t keyword,
                                  struct sw_range all, struct sw_range call)
{
    struct sw_construct *c = sw_reader_new_spawn(r, form, keyword, all);
    return c && read_call(r, &c->spawn, call) ? &c->spawn : NULL;
}

static int is_assignment(const struct sw_reader *r, uint32_t i)
{
    static const char *const operators[] = {
        "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="};
    for (size_t k = 0; k < sizeof operators / sizeof *operators; k++)
        if (sw_reader_is(r, i, operators[k]))
            return 1;
    return 0;
}

uint32_t sw_reader_find_assignment(const struct sw_reader *r, struct sw_range range)
{
    uint32_t i = range.first;
    while (i < range.end && (!is_assignment(r, i) || sw_reader_is_operator_name(r, i)))
        i = sw_reader_skip(r, i);
    return i < range.end ? i : range.end;
}

int sw_reader_check_target(struct sw_reader *r, struct sw_range target, uint32_t keyword)
{
    static const char *const operators[] = {"=", ",", "?"};
    for (size_t k = 0; k < sizeof operators / sizeof *operators; k++)
        if (sw_reader_find(r, target, operators[k]) < target.end) {
            sw_reader_expression(r, (struct sw_range){keyword, keyword + 1},
                                 "inside an expression");
            return 0;
        }
    uint32_t last = target.end - 1;
    int member = last > target.first && r->t->token[last].kind == SW_TOKEN_NAME &&
                 (sw_reader_is(r, last - 1, ".") || sw_reader_is(r, last - 1, "->"));
    if (member && sw_declared_bit_field(r->declared, last)) {
        sw_diagnostics_refuse(
            r->d, keyword, "the result of cilk_spawn cannot go into a bit-field; use a variable");
        return 0;
    }
    uint32_t from = r->function ? r->function->all.first : 0;
    if (is_name(r, target) && sw_declared_register(r->declared, target.first, from)) {
        sw_diagnostics_refuse(r->d, keyword,
                              "the result of cilk_spawn cannot go into a register variable");
        return 0;
    }
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
    if (target.first == target.end || !sw_reader_check_target(r, target, keyword))
        return;
    struct sw_range all = {statement.first, statement.end + 1};
    enum sw_spawn_form form = sw_reader_is(r, operation, "=") ? SW_SPAWN_ASSIGN : SW_SPAWN_UPDATE;
    struct sw_spawn *spawn = add_spawn(r, form, keyword, all, call);
    if (!spawn)
        return;
    spawn->target = target;
    spawn->operation = operation;
    spawn->target_is_name = is_name(r, target);
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
        if (sw_reader_is(r, i, "*") || sw_reader_is(r, i, "("))
            return i;
        if (r->t->token[i].kind == SW_TOKEN_NAME)
            last_name = i;
    }
    return last_name;
}

/* The name that a declarator declares: the first one, past pointers and their qualifiers. */
static uint32_t find_declared(const struct sw_reader *r, struct sw_range declarator)
{
    static const char *const qualifiers[] = {"const",   "volatile",     "restrict",
                                             "_Atomic", "__restrict__", "__restrict",
                                             "__const", "__volatile__", "__const__"};
    for (uint32_t i = declarator.first; i < declarator.end; i++) {
        int qualifier = r->t->token[i].kind != SW_TOKEN_NAME;
        for (size_t k = 0; k < sizeof qualifiers / sizeof *qualifiers; k++)
            qualifier |= sw_reader_is(r, i, qualifiers[k]);
        if (!qualifier)
            return i;
    }
    return declarator.first;
}

static int has_members(const struct sw_reader *r, struct sw_range specifiers)
{
    return sw_reader_find(r, specifiers, "{") < specifiers.end;
}

static void read_init(struct sw_reader *r, struct sw_range declarator, struct sw_range specifiers,
                      uint32_t comma, int more)
{
    uint32_t equal = declarator.end;
    struct sw_spawn *spawn =
        add_spawn(r, SW_SPAWN_INIT, equal + 1, (struct sw_range){equal, comma + (uint32_t)more},
                  (struct sw_range){equal + 2, comma});
    if (!spawn)
        return;
    if (more && has_members(r, specifiers))
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
static void read_declaration(struct sw_reader *r, struct sw_range statement)
{
    uint32_t i = statement.first;
    for (; i < statement.end && !sw_reader_is(r, i, "="); i++)
        if (sw_reader_is(r, i, "__auto_type")) {
            sw_diagnostics_refuse(r->d, i,
                                  "the result of cilk_spawn needs a variable with a type; "
                                  "write it in place of __auto_type");
            return;
        } else if (sw_reader_is(r, i, "static") || sw_reader_is(r, i, "register")) {
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

static int is_void_cast(const struct sw_reader *r, struct sw_range prefix)
{
    return prefix.end == prefix.first + 3 && sw_reader_is(r, prefix.first, "(") &&
           sw_reader_is(r, prefix.first + 1, "void");
}

static struct sw_range without_void_cast(const struct sw_reader *r, struct sw_range call)
{
    struct sw_range cast = {call.first, call.first + 3};
    return cast.end < call.end && is_void_cast(r, cast) ? (struct sw_range){cast.end, call.end}
                                                        : call;
}

void sw_reader_spawn(struct sw_reader *r, struct sw_range statement, uint32_t spawn)
{
    struct sw_range prefix = {statement.first, spawn};
    uint32_t operation = sw_reader_find_assignment(r, (struct sw_range){spawn + 1, statement.end});
    if (!sw_reader_is(r, statement.end, ";"))
        sw_diagnostics_refuse(r->d, spawn, "expected ';' after cilk_spawn");
    else if (prefix.first == prefix.end && operation < statement.end)
        read_assignment(r, statement, spawn, operation);
    else if (prefix.first == prefix.end || is_void_cast(r, prefix))
        add_spawn(r, SW_SPAWN_DISCARD, spawn, (struct sw_range){statement.first, statement.end + 1},
                  without_void_cast(r, (struct sw_range){spawn + 1, statement.end}));
    else if (sw_reader_is_declaration(r, statement.first))
        read_declaration(r, statement);
    else if (is_assignment(r, spawn - 1))
        read_assignment(r, statement, spawn, spawn - 1);
    else
        sw_reader_expression(r, (struct sw_range){spawn, spawn + 1}, "inside an expression");
}
