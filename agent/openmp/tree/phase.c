/* Puts together what a team's threads did between two barriers, for the program tree. */
#include "agent/openmp/tree/phase.h"

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
void sw_omp_phase_empty(struct sw_omp_logs *logs, struct sw_omp_phase *p)
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
