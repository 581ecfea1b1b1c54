/*
 * Code that can run in parallel; see agent/cilk/sched/frame.h. A spawn becomes
 *
 *     { captured arguments, address of the target;
 *       struct frame *__spanwise_task(frame, arguments, target) {
 *           push(frame); SPAWN sled; *target = f(arguments); SPAWN_END sled;
 *           return pop(frame); }
 *       __spanwise_task(&frame, arguments, target); }
 *
 * and a loop
 *
 *     { head; SCOPE sled;
 *       void __spanwise_body(from, n) { for (...) the user's body }
 *       void __spanwise_range(from, to) {
 *           while (to - from > grain) { spawn __spanwise_range(from, middle); from = middle; }
 *           __spanwise_body(from, to - from); sync; }
 *       __spanwise_range(0, count); SCOPE_END sled; }
 *
 * Functions in functions, so that the user's names mean what they mean, called by their names, so
 * that none is reached through its address: that would take an executable stack. The assembly filter
 * saves the context of a frame where a task is called (sleds/filter.c), and leaves functions with such
 * names without sleds of their own: they are part of the function around them.
 */
#include "compile/rewrite/emitter.h"
#include "compile/rewrite/prelude.h"

void sw_emit_frame(struct sw_emitter *e, uint32_t at)
{
    sw_emit_quiet(e, at);
    /* What is allocated has no size, but makes the compiler use the frame pointer. */
    sw_emit_text(
        e, "struct __spanwise_frame __sw_frame __attribute__((__cleanup__(__spanwise_leave)));"
           " __attribute__((__unused__)) char __sw_open = __extension__ ({"
           " __sw_frame.state = -1UL; __sw_frame.fp = (unsigned long)__builtin_frame_address(0);"
           " __asm__ __volatile__(\"\" : :"
           " \"r\"(__builtin_alloca(0))); (char)0; }); ");
}

void sw_emit_frame_sync(struct sw_emitter *e)
{
    unsigned n = e->unique++;
    sw_emit_text(e, "{ __label__ __sw%u_slow, __sw%u_done; ", n, n);
    sw_prelude_add_sync(e->out, e->mode.target, n);
    sw_emit_text(e,
                 "; goto __sw%u_done; __sw%u_slow: __attribute__((__cold__));"
                 " %s; __sw%u_done:; } ",
                 n, n, e->mode.cxx ? "__sw_frame.sync()" : "__spanwise_wait(&__sw_frame.state)", n);
}

/* A name may be that of a pointer, which is captured, or of a function, which is not. */
static void choose(struct sw_emitter *e, const struct sw_spawn *spawn)
{
    sw_emit_text(e, "__builtin_choose_expr(__builtin_types_compatible_p(__typeof__(&*");
    sw_emit_user(e, spawn->callee);
    sw_emit_text(e, "), __typeof__(");
    sw_emit_user(e, spawn->callee);
    sw_emit_text(e, ")), ");
}

static void capture_callee(struct sw_emitter *e, const struct sw_spawn *spawn, unsigned n)
{
    if (!spawn->callee_is_name) {
        sw_emit_capture(e, "f", n, 0, spawn->callee);
        return;
    }
    sw_emit_text(e, " __extension__ __auto_type __sw%u_f0 = ", n);
    choose(e, spawn);
    sw_emit_user(e, spawn->callee);
    sw_emit_text(e, ", (void *)0); ");
}

static int has_target(const struct sw_spawn *spawn)
{
    return spawn->form != SW_SPAWN_DISCARD;
}

/* A constant's name is given no second declaration. */
static void capture_target(struct sw_emitter *e, const struct sw_spawn *spawn, unsigned n)
{
    if (!has_target(spawn))
        return;
    if (spawn->form == SW_SPAWN_INIT) {
        sw_emit_text(e, " __typeof__(((void)0, ");
        sw_emit_user(e, spawn->target);
        sw_emit_text(e, ")) *__sw%u_p0 = (void *)(unsigned long)", n);
    } else {
        sw_emit_text(e, " __extension__ __auto_type __sw%u_p0 = ", n);
    }
    sw_emit_text(e, "&(");
    sw_emit_user(e, spawn->target);
    sw_emit_text(e, "); ");
}

