/* Puts together what a team's threads did between two barriers, for the program tree. */
#include "agent/openmp/tree/log.h"
#include "live/openmp.h"

#include <stdlib.h>
#include <string.h>

struct sw_omp_phase *sw_omp_phase_new(struct sw_omp_logs *logs, unsigned n, uint32_t site)
{
    struct sw_omp_phase *p = calloc(1, sizeof *p);
    if (!p || !(p->gaps = calloc(n, sizeof *p->gaps))) {
        free(p);
        return NULL;
    }
    p->n = n;
    p->site = site;
    for (unsigned i = 0; i < n; i++)
        sw_omp_phase_gap(logs, p, 0, i);
    return p;
}

static void release_loop(struct sw_omp_logs *logs, struct sw_omp_chunk_table *loop)
{
    logs->bytes -= loop->room * sizeof *loop->chunks;
    for (uint64_t i = 0; i < loop->n; i++)
        if (sw_omp_chunk_is_log(loop->chunks[i]))
            sw_omp_log_free(logs, sw_omp_chunk_log(loop->chunks[i]));
    free(loop->chunks);
}

/* The gaps before the first loop stay. */
static void sw_omp_phase_empty(struct sw_omp_logs *logs, struct sw_omp_phase *p)
{
    for (unsigned i = 0; i < p->n_loops; i++)
        release_loop(logs, &p->loops[i]);
    for (unsigned i = 0; i < p->n; i++)
        if (p->gaps[i])
            sw_omp_log_clear(p->gaps[i]);
    for (size_t i = p->n; i < (size_t)p->n * (p->n_loops + 1); i++)
        if (p->gaps[i]) {
            sw_omp_log_free(logs, p->gaps[i]);
            p->gaps[i] = NULL;
        }
    p->n_loops = 0;
}

void sw_omp_phase_release(struct sw_omp_logs *logs, struct sw_omp_phase *p)
{
    sw_omp_phase_empty(logs, p);
    for (unsigned i = 0; i < p->n; i++)
        if (p->gaps[i])
            sw_omp_log_free(logs, p->gaps[i]);
    free(p->gaps);
    free(p->loops);
    free(p);
}

static bool grow(struct sw_omp_phase *p)
{
    unsigned room = p->room ? 2 * p->room : 4;
    size_t n = p->n, have = n * (p->room + 1), want = n * (room + 1);
    struct sw_omp_chunk_table *loops = realloc(p->loops, room * sizeof *loops);
    p->loops = loops ? loops : p->loops;
    struct sw_omp_log **gaps = loops ? realloc(p->gaps, want * sizeof *gaps) : NULL;
    if (!gaps)
        return false;
    memset(gaps + have, 0, (want - have) * sizeof *gaps);
    p->gaps = gaps;
    p->room = room;
    return true;
}

unsigned sw_omp_phase_loop(struct sw_omp_phase *p, uint32_t site, enum sw_section_schedule schedule,
                           uint32_t chunk)
{
    if (p->n_loops == p->room && !grow(p))
        return 0;
    p->loops[p->n_loops] =
        (struct sw_omp_chunk_table){.site = site, .schedule = (uint8_t)schedule, .chunk = chunk};
    return ++p->n_loops;
}

struct sw_omp_log *sw_omp_phase_gap(struct sw_omp_logs *logs, struct sw_omp_phase *p,
                                    unsigned loops, unsigned thread)
{
    struct sw_omp_log **gap = &p->gaps[(size_t)loops * p->n + thread];
    if (!*gap && !(*gap = sw_omp_log_new(logs))) {
        uint64_t bound = logs->bound; /* nothing can go on without it */
        logs->bound = UINT64_MAX;
        if (!(*gap = sw_omp_log_new(logs)))
            logs->no_memory();
        logs->bound = bound;
    }
    return *gap;
}

/* The first of two stands for both. */
static uint64_t unite(struct sw_omp_logs *logs, uint64_t one, uint64_t other)
{
    uint64_t work = sw_omp_chunk_work(other);
    if (!one || !other)
        return one ? one : other;
    logs->alike += sw_omp_chunk_is_log(one) || sw_omp_chunk_is_log(other);
    if (sw_omp_chunk_is_log(other))
        sw_omp_log_free(logs, sw_omp_chunk_log(other));
    if (!sw_omp_chunk_is_log(one))
        return sw_omp_chunk_leaf(sw_omp_chunk_work(one) + work);
    sw_omp_chunk_log(one)->others += work;
    return one;
}

