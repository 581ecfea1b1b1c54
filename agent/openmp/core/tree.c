/* Records the program tree of an OpenMP program as its constructs begin and end. */
#include "live/tree.h"
#include "agent/openmp/core/constructs.h"

#include <stdlib.h>

static uint32_t site_of(uint32_t construct)
{
    return construct * SW_OMP_TREE_SITES;
}

static __attribute__((noreturn)) void no_memory(void)
{
    sw_omp_die("not enough memory for the program tree");
}

void sw_omp_tree_begin(struct sw_omp_simulator *m, struct sw_live *live)
{
    static _Atomic int taken;
    if (!live->options.tree || atomic_exchange(&taken, 1))
        return;
    struct sw_omp_tree *tree = calloc(1, sizeof *tree);
    struct sw_omp_log *root = sw_arena_take(&live->arena, sizeof *root);
    uint64_t half = live->options.tree / 2; /* the other one is for what is not in it yet */
    if (!tree || !root || !(tree->live = sw_live_tree_make(live, half)))
        return;
    tree->logs = (struct sw_omp_logs){
        .tree = tree->live->tree, .bound = half, .slow = &m->exact, .no_memory = no_memory};
    tree->spilled.flat = true;
    tree->record = m->record;
    root->direct = true;
    m->record->tree_lacks = &root->tail;
    m->root.task->log = root;
    m->tree = tree;
}

void sw_omp_tree_misses(struct sw_omp_simulator *m, enum sw_omp_tree_misses what)
{
    if (m->tree)
        m->tree->record->tree_misses |= 1u << what;
}

void sw_omp_tree_region(struct sw_omp_simulator *m, struct sw_omp_team *team)
{
    struct sw_omp_tree *tree = m->tree;
    struct sw_omp_log *outer = team->outer_task->log;
    if (!tree || !outer)
        return;
    sw_omp_log_open(&tree->logs, outer, SW_NODE_CALL, site_of(team->construct), 0);
    team->in_tree = sw_omp_phase_new(&tree->logs, team->n, site_of(team->construct));
    if (!team->in_tree)
        no_memory();
    for (unsigned i = 0; i < team->n; i++)
        team->tasks[i].log = team->in_tree->gaps[i];
}

/* Of a loop that was left in the middle of a chunk: cancelled. */
static void end_chunk_early(struct sw_omp_logs *logs, struct sw_omp_team *team, unsigned i)
{
    struct sw_omp_member *member = &team->members[i];
    struct sw_omp_log *chunk = member->chunk_log;
    if (!chunk)
        return;
    if (team->tasks[i].log == chunk)
        team->in_tree->gaps[i]->tail += sw_omp_log_work(chunk);
    sw_omp_log_free(logs, chunk);
    member->chunk_log = NULL;
}

void sw_omp_tree_barrier(struct sw_omp_simulator *m, struct sw_omp_team *team, uint32_t construct,
                         bool final)
{
    struct sw_omp_tree *tree = m->tree;
    if (!tree || !team->in_tree)
        return;
    struct sw_omp_log *outer = team->outer_task->log;
    m->exact = true; /* it takes longer than such things do */
    for (unsigned i = 0; i < team->n; i++)
        end_chunk_early(&tree->logs, team, i);
    sw_omp_phase_end(&tree->logs, team->in_tree, site_of(construct), outer);
    outer->tail += tree->spilled.tail;
    tree->spilled.tail = 0;
    for (unsigned i = 0; i < team->n; i++) {
        team->members[i].loops = 0;
        team->tasks[i].log = final ? NULL : team->in_tree->gaps[i];
    }
    tree->record->tree_lost = tree->logs.lost;
    tree->record->tree_alike = tree->logs.alike;
    if (!final)
        return;
    sw_omp_phase_release(&tree->logs, team->in_tree);
    team->in_tree = NULL;
    sw_omp_log_close(&tree->logs, outer);
}

void sw_omp_tree_end(struct sw_omp_thread *t)
{
    struct sw_omp_simulator *m = t->simulator;
    if (!m->tree)
        return;
    for (struct sw_omp_team *team = t->team; team; team = team->outer)
        sw_omp_tree_barrier(m, team, team->construct, true);
}

/* --- loops --- */

/* A task of the section is a chunk as it was taken. Guided ones are taken one at a time by who is free, too: their sizes
 * are those of this run. */
