/* What samples found, in the file: their call paths, and the effort of a real parallel run by these paths. Whoever reads it later follows
 * paths without looking. */
#include "profile/chunks.h"

static const struct sw_sampled_chunks chunks = {SW_CHUNK_SAMPLED, SW_CHUNK_FRAMES, SW_CHUNK_PATHS,
                                                SW_CHUNK_SPLACES};

static const struct sw_layout sampled_layout =
    SW_LAYOUT(struct sw_sampled, SW_64_TO(sw_sampled, rate, threads));

static const struct sw_layout frame_layout = SW_LAYOUT(
    struct sw_sampled_frame, SW_64(sw_sampled_frame, address), SW_PLACE(sw_sampled_frame, place));

static const struct sw_layout path_layout =
    SW_LAYOUT(struct sw_sampled_path, SW_32_TO(sw_sampled_path, caller, frame),
              SW_64_TO(sw_sampled_path, on_work, serial), SW_LATER, SW_32(sw_sampled_path, piece),
              SW_ZEROS(4), SW_32_TO(sw_sampled_path, from, until));

void sw_writer_sampled(struct sw_writer *w, const struct sw_sampled *s,
                       const struct sw_sampled_chunks *c)
{
    if (!s->rate) /* as in versions that knew of none */
        return;
    sw_writer_record(w, c->sampled, &sampled_layout, s);
    sw_writer_records(w, c->frames, &frame_layout, s->frames, s->n_frames);
    sw_writer_records(w, c->paths, &path_layout, s->paths, s->n_paths);
    sw_writer_places(w, c->places, &(struct sw_placed){&frame_layout, s->frames, s->n_frames}, 1);
}

void sw_reader_sampled(struct sw_reader *r, struct sw_sampled *s, const struct sw_sampled_chunks *c)
{
    if (!sw_reader_record(r, c->sampled, &sampled_layout, s))
        return;
    sw_reader_check(r, c->sampled, s->rate);
    s->frames = sw_reader_records(r, c->frames, &frame_layout, &s->n_frames);
    sw_reader_places(r, c->places, &(struct sw_placed){&frame_layout, s->frames, s->n_frames}, 1);
    s->paths = sw_reader_records(r, c->paths, &path_layout, &s->n_paths);
    for (size_t i = 0; i < s->n_paths; i++) /* callers come first, so paths end */
        sw_reader_check(r, c->paths,
                        s->paths[i].caller <= i && s->paths[i].frame < s->n_frames &&
                            s->paths[i].piece <= r->profile->n_pieces &&
                            s->paths[i].from <= s->paths[i].until &&
                            s->paths[i].until <= SW_SAMPLED_RUN);
}

void sw_sampled_release(const struct sw_profile *p, struct sw_sampled *s)
{
    sw_records_release(p, &frame_layout, s->frames, s->n_frames);
    free(s->paths);
    *s = (struct sw_sampled){0};
}

int sw_sampled_copy(struct sw_sampled *to, const struct sw_sampled *from)
{
    *to = *from;
    to->frames = sw_records_copy(&frame_layout, from->frames, from->n_frames);
    to->paths = sw_records_copy(&path_layout, from->paths, from->n_paths);
    to->n_frames = to->frames ? from->n_frames : 0;
    return to->frames && to->paths ? 0 : -ENOMEM;
}

static const struct sw_layout effort_layout =
    SW_LAYOUT(struct sw_effort, SW_64_TO(sw_effort, processors, cpu), SW_64(sw_effort, stretch),
              SW_64(sw_effort, runtimes), SW_LATER, SW_64_TO(sw_effort, due, nobody));

static const struct sw_layout effort_path_layout =
    SW_LAYOUT(struct sw_effort_path, SW_32_TO(sw_effort_path, physical, resumed),
              SW_64_TO(sw_effort_path, work, idle), SW_64_TO(sw_effort_path, waited, blamed),
              SW_LATER, SW_ALL_64(sw_effort_path, idle_by));

static const struct sw_layout lock_layout = SW_LAYOUT(
    struct sw_effort_lock, SW_64(sw_effort_lock, address), SW_STRING(sw_effort_lock, name),
    SW_32_TO(sw_effort_lock, holder, inside), /* the last was reserved before 1.7, and 0 */
    SW_64_TO(sw_effort_lock, waits, waited), SW_LATER, SW_64_TO(sw_effort_lock, held, entries));

static const struct sw_layout stretch_layout =
    SW_LAYOUT(struct sw_effort_stretch, SW_64_TO(sw_effort_stretch, work, idle), SW_LATER,
              SW_32(sw_effort_stretch, path), SW_ZEROS(4));