bool sw_omp_phase_halve(struct sw_omp_logs *logs, struct sw_omp_chunk_table *loop)
{
    uint64_t n = (loop->n + 1) / 2;
    if (loop->spawns || n < 2)
        return false;
    for (uint64_t i = 0; i < loop->n; i += 2)
        loop->chunks[i / 2] =
            unite(logs, loop->chunks[i], i + 1 < loop->n ? loop->chunks[i + 1] : 0);
    memset(loop->chunks + n, 0, (loop->n - n) * sizeof *loop->chunks);
    loop->n = n;
    loop->together++;
    *logs->slow = true;
    return true;
}

static bool make_room(struct sw_omp_logs *logs, struct sw_omp_chunk_table *loop, uint64_t turn)
{
    while (turn >> loop->together >= loop->room) {
        *logs->slow = true;
        uint64_t room = loop->room ? 2 * loop->room : 64, more = room - loop->room;
        uint64_t *chunks = NULL;
        if (logs->bytes + more * sizeof *chunks < logs->bound || !loop->room || loop->spawns)
            chunks = realloc(loop->chunks, room * sizeof *chunks);
        if (!chunks && (!loop->room || loop->spawns))
            return false;
        if (!chunks) {
            if (!sw_omp_phase_halve(logs, loop))
                return false;
            continue;
        }
        memset(chunks + loop->room, 0, more * sizeof *chunks);
        logs->bytes += more * sizeof *chunks;
        loop->chunks = chunks;
        loop->room = room;
    }
    return true;
}

enum sw_omp_chunk_end sw_omp_phase_chunk(struct sw_omp_logs *logs, struct sw_omp_chunk_table *loop,
                                         uint64_t turn, struct sw_omp_log *log)
{
    if (!make_room(logs, loop, turn))
        return SW_OMP_CHUNK_REFUSED;
    uint64_t i = turn >> loop->together;
    bool alone = !loop->chunks[i];
    if (log->spawns && (!alone || loop->together))
        return SW_OMP_CHUNK_REFUSED;
    loop->n = i + 1 > loop->n ? i + 1 : loop->n;
    loop->spawns |= log->spawns;
    if (log->n && alone) {
        loop->chunks[i] = (uint64_t)(uintptr_t)log;
        return SW_OMP_CHUNK_KEPT;
    }
    logs->alike += log->n || sw_omp_chunk_is_log(loop->chunks[i]);
    if (sw_omp_chunk_is_log(loop->chunks[i]))
        sw_omp_chunk_log(loop->chunks[i])->others += sw_omp_log_work(log);
    else
        loop->chunks[i] =
            sw_omp_chunk_leaf(sw_omp_chunk_work(loop->chunks[i]) + sw_omp_log_work(log));
    return SW_OMP_CHUNK_SUMMED;
}

/* --- What the threads of a team did up to a barrier becomes sections --- */

struct ending {
    struct sw_omp_logs *logs;
    struct sw_omp_phase *phase;
    struct sw_omp_log *to;
    uint32_t site;   /* of what the barrier ends */
    uint64_t little; /* work of a thread that is not worth a section */
};

static struct sw_omp_log **gap_at(const struct ending *e, unsigned k)
{
    return e->phase->gaps + (size_t)k * e->phase->n;
}

static void open_section(struct ending *e, uint32_t site, enum sw_section_schedule schedule,
                         uint32_t chunk)
{
    sw_omp_log_add(e->logs, e->to,
                   (struct sw_omp_op){.what = SW_OMP_OP_OPEN,
                                      .node = SW_NODE_SECTION,
                                      .schedule = (uint8_t)schedule,
                                      .site = site + SW_OMP_TREE_SECTION,
                                      .detail = chunk});
}

static void close_node(struct ending *e, unsigned flags)
{
    sw_omp_log_add(e->logs, e->to,
                   (struct sw_omp_op){.what = SW_OMP_OP_CLOSE, .flags = (uint8_t)flags});
}

static void put_leaf(struct ending *e, uint64_t work)
{
    sw_omp_log_add(
        e->logs, e->to,
        (struct sw_omp_op){.what = SW_OMP_OP_LEAF, .node = SW_NODE_TASK, .detail = work});
}

