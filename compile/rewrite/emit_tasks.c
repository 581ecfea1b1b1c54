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
                 n, n, e->mode.cxx ? "__sw_frame.__sync()" : "__spanwise_wait(&__sw_frame.state)",
                 n);
}

/* A name may be that of a pointer, which is captured, or of a function, which is not. */
#define CHOOSE \
    "__builtin_choose_expr(__builtin_types_compatible_p(__typeof__(&*%r), __typeof__(%r)), "

static void capture_callee(struct sw_emitter *e)
{
    struct sw_range callee = e->spawn->callee;
    if (e->spawn->callee_is_name)
        sw_emit_text(e, " __extension__ __auto_type __sw#_f0 = " CHOOSE "%r, (void *)0); ", callee,
                     callee, callee);
    else
        sw_emit_capture(e, "f", 0, callee);
}

static int has_target(const struct sw_spawn *spawn)
{
    return spawn->form != SW_SPAWN_DISCARD;
}

/* A constant's name is given no second declaration. */
static void capture_target(struct sw_emitter *e)
{
    if (e->spawn->form == SW_SPAWN_INIT)
        sw_emit_text(e, " __typeof__(((void)0, %r)) *__sw#_p0 = (void *)(unsigned long)&(%r); ",
                     e->spawn->target, e->spawn->target);
    else if (has_target(e->spawn))
        sw_emit_text(e, " __extension__ __auto_type __sw#_p0 = &(%r); ", e->spawn->target);
}

/*
 * What a task is passed must fit into registers: where it goes by the stack, compilers compute its
 * place once for several calls, and the stack may be another one by then, and what is pushed before the
 * call would lie in between. The first arguments go directly, structures and what takes more than a
 * register (long double, on x86-64 in none) by address; all others in one structure, __sw<n>_v, by its address. The task
 * copies them before it pushes the frame: the caller goes on when that is stolen.
 */
enum { DIRECT = 2 };

static int is_passed(const struct sw_emitter *e, uint32_t k)
{
    return !sw_emit_is_constant(e, e->spawn->argument[k]);
}

static int has_more(const struct sw_emitter *e)
{
    for (uint32_t k = DIRECT; k < e->spawn->n_arguments; k++)
        if (is_passed(e, k))
            return 1;
    return 0;
}

static void collect(struct sw_emitter *e)
{
    if (!has_more(e))
        return;
    sw_emit_text(e, "%qstruct { ");
    for (uint32_t k = DIRECT; k < e->spawn->n_arguments; k++)
        if (is_passed(e, k))
            sw_emit_text(e, "__typeof__(__sw#_a%u) a%u; ", k, k);
    sw_emit_text(e, "} __sw#_v = { ");
    for (uint32_t k = DIRECT; k < e->spawn->n_arguments; k++)
        if (is_passed(e, k))
            sw_emit_text(e, ".a%u = __sw#_a%u, ", k, k);
    sw_emit_text(e, "}; ");
}

/* Of argument k; the two ways to pass it are to follow. */
#define BY_ADDRESS                                                     \
    "__builtin_choose_expr(__builtin_classify_type(__sw#_a%u) > 11 ||" \
    " sizeof __sw#_a%u > 8, "

/* Parameters of the task, or what is passed for them. */
static void list(struct sw_emitter *e, int types)
{
    if (has_more(e))
        sw_emit_text(e, types ? ", __typeof__(__sw#_v) *__sw#_v" : ", &__sw#_v");
    sw_emit_text(e, types ? ", __typeof__(__sw#_f0) __sw#_f0" : ", __sw#_f0");
    if (has_target(e->spawn))
        sw_emit_text(e, types ? ", __typeof__(__sw#_p0) __sw#_p0" : ", __sw#_p0");
    for (uint32_t k = 0; k < e->spawn->n_arguments && k < DIRECT; k++)
        if (is_passed(e, k))
            sw_emit_text(e,
                         types ? ", __typeof__(" BY_ADDRESS "&__sw#_a%u, __sw#_a%u)) __sw#_x%u"
                               : ", " BY_ADDRESS "&__sw#_a%u, __sw#_a%u)",
                         k, k, k, k, k);
}

static void copy_arguments(struct sw_emitter *e)
{
    for (uint32_t k = 0; k < e->spawn->n_arguments; k++) {
        if (!is_passed(e, k))
            continue;
        sw_emit_text(e, "__typeof__(__sw#_a%u) __sw#_c%u = ", k, k);
        if (k >= DIRECT)
            sw_emit_text(e, "__sw#_v->a%u; ", k);
        else
            sw_emit_text(e,
                         BY_ADDRESS "**(__typeof__(__sw#_a%u) **)&__sw#_x%u,"
                                    " *(__typeof__(__sw#_a%u) *)&__sw#_x%u); ",
                         k, k, k, k, k, k);
    }
}

