/*
 * Locks of a strand, on invented costs: how long they are held, by hand; and in the tree, on random programs that take and
 * release them anywhere, against a model that adds up each cost for every lock that is open then.
 */
#include "engine/tree/watch.h"
#include "tests/check.h"
#include "tests/engine/strand_test.h"
#include "tests/tree-run/figures.h"

enum { LOCKS = 5, SITES = 8, LOCK_SITE = 50, SHARED_LOCK = LOCKS, BYTES = 96 << 20 };

static struct sw_lock_use use_of(const struct sw_strand *s, uint32_t lock)
{
    struct sw_lock_use sum = {0};
    for (uint32_t i = 0; s->locks && i < s->locks->n_uses; i++)
        if (s->locks->uses[i].lock == lock) {
            const struct sw_lock_use *u = &s->locks->uses[i];
            sum.taken += u->taken;
            sum.held += u->held;
            sum.alone += u->alone;
            sum.shared_taken += u->shared_taken;
            sum.shared_held += u->shared_held;
        }
    return sum;
}

static void take(struct strand_test *t, uint32_t lock, uint64_t cost)
{
    sw_event_lock(&t->strand, lock, LOCK_SITE, SW_LOCK_ALONE, cost);
}

static void give(struct strand_test *t, uint32_t lock, uint64_t cost)
{
    sw_event_unlock(&t->strand, lock, cost);
}

/* Two tasks of 60, 40 of it in the lock, which each takes twice; and 10 in serial code. */
static void tasks(void)
{
    struct strand_test t;
    strand_test_init(&t, BYTES, 100, 0);
    take(&t, 1, 5);
    give(&t, 1, 10);
    for (int i = 0; i < 2; i++) {
        sw_event_spawn(&t.strand, 2, 2, 0);
        take(&t, 1, 10);
        sw_event_call(&t.strand, 3, 3, 15);
        sw_event_return(&t.strand, 5);
        give(&t, 1, 0);
        sw_event_pass(&t.strand, 10);
        sw_event_lock(&t.strand, 1, LOCK_SITE + 1, SW_LOCK_ALONE, 0);
        sw_event_lock(&t.strand, 1, LOCK_SITE + 1, SW_LOCK_AGAIN, 7);
        give(&t, 1, 7);
        give(&t, 1, 6);
        sw_event_spawn_return(&t.strand, 0);
    }
    sw_event_sync(&t.strand, 0);
    sw_strand_finish(&t.strand);
    const struct sw_locks *l = t.strand.locks;
    struct sw_lock_use u = use_of(&t.strand, 1);
    CHECK_EQ(u.taken, 5);
    CHECK_EQ(u.held, 90);
    CHECK_EQ(u.alone, 10);
    CHECK_EQ(l->n_uses, 2);
    CHECK_EQ(l->uses[0].held, 50);
    CHECK_EQ(l->uses[1].taken, 2);
    CHECK_EQ(l->across + l->elsewhere + l->unmatched + l->lost + l->n_holds, 0);
    strand_test_release(&t);
}

/* A hold with parallel code inside is as long as its span; one that its task does not end, or that nobody saw begin, is not known. */
static void odd(void)
{
    struct strand_test t;
    strand_test_init(&t, BYTES, 100, 0);
    struct sw_strand *s = &t.strand;
    take(&t, 1, 0);
    for (int i = 0; i < 3; i++) {
        sw_event_spawn(s, 2, 2, 1);
        sw_event_spawn_return(s, 100);
    }
    sw_event_sync(s, 2);
    give(&t, 1, 5);
    const struct sw_locks *l = s->locks;
    CHECK_EQ(use_of(s, 1).held, 3 + 100 + 5);
    CHECK_EQ(l->across, 1);

    sw_event_spawn(s, 2, 2, 0);
    take(&t, 2, 10);
    sw_event_spawn_return(s, 10);
    give(&t, 2, 10);
    sw_event_sync(s, 0);
    CHECK_EQ(use_of(s, 2).held, 0);
    CHECK_EQ(l->elsewhere, 1);

    give(&t, 3, 10);
    CHECK_EQ(l->unmatched, 1);

    take(&t, 4, 0); /* somebody else releases it */
    take(&t, 4, 10);
    give(&t, 4, 10);
    CHECK_EQ(use_of(s, 4).held, 10);
    CHECK_EQ(l->elsewhere, 2);

    for (int i = 0; i < 2; i++)
        sw_event_lock(s, 5, LOCK_SITE, SW_LOCK_SHARED, 0);
    give(&t, 5, 10);
    give(&t, 5, 10);
    CHECK_EQ(use_of(s, 5).shared_taken, 1);
    CHECK_EQ(use_of(s, 5).shared_held, 20);
    CHECK_EQ(use_of(s, 5).held + use_of(s, 5).taken, 0);
    CHECK_EQ(l->n_holds, 0);
    for (uint32_t i = 1; i <= SW_HOLDS_MAX + 3; i++)
        take(&t, i, 0);
    CHECK_EQ(l->lost, 3);
    sw_strand_finish(s);
    strand_test_release(&t);
}

