/*
 * Logs of what each task or chunk did, kept until they are put into the program tree in serial
 * order.
 */
#include "agent/openmp/tree/log.h"
#include "base/grow.h"
#include "live/openmp.h"

#include <stdlib.h>
#include <string.h>

static bool grow(struct sw_omp_logs *logs, struct sw_omp_log *log)
{
    uint32_t room = log->room ? 2 * log->room : 4;
    size_t more = (room - log->room) * sizeof *log->ops;
    struct sw_omp_op *ops =
        logs->bytes + more > logs->bound ? NULL : realloc(log->ops, room * sizeof *ops);
    if (!ops)
        return false;
    logs->bytes += more;
    *logs->slow = true;
    log->ops = ops;
    log->room = room;
    return true;
}

/* One that is new has room for some operations: who has none to say is not kept. */
static struct sw_omp_log *make(struct sw_omp_logs *logs)
{
    struct sw_omp_log *log = logs->bytes > logs->bound ? NULL : calloc(1, sizeof *log);
    if (!log || !grow(logs, log)) {
        free(log);
        return NULL;
    }
    logs->bytes += sizeof *log;
    return log;
}

struct sw_omp_log *sw_omp_log_new(struct sw_omp_logs *logs)
{
    struct sw_omp_log *log = logs->free;
    if (!log)
        return make(logs);
    logs->free = log->maker;
    *log = (struct sw_omp_log){.ops = log->ops, .room = log->room};
    return log;
}

#define KEPT 16 /* operations that a free log keeps room for */

void sw_omp_log_free(struct sw_omp_logs *logs, struct sw_omp_log *log)
{
    free(log->open);
    logs->bytes -= log->open_room * sizeof *log->open;
    if (log->room > KEPT) {
        free(log->ops);
        logs->bytes -= log->room * sizeof *log->ops;
        log->ops = NULL;
        log->room = 0;
    }
    log->open = NULL;
    log->open_room = 0;
    log->maker = logs->free;
    logs->free = log;
}

static void record(struct sw_tree *tree, const struct sw_omp_op *op)
{
    switch (op->what) {
    case SW_OMP_OP_OPEN:
        sw_tree_open(tree, op->node, op->site, (uint32_t)op->detail, op->schedule, op->cost);
        return;
    case SW_OMP_OP_CLOSE:
        sw_tree_close(tree, op->flags, op->cost);
        return;
    case SW_OMP_OP_LEAF:
        sw_tree_leaf(tree, op->node, op->site, 0, op->cost, op->detail);
        return;
    default:
        sw_tree_pass(tree, op->cost);
    }
}

bool sw_omp_log_add(struct sw_omp_logs *logs, struct sw_omp_log *log, struct sw_omp_op op)
{
    if (log->flat)
        return false;
    op.cost += log->tail;
    if (log->direct) {
        log->tail = 0;
        record(logs->tree, &op);
        return true;
    }
    if (log->n == log->room && !grow(logs, log)) {
        logs->lost++;
        return false;
    }
    log->tail = 0;
    log->spent += op.cost;
    if (op.what == SW_OMP_OP_LEAF || op.what == SW_OMP_OP_SPAWN_LEAF)
        log->spent += op.detail;
    log->spawns |= op.what == SW_OMP_OP_SPAWN;
    log->ops[log->n++] = op;
    return true;
}

static bool has_room_to_open(struct sw_omp_logs *logs, struct sw_omp_log *log)
{
    if (log->n_open < log->open_room)
        return true;
    uint32_t room = log->open_room ? 2 * log->open_room : 4;
    struct sw_omp_open *open = realloc(log->open, room * sizeof *open);
    if (!open)
        return false;
    logs->bytes += (room - log->open_room) * sizeof *open;
    log->open = open;
    log->open_room = room;
    return true;
}

/* A node without room is on the list of open ones all the same, as one of no kind. */
void sw_omp_log_open(struct sw_omp_logs *logs, struct sw_omp_log *log, enum sw_node_kind node,
                     uint32_t site, uint32_t detail)
{
    struct sw_omp_op op = {
        .what = SW_OMP_OP_OPEN, .node = (uint8_t)node, .site = site, .detail = detail};
    if (log->flat)
        return;
    if (!has_room_to_open(logs, log))
        logs->no_memory();
    bool added = sw_omp_log_add(logs, log, op);
    log->open[log->n_open++] = (struct sw_omp_open){added ? node : SW_NODE_NONE, site, detail};
}

/* What was opened is closed, room or no room. */
static void close_one(struct sw_omp_logs *logs, struct sw_omp_log *log)
{
    uint64_t bound = logs->bound;
    if (log->open[--log->n_open].node == SW_NODE_NONE)
        return;
    logs->bound = UINT64_MAX;
    sw_omp_log_add(logs, log, (struct sw_omp_op){.what = SW_OMP_OP_CLOSE});
    logs->bound = bound;
}

void sw_omp_log_close(struct sw_omp_logs *logs, struct sw_omp_log *log)
{
    while (log->n_open && log->open[log->n_open - 1].node == SW_NODE_LOCK)
        close_one(logs, log);
    if (log->n_open)
        close_one(logs, log);
}

void sw_omp_log_unlock(struct sw_omp_logs *logs, struct sw_omp_log *log, uint32_t lock)
{
    uint32_t at = log->n_open;
    while (at && log->open[at - 1].node == SW_NODE_LOCK && log->open[at - 1].detail != lock)
        at--;
    if (!at || log->open[at - 1].node != SW_NODE_LOCK)
        return; /* it was taken elsewhere */
    uint32_t above = log->n_open - at;
    struct sw_omp_open *held = above ? malloc(above * sizeof *held) : NULL;
    if (above && !held)
        logs->no_memory();
    if (held)
        memcpy(held, log->open + at, above * sizeof *held);
    for (uint32_t i = 0; i <= above; i++)
        close_one(logs, log);
    for (uint32_t i = 0; i < above; i++)
        sw_omp_log_open(logs, log, SW_NODE_LOCK, held[i].site, held[i].detail);
    free(held);
}

/*
 * A log becomes operations of another one. Tasks that were made since the last wait are in a section
 * that begins with the first of them and ends at the wait, or with the node that it is in. Tasks are nested
 * as deep as the program likes: the stack of logs that are under way is memory of its own.
 */

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
    if (!SW_GROW(r->levels, r->n, r->room))
        r->logs->no_memory();
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