static void call(struct sw_emitter *e)
{
    sw_emit_place(e, e->spawn->callee.first);
    sw_emit_text(e, e->spawn->callee_is_name ? CHOOSE "__sw#_f0, %r)" : "__sw#_f0",
                 e->spawn->callee, e->spawn->callee, e->spawn->callee);
    sw_emit_arguments(e, "c");
}

/*
 * Without a frame pointer: every return would wait for the load of the one before. To whoever
 * walks a stack by frame pointers, the task then takes the place of the function that it is part of.
 */
static void begin_task(struct sw_emitter *e)
{
    sw_emit_text(e,
                 "%q__attribute__((__noipa__, __optimize__(\"omit-frame-pointer\"))) "
                 "struct __spanwise_frame *__spanwise_task#_%s(struct __spanwise_frame *__sw_f",
                 e->function);
}

/* What is needed behind the call waits in memory (volatile): a register to keep it in would have to be
 * saved first, and that is one store and one load more. */
static void begin_task_body(struct sw_emitter *e, enum sw_sled_kind kind)
{
    sw_emit_text(e,
                 "struct __spanwise_frame *volatile __sw_g = __sw_f; __spanwise_push(__sw_f); %p%S",
                 kind);
}

static void end_task(struct sw_emitter *e)
{
    sw_emit_text(e, "; %S%qreturn __spanwise_popped(__sw_g); } %p__spanwise_task#_%s(&__sw_frame",
                 SW_SLED_SPAWN_END, e->function);
}

/*
 * As MIT Cilk has it: the update is made when the child returns, and none is lost where several children
 * update the same variable. Only what one instruction can exchange: the compiler would call a library
 * for more.
 */
static void emit_update(struct sw_emitter *e)
{
    sw_emit_text(e,
                 "; _Static_assert(sizeof *__sw#_q <= 8, \"a variable that cilk_spawn updates may"
                 " have 8 bytes at most; assign to another one and update after the sync\");"
                 " __typeof__(__sw#_p0) __sw#_u = __sw#_q;"
                 " __typeof__(((void)0, *__sw#_u)) __sw#_o, __sw#_w;"
                 " __atomic_load(__sw#_u, &__sw#_o, 0);"
                 " do { __sw#_w = __sw#_o; __sw#_w %t __sw#_r; } while"
                 " (!__atomic_compare_exchange(__sw#_u, &__sw#_o, &__sw#_w, 0, 0, 0))",
                 e->spawn->operation);
}

static void emit_task(struct sw_emitter *e)
{
    capture_target(e);
    capture_callee(e);
    sw_emit_capture_arguments(e);
    collect(e);
    begin_task(e);
    list(e, 1);
    sw_emit_text(e, ") { ");
    copy_arguments(e);
    if (has_target(e->spawn))
        sw_emit_text(e, "__typeof__(__sw#_p0) volatile __sw#_q = __sw#_p0; ");
    begin_task_body(e, SW_SLED_SPAWN);
    if (has_target(e->spawn))
        sw_emit_text(e, "__extension__ __auto_type __sw#_r = ");
    call(e);
    if (e->spawn->form == SW_SPAWN_UPDATE)
        emit_update(e);
    else if (has_target(e->spawn))
        sw_emit_text(e, "; *__sw#_q = __sw#_r");
    end_task(e);
    list(e, 0);
    sw_emit_text(e, "); ");
}

/* In a declaration it stays a declaration, for those who want all of them first. */
void sw_emit_task_spawn(struct sw_emitter *e)
{
    int declares = e->spawn->form == SW_SPAWN_INIT;
    e->n = e->unique++;
    sw_emit_text(e, declares ? ";%q__attribute__((__unused__)) char __sw#_done = __extension__ ({"
                             : "{");
    emit_task(e);
    sw_emit_text(e, declares ? "(char)0; })" : "}");
    if (declares && e->spawn->more)
        sw_emit_text(e, "; %r", e->spawn->specifiers);
}

/* --- loops --- */

