/*
 * C++. What it becomes is made of lambdas and of the templates of include/cilk/spanwise_tasks.h, which stands first in
 * the text. A spawn, t = cilk_spawn f(x, y):
 *
 *     { auto &&target = t; auto sig = a probe that knows the types of f's parameters, if its name says;
 *       __spanwise_spawn<sig>(frame,
 *           [&](auto &&a0, auto &&a1) { SPAWN sled; auto &&r = f(a0, a1); target = r; SPAWN_END sled; },
 *           [&](auto &&run) { run(x, y); }); }
 *
 * The second lambda gives the arguments, as they are written, to what takes them before the spawn. A function with a
 * frame becomes
 *
 *     { ... frame; try { ... } catch (...) { frame.fail(); throw; } }
 *
 * whose frame waits at its end and rethrows what its children have thrown; of several, and of what the function
 * itself has thrown, the serially first. A cilk_for's body is a lambda that runs n iterations from one on.
 */
#include "compile/rewrite/emitter.h"

/* A range in construct c, whose children in it are written instead of copied. */
static void user(struct sw_emitter *e, struct sw_range range, const struct sw_construct *c)
{
    const struct sw_construct *child = c->child;
    if (range.first >= range.end)
        return;
    while (child && child->all.first < range.first)
        child = child->next;
    sw_emit_place(e, range.first);
    sw_emit_range(e, range, child);
}

/* --- frames --- */

void sw_emit_cxx_frame(struct sw_emitter *e, uint32_t at)
{
    sw_emit_quiet(e, at);
    sw_emit_text(e, "__spanwise_cxx_frame __sw_frame(__builtin_frame_address(0), "
                    "__builtin_alloca(0)); ");
    if (e->mode.exceptions)
        sw_emit_text(e, "try { ");
}

void sw_emit_cxx_frame_end(struct sw_emitter *e, uint32_t at)
{
    if (!e->mode.exceptions)
        return;
    sw_emit_quiet(e, at);
    sw_emit_text(e, "} catch (...) { __sw_frame.fail(); throw; } ");
    sw_emit_place(e, at);
}

void sw_emit_cxx_scope(struct sw_emitter *e, const struct sw_construct *c, struct sw_range body)
{
    uint32_t at = body.first;
    int framed = e->mode.tasks && c->spawns;
    sw_emit_quiet(e, at);
    sw_emit_text(e, "__spanwise_cxx_scope __sw%u; ", e->unique++);
    sw_emit_place(e, at);
    sw_emit_sled(e, SW_SLED_SCOPE, NULL);
    if (framed)
        sw_emit_cxx_frame(e, at);
    sw_emit_place(e, at);
    sw_emit_range(e, body, c->child);
    if (framed)
        sw_emit_cxx_frame_end(e, body.end - 1);
}

void sw_emit_cxx_guard(struct sw_emitter *e, const struct sw_construct *c)
{
    const struct sw_construct *in = c->parent, *spawn = c->next;
    while (spawn && spawn->kind != SW_CONSTRUCT_SPAWN)
        spawn = spawn->next;
    sw_emit_text(e, ";");
    if (!e->mode.tasks || !spawn || (in->kind == SW_CONSTRUCT_FUNCTION && in->function.jumps))
        return;
    sw_emit_quiet(e, c->all.first);
    sw_emit_text(e, "__spanwise_guard __sw%u{__sw_frame}; ", e->unique++);
}

/* --- spawns --- */

static int has_object(const struct sw_spawn *spawn)
{
    return spawn->object.first < spawn->object.end;
}

static int is_passed(const struct sw_emitter *e, const struct sw_spawn *spawn, uint32_t k)
{
    return spawn->expands || !sw_emit_is_constant(e, spawn->argument[k]);
}

static void object(struct sw_emitter *e, const struct sw_construct *c)
{
    sw_emit_text(e, c->spawn.arrow ? "*(" : "(");
    user(e, c->spawn.object, c);
    sw_emit_text(e, ")");
}

static void name(struct sw_emitter *e, const struct sw_construct *c)
{
    const struct sw_token *callee = &e->t->token[c->spawn.callee.first];
    sw_buffer_add(e->out, e->t->text + callee->at, callee->size);
}

