/*
 * The serial elision with sleds. Text outside of constructs is copied as it stands, with its line
 * markers; inside, pieces of the user's text alternate with generated text, and a line marker goes
 * before every piece that would otherwise get a wrong line. Generated code that could draw warnings
 * of its own is marked as a system header's; the user's own expressions never are.
 */
#include "front/cilk/rewrite/emit.h"

#include "front/cilk/rewrite/macro.h"
#include "front/cilk/rewrite/prelude.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct emitter {
    const struct sw_tokens *t;
    enum sw_rewrite_target target;
    struct sw_buffer *out;
    uint32_t file, line; /* where the compiler believes that it is */
    int system;
    int prelude_done;
    unsigned unique; /* number for the next construct's names */
};

static void emit_range(struct emitter *e, struct sw_range range, const struct sw_construct *child);

static void add_file_name(struct emitter *e, uint32_t file)
{
    for (const char *c = e->t->files[file]; *c; c++)
        sw_buffer_print(e->out, *c == '"' || *c == '\\' ? "\\%c" : "%c", *c);
}

static void set_place(struct emitter *e, uint32_t token, int system)
{
    const struct sw_token *t = &e->t->token[token];
    if (e->file == t->file && e->line == t->line && e->system == system) {
        sw_buffer_print(e->out, " ");
        return;
    }
    e->file = t->file;
    e->line = t->line;
    e->system = system;
    sw_buffer_print(e->out, "\n# %u \"", t->line);
    add_file_name(e, t->file);
    sw_buffer_print(e->out, system ? "\" 3\n" : "\"\n");
}

/* What follows is the user's, at this token. */
static void sync(struct emitter *e, uint32_t token)
{
    set_place(e, token, e->t->token[token].system);
}

/* What follows is ours, on the line of this token. */
static void quiet(struct emitter *e, uint32_t token)
{
    set_place(e, token, 1);
}

__attribute__((format(printf, 2, 3))) static void text(struct emitter *e, const char *format, ...)
{
    char buffer[1024];
    va_list args;
    va_start(args, format);
    int size = vsnprintf(buffer, sizeof buffer, format, args);
    va_end(args);
    if (size > 0 && (size_t)size < sizeof buffer)
        sw_buffer_add(e->out, buffer, (size_t)size);
    else
        e->out->failed = 1;
}

static void sled(struct emitter *e, enum sw_sled_kind kind, const char *site)
{
    sw_prelude_add_sled(e->out, e->target, kind, site);
    text(e, "; ");
}

/* Is the line at `at` a pragma that must stand right before a loop? */
static int is_loop_pragma(const struct emitter *e, uint32_t at)
{
    static const char *const of_loops[] = {"clang loop",   "GCC ivdep", "GCC unroll",
                                           "GCC novector", "unroll",    "nounroll"};
    const char *p = e->t->text + at;
    if (*p++ != '#')
        return 0;
    p += strspn(p, " \t");
    if (strncmp(p, "pragma ", 7))
        return 0;
    p += 7;
    for (size_t i = 0; i < sizeof of_loops / sizeof *of_loops; i++)
        if (!strncmp(p, of_loops[i], strlen(of_loops[i])))
            return 1;
    return 0;
}

/* Appends those lines from `at` to the token that are, or are not, pragmas of loops. */
static void add_lines(struct emitter *e, uint32_t at, const struct sw_token *t, int of_loops)
{
    while (at < t->at) {
        const char *from = e->t->text + at, *newline = memchr(from, '\n', t->at - at);
        uint32_t size = newline ? (uint32_t)(newline - from) : t->at - at;
        if (is_loop_pragma(e, at + (uint32_t)strspn(from, " \t")) == of_loops)
            sw_buffer_add(e->out, from, size);
        if (newline)
            sw_buffer_print(e->out, "\n");
        at += newline ? size + 1 : size;
    }
}

/* The text before a token; a cilk_for puts the pragmas of loops before the loop that it becomes. */
static void add_text_before(struct emitter *e, uint32_t at, uint32_t token)
{
    const struct sw_token *t = &e->t->token[token];
    int moves = t->pragma && (t->kind == SW_TOKEN_CILK_FOR || t->kind == SW_TOKEN_GRAIN);
    uint32_t end = moves && t->pragma > at ? t->pragma : moves ? at : t->at;
    sw_buffer_add(e->out, e->t->text + at, end - at);
    if (moves)
        add_lines(e, end, t, 0);
}

static void add_loop_pragmas(struct emitter *e, uint32_t token)
{
    const struct sw_token *t = &e->t->token[token];
    if (!t->pragma)
        return;
    sw_buffer_print(e->out, "\n");
    add_lines(e, t->pragma, t, 1);
    sw_buffer_print(e->out, "\n");
    e->line = UINT32_MAX;
}