/* --- the tree --- */

static uint64_t random_state = 1;

static uint64_t draw(uint64_t n)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (random_state >> 33) % n;
}

/* What the model knows. */
struct model {
    struct strand_test t;
    struct sw_tree *tree;
    bool held[LOCKS + 1], open[LOCKS + 1];
    double in_tree[LOCKS + 1];
    bool outstanding; /* the innermost frame has spawned */
};

static uint64_t cost(struct model *m)
{
    uint64_t cost = 1ull << draw(12);
    for (unsigned i = 1; i <= LOCKS; i++)
        m->in_tree[i] += m->open[i] ? (double)cost : 0;
    return cost;
}

static void leave_locks(struct model *m)
{
    for (unsigned i = 1; i <= LOCKS; i++)
        m->open[i] = false;
}

static void some_lock(struct model *m)
{
    uint32_t lock = 1 + (uint32_t)draw(LOCKS);
    uint64_t spent = cost(m);
    bool shared = lock == SHARED_LOCK;
    if (m->held[lock]) {
        give(&m->t, lock, spent);
        m->held[lock] = m->open[lock] = false;
        return;
    }
    sw_event_lock(&m->t.strand, lock, LOCK_SITE + lock, shared ? SW_LOCK_SHARED : SW_LOCK_ALONE,
                  spent);
    m->held[lock] = true;
    m->open[lock] = !shared;
}

static void body(struct model *m, unsigned depth)
{
    struct sw_strand *s = &m->t.strand;
    bool outer = m->outstanding;
    m->outstanding = false;
    for (uint64_t i = draw(8); i > 0 && depth; i--) {
        uint32_t n = 2 + (uint32_t)draw(SITES);
        uint64_t spent;
        switch (draw(6)) {
        case 0:
        case 1:
            spent = cost(m);
            sw_event_call(s, n, n, spent);
            body(m, depth - 1);
            sw_event_return(s, cost(m));
            break;
        case 2:
            spent = cost(m);
            leave_locks(m);
            sw_event_spawn(s, 10 + n, n, spent);
            body(m, depth - 1);
            spent = cost(m);
            leave_locks(m);
            sw_event_spawn_return(s, spent);
            m->outstanding = true;
            break;
        case 3:
            spent = cost(m);
            if (m->outstanding)
                leave_locks(m);
            m->outstanding = false;
            sw_event_sync(s, spent);
            break;
        default:
            some_lock(m);
        }
    }
    m->outstanding = outer;
}

/* The length of all nodes of the lock, as often as they occur. */
static double locked_in(const struct figured *f, uint64_t n, uint32_t lock)
{
    double sum = 0, *count = calloc(n, sizeof *count);
    count[n - 1] = 1;
    for (uint64_t i = n - 1; i > 0; i--) {
        const struct sw_node *node = &f->nodes[i];
        for (uint32_t k = 0; k < node->n_items; k++)
            count[f->items[node->first + k].node] += count[i] * f->items[node->first + k].count;
        if (node->kind != SW_NODE_LOCK)
            continue;
        CHECK(f->of[i].sections == 0);
        if (node->detail == lock) {
            CHECK_EQ(node->site, (LOCK_SITE + lock) * SW_TREE_SITES_EACH);
            sum += count[i] * f->of[i].work;
        }
    }
    free(count);
    return sum;
}