static enum sw_section_schedule schedule_of(const struct sw_omp_share *s, bool own, uint32_t *chunk)
{
    bool is_static = s->schedule == SW_OMP_STATIC;
    *chunk = is_static && (own || !s->chunk) ? 0 : 1;
    return is_static ? SW_SECTION_STATIC : SW_SECTION_DYNAMIC;
}

void sw_omp_tree_loop(struct sw_omp_thread *t, struct sw_omp_share *s, bool is_new, bool own)
{
    struct sw_omp_phase *phase = t->team->in_tree;
    uint32_t chunk;
    if (!phase || phase->n == 1 || !is_new)
        return;
    enum sw_section_schedule schedule = schedule_of(s, own, &chunk);
    s->in_tree = sw_omp_phase_loop(phase, site_of(s->construct), schedule, chunk);
}

void sw_omp_tree_chunk(struct sw_omp_thread *t, struct sw_omp_share *s)
{
    struct sw_omp_member *member = sw_omp_member(t);
    if (!s->in_tree || !t->team->in_tree)
        return;
    struct sw_omp_logs *logs = &t->simulator->tree->logs;
    struct sw_omp_chunk_table *loop = &t->team->in_tree->loops[s->in_tree - 1];
    if (!member->chunk_log)
        member->chunk_log = sw_omp_log_new(logs);
    if (!member->chunk_log && sw_omp_phase_halve(logs, loop))
        member->chunk_log = sw_omp_log_new(logs);
    if (member->chunk_log)
        t->task->log = member->chunk_log;
}

/* What cannot be kept as a chunk, but has made tasks which may run, is a task itself. */
static void keep_elsewhere(struct sw_omp_logs *logs, struct sw_omp_log *gap, struct sw_omp_log *log,
                           uint32_t site)
{
    uint64_t bound = logs->bound;
    logs->bound = UINT64_MAX;
    sw_omp_log_add(logs, gap,
                   (struct sw_omp_op){.what = SW_OMP_OP_SPAWN, .site = site, .child = log});
    logs->bound = bound;
}

void sw_omp_tree_chunk_end(struct sw_omp_thread *t, struct sw_omp_share *s, uint64_t turn)
{
    struct sw_omp_member *member = sw_omp_member(t);
    struct sw_omp_log *log = member->chunk_log;
    struct sw_omp_phase *phase = t->team->in_tree;
    if (!s->in_tree || !phase || !log || t->task->log != log)
        return;
    struct sw_omp_logs *logs = &t->simulator->tree->logs;
    struct sw_omp_log *gap = sw_omp_phase_gap(logs, phase, member->loops, t->number);
    t->task->log = gap;
    switch (sw_omp_phase_chunk(logs, &phase->loops[s->in_tree - 1], turn, log)) {
    case SW_OMP_CHUNK_REFUSED:
        keep_elsewhere(logs, gap, log, site_of(s->construct));
        member->chunk_log = NULL;
        return;
    case SW_OMP_CHUNK_KEPT:
        member->chunk_log = NULL;
        return;
    case SW_OMP_CHUNK_SUMMED:
        sw_omp_log_clear(log);
    }
}

void sw_omp_tree_loop_leave(struct sw_omp_thread *t, const struct sw_omp_share *s)
{
    if (!s->in_tree || !t->team->in_tree)
        return;
    sw_omp_member(t)->loops = s->in_tree;
    t->task->log =
        sw_omp_phase_gap(&t->simulator->tree->logs, t->team->in_tree, s->in_tree, t->number);
}

/* --- tasks --- */

/* Where there is no room for it, its work is somewhere in the region. */
static struct sw_omp_log *spawn(struct sw_omp_tree *tree, struct sw_omp_log *maker, uint32_t site)
{
    struct sw_omp_log *log = maker->flat ? NULL : sw_omp_log_new(&tree->logs);
    uint32_t index = maker->n;
    if (log &&
        sw_omp_log_add(&tree->logs, maker,
                       (struct sw_omp_op){.what = SW_OMP_OP_SPAWN, .site = site, .child = log})) {
        log->maker = maker;
        log->index = index;
        return log;
    }
    if (log)
        sw_omp_log_free(&tree->logs, log);
    tree->logs.lost++;
    return &tree->spilled;
}