/* The sled; what the profiler's hooks need if there are any; the grain size. */
static void emit_scope(struct sw_emitter *e)
{
    sw_emit_text(e, "const void *__sw#_site; const struct __spanwise_hooks *__sw#_hooks = "
                    "__spanwise_hooks; %p");
    sw_emit_loop_sled(e);
    sw_emit_quiet(e, e->loop->grain ? e->loop->grain : e->loop->keyword);
    sw_emit_text(e, "unsigned long __sw#_grain = (unsigned long)(");
    sw_emit_grain(e);
    sw_emit_text(e, "); ");
}

static const char *times_step(const struct sw_for *loop)
{
    return loop->step.first < loop->step.end ? " * (unsigned long)__sw#_step0)); " : ")); ";
}

static void emit_body(struct sw_emitter *e)
{
    sw_emit_text(e,
                 "%q__attribute__((__noinline__)) void __spanwise_body#_%s("
                 "unsigned long __sw_from, unsigned long __sw_n) { "
                 "__typeof__(__sw#_i) __sw#_start = __sw#_i; { __typeof__(__sw#_start)"
                 " __sw#_i = (__typeof__(__sw#_start))(__sw#_start %c (long)(__sw_from",
                 e->function, e->loop->down ? '-' : '+');
    sw_emit_text(e, times_step(e->loop));
    sw_emit_iterations(e, "__sw_n", "--__sw_n");
    sw_emit_text(e, " } } ");
}

static void emit_range(struct sw_emitter *e)
{
    sw_emit_text(e,
                 "%q__attribute__((__noinline__)) void __spanwise_range#_%s("
                 "unsigned long __sw_from, unsigned long __sw_to) { ",
                 e->function);
    sw_emit_frame(e, e->keyword);
    sw_emit_text(e, "while (__sw_to - __sw_from > __sw#_grain) { unsigned long __sw_middle ="
                    " __sw_from + (__sw_to - __sw_from) / 2; ");
    begin_task(e);
    sw_emit_text(e, ", unsigned long __sw_a, unsigned long __sw_b) { ");
    begin_task_body(e, SW_SLED_DIVIDE);
    sw_emit_text(e, "__spanwise_range#_%s(__sw_a, __sw_b)", e->function);
    end_task(e);
    sw_emit_text(e,
                 ", __sw_from, __sw_middle); __sw_from = __sw_middle; } "
                 "__spanwise_body#_%s(__sw_from, __sw_to - __sw_from); %S} ",
                 e->function, SW_SLED_SYNC);
}

/* Under the profiler, in serial order: it says how far to go and reports the tasks in between. A function of its own: what it keeps on
 * the stack from one chunk to the next is no variable that threads share. */
static void emit_walk(struct sw_emitter *e)
{
    sw_emit_text(e,
                 "%q__attribute__((__noinline__)) void __spanwise_walk#_%s("
                 "const struct __spanwise_hooks *__sw_hooks, unsigned long __sw_count,"
                 " const void *__sw_site) {"
                 " struct __spanwise_loop __sw_state; unsigned long __sw_at = 0;"
                 " unsigned long __sw_next = __sw_hooks->loop_begin(&__sw_state,"
                 " __sw_count, __sw#_grain, __sw_site); "
                 "while (__sw_next) { __spanwise_body#_%s(__sw_at, __sw_next);"
                 " __sw_at += __sw_next;"
                 " __sw_next = __sw_hooks->loop_next(&__sw_state, __sw_site); } } ",
                 e->function, e->function);
}

static void emit_run(struct sw_emitter *e)
{
    sw_emit_text(e,
                 "if (__builtin_expect(__sw#_hooks != 0, 0) && !__sw#_hooks->parallel)"
                 " __spanwise_walk#_%s(__sw#_hooks, __sw#_count, __sw#_site); "
                 "else { __sw#_grain = __spanwise_grain(__sw#_count, __sw#_grain);"
                 " if (__sw#_count) __spanwise_range#_%s(0, __sw#_count); } ",
                 e->function, e->function);
}

void sw_emit_task_for(struct sw_emitter *e)
{
    e->n = e->unique++;
    sw_emit_head(e);
    emit_scope(e);
    emit_body(e);
    emit_range(e);
    emit_walk(e);
    emit_run(e);
    sw_emit_text(e, "%S", SW_SLED_SCOPE_END);
    if (e->loop->type.first == e->loop->type.end) {
        sw_emit_text(e, "%t = (__typeof__(__sw#_i))(__sw#_i %c (long)(__sw#_count", e->loop->name,
                     e->loop->down ? '-' : '+');
        sw_emit_text(e, times_step(e->loop));
    }
    sw_emit_text(e, "}");
}