/* Has it none of the program's own literals, `10_km` or `5ms`, which mean nothing elsewhere? */
static int is_plain(const struct sw_emitter *e, struct sw_range constant)
{
    for (uint32_t i = constant.first; i < constant.end; i++) {
        const struct sw_token *token = &e->t->token[i];
        const char *text = e->t->text + token->at, *last = text + token->size - 1;
        if (token->kind == SW_TOKEN_STRING && *last != '"' && *last != '\'')
            return 0;
        int decimal = text == last || *text != '0' || !strchr("xXbB", text[1]);
        const char *known =
            decimal ? "0123456789.'eE+-uUlLfF" : "0123456789.'xXabcdefABCDEF+-uUlLpP";
        for (; token->kind == SW_TOKEN_NUMBER && text <= last; text++)
            if (!strchr(known, *text))
                return 0;
    }
    return 1;
}

static void constant(struct sw_emitter *e, struct sw_range range)
{
    if (!is_plain(e, range)) {
        sw_emit_text(e, "__spanwise_any<__sw_A>()");
        return;
    }
    for (uint32_t i = range.first; i < range.end; i++) {
        sw_buffer_add(e->out, e->t->text + e->t->token[i].at, e->t->token[i].size);
        sw_emit_text(e, " ");
    }
}

/* Constants are in no namespace. */
static int has_rivals(const struct sw_emitter *e, const struct sw_spawn *spawn)
{
    int passed = 0;
    for (uint32_t k = 0; k < spawn->n_arguments; k++)
        passed |= is_passed(e, spawn, k);
    return spawn->rivals && passed;
}

/* Can a function of that name which the namespaces of the arguments have be called with them? */
static void declare_rival(struct sw_emitter *e, const struct sw_construct *c)
{
    const struct sw_spawn *spawn = &c->spawn;
    sw_emit_text(e, "struct __sw_%u { template <class __sw_A", spawn->keyword);
    for (uint32_t k = 0; k < spawn->n_arguments; k++)
        if (is_passed(e, spawn, k))
            sw_emit_text(e, ", class __sw_A%u", k);
    sw_emit_text(e, "> static auto __sw_test(__sw_A");
    for (uint32_t k = 0; k < spawn->n_arguments; k++)
        if (is_passed(e, spawn, k))
            sw_emit_text(e, ", __sw_A%u &&__sw_a%u", k, k);
    sw_emit_text(e, ") -> decltype(void(");
    name(e, c);
    for (uint32_t k = 0; k < spawn->n_arguments; k++) {
        sw_emit_text(e, k ? ", " : "(");
        if (is_passed(e, spawn, k))
            sw_emit_text(e, "static_cast<__sw_A%u &&>(__sw_a%u)", k, k);
        else
            constant(e, spawn->argument[k]);
    }
    sw_emit_text(e, ")), (__spanwise_bool<true> *)0);\n"
                    "static __spanwise_bool<false> *__sw_test(...); };\n");
}

/*
 * A name that is not declared can be called, but not be asked for its type. So that it can, too, where only the namespaces of
 * its arguments have it, there is another function of that name, for nobody to call.
 */
void sw_emit_cxx_names(struct sw_emitter *e, const struct sw_construct *root)
{
    sw_emit_text(
        e,
        "template <bool> struct __spanwise_bool; struct __spanwise_none; template <class> struct "
        "__spanwise_any { template <class T> operator T() const; };\nnamespace "
        "__spanwise_by_arguments {\n");
    for (const struct sw_construct *c = root; c; c = c->allocated) {
        if (c->kind != SW_CONSTRUCT_SPAWN || !(c->spawn.by_arguments || c->spawn.rivals))
            continue;
        sw_emit_text(e, "void ");
        name(e, c);
        sw_emit_text(e, "(__spanwise_none &, ...);\n");
        if (has_rivals(e, &c->spawn))
            declare_rival(e, c);
    }
    sw_emit_text(e, "}\n");
}

/*
 * How to ask what the callee takes: by its own type, or that of the class whose method it is. A lambda, or another construct, cannot be
 * written where only a type is asked for; and a template of a class must depend on something to be known as one.
 */
enum ask { ASK_NOBODY, ASK_NAME, ASK_OBJECT, ASK_LISTED_OBJECT };

static int has(const struct sw_emitter *e, struct sw_range range, const char *word)
{
    for (uint32_t i = range.first; i < range.end; i++)
        if (sw_tokens_is(e->t, i, word))
            return 1;
    return 0;
}

