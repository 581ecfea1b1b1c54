/*
 * A bytecode interpreter whose time goes into calls of tiny functions: fetch, push and pop, and a
 * handler for each instruction. Independent machines run in parallel. For the budget of the
 * profiler; about a billion calls at the standard size.
 */
#include "bench.h"

enum { SLOTS = 8, STACK = 16, PER_MACHINE = 256 };

/* As if these lay in another file of the interpreter. */
#define SEPARATE __attribute__((noinline))

enum opcode { PUSH, LOAD, STORE, ADD, MULTIPLY, HALVE, IS_ODD, IS_ONE, JUMP, JUMP_IF, STOP };

struct machine {
    const unsigned char *code;
    size_t at;
    int top;
    bool stopped;
    long stack[STACK], slot[SLOTS];
};

SEPARATE void push(struct machine *m, long v)
{
    m->stack[m->top++] = v;
}

SEPARATE long pop(struct machine *m)
{
    return m->stack[--m->top];
}

SEPARATE unsigned fetch(struct machine *m)
{
    return m->code[m->at++];
}

void do_push(struct machine *m)
{
    push(m, fetch(m));
}

void do_load(struct machine *m)
{
    push(m, m->slot[fetch(m)]);
}

void do_store(struct machine *m)
{
    unsigned slot = fetch(m);
    m->slot[slot] = pop(m);
}

void do_add(struct machine *m)
{
    long b = pop(m);
    push(m, pop(m) + b);
}

void do_multiply(struct machine *m)
{
    long b = pop(m);
    push(m, pop(m) * b);
}

void do_halve(struct machine *m)
{
    push(m, pop(m) / 2);
}

void do_is_odd(struct machine *m)
{
    push(m, pop(m) & 1);
}

void do_is_one(struct machine *m)
{
    push(m, pop(m) == 1);
}

void do_jump(struct machine *m)
{
    m->at = fetch(m);
}

void do_jump_if(struct machine *m)
{
    unsigned to = fetch(m);
    if (pop(m))
        m->at = to;
}

void do_stop(struct machine *m)
{
    m->stopped = true;
}

static void (*const handler[])(struct machine *) = {
    [PUSH] = do_push,         [LOAD] = do_load,       [STORE] = do_store,   [ADD] = do_add,
    [MULTIPLY] = do_multiply, [HALVE] = do_halve,     [IS_ODD] = do_is_odd, [IS_ONE] = do_is_one,
    [JUMP] = do_jump,         [JUMP_IF] = do_jump_if, [STOP] = do_stop,
};

/* Counts in slot 1 the steps of: halve an even number, triple an odd one and add one, until it is
 * one. The number is in slot 0. */
static const unsigned char steps_code[] = {
    /* 0 */ LOAD,  0, IS_ONE, JUMP_IF, 36,
    /* 5 */ LOAD,  0, IS_ODD, JUMP_IF, 17,
    /* 10 */ LOAD, 0, HALVE,  STORE,   0,        JUMP,  27,
    /* 17 */ LOAD, 0, PUSH,   3,       MULTIPLY, PUSH,  1,  ADD,  STORE, 0,
    /* 27 */ LOAD, 1, PUSH,   1,       ADD,      STORE, 1,  JUMP, 0,
    /* 36 */ STOP,
};

void run(struct machine *m)
{
    while (!m->stopped)
        handler[fetch(m)](m);
}

long interpreted_steps(long n)
{
    struct machine m = {.code = steps_code};
    m.slot[0] = n;
    run(&m);
    return m.slot[1];
}

/* All numbers of one machine's share. */
long share_of_steps(long machine)
{
    long sum = 0;
    for (long i = 0; i < PER_MACHINE; i++)
        sum += interpreted_steps(machine * PER_MACHINE + i + 1);
    return sum;
}

static long native_steps(long n)
{
    long steps = 0;
    for (; n != 1; steps++)
        n = n % 2 ? 3 * n + 1 : n / 2;
    return steps;
}

int main(int argc, char **argv)
{
    long machines = bench_size(argc, argv, 850, 1, 1000000), got = 0, want = 0;
    long *steps = bench_alloc((size_t)machines, sizeof(*steps));
    bench_start();
#pragma cilk grainsize 1
    cilk_for (long i = 0; i < machines; i++)
        steps[i] = share_of_steps(i);
    bench_stop();
    for (long i = 0; i < machines; i++)
        got += steps[i];
    for (long n = 1; n <= machines * PER_MACHINE; n++)
        want += native_steps(n);
    free(steps);
    return bench_finish(got == want);
}
