/* Work-sharing constructs: singles and loops, and what orders the iterations of a loop. */
#include "agent/openmp/core/constructs.h"

#include <stdlib.h>

/*
 * Loops with dependences between iterations. Of each iteration one bit, whether it has posted, and of the latest
 * ones where they stood when they did, found by their number. Who waits for one that is older than that goes on as
 * if nothing had been in its way: it is far behind.
 */

#define KEPT (1u << 18)

struct post {
    uint64_t iteration; /* plus one; 0: none */
    uint64_t clock;
    struct sw_dag_strand end;
    unsigned by; /* the number of the thread */
};

/* When a thread last posted, and last looked for what another one had posted: by its clock. */
struct poster {
    uint64_t posted, looked;
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
    struct poster *posters; /* by the numbers of the team's threads */
};

struct sw_omp_doacross *sw_omp_doacross_new(uint64_t n, unsigned threads)
{
    static const char what[] = "a loop with dependences";
    struct sw_omp_doacross *d = sw_omp_need(calloc(1, sizeof *d), what);
    d->n = n;
    for (d->n_posts = 1; d->n_posts < n && d->n_posts < KEPT;)
        d->n_posts *= 2;
    d->posted = sw_omp_need(calloc(n / 64 + 1, sizeof *d->posted), what);
    d->posts = sw_omp_need(calloc(d->n_posts, sizeof *d->posts), what);
    d->posters = sw_omp_need(calloc(threads, sizeof *d->posters), what);
    return d;
}