void sw_omp_tree_task(struct sw_omp_thread *t, struct sw_omp_task *task, uint32_t construct)
{
    struct sw_omp_tree *tree = t->simulator->tree;
    struct sw_omp_log *maker = task->parent->log;
    if (!tree || !maker)
        return;
    if (!task->included && !maker->direct) {
        task->log = spawn(tree, maker, site_of(construct));
        return;
    }
    task->log = maker;
    sw_omp_log_open(&tree->logs, maker, SW_NODE_CALL, site_of(construct), 0);
}

void sw_omp_tree_task_end(struct sw_omp_thread *t, struct sw_omp_task *task)
{
    struct sw_omp_tree *tree = t->simulator->tree;
    struct sw_omp_log *log = task->log;
    if (!tree || !log)
        return;
    if (log == task->parent->log) {
        sw_omp_log_close(&tree->logs, log);
    } else if (log->n && log->maker) {
        log->maker->below += sw_omp_log_work(log) + log->below;
    } else if (log->maker) {
        struct sw_omp_op *op = &log->maker->ops[log->index];
        op->what = SW_OMP_OP_SPAWN_LEAF;
        op->detail = log->tail;
        log->maker->spent += log->tail;
        sw_omp_log_free(&tree->logs, log);
    }
    task->log = NULL;
}

void sw_omp_tree_taskwait(struct sw_omp_thread *t)
{
    struct sw_omp_log *log = t->task->log;
    if (t->simulator->tree && log && log->spawns)
        sw_omp_log_add(&t->simulator->tree->logs, log, (struct sw_omp_op){.what = SW_OMP_OP_WAIT});
}

void sw_omp_tree_group(struct sw_omp_thread *t, uint32_t construct)
{
    if (t->simulator->tree && t->task->log)
        sw_omp_log_open(&t->simulator->tree->logs, t->task->log, SW_NODE_CALL, site_of(construct),
                        0);
}

void sw_omp_tree_group_end(struct sw_omp_thread *t)
{
    if (t->simulator->tree && t->task->log)
        sw_omp_log_close(&t->simulator->tree->logs, t->task->log);
}

/* --- locks --- */

/* 0: there are too many. */
static uint32_t new_lock(struct sw_omp_simulator *m, uint64_t id)
{
    struct sw_live_tree *live = m->tree->live;
    if (live->n_locks == SW_LIVE_TREE_LOCKS) {
        sw_omp_tree_misses(m, SW_OMP_MISSES_LOCKS);
        return 0;
    }
    live->locks[live->n_locks].id = id;
    return live->n_locks++;
}

/* `number`: the lock's; 0: it has none yet. */
static void open_lock(struct sw_omp_thread *t, uint32_t *number, uint64_t id, uint32_t construct)
{
    struct sw_omp_simulator *m = t->simulator;
    if (!*number)
        *number = new_lock(m, id);
    if (*number)
        sw_omp_log_open(&m->tree->logs, t->task->log, SW_NODE_LOCK, site_of(construct), *number);
}

void sw_omp_tree_lock(struct sw_omp_thread *t, struct sw_omp_lock *lock, uint32_t construct)
{
    if (t->simulator->tree && t->task->log)
        open_lock(t, &lock->in_tree, (uint64_t)(uintptr_t)lock, construct);
}

void sw_omp_tree_unlock(struct sw_omp_thread *t, const struct sw_omp_lock *lock)
{
    struct sw_omp_tree *tree = t->simulator->tree;
    if (tree && t->task->log && lock->in_tree)
        sw_omp_log_unlock(&tree->logs, t->task->log, lock->in_tree);
}

static struct sw_omp_chunk_table *loop_of(struct sw_omp_thread *t, const struct sw_omp_share *s)
{
    struct sw_omp_phase *phase = t->team->in_tree;
    return phase && s->in_tree && t->task->log ? &phase->loops[s->in_tree - 1] : NULL;
}

/* One at a time, though not in order. */
void sw_omp_tree_ordered(struct sw_omp_thread *t, const struct sw_omp_share *s, uint32_t construct)
{
    struct sw_omp_chunk_table *loop = loop_of(t, s);
    if (!loop)
        return;
    sw_omp_tree_misses(t->simulator, SW_OMP_MISSES_ORDERED);
    open_lock(t, &loop->lock, construct, construct);
}

void sw_omp_tree_ordered_end(struct sw_omp_thread *t, const struct sw_omp_share *s)
{
    struct sw_omp_chunk_table *loop = loop_of(t, s);
    if (loop && loop->lock)
        sw_omp_log_unlock(&t->simulator->tree->logs, t->task->log, loop->lock);
}
