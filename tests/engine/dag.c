/* Dags small enough to be counted by hand. */
#include "engine/dag/dag.h"
#include "tests/check.h"

#include <stdlib.h>

enum { LOOP = 1, TASK, REGION };

static char memory[1 << 20] __attribute__((aligned(64)));
static struct sw_arena arena;
static struct sw_dag dag;
static struct sw_amount constructs[64], items[8];

static void start(size_t size)
{
    memset(memory, 0, sizeof memory);
    sw_arena_init(&arena, memory, size);
    CHECK_EQ(sw_dag_init(&dag, &arena), 0);
}

static void sum(const struct sw_dag_strand *strand)
{
    memset(constructs, 0, sizeof constructs);
    memset(items, 0, sizeof items);
    sw_dag_sum(&dag, strand, constructs, 64, items, 8);
}

/* Histories that somebody has linked in a circle, of nodes or of entries: that comes to an end, and says so. */
static void a_circle(void)
{
    struct sw_dag_strand root, a;
    start(sizeof memory);
    uint32_t r = sw_dag_construct(&dag, 0, REGION, 100), l = sw_dag_construct(&dag, r, LOOP, 200);
    sw_dag_begin(&dag, &root);
    sw_dag_pass(&dag, &root, 7);
    sw_dag_fork(&dag, &a, &root, 5);
    a.construct = l;
    sw_dag_pass(&dag, &a, 3);
    CHECK(sw_dag_sum(&dag, &a, constructs, 64, items, 8));
    CHECK(a.history->before);
    a.history->before->before = a.history;
    CHECK(!sw_dag_sum(&dag, &a, constructs, 64, items, 8));
    struct sw_history_entry e = {.next = &e};
    a.history->before = NULL;
    a.history->head = &e;
    a.history->length = UINT32_MAX;
    sw_dag_sum(&dag, &a, constructs, 64, items, 8);
}

/* Two strands at a barrier, the first is longer before it, the second after it. */
static void a_barrier(void)
{
    struct sw_dag_strand root, a, b, m;
    struct sw_dag_instance region;
    start(sizeof memory);
    uint32_t r = sw_dag_construct(&dag, 0, REGION, 100);
    uint32_t sample = sw_dag_item(&dag), other = sw_dag_item(&dag);
    sw_dag_begin(&dag, &root);
    sw_dag_pass(&dag, &root, 7);
    sw_dag_open(&dag, &region, &root, r);
    sw_dag_fork(&dag, &a, &root, 5);
    sw_dag_fork(&dag, &b, &root, 5);
    sw_dag_pass(&dag, &a, 30);
    sw_dag_note(&dag, &a, sample, 3);
    sw_dag_pass(&dag, &b, 10);
    sw_dag_note(&dag, &b, other, 3);
    sw_dag_begin(&dag, &m);
    sw_dag_meet(&dag, &m, &a, 1);
    sw_dag_meet(&dag, &m, &b, 1);
    CHECK_EQ(a.span, 37);
    sw_dag_leave(&dag, &a, &m, 2);
    sw_dag_leave(&dag, &b, &m, 2);
    sw_dag_end(&dag, &m);
    CHECK_EQ(b.span, 37);
    CHECK_EQ(b.burdened, 45);
    sw_dag_pass(&dag, &a, 1);
    sw_dag_pass(&dag, &b, 2);
    sw_dag_note(&dag, &b, sample, 4);
    sw_dag_meet(&dag, &root, &a, 0);
    sw_dag_meet(&dag, &root, &b, 0);
    sw_dag_close(&dag, &region, &root);
    sw_dag_pass(&dag, &root, 100);
    CHECK_EQ(root.span, 139);
    CHECK_EQ(root.burdened, 147);
    CHECK_EQ(sw_dag_record(&dag, 0)->work, 107);
    CHECK_EQ(sw_dag_record(&dag, r)->work, 43);
    CHECK_EQ(sw_dag_record(&dag, r)->span, 32);
    CHECK_EQ(sw_dag_record(&dag, r)->burdened, 40);
    CHECK_EQ(sw_dag_record(&dag, r)->count, 1);
    sum(&root);
    CHECK_EQ(constructs[0].cost, 107);
    CHECK_EQ(constructs[r].cost, 32);
    CHECK_EQ(constructs[r].count, 1);
    CHECK_EQ(items[sample].cost, 7);
    CHECK_EQ(items[sample].count, 2);
    CHECK_EQ(items[other].cost, 0);
    CHECK_EQ(dag.items[other], 3);
    sw_dag_end(&dag, &root);
    CHECK_EQ(sw_dag_lost(&dag), 0);
}