static void release_doacross(struct sw_omp_simulator *m, struct sw_omp_doacross *d)
{
    if (!d)
        return;
    for (uint64_t i = 0; i < d->n_posts; i++)
        if (d->posts[i].iteration)
            sw_omp_end(m, &d->posts[i].end);
    free(d->posted);
    free(d->posts);
    free(d->posters);
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

void sw_omp_doacross_post(struct sw_omp_thread *t, struct sw_omp_doacross *d, uint64_t iteration,
                          uint32_t construct)
{
    struct post *post = &d->posts[iteration & (d->n_posts - 1)];
    if (iteration >= d->n || is_posted(d, iteration))
        return;
    sw_omp_spend(t, construct, t->simulator->costs.post);
    d->posted[iteration / 64] |= (uint64_t)1 << iteration % 64;
    sw_omp_part(t->simulator, &post->end, &t->task->strand, 0);
    post->iteration = iteration + 1;
    post->clock = d->posters[t->number].posted = t->clock;
    post->by = t->number;
    wake(d, iteration);
}

/* Each thread posts into a cache line of its own. If it has posted again since another one looked, the line comes over, and goes back for its
 * next post: that is counted here, too, since threads do not run in the order of their clocks. */
static uint64_t sink_cost(const struct sw_omp_thread *t, struct sw_omp_doacross *d, unsigned by)
{
    struct poster *own = &d->posters[t->number];
    const struct sw_omp_costs *c = &t->simulator->costs;
    if (by == t->number)
        return c->sink;
    bool is_moved = d->posters[by].posted > own->looked;
    own->looked = t->clock;
    return c->sink + (is_moved ? 2 * c->lock_moved : 0);
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
    sw_omp_spend(t, construct, sink_cost(t, d, post->by));
    sw_omp_join(t->simulator, &t->task->strand, &post->end);
}

static void release_first(struct sw_omp_team *team)
{
    struct sw_omp_simulator *m = team->threads[0]->simulator;
    struct sw_omp_share *s = team->first_share;
    team->first_share = s->next;
    sw_omp_end(m, &s->turn_ends);
    release_doacross(m, s->doacross);
    free(s->memory);
    free(s->counts);
    free(s);
}

void sw_omp_shares_release(struct sw_omp_team *team)
{
    while (team->first_share)
        release_first(team);
}

static struct sw_omp_share *new_share(struct sw_omp_thread *t, enum sw_construct_kind kind,
                                      const void *address)
{
    struct sw_omp_share *s = sw_omp_need(calloc(1, sizeof *s), "a loop");
    s->kind = kind;
    s->construct = sw_omp_construct(t, kind, address);
    s->begun = t->clock;
    return s;
}

/* All threads have come to the one behind it. */
static void pass(struct sw_omp_team *team, struct sw_omp_share *s)
{
    if (s && ++s->n_passed == team->n)
        release_first(team);
}

struct sw_omp_share *sw_omp_share_next(struct sw_omp_thread *t, enum sw_construct_kind kind,
                                       const void *address, bool *is_new)
{
    struct sw_omp_team *team = t->team;
    struct sw_omp_member *member = sw_omp_member(t);
    struct sw_omp_share *before = member->share;
    struct sw_omp_share **link = before ? &before->next : &team->first_share;
    sw_omp_give_way(t); /* the first one is to be the first in simulated time as well */
    *is_new = !*link;
    if (*is_new)
        *link = new_share(t, kind, address);
    member->share = *link;
    pass(team, before);
    return member->share;
}

bool sw_omp_single(struct sw_omp_thread *t, const void *address)
{
    bool is_new;
    struct sw_omp_share *s = sw_omp_share_next(t, SW_CONSTRUCT_SINGLE, address, &is_new);
    sw_omp_member(t)->came = t->clock;
    if (is_new)
        s->taker = t;
    return is_new;
}

/*
 * Loops by chunks. A dynamic chunk is taken from what is left, in the order of simulated time; static
 * ones are the thread's own by the rules of the schedule.
 */

static uint64_t default_chunk(const struct sw_omp_loop *loop)
{
    return loop->schedule == SW_OMP_DYNAMIC || loop->schedule == SW_OMP_GUIDED ? 1 : 0;
}

struct sw_omp_share *sw_omp_loop_begin(struct sw_omp_thread *t, enum sw_construct_kind kind,
                                       const struct sw_omp_loop *loop, bool own,
                                       const void *address)
{
    bool is_new;
    struct sw_omp_simulator *m = t->simulator;
    struct sw_omp_share *s = sw_omp_share_next(t, kind, address, &is_new);
    struct sw_omp_chunks *c = &sw_omp_member(t)->chunks;
    if (is_new) {
        s->n = loop->n;
        s->schedule = loop->schedule == SW_OMP_AUTO ? SW_OMP_STATIC : loop->schedule;
        s->chunk = loop->chunk ? loop->chunk : default_chunk(loop);
        s->ordered = loop->ordered;
        s->halves = loop->halves;
        sw_omp_count(m, s->construct, SW_OMP_ITERATIONS, s->n);
        if (m->dag)
            sw_dag_record(m->dag, s->construct)->counters[SW_OMP_SCHEDULE] =
                (uint64_t)s->schedule + 1 + (s->chunk << 8);
    }
    c->ends = (struct sw_dag_strand){0};
    c->begun = t->clock - t->phase;
    c->taken = 0;
    c->inside = c->together = c->in_order = false;
    c->open = true;
    sw_omp_open(m, &c->instance, &t->task->strand, s->construct);
    sw_omp_fork(m, &c->start, &t->task->strand, 0);
    if (m->tree)
        sw_omp_tree_loop(t, s, is_new, own);
    return s;
}

void sw_omp_loop_own(struct sw_omp_thread *t, enum sw_construct_kind kind,
                     const struct sw_omp_loop *loop, uint64_t mine, const void *address)
{
    struct sw_omp_share *s = sw_omp_loop_begin(t, kind, loop, true, address);
    struct sw_omp_chunks *c = &sw_omp_member(t)->chunks;
    c->taken = mine;
    c->turn = t->number;
    c->inside = mine > 0;
    c->together = mine > 1;
    c->chunk = c->begun;
    s->given += mine;
    sw_omp_count(t->simulator, s->construct, SW_OMP_CHUNKS, mine);
    if (t->simulator->tree && mine)
        sw_omp_tree_chunk(t, s);
}

/* One static chunk after the other: with a size they go round, without one each thread has one. */
static bool next_static(const struct sw_omp_share *s, const struct sw_omp_thread *t,
                        struct sw_omp_chunks *c)
{
    uint64_t threads = t->team->n, number = t->number;
    if (s->chunk) {
        uint64_t index = c->taken * threads + number;
        if (index > (UINT64_MAX - s->chunk) / s->chunk || index * s->chunk >= s->n)
            return false;
        c->turn = index;
        c->from = index * s->chunk;
        c->to = s->n - c->from < s->chunk ? s->n : c->from + s->chunk;
        return true;
    }
    uint64_t each = s->n / threads, more = s->n % threads;
    c->turn = number;
    c->from = number * each + (number < more ? number : more);
    c->to = c->from + each + (number < more);
    return !c->taken && c->from < c->to;
}

static bool next_shared(struct sw_omp_share *s, const struct sw_omp_thread *t,
                        struct sw_omp_chunks *c)
{
    uint64_t left = s->n - s->at, size = s->chunk;
    if (!left)
        return false;
    if (s->schedule == SW_OMP_GUIDED) {
        uint64_t share =
            s->halves ? left / t->team->n / 2 : left / t->team->n + (left % t->team->n != 0);
        size = share > size ? share : size;
    }
    size = size < left ? size : left;
    c->turn = s->given;
    c->from = s->at;
    c->to = s->at += size;
    return true;
}

/*
 * Ordered parts of a loop: chunks take turns in the order of their iterations. A thread whose turn has
 * not come waits until all chunks before its own have ended. That is an edge of the dag too.
 */

static void wait_for_turn(struct sw_omp_thread *t, struct sw_omp_share *s,
                          const struct sw_omp_chunks *c, uint32_t construct)
{
    uint64_t before = t->clock;
    while (s->turn != c->turn) {
        t->next = s->waiting;
        s->waiting = t;
        sw_omp_block(t);
    }
    if (s->turn_clock > t->clock)
        t->clock = s->turn_clock;
    t->phase += t->clock - before;
    sw_omp_count(t->simulator, construct, SW_OMP_LOCK_WAIT, t->clock - before);
}

static void wake_all(struct sw_omp_share *s)
{
    struct sw_omp_thread *t = s->waiting, *next;
    s->waiting = NULL;
    for (; t; t = next) {
        next = t->next;
        sw_omp_ready_push(&t->simulator->ready, t, t->clock);
    }
}

/* Its chunk has ended: the next one's turn. */
static void pass_turn(struct sw_omp_thread *t)
{
    struct sw_omp_share *s = sw_omp_member(t)->share;
    const struct sw_omp_chunks *c = &sw_omp_member(t)->chunks;
    if (s->turn != c->turn) /* it had no ordered part */
        wait_for_turn(t, s, c, s->construct);
    s->turn++;
    wake_all(s);
}

static void end_chunk(struct sw_omp_thread *t, struct sw_omp_share *s, struct sw_omp_chunks *c)
{
    struct sw_omp_simulator *m = t->simulator;
    if (!c->inside)
        return;
    c->inside = false;
    if (m->tree)
        sw_omp_tree_chunk_end(t, s, c->turn);
    if (s->ordered)
        pass_turn(t);
    if (!c->together)
        sw_omp_count_most(m, s->construct, SW_OMP_LARGEST, t->clock - t->phase - c->chunk);
    sw_omp_meet(m, &c->ends, &t->task->strand);
}

/* What comes after the last chunk comes after all of them. At once: the thread goes on before it
 * leaves. */
static void join_chunks(struct sw_omp_thread *t, struct sw_omp_chunks *c)
{
    if (c->taken)
        sw_omp_meet(t->simulator, &t->task->strand, &c->ends);
    c->ends = (struct sw_dag_strand){0};
}

bool sw_omp_loop_chunk(struct sw_omp_thread *t, uint64_t *from, uint64_t *to)
{
    struct sw_omp_simulator *m = t->simulator;
    struct sw_omp_share *s = sw_omp_member(t)->share;
    struct sw_omp_chunks *c = &sw_omp_member(t)->chunks;
    bool is_static = s->schedule == SW_OMP_STATIC;
    end_chunk(t, s, c);
    if (!is_static)
        sw_omp_give_way(t);
    if (!(is_static ? next_static(s, t, c) : next_shared(s, t, c))) {
        join_chunks(t, c);
        return false;
    }
    c->taken++;
    s->given++;
    c->inside = true;
    if (!is_static)
        sw_omp_spend(t, s->construct, t->team->n > 1 ? m->costs.chunk : m->costs.chunk_of_one);
    c->chunk = t->clock - t->phase;
    if (c->taken > 1)
        sw_omp_go_back(t, &c->start, m->costs.chunk);
    else
        sw_omp_part(m, &t->task->strand, &c->start, m->costs.chunk);
    sw_omp_count(m, s->construct, SW_OMP_CHUNKS, 1);
    if (m->tree)
        sw_omp_tree_chunk(t, s);
    *from = c->from;
    *to = c->to;
    return true;
}

/* The last one to leave tells of all. */
static void count_loop(struct sw_omp_thread *t, struct sw_omp_share *s, uint64_t busy)
{
    struct sw_omp_simulator *m = t->simulator;
    s->busy += busy;
    s->longest = busy > s->longest ? busy : s->longest;
    s->ended = t->clock > s->ended ? t->clock : s->ended;
    if (++s->n_left < t->team->n)
        return;
    sw_omp_count(m, s->construct, SW_OMP_BUSY, s->busy);
    sw_omp_count(m, s->construct, SW_OMP_LONGEST, s->longest);
    sw_omp_count(m, s->construct, SW_OMP_ELAPSED, s->ended - s->begun);
    sw_omp_count(m, s->construct, SW_OMP_THREADS, t->team->n);
    if (m->dag) {
        sw_dag_record(m->dag, s->construct)->span += s->span;
        sw_dag_record(m->dag, s->construct)->burdened += s->burdened;
    }
}

/* The threads' instances are parts of one: their spans lie beside each other. */
static void close_part(struct sw_omp_thread *t, struct sw_omp_share *s, struct sw_omp_chunks *c)
{
    struct sw_dag_strand *strand = &t->task->strand;
    uint64_t span = strand->span - c->instance.span;
    uint64_t burdened = strand->burdened - c->instance.burdened;
    if (c->instance.top) {
        s->span = span > s->span ? span : s->span;
        s->burdened = burdened > s->burdened ? burdened : s->burdened;
    }
    c->instance.top = false;
    sw_omp_close(t->simulator, &c->instance, strand);
}

uint32_t sw_omp_loop_leave(struct sw_omp_thread *t)
{
    struct sw_omp_share *s = sw_omp_member(t)->share;
    struct sw_omp_chunks *c = &sw_omp_member(t)->chunks;
    if (!c->open)
        return s ? s->construct : 0;
    c->open = false;
    end_chunk(t, s, c);
    join_chunks(t, c);
    if (t->simulator->tree)
        sw_omp_tree_loop_leave(t, s);
    sw_omp_end(t->simulator, &c->start);
    close_part(t, s, c);
    count_loop(t, s, t->clock - t->phase - c->begun);
    return s->construct;
}

static uint64_t turn_cost(const struct sw_omp_thread *t, const struct sw_omp_share *s, bool waited)
{
    const struct sw_omp_costs *c = &t->simulator->costs;
    if (!s->turn_user || s->turn_user == t)
        return c->turn;
    return waited ? c->turn_given : c->turn + c->lock_moved;
}

void sw_omp_ordered_begin(struct sw_omp_thread *t, const void *address)
{
    struct sw_omp_share *s = sw_omp_member(t)->share;
    struct sw_omp_chunks *c = &sw_omp_member(t)->chunks;
    if (!s || !s->ordered || !c->inside)
        return;
    uint32_t construct = sw_omp_construct(t, SW_CONSTRUCT_ORDERED, address);
    uint64_t before = t->clock;
    wait_for_turn(t, s, c, construct);
    sw_omp_spend(t, construct, turn_cost(t, s, t->clock > before));
    s->turn_user = t;
    sw_omp_join(t->simulator, &t->task->strand, &s->turn_ends);
    sw_omp_open(t->simulator, &c->ordered, &t->task->strand, construct);
    c->in_order = true;
    c->turn_begun = t->clock;
    if (t->simulator->tree)
        sw_omp_tree_ordered(t, s, construct);
}

void sw_omp_ordered_end(struct sw_omp_thread *t)
{
    struct sw_omp_share *s = sw_omp_member(t)->share;
    struct sw_omp_chunks *c = &sw_omp_member(t)->chunks;
    struct sw_omp_simulator *m = t->simulator;
    if (!s || !c->in_order)
        return;
    c->in_order = false;
    if (m->tree)
        sw_omp_tree_ordered_end(t, s);
    sw_omp_close(m, &c->ordered, &t->task->strand);
    sw_omp_count(m, c->ordered.construct, SW_OMP_BUSY, t->clock - c->turn_begun);
    sw_omp_count(m, c->ordered.construct, SW_OMP_CHUNKS, 1);
    sw_omp_part(m, &s->turn_ends, &t->task->strand, 0);
    s->turn_clock = t->clock;
}
