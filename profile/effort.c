/* What samples found, in the file: their call paths, and the effort of a real parallel run by these paths. Whoever reads it later follows
 * paths without looking. */
#include "profile/chunks.h"

#include <stdbool.h>

static void put_paths(struct sw_writer *w, const struct sw_sampled *s,
                      const struct sw_sampled_tags *tags)
{
    sw_writer_list(w, tags->frames, SW_RECORD_FRAME, s->n_frames);
    for (size_t i = 0; i < s->n_frames; i++)
        sw_writer_put64(w, s->frames[i].address);
    sw_writer_end(w);
    sw_writer_list(w, tags->paths, SW_RECORD_PATH, s->n_paths);
    for (size_t i = 0; i < s->n_paths; i++) {
        sw_writer_put32(w, s->paths[i].caller);
        sw_writer_put32(w, s->paths[i].frame);
        sw_writer_put64(w, s->paths[i].on_work);
        sw_writer_put64(w, s->paths[i].on_span);
        sw_writer_put64(w, s->paths[i].serial);
        sw_writer_put32(w, s->paths[i].piece);
        sw_writer_put32(w, 0);
        sw_writer_put32(w, s->paths[i].from);
        sw_writer_put32(w, s->paths[i].until);
    }
    sw_writer_end(w);
}

void sw_writer_sampled(struct sw_writer *w, const struct sw_sampled *s,
                       const struct sw_sampled_tags *tags)
{
    size_t n = 0;
    if (!s->rate) /* as in versions that knew of none */
        return;
    sw_writer_begin(w, tags->sampled);
    sw_writer_put64(w, s->rate);
    sw_writer_put64(w, s->source);
    sw_writer_put64(w, s->taken);
    sw_writer_put64(w, s->lost);
    sw_writer_put64(w, s->profiler);
    sw_writer_put64(w, s->waiting);
    sw_writer_put64(w, s->cut);
    sw_writer_put64(w, s->refused);
    sw_writer_put64(w, s->threads);
    sw_writer_end(w);
    put_paths(w, s, tags);
    sw_writer_list(w, tags->places, SW_RECORD_PLACE, 0);
    for (size_t i = 0; i < s->n_frames; i++)
        sw_writer_place(w, &s->frames[i].place, &n);
    sw_writer_count(w, n);
    sw_writer_end(w);
}

/* Callers come first, so paths end. */
static int read_paths(struct sw_reader *r, enum sw_chunk which, struct sw_sampled *s)
{
    struct sw_reader_list list;
    int bad = 0, error = sw_reader_open(r, which, SW_RECORD_PATH_LEAST, &list);
    if (error)
        return error;
    s->paths = sw_reader_array(list.n, sizeof *s->paths);
    if (!s->paths)
        return sw_reader_no_memory(r);
    for (; s->n_paths < list.n; s->n_paths++, list.at += list.record) {
        struct sw_sampled_path *path = &s->paths[s->n_paths];
        const unsigned char *at = list.at;
        path->caller = sw_reader_get32(&at);
        path->frame = sw_reader_get32(&at);
        path->on_work = sw_reader_get64(&at);
        path->on_span = sw_reader_get64(&at);
        path->serial = sw_reader_get64(&at);
        path->piece = list.record < SW_RECORD_PATH_PIECE ? 0 : sw_reader_get32(&at);
        if (list.record >= SW_RECORD_PATH) {
            sw_reader_get32(&at);
            path->from = sw_reader_get32(&at);
            path->until = sw_reader_get32(&at);
        }
        bad |= path->caller > s->n_paths || path->frame >= s->n_frames ||
               path->piece > r->profile->n_pieces || path->from > path->until ||
               path->until > SW_SAMPLED_RUN;
    }
    return bad ? sw_reader_damaged(r, sw_reader_tags[which], "does not make sense") : 0;
}

