/*
 * The program tree of a strand of events has the work and span that the engine finds, on random programs
 * with calls, spawns, syncs, scopes and loops; and the shapes that it should have, on some by hand. Costs are
 * powers of two, so that no two lengths are taken for the same that are not.
 */
#include "engine/tree/watch.h"
#include "tests/check.h"
#include "tests/engine/strand_test.h"
#include "tests/tree-run/figures.h"

enum { LOOP_SITE = 40, SCOPE_SITE = 41, SITES = 8, BYTES = 64 << 20 };

static uint64_t random_state = 1;

static uint64_t draw(uint64_t n)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (random_state >> 33) % n;
}

static uint64_t cost(void)
{
    return 1ull << draw(12);
}

/* As agent/cilk/loop.c divides it: run(count) spawns its left halves. */
static void loop(struct strand_test *t, uint64_t count, uint64_t grain, void (*chunk)(void *))
{
    bool spawned = false;
    while (count > grain) {
        sw_event_spawn(&t->strand, LOOP_SITE, SW_FUNCTION_SAME, 0);
        loop(t, count / 2, grain, chunk);
        sw_event_spawn_return(&t->strand, 0);
        spawned = true;
        count -= count / 2;
    }
    chunk(t);
    if (spawned)
        sw_event_sync(&t->strand, cost());
    else
        sw_event_pass(&t->strand, cost());
}

static void body(struct strand_test *t, unsigned depth);

static unsigned loop_depth;

/* An iteration waits for its own spawns. */
static void loop_body(void *t)
{
    struct sw_strand *s = &((struct strand_test *)t)->strand;
    sw_event_call(s, SCOPE_SITE, SW_FUNCTION_SAME, cost());
    body(t, loop_depth);
    sw_event_return(s, cost());
}

static void some_loop(struct strand_test *t, unsigned depth)
{
    unsigned outer = loop_depth;
    loop_depth = depth > 2 ? depth - 2 : 0;
    sw_event_call(&t->strand, LOOP_SITE, SW_FUNCTION_SAME, cost());
    sw_event_pass(&t->strand, cost());
    loop(t, 1 + draw(9), 1 + draw(3), loop_body);
    sw_event_return(&t->strand, cost());
    loop_depth = outer;
}

static void body(struct strand_test *t, unsigned depth)
{
    struct sw_strand *s = &t->strand;
    for (uint64_t i = draw(5) + (depth > 4); i > 0 && depth; i--) {
        uint32_t n = 2 + (uint32_t)draw(SITES);
        switch (draw(5)) {
        case 0:
            sw_event_call(s, n, n, cost());
            body(t, depth - 1);
            sw_event_return(s, cost());
            break;
        case 1:
        case 2:
            sw_event_spawn(s, 10 + n, n, cost());
            body(t, depth - 1);
            sw_event_spawn_return(s, cost());
            break;
        case 3:
            sw_event_call(s, SCOPE_SITE, SW_FUNCTION_SAME, cost());
            body(t, depth - 1);
            sw_event_return(s, cost());
            break;
        case 4:
            if (draw(2))
                some_loop(t, depth);
            else
                sw_event_call(s, 30, 30, cost()), sw_event_sync(s, cost()), sw_event_close(s);
        }
    }
}

struct recorded {
    struct strand_test t;
    struct sw_tree *tree;
    struct sw_node *nodes;
    struct sw_item *items;
    uint64_t n_nodes, n_items;
};

static void begin(struct recorded *r)
{
    strand_test_init(&r->t, BYTES, 1000, 0);
    r->tree = sw_tree_make(&r->t.arena, 8 << 20);
    CHECK(r->tree != NULL);
    sw_tree_watch(&r->t.strand, r->tree);
}

static struct figures end(struct recorded *r)
{
    sw_strand_finish(&r->t.strand);
    sw_tree_finish(r->tree);
    sw_tree_size(r->tree, &r->n_nodes, &r->n_items);
    r->nodes = calloc(r->n_nodes, sizeof *r->nodes);
    r->items = calloc(r->n_items + 1, sizeof *r->items);
    sw_tree_copy(r->tree, r->nodes, r->items);
    return figures_of(r->nodes, r->n_nodes, r->items);
}