/* The pragmas that stand before a token would be lost with the blanks between two pieces. */
static void add_pragmas(struct emitter *e, uint32_t token)
{
    const struct sw_token *t = &e->t->token[token];
    if (!t->pragma)
        return;
    sw_buffer_print(e->out, "\n");
    add_text_before(e, t->pragma, token);
    e->line = UINT32_MAX;
}

/* A piece of the user's text that has no constructs in it. */
static void user(struct emitter *e, struct sw_range range)
{
    if (range.first >= range.end)
        return;
    sync(e, range.first);
    emit_range(e, range, NULL);
}

static void user_token(struct emitter *e, uint32_t token)
{
    user(e, (struct sw_range){token, token + 1});
}

/* --- spawns --- */

/* An argument of constants is written again where it is used: a literal 0 stays a null pointer. */
static int is_constant(const struct emitter *e, struct sw_range range)
{
    static const char *const words[] = {"void",   "char",   "short",    "int",   "long",   "float",
                                        "double", "signed", "unsigned", "const", "sizeof", "_Bool"};
    for (uint32_t i = range.first; i < range.end; i++) {
        int known = e->t->token[i].kind != SW_TOKEN_NAME;
        for (size_t k = 0; k < sizeof words / sizeof *words && !known; k++)
            known = sw_tokens_is(e->t, i, words[k]);
        if (!known || sw_tokens_is(e->t, i, "{"))
            return 0;
    }
    return 1;
}

/* `(void)0,` takes the value: of a bit-field, which __auto_type refuses, or of an array. */
static void capture(struct emitter *e, const char *prefix, unsigned n, unsigned k,
                    struct sw_range range)
{
    text(e, " __extension__ __auto_type __sw%u_%s%u = ((void)0, ", n, prefix, k);
    user(e, range);
    text(e, "); ");
}

static void capture_call(struct emitter *e, const struct sw_spawn *spawn, unsigned n)
{
    if (!spawn->callee_is_name)
        capture(e, "f", n, 0, spawn->callee);
    for (uint32_t k = 0; k < spawn->n_arguments; k++)
        if (!is_constant(e, spawn->argument[k]))
            capture(e, "a", n, k, spawn->argument[k]);
}

static void call(struct emitter *e, const struct sw_spawn *spawn, unsigned n)
{
    sync(e, spawn->callee.first);
    if (spawn->callee_is_name)
        user(e, spawn->callee);
    else
        text(e, "__sw%u_f0", n);
    text(e, "(");
    for (uint32_t k = 0; k < spawn->n_arguments; k++) {
        if (k)
            text(e, ", ");
        if (is_constant(e, spawn->argument[k]))
            user(e, spawn->argument[k]);
        else
            text(e, "__sw%u_a%u", n, k);
    }
    text(e, ")");
}

static void emit_init(struct emitter *e, const struct sw_spawn *spawn, unsigned n)
{
    text(e, "__extension__ ({");
    capture_call(e, spawn, n);
    sync(e, spawn->keyword);
    sled(e, SW_SLED_SPAWN, NULL);
    text(e, "__extension__ ({ __auto_type __sw%u_r = ", n);
    call(e, spawn, n);
    text(e, "; ");
    sled(e, SW_SLED_SPAWN_END, NULL);
    text(e, "__sw%u_r; }); })", n);
}

static void emit_target(struct emitter *e, const struct sw_spawn *spawn, unsigned n)
{
    if (spawn->form != SW_SPAWN_ASSIGN)
        return;
    if (spawn->target_is_name)
        user(e, spawn->target);
    else
        text(e, "*__sw%u_p0", n);
    text(e, " = ");
}

static void emit_spawn(struct emitter *e, const struct sw_construct *c)
{
    const struct sw_spawn *spawn = &c->spawn;
    unsigned n = e->unique++;
    if (spawn->form == SW_SPAWN_INIT) {
        emit_init(e, spawn, n);
        return;
    }
    text(e, "{");
    if (spawn->form == SW_SPAWN_ASSIGN && !spawn->target_is_name) {
        text(e, " __extension__ __auto_type __sw%u_p0 = &(", n);
        user(e, spawn->target);
        text(e, ");");
    }
    capture_call(e, spawn, n);
    sync(e, spawn->keyword);
    sled(e, SW_SLED_SPAWN, NULL);
    emit_target(e, spawn, n);
    call(e, spawn, n);
    text(e, "; ");
    sled(e, SW_SLED_SPAWN_END, NULL);
    text(e, "}");
}

/* --- syncs and scopes --- */

static const struct sw_construct *function_of(const struct sw_construct *c)
{
    while (c->kind != SW_CONSTRUCT_FUNCTION)
        c = c->parent;
    return c;
}

