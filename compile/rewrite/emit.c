/*
 * Writes a file's constructs as C, with sleds in line: what is the same however a program is to run, functions, syncs, scopes and the heads
 * of loops; and spawns and loops of the serial elision, for compilers without nested functions.
 */
#include "compile/rewrite/emitter.h"
#include "compile/rewrite/prelude.h"

/* --- Spawns and loops of serial C --- */

static void capture_call(struct sw_emitter *e)
{
    if (!e->spawn->callee_is_name)
        sw_emit_capture(e, "f", 0, e->spawn->callee);
    sw_emit_capture_arguments(e);
}

static void call(struct sw_emitter *e)
{
    sw_emit_place(e, e->spawn->callee.first);
    sw_emit_text(e, e->spawn->callee_is_name ? "%r" : "__sw#_f0", e->spawn->callee);
    sw_emit_arguments(e, "a");
}

static void emit_init(struct sw_emitter *e)
{
    sw_emit_text(e, "= __extension__ ({");
    capture_call(e);
    sw_emit_text(e, "%p%S__extension__ ({ __auto_type __sw#_r = ", SW_SLED_SPAWN);
    call(e);
    sw_emit_text(e, "; %S__sw#_r; }); })%s", SW_SLED_SPAWN_END, e->spawn->more ? ", " : "");
}

static void emit_target(struct sw_emitter *e)
{
    if (e->spawn->target_is_name)
        sw_emit_text(e, "%r%t", e->spawn->target, e->spawn->operation);
    else
        sw_emit_text(e, "*__sw#_p0%t", e->spawn->operation);
}

/* An update reads its variable after the call, as in parallel. */
static void emit_store(struct sw_emitter *e)
{
    enum sw_spawn_form form = e->spawn->form;
    if (form == SW_SPAWN_ASSIGN)
        emit_target(e);
    else if (form == SW_SPAWN_UPDATE)
        sw_emit_text(e, "__extension__ __auto_type __sw#_r = ");
    call(e);
    sw_emit_text(e, "; ");
    if (form != SW_SPAWN_UPDATE)
        return;
    emit_target(e);
    sw_emit_text(e, "__sw#_r; ");
}

static void emit_serial_spawn(struct sw_emitter *e)
{
    e->n = e->unique++;
    if (e->spawn->form == SW_SPAWN_INIT) {
        emit_init(e);
        return;
    }
    sw_emit_text(e, "{");
    if (e->spawn->form != SW_SPAWN_DISCARD && !e->spawn->target_is_name)
        sw_emit_text(e, " __extension__ __auto_type __sw#_p0 = &(%r);", e->spawn->target);
    capture_call(e);
    sw_emit_text(e, "%p%S", SW_SLED_SPAWN);
    emit_store(e);
    sw_emit_text(e, "%S}", SW_SLED_SPAWN_END);
}

static void emit_begin(struct sw_emitter *e)
{
    sw_emit_text(e, "const void *__sw#_site; const struct __spanwise_hooks *__sw#_hooks = "
                    "__spanwise_hooks; struct __spanwise_loop __sw#_state; %p");
    sw_emit_loop_sled(e);
    sw_emit_quiet(e, e->loop->grain ? e->loop->grain : e->loop->keyword);
    sw_emit_text(e, "if (__builtin_expect(__sw#_hooks != 0, 0)) __sw#_count = "
                    "__sw#_hooks->loop_begin(&__sw#_state, __sw#_count, (unsigned long)(");
    sw_emit_grain(e);
    sw_emit_text(e, "), __sw#_site); ");
}

static void emit_serial_for(struct sw_emitter *e)
{
    e->n = e->unique++;
    sw_emit_head(e);
    emit_begin(e);
    sw_emit_text(e, "%qwhile (__sw#_count) { ");
    sw_emit_iterations(e, "__sw#_count", "--__sw#_count");
    sw_emit_text(e,
                 "%qif (__builtin_expect(__sw#_hooks != 0, 0)) __sw#_count = "
                 "__sw#_hooks->loop_next(&__sw#_state, __sw#_site); } %S",
                 SW_SLED_SCOPE_END);
    if (e->loop->type.first == e->loop->type.end)
        sw_emit_text(e, "%t = __sw#_i; ", e->loop->name);
    sw_emit_text(e, "}");
}

