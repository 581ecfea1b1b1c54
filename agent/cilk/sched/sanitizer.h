/*
 * What AddressSanitizer and ThreadSanitizer are told, in a program that is built with one of them: on which
 * stack a thread runs, and what happens before what. Weak references: in all other programs each call is a
 * look at an address that is not there, at a steal or a join.
 *
 * To ThreadSanitizer a stack is a thread of its own, whichever worker runs on it. What is ordered: what a
 * worker does, one after the other, and what spawns (told in generated code), steals and joins order. So
 * two strands race for sure if they do while both run, and not if one worker happens to run both.
 */
#ifndef SPANWISE_AGENT_CILK_SCHED_SANITIZER_H
#define SPANWISE_AGENT_CILK_SCHED_SANITIZER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A stack, as they know it. Zeroed at first; low and bytes are given for those that are ours. */
struct sw_sanitizer_stack {
    const void *low;
    size_t bytes;
    void *fake;  /* AddressSanitizer's: variables that are to be known after a return */
    void *fiber; /* ThreadSanitizer's */
};

/* This thread has left one stack, or is about to, for the other. */
void sw_sanitizer_switch(struct sw_sanitizer_stack *from, struct sw_sanitizer_stack *to);

/* Frames that were there are gone without a return. */
void sw_sanitizer_forget(uint64_t low, uint64_t high);

/* What is done so far on this stack comes before what is done after the other call for this address. */
void sw_sanitizer_before(void *what);
void sw_sanitizer_after(void *what);

/* Pointers here count for the search for leaks. */
void sw_sanitizer_reachable(const void *low, size_t bytes);

/* May variables of functions be elsewhere than on the stack? */
bool sw_sanitizer_moves_variables(void);

#endif