static int has_child(const struct sw_construct *c, struct sw_range range)
{
    for (const struct sw_construct *child = c->child; child; child = child->next)
        if (child->all.first >= range.first && child->all.first < range.end)
            return 1;
    return 0;
}

/* A class has several; g++ 12 fails if it is asked for them before it has made its own. */
static int is_assignment(const struct sw_emitter *e, struct sw_range callee)
{
    return callee.end > callee.first + 1 && sw_tokens_is(e->t, callee.end - 2, "operator") &&
           sw_tokens_is(e->t, callee.end - 1, "=");
}

static enum ask whom(const struct sw_emitter *e, const struct sw_construct *c)
{
    const struct sw_spawn *spawn = &c->spawn;
    struct sw_range range = has_object(spawn) ? spawn->object : spawn->callee;
    if (is_assignment(e, spawn->callee))
        return ASK_NOBODY;
    int plain = !has_child(c, range) && !has(e, range, "{") && !has(e, range, "~");
    if (!has_object(spawn))
        return plain ? ASK_NAME : ASK_NOBODY;
    if (plain && !has(e, spawn->member, "<"))
        return ASK_OBJECT;
    return spawn->expands ? ASK_NOBODY : ASK_LISTED_OBJECT;
}

/* `t<2>`, without the `template` that it needs where the class is not known yet; not `operator<`, nor `c<2>::m`. */
static int lacks_template(const struct sw_emitter *e, struct sw_range name)
{
    return name.end > name.first + 1 && sw_tokens_is(e->t, name.first + 1, "<") &&
           !sw_tokens_is(e->t, name.first, "operator") && !has(e, name, "::");
}

static void member(struct sw_emitter *e, const struct sw_construct *c, struct sw_range name)
{
    sw_emit_text(e, lacks_template(e, name) ? "template " : "");
    user(e, name, c);
}

/* `this->m`, `S::m` or `m` in a method of S: the class, and m; 0: it is none of them. */
static int split_method(const struct sw_emitter *e, const struct sw_construct *c,
                        struct sw_range *class, struct sw_range *method)
{
    const struct sw_spawn *spawn = &c->spawn;
    struct sw_range callee = spawn->callee;
    *method = callee;
    *class = (struct sw_range){callee.first, callee.first};
    if (sw_tokens_is(e->t, callee.first, "this")) {
        class->end = callee.first + 1;
        method->first = callee.first + 2;
        if (has(e, *method, "::") && has(e, *method, "<"))
            return 0;
    } else if (spawn->qualifier) {
        class->end = spawn->qualifier;
        method->first = spawn->qualifier + 1;
    } else if (spawn->class) {
        *class = (struct sw_range){spawn->class, spawn->class + 1};
    }
    return class->first < class->end;
}

static void emit_class(struct sw_emitter *e, const struct sw_construct *c, struct sw_range class)
{
    sw_emit_text(e, "__spanwise_class<");
    if (sw_tokens_is(e->t, class.first, "this")) {
        sw_emit_text(e, "__spanwise_bare<decltype(*this)>");
    } else {
        sw_emit_text(e, c->spawn.qualified ? "typename " : "");
        user(e, class, c);
    }
    sw_emit_text(e, ", decltype(__sw_d)>::type");
}

static void begin_probe(struct sw_emitter *e, const struct sw_construct *c, unsigned n,
                        const char *name, const char *parameter, const char *kind)
{
    sw_emit_quiet(e, c->spawn.keyword);
    sw_emit_text(e,
                 "auto __sw%u_%s = [](auto %s__sw_d) -> decltype(__spanwise_%s<decltype(__sw_d)>(",
                 n, name, parameter, kind);
}

static void end_probe(struct sw_emitter *e, const struct sw_construct *c)
{
    sw_emit_quiet(e, c->spawn.keyword);
    sw_emit_text(e, ")) { return {}; }; ");
}

static void probe_method(struct sw_emitter *e, const struct sw_construct *c, unsigned n)
{
    struct sw_range class, method;
    if (!split_method(e, c, &class, &method))
        return;
    begin_probe(e, c, n, "own", "", "method");
    sw_emit_text(e, "&");
    emit_class(e, c, class);
    sw_emit_text(e, "::");
    member(e, c, method);
    end_probe(e, c);
}

