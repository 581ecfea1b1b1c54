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
    sw_emit_text(e, "} catch (...) { __sw_frame.__fail(); throw; } ");
    sw_emit_place(e, at);
}

void sw_emit_cxx_scope(struct sw_emitter *e, const struct sw_construct *c, struct sw_range body)
{
    uint32_t at = body.first;
    int framed = e->mode.tasks && c->spawns;
    sw_emit_quiet(e, at);
    sw_emit_text(e, "__spanwise_cxx_scope __sw%u; ", e->unique++);
    sw_emit_place(e, at);
    sw_emit_sled(e, SW_SLED_SCOPE);
    if (framed)
        sw_emit_cxx_frame(e, at);
    sw_emit_place(e, at);
    sw_emit_range(e, body, c->child);
    if (framed)
        sw_emit_cxx_frame_end(e, body.end - 1);
}

void sw_emit_cxx_guard(struct sw_emitter *e)
{
    const struct sw_construct *c = e->c, *in = c->parent, *spawn = c->next;
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

/* The object of a spawn, in parentheses. */
static void object(struct sw_emitter *e)
{
    sw_emit_text(e, e->spawn->arrow ? "*(%r)" : "(%r)", e->spawn->object);
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

static enum ask whom(const struct sw_emitter *e)
{
    struct sw_range range = has_object(e->spawn) ? e->spawn->object : e->spawn->callee;
    if (is_assignment(e, e->spawn->callee))
        return ASK_NOBODY;
    int plain = !has_child(e->c, range) && !has(e, range, "{") && !has(e, range, "~");
    if (!has_object(e->spawn))
        return plain ? ASK_NAME : ASK_NOBODY;
    if (plain && !has(e, e->spawn->member, "<"))
        return ASK_OBJECT;
    return e->spawn->expands ? ASK_NOBODY : ASK_LISTED_OBJECT;
}

/* `t<2>`, without the `template` that it needs where the class is not known yet; not `operator<`, nor `c<2>::m`. */
static int lacks_template(const struct sw_emitter *e, struct sw_range name)
{
    return name.end > name.first + 1 && sw_tokens_is(e->t, name.first + 1, "<") &&
           !sw_tokens_is(e->t, name.first, "operator") && !has(e, name, "::");
}

static void member(struct sw_emitter *e, struct sw_range name)
{
    sw_emit_text(e, lacks_template(e, name) ? "template %r" : "%r", name);
}

/* `this->m`, `S::m` or `m` in a method of S: the class, and m; 0: it is none of them. */
static int split_method(const struct sw_emitter *e, struct sw_range *class, struct sw_range *method)
{
    struct sw_range callee = e->spawn->callee;
    *method = callee;
    *class = (struct sw_range){callee.first, callee.first};
    if (sw_tokens_is(e->t, callee.first, "this")) {
        class->end = callee.first + 1;
        method->first = callee.first + 2;
        if (has(e, *method, "::") && has(e, *method, "<"))
            return 0;
    } else if (e->spawn->qualifier) {
        class->end = e->spawn->qualifier;
        method->first = e->spawn->qualifier + 1;
    } else if (e->spawn->class) {
        *class = (struct sw_range){e->spawn->class, e->spawn->class + 1};
    }
    return class->first < class->end;
}

static void emit_class(struct sw_emitter *e, struct sw_range class)
{
    sw_emit_text(e, "__spanwise_class<");
    if (sw_tokens_is(e->t, class.first, "this"))
        sw_emit_text(e, "__spanwise_bare<decltype(*this)>");
    else
        sw_emit_text(e, e->spawn->qualified ? "typename %r" : "%r", class);
    sw_emit_text(e, ", decltype(__sw_d)>::type");
}

static void begin_probe(struct sw_emitter *e, const char *name, const char *parameter,
                        const char *kind)
{
    sw_emit_text(e,
                 "%qauto __sw#_%s = [](auto %s__sw_d) -> decltype(__spanwise_%s<decltype(__sw_d)>(",
                 name, parameter, kind);
}

static void end_probe(struct sw_emitter *e)
{
    sw_emit_text(e, "%q)) { return {}; }; ");
}

static void probe_method(struct sw_emitter *e)
{
    struct sw_range class, method;
    if (!split_method(e, &class, &method))
        return;
    begin_probe(e, "own", "", "method");
    sw_emit_text(e, "&");
    emit_class(e, class);
    sw_emit_text(e, "::");
    member(e, method);
    end_probe(e);
}

/* Its variable is not used but for its type: lambdas may not be written where only a type is. */
static void emit_probe(struct sw_emitter *e)
{
    int method = e->spawn->member.first < e->spawn->member.end;
    enum ask ask = whom(e);
    if (ask == ASK_NOBODY || (ask == ASK_LISTED_OBJECT && !method))
        return;
    begin_probe(e, "sig", ask == ASK_LISTED_OBJECT ? "*" : "", method ? "method" : "function");
    if (ask == ASK_LISTED_OBJECT) {
        sw_emit_text(e, "&__spanwise_bare<decltype(*__sw_d)>::");
        member(e, e->spawn->member);
    } else if (method) {
        sw_emit_text(e, "&__spanwise_bare<decltype((");
        object(e);
        sw_emit_text(e, "))>::%r", e->spawn->member);
    } else if (has_object(e->spawn)) {
        object(e);
    } else {
        sw_emit_text(e, "%r", e->spawn->callee);
    }
    end_probe(e);
    if (ask == ASK_NAME)
        probe_method(e);
}

static void emit_sig(struct sw_emitter *e)
{
    struct sw_range class, method;
    enum ask ask = whom(e);
    switch (ask) {
    case ASK_NOBODY:
        sw_emit_text(e, "__spanwise_unknown");
        return;
    case ASK_LISTED_OBJECT:
        sw_emit_text(e, e->spawn->member.first < e->spawn->member.end
                            ? "__spanwise_by_object<decltype(__sw#_sig)"
                            : "__spanwise_by_object<__spanwise_object_itself");
        break;
    default:
        sw_emit_text(e, "__spanwise_%s<decltype(__spanwise_probe(__sw#_sig, ",
                     e->spawn->expands ? "spread" : "pick");
        if (ask == ASK_NAME && split_method(e, &class, &method))
            sw_emit_text(e, "__sw#_own, ");
        sw_emit_text(e, "0))");
    }
    for (uint32_t k = 0; k < e->spawn->n_arguments && !e->spawn->expands; k++)
        if (is_passed(e, e->spawn, k))
            sw_emit_text(e, ", %u", k);
    sw_emit_text(e, ">");
}

/* The spawned call with what it is given. */
static void call(struct sw_emitter *e)
{
    sw_emit_place(e, e->spawn->callee.first);
    sw_emit_text(e, has_object(e->spawn) ? "static_cast<decltype(__sw_o) &&>(__sw_o)" : "%r",
                 e->spawn->callee);
    if (has_object(e->spawn) && e->spawn->member.first < e->spawn->member.end) {
        sw_emit_text(e, ".");
        member(e, e->spawn->member);
    }
    sw_emit_text(e, e->spawn->expands ? "(static_cast<decltype(__sw_a) &&>(__sw_a)..." : "(");
    for (uint32_t k = 0; k < e->spawn->n_arguments && !e->spawn->expands; k++) {
        sw_emit_text(e, k ? ", " : "");
        if (is_passed(e, e->spawn, k))
            sw_emit_text(e, "static_cast<decltype(__sw_a%u) &&>(__sw_a%u)", k, k);
        else
            sw_emit_text(e, "%r", e->spawn->argument[k]);
    }
    sw_emit_text(e, ")");
}

static void parameters(struct sw_emitter *e)
{
    sw_emit_text(e, "__spanwise_ours __sw_0%s%s", has_object(e->spawn) ? ", auto &&__sw_o" : "",
                 e->spawn->expands ? ", auto &&...__sw_a" : "");
    for (uint32_t k = 0; k < e->spawn->n_arguments && !e->spawn->expands; k++)
        if (is_passed(e, e->spawn, k))
            sw_emit_text(e, ", auto &&__sw_a%u", k);
}

#define INLINED "__attribute__((__always_inline__)) "

static int is_reference(const struct sw_emitter *e, const struct sw_spawn *spawn)
{
    return has(e, spawn->pointers, "&") || has(e, spawn->pointers, "&&");
}

static void store_init(struct sw_emitter *e)
{
    if (is_reference(e, e->spawn)) {
        sw_emit_text(e, "::new (__sw#_s.__place()) typename decltype(__sw#_s)::_Made(");
        call(e);
        sw_emit_text(e, "%q); __sw#_s.__bind(); ");
        return;
    }
    sw_emit_text(e, "if (decltype(__sw#_s)::__takes) { auto &&__sw_r = ");
    call(e);
    sw_emit_text(e, "; __sw#_s.__take(static_cast<decltype(__sw_r) &&>(__sw_r)); } else { "
                    "::new ((void *)__builtin_addressof(__sw#_s.value)) __sw#_t(");
    call(e);
    sw_emit_text(e, "%q); __sw#_s.__made = true; } ");
}

/* The child makes its variable, or assigns, or updates. */
static void store(struct sw_emitter *e)
{
    if (e->spawn->form == SW_SPAWN_INIT) {
        store_init(e);
        return;
    }
    sw_emit_text(e, e->spawn->form == SW_SPAWN_DISCARD ? "" : "auto &&__sw_r = ");
    call(e);
    sw_emit_text(e, "; ");
    if (e->spawn->form == SW_SPAWN_ASSIGN)
        sw_emit_text(e, "__sw#_t = static_cast<decltype(__sw_r) &&>(__sw_r); ");
    if (e->spawn->form == SW_SPAWN_UPDATE)
        sw_emit_text(
            e, "__spanwise_update(__sw#_t, [&](auto &__sw_v) " INLINED "{ __sw_v %t __sw_r; }); ",
            e->spawn->operation);
}

static void emit_call(struct sw_emitter *e)
{
    sw_emit_text(e, "%q[&](");
    parameters(e);
    sw_emit_text(e, ") " INLINED "-> decltype(void(");
    call(e);
    sw_emit_text(e, ")) { %p%S%q", SW_SLED_SPAWN);
    store(e);
    sw_emit_text(e, "%p%S}, ", SW_SLED_SPAWN_END);
}

static void emit_arguments(struct sw_emitter *e)
{
    int comma = has_object(e->spawn);
    sw_emit_text(e, "%q[&](auto &&__sw_run) " INLINED "{ return __sw_run(");
    if (has_object(e->spawn))
        object(e);
    for (uint32_t k = 0; k < e->spawn->n_arguments; k++)
        if (is_passed(e, e->spawn, k)) {
            sw_emit_text(e, comma ? ", %r" : "%r", e->spawn->argument[k]);
            comma = 1;
        }
    sw_emit_text(e, "); }");
}

/* Declarators without spawns. */
static void declare_plain(struct sw_emitter *e, struct sw_range plain)
{
    if (plain.first < plain.end)
        sw_emit_text(e, "%r%r %r; ", e->spawn->attributes, e->spawn->specifiers, plain);
}

static void deduce(struct sw_emitter *e)
{
    sw_emit_text(
        e,
        "auto __sw#_d = [](%r%r%q __sw_p) -> decltype(__sw_p) { return "
        "static_cast<decltype(__sw_p)>(__sw_p); }; "
        "using __sw#_b = decltype(__spanwise_deduce<decltype(__sw#_c())>(__sw#_d, 0)); "
        "%pstatic_assert(__sw#_b::value, \"a reference that is not const cannot be bound to "
        "the result of cilk_spawn, which is returned by value; declare a variable, or "
        "'auto &&'\"); using __sw#_t = typename __sw#_b::type",
        e->spawn->specifiers, e->spawn->pointers);
}

/* A variable as a reference to what the child makes; __sw<n>_t is its type. Of the call, only the type of what it returns is asked. */
static void declare(struct sw_emitter *e)
{
    int reference = is_reference(e, e->spawn), deduced = has(e, e->spawn->specifiers, "auto");
    declare_plain(e, e->spawn->before);
    if (reference || deduced)
        sw_emit_text(e, "%qauto __sw#_c = [&]() -> decltype(auto) { return %r%q; }; ",
                     e->spawn->whole);
    if (!deduced)
        sw_emit_text(e, "using __sw#_t = %r%r", e->spawn->specifiers, e->spawn->pointers);
    else if (reference)
        deduce(e);
    else
        sw_emit_text(e, "using __sw#_t = __spanwise_auto<decltype(__sw#_c())>");
    sw_emit_text(e,
                 reference
                     ? "%q; __spanwise_reference<__sw#_t, decltype(__sw#_c())> __sw#_s(__sw_frame);"
                       " %rauto &[%r%q] = __sw#_s.__bound; "
                     : "%q; __spanwise_slot<__sw#_t> __sw#_s(__sw_frame); %r__sw#_t &%r"
                       " = __sw#_s.value; ",
                 e->spawn->attributes, e->spawn->target);
}

/* What stands in braces has no type but that of its parameter. */
static void check_braces(struct sw_emitter *e)
{
    uint32_t k = 0;
    while (k < e->spawn->n_arguments && !sw_tokens_is(e->t, e->spawn->argument[k].first, "{"))
        k++;
    if (k == e->spawn->n_arguments)
        return;
    sw_emit_place(e, e->spawn->argument[k].first);
    sw_emit_text(e, "static_assert(__spanwise_is_known<");
    emit_sig(e);
    sw_emit_text(
        e, ">::value, \"an argument of cilk_spawn in braces, where the callee is overloaded, a "
           "template or a lambda that is written there: write its type, 'T{...}'\"); ");
}

void sw_emit_cxx_task_spawn(struct sw_emitter *e)
{
    e->n = e->unique++;
    if (e->spawn->form == SW_SPAWN_INIT)
        declare(e);
    sw_emit_text(e, "{ ");
    if (e->spawn->form == SW_SPAWN_ASSIGN || e->spawn->form == SW_SPAWN_UPDATE)
        sw_emit_text(e, "auto &&__sw#_t = (%r); ", e->spawn->target);
    if (e->spawn->by_arguments)
        sw_emit_text(e, "using namespace __spanwise_by_arguments; ");
    emit_probe(e);
    check_braces(e);
    sw_emit_text(e, "%q__spanwise_spawn<");
    emit_sig(e);
    sw_emit_text(e, has_object(e->spawn) ? ", true, " : ", false, ");
    sw_emit_text(e, has_rivals(e, e->spawn) ? "__spanwise_by_arguments::__sw_%u" : "void",
                 e->spawn->keyword);
    sw_emit_text(e, ">(__sw_frame, ");
    emit_call(e);
    emit_arguments(e);
    sw_emit_text(e, "%p); }");
    if (e->spawn->form == SW_SPAWN_INIT)
        declare_plain(e, e->spawn->after);
}

/* The serial elision: arguments are evaluated as part of the child. */
void sw_emit_cxx_serial_spawn(struct sw_emitter *e)
{
    struct sw_range before = {e->c->all.first, e->spawn->keyword};
    struct sw_range after = {e->spawn->keyword + 1, e->c->all.end};
    if (e->spawn->form != SW_SPAWN_INIT) {
        sw_emit_text(e, "{ %S%r%r%S}", SW_SLED_SPAWN, before, after, SW_SLED_SPAWN_END);
        return;
    }
    declare_plain(e, e->spawn->before);
    sw_emit_text(e, "%S%r%r%r %r = %r; %S", SW_SLED_SPAWN, e->spawn->attributes,
                 e->spawn->specifiers, e->spawn->pointers, e->spawn->target, e->spawn->whole,
                 SW_SLED_SPAWN_END);
    declare_plain(e, e->spawn->after);
}

/* --- loops --- */

/* A range is evaluated once, and so are its ends. */
static void emit_ends(struct sw_emitter *e)
{
    if (e->loop->before.first < e->loop->before.end)
        sw_emit_text(e, "%r; ", e->loop->before);
    sw_emit_text(e,
                 "%qauto &&__sw#_range = %r%q"
                 "; auto __sw#_i = __spanwise_ends::__first(__sw#_range, 0); "
                 "auto __sw#_limit = __spanwise_ends::__last(__sw#_range, 0); "
                 "const long __sw#_step = 1; ",
                 e->loop->start);
}

static void emit_limits(struct sw_emitter *e)
{
    if (e->loop->type.first < e->loop->type.end)
        sw_emit_text(e, "%r", e->loop->type);
    else
        sw_emit_text(e, "__typeof__(%t)", e->loop->name);
    sw_emit_text(e, " __sw#_i %s%r; auto __sw#_limit = (%r); const long __sw#_step = %s",
                 e->loop->brackets ? "" : "= ", e->loop->start, e->loop->limit,
                 e->loop->down ? "-" : "");
    sw_emit_text(e, e->loop->step.first < e->loop->step.end ? "(long)(%r); " : "1L; ",
                 e->loop->step);
}

static void emit_head(struct sw_emitter *e)
{
    enum sw_for_test test = e->loop->colon ? SW_FOR_UNEQUAL : e->loop->test;
    (e->loop->colon ? emit_ends : emit_limits)(e);
    sw_emit_text(
        e,
        "%pstatic_assert(__spanwise_counts<__spanwise_auto<decltype(__sw#_i)>>::value, "
        "\"cilk_for must count its iterations beforehand: it needs random-access iterators\"); "
        "%qconst unsigned long __sw#_count = __spanwise_count_trips(__sw#_i, __sw#_limit, "
        "__sw#_i %s __sw#_limit, __sw#_step, %d); ",
        sw_emit_tests[test], (int)test);
}

static void emit_iterate(struct sw_emitter *e)
{
    const struct sw_construct *c = e->c;
    const struct sw_for *loop = &c->loop;
    sw_emit_text(e, "%q[&](unsigned long __sw_from, unsigned long __sw_n) " INLINED
                    "{ auto __sw#_v = __spanwise_count_on(__sw#_i, __sw_from, __sw#_step); ");
    sw_emit_loop_pragmas(e);
    sw_emit_text(
        e, "%qfor (; __sw_n; --__sw_n, __sw#_v = __spanwise_count_on(__sw#_v, 1, __sw#_step)) { ");
    if (loop->colon)
        sw_emit_text(e, "%r = *__sw#_v; ", loop->type);
    else
        sw_emit_text(e, "__attribute__((__unused__)) __typeof__(__sw#_v) %t = __sw#_v; ",
                     loop->name);
    sw_emit_pragmas(e, loop->body.first);
    if (c->spawns) {
        sw_emit_cxx_scope(e, c, loop->body);
    } else {
        sw_emit_place(e, loop->body.first);
        sw_emit_range(e, loop->body, c->child);
    }
    sw_emit_text(e, "%q } }, ");
}

void sw_emit_cxx_for(struct sw_emitter *e)
{
    e->n = e->unique++;
    sw_emit_text(e, "{ ");
    emit_head(e);
    sw_emit_text(e, "const void *__sw#_site; __spanwise_cxx_scope __sw#_scope; %p");
    sw_emit_loop_sled(e);
    sw_emit_text(e, "%q__spanwise_loop_run(__spanwise_parts(");
    emit_iterate(e);
    sw_emit_text(e,
                 "[](auto &&__sw_go) " INLINED "{ %p%S__sw_go(__spanwise_ours()); %S"
                 "}, [](__spanwise_ours __sw_0) " INLINED "{ %S",
                 SW_SLED_DIVIDE, SW_SLED_SPAWN_END, SW_SLED_SYNC);
    sw_emit_quiet(e, e->loop->grain ? e->loop->grain : e->loop->keyword);
    sw_emit_text(e, "}, (unsigned long)(");
    sw_emit_grain(e);
    sw_emit_text(e, ")), __sw#_count, __sw#_site); ");
    if (e->loop->type.first == e->loop->type.end)
        sw_emit_text(e, "%t = __spanwise_count_on(__sw#_i, __sw#_count, __sw#_step); ",
                     e->loop->name);
    sw_emit_text(e, "}");
}
