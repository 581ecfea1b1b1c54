#include "tests/emulate/threads.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

enum { STACK = 256 << 10 };

struct fiber {
    ucontext_t context;
    struct fiber *(*body)(void *);
    void *argument;
    void *stack;
    struct fiber *next;
};

struct machine machine;
static ucontext_t scheduler;
static struct fiber *unused;
static bool at_once; /* the thread has another fiber, and its event is not over */

static void go_on_with(struct fiber *fiber)
{
    machine.now->fiber = fiber;
    at_once = fiber;
    if (!fiber && machine.now->state == THREAD_RUNS)
        machine.now->state = THREAD_WAITS;
}

static void enter(unsigned high, unsigned low)
{
    struct fiber *fiber = (struct fiber *)((uintptr_t)high << 32 | low);
    go_on_with(fiber->body(fiber->argument));
    fiber->next = unused;
    unused = fiber;
    setcontext(&scheduler);
}

struct fiber *fiber_new(struct fiber *(*body)(void *), void *argument)
{
    struct fiber *fiber = unused;
    if (fiber)
        unused = fiber->next;
    else {
        fiber = calloc(1, sizeof *fiber);
        if (!fiber)
            abort();
        fiber->stack = mmap(NULL, STACK, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (fiber->stack == MAP_FAILED)
            abort();
    }
    fiber->body = body;
    fiber->argument = argument;
    getcontext(&fiber->context);
    fiber->context.uc_stack.ss_sp = fiber->stack;
    fiber->context.uc_stack.ss_size = STACK;
    uintptr_t p = (uintptr_t)fiber;
    makecontext(&fiber->context, (void (*)(void))enter, 2, (unsigned)(p >> 32), (unsigned)p);
    return fiber;
}

struct thread *thread_new(struct fiber *fiber)
{
    struct thread *thread = calloc(1, sizeof *thread);
    machine.threads = realloc(machine.threads, (machine.n_threads + 1) * sizeof(struct thread *));
    if (!thread || !machine.threads)
        abort();
    thread->number = machine.next_number++;
    thread->identity = ++machine.identities;
    thread->fiber = fiber;
    thread->state = fiber ? THREAD_RUNS : THREAD_WAITS;
    machine.threads[machine.n_threads++] = thread;
    return thread;
}

static void back_to_scheduler(struct fiber *fiber)
{
    swapcontext(&fiber->context, &scheduler);
}

void pay(double amount, enum sw_why loss)
{
    lose(amount, loss);
    if (amount <= 0)
        return;
    machine.now->left = amount;
    back_to_scheduler(machine.now->fiber);
}

void rest_for(double amount)
{
    machine.now->left = amount;
    wait_for(THREAD_RESTS);
}

void end_rests(void)
{
    for (size_t i = 0; i < machine.n_threads; i++)
        if (machine.threads[i]->state == THREAD_RESTS)
            machine.threads[i]->left = 0;
}

void lose(double amount, enum sw_why loss)
{
    if (loss == SW_WHY_CAUSES)
        return;
    machine.lost[loss] += amount;
    if (machine.section)
        machine.section->lost[loss] += amount;
}

void wait_for(enum thread_state state)
{
    machine.now->state = state;
    back_to_scheduler(machine.now->fiber);
}

void leave_for(struct fiber *other)
{
    struct fiber *mine = machine.now->fiber;
    go_on_with(other);
    back_to_scheduler(mine);
}

void wake(struct thread *thread, double after)
{
    thread->state = THREAD_RUNS;
    thread->left = after;
}

void end_thread(struct thread *thread)
{
    thread->state = THREAD_GONE;
}

static void forget_gone(void)
{
    size_t n = 0;
    for (size_t i = 0; i < machine.n_threads; i++)
        if (machine.threads[i]->state == THREAD_GONE)
            free(machine.threads[i]);
        else
            machine.threads[n++] = machine.threads[i];
    machine.n_threads = n;
}

static void pass(double least)
{
    unsigned running = 0, locked = 0;
    for (size_t i = 0; i < machine.n_threads; i++) {
        struct thread *t = machine.threads[i];
        running += t->state == THREAD_RUNS;
        locked += t->state == THREAD_WAITS_FOR_LOCK;
        if (t->state == THREAD_RUNS || t->state == THREAD_RESTS)
            t->left -= least;
    }
    double time = least / fmin(1, (double)machine.processors / running);
    double idle = fmax(0, (double)machine.processors - running);
    double for_locks = fmin(idle, locked);
    machine.time += time;
    machine.clock += least;
    if (machine.section)
        machine.section->time += time;
    lose(for_locks * time, SW_WHY_CONTENTION);
    lose((idle - for_locks) * time, machine.open ? SW_WHY_IMBALANCE : SW_WHY_PARALLELISM);
}

static struct thread *next_thread(void)
{
    struct thread *next = NULL;
    for (size_t i = 0; i < machine.n_threads; i++) {
        struct thread *t = machine.threads[i];
        if ((t->state == THREAD_RUNS || t->state == THREAD_RESTS) &&
            (!next || t->left < next->left))
            next = t;
    }
    return next;
}

void machine_run(void)
{
    for (;;) {
        struct thread *next = next_thread();
        if ((!next || next->left > 0) && machine.quiet && machine.quiet())
            continue;
        if (!next)
            return;
        if (next->left > 0)
            pass(next->left);
        machine.now = next;
        next->state = THREAD_RUNS;
        do {
            at_once = false;
            swapcontext(&scheduler, &next->fiber->context);
        } while (at_once);
        forget_gone();
    }
}

void machine_begin(unsigned processors)
{
    memset(&machine, 0, sizeof machine);
    machine.processors = processors;
}

void machine_end(void)
{
    for (size_t i = 0; i < machine.n_threads; i++)
        free(machine.threads[i]);
    free(machine.threads);
}