/*
 * What a task is passed must fit into registers: where it goes by the stack, compilers compute its
 * place once for several calls, and the stack may be another one by then, and what is pushed before the
 * call would lie in between. The first arguments go directly, structures and what takes more than a
 * register (long double, on x86-64 in none) by address; all others in one structure, __sw<n>_v, by its address. The task
 * copies them before it pushes the frame: the caller goes on when that is stolen.
 */
enum { DIRECT = 2 };

static int is_passed(const struct sw_emitter *e, const struct sw_spawn *spawn, uint32_t k)
{
    return !sw_emit_is_constant(e, spawn->argument[k]);
}

static int has_more(const struct sw_emitter *e, const struct sw_spawn *spawn)
{
    for (uint32_t k = DIRECT; k < spawn->n_arguments; k++)
        if (is_passed(e, spawn, k))
            return 1;
    return 0;
}

static void collect(struct sw_emitter *e, const struct sw_spawn *spawn, unsigned n)
{
    if (!has_more(e, spawn))
        return;
    sw_emit_quiet(e, spawn->keyword);
    sw_emit_text(e, "struct { ");
    for (uint32_t k = DIRECT; k < spawn->n_arguments; k++)
        if (is_passed(e, spawn, k))
            sw_emit_text(e, "__typeof__(__sw%u_a%u) a%u; ", n, k, k);
    sw_emit_text(e, "} __sw%u_v = { ", n);
    for (uint32_t k = DIRECT; k < spawn->n_arguments; k++)
        if (is_passed(e, spawn, k))
            sw_emit_text(e, ".a%u = __sw%u_a%u, ", k, n, k);
    sw_emit_text(e, "}; ");
}

/* The two ways to pass an argument are to follow. */
static void choose_by_address(struct sw_emitter *e, unsigned n, uint32_t k)
{
    sw_emit_text(e,
                 "__builtin_choose_expr(__builtin_classify_type(__sw%u_a%u) > 11 ||"
                 " sizeof __sw%u_a%u > 8, ",
                 n, k, n, k);
}

/* Parameters of the task, or what is passed for them. */
static void list(struct sw_emitter *e, const struct sw_spawn *spawn, unsigned n, int types)
{
    if (has_more(e, spawn))
        sw_emit_text(e, types ? ", __typeof__(__sw%u_v) *__sw%u_v" : ", &__sw%u_v", n, n);
    sw_emit_text(e, types ? ", __typeof__(__sw%u_f0) __sw%u_f0" : ", __sw%u_f0", n, n);
    if (has_target(spawn))
        sw_emit_text(e, types ? ", __typeof__(__sw%u_p0) __sw%u_p0" : ", __sw%u_p0", n, n);
    for (uint32_t k = 0; k < spawn->n_arguments && k < DIRECT; k++)
        if (is_passed(e, spawn, k)) {
            sw_emit_text(e, types ? ", __typeof__(" : ", ");
            choose_by_address(e, n, k);
            sw_emit_text(e, "&__sw%u_a%u, __sw%u_a%u)", n, k, n, k);
            if (types)
                sw_emit_text(e, ") __sw%u_x%u", n, k);
        }
}

static void copy_arguments(struct sw_emitter *e, const struct sw_spawn *spawn, unsigned n)
{
    for (uint32_t k = 0; k < spawn->n_arguments; k++) {
        if (!is_passed(e, spawn, k))
            continue;
        sw_emit_text(e, "__typeof__(__sw%u_a%u) __sw%u_c%u = ", n, k, n, k);
        if (k >= DIRECT) {
            sw_emit_text(e, "__sw%u_v->a%u; ", n, k);
            continue;
        }
        choose_by_address(e, n, k);
        sw_emit_text(e,
                     "**(__typeof__(__sw%u_a%u) **)&__sw%u_x%u,"
                     " *(__typeof__(__sw%u_a%u) *)&__sw%u_x%u); ",
                     n, k, n, k, n, k, n, k);
    }
}

