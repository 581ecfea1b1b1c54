/* The effort of a real parallel run. Who reads it later follows its paths without looking. */
#include "profile/reader.h"

#include <stdbool.h>

/* As many as there are paths, or none at all. What is physically in place of a path comes earlier, so
 * following that ends too. */
static int read_paths(struct sw_reader *r)
{
    struct sw_effort *e = &r->profile->effort;
    size_t n_paths = r->profile->sampled.n_paths;
    struct sw_reader_list list;
    int bad = 0, error = sw_reader_open(r, SW_CHUNK_EFFORTS, SW_RECORD_EFFORT_PATH_LEAST, &list);
    if (error || !r->chunks[SW_CHUNK_EFFORTS].at)
        return error;
    if (list.n != n_paths)
        return sw_reader_damaged(r, SW_TAG_EFFORTS, "is of other paths");
    e->paths = sw_reader_array(list.n, sizeof *e->paths);
    if (!e->paths)
        return sw_reader_no_memory(r);
    for (size_t i = 0; i < list.n; i++, list.at += list.record) {
        struct sw_effort_path *path = &e->paths[i];
        const unsigned char *at = list.at;
        path->physical = sw_reader_get32(&at);
        path->resumed = sw_reader_get32(&at);
        path->work = sw_reader_get64(&at);
        for (int k = 0; k < SW_OVERHEADS; k++)
            path->overhead[k] = sw_reader_get64(&at);
        path->idle = sw_reader_get64(&at);
        path->waited = sw_reader_get64(&at);
        path->blamed = sw_reader_get64(&at);
        /* Of 1.6 and before: what others waited for is all that is known. */
        path->idle_by[SW_IDLE_LOCKS] = path->blamed < path->idle ? path->blamed : path->idle;
        for (int k = 0; k < SW_IDLES && list.record >= SW_RECORD_EFFORT_PATH; k++)
            path->idle_by[k] = sw_reader_get64(&at);
        bad |= path->physical > i;
    }
    return bad ? sw_reader_damaged(r, SW_TAG_EFFORTS, "does not make sense") : 0;
}

static int read_locks(struct sw_reader *r)
{
    struct sw_effort *e = &r->profile->effort;
    size_t n_paths = r->profile->sampled.n_paths;
    struct sw_reader_list list;
    int bad = 0, error = sw_reader_open(r, SW_CHUNK_LOCKS, SW_RECORD_LOCK_LEAST, &list);
    if (error)
        return error;
    e->locks = sw_reader_array(list.n, sizeof *e->locks);
    if (!e->locks)
        return sw_reader_no_memory(r);
    for (; e->n_locks < list.n; e->n_locks++, list.at += list.record) {
        struct sw_effort_lock *lock = &e->locks[e->n_locks];
        const unsigned char *at = list.at;
        lock->address = sw_reader_get64(&at);
        lock->name = sw_reader_string(r, &at, &bad);
        lock->holder = sw_reader_get32(&at);
        lock->waiter = sw_reader_get32(&at);
        lock->inside = sw_reader_get32(&at); /* reserved before 1.7, and 0 */
        lock->waits = sw_reader_get64(&at);
        lock->waited = sw_reader_get64(&at);
        lock->held = list.record >= SW_RECORD_LOCK ? sw_reader_get64(&at) : 0;
        lock->entries = list.record >= SW_RECORD_LOCK ? sw_reader_get64(&at) : 0;
        bad |= lock->holder > n_paths || lock->waiter > n_paths || lock->inside > n_paths;
    }
    return bad ? sw_reader_damaged(r, SW_TAG_LOCKS, "does not make sense") : 0;
}

