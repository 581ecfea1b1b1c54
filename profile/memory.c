/* What a run with --memory found, in the file: machine, traffic, and shared lines and communication. */
#include "profile/chunks.h"

#include <stdbool.h>
#include <stdlib.h>

static void drop_shared(struct sw_profile *p)
{
    for (size_t i = 0; i < p->memory.n_shared; i++) {
        struct sw_shared *s = &p->memory.shared[i];
        sw_place_release(p, &s->uses[0].place);
        sw_place_release(p, &s->uses[1].place);
        sw_place_release(p, &s->made);
        sw_profile_release_string(p, s->name);
    }
    free(p->memory.shared);
    p->memory.shared = NULL;
    p->memory.n_shared = 0;
}

void sw_profile_drop_memory(struct sw_profile *p)
{
    for (size_t i = 0; i < p->memory.n_sites; i++)
        sw_place_release(p, &p->memory.sites[i].place);
    drop_shared(p);
    for (size_t i = 0; i < p->memory.n_loops; i++)
        sw_place_release(p, &p->memory.loops[i].place);
    sw_sampled_release(p, &p->memory.paths);
    free(p->memory.loops);
    free(p->memory.sites);
    free(p->memory.pieces);
    p->memory = (struct sw_memory_pass){0};
}

static void put_shared(struct sw_writer *w, const struct sw_shared *s)
{
    sw_writer_put32(w, s->is_shared);
    sw_writer_put32(w, s->site);
    for (int k = 0; k < 2; k++) {
        const struct sw_shared_use *u = &s->uses[k];
        sw_writer_put64(w, u->address);
        sw_writer_put64(w, u->caller);
        sw_writer_put64(w, u->touched);
        sw_writer_put32(w, u->what);
        sw_writer_put32(w, u->bytes);
    }
    sw_writer_put64(w, s->transfers);
    sw_writer_put64(w, s->same_bytes);
    sw_writer_put64(w, s->atomic);
    sw_writer_put64(w, s->lock);
    sw_writer_put64(w, s->lines);
    sw_writer_put64(w, s->threads);
    sw_writer_put64(w, s->address);
    sw_writer_put64(w, s->block);
    sw_writer_put64(w, s->block_bytes);
    sw_writer_put64(w, s->allocated);
    sw_writer_string(w, s->name);
    sw_writer_put32(w, s->is_readers);
    sw_writer_put64(w, s->frame);
    sw_writer_put64(w, (uint64_t)s->frame_offset);
    for (int k = 0; k < SW_SHARED_CALLERS; k++)
        sw_writer_put64(w, s->callers[k]);
    sw_writer_put64(w, (uint64_t)s->frame_stack);
}

static void write_shared(struct sw_writer *w, const struct sw_profile *p)
{
    const struct sw_memory_pass *m = &p->memory;
    size_t n = 0;
    if (!m->n_shared)
        return;
    sw_writer_list(w, SW_TAG_SHARED, SW_RECORD_SHARED, m->n_shared);
    for (size_t i = 0; i < m->n_shared; i++)
        put_shared(w, &m->shared[i]);
    sw_writer_end(w);
    sw_writer_list(w, SW_TAG_SHPLACES, SW_RECORD_PLACE, 0);
    for (size_t i = 0; i < m->n_shared; i++) {
        sw_writer_place(w, &m->shared[i].uses[0].place, &n);
        sw_writer_place(w, &m->shared[i].uses[1].place, &n);
        sw_writer_place(w, &m->shared[i].made, &n);
    }
    sw_writer_count(w, n);
    sw_writer_end(w);
}