/* Its variable is not used but for its type: lambdas may not be written where only a type is. */
static void emit_probe(struct sw_emitter *e, const struct sw_construct *c, unsigned n)
{
    const struct sw_spawn *spawn = &c->spawn;
    int method = spawn->member.first < spawn->member.end;
    enum ask ask = whom(e, c);
    if (ask == ASK_NOBODY || (ask == ASK_LISTED_OBJECT && !method))
        return;
    begin_probe(e, c, n, "sig", ask == ASK_LISTED_OBJECT ? "*" : "",
                method ? "method" : "function");
    if (ask == ASK_LISTED_OBJECT) {
        sw_emit_text(e, "&__spanwise_bare<decltype(*__sw_d)>::");
        member(e, c, spawn->member);
    } else if (method) {
        sw_emit_text(e, "&__spanwise_bare<decltype((");
        object(e, c);
        sw_emit_text(e, "))>::");
        user(e, spawn->member, c);
    } else if (has_object(spawn)) {
        object(e, c);
    } else {
        user(e, spawn->callee, c);
    }
    end_probe(e, c);
    if (ask == ASK_NAME)
        probe_method(e, c, n);
}

static void emit_sig(struct sw_emitter *e, const struct sw_construct *c, unsigned n)
{
    const struct sw_spawn *spawn = &c->spawn;
    struct sw_range class, method;
    switch (whom(e, c)) {
    case ASK_NOBODY:
        sw_emit_text(e, "__spanwise_unknown");
        return;
    case ASK_LISTED_OBJECT:
        if (spawn->member.first < spawn->member.end)
            sw_emit_text(e, "__spanwise_by_object<decltype(__sw%u_sig)", n);
        else
            sw_emit_text(e, "__spanwise_by_object<__spanwise_object_itself");
        break;
    default:
        sw_emit_text(e, "__spanwise_%s<decltype(__spanwise_probe(__sw%u_sig, ",
                     spawn->expands ? "spread" : "pick", n);
        if (whom(e, c) == ASK_NAME && split_method(e, c, &class, &method))
            sw_emit_text(e, "__sw%u_own, ", n);
        sw_emit_text(e, "0))");
    }
    for (uint32_t k = 0; k < spawn->n_arguments && !spawn->expands; k++)
        if (is_passed(e, spawn, k))
            sw_emit_text(e, ", %u", k);
    sw_emit_text(e, ">");
}

static void forward(struct sw_emitter *e, const char *name)
{
    sw_emit_text(e, "static_cast<decltype(%s) &&>(%s)", name, name);
}

static void forward_argument(struct sw_emitter *e, uint32_t k)
{
    char name[32];
    snprintf(name, sizeof name, "__sw_a%u", k);
    forward(e, name);
}

/* The spawned call with what it is given. */
static void call(struct sw_emitter *e, const struct sw_construct *c)
{
    const struct sw_spawn *spawn = &c->spawn;
    sw_emit_place(e, spawn->callee.first);
    if (!has_object(spawn)) {
        user(e, spawn->callee, c);
    } else {
        forward(e, "__sw_o");
        if (spawn->member.first < spawn->member.end) {
            sw_emit_text(e, ".");
            member(e, c, spawn->member);
        }
    }
    sw_emit_text(e, "(");
    if (spawn->expands) {
        forward(e, "__sw_a");
        sw_emit_text(e, "...");
    }
    for (uint32_t k = 0; k < spawn->n_arguments && !spawn->expands; k++) {
        sw_emit_text(e, k ? ", " : "");
        if (is_passed(e, spawn, k))
            forward_argument(e, k);
        else
            user(e, spawn->argument[k], c);
    }
    sw_emit_text(e, ")");
}

static void parameters(struct sw_emitter *e, const struct sw_spawn *spawn)
{
    sw_emit_text(e, "__spanwise_ours __sw_0%s", has_object(spawn) ? ", auto &&__sw_o" : "");
    if (spawn->expands)
        sw_emit_text(e, ", auto &&...__sw_a");
    for (uint32_t k = 0; k < spawn->n_arguments && !spawn->expands; k++)
        if (is_passed(e, spawn, k))
            sw_emit_text(e, ", auto &&__sw_a%u", k);
}

#define INLINED "__attribute__((__always_inline__)) "

static int is_reference(const struct sw_emitter *e, const struct sw_spawn *spawn)
{
    return has(e, spawn->pointers, "&") || has(e, spawn->pointers, "&&");
}

