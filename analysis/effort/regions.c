#include "analysis/effort/regions.h"
#include "analysis/effort/lists.h"
#include "base/grow.h"
#include "base/order.h"
#include "base/text.h"

#define NEARLY_ALL 0.9  /* of a caller's effort: the callee is what matters */
#define WHOLE      0.95 /* of the program's: it has a sentence of its own */
#define MOSTLY     0.5  /* of the idleness, or of the overhead: that is the reason */

SW_NAMES(sw_effort_advice_name, enum sw_effort_advice, "effective", "coarsen", "refine", "serial",
         "contention", "imbalance")

SW_NAMES(sw_effort_advice_cause, enum sw_effort_advice, "", "grain", "parallelism", "parallelism",
         "contention", "imbalance")

uint64_t sw_effort_lost(const struct sw_effort_sums *s)
{
    return sw_effort_get(s, SW_EFFORT_IDLE) + sw_effort_get(s, SW_EFFORT_OVERHEAD);
}

/* While working + idle = processors, a sample of effort is 1 + idle / working = processors / working of its
 * time: so effort / processors is its share of the time, and idleness over that what was idle meanwhile. */
double sw_effort_idle_processors(const struct sw_effort_sums *s, uint64_t processors)
{
    return (double)processors * sw_effort_part(s->idle, sw_effort_get(s, SW_EFFORT_ALL));
}

enum sw_effort_advice sw_effort_judge(const struct sw_effort_sums *s, uint64_t processors,
                                      bool locking)
{
    uint64_t all = sw_effort_get(s, SW_EFFORT_ALL), over = sw_effort_get(s, SW_EFFORT_OVERHEAD);
    bool idle = sw_effort_part(s->idle, all) >= SW_EFFORT_HIGH,
         overhead = sw_effort_part(over, all) >= SW_EFFORT_HIGH;
    if (idle && sw_effort_part(s->idle_by[SW_IDLE_LOCKS], s->idle) >= MOSTLY)
        return SW_ADVISE_UNLOCK;
    if (overhead && locking && sw_effort_part(s->overhead[SW_OVERHEAD_SYNCHRONIZE], over) >= MOSTLY)
        return SW_ADVISE_UNLOCK;
    if (overhead)
        return SW_ADVISE_COARSEN;
    if (!idle || sw_effort_part(s->idle_by[SW_IDLE_AWAY], s->idle) >= MOSTLY)
        return SW_ADVISE_NOTHING;
    if (sw_effort_part(s->idle_by[SW_IDLE_UNEVEN], s->idle) >= MOSTLY)
        return SW_ADVISE_BALANCE;
    return (double)processors - sw_effort_idle_processors(s, processors) <= SW_EFFORT_ALONE
               ? SW_ADVISE_PARALLELIZE
               : SW_ADVISE_REFINE;
}

bool sw_effort_opposes(enum sw_effort_advice a, enum sw_effort_advice b)
{
    return (a == SW_ADVISE_COARSEN && b == SW_ADVISE_REFINE) ||
           (a == SW_ADVISE_REFINE && b == SW_ADVISE_COARSEN);
}

/* The callee that has nearly all of it; 0: none. */
static uint32_t largest(const struct sw_effort_tree *t, uint32_t node)
{
    uint64_t all = sw_effort_get(&t->nodes[node].total, SW_EFFORT_ALL);
    for (uint32_t i = t->nodes[node].child; i; i = t->nodes[i].sibling)
        if (sw_effort_part(sw_effort_get(&t->nodes[i].total, SW_EFFORT_ALL), all) >= NEARLY_ALL)
            return i;
    return 0;
}

struct sw_sentence *sw_effort_region_say(const struct sw_effort_tree *t,
                                         const struct sw_effort_region *r, bool leads_on)
{
    enum { ALL, OWN_CODE, PARALLEL_PART } is = ALL;
    const struct sw_effort_node *node = &t->nodes[r->node], *parent = &t->nodes[node->parent];
    if (r->own)
        is = OWN_CODE;
    else if (r->key.started && parent->key.function == r->key.function)
        is =
            PARALLEL_PART; /* gcc's name of a region's body is that of the function that it is in */
    return SW_SAY(PART_OF_RUN, is, sw_effort_say(t, r->key, r->line), r->key.started,
                  is == ALL && node->parent ? sw_effort_say(t, parent->key, node->called) : NULL,
                  leads_on);
}

bool sw_effort_region_contains(const struct sw_effort_tree *t, const struct sw_effort_region *a,
                               const struct sw_effort_region *b)
{
    uint32_t node = b->node;
    if (a->own)
        return b->own && a->node == b->node;
    while (node > a->node)
        node = t->nodes[node].parent;
    return node == a->node;
}

struct finder {
    const struct sw_effort_tree *tree;
    uint64_t processors;
    bool locking;
    struct sw_effort_regions *regions;
    uint32_t *own_lines;
    size_t room;
    int error;
};

static int is_worth(const struct finder *f, const struct sw_effort_sums *s)
{
    return sw_effort_share(f->tree, sw_effort_get(s, SW_EFFORT_ALL)) >= SW_EFFORT_WORTH;
}

static int stands_alone(enum sw_effort_advice v)
{
    return v == SW_ADVISE_PARALLELIZE || v == SW_ADVISE_UNLOCK;
}