static void call(struct sw_emitter *e, const struct sw_spawn *spawn, unsigned n)
{
    sw_emit_place(e, spawn->callee.first);
    if (spawn->callee_is_name) {
        choose(e, spawn);
        sw_emit_text(e, "__sw%u_f0, ", n);
        sw_emit_user(e, spawn->callee);
        sw_emit_text(e, ")");
    } else {
        sw_emit_text(e, "__sw%u_f0", n);
    }
    sw_emit_arguments(e, spawn, n, "c");
}

/*
 * Without a frame pointer: every return would wait for the load of the one before. To whoever
 * walks a stack by frame pointers, the task then takes the place of the function that it is part of.
 */
static void begin_task(struct sw_emitter *e, unsigned n, uint32_t at)
{
    sw_emit_quiet(e, at);
    sw_emit_text(e,
                 "__attribute__((__noipa__, __optimize__(\"omit-frame-pointer\"))) "
                 "struct __spanwise_frame *__spanwise_task%u_%s(struct __spanwise_frame *__sw_f",
                 n, e->function);
}

/* What is needed behind the call waits in memory (volatile): a register to keep it in would have to be
 * saved first, and that is one store and one load more. */
static void begin_task_body(struct sw_emitter *e, uint32_t at, enum sw_sled_kind kind)
{
    sw_emit_text(e, "struct __spanwise_frame *volatile __sw_g = __sw_f; __spanwise_push(__sw_f); ");
    sw_emit_place(e, at);
    sw_emit_sled(e, kind, NULL);
}

static void end_task(struct sw_emitter *e, unsigned n, uint32_t at)
{
    sw_emit_text(e, "; ");
    sw_emit_sled(e, SW_SLED_SPAWN_END, NULL);
    sw_emit_quiet(e, at);
    sw_emit_text(e, "return __spanwise_popped(__sw_g); } ");
    sw_emit_place(e, at);
    sw_emit_text(e, "__spanwise_task%u_%s(&__sw_frame", n, e->function);
}

/*
 * As MIT Cilk has it: the update is made when the child returns, and none is lost where several children
 * update the same variable. Only what one instruction can exchange: the compiler would call a library
 * for more.
 */
static void emit_update(struct sw_emitter *e, const struct sw_spawn *spawn, unsigned n)
{
    sw_emit_text(e,
                 "; _Static_assert(sizeof *__sw%u_q <= 8, \"a variable that cilk_spawn updates may"
                 " have 8 bytes at most; assign to another one and update after the sync\");"
                 " __typeof__(__sw%u_p0) __sw%u_u = __sw%u_q;"
                 " __typeof__(((void)0, *__sw%u_u)) __sw%u_o, __sw%u_w;"
                 " __atomic_load(__sw%u_u, &__sw%u_o, 0);"
                 " do { __sw%u_w = __sw%u_o; __sw%u_w ",
                 n, n, n, n, n, n, n, n, n, n, n, n);
    sw_emit_user_token(e, spawn->operation);
    sw_emit_text(
        e,
        " __sw%u_r; } while (!__atomic_compare_exchange(__sw%u_u, &__sw%u_o, &__sw%u_w, 0, 0, 0))",
        n, n, n, n);
}

static void emit_task(struct sw_emitter *e, const struct sw_spawn *spawn, unsigned n)
{
    capture_target(e, spawn, n);
    capture_callee(e, spawn, n);
    sw_emit_capture_arguments(e, spawn, n);
    collect(e, spawn, n);
    begin_task(e, n, spawn->keyword);
    list(e, spawn, n, 1);
    sw_emit_text(e, ") { ");
    copy_arguments(e, spawn, n);
    if (has_target(spawn))
        sw_emit_text(e, "__typeof__(__sw%u_p0) volatile __sw%u_q = __sw%u_p0; ", n, n, n);
    begin_task_body(e, spawn->keyword, SW_SLED_SPAWN);
    if (has_target(spawn))
        sw_emit_text(e, "__extension__ __auto_type __sw%u_r = ", n);
    call(e, spawn, n);
    if (spawn->form == SW_SPAWN_UPDATE)
        emit_update(e, spawn, n);
    else if (has_target(spawn))
        sw_emit_text(e, "; *__sw%u_q = __sw%u_r", n, n);
    end_task(e, n, spawn->keyword);
    list(e, spawn, n, 0);
    sw_emit_text(e, "); ");
}