/* The child makes its variable, or assigns, or updates. */
static void store(struct sw_emitter *e, const struct sw_construct *c, unsigned n)
{
    const struct sw_spawn *spawn = &c->spawn;
    switch (spawn->form) {
    case SW_SPAWN_DISCARD:
        call(e, c);
        sw_emit_text(e, "; ");
        return;
    case SW_SPAWN_INIT:
        if (is_reference(e, spawn)) {
            sw_emit_text(e, "::new (__sw%u_s.place()) typename decltype(__sw%u_s)::Made(", n, n);
            call(e, c);
            sw_emit_quiet(e, spawn->keyword);
            sw_emit_text(e, "); __sw%u_s.bind(); ", n);
            return;
        }
        sw_emit_text(e, "if (decltype(__sw%u_s)::takes) { auto &&__sw_r = ", n);
        call(e, c);
        sw_emit_text(e, "; __sw%u_s.take(static_cast<decltype(__sw_r) &&>(__sw_r)); } else { ", n);
        sw_emit_text(e, "::new ((void *)__builtin_addressof(__sw%u_s.value)) __sw%u_t(", n, n);
        call(e, c);
        sw_emit_quiet(e, spawn->keyword);
        sw_emit_text(e, "); __sw%u_s.made = true; } ", n);
        return;
    case SW_SPAWN_ASSIGN:
    case SW_SPAWN_UPDATE:
        sw_emit_text(e, "auto &&__sw_r = ");
        call(e, c);
        sw_emit_text(e, "; ");
        if (spawn->form == SW_SPAWN_ASSIGN) {
            sw_emit_text(e, "__sw%u_t = static_cast<decltype(__sw_r) &&>(__sw_r); ", n);
            return;
        }
        sw_emit_text(e, "__spanwise_update(__sw%u_t, [&](auto &__sw_v) " INLINED "{ __sw_v ", n);
        sw_emit_user_token(e, spawn->operation);
        sw_emit_text(e, " __sw_r; }); ");
    }
}

static void emit_call(struct sw_emitter *e, const struct sw_construct *c, unsigned n)
{
    const struct sw_spawn *spawn = &c->spawn;
    sw_emit_quiet(e, spawn->keyword);
    sw_emit_text(e, "[&](");
    parameters(e, spawn);
    sw_emit_text(e, ") " INLINED "-> decltype(void(");
    call(e, c);
    sw_emit_text(e, ")) { ");
    sw_emit_place(e, spawn->keyword);
    sw_emit_sled(e, SW_SLED_SPAWN, NULL);
    sw_emit_quiet(e, spawn->keyword);
    store(e, c, n);
    sw_emit_place(e, spawn->keyword);
    sw_emit_sled(e, SW_SLED_SPAWN_END, NULL);
    sw_emit_text(e, "}, ");
}

static void emit_arguments(struct sw_emitter *e, const struct sw_construct *c)
{
    const struct sw_spawn *spawn = &c->spawn;
    const char *comma = "";
    sw_emit_quiet(e, spawn->keyword);
    sw_emit_text(e, "[&](auto &&__sw_run) " INLINED "{ return __sw_run(");
    if (has_object(spawn)) {
        object(e, c);
        comma = ", ";
    }
    for (uint32_t k = 0; k < spawn->n_arguments; k++)
        if (is_passed(e, spawn, k)) {
            sw_emit_text(e, "%s", comma);
            user(e, spawn->argument[k], c);
            comma = ", ";
        }
    sw_emit_text(e, "); }");
}

/* Declarators without spawns. */
static void declare_plain(struct sw_emitter *e, const struct sw_construct *c, struct sw_range plain)
{
    if (plain.first >= plain.end)
        return;
    user(e, c->spawn.attributes, c);
    user(e, c->spawn.specifiers, c);
    sw_emit_text(e, " ");
    user(e, plain, c);
    sw_emit_text(e, "; ");
}

static void emit_type(struct sw_emitter *e, const struct sw_construct *c)
{
    user(e, c->spawn.specifiers, c);
    user(e, c->spawn.pointers, c);
}

