/* Views of reducers: an array for each stolen continuation, searched from its start. */
#include "agent/cilk/sched/reducer.h"
#include "agent/cilk/sched/worker.h"

#include <stdlib.h>

#define ALIGNMENT 64

struct view {
    void *reducer, *at;
    bool own; /* made here, not the variable itself */
    void (*reduce)(void *, void *);
};

struct sw_views {
    struct sw_views *left;
    struct view *view;
    unsigned n, room;
};

struct sw_views *sw_views_new(void)
{
    struct sw_views *views = calloc(1, sizeof *views);
    if (!views)
        sw_sched_fail("no memory for the views of reducers");
    sw_sanitizer_before(views);
    return views;
}

void sw_views_follow(struct sw_views *views, struct sw_views *left)
{
    views->left = left;
}

static struct view *find(struct sw_views *views, const void *reducer)
{
    for (unsigned i = 0; i < views->n; i++)
        if (views->view[i].reducer == reducer)
            return &views->view[i];
    return NULL;
}

static void add(struct sw_views *views, struct view view)
{
    if (views->n == views->room) {
        views->room = 2 * views->room + 4;
        views->view = realloc(views->view, views->room * sizeof *views->view);
        if (!views->view)
            sw_sched_fail("no memory for the views of reducers");
    }
    views->view[views->n++] = view;
}

static void fold_one(struct sw_views *left, const struct view *right)
{
    struct view *found = left ? find(left, right->reducer) : NULL;
    if (left && !found) {
        add(left, *right);
        return;
    }
    right->reduce(found ? found->at : right->reducer, right->at);
    if (right->own)
        free(right->at);
}

void sw_views_fold(struct sw_views *first, struct sw_views *last)
{
    while (last != first) {
        struct sw_views *left = last->left;
        for (unsigned i = 0; i < last->n; i++)
            fold_one(left, &last->view[i]);
        sw_sanitizer_after(last);
        free(last->view);
        free(last);
        last = left;
    }
}

static void *make(struct sw_views *views, void *reducer, unsigned long size,
                  void (*identity)(void *), void (*reduce)(void *, void *))
{
    void *at = aligned_alloc(ALIGNMENT, (size + ALIGNMENT - 1) & ~(ALIGNMENT - 1ul));
    if (!at)
        sw_sched_fail("no memory for the views of reducers");
    identity(at);
    add(views, (struct view){reducer, at, true, reduce});
    return at;
}

void *__spanwise_view(void *reducer, unsigned long size, void (*identity)(void *),
                      void (*reduce)(void *, void *))
{
    struct sw_worker *w = __spanwise_worker;
    if (!w || !w->views) {
        sw_sched_spare(reducer, size);
        return reducer;
    }
    struct view *found = find(w->views, reducer);
    return found ? found->at : make(w->views, reducer, size, identity, reduce);
}

void *__spanwise_outcome(struct sw_frame *frame, unsigned long size, void (*identity)(void *),
                         void (*reduce)(void *, void *))
{
    struct sw_worker *w = __spanwise_worker;
    struct sw_stolen *stolen = sw_frame_stolen(frame);
    bool first = !stolen || atomic_load_explicit(&stolen->count, memory_order_acquire) < 0 ||
                 stolen->first == w->views;
    return first ? (void *)frame : __spanwise_view(frame, size, identity, reduce);
}

void sw_views_settle(struct sw_views *views, struct sw_frame *frame)
{
    struct view *found = views ? find(views, frame) : NULL;
    if (!found)
        return;
    found->reduce(frame, found->at);
    free(found->at);
    *found = views->view[--views->n];
}

void __spanwise_reducer(void *reducer)
{
    struct sw_worker *w = __spanwise_worker;
    if (w && w->views)
        add(w->views, (struct view){reducer, reducer, false, NULL});
}

void __spanwise_forget(void **reducer)
{
    struct sw_worker *w = __spanwise_worker;
    struct view *found = w && w->views ? find(w->views, *reducer) : NULL;
    if (found)
        *found = w->views->view[--w->views->n];
}
