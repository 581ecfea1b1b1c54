/*
 * Random dags against a brute-force longest path: strands fork, join each other's ends in any order,
 * meet and leave at barriers, go back to points kept before, and enter constructs that recur.
 *
 * Every stretch of a strand between two events is a node of an explicit dag. Longest ways are found
 * from scratch by dynamic programming over all nodes; which constructs a strand is in is the plain
 * list of what was entered. Spans, burdened spans, records, and all that is on each strand's longest
 * way must agree to the integer; and so must the histories' holders, counted one by one.
 */
#include "engine/dag/dag.h"
#include "tests/check.h"
#include "tests/engine/holders.h"
#include "tests/engine/longest.h"

#include <stdlib.h>

enum {
    STRANDS = 40,
    EVENTS = 600,
    DEPTH = 12,
    CONSTRUCTS = 4096,
    ITEMS = 9,
    LINES = 5,
    ROOT_COST = 1 /* so that no way but the root's is empty */
};

struct entered {
    uint32_t line, construct;
    int node;            /* the last one before it */
    int depth;           /* of the folded list, before */
    uint32_t folded[16]; /* that list */
    bool top;
    struct sw_dag_instance instance;
};

struct strand {
    bool live;
    struct sw_dag_strand s;
    int node;                     /* what it has passed last */
    struct entered in[2 * DEPTH]; /* also of its ancestors */
    int n_in, n_inherited;
    uint32_t folded[16];
    int depth;
};

struct ended {
    uint32_t construct;
    int from, to;
    bool top;
};

struct construct {
    uint32_t folded[16];
    int depth;
    bool known;
};

static char *memory;
static struct sw_arena arena;
static struct sw_dag dag;
static struct ended ended[EVENTS];
static struct construct known[CONSTRUCTS];
static struct strand strands[STRANDS];
static int n_ended, n_live;
static uint64_t rng, item_totals[ITEMS];
static struct sw_amount got[CONSTRUCTS], want[CONSTRUCTS], got_items[ITEMS], want_items[ITEMS];

static uint32_t rnd(uint32_t n)
{
    rng = rng * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(rng >> 33) % n;
}

static uint64_t burden(void)
{
    return rnd(2) ? 0 : rnd(1u << 20);
}

/* A node after the one that the strand has passed last, and after another one or none (-1). */
static struct node *advance(struct strand *t, int other, uint64_t edge_burden)
{
    struct node *n = &nodes[n_nodes];
    *n = (struct node){.construct = t->s.construct, .n_in = 0};
    if (t->node >= 0)
        n->in[n->n_in++] = (struct edge){t->node, 0};
    if (other >= 0)
        n->in[n->n_in++] = (struct edge){other, edge_burden};
    t->node = n_nodes++;
    return n;
}

static struct strand *pick(void)
{
    for (;;) {
        struct strand *t = &strands[rnd(STRANDS)];
        if (t->live)
            return t;
    }
}

static struct strand *pick_free(void)
{
    for (int i = 0; i < STRANDS; i++)
        if (!strands[i].live) {
            strands[i] = (struct strand){.live = true, .node = -1};
            n_live++;
            return &strands[i];
        }
    return NULL;
}

static void pass(struct strand *t)
{
    uint64_t cost = rnd(4) ? 1 + rnd(1u << 30) : 0;
    advance(t, -1, 0)->cost = cost;
    sw_dag_pass(&dag, &t->s, cost);
}

static void note(struct strand *t)
{
    uint32_t item = 1 + rnd(ITEMS - 1);
    advance(t, -1, 0)->item = item;
    item_totals[item] += 3;
    sw_dag_note(&dag, &t->s, item, 3);
}

static void fork_from(struct strand *t)
{
    struct strand *child = pick_free();
    uint64_t b = burden();
    if (!child)
        return;
    *child = *t;
    child->node = -1;
    child->n_inherited = t->n_in;
    advance(child, t->node, b);
    sw_dag_fork(&dag, &child->s, &t->s, b);
}

static void end(struct strand *t)
{
    if (n_live == 1)
        return;
    sw_dag_end(&dag, &t->s);
    t->live = false;
    n_live--;
}

static void join(struct strand *t, struct strand *other)
{
    uint64_t b = burden();
    advance(t, other->node, b);
    sw_dag_join(&dag, &t->s, &other->s, b);
    if (rnd(2) && t != other)
        end(other);
}

