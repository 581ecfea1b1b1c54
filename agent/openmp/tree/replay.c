/*
 * A log becomes operations of another one. Tasks that were made since the last wait are in a section
 * that begins with the first of them and ends at the wait, or with the node that it is in. Tasks are nested
 * as deep as the program likes: the stack of logs that are under way is memory of its own.
 */
#include "agent/openmp/tree/log.h"
#include "live/openmp.h"

#include <stdlib.h>

struct level {
    struct sw_omp_log *log; /* that begins there; NULL: a node inside one */
    uint32_t at;
    bool section; /* one of spawns is open */
};

struct replay {
    struct sw_omp_logs *logs;
    struct sw_omp_log *to;
    struct level *levels;
    size_t n, room;
};

static void put(struct replay *r, enum sw_omp_op_kind what, enum sw_node_kind node, uint32_t site,
                uint64_t detail, uint64_t cost)
{
    struct sw_omp_op op = {.what = (uint8_t)what,
                           .node = (uint8_t)node,
                           .schedule = node == SW_NODE_SECTION ? SW_SECTION_SPAWN : SW_SECTION_ANY,
                           .site = site,
                           .detail = detail,
                           .cost = cost};
    if (!sw_omp_log_add(r->logs, r->to, op))
        r->to->tail += cost + (what == SW_OMP_OP_LEAF ? detail : 0);
}

static void push(struct replay *r, struct sw_omp_log *log)
{
    if (r->n == r->room) {
        r->room = 2 * r->room + 16;
        if (!(r->levels = realloc(r->levels, r->room * sizeof *r->levels)))
            r->logs->no_memory();
    }
    r->levels[r->n++] = (struct level){.log = log};
}

/* Returns what is left of the cost. */
static uint64_t end_section(struct replay *r, uint64_t cost)
{
    struct level *level = &r->levels[r->n - 1];
    if (!level->section)
        return cost;
    level->section = false;
    put(r, SW_OMP_OP_CLOSE, SW_NODE_NONE, 0, 0, cost);
    return 0;
}

static uint64_t begin_section(struct replay *r, uint32_t site, uint64_t cost)
{
    struct level *level = &r->levels[r->n - 1];
    if (level->section)
        return cost;
    level->section = true;
    put(r, SW_OMP_OP_OPEN, SW_NODE_SECTION, site + SW_OMP_TREE_SECTION, 0, cost);
    return 0;
}

static void take(struct replay *r, const struct sw_omp_op *op)
{
    uint64_t cost = op->cost;
    switch (op->what) {
    case SW_OMP_OP_OPEN:
        sw_omp_log_add(r->logs, r->to, *op);
        push(r, NULL);
        return;
    case SW_OMP_OP_CLOSE:
        cost = end_section(r, cost);
        r->n--;
        sw_omp_log_add(r->logs, r->to,
                       (struct sw_omp_op){.what = op->what, .flags = op->flags, .cost = cost});
        return;
    case SW_OMP_OP_SPAWN:
        cost = begin_section(r, op->site, cost);
        put(r, SW_OMP_OP_OPEN, SW_NODE_TASK, op->site, 0, cost);
        push(r, op->child);
        return;
    case SW_OMP_OP_SPAWN_LEAF:
        cost = begin_section(r, op->site, cost);
        put(r, SW_OMP_OP_LEAF, SW_NODE_TASK, op->site, op->detail, cost);
        return;
    case SW_OMP_OP_WAIT:
        r->to->tail += end_section(r, cost);
        return;
    default:
        sw_omp_log_add(r->logs, r->to, *op);
    }
}

/* Of the log that is under way innermost, all but nodes that were not closed: they end with it. */
static void end_log(struct replay *r)
{
    struct sw_omp_log *log;
    uint64_t cost = 0;
    do {
        log = r->levels[r->n - 1].log;
        cost = end_section(r, log ? log->tail + cost : cost);
        if (!log)
            put(r, SW_OMP_OP_CLOSE, SW_NODE_NONE, 0, 0, cost);
        cost = log ? cost : 0;
        r->n--;
    } while (!log);
    if (r->n) {
        put(r, SW_OMP_OP_CLOSE, SW_NODE_NONE, 0, 0, cost);
        sw_omp_log_free(r->logs, log);
    } else {
        r->to->tail += cost;
    }
}

static struct level *innermost(struct replay *r)
{
    size_t i = r->n;
    while (!r->levels[--i].log)
        ;
    return &r->levels[i];
}

void sw_omp_log_replay(struct sw_omp_logs *logs, struct sw_omp_log *log, struct sw_omp_log *to)
{
    struct replay r = {.logs = logs, .to = to};
    uint64_t bound = logs->bound;
    logs->bound = UINT64_MAX; /* what was there before is to be there after */
    push(&r, log);
    while (r.n) {
        struct level *level = innermost(&r);
        if (level->at < level->log->n)
            take(&r, &level->log->ops[level->at++]);
        else
            end_log(&r);
    }
    logs->bound = bound;
    free(r.levels);
    sw_omp_log_clear(log);
}