static void compare(struct model *m)
{
    struct figured f = {0};
    struct sw_node *nodes;
    struct sw_item *items;
    uint64_t n_nodes, n_items;
    sw_tree_size(m->tree, &n_nodes, &n_items);
    nodes = calloc(n_nodes, sizeof *nodes);
    items = calloc(n_items + 1, sizeof *items);
    sw_tree_copy(m->tree, nodes, items);
    f = (struct figured){nodes, items, calloc(n_nodes, sizeof *f.of)};
    for (uint32_t i = 1; i < n_nodes; i++)
        f.of[i] = figures_of_node(&f, i);
    struct sw_position at = sw_strand_position(&m->t.strand);
    CHECK_EQ(f.of[n_nodes - 1].work + 0.5, at.work);
    double span = f.of[n_nodes - 1].span;
    CHECK(span <= (double)at.span * 1.05 && span >= (double)at.span * 0.95);
    for (uint32_t i = 1; i <= LOCKS; i++) {
        double got = locked_in(&f, n_nodes, i), want = m->in_tree[i];
        CHECK(got <= want * 1.05 && got >= want * 0.95);
    }
    free(nodes);
    free(items);
    free(f.of);
}

static void random_program(uint64_t seed)
{
    struct model m = {0};
    struct sw_tree_measure measure;
    random_state = seed * 77;
    strand_test_init(&m.t, BYTES, 1000, 0);
    m.tree = sw_tree_make(&m.t.arena, 8 << 20);
    sw_tree_watch(&m.t.strand, m.tree);
    body(&m, 7);
    sw_event_pass(&m.t.strand, cost(&m));
    sw_strand_finish(&m.t.strand);
    sw_tree_finish(m.tree);
    sw_tree_measured(m.tree, &measure);
    CHECK_EQ(measure.unclosed, 0);
    CHECK_EQ(measure.lost, 0);
    compare(&m);
    strand_test_release(&m.t);
}

/* A function that takes the lock for its caller, and one that releases it: one node in the tree, all as long as it was held. */
static void wrapped(void)
{
    struct model m = {0};
    strand_test_init(&m.t, BYTES, 1000, 0);
    m.tree = sw_tree_make(&m.t.arena, 8 << 20);
    sw_tree_watch(&m.t.strand, m.tree);
    struct sw_strand *s = &m.t.strand;
    for (int i = 0; i < 10; i++) {
        sw_event_call(s, 2, 2, 1);
        take(&m.t, 1, 10);
        sw_event_return(s, 4);
        sw_event_pass(s, 100);
        sw_event_call(s, 3, 3, 0);
        give(&m.t, 1, 8);
        sw_event_return(s, 2);
    }
    CHECK_EQ(use_of(s, 1).held, 1120);
    sw_strand_finish(s);
    sw_tree_finish(m.tree);
    uint64_t n_nodes, n_items;
    sw_tree_size(m.tree, &n_nodes, &n_items);
    struct sw_node *nodes = calloc(n_nodes, sizeof *nodes);
    struct sw_item *items = calloc(n_items + 1, sizeof *items);
    sw_tree_copy(m.tree, nodes, items);
    struct figures f = figures_of(nodes, n_nodes, items);
    CHECK_EQ(f.locks, 10);
    CHECK_EQ(f.work, 1250);
    for (uint64_t i = 1; i < n_nodes; i++)
        if (nodes[i].kind == SW_NODE_LOCK)
            CHECK_EQ(nodes[i].sum, 112);
    free(nodes);
    free(items);
    strand_test_release(&m.t);
}

int main(int argc, char **argv)
{
    uint64_t n = argc > 1 ? strtoull(argv[1], NULL, 10) : 3000;
    tasks();
    odd();
    wrapped();
    for (uint64_t i = 1; i <= n; i++)
        random_program(i);
    return check_done();
}