static const struct sw_layout lane_layout =
    SW_LAYOUT(struct sw_effort_lane, SW_64(sw_effort_lane, threads));

static const struct sw_layout cell_layout =
    SW_LAYOUT(struct sw_effort_cell, SW_ALL_16(sw_effort_cell, parts), SW_16(sw_effort_cell, whom),
              SW_16(sw_effort_cell, lock), SW_ZEROS(2), SW_32(sw_effort_cell, path));

/* Of a simulated run. */
static const struct sw_layout table_layout =
    SW_LAYOUT(struct sw_lane_table, SW_32(sw_lane_table, run), SW_32(sw_lane_table, n),
              SW_64(sw_lane_table, stretch), SW_64(sw_lane_table, n_stretches));

/* A range of a runtime's code. */
static const struct sw_layout range_layout = SW_LAYOUT(uint64_t[2], {SW_FIELD_NUMBER, 8, 8, 2, 0});

void sw_writer_effort(struct sw_writer *w, const struct sw_profile *p)
{
    const struct sw_effort *e = &p->effort;
    sw_writer_sampled(w, &p->sampled, &chunks);
    if (!e->processors)
        return;
    sw_writer_record(w, SW_CHUNK_EFFORT, &effort_layout, e);
    if (e->paths)
        sw_writer_records(w, SW_CHUNK_EFFORTS, &effort_path_layout, e->paths, p->sampled.n_paths);
    sw_writer_records(w, SW_CHUNK_LOCKS, &lock_layout, e->locks, e->n_locks);
    sw_writer_records(w, SW_CHUNK_STRETCHES, &stretch_layout, e->stretches, e->n_stretches);
    if (e->n_lanes) {
        sw_writer_records(w, SW_CHUNK_LANES, &lane_layout, e->lanes, e->n_lanes);
        sw_writer_records(w, SW_CHUNK_CELLS, &cell_layout, e->cells, e->n_lanes * e->n_stretches);
    }
    sw_writer_records(w, SW_CHUNK_RUNTIMES, &range_layout, e->runtime, e->n_runtime);
}

void sw_writer_lanes(struct sw_writer *w, const struct sw_profile *p)
{
    size_t lanes = 0, cells = 0;
    if (!p->n_lanes)
        return;
    sw_writer_records(w, SW_CHUNK_VIRTUAL, &table_layout, p->lanes, p->n_lanes);
    for (size_t i = 0; i < p->n_lanes; i++) {
        lanes += p->lanes[i].n;
        cells += p->lanes[i].n * p->lanes[i].n_stretches;
    }
    sw_writer_list(w, SW_CHUNK_VLANES, sw_layout_size(&lane_layout), lanes);
    for (size_t i = 0; i < p->n_lanes; i++)
        sw_writer_fields(w, &lane_layout, p->lanes[i].lanes, p->lanes[i].n);
    sw_writer_end(w);
    sw_writer_list(w, SW_CHUNK_VCELLS, sw_layout_size(&cell_layout), cells);
    for (size_t i = 0; i < p->n_lanes; i++)
        sw_writer_fields(w, &cell_layout, p->lanes[i].cells,
                         p->lanes[i].n * p->lanes[i].n_stretches);
    sw_writer_end(w);
}

/* As many as there are paths, or none at all. What is physically in place of a path comes earlier, so
 * following that ends too. */
static void read_paths(struct sw_reader *r)
{
    struct sw_effort *e = &r->profile->effort;
    size_t n;
    if (!r->chunks[SW_CHUNK_EFFORTS].at)
        return;
    struct sw_reader_list list = sw_reader_open(r, SW_CHUNK_EFFORTS, &effort_path_layout);
    bool is_old = list.record < sw_layout_size(&effort_path_layout);
    e->paths = sw_reader_records(r, SW_CHUNK_EFFORTS, &effort_path_layout, &n);
    if (n != r->profile->sampled.n_paths)
        sw_reader_damaged(r, SW_TAG_EFFORTS, "is of other paths");
    for (size_t i = 0; i < n; i++) {
        struct sw_effort_path *path = &e->paths[i];
        if (is_old) /* what others waited for is all that is known */
            path->idle_by[SW_IDLE_LOCKS] = path->blamed < path->idle ? path->blamed : path->idle;
        sw_reader_check(r, SW_CHUNK_EFFORTS, path->physical <= i);
    }
}