static void emit_sync(struct emitter *e, const struct sw_construct *c)
{
    if (function_of(c)->spawns_deep)
        sled(e, SW_SLED_SYNC, NULL);
    else
        text(e, ";");
}

/* Opens a scope in the block that has just been opened; it ends on every way out of the block. */
static void open_scope(struct emitter *e, uint32_t keyword)
{
    quiet(e, keyword);
    text(e,
         "__attribute__((__cleanup__(__spanwise_scope_end), __unused__)) const char __sw%u = 0; ",
         e->unique++);
    sync(e, keyword);
    sled(e, SW_SLED_SCOPE, NULL);
}

static void emit_scope(struct emitter *e, const struct sw_construct *c)
{
    text(e, "{ ");
    open_scope(e, c->scope.keyword);
    sync(e, c->scope.body.first);
    emit_range(e, c->scope.body, c->child);
    text(e, " }");
}

/* --- loops --- */

static void emit_variable(struct emitter *e, const struct sw_for *loop, unsigned n)
{
    if (loop->type.first < loop->type.end) {
        user(e, loop->type);
    } else {
        text(e, "__typeof__(");
        user_token(e, loop->name);
        text(e, ")");
    }
    text(e, " __sw%u_i = ", n);
    user(e, loop->start);
    text(e, ";");
    capture(e, "limit", n, 0, loop->limit);
    if (loop->step.first < loop->step.end)
        capture(e, "step", n, 0, loop->step);
}

static void emit_count(struct emitter *e, const struct sw_for *loop, unsigned n)
{
    static const char *const tests[] = {"<", "<=", ">", ">=", "!="};
    text(e,
         "_Static_assert(__builtin_classify_type(__sw%u_i) <= 5, \"the control variable of a "
         "cilk_for must be an integer or a pointer\"); ",
         n);
    text(e, "unsigned long __sw%u_count = __spanwise_trips(__sw%u_i %s __sw%u_limit0, ", n, n,
         tests[loop->test], n);
    for (int k = 0; k < 2; k++)
        text(e, "(unsigned long)(__typeof__(1 ? __sw%u_i : __sw%u_limit0))__sw%u_%s, ", n, n, n,
             k ? "limit0" : "i");
    text(e, "sizeof(*__builtin_choose_expr(__builtin_classify_type(__sw%u_i) == 5, __sw%u_i, ", n,
         n);
    text(e, "(char *)0)), ");
    if (loop->step.first < loop->step.end)
        text(e, "%s(long)__sw%u_step0, ", loop->down ? "-" : "", n);
    else
        text(e, "%s1L, ", loop->down ? "-" : "");
    text(e, "%d, ~0UL >> (64 - 8 * sizeof __sw%u_i)); ", (int)loop->test, n);
}

static void emit_grain(struct emitter *e, const struct sw_token *pragma)
{
    sw_macro_expand(e->t, pragma->match, pragma->at + pragma->size, e->out);
}

static void emit_begin(struct emitter *e, const struct sw_for *loop, unsigned n)
{
    char site[32];
    snprintf(site, sizeof site, "__sw%u_site", n);
    text(e, "const void *%s; const struct __spanwise_hooks *__sw%u_hooks = __spanwise_hooks; ",
         site, n);
    text(e, "struct __spanwise_loop __sw%u_state; ", n);
    sync(e, loop->keyword);
    sled(e, SW_SLED_SCOPE, site);
    quiet(e, loop->grain ? loop->grain : loop->keyword);
    text(e, "if (__builtin_expect(__sw%u_hooks != 0, 0)) ", n);
    text(e, "__sw%u_count = __sw%u_hooks->loop_begin(&__sw%u_state, __sw%u_count, (unsigned long)(",
         n, n, n, n);
    if (loop->grain)
        emit_grain(e, &e->t->token[loop->grain]);
    else
        text(e, "0");
    text(e, "), %s); ", site);
}

/* One iteration sees a copy of its own of the control variable. */
static void emit_iteration(struct emitter *e, const struct sw_construct *c, unsigned n)
{
    const struct sw_for *loop = &c->loop;
    int declared = loop->type.first < loop->type.end;
    text(e, "{ __attribute__((__unused__)) __typeof__(__sw%u_i) ", n);
    if (declared)
        user_token(e, loop->name);
    else
        sw_buffer_add(e->out, e->t->text + e->t->token[loop->name].at,
                      e->t->token[loop->name].size);
    text(e, " = __sw%u_i; ", n);
    if (c->spawns)
        open_scope(e, loop->keyword);
    add_pragmas(e, loop->body.first);
    sync(e, loop->body.first);
    emit_range(e, loop->body, c->child);
    text(e, " }");
}

