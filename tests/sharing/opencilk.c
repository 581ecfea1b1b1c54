/* The same of OpenCilk's programs: cilk.c, with hooks, and what its compiler writes around them: a worker's queue, the header of
 * the stack it is on, views of reducers. Each worker has its own. */
#include "csi.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

enum { WORKERS = 16, TIMES = 100000, DEPTH = 16, STACK = 1 << 18 };
enum { MAIN, LOOP_FUNCTION, BODY, TREE, FUNCTIONS };
UNIT(FUNCTIONS)

static volatile long counts[WORKERS];
static struct {
    volatile long value;
    long unused[7];
} padded[WORKERS] __attribute__((aligned(64))), total __attribute__((aligned(64)));

/* --- OpenCilk's --- */

static struct {
    void *volatile *volatile tail;
    void *volatile queue[1000];
} worker __attribute__((aligned(64))) = {worker.queue, {0}};

struct fiber {
    void *unused, *volatile frame;
};
extern __thread struct fiber *__cilkrts_current_fh; /* the library's */

void __cilkrts_reducer_register_64(void *key, uint64_t size, void (*identity)(void *),
                                   void (*reduce)(void *, void *));
void *__cilkrts_insert_new_view(void *table, uintptr_t key, size_t size, void (*identity)(void *),
                                void (*reduce)(void *, void *));

#define ENTER_FRAME                             \
    void *frame_ = __cilkrts_current_fh->frame; \
    __cilkrts_current_fh->frame = __builtin_frame_address(0)
#define LEAVE_FRAME (__cilkrts_current_fh->frame = frame_)
/* Between the hooks detach and task, and behind task_exit. */
#define PUSH        (*worker.tail = frame_, worker.tail++)
#define POP         (worker.tail--)

/* --- */

static void (*body)(long i);

static void loop(long low, long high);

NOINLINE static void spawn_loop(long low, long high)
{
    ENTER_FRAME;
    PUSH;
    TASK;
    loop(low, high);
    TASK_EXIT(0);
    POP;
    LEAVE_FRAME;
}

NOINLINE static void loop(long low, long high)
{
    ENTER_FRAME;
    ENTRY(LOOP_FUNCTION, SPAWNS);
    while (high - low > 1) {
        long middle = low + (high - low) / 2;
        SPAWN_AS(0, LOOP, spawn_loop(low, middle));
        low = middle;
    }
    ENTRY(BODY, 0);
    body(low);
    EXIT(BODY);
    SYNC(0);
    EXIT(LOOP_FUNCTION);
    LEAVE_FRAME;
}

static void array(long t)
{
    for (int i = 0; i < TIMES; i++)
        counts[t] += i; /* array */
}

static void array_repaired(long t)
{
    for (int i = 0; i < TIMES; i++)
        padded[t].value += i;
}

static void counter(long t)
{
    for (int i = 0; i < TIMES; i++)
        total.value += t; /* counter */
}

static void zero(void *view)
{
    *(volatile long *)view = 0;
}

static void add(void *left, void *right)
{
    *(volatile long *)left += *(volatile long *)right;
}

static volatile long *view;

static void reducer(long t)
{
    for (int i = 0; i < TIMES; i++)
        *view += t;
}

static long tree(int depth);

NOINLINE static void spawn_tree(int depth, long *result)
{
    ENTER_FRAME;
    PUSH;
    TASK;
    *result = tree(depth);
    TASK_EXIT(0);
    POP;
    LEAVE_FRAME;
}

NOINLINE static long tree(int depth)
{
    ENTER_FRAME;
    ENTRY(TREE, SPAWNS);
    long x = 1, y = 0;
    if (depth) {
        SPAWN(0, spawn_tree(depth - 1, &x));
        y = tree(depth - 1);
        SYNC(0);
    }
    EXIT(TREE);
    LEAVE_FRAME;
    return x + y;
}

