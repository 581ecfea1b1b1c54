/*
 * Lengths of nodes as one thread does them, from the first node to the last: each comes after its items. In a
 * section with a burden they are others: what the section reaches is measured again when one is come to, and
 * stamped, so that nothing is taken for what it is not.
 */
#include "analysis/emulate/parts.h"

bool sw_emulator_is_queued(const struct sw_emulator *e, const struct sw_node *section)
{
    return e->options->paradigm == SW_PARADIGM_OMP_TASK ||
           (e->options->paradigm == SW_PARADIGM_OMP && section->schedule == SW_SECTION_SPAWN);
}

uint64_t sw_emulator_grain(const struct sw_emulator *e, uint32_t section)
{
    uint64_t grain = e->measured[section].tasks / (8 * (uint64_t)e->P);
    const struct sw_node *node = &e->nodes[section];
    bool is_divided = node->schedule == SW_SECTION_LOOP;
    if (grain < 1 || (is_divided && (node->detail || e->measured[section].tasks >= 2048)))
        return 1;
    return grain > 2048 ? 2048 : grain;
}

/* Halves of n are of two sizes only, s and s + 1: how many of each, level by level. */
uint64_t sw_emulator_halvings(uint64_t tasks, uint64_t grain)
{
    uint64_t s = tasks, smaller = 1, larger = 0, halvings = 0;
    while (s > grain || (larger && s + 1 > grain)) {
        if (s > grain)
            halvings += smaller;
        halvings += larger;
        if (s <= grain)
            break;
        if (s % 2)
            larger = smaller + 2 * larger;
        else
            smaller = 2 * smaller + larger;
        s /= 2;
    }
    return halvings;
}

static sw_ticks round_to_grid(const struct sw_emulator *e, double length)
{
    return (sw_ticks)(length * e->grid + 0.5);
}

static void measure_section(struct sw_emulator *e, const struct sw_node *node,
                            struct sw_measured *m)
{
    uint8_t inner = m->flags & SW_HAS_SECTION ? SW_HAS_INNER : 0;
    m->flags &= (uint8_t) ~(SW_HAS_QUEUED | SW_HAS_NOWAIT);
    m->flags |= inner | SW_HAS_SECTION | (sw_emulator_is_queued(e, node) ? SW_HAS_QUEUED : 0) |
                (node->flags & SW_NODE_NOWAIT ? SW_HAS_NOWAIT : 0);
    if (e->options->paradigm != SW_PARADIGM_CILK)
        return;
    uint64_t spawns =
        node->schedule == SW_SECTION_SPAWN
            ? m->tasks
            : sw_emulator_halvings(m->tasks, sw_emulator_grain(e, (uint32_t)(node - e->nodes)));
    sw_ticks cost = node->schedule == SW_SECTION_SPAWN ? e->costs.spawn : e->costs.piece;
    m->spawning += (sw_ticks)spawns * cost;
    m->length += (sw_ticks)spawns * cost;
}

static void measure(struct sw_emulator *e, uint32_t number)
{
    const struct sw_node *node = &e->nodes[number];
    struct sw_measured *m = &e->measured[number];
    *m = (struct sw_measured){.stamp = e->stamp};
    if (node->kind == SW_NODE_WORK) {
        m->plain = round_to_grid(e, sw_node_length(node));
        m->length = e->burden == 1 ? m->plain : round_to_grid(e, sw_node_length(node) * e->burden);
        return;
    }
    for (uint64_t i = node->first; i < node->first + node->n_items; i++) {
        const struct sw_measured *child = &e->measured[e->items[i].node];
        uint8_t kind = e->nodes[e->items[i].node].kind;
        uint64_t count = e->items[i].count;
        e->before[i] = (struct sw_before){m->length, m->tasks};
        m->length += (sw_ticks)count * child->length;
        m->plain += (sw_ticks)count * child->plain;
        m->spawning += (sw_ticks)count * child->spawning;
        m->flags |= kind == SW_NODE_GROUP ? child->flags : child->flags & ~SW_HAS_NOWAIT;
        if (kind == SW_NODE_TASK)
            m->tasks += count;
        else if (kind == SW_NODE_GROUP)
            m->tasks += count * child->tasks;
        else if (kind == SW_NODE_SECTION && node->kind == SW_NODE_GROUP)
            m->flags |= child->flags & SW_HAS_NOWAIT;
    }
    if (node->kind == SW_NODE_SECTION)
        measure_section(e, node, m);
    else if (node->kind != SW_NODE_GROUP) {
        m->tasks = 0;
        m->flags &= (uint8_t)~SW_HAS_NOWAIT;
    }
    if (node->kind == SW_NODE_LOCK)
        m->flags |= SW_HAS_LOCK;
}