static void deduce(struct sw_emitter *e, const struct sw_construct *c, unsigned n)
{
    sw_emit_text(e, "auto __sw%u_d = [](", n);
    emit_type(e, c);
    sw_emit_quiet(e, c->spawn.keyword);
    sw_emit_text(
        e,
        " __sw_p) -> decltype(__sw_p) { return static_cast<decltype(__sw_p)>(__sw_p); }; "
        "using __sw%u_b = decltype(__spanwise_deduce<decltype(__sw%u_c())>(__sw%u_d, 0)); ",
        n, n, n);
    sw_emit_place(e, c->spawn.keyword);
    sw_emit_text(
        e,
        "static_assert(__sw%u_b::value, \"a reference that is not const cannot be bound to "
        "the result of cilk_spawn, which is returned by value; declare a variable, or "
        "'auto &&'\"); using __sw%u_t = typename __sw%u_b::type",
        n, n, n);
}

/* `T &x`: __sw<n>_t is its type. */
static void declare_reference(struct sw_emitter *e, const struct sw_construct *c, unsigned n)
{
    if (has(e, c->spawn.specifiers, "auto"))
        deduce(e, c, n);
    else {
        sw_emit_text(e, "using __sw%u_t = ", n);
        emit_type(e, c);
    }
    sw_emit_quiet(e, c->spawn.keyword);
    sw_emit_text(e, "; __spanwise_reference<__sw%u_t, decltype(__sw%u_c())> __sw%u_s(__sw_frame); ",
                 n, n, n);
    user(e, c->spawn.attributes, c);
    sw_emit_text(e, "auto &[");
    user(e, c->spawn.target, c);
    sw_emit_quiet(e, c->spawn.keyword);
    sw_emit_text(e, "] = __sw%u_s.bound; ", n);
}

/* `T x`, as a reference to what the child makes. */
static void declare_value(struct sw_emitter *e, const struct sw_construct *c, unsigned n)
{
    sw_emit_text(e, "using __sw%u_t = ", n);
    if (has(e, c->spawn.specifiers, "auto"))
        sw_emit_text(e, "__spanwise_auto<decltype(__sw%u_c())>", n);
    else
        emit_type(e, c);
    sw_emit_quiet(e, c->spawn.keyword);
    sw_emit_text(e, "; __spanwise_slot<__sw%u_t> __sw%u_s(__sw_frame); ", n, n);
    user(e, c->spawn.attributes, c);
    sw_emit_text(e, "__sw%u_t &", n);
    user(e, c->spawn.target, c);
    sw_emit_text(e, " = __sw%u_s.value; ", n);
}

/* Of the call, only the type of what it returns is asked. */
static void declare(struct sw_emitter *e, const struct sw_construct *c, unsigned n)
{
    const struct sw_spawn *spawn = &c->spawn;
    declare_plain(e, c, spawn->before);
    if (is_reference(e, spawn) || has(e, spawn->specifiers, "auto")) {
        sw_emit_quiet(e, spawn->keyword);
        sw_emit_text(e, "auto __sw%u_c = [&]() -> decltype(auto) { return ", n);
        user(e, spawn->whole, c);
        sw_emit_quiet(e, spawn->keyword);
        sw_emit_text(e, "; }; ");
    }
    (is_reference(e, spawn) ? declare_reference : declare_value)(e, c, n);
}

/* What stands in braces has no type but that of its parameter. */
static void check_braces(struct sw_emitter *e, const struct sw_construct *c, unsigned n)
{
    const struct sw_spawn *spawn = &c->spawn;
    uint32_t k = 0;
    while (k < spawn->n_arguments && !sw_tokens_is(e->t, spawn->argument[k].first, "{"))
        k++;
    if (k == spawn->n_arguments)
        return;
    sw_emit_place(e, spawn->argument[k].first);
    sw_emit_text(e, "static_assert(__spanwise_is_known<");
    emit_sig(e, c, n);
    sw_emit_text(
        e, ">::value, \"an argument of cilk_spawn in braces, where the callee is overloaded, a "
           "template or a lambda that is written there: write its type, 'T{...}'\"); ");
}