/* What two ends of equal length leave is that of the first; with no path at all, any. */
static void ties(void)
{
    struct sw_dag_strand a, b, m;
    start(sizeof memory);
    uint32_t x = sw_dag_construct(&dag, 0, LOOP, 1), y = sw_dag_construct(&dag, 0, LOOP, 2);
    struct sw_dag_instance i;
    sw_dag_begin(&dag, &a);
    sw_dag_begin(&dag, &b);
    sw_dag_begin(&dag, &m);
    sw_dag_open(&dag, &i, &a, x);
    sw_dag_close(&dag, &i, &a);
    sw_dag_join(&dag, &m, &a, 0);
    sum(&m);
    CHECK_EQ(constructs[x].count, 1);
    sw_dag_open(&dag, &i, &b, y);
    sw_dag_close(&dag, &i, &b);
    sw_dag_meet(&dag, &m, &b, 0);
    sum(&m);
    CHECK_EQ(constructs[x].count, 1);
    CHECK_EQ(constructs[y].count, 0);
}

static void folding(void)
{
    start(sizeof memory);
    uint32_t r = sw_dag_construct(&dag, 0, REGION, 10);
    uint32_t t = sw_dag_construct(&dag, r, TASK, 20);
    uint32_t l = sw_dag_construct(&dag, t, LOOP, 30);
    CHECK_EQ(r, 1);
    CHECK_EQ(t, 2);
    CHECK_EQ(l, 3);
    CHECK_EQ(sw_dag_construct(&dag, 0, REGION, 10), r);
    CHECK_EQ(sw_dag_construct(&dag, t, TASK, 20), t);
    CHECK_EQ(sw_dag_construct(&dag, l, TASK, 20), t);
    CHECK_EQ(sw_dag_construct(&dag, l, TASK, 20), t);
    CHECK_EQ(sw_dag_construct(&dag, l, REGION, 10), r);
    CHECK_EQ(sw_dag_n_constructs(&dag), 4);
    CHECK_EQ(sw_dag_construct(&dag, l, LOOP, 20), 4); /* another kind at the same address */
    CHECK_EQ(sw_dag_construct(&dag, r, LOOP, 30), 5); /* not in the task */
    CHECK_EQ(sw_dag_construct(&dag, 0, TASK, 20), 6); /* not in the region */
    CHECK_EQ(sw_dag_record(&dag, l)->parent, t);
    CHECK_EQ(sw_dag_record(&dag, l)->kind, LOOP);
    CHECK_EQ(sw_dag_record(&dag, l)->address, 30);
    CHECK_EQ(sw_dag_construct(&dag, 0, LOOP, 20), 7); /* nor that */
    CHECK_EQ(sw_dag_construct(&dag, 0, 0, 0), 8);     /* not the root */
    for (uint32_t kind = 0; kind < 300; kind++)       /* with many the same slots */
        CHECK_EQ(sw_dag_construct(&dag, 0, 100 + kind, 20), 9 + kind);
    CHECK_EQ(sw_dag_lost(&dag), 0);
}

/* Enters the constructs of a word one in the other, each spending 1, and leaves them. */
static void nest(const char *word)
{
    struct sw_dag_strand s;
    struct sw_dag_instance i[16];
    int n = 0;
    sw_dag_begin(&dag, &s);
    for (; word[n]; n++) {
        sw_dag_open(&dag, &i[n], &s, sw_dag_construct(&dag, s.construct, TASK, (uint64_t)word[n]));
        sw_dag_pass(&dag, &s, 1);
    }
    while (n--)
        sw_dag_close(&dag, &i[n], &s);
    CHECK_EQ(s.construct, 0);
    CHECK_EQ(s.opening, 0);
    sw_dag_end(&dag, &s);
}

/* Sums over all constructs of an address. */
static struct sw_dag_record of(char address)
{
    struct sw_dag_record r = {0};
    for (uint32_t p = 1; p < sw_dag_n_constructs(&dag); p++) {
        const struct sw_dag_record *q = sw_dag_record(&dag, p);
        if (q->address != (uint64_t)address)
            continue;
        r.count += q->count;
        r.work += q->work;
        r.span += q->span;
    }
    return r;
}

/* Only outermost instances count for the span, also where the construct does not show that. */
static void recursion(void)
{
    for (int again = 1; again <= 2; again++) { /* the second time it is remembered */
        start(sizeof memory);
        for (int i = 0; i < again; i++)
            nest("ABABACBCA");
        CHECK_EQ(of('A').count, 4 * again);
        CHECK_EQ(of('A').work, 4 * again);
        CHECK_EQ(of('A').span, 9 * again);
        CHECK_EQ(of('B').span, (8 + 3) * again); /* B in A, and B in C in A */
        CHECK_EQ(of('C').count, 2 * again);
        CHECK_EQ(of('C').span, 4 * again);
        CHECK_EQ(sw_dag_n_constructs(&dag), 5);
        CHECK_EQ(sw_dag_lost(&dag), 0);
    }
}