/* --- syncs and scopes --- */

/* Is there a frame that a sync can mean? An iteration of a loop does not sync for the function. */
static int has_frame(const struct sw_construct *c)
{
    for (c = c->parent;
         !c->spawns && c->kind != SW_CONSTRUCT_FOR && c->kind != SW_CONSTRUCT_FUNCTION;)
        c = c->parent;
    return c->spawns != 0;
}

static void emit_sync(struct sw_emitter *e)
{
    const struct sw_construct *c = e->c;
    if (!e->spawns) {
        sw_emit_text(e, ";");
        return;
    }
    if (e->mode.tasks && has_frame(c))
        sw_emit_frame_sync(e);
    else
        sw_emit_sled(e, SW_SLED_SYNC);
}

/* Opens a scope in the block that has just been opened; it ends on every way out of the block. */
static void open_scope(struct sw_emitter *e, const struct sw_construct *c, uint32_t keyword)
{
    sw_emit_quiet(e, keyword);
    sw_emit_text(
        e, "__attribute__((__cleanup__(__spanwise_scope_end), __unused__)) const char __sw%u = 0; ",
        e->unique++);
    sw_emit_place(e, keyword);
    sw_emit_sled(e, SW_SLED_SCOPE);
    if (e->mode.tasks && c->spawns)
        sw_emit_frame(e, keyword);
}

static void emit_block(struct sw_emitter *e)
{
    const struct sw_construct *c = e->c;
    sw_emit_text(e, "{ ");
    if (!e->mode.tasks || e->mode.cxx || !has_frame(c))
        return;
    sw_emit_quiet(e, c->all.first);
    sw_emit_text(e,
                 "__attribute__((__cleanup__(__spanwise_block_end), __unused__))"
                 " struct __spanwise_frame *__sw%u = &__sw_frame; ",
                 e->unique++);
}

static void emit_scope(struct sw_emitter *e)
{
    const struct sw_construct *c = e->c;
    sw_emit_text(e, "{ ");
    if (e->mode.cxx) {
        sw_emit_cxx_scope(e, c, c->scope.body);
    } else {
        open_scope(e, c, c->scope.keyword);
        sw_emit_place(e, c->scope.body.first);
        sw_emit_range(e, c->scope.body, c->child);
    }
    sw_emit_text(e, " }");
}

/* --- loops --- */

const char *const sw_emit_tests[] = {"<", "<=", ">", ">=", "!="};

void sw_emit_head(struct sw_emitter *e)
{
    int has_step = e->loop->step.first < e->loop->step.end;
    if (e->loop->type.first < e->loop->type.end)
        sw_emit_text(e, "{ %r", e->loop->type);
    else
        sw_emit_text(e, "{ __typeof__(%t)", e->loop->name);
    sw_emit_text(e, " __sw#_i = %r;", e->loop->start);
    sw_emit_capture(e, "limit", 0, e->loop->limit);
    if (has_step)
        sw_emit_capture(e, "step", 0, e->loop->step);
    sw_emit_text(
        e,
        "%q_Static_assert(__builtin_classify_type(__sw#_i) <= 5, \"the control variable of "
        "a cilk_for must be an integer or a pointer\"); "
        "unsigned long __sw#_count = __spanwise_trips(__sw#_i %s __sw#_limit0, "
        "(unsigned long)(__typeof__(1 ? __sw#_i : __sw#_limit0))__sw#_i, "
        "(unsigned long)(__typeof__(1 ? __sw#_i : __sw#_limit0))__sw#_limit0, "
        "sizeof(*__builtin_choose_expr(__builtin_classify_type(__sw#_i) == 5, __sw#_i, "
        "(char *)0)), %s",
        sw_emit_tests[e->loop->test], e->loop->down ? "-" : "");
    sw_emit_text(e, has_step ? "(long)__sw#_step0, " : "1L, ");
    sw_emit_text(e, "%d, ~0UL >> (64 - 8 * sizeof __sw#_i)); ", (int)e->loop->test);
}