void sw_emit_cxx_task_spawn(struct sw_emitter *e, const struct sw_construct *c)
{
    const struct sw_spawn *spawn = &c->spawn;
    unsigned n = e->unique++;
    if (spawn->form == SW_SPAWN_INIT)
        declare(e, c, n);
    sw_emit_text(e, "{ ");
    if (spawn->form == SW_SPAWN_ASSIGN || spawn->form == SW_SPAWN_UPDATE) {
        sw_emit_text(e, "auto &&__sw%u_t = (", n);
        user(e, spawn->target, c);
        sw_emit_text(e, "); ");
    }
    if (spawn->by_arguments)
        sw_emit_text(e, "using namespace __spanwise_by_arguments; ");
    emit_probe(e, c, n);
    check_braces(e, c, n);
    sw_emit_quiet(e, spawn->keyword);
    sw_emit_text(e, "__spanwise_spawn<");
    emit_sig(e, c, n);
    sw_emit_text(e, ", %s, ", has_object(spawn) ? "true" : "false");
    if (has_rivals(e, spawn))
        sw_emit_text(e, "__spanwise_by_arguments::__sw_%u", spawn->keyword);
    else
        sw_emit_text(e, "void");
    sw_emit_text(e, ">(__sw_frame, ");
    emit_call(e, c, n);
    emit_arguments(e, c);
    sw_emit_place(e, spawn->keyword);
    sw_emit_text(e, "); }");
    if (spawn->form == SW_SPAWN_INIT)
        declare_plain(e, c, spawn->after);
}

static void serial_init(struct sw_emitter *e, const struct sw_construct *c)
{
    const struct sw_spawn *spawn = &c->spawn;
    declare_plain(e, c, spawn->before);
    sw_emit_sled(e, SW_SLED_SPAWN, NULL);
    user(e, spawn->attributes, c);
    user(e, spawn->specifiers, c);
    user(e, spawn->pointers, c);
    sw_emit_text(e, " ");
    user(e, spawn->target, c);
    sw_emit_text(e, " = ");
    user(e, spawn->whole, c);
    sw_emit_text(e, "; ");
    sw_emit_sled(e, SW_SLED_SPAWN_END, NULL);
    declare_plain(e, c, spawn->after);
}

/* The serial elision: arguments are evaluated as part of the child. */
void sw_emit_cxx_serial_spawn(struct sw_emitter *e, const struct sw_construct *c)
{
    struct sw_range before = {c->all.first, c->spawn.keyword};
    struct sw_range after = {c->spawn.keyword + 1, c->all.end};
    if (c->spawn.form == SW_SPAWN_INIT) {
        serial_init(e, c);
        return;
    }
    sw_emit_text(e, "{ ");
    sw_emit_sled(e, SW_SLED_SPAWN, NULL);
    user(e, before, c);
    user(e, after, c);
    sw_emit_sled(e, SW_SLED_SPAWN_END, NULL);
    sw_emit_text(e, "}");
}

/* --- loops --- */

/* A range is evaluated once, and so are its ends. */
static void emit_ends(struct sw_emitter *e, const struct sw_construct *c, unsigned n)
{
    if (c->loop.before.first < c->loop.before.end) {
        user(e, c->loop.before, c);
        sw_emit_text(e, "; ");
    }
    sw_emit_quiet(e, c->loop.keyword);
    sw_emit_text(e, "auto &&__sw%u_range = ", n);
    user(e, c->loop.start, c);
    sw_emit_quiet(e, c->loop.keyword);
    sw_emit_text(e,
                 "; auto __sw%u_i = __spanwise_ends::first(__sw%u_range, 0); "
                 "auto __sw%u_limit = __spanwise_ends::last(__sw%u_range, 0); "
                 "const long __sw%u_step = 1; ",
                 n, n, n, n, n);
}

static void emit_limits(struct sw_emitter *e, const struct sw_construct *c, unsigned n)
{
    const struct sw_for *loop = &c->loop;
    if (loop->type.first < loop->type.end) {
        user(e, loop->type, c);
    } else {
        sw_emit_text(e, "__typeof__(");
        sw_emit_user_token(e, loop->name);
        sw_emit_text(e, ")");
    }
    sw_emit_text(e, " __sw%u_i %s", n, loop->brackets ? "" : "= ");
    user(e, loop->start, c);
    sw_emit_text(e, "; auto __sw%u_limit = (", n);
    user(e, loop->limit, c);
    sw_emit_text(e, "); const long __sw%u_step = %s", n, loop->down ? "-" : "");
    if (loop->step.first < loop->step.end) {
        sw_emit_text(e, "(long)(");
        user(e, loop->step, c);
        sw_emit_text(e, "); ");
    } else {
        sw_emit_text(e, "1L; ");
    }
}