static void emit_for(struct emitter *e, const struct sw_construct *c)
{
    const struct sw_for *loop = &c->loop;
    unsigned n = e->unique++;
    text(e, "{ ");
    emit_variable(e, loop, n);
    quiet(e, loop->keyword);
    emit_count(e, loop, n);
    emit_begin(e, loop, n);
    quiet(e, loop->keyword);
    text(e, "while (__sw%u_count) { ", n);
    if (loop->grain)
        add_loop_pragmas(e, loop->grain);
    add_loop_pragmas(e, loop->keyword);
    quiet(e, loop->keyword);
    text(e, "for (; __sw%u_count; --__sw%u_count, ", n, n);
    if (loop->step.first < loop->step.end)
        text(e, "__sw%u_i %s __sw%u_step0", n, loop->down ? "-=" : "+=", n);
    else
        text(e, "%s__sw%u_i", loop->down ? "--" : "++", n);
    text(e, ") ");
    emit_iteration(e, c, n);
    quiet(e, loop->keyword);
    text(e,
         "if (__builtin_expect(__sw%u_hooks != 0, 0)) "
         "__sw%u_count = __sw%u_hooks->loop_next(&__sw%u_state, __sw%u_site); } ",
         n, n, n, n, n);
    sled(e, SW_SLED_SCOPE_END, NULL);
    if (loop->type.first == loop->type.end) {
        user_token(e, loop->name);
        text(e, " = __sw%u_i; ", n);
    }
    text(e, "}");
}

/* --- functions and files --- */

static void emit_prelude(struct emitter *e, uint32_t before)
{
    if (e->prelude_done)
        return;
    e->prelude_done = 1;
    sw_prelude_add(e->out, e->target);
    e->line = UINT32_MAX;
    sync(e, before);
}

/*
 * A sync belongs to its function, so the function keeps its own frame. `inline` would contradict
 * that: a static function does without; another one may be defined in several files, hence weak.
 */
static void emit_function(struct emitter *e, const struct sw_construct *c)
{
    const struct sw_function *f = &c->function;
    if (c->parent->kind == SW_CONSTRUCT_FILE)
        emit_prelude(e, c->all.first);
    text(e, "__attribute__((__noinline__)) ");
    if (f->inline_word == f->body) {
        emit_range(e, c->all, c->child);
        return;
    }
    user(e, (struct sw_range){c->all.first, f->inline_word});
    text(e, " __attribute__((%s)) ", f->is_static ? "__unused__" : "__weak__");
    sync(e, f->inline_word + 1);
    emit_range(e, (struct sw_range){f->inline_word + 1, c->all.end}, c->child);
}

static void emit_construct(struct emitter *e, const struct sw_construct *c)
{
    switch (c->kind) {
    case SW_CONSTRUCT_FILE:
        break;
    case SW_CONSTRUCT_FUNCTION:
        emit_function(e, c);
        break;
    case SW_CONSTRUCT_SPAWN:
        emit_spawn(e, c);
        break;
    case SW_CONSTRUCT_SYNC:
        emit_sync(e, c);
        break;
    case SW_CONSTRUCT_SCOPE:
        emit_scope(e, c);
        break;
    case SW_CONSTRUCT_FOR:
        emit_for(e, c);
        break;
    }
}

static void be_at(struct emitter *e, uint32_t token)
{
    e->file = e->t->token[token].file;
    e->line = e->t->token[token].line;
    e->system = e->t->token[token].system;
}

/* The text of a range; its constructs, which start at `child`, are written instead of copied. */
static void emit_range(struct emitter *e, struct sw_range range, const struct sw_construct *child)
{
    const struct sw_token *t = e->t->token;
    uint32_t at = t[range.first].at;
    for (; child; child = child->next) {
        add_text_before(e, at, child->all.first);
        be_at(e, child->all.first);
        emit_construct(e, child);
        sync(e, child->all.end - 1);
        at = t[child->all.end - 1].at + t[child->all.end - 1].size;
    }
    uint32_t end = t[range.end - 1].at + t[range.end - 1].size;
    sw_buffer_add(e->out, e->t->text + at, end - at);
    be_at(e, range.end - 1);
}

void sw_emit(const struct sw_tokens *tokens, const struct sw_construct *root,
             enum sw_rewrite_target target, struct sw_buffer *out)
{
    struct emitter e = {.t = tokens, .target = target, .out = out};
    const struct sw_construct *c = root->child;
    uint32_t at = 0;
    for (; c; c = c->next) {
        sw_buffer_add(out, tokens->text + at, tokens->token[c->all.first].at - at);
        be_at(&e, c->all.first);
        emit_construct(&e, c);
        sync(&e, c->all.end - 1);
        at = tokens->token[c->all.end - 1].at + tokens->token[c->all.end - 1].size;
    }
    sw_buffer_add(out, tokens->text + at, tokens->size - at);
}