static int read_frames(struct sw_reader *r, const struct sw_sampled_chunks *c, struct sw_sampled *s)
{
    struct sw_reader_list list, places;
    int error = sw_reader_open(r, c->frames, SW_RECORD_FRAME, &list);
    if (!error)
        error = sw_reader_open(r, c->places, SW_RECORD_PLACE, &places);
    if (error)
        return error;
    s->frames = sw_reader_array(list.n, sizeof *s->frames);
    if (!s->frames)
        return sw_reader_no_memory(r);
    for (; s->n_frames < list.n; s->n_frames++, list.at += list.record) {
        const unsigned char *at = list.at;
        s->frames[s->n_frames].address = sw_reader_get64(&at);
        sw_place_release(r->profile, &s->frames[s->n_frames].place);
    }
    for (size_t i = 0; !error && i < s->n_frames && r->chunks[c->places].at; i++)
        error = sw_reader_place(r, c->places, &places, &s->frames[i].place);
    if (!error && places.n)
        return sw_reader_damaged(r, sw_reader_tags[c->places], "has too many places");
    return error;
}

int sw_reader_samples(struct sw_reader *r, const struct sw_sampled_chunks *c, struct sw_sampled *s)
{
    struct sw_slice chunk = r->chunks[c->sampled];
    const unsigned char *at = chunk.at;
    if (!at)
        return 0;
    if (chunk.size < SW_RECORD_SAMPLED)
        return sw_reader_damaged(r, sw_reader_tags[c->sampled], "is too short");
    s->rate = sw_reader_get64(&at);
    s->source = sw_reader_get64(&at);
    s->taken = sw_reader_get64(&at);
    s->lost = sw_reader_get64(&at);
    s->profiler = sw_reader_get64(&at);
    s->waiting = sw_reader_get64(&at);
    s->cut = sw_reader_get64(&at);
    s->refused = sw_reader_get64(&at);
    s->threads = sw_reader_get64(&at);
    if (!s->rate)
        return sw_reader_damaged(r, sw_reader_tags[c->sampled], "does not make sense");
    int error = read_frames(r, c, s);
    return error ? error : read_paths(r, c->paths, s);
}

int sw_reader_sampled(struct sw_reader *r)
{
    static const struct sw_sampled_chunks chunks = {SW_CHUNK_SAMPLED, SW_CHUNK_FRAMES,
                                                    SW_CHUNK_PATHS, SW_CHUNK_SPLACES};
    return sw_reader_samples(r, &chunks, &r->profile->sampled);
}

static void put_efforts(struct sw_writer *w, const struct sw_effort *e, size_t n)
{
    sw_writer_list(w, SW_TAG_EFFORTS, SW_RECORD_EFFORT_PATH, n);
    for (size_t i = 0; i < n; i++) {
        const struct sw_effort_path *path = &e->paths[i];
        sw_writer_put32(w, path->physical);
        sw_writer_put32(w, path->resumed);
        sw_writer_put64(w, path->work);
        for (int k = 0; k < SW_OVERHEADS; k++)
            sw_writer_put64(w, path->overhead[k]);
        sw_writer_put64(w, path->idle);
        sw_writer_put64(w, path->waited);
        sw_writer_put64(w, path->blamed);
        for (int k = 0; k < SW_IDLES; k++)
            sw_writer_put64(w, path->idle_by[k]);
    }
    sw_writer_end(w);
}

static void put_locks(struct sw_writer *w, const struct sw_effort *e)
{
    sw_writer_list(w, SW_TAG_LOCKS, SW_RECORD_LOCK, e->n_locks);
    for (size_t i = 0; i < e->n_locks; i++) {
        const struct sw_effort_lock *lock = &e->locks[i];
        sw_writer_put64(w, lock->address);
        sw_writer_string(w, lock->name);
        sw_writer_put32(w, lock->holder);
        sw_writer_put32(w, lock->waiter);
        sw_writer_put32(w, lock->inside);
        sw_writer_put64(w, lock->waits);
        sw_writer_put64(w, lock->waited);
        sw_writer_put64(w, lock->held);
        sw_writer_put64(w, lock->entries);
    }
    sw_writer_end(w);
}

static void put_stretches(struct sw_writer *w, const struct sw_effort *e)
{
    sw_writer_list(w, SW_TAG_STRETCHES, SW_RECORD_STRETCH, e->n_stretches);
    for (size_t i = 0; i < e->n_stretches; i++) {
        sw_writer_put64(w, e->stretches[i].work);
        sw_writer_put64(w, e->stretches[i].overhead);
        sw_writer_put64(w, e->stretches[i].idle);
        sw_writer_put32(w, e->stretches[i].path);
        sw_writer_put32(w, 0);
    }
    sw_writer_end(w);
}