/* In a declaration it stays a declaration, for those who want all of them first. */
void sw_emit_task_spawn(struct sw_emitter *e, const struct sw_construct *c)
{
    const struct sw_spawn *spawn = &c->spawn;
    unsigned n = e->unique++;
    if (spawn->form != SW_SPAWN_INIT) {
        sw_emit_text(e, "{");
        emit_task(e, spawn, n);
        sw_emit_text(e, "}");
        return;
    }
    sw_emit_text(e, ";");
    sw_emit_quiet(e, spawn->keyword);
    sw_emit_text(e, "__attribute__((__unused__)) char __sw%u_done = __extension__ ({", n);
    emit_task(e, spawn, n);
    sw_emit_text(e, "(char)0; })");
    if (!spawn->more)
        return;
    sw_emit_text(e, "; ");
    sw_emit_user(e, spawn->specifiers);
}

/* --- loops --- */

/* The sled; what the profiler's hooks need if there are any; the grain size. */
static void emit_scope(struct sw_emitter *e, const struct sw_for *loop, unsigned n)
{
    char site[32];
    snprintf(site, sizeof site, "__sw%u_site", n);
    sw_emit_text(e,
                 "const void *%s; const struct __spanwise_hooks *__sw%u_hooks = __spanwise_hooks; ",
                 site, n);
    sw_emit_place(e, loop->keyword);
    sw_emit_sled(e, SW_SLED_SCOPE, site);
    sw_emit_quiet(e, loop->grain ? loop->grain : loop->keyword);
    sw_emit_text(e, "unsigned long __sw%u_grain = (unsigned long)(", n);
    sw_emit_grain(e, loop);
    sw_emit_text(e, "); ");
}

static void emit_body(struct sw_emitter *e, const struct sw_construct *c, unsigned n)
{
    const struct sw_for *loop = &c->loop;
    int has_step = loop->step.first < loop->step.end;
    sw_emit_quiet(e, loop->keyword);
    sw_emit_text(e,
                 "__attribute__((__noinline__)) void __spanwise_body%u_%s("
                 "unsigned long __sw_from, unsigned long __sw_n) { ",
                 n, e->function);
    sw_emit_text(e,
                 "__typeof__(__sw%u_i) __sw%u_start = __sw%u_i; { __typeof__(__sw%u_start)"
                 " __sw%u_i = (__typeof__(__sw%u_start))(__sw%u_start %c (long)(__sw_from",
                 n, n, n, n, n, n, n, loop->down ? '-' : '+');
    if (has_step)
        sw_emit_text(e, " * (unsigned long)__sw%u_step0", n);
    sw_emit_text(e, ")); ");
    if (loop->grain)
        sw_emit_loop_pragmas(e, loop->grain);
    sw_emit_loop_pragmas(e, loop->keyword);
    sw_emit_quiet(e, loop->keyword);
    sw_emit_text(e, "for (; __sw_n; --__sw_n, ");
    if (has_step)
        sw_emit_text(e, "__sw%u_i %s __sw%u_step0", n, loop->down ? "-=" : "+=", n);
    else
        sw_emit_text(e, "%s__sw%u_i", loop->down ? "--" : "++", n);
    sw_emit_text(e, ") ");
    sw_emit_iteration(e, c, n);
    sw_emit_text(e, " } } ");
}