void sw_emulator_measure(struct sw_emulator *e)
{
    e->burden = 1;
    e->stamp = 1;
    for (uint32_t i = 1; i < e->tree->n_nodes; i++)
        measure(e, i);
}

void sw_emulator_set_burden(struct sw_emulator *e, double burden)
{
    if (burden == e->burden)
        return;
    e->burden = burden;
    e->stamp++;
}

static void walk_to(struct sw_emulator *e, uint32_t node)
{
    if (!SW_EMULATOR_GROW(e, e->walk, e->n_walk, e->room_walk))
        return;
    e->walk[e->n_walk++] = node;
}

/* A node is looked at twice: its items come in between. */
void sw_emulator_need(struct sw_emulator *e, uint32_t node)
{
    if (e->measured[node].stamp == e->stamp)
        return;
    e->n_walk = 0;
    walk_to(e, node);
    while (e->n_walk && !e->error) {
        sw_emulator_spend(e, 1);
        uint32_t at = e->walk[e->n_walk - 1];
        size_t n = e->n_walk;
        if (e->measured[at].stamp != e->stamp)
            for (uint32_t i = 0; i < e->nodes[at].n_items; i++) {
                uint32_t child = e->items[e->nodes[at].first + i].node;
                if (e->measured[child].stamp != e->stamp)
                    walk_to(e, child);
            }
        if (e->n_walk > n)
            continue;
        e->n_walk--;
        if (e->measured[at].stamp != e->stamp)
            measure(e, at);
    }
}

/* The item of a section or group that task number `task` of it is in. */
uint32_t sw_emulator_find_task(const struct sw_emulator *e, uint32_t node, uint64_t task,
                               uint32_t hint)
{
    const struct sw_before *before = e->before + e->nodes[node].first;
    uint32_t high = e->nodes[node].n_items;
    for (uint32_t i = hint; i < high && i < hint + 4; i++)
        if (before[i].tasks <= task && i + 1 < high && before[i + 1].tasks > task)
            return i;
    size_t behind = SW_BEFORE(high, i, before[i].tasks <= task);
    return behind ? (uint32_t)behind - 1 : 0;
}

sw_ticks sw_emulator_upto(const struct sw_emulator *e, uint32_t section, uint64_t tasks)
{
    sw_ticks length = 0;
    if (!tasks)
        return 0;
    uint64_t task = tasks - 1;
    for (uint32_t node = section;;) {
        uint32_t i = sw_emulator_find_task(e, node, task, UINT32_MAX - 8);
        const struct sw_item *item = &e->items[e->nodes[node].first + i];
        const struct sw_before *before = &e->before[e->nodes[node].first + i];
        const struct sw_measured *child = &e->measured[item->node];
        task -= before->tasks;
        length += before->length;
        if (e->nodes[item->node].kind == SW_NODE_TASK)
            return length + (sw_ticks)(task + 1) * child->length;
        length += (sw_ticks)(task / child->tasks) * child->length;
        task %= child->tasks;
        node = item->node;
    }
}