/* On a stack of OpenCilk's own, with data right below it. */
static ucontext_t caller, fiber;
static volatile long *below;

static void data(long t)
{
    for (int i = 0; i < TIMES; i++)
        below[t] += i; /* below */
}

static volatile long *theirs;

static void stack(long t)
{
    for (int i = 0; i < TIMES; i++)
        theirs[t] += i; /* stack */ /* stack-of-fiber */ /* other-stack */
}

/* Variables of who spawns, on either stack. */
NOINLINE static void with_own(void)
{
    volatile long mine[WORKERS] = {0};
    theirs = mine;
    loop(0, WORKERS);
}

static void on_fiber(void)
{
    if (body == stack)
        with_own();
    else
        loop(0, WORKERS);
}

static void *make_stack(void)
{
    size_t size = STACK, guard = 1 << 16;
    char *low =
        mmap(NULL, 2 * size + guard, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (low == MAP_FAILED || mprotect(low + size, guard, PROT_NONE))
        abort();
    below = (long *)low;
    return low + size + guard;
}

static void run_on_fiber(void)
{
    getcontext(&fiber);
    fiber.uc_stack.ss_sp = make_stack();
    fiber.uc_stack.ss_size = STACK;
    fiber.uc_link = &caller;
    makecontext(&fiber, on_fiber, 0);
    swapcontext(&caller, &fiber);
}

static void run_loop(void)
{
    loop(0, WORKERS);
}

/* Who enters a region keeps its frame, and goes on with the stack pointer on another stack. */
NOINLINE static void with_own_elsewhere(void)
{
    volatile long mine[WORKERS] = {0};
    char *top = (char *)make_stack() + STACK;
    theirs = mine;
    *(volatile char *)__builtin_alloca((size_t)theirs[0] + 1) = 0; /* a frame by its pointer */
#if defined __aarch64__
    register void (*run)(void) __asm__("x19") = run_loop;
    __asm__ volatile("mov x20, sp; mov sp, %0; blr %1; mov sp, x20"
                     :
                     : "r"(top), "r"(run)
                     : "x0", "x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9", "x10", "x11",
                       "x12", "x13", "x14", "x15", "x16", "x17", "x18", "x20", "x30", "cc",
                       "memory");
#else
    register void (*run)(void) __asm__("r12") = run_loop;
    __asm__ volatile("mov %%rsp, %%r13; mov %0, %%rsp; call *%1; mov %%r13, %%rsp"
                     :
                     : "r"(top), "r"(run)
                     : "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "r13", "cc",
                       "memory");
#endif
}

static const struct {
    const char *name;
    void (*body)(long i);
} cases[] = {{"array", array},
             {"array-repaired", array_repaired},
             {"counter", counter},
             {"reducer", reducer},
             {"new-view", reducer}};

int main(int argc, char **argv)
{
    volatile long sum = 0;
    const char *name = argc > 1 ? argv[1] : "";
    ENTRY(MAIN, 0);
    if (!strcmp(name, "reducer"))
        __cilkrts_reducer_register_64((void *)&sum, sizeof sum, zero, add);
    view = !strcmp(name, "new-view")
               ? __cilkrts_insert_new_view(NULL, (uintptr_t)&sum, sizeof sum, zero, add)
               : &sum;
    if (!strcmp(name, "tasks"))
        sum = tree(DEPTH);
    if (!strcmp(name, "below") || !strcmp(name, "stack-of-fiber")) {
        body = strcmp(name, "below") ? stack : data;
        run_on_fiber();
    }
    if (!strcmp(name, "stack") || !strcmp(name, "other-stack")) {
        body = stack;
        if (strcmp(name, "stack"))
            with_own_elsewhere();
        else
            with_own();
    }
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (!strcmp(name, cases[i].name)) {
            body = cases[i].body;
            loop(0, WORKERS);
        }
    EXIT(MAIN);
    return 0;
}