static void emit_head(struct sw_emitter *e, const struct sw_construct *c, unsigned n)
{
    static const char *const tests[] = {"<", "<=", ">", ">=", "!="};
    const struct sw_for *loop = &c->loop;
    enum sw_for_test test = loop->colon ? SW_FOR_UNEQUAL : loop->test;
    (loop->colon ? emit_ends : emit_limits)(e, c, n);
    sw_emit_place(e, loop->keyword);
    sw_emit_text(e,
                 "static_assert(__spanwise_counts<__spanwise_auto<decltype(__sw%u_i)>>::value, "
                 "\"cilk_for must "
                 "count its iterations beforehand: it needs random-access iterators\"); ",
                 n);
    sw_emit_quiet(e, loop->keyword);
    sw_emit_text(
        e,
        "const unsigned long __sw%u_count = __spanwise_count_trips(__sw%u_i, __sw%u_limit, "
        "__sw%u_i %s __sw%u_limit, __sw%u_step, %d); ",
        n, n, n, n, tests[test], n, n, (int)test);
}

static void emit_iterate(struct sw_emitter *e, const struct sw_construct *c, unsigned n)
{
    const struct sw_for *loop = &c->loop;
    sw_emit_quiet(e, loop->keyword);
    sw_emit_text(e,
                 "[&](unsigned long __sw_from, unsigned long __sw_n) " INLINED
                 "{ auto __sw%u_v = __spanwise_count_on(__sw%u_i, __sw_from, __sw%u_step); ",
                 n, n, n);
    if (loop->grain)
        sw_emit_loop_pragmas(e, loop->grain);
    sw_emit_loop_pragmas(e, loop->keyword);
    sw_emit_quiet(e, loop->keyword);
    sw_emit_text(
        e,
        "for (; __sw_n; --__sw_n, __sw%u_v = __spanwise_count_on(__sw%u_v, 1, __sw%u_step)) "
        "{ ",
        n, n, n);
    if (loop->colon) {
        user(e, loop->type, c);
    } else {
        sw_emit_text(e, "__attribute__((__unused__)) __typeof__(__sw%u_v) ", n);
        sw_emit_user_token(e, loop->name);
    }
    sw_emit_text(e, " = %s__sw%u_v; ", loop->colon ? "*" : "", n);
    sw_emit_pragmas(e, loop->body.first);
    if (c->spawns) {
        sw_emit_cxx_scope(e, c, loop->body);
    } else {
        sw_emit_place(e, loop->body.first);
        sw_emit_range(e, loop->body, c->child);
    }
    sw_emit_quiet(e, loop->keyword);
    sw_emit_text(e, " } }, ");
}

void sw_emit_cxx_for(struct sw_emitter *e, const struct sw_construct *c)
{
    const struct sw_for *loop = &c->loop;
    unsigned n = e->unique++;
    char site[32];
    snprintf(site, sizeof site, "__sw%u_site", n);
    sw_emit_text(e, "{ ");
    emit_head(e, c, n);
    sw_emit_text(e, "const void *%s; __spanwise_cxx_scope __sw%u_scope; ", site, n);
    sw_emit_place(e, loop->keyword);
    sw_emit_sled(e, SW_SLED_SCOPE, site);
    sw_emit_quiet(e, loop->keyword);
    sw_emit_text(e, "__spanwise_loop_run(__spanwise_parts(");
    emit_iterate(e, c, n);
    sw_emit_text(e, "[](auto &&__sw_go) " INLINED "{ ");
    sw_emit_place(e, loop->keyword);
    sw_emit_sled(e, SW_SLED_DIVIDE, NULL);
    sw_emit_text(e, "__sw_go(__spanwise_ours()); ");
    sw_emit_sled(e, SW_SLED_SPAWN_END, NULL);
    sw_emit_text(e, "}, [](__spanwise_ours __sw_0) " INLINED "{ ");
    sw_emit_sled(e, SW_SLED_SYNC, NULL);
    sw_emit_quiet(e, loop->grain ? loop->grain : loop->keyword);
    sw_emit_text(e, "}, (unsigned long)(");
    sw_emit_grain(e, loop);
    sw_emit_text(e, ")), __sw%u_count, %s); ", n, site);
    if (loop->type.first == loop->type.end) {
        sw_emit_user_token(e, loop->name);
        sw_emit_text(e, " = __spanwise_count_on(__sw%u_i, __sw%u_count, __sw%u_step); ", n, n, n);
    }
    sw_emit_text(e, "}");
}