/* Back, or ahead, to where another strand is. */
static void leave(struct strand *t, struct strand *other)
{
    uint64_t b = burden();
    int at = other->node;
    t->node = -1;
    advance(t, at, b);
    sw_dag_leave(&dag, &t->s, &other->s, b);
}

static void barrier(void)
{
    struct strand meeting = {.node = -1};
    uint32_t share = 1 + rnd(3);
    bool met[STRANDS] = {false};
    sw_dag_begin(&dag, &meeting.s);
    for (int i = 0; i < STRANDS; i++) {
        struct strand *t = &strands[i];
        if (!t->live || rnd(share))
            continue;
        uint64_t b = burden();
        met[i] = true;
        advance(&meeting, t->node, b);
        sw_dag_meet(&dag, &meeting.s, &t->s, b);
    }
    for (int i = 0; i < STRANDS; i++)
        if (met[i])
            leave(&strands[i], &meeting);
    sw_dag_end(&dag, &meeting.s);
}

/* The list of constructs with recursion folded, after one more. */
static void fold(struct strand *t, uint32_t line)
{
    for (int i = 0; i < t->depth; i++)
        if (t->folded[i] == line) {
            t->depth = i + 1;
            return;
        }
    t->folded[t->depth++] = line;
}

/* The same list must have the same number at all times, and no other list. */
static void check_construct(uint32_t construct, const struct strand *t)
{
    struct construct *p = &known[construct];
    if (!p->known) {
        for (uint32_t i = 0; i < CONSTRUCTS; i++)
            CHECK(!known[i].known || known[i].depth != t->depth ||
                  memcmp(known[i].folded, t->folded, sizeof *t->folded * (size_t)t->depth));
        *p = (struct construct){.depth = t->depth, .known = true};
        memcpy(p->folded, t->folded, sizeof p->folded);
    }
    CHECK_EQ(p->depth, t->depth);
    CHECK(!memcmp(p->folded, t->folded, sizeof *t->folded * (size_t)t->depth));
}

static void enter(struct strand *t)
{
    if (t->n_in == 2 * DEPTH || t->n_in - t->n_inherited == DEPTH)
        return;
    struct entered *e = &t->in[t->n_in];
    e->line = rnd(LINES);
    e->node = t->node;
    e->depth = t->depth;
    memcpy(e->folded, t->folded, sizeof e->folded);
    fold(t, e->line);
    e->construct = sw_dag_construct(&dag, t->s.construct, e->line % 2, 1000 + e->line / 2);
    check_construct(e->construct, t);
    e->top = true;
    for (int i = 0; i < t->n_in; i++)
        e->top &= t->in[i].construct != e->construct;
    sw_dag_open(&dag, &e->instance, &t->s, e->construct);
    t->n_in++;
}

static void quit(struct strand *t)
{
    if (t->n_in == t->n_inherited)
        return;
    struct entered *e = &t->in[--t->n_in];
    advance(t, -1, 0)->closed = e->construct + 1;
    ended[n_ended++] = (struct ended){e->construct, e->node, t->node, e->top};
    t->depth = e->depth;
    memcpy(t->folded, e->folded, sizeof e->folded);
    sw_dag_close(&dag, &e->instance, &t->s);
}

static void want_way(int node)
{
    memset(want, 0, sizeof want);
    memset(want_items, 0, sizeof want_items);
    for (; node >= 0; node = nodes[node].longest) {
        const struct node *n = &nodes[node];
        want[n->construct].cost += n->cost;
        if (n->closed)
            want[n->closed - 1].count++;
        want_items[n->item].cost += n->item ? 3 : 0;
        want_items[n->item].count += n->item != 0;
    }
}

static void check_strand(const struct strand *t)
{
    uint64_t total = 0;
    CHECK_EQ(t->s.span, nodes[t->node].span);
    CHECK_EQ(t->s.burdened, nodes[t->node].burdened);
    memset(got, 0, sizeof got);
    memset(got_items, 0, sizeof got_items);
    sw_dag_sum(&dag, &t->s, got, CONSTRUCTS, got_items, ITEMS);
    want_way(t->node);
    for (uint32_t p = 0; p < sw_dag_n_constructs(&dag); p++) {
        CHECK_EQ(got[p].cost, want[p].cost);
        CHECK_EQ(got[p].count, want[p].count);
        total += got[p].cost;
    }
    CHECK_EQ(total, t->s.span);
    for (uint32_t i = 0; i < ITEMS; i++) {
        CHECK_EQ(got_items[i].cost, want_items[i].cost);
        CHECK_EQ(got_items[i].count, want_items[i].count);
    }
}