static void put_task(struct ending *e, struct sw_omp_log *log)
{
    if (!log->n) {
        put_leaf(e, log->tail);
        log->tail = 0;
        return;
    }
    sw_omp_log_add(e->logs, e->to,
                   (struct sw_omp_op){.what = SW_OMP_OP_OPEN, .node = SW_NODE_TASK});
    sw_omp_log_replay(e->logs, log, e->to);
    close_node(e, 0);
}

/* So many with that work in all. */
static void put_equal(struct ending *e, uint64_t work, uint64_t n)
{
    for (uint64_t i = 0; i < n; i++)
        put_leaf(e, work / n + (i < work % n));
}

/* What a log is scaled to: so many of it, that take so long in all. One that took no time takes it at its end. */
struct scale {
    uint64_t work, all, done; /* of the log, times n; what that is to be; of the first */
};

static uint64_t scaled(struct scale *s, uint64_t cost)
{
    uint64_t before = (uint64_t)((unsigned __int128)s->all * s->done / s->work);
    s->done += cost;
    return (uint64_t)((unsigned __int128)s->all * s->done / s->work) - before;
}

static void put_scaled(struct ending *e, const struct sw_omp_log *log, struct scale *s)
{
    unsigned open = 1;
    sw_omp_log_add(e->logs, e->to,
                   (struct sw_omp_op){.what = SW_OMP_OP_OPEN, .node = SW_NODE_TASK});
    for (uint32_t i = 0; i < log->n; i++) {
        struct sw_omp_op op = log->ops[i];
        op.cost = scaled(s, op.cost);
        if (op.what == SW_OMP_OP_LEAF)
            op.detail = scaled(s, op.detail);
        open += op.what == SW_OMP_OP_OPEN;
        open -= op.what == SW_OMP_OP_CLOSE;
        sw_omp_log_add(e->logs, e->to, op);
    }
    e->to->tail += scaled(s, log->tail + !sw_omp_log_work(log));
    for (; open; open--)
        close_node(e, 0);
}

/* As many as it stands for: those that are like it. */
static void put_alike(struct ending *e, const struct sw_omp_log *log, uint64_t n)
{
    uint64_t own = sw_omp_log_work(log);
    struct scale s = {(own + !own) * n, own + log->others, 0};
    for (uint64_t i = 0; e->to->direct && i < n; i++)
        put_scaled(e, log, &s);
    if (!e->to->direct) { /* there is no memory for it */
        e->logs->lost += n;
        put_equal(e, s.all, n);
    }
}

/* A section of the team's. */
static void close_part(struct ending *e, unsigned flags)
{
    close_node(e, flags | (e->phase->began ? SW_NODE_SAME_TEAM : 0));
    e->phase->began = true;
}

static void put_loop(struct ending *e, struct sw_omp_chunk_table *loop, unsigned flags)
{
    open_section(e, loop->site, (enum sw_section_schedule)loop->schedule, loop->chunk);
    for (uint64_t i = 0; i < loop->n; i++) {
        uint64_t chunk = loop->chunks[i];
        if (sw_omp_chunk_is_log(chunk) && !loop->together)
            put_task(e, sw_omp_chunk_log(chunk));
        else if (sw_omp_chunk_is_log(chunk))
            put_alike(e, sw_omp_chunk_log(chunk), 1ull << loop->together);
        else if (chunk)
            put_equal(e, sw_omp_chunk_work(chunk), 1ull << loop->together);
    }
    close_part(e, flags);
}

struct gap {
    uint64_t work, below;
    unsigned n_busy; /* threads that did more than a little */
    struct sw_omp_log *busy;
    bool spawns;
};

static struct gap look_at(const struct ending *e, unsigned k)
{
    struct gap g = {0};
    for (unsigned i = 0; i < e->phase->n; i++) {
        struct sw_omp_log *log = gap_at(e, k)[i];
        uint64_t work = log ? sw_omp_log_work(log) : 0;
        g.work += work;
        g.below += log ? log->below : 0;
        if (log && (log->n || work > e->little)) {
            g.n_busy++;
            g.busy = log;
            g.spawns |= log->spawns;
        }
    }
    return g;
}

static bool has_any(const struct ending *e, unsigned k)
{
    struct gap g = look_at(e, k);
    return g.work || g.n_busy;
}

/* One thread makes tasks, as in a single: what it does is the region's, and the team is that of the tasks. What others did is
 * little, and beside. */
