/*
 * What a worker of the Cilk scheduler does: it works, has nothing to do, or works for a frame, which is overhead of
 * that frame's path: of a steal, and of joins.
 *
 * Logical paths need little. A continuation that was stolen runs on a stack of its own, but its function's frame,
 * and all that it was called by, are where they were, on other stacks: the frames stand until the function
 * returns, which is not before its sync, whoever runs what. So a walk goes over from one stack to the next, if it may
 * read them: those of continuations, which are known for ever, and that of the thread that began the computation,
 * the *root*, which is there as long as something of the computation runs.
 *
 * This file is compiled for general registers only: see begin_again in abi.h.
 */
#include "agent/sample/cilk/reporter.h"
#include "agent/sample/record.h"
#include "agent/sampler/unwind/walk.h"

/*
 * The stacks of the Cilk scheduler: those that stolen continuations run on, and those that it runs on itself. They
 * are never given back to the system, so one that is known can be read for ever. Any thread, signal
 * handlers too.
 */

#define MOST 4096 /* what is on others is cut, which is counted */

static struct sw_unwind_stack stacks[MOST];
static _Atomic uint32_t n_stacks;
static atomic_flag adding = ATOMIC_FLAG_INIT;

/* The one that has `address`; false: none. */
static bool sw_cilk_stacks_find(uint64_t address, struct sw_unwind_stack *stack)
{
    uint32_t n = atomic_load_explicit(&n_stacks, memory_order_acquire);
    for (uint32_t i = 0; i < n; i++)
        if (address >= stacks[i].low && address < stacks[i].high) {
            *stack = stacks[i];
            return true;
        }
    return false;
}

/* It is known from now on, if it was not. Not in handlers. */
static void sw_cilk_stacks_add(uint64_t low, uint64_t high)
{
    struct sw_unwind_stack known;
    if (sw_cilk_stacks_find(low, &known))
        return;
    while (atomic_flag_test_and_set_explicit(&adding, memory_order_acquire))
        ;
    uint32_t n = atomic_load_explicit(&n_stacks, memory_order_relaxed);
    if (n < MOST) {
        stacks[n] = (struct sw_unwind_stack){low, high};
        atomic_store_explicit(&n_stacks, n + 1, memory_order_release);
    }
    atomic_flag_clear_explicit(&adding, memory_order_release);
}

#define GUARD (64ull << 10) /* of a stack's lowest addresses: not to be read, or hardly ever used */

/* A thread of the program that is in a computation. */
struct root {
    const struct sw_origin *origin; /* of what the thread ran when it began; NULL: none */
    _Atomic uint64_t low;           /* of its stack: down to here it is known to be there */
    uint64_t high;
};

/* Of a thread. */
static __thread struct {
    struct sw_worker *worker; /* NULL: no computation has begun on it yet */
    struct root own;
    struct root *root; /* of what it runs; NULL: it is in no computation */
    struct sw_origin origin;
    bool begun; /* with that */
} self;

bool sw_cilk_stack_at(uint64_t address, struct sw_unwind_stack *stack)
{
    const struct root *root = self.root;
    if (sw_cilk_stacks_find(address, stack))
        return true;
    if (!root)
        return false;
    *stack = (struct sw_unwind_stack){atomic_load(&root->low), root->high};
    return address >= stack->low && address < stack->high;
}

static void end_piece(struct sw_worker *w)
{
    if (self.begun)
        sw_worker_end(w, &self.origin);
    self.begun = false;
    atomic_signal_fence(memory_order_seq_cst); /* it is changed after that */
}

static void begin_piece(struct sw_worker *w)
{
    sw_worker_begin(w, &self.origin);
    self.begun = true;
}

/* A computation begins on this thread, and not its first one. Also in a child of fork(), where nobody looks at
 * what is kept here. */
static void *begin_again(void)
{
    if (!self.worker)
        return NULL;
    self.own.origin = atomic_load_explicit(&self.worker->origin, memory_order_relaxed);
    self.root = &self.own;
    return &self.own;
}

static void *begin(void)
{
    struct sw_worker *w = sw_worker_self();
    if (!w)
        return NULL;
    self.own.low = w->sampler->stack.low;
    self.own.high = w->sampler->stack.high;
    self.worker = w;
    return begin_again();
}

/* `sp`: the victim's, where it spawned. */
static void *steal(void *root, uint64_t sp, uint64_t stack_low, uint64_t stack_size)
{
    struct root *r = root;
    struct sw_unwind_stack stack;
    sw_cilk_stacks_add(stack_low + GUARD, stack_low + stack_size);
    if (sw_cilk_stacks_find(sp, &stack))
        return root;
    uint64_t low = atomic_load_explicit(&r->low, memory_order_relaxed);
    while (sp < low && !atomic_compare_exchange_weak(&r->low, &low, sp))
        ;
    return root;
}

static void leave(void)
{
}

static void join(void *first, void *last)
{
    (void)first;
    (void)last;
}

static void resume(void *root)
{
    struct sw_worker *w = sw_worker_self();
    if (!w)
        return;
    end_piece(w);
    self.root = root;
    const struct sw_origin *origin = root && root != &self.own ? self.root->origin : NULL;
    if (!origin) {
        sw_worker_do(w, SW_DOING_WORK);
        return;
    }
    self.origin = (struct sw_origin){
        .frame = origin->frame,
        .shared = origin->shared ? origin->shared : (struct sw_origin *)(uintptr_t)origin};
    begin_piece(w);
}

static void idle(uint64_t stack)
{
    struct sw_worker *w = sw_worker_self();
    if (!w)
        return;
    sw_worker_do(w, SW_DOING_NOTHING);
    end_piece(w);
    self.root = NULL;
    sw_cilk_stacks_add(stack - SW_CILK_STACK, stack);
}

/* The scheduler's frames are on its own stack: from the caller's out they are not the frame's. */
static void serve(const uint64_t context[3], void *root, enum sw_cilk_service service,
                  uint64_t stack)
{
    struct sw_worker *w = sw_worker_self();
    if (!w)
        return;
    sw_worker_do(w, SW_DOING_NOTHING);
    end_piece(w);
    sw_cilk_stacks_add(stack - SW_CILK_STACK, stack);
    self.root = root;
    self.origin =
        (struct sw_origin){.frame = (uint64_t)__builtin_dwarf_cfa(),
                           .resumed = 1,
                           .at = {.pc = context[0] - 1, .sp = context[1], .fp = context[2]},
                           .creator = self.root ? self.root->origin : NULL};
    begin_piece(w);
    sw_worker_do(w, service == SW_CILK_STEAL ? SW_DOING_SCHEDULE : SW_DOING_SYNCHRONIZE);
}

const struct sw_cilk_parallel sw_cilk_watch = {
    .begin = begin,
    .begin_again = begin_again,
    .steal = steal,
    .leave = leave,
    .join = join,
    .resume = resume,
    .idle = idle,
    .serve = serve,
};