void sw_emit_grain(struct sw_emitter *e)
{
    uint32_t grain = e->loop->grain;
    const struct sw_token *pragma = &e->t->token[grain];
    if (grain)
        sw_macro_expand(e->t, pragma->match, pragma->at + pragma->size, e->out);
    else
        sw_emit_text(e, "0");
}

/* Each sees a copy of its own of the control variable. */
void sw_emit_iterations(struct sw_emitter *e, const char *condition, const char *next)
{
    const struct sw_construct *c = e->c;
    const struct sw_for *loop = &c->loop;
    sw_emit_loop_pragmas(e);
    sw_emit_text(e, "%qfor (; ");
    sw_emit_text(e, condition);
    sw_emit_text(e, "; ");
    sw_emit_text(e, next);
    if (loop->step.first < loop->step.end)
        sw_emit_text(e, ", __sw#_i %s __sw#_step0", loop->down ? "-=" : "+=");
    else
        sw_emit_text(e, ", %s__sw#_i", loop->down ? "--" : "++");
    sw_emit_text(e, ") { __attribute__((__unused__)) __typeof__(__sw#_i) ");
    if (loop->type.first < loop->type.end)
        sw_emit_text(e, "%t", loop->name);
    else
        sw_buffer_add(e->out, e->t->text + e->t->token[loop->name].at,
                      e->t->token[loop->name].size);
    sw_emit_text(e, " = __sw#_i; ");
    if (c->spawns)
        open_scope(e, c, loop->keyword);
    sw_emit_pragmas(e, loop->body.first);
    sw_emit_place(e, loop->body.first);
    sw_emit_range(e, loop->body, c->child);
    sw_emit_text(e, " }");
}

/* --- functions and files --- */

static void emit_prelude(struct sw_emitter *e, uint32_t before)
{
    if (e->prelude_done)
        return;
    e->prelude_done = 1;
    sw_prelude_add(e->out, e->mode);
    e->line = UINT32_MAX;
    sw_emit_place(e, before);
}

/*
 * A sync belongs to its function, so the function keeps its own frame. `inline` would contradict
 * that: a static function does without; another one may be defined in several files, hence weak.
 */
static void emit_function(struct sw_emitter *e)
{
    const struct sw_construct *c = e->c;
    const struct sw_function *f = &c->function;
    const struct sw_token *name = &e->t->token[f->name];
    char around[sizeof e->function];
    int spawns_around = e->spawns;
    e->spawns = c->spawns_deep != 0;
    memcpy(around, e->function, sizeof around);
    snprintf(e->function, sizeof e->function, "%.*s", f->name ? (int)name->size : 0,
             e->t->text + name->at);
    if (c->parent->kind == SW_CONSTRUCT_FILE)
        emit_prelude(e, c->all.first);
    sw_emit_text(e, "__attribute__((__noinline__)) ");
    struct sw_range rest = c->all;
    if (f->inline_word != f->body) {
        sw_emit_text(e, "%r __attribute__((%s)) ", (struct sw_range){c->all.first, f->inline_word},
                     f->is_static ? "__unused__" : "__weak__");
        rest.first = f->inline_word + 1;
        sw_emit_place(e, rest.first);
    }
    if (e->mode.tasks && c->spawns) {
        sw_emit_range(e, (struct sw_range){rest.first, f->frame}, NULL);
        sw_emit_frame(e, f->frame - 1);
        rest.first = f->frame;
        sw_emit_pragmas(e, rest.first);
        sw_emit_place(e, rest.first);
    }
    sw_emit_range(e, rest, c->child);
    memcpy(e->function, around, sizeof around);
    e->spawns = spawns_around;
}