static int read_stretches(struct sw_reader *r)
{
    struct sw_effort *e = &r->profile->effort;
    struct sw_reader_list list;
    int bad = 0, error = sw_reader_open(r, SW_CHUNK_STRETCHES, SW_RECORD_STRETCH_LEAST, &list);
    if (error)
        return error;
    e->stretches = sw_reader_array(list.n, sizeof *e->stretches);
    if (!e->stretches)
        return sw_reader_no_memory(r);
    for (; e->n_stretches < list.n; e->n_stretches++, list.at += list.record) {
        struct sw_effort_stretch *stretch = &e->stretches[e->n_stretches];
        const unsigned char *at = list.at;
        stretch->work = sw_reader_get64(&at);
        stretch->overhead = sw_reader_get64(&at);
        stretch->idle = sw_reader_get64(&at);
        stretch->path = list.record >= SW_RECORD_STRETCH ? sw_reader_get32(&at) : 0;
        bad |= stretch->path > r->profile->sampled.n_paths;
    }
    return bad ? sw_reader_damaged(r, SW_TAG_STRETCHES, "does not make sense") : 0;
}

/* The next ones of a list. False: they name what is not there. */
static bool get_cells(const struct sw_reader *r, struct sw_reader_list *list,
                      struct sw_effort_cell *cells, size_t n, size_t n_lanes, size_t n_locks)
{
    bool good = true;
    for (struct sw_effort_cell *cell = cells; cell < cells + n; cell++, list->at += list->record) {
        const unsigned char *at = list->at;
        for (int k = 0; k < SW_LANE_PARTS; k++)
            cell->parts[k] = sw_reader_get16(&at);
        cell->whom = sw_reader_get16(&at);
        cell->lock = sw_reader_get16(&at);
        sw_reader_get16(&at);
        cell->path = sw_reader_get32(&at);
        good &= cell->whom <= n_lanes && cell->lock <= n_locks &&
                cell->path <= r->profile->sampled.n_paths;
    }
    return good;
}

/* As many as there are stretches, for each lane. */
static int read_cells(struct sw_reader *r)
{
    struct sw_effort *e = &r->profile->effort;
    struct sw_reader_list list;
    int error = sw_reader_open(r, SW_CHUNK_CELLS, SW_RECORD_CELL, &list);
    if (error)
        return error;
    if (list.n != e->n_lanes * e->n_stretches)
        return sw_reader_damaged(r, SW_TAG_CELLS, "is of other lanes");
    e->cells = sw_reader_array(list.n, sizeof *e->cells);
    if (!e->cells)
        return sw_reader_no_memory(r);
    return get_cells(r, &list, e->cells, list.n, e->n_lanes, e->n_locks)
               ? 0
               : sw_reader_damaged(r, SW_TAG_CELLS, "does not make sense");
}

static int read_lanes(struct sw_reader *r)
{
    struct sw_effort *e = &r->profile->effort;
    struct sw_reader_list list;
    int error = sw_reader_open(r, SW_CHUNK_LANES, SW_RECORD_LANE, &list);
    if (error)
        return error;
    if (list.n > SW_LANES_MOST)
        return sw_reader_damaged(r, SW_TAG_LANES, "does not make sense");
    e->lanes = sw_reader_array(list.n, sizeof *e->lanes);
    if (!e->lanes)
        return sw_reader_no_memory(r);
    for (; e->n_lanes < list.n; e->n_lanes++, list.at += list.record) {
        const unsigned char *at = list.at;
        e->lanes[e->n_lanes].threads = (uint32_t)sw_reader_get64(&at);
    }
    return read_cells(r);
}

static int read_ranges(struct sw_reader *r)
{
    struct sw_effort *e = &r->profile->effort;
    struct sw_reader_list list;
    int error = sw_reader_open(r, SW_CHUNK_RUNTIMES, SW_RECORD_RANGE, &list);
    if (error)
        return error;
    e->runtime = sw_reader_array(list.n, 2 * sizeof *e->runtime);
    if (!e->runtime)
        return sw_reader_no_memory(r);
    for (; e->n_runtime < list.n; e->n_runtime++, list.at += list.record) {
        const unsigned char *at = list.at;
        e->runtime[2 * e->n_runtime] = sw_reader_get64(&at);
        e->runtime[2 * e->n_runtime + 1] = sw_reader_get64(&at);
    }
    return 0;
}

