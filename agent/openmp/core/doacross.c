/*
 * Of each iteration one bit, whether it has posted, and of the latest ones where they stood when they
 * did, found by their number. Who waits for one that is older than that goes on as if nothing had been
 * in its way: it is far behind.
 */
#include "agent/openmp/core/doacross.h"
#include "agent/openmp/core/tree.h"
#include "agent/openmp/simulator/record.h"

#include <stdlib.h>

#define KEPT (1u << 18)

struct post {
    uint64_t iteration; /* plus one; 0: none */
    uint64_t clock;
    struct sw_dag_strand end;
};

/* On the stack of a thread that waits. */
struct waiter {
    struct waiter *next;
    struct sw_omp_thread *thread;
    uint64_t iteration;
};

struct sw_omp_doacross {
    uint64_t n;
    uint64_t *posted; /* bits */
    struct post *posts;
    uint64_t n_posts; /* that are kept: a power of two */
    struct waiter *waiters;
};

struct sw_omp_doacross *sw_omp_doacross_new(uint64_t n)
{
    struct sw_omp_doacross *d = calloc(1, sizeof *d);
    if (d) {
        d->n = n;
        for (d->n_posts = 1; d->n_posts < n && d->n_posts < KEPT;)
            d->n_posts *= 2;
        d->posted = calloc(n / 64 + 1, sizeof *d->posted);
        d->posts = calloc(d->n_posts, sizeof *d->posts);
    }
    if (!d || !d->posted || !d->posts)
        sw_omp_die("not enough memory for a loop with dependences");
    return d;
}

void sw_omp_doacross_release(struct sw_omp_simulator *m, struct sw_omp_doacross *d)
{
    if (!d)
        return;
    for (uint64_t i = 0; i < d->n_posts; i++)
        if (d->posts[i].iteration)
            sw_omp_end(m, &d->posts[i].end);
    free(d->posted);
    free(d->posts);
    free(d);
}

static bool is_posted(const struct sw_omp_doacross *d, uint64_t iteration)
{
    return d->posted[iteration / 64] >> iteration % 64 & 1;
}

static void wake(struct sw_omp_doacross *d, uint64_t iteration)
{
    struct waiter **link = &d->waiters;
    while (*link) {
        struct waiter *w = *link;
        if (w->iteration == iteration) {
            *link = w->next;
            sw_omp_wake(w->thread, w->thread->clock);
        } else {
            link = &w->next;
        }
    }
}

void sw_omp_doacross_post(struct sw_omp_thread *t, struct sw_omp_doacross *d, uint64_t iteration)
{
    struct post *post = &d->posts[iteration & (d->n_posts - 1)];
    if (iteration >= d->n || is_posted(d, iteration))
        return;
    d->posted[iteration / 64] |= (uint64_t)1 << iteration % 64;
    sw_omp_part(t->simulator, &post->end, &t->task->strand, 0);
    post->iteration = iteration + 1;
    post->clock = t->clock;
    wake(d, iteration);
}

void sw_omp_doacross_wait(struct sw_omp_thread *t, struct sw_omp_doacross *d, uint64_t iteration,
                          uint32_t construct)
{
    const struct post *post = &d->posts[iteration & (d->n_posts - 1)];
    uint64_t since = t->clock;
    sw_omp_tree_misses(t->simulator, SW_OMP_MISSES_DOACROSS);
    if (iteration >= d->n)
        return;
    if (!is_posted(d, iteration)) {
        struct waiter own = {d->waiters, t, iteration};
        d->waiters = &own;
        sw_omp_block(t);
    }
    if (post->iteration != iteration + 1)
        return;
    t->clock = post->clock > t->clock ? post->clock : t->clock;
    t->phase += t->clock - since;
    sw_omp_count(t->simulator, construct, SW_OMP_LOCK_WAIT, t->clock - since);
    sw_omp_join(t->simulator, &t->task->strand, &post->end);
}