static void release(struct recorded *r)
{
    free(r->nodes);
    free(r->items);
    strand_test_release(&r->t);
}

static uint64_t whole(double x)
{
    return (uint64_t)(x + 0.5);
}

static void random_program(uint64_t seed)
{
    struct recorded r;
    struct sw_tree_measure m;
    random_state = seed * 77;
    begin(&r);
    body(&r.t, 7);
    sw_event_pass(&r.t.strand, cost());
    struct figures f = end(&r);
    struct sw_position at = sw_strand_position(&r.t.strand);
    sw_tree_measured(r.tree, &m);
    CHECK_EQ(m.unclosed, 0);
    CHECK_EQ(m.lost, 0);
    CHECK_EQ(whole(f.work), at.work);
    /* Pieces that follow each other are one, and may be as long as another within 5%. */
    CHECK(f.span <= (double)at.span * 1.05 && f.span >= (double)at.span * 0.95);
    release(&r);
}

static void leaf_chunk(void *t)
{
    sw_event_pass(&((struct strand_test *)t)->strand, 100);
}

/* A loop of eight chunks is one section with eight tasks, each as long as a chunk. */
static void flat_loop(void)
{
    struct recorded r;
    begin(&r);
    sw_event_call(&r.t.strand, LOOP_SITE, SW_FUNCTION_SAME, 5);
    loop(&r.t, 8, 1, leaf_chunk);
    sw_event_return(&r.t.strand, 0);
    struct figures f = end(&r);
    CHECK_EQ(whole(f.sections), 1);
    CHECK_EQ(whole(f.tasks), 8);
    unsigned n_sections = 0;
    for (uint64_t i = 1; i < r.n_nodes; i++)
        if (r.nodes[i].kind == SW_NODE_SECTION) {
            n_sections++;
            CHECK_EQ(r.nodes[i].schedule, SW_SECTION_LOOP);
            CHECK_EQ(r.nodes[i].site, LOOP_SITE * SW_TREE_SITES_EACH + SW_TREE_SITE_SECTION);
        }
    CHECK_EQ(n_sections, 1);
    release(&r);
}

/* fib has a section for each call that spawns. */
static void fib(void)
{
    struct recorded r;
    begin(&r);
    strand_test_fib(&r.t, 15);
    struct figures f = end(&r);
    struct sw_position at = sw_strand_position(&r.t.strand);
    CHECK_EQ(whole(f.work), at.work);
    CHECK_EQ(whole(f.span), at.span);
    CHECK_EQ(whole(f.sections), at.syncs);
    CHECK_EQ(whole(f.tasks), at.spawns);
    CHECK(r.n_nodes < 100); /* equal subtrees are one */
    release(&r);
}

/* Left by a jump: all that is open ends. */
static void left_open(void)
{
    struct recorded r;
    begin(&r);
    sw_event_call(&r.t.strand, 2, 2, 1);
    sw_event_spawn(&r.t.strand, 3, 3, 2);
    sw_event_call(&r.t.strand, LOOP_SITE, SW_FUNCTION_SAME, 4);
    sw_event_spawn(&r.t.strand, LOOP_SITE, SW_FUNCTION_SAME, 8);
    sw_event_spawn(&r.t.strand, 4, 4, 16);
    sw_event_pass(&r.t.strand, 32);
    struct figures f = end(&r);
    CHECK_EQ(whole(f.work), 63);
    CHECK_EQ(whole(f.span), 63);
    CHECK_EQ(whole(f.sections), 3);
    release(&r);
}

int main(int argc, char **argv)
{
    uint64_t n = argc > 1 ? strtoull(argv[1], NULL, 10) : 5000;
    flat_loop();
    fib();
    left_open();
    for (uint64_t i = 1; i <= n; i++)
        random_program(i);
    return check_done();
}
