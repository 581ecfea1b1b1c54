/*
 * Spawns in C++: which form a statement is, what is called. A callee is a name, `f` or `n::f<T>`, that stays as it is; or
 * a method of an object, or an object, that is evaluated before the spawn like the arguments.
 */
#include "compile/rewrite/reader.h"

static int is_name(const struct sw_reader *r, uint32_t i)
{
    return r->t->token[i].kind == SW_TOKEN_NAME;
}

static uint32_t template_end(const struct sw_reader *r, uint32_t i, uint32_t end)
{
    uint32_t k = sw_reader_is(r, i, "<") ? sw_reader_skip_angles(r, i) : i;
    return k > i + 1 && k <= end ? k : i;
}

/* `[::] name [<...>] :: ...`, `operator` with its symbol; returns where it ends, or `first` if it is none. */
static uint32_t name_end(const struct sw_reader *r, struct sw_range range)
{
    uint32_t i = range.first, end = range.first;
    if (sw_reader_is(r, i, "::"))
        i++;
    while (i < range.end) {
        if (sw_reader_is(r, i, "template") || sw_reader_is(r, i, "~"))
            i++;
        if (sw_reader_is(r, i, "operator"))
            return range.end;
        if (!is_name(r, i))
            return end;
        i += sw_reader_is(r, i, "decltype");
        end = i = template_end(r, sw_reader_skip(r, i), range.end);
        if (!sw_reader_is(r, i, "::"))
            return end;
        i++;
    }
    return end;
}

/* The last `.` or `->` in it that is not in brackets, nor says what a lambda returns; its end: none. */
static uint32_t find_member(const struct sw_reader *r, struct sw_range range)
{
    uint32_t found = range.end, body = sw_reader_lambda(r, range.first);
    for (uint32_t i = body ? body : range.first; i < range.end; i = sw_reader_skip(r, i))
        if ((sw_reader_is(r, i, ".") || sw_reader_is(r, i, "->")) &&
            !sw_reader_is_operator_name(r, i))
            found = i;
    return found;
}

static int is_this(const struct sw_reader *r, struct sw_range range)
{
    return range.end == range.first + 1 && sw_reader_is(r, range.first, "this");
}

static void split_callee(const struct sw_reader *r, struct sw_spawn *spawn)
{
    struct sw_range callee = spawn->callee;
    uint32_t dot = find_member(r, callee);
    spawn->callee_is_name = name_end(r, callee) == callee.end;
    if (spawn->callee_is_name)
        return;
    struct sw_range object = {callee.first, dot};
    if (dot < callee.end && is_this(r, object))
        return;
    spawn->object = object;
    if (dot < callee.end) {
        spawn->member = (struct sw_range){dot + 1, callee.end};
        spawn->arrow = sw_reader_is(r, dot, "->");
    }
}

/* The comma that ends an argument; commas between the arguments of templates are not told from others unless those begin
 * behind a name and end before a bracket, a comma or a name. */
static uint32_t argument_end(const struct sw_reader *r, struct sw_range range)
{
    uint32_t i = range.first;
    while (i < range.end && !sw_reader_is(r, i, ",")) {
        uint32_t behind = i > range.first && is_name(r, i - 1) ? template_end(r, i, range.end) : i;
        int is_template = behind > i && behind <= range.end &&
                          (behind == range.end || sw_reader_is_open(r, behind) ||
                           sw_reader_is(r, behind, "::") || sw_reader_is(r, behind, ","));
        i = is_template ? behind : sw_reader_skip(r, i);
    }
    return i < range.end ? i : range.end;
}

static void split_arguments(struct sw_reader *r, struct sw_spawn *spawn, struct sw_range inside)
{
    while (inside.first < inside.end) {
        uint32_t comma = argument_end(r, inside);
        if (comma == inside.first)
            return;
        sw_reader_add_argument(r, spawn, (struct sw_range){inside.first, comma});
        spawn->expands |= sw_reader_is(r, comma - 1, "...");
        inside.first = comma + 1;
    }
}

