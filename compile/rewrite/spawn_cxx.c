/*
 * Spawns in C++: which form a statement is, what is called. A callee is a name, `f` or `n::f<T>`, that stays as it is; or
 * a method of an object, or an object, that is evaluated before the spawn like the arguments.
 */
#include "compile/rewrite/reader.h"

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
        if (sw_reader_among(r, i, "template ~"))
            i++;
        if (sw_reader_is(r, i, "operator"))
            return range.end;
        if (!sw_reader_is_name(r, i))
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
        if (sw_reader_among(r, i, ". ->") && !sw_reader_is_operator_name(r, i))
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
uint32_t sw_reader_argument_end(const struct sw_reader *r, struct sw_range range)
{
    uint32_t i = range.first;
    while (i < range.end && !sw_reader_is(r, i, ",")) {
        uint32_t behind =
            i > range.first && sw_reader_is_name(r, i - 1) ? template_end(r, i, range.end) : i;
        int is_template = behind > i && behind <= range.end &&
                          (behind == range.end || sw_tokens_is_open(r->t, behind) ||
                           sw_reader_among(r, behind, ":: ,"));
        i = is_template ? behind : sw_reader_skip(r, i);
    }
    return i < range.end ? i : range.end;
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
        if (sw_reader_among(r, i, ". ->"))
            i = name_end(r, (struct sw_range){i + 1, range.end});
        else if (sw_tokens_is_open(r->t, i))
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
        if (sw_reader_among(r, i, ". ->") && sw_reader_is(r, i + 1, "*") &&
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
    if (last + 1 == callee.first || sw_declared_name(r->declared, last)->namespace)
        spawn->qualifier = 0;
}

/* What else may be meant by a callee's name; of arguments in braces, there is no type to look for it by. */
static void read_name(const struct sw_reader *r, struct sw_spawn *spawn)
{
    uint32_t name = spawn->callee.first;
    if (spawn->callee.end != name + 1 || !spawn->n_arguments)
        return;
    /* A function that only its arguments' namespaces have, as no unqualified name of the file says what it is. */
    const struct sw_declared_name *known = sw_declared_name(r->declared, name);
    spawn->by_arguments = known->function && !known->seen;
    spawn->rivals = !spawn->by_arguments && !spawn->expands && known->places > 1;
    for (uint32_t k = 0; k < spawn->n_arguments; k++)
        if (sw_reader_is(r, spawn->argument[k].first, "{"))
            spawn->rivals = 0;
}

int sw_reader_cxx_call(struct sw_reader *r, struct sw_spawn *spawn, struct sw_range call)
{
    call = sw_reader_strip(r, call);
    uint32_t open = call.end > call.first + 1 && sw_reader_is(r, call.end - 1, ")")
                        ? r->t->token[call.end - 1].match
                        : 0;
    if (!open || !is_callee(r, (struct sw_range){call.first, open}))
        return sw_reader_refuse_call(r, spawn->keyword);
    spawn->callee = (struct sw_range){call.first, open};
    if (is_by_pointer_to_member(r, spawn->callee))
        return sw_reader_refuse(r, spawn->keyword,
                                "cilk_spawn by a pointer to a member; spawn "
                                "'std::invoke(pointer, object, ...)', or a lambda that calls it");
    split_callee(r, spawn);
    if (!sw_reader_check_callee(r, spawn))
        return 0;
    sw_reader_split_arguments(r, spawn, (struct sw_range){open + 1, call.end - 1});
    read_class(r, spawn);
    read_name(r, spawn);
    return 1;
}

/* Why a variable of this type cannot be made by a child; NULL: it can. */
static const char *why_not(const struct sw_reader *r, struct sw_range type)
{
    for (uint32_t i = type.first; i < type.end; i = sw_reader_skip(r, i))
        if (sw_reader_among(r, i, "static thread_local register constexpr"))
            return "the result of cilk_spawn cannot go into a static, thread_local, register or "
                   "constexpr variable";
        else if (sw_reader_among(r, i, "alignas __attribute__") ||
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
    while (i < declarator.end && !sw_reader_among(r, i, "* ( [ = { ,")) {
        end = i;
        if (sw_reader_is(r, i, "decltype") || sw_reader_takes_parentheses(r, i)) {
            i = sw_reader_skip(r, i + 1);
            continue;
        }
        i = sw_reader_is_name(r, i) ? template_end(r, i + 1, declarator.end) : i + 1;
        if (i < declarator.end && sw_reader_among(r, i, "* & &&"))
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
    const char *why = sw_reader_is_name(r, name) && name >= declarator.first
                          ? why_not(r, specifiers)
                          : "cilk_spawn in a declaration must be 'T x = cilk_spawn f(...)'";
    why = why ? why : why_not(r, pointers);
    if (why) {
        sw_diagnostics_refuse(r->d, keyword, "%s", why);
        return NULL;
    }
    all.end++;
    struct sw_spawn *spawn = sw_reader_add_spawn(r, SW_SPAWN_INIT, keyword, all,
                                                 (struct sw_range){keyword + 1, declarator.end});
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
        struct sw_range declarator = {i, sw_reader_argument_end(r, (struct sw_range){i, end})};
        if (spawns(r, declarator))
            return last;
        last = declarator.end;
        i = last + 1;
    }
    return last;
}

/* `T a, b = cilk_spawn f(x), *c = &a, d = cilk_spawn g(y)`: each spawn with the plain ones that follow it. */
void sw_reader_cxx_spawns(struct sw_reader *r, struct sw_range statement, uint32_t keyword)
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
        struct sw_range declarator = {
            i, sw_reader_argument_end(r, (struct sw_range){i, statement.end})};
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