static void read_waits(struct sw_effort *e, const unsigned char *at)
{
    e->due = sw_reader_get64(&at);
    e->delay = sw_reader_get64(&at);
    e->blocked = sw_reader_get64(&at);
    e->others = sw_reader_get64(&at);
    for (int k = 0; k < SW_WAITS; k++)
        e->nobody[k] = sw_reader_get64(&at);
}

/* Of a simulated run: the next ones of both lists. */
static int read_table(struct sw_reader *r, struct sw_lane_table *t, struct sw_reader_list *lanes,
                      struct sw_reader_list *cells)
{
    const struct sw_simulation *s = &r->profile->simulations[t->run];
    size_t n = t->n * t->n_stretches;
    if (lanes->n < t->n || cells->n < n)
        return sw_reader_damaged(r, SW_TAG_VCELLS, "is of other lanes");
    t->time = s->time;
    t->lanes = sw_reader_array(t->n, sizeof *t->lanes);
    t->cells = sw_reader_array(n, sizeof *t->cells);
    if (!t->lanes || !t->cells)
        return sw_reader_no_memory(r);
    for (size_t i = 0; i < t->n; i++, lanes->at += lanes->record) {
        const unsigned char *at = lanes->at;
        t->lanes[i].threads = (uint32_t)sw_reader_get64(&at);
    }
    lanes->n -= t->n;
    cells->n -= n;
    return get_cells(r, cells, t->cells, n, t->n, s->n)
               ? 0
               : sw_reader_damaged(r, SW_TAG_VCELLS, "does not make sense");
}

int sw_reader_lanes(struct sw_reader *r)
{
    struct sw_profile *p = r->profile;
    struct sw_reader_list list, lanes, cells;
    int error = sw_reader_open(r, SW_CHUNK_VIRTUAL, SW_RECORD_VIRTUAL, &list);
    if (!error)
        error = sw_reader_open(r, SW_CHUNK_VLANES, SW_RECORD_LANE, &lanes);
    if (!error)
        error = sw_reader_open(r, SW_CHUNK_VCELLS, SW_RECORD_CELL, &cells);
    if (error)
        return error;
    p->lanes = sw_reader_array(list.n, sizeof *p->lanes);
    if (!p->lanes)
        return sw_reader_no_memory(r);
    for (size_t i = 0; !error && i < list.n; i++, list.at += list.record) {
        struct sw_lane_table *t = &p->lanes[p->n_lanes++];
        const unsigned char *at = list.at;
        t->run = sw_reader_get32(&at);
        t->n = sw_reader_get32(&at);
        t->stretch = sw_reader_get64(&at);
        t->n_stretches = sw_reader_get64(&at);
        if (t->run >= p->n_simulations || t->n > SW_LANES_MOST ||
            t->n_stretches > SW_LANE_STRETCHES)
            return sw_reader_damaged(r, SW_TAG_VIRTUAL, "does not make sense");
        error = read_table(r, t, &lanes, &cells);
    }
    return error;
}

int sw_reader_effort(struct sw_reader *r)
{
    struct sw_slice chunk = r->chunks[SW_CHUNK_EFFORT];
    struct sw_effort *e = &r->profile->effort;
    const unsigned char *at = chunk.at;
    if (!at)
        return 0;
    if (chunk.size < SW_RECORD_EFFORT_LEAST)
        return sw_reader_damaged(r, SW_TAG_EFFORT, "is too short");
    e->processors = sw_reader_get64(&at);
    e->time = sw_reader_get64(&at);
    e->threads = sw_reader_get64(&at);
    e->threads_most = sw_reader_get64(&at);
    e->cost = sw_reader_get64(&at);
    e->cpu = sw_reader_get64(&at);
    e->stretch = sw_reader_get64(&at);
    e->runtimes = (uint32_t)sw_reader_get64(&at);
    if (chunk.size >= SW_RECORD_EFFORT)
        read_waits(e, at);
    if (!e->processors || !r->profile->sampled.rate)
        return sw_reader_damaged(r, SW_TAG_EFFORT, "does not make sense");
    int error = read_paths(r);
    if (!error)
        error = read_locks(r);
    if (!error)
        error = read_stretches(r);
    if (!error)
        error = read_lanes(r);
    return error ? error : read_ranges(r);
}