static void check_cells(struct sw_reader *r, enum sw_chunk which,
                        const struct sw_effort_cell *cells, size_t n, size_t n_lanes,
                        size_t n_locks)
{
    SW_EACH (cell, cells, r->error ? 0 : n)
        sw_reader_check(r, which,
                        cell->whom <= n_lanes && cell->lock <= n_locks &&
                            cell->path <= r->profile->sampled.n_paths);
}

/* As many as there are stretches, for each lane. */
static void read_cells(struct sw_reader *r)
{
    struct sw_effort *e = &r->profile->effort;
    size_t n;
    e->cells = sw_reader_records(r, SW_CHUNK_CELLS, &cell_layout, &n);
    if (n != e->n_lanes * e->n_stretches)
        sw_reader_damaged(r, SW_TAG_CELLS, "is of other lanes");
    check_cells(r, SW_CHUNK_CELLS, e->cells, n, e->n_lanes, e->n_locks);
}

void sw_reader_effort(struct sw_reader *r)
{
    struct sw_effort *e = &r->profile->effort;
    sw_reader_sampled(r, &r->profile->sampled, &chunks);
    if (!sw_reader_record(r, SW_CHUNK_EFFORT, &effort_layout, e))
        return;
    size_t n_paths = r->profile->sampled.n_paths;
    sw_reader_check(r, SW_CHUNK_EFFORT, e->processors && r->profile->sampled.rate);
    read_paths(r);
    e->locks = sw_reader_records(r, SW_CHUNK_LOCKS, &lock_layout, &e->n_locks);
    for (size_t i = 0; i < e->n_locks; i++)
        sw_reader_check(r, SW_CHUNK_LOCKS,
                        e->locks[i].holder <= n_paths && e->locks[i].waiter <= n_paths &&
                            e->locks[i].inside <= n_paths);
    e->stretches = sw_reader_records(r, SW_CHUNK_STRETCHES, &stretch_layout, &e->n_stretches);
    for (size_t i = 0; i < e->n_stretches; i++)
        sw_reader_check(r, SW_CHUNK_STRETCHES, e->stretches[i].path <= n_paths);
    e->lanes = sw_reader_records(r, SW_CHUNK_LANES, &lane_layout, &e->n_lanes);
    sw_reader_check(r, SW_CHUNK_LANES, e->n_lanes <= SW_LANES_MOST);
    read_cells(r);
    e->runtime = sw_reader_records(r, SW_CHUNK_RUNTIMES, &range_layout, &e->n_runtime);
}

/* The next ones of both lists. */
static void read_table(struct sw_reader *r, struct sw_lane_table *t, struct sw_reader_list *lanes,
                       struct sw_reader_list *cells)
{
    const struct sw_simulation *s = &r->profile->simulations[t->run];
    size_t n = t->n * t->n_stretches;
    if (lanes->n < t->n || cells->n < n) {
        sw_reader_damaged(r, SW_TAG_VCELLS, "is of other lanes");
        return;
    }
    t->time = s->time;
    t->lanes = sw_reader_take(r, lanes, &lane_layout, t->n);
    t->cells = sw_reader_take(r, cells, &cell_layout, n);
    check_cells(r, SW_CHUNK_VCELLS, t->cells, n, t->n, s->n);
}

void sw_reader_lanes(struct sw_reader *r)
{
    struct sw_profile *p = r->profile;
    struct sw_reader_list lanes = sw_reader_open(r, SW_CHUNK_VLANES, &lane_layout);
    struct sw_reader_list cells = sw_reader_open(r, SW_CHUNK_VCELLS, &cell_layout);
    p->lanes = sw_reader_records(r, SW_CHUNK_VIRTUAL, &table_layout, &p->n_lanes);
    for (size_t i = 0; i < p->n_lanes; i++) {
        struct sw_lane_table *t = &p->lanes[i];
        sw_reader_check(r, SW_CHUNK_VIRTUAL,
                        t->run < p->n_simulations && t->n <= SW_LANES_MOST &&
                            t->n_stretches <= SW_LANE_STRETCHES);
        if (!r->error)
            read_table(r, t, &lanes, &cells);
    }
}

void sw_effort_release(struct sw_profile *p)
{
    struct sw_effort *e = &p->effort;
    for (size_t i = 0; i < p->n_lanes; i++) {
        free(p->lanes[i].lanes);
        free(p->lanes[i].cells);
    }
    free(p->lanes);
    sw_records_release(p, &lock_layout, e->locks, e->n_locks);
    free(e->paths);
    free(e->stretches);
    free(e->lanes);
    free(e->cells);
    free(e->runtime);
}