static void get_shared(struct sw_reader *r, const unsigned char *at, size_t record,
                       struct sw_shared *s, int *bad)
{
    bool is_framed = record >= SW_RECORD_SHARED_FRAMED;
    s->is_shared = sw_reader_get32(&at);
    s->site = sw_reader_get32(&at);
    for (int k = 0; k < 2; k++) {
        struct sw_shared_use *u = &s->uses[k];
        u->address = sw_reader_get64(&at);
        u->caller = sw_reader_get64(&at);
        u->touched = sw_reader_get64(&at);
        u->what = sw_reader_get32(&at);
        u->bytes = sw_reader_get32(&at);
        sw_place_release(r->profile, &u->place);
    }
    s->transfers = sw_reader_get64(&at);
    s->same_bytes = sw_reader_get64(&at);
    s->atomic = sw_reader_get64(&at);
    s->lock = sw_reader_get64(&at);
    s->lines = sw_reader_get64(&at);
    s->threads = sw_reader_get64(&at);
    s->address = sw_reader_get64(&at);
    s->block = sw_reader_get64(&at);
    s->block_bytes = sw_reader_get64(&at);
    s->allocated = sw_reader_get64(&at);
    s->name = sw_reader_string(r, &at, bad);
    s->is_readers = sw_reader_get32(&at);
    s->frame = is_framed ? sw_reader_get64(&at) : 0;
    s->frame_offset = is_framed ? (int64_t)sw_reader_get64(&at) : 0;
    for (int k = 0; k < SW_SHARED_CALLERS; k++)
        s->callers[k] = record >= SW_RECORD_SHARED_CALLED ? sw_reader_get64(&at) : 0;
    s->frame_stack = record >= SW_RECORD_SHARED ? (int64_t)sw_reader_get64(&at) : 0;
    sw_place_release(r->profile, &s->made);
    *bad |= s->site >= r->profile->n_sites && s->site != SW_TRAFFIC_NO_SITE;
    *bad |= s->same_bytes > s->transfers || s->atomic > s->transfers || s->lock > s->transfers;
}

static int read_shared(struct sw_reader *r)
{
    struct sw_memory_pass *m = &r->profile->memory;
    struct sw_reader_list list, places;
    if (!r->chunks[SW_CHUNK_SHARED].at)
        return 0;
    int bad = 0, error = sw_reader_open(r, SW_CHUNK_SHARED, SW_RECORD_SHARED_LEAST, &list);
    if (!error)
        error = sw_reader_open(r, SW_CHUNK_SHPLACES, SW_RECORD_PLACE, &places);
    if (error)
        return error;
    m->shared = sw_reader_array(list.n, sizeof *m->shared);
    if (!m->shared)
        return sw_reader_no_memory(r);
    for (; m->n_shared < list.n; m->n_shared++, list.at += list.record) {
        struct sw_shared *s = &m->shared[m->n_shared];
        get_shared(r, list.at, list.record, s, &bad);
        m->transfers[s->is_shared != 0] += s->transfers;
    }
    for (size_t i = 0; !error && i < m->n_shared; i++) {
        struct sw_shared *s = &m->shared[i];
        struct sw_place *all[] = {&s->uses[0].place, &s->uses[1].place, &s->made};
        for (int k = 0; !error && k < 3; k++)
            error = sw_reader_place(r, SW_CHUNK_SHPLACES, &places, all[k]);
    }
    if (!error && (bad || places.n))
        return sw_reader_damaged(r, SW_TAG_SHARED, "does not make sense");
    return error;
}

static void put_traffic(struct sw_writer *w, const struct sw_traffic *t)
{
    for (unsigned h = 0; h < SW_LINE_HASHES; h++)
        for (unsigned i = 0; i < SW_CAPACITIES; i++) {
            sw_writer_put32(w, t->fills[h][i]);
            sw_writer_put32(w, t->back[h][i]);
        }
}

