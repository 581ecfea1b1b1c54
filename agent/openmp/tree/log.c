/*
 * Logs of what each task or chunk did, kept until they are put into the program tree in serial
 * order.
 */
#include "agent/openmp/tree/log.h"

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