/* Is it something that can be called: a name, an object, a lambda, with members and calls behind? */
static int is_callee(const struct sw_reader *r, struct sw_range range)
{
    uint32_t i = range.first, body = sw_reader_lambda(r, i);
    if (range.first >= range.end)
        return 0;
    if (body)
        i = sw_reader_skip(r, body);
    else if (sw_reader_is(r, i, "("))
        i = sw_reader_skip(r, i);
    else
        i = name_end(r, range);
    if (i == range.first)
        return 0;
    while (i < range.end) {
        if (sw_reader_is(r, i, ".") || sw_reader_is(r, i, "->"))
            i = name_end(r, (struct sw_range){i + 1, range.end});
        else if (sw_reader_is_open(r, i))
            i = sw_reader_skip(r, i);
        else
            return 0;
    }
    return i == range.end;
}

/* `(object.*pointer)`, or with `->*`. */
static int is_by_pointer_to_member(const struct sw_reader *r, struct sw_range callee)
{
    callee = sw_reader_strip(r, callee);
    for (uint32_t i = callee.first; i + 1 < callee.end; i = sw_reader_skip(r, i))
        if ((sw_reader_is(r, i, ".") || sw_reader_is(r, i, "->")) && sw_reader_is(r, i + 1, "*") &&
            !sw_reader_is_operator_name(r, i))
            return 1;
    return 0;
}

/* Of whom it may be a method. */
static void read_class(const struct sw_reader *r, struct sw_spawn *spawn)
{
    struct sw_range callee = spawn->callee;
    for (uint32_t i = callee.first; spawn->callee_is_name && i < callee.end;) {
        if (sw_reader_is(r, i, "::")) {
            spawn->qualified = spawn->qualifier || sw_reader_is(r, callee.first, "::");
            spawn->qualifier = i;
        }
        i = template_end(r, sw_reader_skip(r, i), callee.end);
    }
    if (!spawn->qualifier) {
        spawn->class = spawn->callee_is_name ? r->class : 0;
        return;
    }
    uint32_t last = spawn->qualifier - 1;
    if (last + 1 == callee.first || sw_declared_namespace(r->declared, last))
        spawn->qualifier = 0;
}

/* What else may be meant by a callee's name; of arguments in braces, there is no type to look for it by. */
static void read_name(const struct sw_reader *r, struct sw_spawn *spawn)
{
    uint32_t name = spawn->callee.first;
    if (spawn->callee.end != name + 1 || !spawn->n_arguments)
        return;
    spawn->by_arguments = sw_declared_by_arguments(r->declared, name);
    spawn->rivals =
        !spawn->by_arguments && !spawn->expands && sw_declared_has_rivals(r->declared, name);
    for (uint32_t k = 0; k < spawn->n_arguments; k++)
        if (sw_reader_is(r, spawn->argument[k].first, "{"))
            spawn->rivals = 0;
}

static int read_call(struct sw_reader *r, struct sw_spawn *spawn, struct sw_range call)
{
    call = sw_reader_strip(r, call);
    uint32_t open = call.end > call.first + 1 && sw_reader_is(r, call.end - 1, ")")
                        ? r->t->token[call.end - 1].match
                        : 0;
    if (!open || !is_callee(r, (struct sw_range){call.first, open}))
        return sw_reader_refuse_call(r, spawn->keyword);
    spawn->callee = (struct sw_range){call.first, open};
    if (is_by_pointer_to_member(r, spawn->callee)) {
        sw_diagnostics_refuse(r->d, spawn->keyword,
                              "cilk_spawn by a pointer to a member; spawn "
                              "'std::invoke(pointer, object, ...)', or a lambda that calls it");
        return 0;
    }
    split_callee(r, spawn);
    if (!sw_reader_check_callee(r, spawn))
        return 0;
    split_arguments(r, spawn, (struct sw_range){open + 1, call.end - 1});
    read_class(r, spawn);
    read_name(r, spawn);
    return 1;
}