static void put_single(struct ending *e, unsigned k, const struct gap *g)
{
    uint64_t others = 0;
    for (unsigned i = 0; i < e->phase->n; i++)
        if (gap_at(e, k)[i] && gap_at(e, k)[i] != g->busy)
            others += gap_at(e, k)[i]->tail;
    if (others) {
        open_section(e, e->phase->site, SW_SECTION_TEAM, 0);
        put_equal(e, others, e->phase->n);
        close_part(e, SW_NODE_NOWAIT);
    }
    sw_omp_log_replay(e->logs, g->busy, e->to);
}

static void put_gap(struct ending *e, unsigned k, unsigned flags)
{
    struct gap g = look_at(e, k);
    if (g.spawns && g.n_busy == 1) {
        put_single(e, k, &g);
        return;
    }
    open_section(e, k < e->phase->n_loops ? e->phase->site : e->site,
                 g.spawns ? SW_SECTION_SPAWN : SW_SECTION_TEAM, 0);
    if (!g.n_busy)
        put_equal(e, g.work, e->phase->n);
    else
        for (unsigned i = 0; i < e->phase->n; i++)
            if (gap_at(e, k)[i])
                put_task(e, gap_at(e, k)[i]);
            else
                put_leaf(e, 0);
    close_part(e, g.spawns ? 0 : flags);
}

/* A little before or after a loop is spread over its chunks. */
static bool fold(struct ending *e, unsigned k)
{
    struct sw_omp_phase *p = e->phase;
    if (!p->n_loops)
        return false;
    struct sw_omp_chunk_table *loop = &p->loops[k < p->n_loops ? k : p->n_loops - 1];
    struct gap g = look_at(e, k);
    uint64_t n = 0, done = 0;
    for (uint64_t i = 0; i < loop->n; i++)
        n += loop->chunks[i] != 0;
    if (g.n_busy || !n)
        return false;
    for (uint64_t i = 0; i < loop->n; i++) {
        uint64_t share = g.work / n + (done < g.work % n);
        if (!loop->chunks[i])
            continue;
        if (sw_omp_chunk_is_log(loop->chunks[i]))
            sw_omp_chunk_log(loop->chunks[i])->tail += share;
        else
            loop->chunks[i] = sw_omp_chunk_leaf(sw_omp_chunk_work(loop->chunks[i]) + share);
        done++;
    }
    for (unsigned i = 0; i < p->n; i++)
        if (gap_at(e, k)[i])
            gap_at(e, k)[i]->tail = 0;
    return true;
}

static uint64_t work_of_all(const struct ending *e)
{
    const struct sw_omp_phase *p = e->phase;
    uint64_t work = 0;
    for (unsigned k = 0; k <= p->n_loops; k++)
        work += look_at(e, k).work + look_at(e, k).below;
    for (unsigned k = 0; k < p->n_loops; k++)
        for (uint64_t i = 0; i < p->loops[k].n; i++)
            work += sw_omp_chunk_work(p->loops[k].chunks[i]);
    return work;
}

#define LITTLE 100 /* of what a thread did */

void sw_omp_phase_end(struct sw_omp_logs *logs, struct sw_omp_phase *p, uint32_t site,
                      struct sw_omp_log *to)
{
    struct ending e = {.logs = logs, .phase = p, .to = to, .site = site};
    unsigned last = 0; /* section: a gap is 2 k, the loop behind it one more */
    bool any = false;
    if (p->n == 1) {
        sw_omp_log_replay(logs, p->gaps[0], to);
        sw_omp_phase_empty(logs, p);
        return;
    }
    e.little = work_of_all(&e) / p->n / LITTLE;
    for (unsigned k = 0; k <= p->n_loops; k++) {
        if (!fold(&e, k) && has_any(&e, k))
            last = 2 * k;
        if (k < p->n_loops && p->loops[k].n)
            last = 2 * k + 1;
    }
    for (unsigned k = 0; k <= p->n_loops; k++) {
        bool gap = has_any(&e, k), loop = k < p->n_loops && p->loops[k].n;
        if (gap)
            put_gap(&e, k, 2 * k < last ? SW_NODE_NOWAIT : 0);
        if (loop)
            put_loop(&e, &p->loops[k], 2 * k + 1 < last ? SW_NODE_NOWAIT : 0);
        any |= gap || loop;
    }
    if (!any) /* threads have met: that takes some time, though nothing else did */
        put_gap(&e, 0, 0);
    sw_omp_phase_empty(logs, p);
}