/* As much as possible in any memory, and never outside it. */
static void without_memory(void)
{
    uint64_t lost = 0;
    for (size_t size = 0; size < 256 << 10; size += 8 << 10) {
        struct sw_dag_strand s[100];
        memset(memory, 0x55, sizeof memory);
        memset(memory, 0, size);
        sw_arena_init(&arena, memory, size);
        if (sw_dag_init(&dag, &arena)) {
            CHECK(size < 64 << 10);
            continue;
        }
        sw_dag_begin(&dag, &s[0]);
        for (int i = 1; i < 100; i++) {
            struct sw_dag_instance in;
            sw_dag_fork(&dag, &s[i], &s[i - 1], 0);
            for (uint64_t k = 0; k < 20; k++) {
                sw_dag_open(&dag, &in, &s[i],
                            sw_dag_construct(&dag, s[i].construct, TASK, k * (unsigned)i));
                sw_dag_pass(&dag, &s[i], 1);
                sw_dag_note(&dag, &s[i], sw_dag_item(&dag), 1);
                if (k % 2)
                    sw_dag_close(&dag, &in, &s[i]);
            }
        }
        CHECK_EQ(s[99].span, 99 * 20);
        uint64_t work = 0;
        for (uint32_t p = 0; p < sw_dag_n_constructs(&dag); p++)
            work += sw_dag_record(&dag, p)->work;
        CHECK_EQ(work, 99 * 20);
        for (int i = 0; i < 100; i++)
            sw_dag_end(&dag, &s[(i * 37 + 5) % 100]);
        CHECK_EQ((unsigned char)memory[size], 0x55);
        lost += sw_dag_lost(&dag);
    }
    CHECK(lost > 0);
}

static bool is_before(const struct sw_dag_strand *s, uint32_t thread, uint32_t clock)
{
    return thread < s->order->n && s->order->before[thread] >= clock;
}

/* The thread does something on the strand: the clock of that. */
static uint32_t act(struct sw_orders *orders, uint32_t thread, struct sw_dag_strand *s)
{
    sw_orders_run(orders, thread);
    uint32_t clock = orders->clocks[thread];
    sw_dag_pass(&dag, s, 1);
    return clock;
}

/* What comes before what: forks, joins, barriers, and locks; threads beyond the first few too. */
static void orders(void)
{
    static struct sw_orders all;
    struct sw_dag_strand root, a, b, m;
    struct sw_order *lock = NULL;
    start(sizeof memory);
    all = (struct sw_orders){.lost = 0};
    sw_orders_init(&all, &arena);
    dag.orders = &all;
    sw_dag_begin(&dag, &root);
    root.order = sw_order_new(&all);
    uint32_t begun = act(&all, 0, &root);
    sw_dag_fork(&dag, &a, &root, 0);
    sw_dag_fork(&dag, &b, &root, 0);
    uint32_t in_a = act(&all, 0, &a), in_b = act(&all, 200, &b);
    CHECK(is_before(&a, 0, begun) && is_before(&b, 0, begun));
    CHECK(!is_before(&b, 0, in_a) && !is_before(&a, 200, in_b));
    /* What a did up to its unlock, not what it does then, comes before b's lock. */
    sw_order_become(&all, &lock, a.order);
    uint32_t later = act(&all, 0, &a);
    sw_order_lock(&all, &b.order, lock);
    CHECK(is_before(&b, 0, in_a) && !is_before(&b, 0, later));
    sw_dag_begin(&dag, &m);
    sw_dag_meet(&dag, &m, &a, 0);
    sw_dag_meet(&dag, &m, &b, 0);
    sw_dag_leave(&dag, &a, &m, 0);
    sw_dag_leave(&dag, &b, &m, 0);
    sw_dag_end(&dag, &m);
    CHECK(is_before(&b, 0, later) && is_before(&a, 200, in_b));
    in_b = act(&all, 200, &b);
    CHECK(!is_before(&a, 200, in_b));
    sw_dag_join(&dag, &root, &b, 0);
    CHECK(is_before(&root, 200, in_b) && is_before(&root, 0, later));
    CHECK_EQ(all.lost, 0);
    sw_orders_run(&all, SW_ORDER_THREADS);
    CHECK_EQ(all.lost, 1);
}

int main(void)
{
    orders();
    a_barrier();
    a_circle();
    ties();
    folding();
    recursion();
    without_memory();
    return check_done();
}