/* Lambdas in the call are parts of it. */
static struct sw_spawn *add_spawn(struct sw_reader *r, enum sw_spawn_form form, uint32_t keyword,
                                  struct sw_range statement, struct sw_range call)
{
    struct sw_range all = {sw_reader_attributes(r, statement.first), statement.end + 1};
    struct sw_construct *c = sw_reader_new_spawn(r, form, keyword, all);
    if (!c)
        return NULL;
    r->in = c;
    int read = read_call(r, &c->spawn, call);
    r->in = c->parent;
    return read ? &c->spawn : NULL;
}

static void read_assignment(struct sw_reader *r, struct sw_range statement, uint32_t keyword,
                            uint32_t operation)
{
    int first = statement.first == keyword;
    struct sw_range target = {statement.first + (uint32_t)first, operation};
    struct sw_range call = {operation + 2 - (uint32_t)first, statement.end};
    if (!sw_reader_check_target(r, target, keyword))
        return;
    enum sw_spawn_form form = sw_reader_is(r, operation, "=") ? SW_SPAWN_ASSIGN : SW_SPAWN_UPDATE;
    struct sw_spawn *spawn = add_spawn(r, form, keyword, statement, call);
    if (!spawn)
        return;
    spawn->target = target;
    spawn->operation = operation;
}

/* Why a variable of this type cannot be made by a child; NULL: it can. */
static const char *why_not(const struct sw_reader *r, struct sw_range type)
{
    for (uint32_t i = type.first; i < type.end; i = sw_reader_skip(r, i))
        if (sw_reader_is(r, i, "static") || sw_reader_is(r, i, "thread_local") ||
            sw_reader_is(r, i, "register") || sw_reader_is(r, i, "constexpr"))
            return "the result of cilk_spawn cannot go into a static, thread_local, register or "
                   "constexpr variable";
        else if (sw_reader_is(r, i, "alignas") || sw_reader_is(r, i, "__attribute__") ||
                 (sw_reader_is(r, i, "decltype") && sw_reader_is(r, i + 2, "auto")))
            return "cilk_spawn in a declaration with alignas, __attribute__ or decltype(auto); "
                   "declare the variable separately";
        else if (sw_reader_is(r, i, "{"))
            return "cilk_spawn in a declaration that defines a class as well; declare the variable "
                   "separately";
    return NULL;
}

/* Where the specifiers of a declaration end: before the first pointer, or its name. */
static uint32_t specifiers_end(const struct sw_reader *r, struct sw_range declarator)
{
    uint32_t end = declarator.first, i = declarator.first;
    while (i < declarator.end && !sw_reader_is(r, i, "*") && !sw_reader_is(r, i, "(") &&
           !sw_reader_is(r, i, "[") && !sw_reader_is(r, i, "=") && !sw_reader_is(r, i, "{") &&
           !sw_reader_is(r, i, ",")) {
        end = i;
        if (sw_reader_is(r, i, "decltype") || sw_reader_takes_parentheses(r, i)) {
            i = sw_reader_skip(r, i + 1);
            continue;
        }
        i = is_name(r, i) ? template_end(r, i + 1, declarator.end) : i + 1;
        if (i < declarator.end &&
            (sw_reader_is(r, i, "*") || sw_reader_is(r, i, "&") || sw_reader_is(r, i, "&&")))
            return i;
    }
    return end;
}

static int spawns(const struct sw_reader *r, struct sw_range declarator)
{
    uint32_t equal = sw_reader_find(r, declarator, "=");
    return equal < declarator.end && r->t->token[equal + 1].kind == SW_TOKEN_CILK_SPAWN;
}