void sw_writer_memory(struct sw_writer *w, const struct sw_profile *p)
{
    const struct sw_memory_pass *m = &p->memory;
    size_t n = 0;
    if (!m->is_there)
        return;
    sw_writer_begin(w, SW_TAG_MEMORY);
    sw_writer_put64(w, m->flags);
    sw_writer_put64(w, m->processors);
    sw_writer_put64(w, m->instructions);
    sw_writer_put64(w, m->unknown);
    sw_writer_put64(w, m->lost);
    sw_writer_put64(w, m->capacity);
    sw_writer_put64(w, m->all);
    sw_writer_end(w);
    sw_writer_list(w, SW_TAG_TRAFFIC, SW_RECORD_TRAFFIC, m->n_sites);
    for (size_t i = 0; i < m->n_sites; i++) {
        sw_writer_put64(w, m->sites[i].address);
        sw_writer_put32(w, m->sites[i].what);
        sw_writer_put32(w, m->sites[i].loop);
        put_traffic(w, &m->sites[i].traffic);
        for (unsigned k = 0; k < SW_CAPACITIES; k++)
            sw_writer_put32(w, m->sites[i].chained[k]);
    }
    sw_writer_end(w);
    sw_writer_list(w, SW_TAG_MLOOPS, SW_RECORD_MLOOP, m->n_loops);
    for (size_t i = 0; i < m->n_loops; i++) {
        sw_writer_put64(w, m->loops[i].first);
        sw_writer_put64(w, m->loops[i].last);
    }
    sw_writer_end(w);
    sw_writer_list(w, SW_TAG_MPIECES, SW_RECORD_MPIECE, m->n_pieces);
    for (size_t i = 0; i < m->n_pieces; i++) {
        sw_writer_put64(w, m->pieces[i].moved.transfers);
        sw_writer_put32(w, m->pieces[i].site);
        sw_writer_put32(w, m->pieces[i].tree_site);
        put_traffic(w, &m->pieces[i].traffic);
        sw_writer_put64(w, m->pieces[i].moved.apart);
        sw_writer_put64(w, m->pieces[i].moved.beside);
        for (unsigned k = 0; k < SW_LINE_HASHES * SW_CAPACITIES; k++)
            sw_writer_put32(w, m->pieces[i].own.fills[k / SW_CAPACITIES][k % SW_CAPACITIES]);
    }
    sw_writer_end(w);
    sw_writer_list(w, SW_TAG_MPLACES, SW_RECORD_PLACE, 0);
    for (size_t i = 0; i < m->n_sites; i++)
        sw_writer_place(w, &m->sites[i].place, &n);
    for (size_t i = 0; i < m->n_loops; i++)
        sw_writer_place(w, &m->loops[i].place, &n);
    sw_writer_count(w, n);
    sw_writer_end(w);
    write_shared(w, p);
    sw_writer_sampled(
        w, &m->paths,
        &(struct sw_sampled_tags){SW_TAG_MSAMPLED, SW_TAG_MFRAMES, SW_TAG_MPATHS, SW_TAG_MSPLACES});
}

void sw_writer_machine(struct sw_writer *w, const struct sw_profile *p)
{
    if (!*p->machine)
        return;
    sw_writer_begin(w, SW_TAG_MACHINE);
    sw_writer_string(w, p->machine);
    sw_writer_string(w, p->machine_chosen);
    sw_writer_end(w);
}

int sw_reader_machine(struct sw_reader *r)
{
    struct sw_slice chunk = r->chunks[SW_CHUNK_MACHINE];
    int bad = 0;
    if (!chunk.at)
        return 0;
    if (chunk.size < 2 * 4)
        return sw_reader_damaged(r, SW_TAG_MACHINE, "is too short");
    r->profile->machine = sw_reader_string(r, &chunk.at, &bad);
    r->profile->machine_chosen = sw_reader_string(r, &chunk.at, &bad);
    return bad ? sw_reader_damaged(r, SW_TAG_MACHINE, "does not make sense") : 0;
}

static void get_traffic(const unsigned char **at, struct sw_traffic *t)
{
    for (unsigned h = 0; h < SW_LINE_HASHES; h++)
        for (unsigned i = 0; i < SW_CAPACITIES; i++) {
            t->fills[h][i] = sw_reader_get32(at);
            t->back[h][i] = sw_reader_get32(at);
        }
}

static int read_loops(struct sw_reader *r)
{
    struct sw_memory_pass *m = &r->profile->memory;
    struct sw_reader_list list;
    int error = sw_reader_open(r, SW_CHUNK_MLOOPS, SW_RECORD_MLOOP, &list);
    if (error)
        return error;
    m->loops = sw_reader_array(list.n, sizeof *m->loops);
    if (!m->loops)
        return sw_reader_no_memory(r);
    for (; m->n_loops < list.n; m->n_loops++, list.at += list.record) {
        const unsigned char *at = list.at;
        m->loops[m->n_loops].first = sw_reader_get64(&at);
        m->loops[m->n_loops].last = sw_reader_get64(&at);
        sw_place_release(r->profile, &m->loops[m->n_loops].place);
    }
    return 0;
}

static int read_sites(struct sw_reader *r)
{
    struct sw_memory_pass *m = &r->profile->memory;
    struct sw_reader_list list;
    int bad = 0, error = sw_reader_open(r, SW_CHUNK_TRAFFIC, SW_RECORD_TRAFFIC, &list);
    if (error)
        return error;
    m->sites = sw_reader_array(list.n, sizeof *m->sites);
    if (!m->sites)
        return sw_reader_no_memory(r);
    for (; m->n_sites < list.n; m->n_sites++, list.at += list.record) {
        struct sw_traffic_site *s = &m->sites[m->n_sites];
        const unsigned char *at = list.at;
        s->address = sw_reader_get64(&at);
        s->what = sw_reader_get32(&at);
        s->loop = sw_reader_get32(&at);
        get_traffic(&at, &s->traffic);
        for (unsigned k = 0; k < SW_CAPACITIES; k++)
            s->chained[k] = sw_reader_get32(&at);
        sw_place_release(r->profile, &s->place);
        bad |= s->loop > m->n_loops;
    }
    return bad ? sw_reader_damaged(r, SW_TAG_TRAFFIC, "does not make sense") : 0;
}

