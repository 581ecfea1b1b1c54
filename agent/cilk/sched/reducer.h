/*
 * Reducers. The variable itself is the view of the computation's first strand and of all that run
 * before a steal. A stolen continuation starts with no views and makes one, by `identity`, when it
 * uses a reducer. When a frame goes on behind its sync, the views of its stolen continuations are
 * folded into those of what came before them, by `reduce(left, right)`, in serial order: each set of
 * views knows the one to its left, the victim's.
 */
#pragma once

#include "agent/cilk/sched/frame.h"

/* NULL: the first strand's. */
struct sw_views;

/* Empty ones, to the right of none yet; ends the program where there is no memory. */
struct sw_views *sw_views_new(void);

/* These follow `left` in serial order. */
void sw_views_follow(struct sw_views *views, struct sw_views *left);

/* Folds `last` and what is to its left, down to but without `first`, into `first`. */
void sw_views_fold(struct sw_views *first, struct sw_views *last);

/* The view of a frame itself, __spanwise_outcome(), is the frame's again: before it goes on behind its sync. */
void sw_views_settle(struct sw_views *views, struct sw_frame *frame);

#pragma GCC visibility push(default)
/* Generated code's: this strand's view of a reducer; a variable of a block that is a reducer comes into
 * being, and goes. */
void *__spanwise_view(void *reducer, unsigned long size, void (*identity)(void *),
                      void (*reduce)(void *, void *));
void __spanwise_reducer(void *reducer);

/* How the children of a frame end, in C++: the frame itself, or where something of it is stolen and this is not the first
 * child a view of it. May be called while a thief reaches for the frame. */
void *__spanwise_outcome(struct sw_frame *frame, unsigned long size, void (*identity)(void *),
                         void (*reduce)(void *, void *));
void __spanwise_forget(void **reducer);
#pragma GCC visibility pop