static void check_all(void)
{
    const struct sw_history *held[STRANDS];
    int n = 0;
    solve();
    for (int i = 0; i < STRANDS; i++)
        if (strands[i].live) {
            check_strand(&strands[i]);
            held[n++] = strands[i].s.history;
        }
    check_holders(held, n);
}

static void check_records(void)
{
    static struct sw_dag_record sums[CONSTRUCTS];
    memset(sums, 0, sizeof sums);
    for (int i = 0; i < n_nodes; i++)
        sums[nodes[i].construct].work += nodes[i].cost;
    for (int i = 0; i < n_ended; i++) {
        const struct node *from = &nodes[ended[i].from], *to = &nodes[ended[i].to];
        struct sw_dag_record *r = &sums[ended[i].construct];
        r->count++;
        if (ended[i].top && to->span > from->span)
            r->span += to->span - from->span;
        if (ended[i].top && to->burdened > from->burdened)
            r->burdened += to->burdened - from->burdened;
    }
    for (uint32_t p = 0; p < sw_dag_n_constructs(&dag); p++) {
        CHECK_EQ(sw_dag_record(&dag, p)->work, sums[p].work);
        CHECK_EQ(sw_dag_record(&dag, p)->count, sums[p].count);
        CHECK_EQ(sw_dag_record(&dag, p)->span, sums[p].span);
        CHECK_EQ(sw_dag_record(&dag, p)->burdened, sums[p].burdened);
    }
    for (uint32_t i = 1; i < ITEMS; i++)
        CHECK_EQ(dag.items[i], item_totals[i]);
}

static void event(uint32_t spread)
{
    struct strand *t = pick();
    switch (rnd(13)) {
    case 0:
    case 1:
        if (n_live < (int)spread)
            fork_from(t);
        break;
    case 2:
        join(t, pick());
        break;
    case 3:
        if (!rnd(4))
            barrier();
        break;
    case 4:
        if (rnd(2))
            leave(t, pick());
        break;
    case 5:
        if (!rnd(3))
            end(t);
        break;
    case 6:
    case 7:
        enter(t);
        break;
    case 8:
    case 9:
        quit(t);
        break;
    case 10:
        note(t);
        break;
    default:
        pass(t);
    }
}

static void program(uint64_t seed)
{
    rng = seed * 0x9e3779b97f4a7c15u + 1;
    memset(memory, 0, arena.used);
    memset(strands, 0, sizeof strands);
    memset(known, 0, sizeof known);
    memset(item_totals, 0, sizeof item_totals);
    n_nodes = n_ended = n_live = 0;
    sw_arena_init(&arena, memory, 16 << 20);
    CHECK_EQ(sw_dag_init(&dag, &arena), 0);
    for (uint32_t i = 1; i < ITEMS; i++)
        CHECK_EQ(sw_dag_item(&dag), i);
    struct strand *root = pick_free();
    sw_dag_begin(&dag, &root->s);
    advance(root, -1, 0)->cost = ROOT_COST;
    sw_dag_pass(&dag, &root->s, ROOT_COST);
    uint32_t events = 1 + rnd(EVENTS - 1), spread = 2 + rnd(STRANDS - 2);
    for (uint32_t i = 0; i < events && n_nodes < NODES - 2 * STRANDS; i++) {
        event(spread);
        if (!rnd(64))
            check_all();
    }
    check_all();
    check_records();
    for (int i = 0; i < STRANDS; i++)
        if (strands[i].live)
            sw_dag_end(&dag, &strands[i].s);
    check_free(&dag.histories);
    CHECK_EQ(sw_dag_lost(&dag), 0);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 4000;
    memory = aligned_alloc(64, 16 << 20);
    arena.used = 16 << 20;
    for (int i = 0; i < n && !check_failed; i++)
        program((uint64_t)i);
    CHECK(longest_log > 16); /* it saw logs of some length */
    free(memory);
    return check_done();
}