/* The parts of one function that are alike are one; the first, which is the largest, has the line. */
static void take(struct finder *f, uint32_t node, uint32_t own)
{
    const struct sw_effort_node *at = &f->tree->nodes[node];
    const struct sw_effort_sums *sums = own ? &at->self : &at->total;
    enum sw_effort_advice advice = sw_effort_judge(sums, f->processors, f->locking);
    struct sw_effort_regions *r = f->regions;
    SW_EACH (known, r->items, r->n)
        if (sw_effort_is_same(known->key, at->key) &&
            (!at->key.started || f->tree->nodes[known->node].called == at->called) &&
            known->own == own && known->advice == advice) {
            sw_effort_add(&known->sums, sums);
            return;
        }
    if (!SW_GROW(r->items, r->n, f->room)) {
        f->error = -ENOMEM;
        return;
    }
    uint32_t line = own || !at->child ? f->own_lines[sw_effort_index(at->key)] : at->line;
    r->items[r->n++] = (struct sw_effort_region){at->key, line, own, node, advice, *sums};
}

/* Whether it is all of the program, by way of one callee: then that tells more. */
static int is_whole(const struct finder *f, uint32_t node)
{
    uint64_t all = sw_effort_get(&f->tree->nodes[node].total, SW_EFFORT_ALL);
    return sw_effort_share(f->tree, all) >= WHOLE && largest(f->tree, node);
}

/* Whether all that is worth it goes the same way. */
static int is_alike(const struct finder *f, uint32_t node)
{
    const struct sw_effort_node *at = &f->tree->nodes[node];
    enum sw_effort_advice advice = sw_effort_judge(&at->total, f->processors, f->locking);
    int parts = 0;
    if (is_worth(f, &at->self) && sw_effort_judge(&at->self, f->processors, f->locking) != advice)
        return 0;
    for (uint32_t i = at->child; i; i = f->tree->nodes[i].sibling) {
        const struct sw_effort_sums *total = &f->tree->nodes[i].total;
        if (!is_worth(f, total))
            continue;
        parts++;
        if (sw_effort_judge(total, f->processors, f->locking) != advice)
            return 0;
    }
    return !parts || sw_effort_share(f->tree, sw_effort_get(&at->total, SW_EFFORT_ALL)) < WHOLE;
}

/* It calls itself only where effort divides, so not often. `inside` of something that was taken, only
 * what is serial is. */
static void visit(struct finder *f, uint32_t node, int inside)
{
    for (uint32_t next = node; next; next = largest(f->tree, node)) {
        const struct sw_effort_node *at = &f->tree->nodes[node = next];
        if (!is_worth(f, &at->total))
            return;
        if (stands_alone(sw_effort_judge(&at->total, f->processors, f->locking)) &&
            (at->key.started || !is_whole(f, node))) {
            take(f, node, 0);
            return;
        }
        if (at->key.started && !inside) {
            take(f, node, 0);
            inside = 1;
        }
    }
    const struct sw_effort_node *at = &f->tree->nodes[node];
    if (node && !inside && is_alike(f, node)) {
        take(f, node, 0);
        return;
    }
    for (uint32_t i = at->child; i; i = f->tree->nodes[i].sibling)
        visit(f, i, inside);
    if (is_worth(f, &at->self) &&
        (!inside || stands_alone(sw_effort_judge(&at->self, f->processors, f->locking))))
        take(f, node, 1);
}

SW_ORDER(compare, struct sw_effort_region,
         SW_FALLING(sw_effort_lost(&x->sums), sw_effort_lost(&y->sums)),
         SW_RISING(x->key.function, y->key.function), SW_RISING(x->own, y->own))

/* What a thread or task was started for: the callee that nearly all of it is in. The body of a region of OpenMP is told as such. */
static void name_started(const struct sw_effort_tree *t, struct sw_effort_region *r)
{
    const struct sw_effort_node *node = &t->nodes[r->node];
    if (!r->key.started || r->own || t->nodes[node->parent].key.function == r->key.function)
        return;
    for (uint32_t i = largest(t, r->node); i && !t->nodes[i].key.started; i = largest(t, i)) {
        r->key.function = t->nodes[i].key.function;
        r->line = t->nodes[i].line;
    }
}

int sw_effort_regions_make(struct sw_effort_regions *regions, const struct sw_effort_tree *tree,
                           bool locking)
{
    struct finder f = {.tree = tree,
                       .processors = tree->profile->effort.processors,
                       .locking = locking,
                       .regions = regions};
    *regions = (struct sw_effort_regions){0};
    f.own_lines = sw_effort_own_lines(tree, SW_EFFORT_ALL);
    f.error = f.own_lines ? 0 : -ENOMEM;
    for (uint32_t i = tree->nodes[0].child; i && !f.error; i = tree->nodes[i].sibling)
        visit(&f, i, 0);
    for (size_t i = 0; i < regions->n && !f.error; i++)
        name_started(tree, &regions->items[i]);
    free(f.own_lines);
    if (f.error)
        sw_effort_regions_release(regions);
    else if (regions->n)
        qsort(regions->items, regions->n, sizeof *regions->items, compare);
    return f.error;
}

void sw_effort_regions_release(struct sw_effort_regions *regions)
{
    free(regions->items);
    *regions = (struct sw_effort_regions){0};
}