static void put_cells(struct sw_writer *w, const struct sw_effort_cell *cells, size_t n)
{
    for (const struct sw_effort_cell *cell = cells; cell < cells + n; cell++) {
        for (int k = 0; k < SW_LANE_PARTS; k++)
            sw_writer_put16(w, cell->parts[k]);
        sw_writer_put16(w, cell->whom);
        sw_writer_put16(w, cell->lock);
        sw_writer_put16(w, 0);
        sw_writer_put32(w, cell->path);
    }
}

static void put_lanes(struct sw_writer *w, const struct sw_effort *e)
{
    sw_writer_list(w, SW_TAG_LANES, SW_RECORD_LANE, e->n_lanes);
    for (size_t i = 0; i < e->n_lanes; i++)
        sw_writer_put64(w, e->lanes[i].threads);
    sw_writer_end(w);
    sw_writer_list(w, SW_TAG_CELLS, SW_RECORD_CELL, e->n_lanes * e->n_stretches);
    put_cells(w, e->cells, e->n_lanes * e->n_stretches);
    sw_writer_end(w);
}

/* Of simulated runs. */
void sw_writer_lanes(struct sw_writer *w, const struct sw_profile *p)
{
    size_t lanes = 0, cells = 0;
    if (!p->n_lanes)
        return;
    sw_writer_list(w, SW_TAG_VIRTUAL, SW_RECORD_VIRTUAL, p->n_lanes);
    for (size_t i = 0; i < p->n_lanes; i++) {
        const struct sw_lane_table *t = &p->lanes[i];
        sw_writer_put32(w, t->run);
        sw_writer_put32(w, (uint32_t)t->n);
        sw_writer_put64(w, t->stretch);
        sw_writer_put64(w, t->n_stretches);
        lanes += t->n;
        cells += t->n * t->n_stretches;
    }
    sw_writer_end(w);
    sw_writer_list(w, SW_TAG_VLANES, SW_RECORD_LANE, lanes);
    for (size_t i = 0; i < p->n_lanes; i++)
        for (size_t k = 0; k < p->lanes[i].n; k++)
            sw_writer_put64(w, p->lanes[i].lanes[k].threads);
    sw_writer_end(w);
    sw_writer_list(w, SW_TAG_VCELLS, SW_RECORD_CELL, cells);
    for (size_t i = 0; i < p->n_lanes; i++)
        put_cells(w, p->lanes[i].cells, p->lanes[i].n * p->lanes[i].n_stretches);
    sw_writer_end(w);
}

static void put_ranges(struct sw_writer *w, const struct sw_effort *e)
{
    sw_writer_list(w, SW_TAG_RUNTIMES, SW_RECORD_RANGE, e->n_runtime);
    for (size_t i = 0; i < 2 * e->n_runtime; i++)
        sw_writer_put64(w, e->runtime[i]);
    sw_writer_end(w);
}

void sw_writer_effort(struct sw_writer *w, const struct sw_profile *p)
{
    const struct sw_effort *e = &p->effort;
    if (!e->processors)
        return;
    sw_writer_begin(w, SW_TAG_EFFORT);
    sw_writer_put64(w, e->processors);
    sw_writer_put64(w, e->time);
    sw_writer_put64(w, e->threads);
    sw_writer_put64(w, e->threads_most);
    sw_writer_put64(w, e->cost);
    sw_writer_put64(w, e->cpu);
    sw_writer_put64(w, e->stretch);
    sw_writer_put64(w, e->runtimes);
    sw_writer_put64(w, e->due);
    sw_writer_put64(w, e->delay);
    sw_writer_put64(w, e->blocked);
    sw_writer_put64(w, e->others);
    for (int k = 0; k < SW_WAITS; k++)
        sw_writer_put64(w, e->nobody[k]);
    sw_writer_end(w);
    if (e->paths)
        put_efforts(w, e, p->sampled.n_paths);
    put_locks(w, e);
    put_stretches(w, e);
    if (e->n_lanes)
        put_lanes(w, e);
    put_ranges(w, e);
}

/* As many as there are paths, or none at all. What is physically in place of a path comes earlier, so
 * following that ends too. */
static int read_efforts(struct sw_reader *r)
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
    int error = read_efforts(r);
    if (!error)
        error = read_locks(r);
    if (!error)
        error = read_stretches(r);
    if (!error)
        error = read_lanes(r);
    return error ? error : read_ranges(r);
}