static int read_places(struct sw_reader *r)
{
    struct sw_memory_pass *m = &r->profile->memory;
    struct sw_reader_list places;
    int error = sw_reader_open(r, SW_CHUNK_MPLACES, SW_RECORD_PLACE, &places);
    if (!r->chunks[SW_CHUNK_MPLACES].at)
        return error;
    for (size_t i = 0; !error && i < m->n_sites; i++)
        error = sw_reader_place(r, SW_CHUNK_MPLACES, &places, &m->sites[i].place);
    for (size_t i = 0; !error && i < m->n_loops; i++)
        error = sw_reader_place(r, SW_CHUNK_MPLACES, &places, &m->loops[i].place);
    if (!error && places.n)
        return sw_reader_damaged(r, SW_TAG_MPLACES, "has too many places");
    return error;
}

static int read_pieces(struct sw_reader *r)
{
    struct sw_memory_pass *m = &r->profile->memory;
    struct sw_reader_list list;
    int bad = 0, error = sw_reader_open(r, SW_CHUNK_MPIECES, SW_RECORD_MPIECE_LEAST, &list);
    if (error)
        return error;
    m->pieces = sw_reader_array(list.n, sizeof *m->pieces);
    if (!m->pieces)
        return sw_reader_no_memory(r);
    for (; m->n_pieces < list.n; m->n_pieces++, list.at += list.record) {
        struct sw_traffic_piece *piece = &m->pieces[m->n_pieces];
        const unsigned char *at = list.at;
        piece->moved.transfers = sw_reader_get64(&at);
        piece->site = sw_reader_get32(&at);
        piece->tree_site = sw_reader_get32(&at);
        get_traffic(&at, &piece->traffic);
        if (list.record >= SW_RECORD_MPIECE) {
            piece->moved.apart = sw_reader_get64(&at);
            piece->moved.beside = sw_reader_get64(&at);
            for (unsigned k = 0; k < SW_LINE_HASHES * SW_CAPACITIES; k++)
                piece->own.fills[k / SW_CAPACITIES][k % SW_CAPACITIES] = sw_reader_get32(&at);
        }
        bad |= piece->moved.apart > piece->moved.transfers;
        bad |= piece->site >= r->profile->n_sites && piece->site != SW_TRAFFIC_NO_SITE;
    }
    return bad ? sw_reader_damaged(r, SW_TAG_MPIECES, "does not make sense") : 0;
}

int sw_reader_memory(struct sw_reader *r)
{
    static const struct sw_sampled_chunks chunks = {SW_CHUNK_MSAMPLED, SW_CHUNK_MFRAMES,
                                                    SW_CHUNK_MPATHS, SW_CHUNK_MSPLACES};
    struct sw_slice chunk = r->chunks[SW_CHUNK_MEMORY];
    struct sw_memory_pass *m = &r->profile->memory;
    const unsigned char *at = chunk.at;
    if (!at)
        return 0;
    if (chunk.size < SW_RECORD_MEMORY)
        return sw_reader_damaged(r, SW_TAG_MEMORY, "is too short");
    m->is_there = 1;
    m->flags = (uint32_t)sw_reader_get64(&at);
    m->processors = sw_reader_get64(&at);
    m->instructions = sw_reader_get64(&at);
    m->unknown = sw_reader_get64(&at);
    m->lost = sw_reader_get64(&at);
    m->capacity = sw_reader_get64(&at);
    m->all = sw_reader_get64(&at);
    if (m->capacity >= SW_CAPACITIES)
        return sw_reader_damaged(r, SW_TAG_MEMORY, "does not make sense");
    int error = read_loops(r);
    if (!error)
        error = read_sites(r);
    if (!error)
        error = read_places(r);
    if (!error)
        error = read_pieces(r);
    if (!error)
        error = read_shared(r);
    return error ? error : sw_reader_samples(r, &chunks, &m->paths);
}
