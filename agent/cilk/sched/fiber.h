/*
 * Stacks for stolen continuations. One is as large as the stack of a thread may become, in
 * addresses: memory is taken as it is touched, and there is a page below that none may touch. They
 * are used again and again, and shared by all workers.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * What AddressSanitizer and ThreadSanitizer are told, in a program that is built with one of them: on which
 * stack a thread runs, and what happens before what. Weak references: in all other programs each call is a
 * look at an address that is not there, at a steal or a join.
 *
 * To ThreadSanitizer a stack is a thread of its own, whichever worker runs on it. What is ordered: what a
 * worker does, one after the other, and what spawns (told in generated code), steals and joins order. So
 * two strands race for sure if they do while both run, and not if one worker happens to run both.
 */

/* A stack, as they know it. Zeroed at first; low and bytes are given for those that are ours. */
struct sw_sanitizer_stack {
    const void *low;
    size_t bytes;
    void *fake;  /* AddressSanitizer's: variables that are to be known after a return */
    void *fiber; /* ThreadSanitizer's */
};

/* This thread has left one stack, or is about to, for the other. */
void sw_sanitizer_switch(struct sw_sanitizer_stack *from, struct sw_sanitizer_stack *to);

/* What is done so far on this stack comes before what is done after the other call for this address. */
void sw_sanitizer_before(void *what);
void sw_sanitizer_after(void *what);

/* Pointers here count for the search for leaks. */
void sw_sanitizer_reachable(const void *low, size_t bytes);

/* May variables of functions be elsewhere than on the stack? */
bool sw_sanitizer_moves_variables(void);

/* At the top of its stack. */
struct sw_fiber {
    struct sw_fiber *next; /* in a list */
    uint64_t start;        /* the stack pointer that a continuation starts with */
    uint64_t low, bytes;   /* the mapping */
    uint64_t left;         /* the stack pointer when it was left */
    struct sw_sanitizer_stack known;
    bool kept; /* until the frame that has something on it ends */
};

/* NULL: there is no memory for one. */
struct sw_fiber *sw_fiber_take(void);
void sw_fiber_give(struct sw_fiber *fiber);

/* In the child of a fork: the other threads of the pool are gone. */
void sw_fiber_after_fork(void);

/*
 * The exceptions of C++ that are being handled or thrown are a thread's, and a strand's that another thread may go on
 * with. What a frame's function had when its first continuation was stolen is what the first child has when it ends;
 * what the parent has added since is there when it waits. Both are taken from their threads, and given to the one that
 * goes on behind the sync. In programs without C++ this is a look at an address that is not there.
 */

/* __cxa_eh_globals of the C++ ABI. */
struct sw_caught {
    struct sw_exception *newest; /* that is being handled */
    unsigned thrown;             /* how many are not caught yet */
};

/* This thread's; it has none then. */
void sw_caught_take(struct sw_caught *caught);

/* This thread, which has none, gets both: `above` is the newer. */
void sw_caught_give(struct sw_caught above, struct sw_caught below);