/* `*x = cilk_spawn f(y)`, the declarator of a variable; `all` is what it stands for in the statement. */
static struct sw_spawn *read_init(struct sw_reader *r, struct sw_range specifiers,
                                  struct sw_range declarator, struct sw_range all)
{
    uint32_t equal = sw_reader_find(r, declarator, "="), name = equal - 1, keyword = equal + 1;
    struct sw_range pointers = {declarator.first, name};
    const char *why = is_name(r, name) && name >= declarator.first
                          ? why_not(r, specifiers)
                          : "cilk_spawn in a declaration must be 'T x = cilk_spawn f(...)'";
    why = why ? why : why_not(r, pointers);
    if (why) {
        sw_diagnostics_refuse(r->d, keyword, "%s", why);
        return NULL;
    }
    struct sw_spawn *spawn =
        add_spawn(r, SW_SPAWN_INIT, keyword, all, (struct sw_range){keyword + 1, declarator.end});
    if (!spawn)
        return NULL;
    spawn->specifiers = specifiers;
    spawn->pointers = pointers;
    spawn->target = (struct sw_range){name, name + 1};
    spawn->whole = (struct sw_range){keyword + 1, declarator.end};
    return spawn;
}

/* Declarators without a spawn from i on; the end of the last. */
static uint32_t read_plain(struct sw_reader *r, uint32_t i, uint32_t end)
{
    uint32_t last = i;
    while (i < end) {
        struct sw_range declarator = {i, argument_end(r, (struct sw_range){i, end})};
        if (spawns(r, declarator))
            return last;
        last = declarator.end;
        i = last + 1;
    }
    return last;
}

/* `T a, b = cilk_spawn f(x), *c = &a, d = cilk_spawn g(y)`: each spawn with the plain ones that follow it. */
static void read_declaration(struct sw_reader *r, struct sw_range statement, uint32_t keyword)
{
    struct sw_range specifiers = {statement.first, specifiers_end(r, statement)};
    struct sw_range before = {specifiers.end, read_plain(r, specifiers.end, statement.end)};
    uint32_t i = before.first < before.end ? before.end + 1 : specifiers.end;
    uint32_t from = statement.first;
    if (specifiers.first == specifiers.end || i >= statement.end) {
        sw_reader_expression(r, (struct sw_range){keyword, keyword + 1}, "in a declaration");
        return;
    }
    while (i < statement.end) {
        struct sw_range declarator = {i, argument_end(r, (struct sw_range){i, statement.end})};
        struct sw_range after = {declarator.end + 1, declarator.end + 1};
        if (declarator.end < statement.end)
            after.end = read_plain(r, after.first, statement.end);
        uint32_t end = after.first < after.end ? after.end : declarator.end;
        struct sw_spawn *spawn = read_init(r, specifiers, declarator, (struct sw_range){from, end});
        if (!spawn)
            return;
        spawn->attributes =
            (struct sw_range){sw_reader_attributes(r, statement.first), statement.first};
        spawn->before = before;
        spawn->after = after;
        before.end = before.first;
        i = from = end + 1;
    }
}

static struct sw_range without_void_cast(const struct sw_reader *r, struct sw_range range)
{
    int is_cast = range.end > range.first + 2 && sw_reader_is(r, range.first, "(") &&
                  sw_reader_is(r, range.first + 1, "void") && sw_reader_is(r, range.first + 2, ")");
    return (struct sw_range){range.first + (is_cast ? 3 : 0), range.end};
}

void sw_reader_cxx_spawn(struct sw_reader *r, struct sw_range statement, uint32_t keyword)
{
    struct sw_range call = without_void_cast(r, (struct sw_range){keyword + 1, statement.end});
    struct sw_range prefix = without_void_cast(r, (struct sw_range){statement.first, keyword});
    uint32_t operation = sw_reader_find_assignment(r, call);
    if (!sw_reader_is(r, statement.end, ";"))
        sw_diagnostics_refuse(r->d, keyword, "expected ';' after cilk_spawn");
    else if (statement.first == keyword && operation < statement.end)
        read_assignment(r, statement, keyword, operation);
    else if (prefix.first == prefix.end)
        add_spawn(r, SW_SPAWN_DISCARD, keyword, statement, call);
    else if (sw_reader_is_declaration(r, statement.first))
        read_declaration(r, statement, keyword);
    else if (sw_reader_find_assignment(r, (struct sw_range){keyword - 1, keyword}) < keyword)
        read_assignment(r, statement, keyword, keyword - 1);
    else
        sw_reader_expression(r, (struct sw_range){keyword, keyword + 1}, "inside an expression");
}
