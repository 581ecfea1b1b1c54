/* The serial elision with sleds: for compilers without nested functions. */
#include "compile/rewrite/emitter.h"

#include <stdio.h>

static void capture_call(struct sw_emitter *e, const struct sw_spawn *spawn, unsigned n)
{
    if (!spawn->callee_is_name)
        sw_emit_capture(e, "f", n, 0, spawn->callee);
    sw_emit_capture_arguments(e, spawn, n);
}

static void call(struct sw_emitter *e, const struct sw_spawn *spawn, unsigned n)
{
    sw_emit_place(e, spawn->callee.first);
    if (spawn->callee_is_name)
        sw_emit_user(e, spawn->callee);
    else
        sw_emit_text(e, "__sw%u_f0", n);
    sw_emit_arguments(e, spawn, n, "a");
}

static void emit_init(struct sw_emitter *e, const struct sw_spawn *spawn, unsigned n)
{
    sw_emit_text(e, "= __extension__ ({");
    capture_call(e, spawn, n);
    sw_emit_place(e, spawn->keyword);
    sw_emit_sled(e, SW_SLED_SPAWN, NULL);
    sw_emit_text(e, "__extension__ ({ __auto_type __sw%u_r = ", n);
    call(e, spawn, n);
    sw_emit_text(e, "; ");
    sw_emit_sled(e, SW_SLED_SPAWN_END, NULL);
    sw_emit_text(e, "__sw%u_r; }); })%s", n, spawn->more ? ", " : "");
}

static void emit_target(struct sw_emitter *e, const struct sw_spawn *spawn, unsigned n)
{
    if (spawn->target_is_name)
        sw_emit_user(e, spawn->target);
    else
        sw_emit_text(e, "*__sw%u_p0", n);
    sw_emit_user_token(e, spawn->operation);
}

/* An update reads its variable after the call, as in parallel. */
static void emit_store(struct sw_emitter *e, const struct sw_spawn *spawn, unsigned n)
{
    if (spawn->form == SW_SPAWN_ASSIGN)
        emit_target(e, spawn, n);
    else if (spawn->form == SW_SPAWN_UPDATE)
        sw_emit_text(e, "__extension__ __auto_type __sw%u_r = ", n);
    call(e, spawn, n);
    sw_emit_text(e, "; ");
    if (spawn->form != SW_SPAWN_UPDATE)
        return;
    emit_target(e, spawn, n);
    sw_emit_text(e, "__sw%u_r; ", n);
}

void sw_emit_serial_spawn(struct sw_emitter *e, const struct sw_construct *c)
{
    const struct sw_spawn *spawn = &c->spawn;
    unsigned n = e->unique++;
    if (spawn->form == SW_SPAWN_INIT) {
        emit_init(e, spawn, n);
        return;
    }
    sw_emit_text(e, "{");
    if (spawn->form != SW_SPAWN_DISCARD && !spawn->target_is_name) {
        sw_emit_text(e, " __extension__ __auto_type __sw%u_p0 = &(", n);
        sw_emit_user(e, spawn->target);
        sw_emit_text(e, ");");
    }
    capture_call(e, spawn, n);
    sw_emit_place(e, spawn->keyword);
    sw_emit_sled(e, SW_SLED_SPAWN, NULL);
    emit_store(e, spawn, n);
    sw_emit_sled(e, SW_SLED_SPAWN_END, NULL);
    sw_emit_text(e, "}");
}

static void emit_begin(struct sw_emitter *e, const struct sw_for *loop, unsigned n)
{
    char site[32];
    snprintf(site, sizeof site, "__sw%u_site", n);
    sw_emit_text(e,
                 "const void *%s; const struct __spanwise_hooks *__sw%u_hooks = __spanwise_hooks; ",
                 site, n);
    sw_emit_text(e, "struct __spanwise_loop __sw%u_state; ", n);
    sw_emit_place(e, loop->keyword);
    sw_emit_sled(e, SW_SLED_SCOPE, site);
    sw_emit_quiet(e, loop->grain ? loop->grain : loop->keyword);
    sw_emit_text(e, "if (__builtin_expect(__sw%u_hooks != 0, 0)) ", n);
    sw_emit_text(
        e, "__sw%u_count = __sw%u_hooks->loop_begin(&__sw%u_state, __sw%u_count, (unsigned long)(",
        n, n, n, n);
    sw_emit_grain(e, loop);
    sw_emit_text(e, "), %s); ", site);
}

void sw_emit_serial_for(struct sw_emitter *e, const struct sw_construct *c)
{
    const struct sw_for *loop = &c->loop;
    unsigned n = e->unique++;
    sw_emit_text(e, "{ ");
    sw_emit_variable(e, loop, n);
    sw_emit_quiet(e, loop->keyword);
    sw_emit_count(e, loop, n);
    emit_begin(e, loop, n);
    sw_emit_quiet(e, loop->keyword);
    sw_emit_text(e, "while (__sw%u_count) { ", n);
    if (loop->grain)
        sw_emit_loop_pragmas(e, loop->grain);
    sw_emit_loop_pragmas(e, loop->keyword);
    sw_emit_quiet(e, loop->keyword);
    sw_emit_text(e, "for (; __sw%u_count; --__sw%u_count, ", n, n);
    if (loop->step.first < loop->step.end)
        sw_emit_text(e, "__sw%u_i %s __sw%u_step0", n, loop->down ? "-=" : "+=", n);
    else
        sw_emit_text(e, "%s__sw%u_i", loop->down ? "--" : "++", n);
    sw_emit_text(e, ") ");
    sw_emit_iteration(e, c, n);
    sw_emit_quiet(e, loop->keyword);
    sw_emit_text(e,
                 "if (__builtin_expect(__sw%u_hooks != 0, 0)) "
                 "__sw%u_count = __sw%u_hooks->loop_next(&__sw%u_state, __sw%u_site); } ",
                 n, n, n, n, n);
    sw_emit_sled(e, SW_SLED_SCOPE_END, NULL);
    if (loop->type.first == loop->type.end) {
        sw_emit_user_token(e, loop->name);
        sw_emit_text(e, " = __sw%u_i; ", n);
    }
    sw_emit_text(e, "}");
}
