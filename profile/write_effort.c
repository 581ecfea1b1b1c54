/* The effort of a real parallel run, by the paths that are written before it. */
#include "profile/format.h"
#include "profile/writer.h"

static void put_paths(struct sw_writer *w, const struct sw_effort *e, size_t n)
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
        put_paths(w, e, p->sampled.n_paths);
    put_locks(w, e);
    put_stretches(w, e);
    if (e->n_lanes)
        put_lanes(w, e);
    put_ranges(w, e);
}