static void emit_range(struct sw_emitter *e, const struct sw_for *loop, unsigned n)
{
    sw_emit_quiet(e, loop->keyword);
    sw_emit_text(e,
                 "__attribute__((__noinline__)) void __spanwise_range%u_%s("
                 "unsigned long __sw_from, unsigned long __sw_to) { ",
                 n, e->function);
    sw_emit_frame(e, loop->keyword);
    sw_emit_text(e,
                 "while (__sw_to - __sw_from > __sw%u_grain) { unsigned long __sw_middle ="
                 " __sw_from + (__sw_to - __sw_from) / 2; ",
                 n);
    begin_task(e, n, loop->keyword);
    sw_emit_text(e, ", unsigned long __sw_a, unsigned long __sw_b) { ");
    begin_task_body(e, loop->keyword, SW_SLED_DIVIDE);
    sw_emit_text(e, "__spanwise_range%u_%s(__sw_a, __sw_b)", n, e->function);
    end_task(e, n, loop->keyword);
    sw_emit_text(e,
                 ", __sw_from, __sw_middle); __sw_from = __sw_middle; } "
                 "__spanwise_body%u_%s(__sw_from, __sw_to - __sw_from); ",
                 n, e->function);
    sw_emit_sled(e, SW_SLED_SYNC, NULL);
    sw_emit_text(e, "} ");
}

/* Under the profiler, in serial order: it says how far to go and reports the tasks in between. A function of its own: what it keeps on
 * the stack from one chunk to the next is no variable that threads share. */
static void emit_walk(struct sw_emitter *e, unsigned n)
{
    sw_emit_text(e,
                 "__attribute__((__noinline__)) void __spanwise_walk%u_%s("
                 "const struct __spanwise_hooks *__sw_hooks, unsigned long __sw_count,"
                 " const void *__sw_site) {"
                 " struct __spanwise_loop __sw_state; unsigned long __sw_at = 0;"
                 " unsigned long __sw_next = __sw_hooks->loop_begin(&__sw_state,"
                 " __sw_count, __sw%u_grain, __sw_site); ",
                 n, e->function, n);
    sw_emit_text(e,
                 "while (__sw_next) { __spanwise_body%u_%s(__sw_at, __sw_next);"
                 " __sw_at += __sw_next;"
                 " __sw_next = __sw_hooks->loop_next(&__sw_state, __sw_site); } } ",
                 n, e->function);
}

static void emit_run(struct sw_emitter *e, unsigned n)
{
    sw_emit_text(e,
                 "if (__builtin_expect(__sw%u_hooks != 0, 0) && !__sw%u_hooks->parallel)"
                 " __spanwise_walk%u_%s(__sw%u_hooks, __sw%u_count, __sw%u_site); ",
                 n, n, n, e->function, n, n, n);
    sw_emit_text(e,
                 "else { __sw%u_grain = __spanwise_grain(__sw%u_count, __sw%u_grain);"
                 " if (__sw%u_count) __spanwise_range%u_%s(0, __sw%u_count); } ",
                 n, n, n, n, n, e->function, n);
}

void sw_emit_task_for(struct sw_emitter *e, const struct sw_construct *c)
{
    const struct sw_for *loop = &c->loop;
    unsigned n = e->unique++;
    sw_emit_text(e, "{ ");
    sw_emit_variable(e, loop, n);
    sw_emit_quiet(e, loop->keyword);
    sw_emit_count(e, loop, n);
    emit_scope(e, loop, n);
    emit_body(e, c, n);
    emit_range(e, loop, n);
    sw_emit_quiet(e, loop->keyword);
    emit_walk(e, n);
    emit_run(e, n);
    sw_emit_sled(e, SW_SLED_SCOPE_END, NULL);
    if (loop->type.first == loop->type.end) {
        sw_emit_user_token(e, loop->name);
        sw_emit_text(e, " = (__typeof__(__sw%u_i))(__sw%u_i %c (long)(__sw%u_count", n, n,
                     loop->down ? '-' : '+', n);
        if (loop->step.first < loop->step.end)
            sw_emit_text(e, " * (unsigned long)__sw%u_step0", n);
        sw_emit_text(e, ")); ");
    }
    sw_emit_text(e, "}");
}