/* A function of C++ is never inlined if it has a frame: that allocates. */
static void emit_cxx_function(struct sw_emitter *e)
{
    const struct sw_construct *c = e->c;
    const struct sw_function *f = &c->function;
    int spawns_around = e->spawns;
    e->spawns = c->spawns_deep != 0;
    if (!e->mode.tasks || !c->spawns) {
        sw_emit_range(e, c->all, c->child);
    } else {
        uint32_t close = c->all.end - 1;
        sw_emit_range(e, (struct sw_range){c->all.first, f->frame}, NULL);
        sw_emit_cxx_frame(e, f->frame - 1);
        sw_emit_pragmas(e, f->frame);
        sw_emit_place(e, f->frame);
        sw_emit_range(e, (struct sw_range){f->frame, close}, c->child);
        sw_emit_cxx_frame_end(e, close);
        sw_emit_text(e, "%t", close);
    }
    e->spawns = spawns_around;
}

static void emit_nothing(struct sw_emitter *e)
{
    sw_emit_text(e, ";");
}

/* Of serial C, of C that can run in parallel, and the same of C++. */
static void (*const writers[][4])(struct sw_emitter *e) = {
    [SW_CONSTRUCT_FUNCTION] = {emit_function, emit_function, emit_cxx_function, emit_cxx_function},
    [SW_CONSTRUCT_GUARD] = {[2] = sw_emit_cxx_guard, sw_emit_cxx_guard},
    [SW_CONSTRUCT_SPAWN] = {emit_serial_spawn, sw_emit_task_spawn, sw_emit_cxx_serial_spawn,
                            sw_emit_cxx_task_spawn},
    [SW_CONSTRUCT_SYNC] = {emit_sync, emit_sync, emit_sync, emit_sync},
    [SW_CONSTRUCT_SCOPE] = {emit_scope, emit_scope, emit_scope, emit_scope},
    [SW_CONSTRUCT_NOTHING] = {emit_nothing, emit_nothing, emit_nothing, emit_nothing},
    [SW_CONSTRUCT_BLOCK] = {emit_block, emit_block, emit_block, emit_block},
    [SW_CONSTRUCT_FOR] = {emit_serial_for, sw_emit_task_for, sw_emit_cxx_for, sw_emit_cxx_for},
};

static void emit_construct(struct sw_emitter *e, const struct sw_construct *c)
{
    const struct sw_emitter around = *e;
    e->c = c;
    e->spawn = &c->spawn;
    e->loop = &c->loop;
    e->keyword = c->kind == SW_CONSTRUCT_FOR ? c->loop.keyword : c->spawn.keyword;
    writers[c->kind][2 * (e->mode.cxx != 0) + (e->mode.tasks != 0)](e);
    e->c = around.c;
    e->spawn = around.spawn;
    e->loop = around.loop;
    e->n = around.n;
    e->keyword = around.keyword;
}

static void be_at(struct sw_emitter *e, uint32_t token)
{
    e->file = e->t->token[token].file;
    e->line = e->t->token[token].line;
    e->system = e->t->token[token].system;
}

void sw_emit_range(struct sw_emitter *e, struct sw_range range, const struct sw_construct *child)
{
    const struct sw_token *t = e->t->token;
    uint32_t at = t[range.first].at;
    for (; child && child->all.first < range.end; child = child->next) {
        sw_emit_text_before(e, at, child->all.first);
        be_at(e, child->all.first);
        emit_construct(e, child);
        sw_emit_place(e, child->all.end - 1);
        at = t[child->all.end - 1].at + t[child->all.end - 1].size;
    }
    uint32_t end = t[range.end - 1].at + t[range.end - 1].size;
    sw_buffer_add(e->out, e->t->text + at, end - at);
    be_at(e, range.end - 1);
}

void sw_emit(const struct sw_tokens *tokens, const struct sw_construct *root,
             struct sw_rewrite_mode mode, struct sw_buffer *out)
{
    struct sw_emitter e = {.t = tokens, .mode = mode, .out = out};
    const struct sw_token *last = &tokens->token[root->all.end - 1];
    uint32_t end = last->at + last->size;
    if (mode.cxx) {
        sw_prelude_add(out, mode);
        e.prelude_done = 1;
        if (mode.tasks)
            sw_emit_cxx_names(&e, root);
    }
    sw_buffer_add(out, tokens->text, tokens->token->at);
    sw_emit_range(&e, root->all, root->child);
    sw_buffer_add(out, tokens->text + end, tokens->size - end);
}
