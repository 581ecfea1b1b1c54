/* What a run with --memory found, in the file: machine, traffic, and shared lines and communication. */
#include "profile/chunks.h"

static const struct sw_layout memory_layout = SW_LAYOUT(
    struct sw_memory_pass, SW_64(sw_memory_pass, flags), SW_64(sw_memory_pass, processors),
    SW_64(sw_memory_pass, instructions), SW_64(sw_memory_pass, unknown),
    SW_64(sw_memory_pass, lost), SW_64(sw_memory_pass, capacity), SW_64(sw_memory_pass, all));

static const struct sw_layout site_layout =
    SW_LAYOUT(struct sw_traffic_site, SW_64(sw_traffic_site, address), SW_32(sw_traffic_site, what),
              SW_32(sw_traffic_site, loop), SW_TURNS_32(sw_traffic_site, traffic),
              SW_ALL_32(sw_traffic_site, chained), SW_PLACE(sw_traffic_site, place));

static const struct sw_layout loop_layout =
    SW_LAYOUT(struct sw_traffic_loop, SW_64_TO(sw_traffic_loop, first, last),
              SW_PLACE(sw_traffic_loop, place));

static const struct sw_layout piece_layout = SW_LAYOUT(
    struct sw_traffic_piece, SW_64(sw_traffic_piece, moved.transfers),
    SW_32_TO(sw_traffic_piece, site, tree_site), SW_TURNS_32(sw_traffic_piece, traffic), SW_LATER,
    SW_64_TO(sw_traffic_piece, moved.apart, moved.beside), SW_ALL_32(sw_traffic_piece, own));

#define USE(k)                                                                               \
    SW_64_TO(sw_shared, uses[k].address, uses[k].caller), SW_64(sw_shared, uses[k].touched), \
        SW_32_TO(sw_shared, uses[k].what, uses[k].bytes), SW_PLACE(sw_shared, uses[k].place)

static const struct sw_layout shared_layout = SW_LAYOUT(
    struct sw_shared, SW_32_TO(sw_shared, is_shared, site), USE(0), USE(1),
    SW_64_TO(sw_shared, transfers, allocated), SW_STRING(sw_shared, name),
    SW_32(sw_shared, is_readers), SW_LATER, SW_64(sw_shared, frame), SW_64(sw_shared, frame_offset),
    SW_ALL_64(sw_shared, callers), SW_64(sw_shared, frame_stack), SW_PLACE(sw_shared, made));

static const struct sw_sampled_chunks chunks = {SW_CHUNK_MSAMPLED, SW_CHUNK_MFRAMES,
                                                SW_CHUNK_MPATHS, SW_CHUNK_MSPLACES};

void sw_writer_memory(struct sw_writer *w, const struct sw_profile *p)
{
    const struct sw_memory_pass *m = &p->memory;
    if (!m->is_there)
        return;
    sw_writer_record(w, SW_CHUNK_MEMORY, &memory_layout, m);
    sw_writer_records(w, SW_CHUNK_TRAFFIC, &site_layout, m->sites, m->n_sites);
    sw_writer_records(w, SW_CHUNK_MLOOPS, &loop_layout, m->loops, m->n_loops);
    sw_writer_records(w, SW_CHUNK_MPIECES, &piece_layout, m->pieces, m->n_pieces);
    sw_writer_places(w, SW_CHUNK_MPLACES,
                     (const struct sw_placed[]){{&site_layout, m->sites, m->n_sites},
                                                {&loop_layout, m->loops, m->n_loops}},
                     2);
    if (m->n_shared) {
        sw_writer_records(w, SW_CHUNK_SHARED, &shared_layout, m->shared, m->n_shared);
        sw_writer_places(w, SW_CHUNK_SHPLACES,
                         &(struct sw_placed){&shared_layout, m->shared, m->n_shared}, 1);
    }
    sw_writer_sampled(w, &m->paths, &chunks);
}

static bool is_site(const struct sw_reader *r, uint32_t site)
{
    return site < r->profile->n_sites || site == SW_TRAFFIC_NO_SITE;
}

static void read_shared(struct sw_reader *r)
{
    struct sw_memory_pass *m = &r->profile->memory;
    m->shared = sw_reader_records(r, SW_CHUNK_SHARED, &shared_layout, &m->n_shared);
    SW_EACH (s, m->shared, m->n_shared) {
        m->transfers[s->is_shared != 0] += s->transfers;
        sw_reader_check(r, SW_CHUNK_SHARED,
                        is_site(r, s->site) && s->same_bytes <= s->transfers &&
                            s->atomic <= s->transfers && s->lock <= s->transfers);
    }
    sw_reader_places(r, SW_CHUNK_SHPLACES,
                     &(struct sw_placed){&shared_layout, m->shared, m->n_shared}, 1);
}

void sw_reader_memory(struct sw_reader *r)
{
    struct sw_memory_pass *m = &r->profile->memory;
    if (!sw_reader_record(r, SW_CHUNK_MEMORY, &memory_layout, m))
        return;
    m->is_there = 1;
    sw_reader_check(r, SW_CHUNK_MEMORY, m->capacity < SW_CAPACITIES);
    m->loops = sw_reader_records(r, SW_CHUNK_MLOOPS, &loop_layout, &m->n_loops);
    m->sites = sw_reader_records(r, SW_CHUNK_TRAFFIC, &site_layout, &m->n_sites);
    for (size_t i = 0; i < m->n_sites; i++)
        sw_reader_check(r, SW_CHUNK_TRAFFIC, m->sites[i].loop <= m->n_loops);
    sw_reader_places(r, SW_CHUNK_MPLACES,
                     (const struct sw_placed[]){{&site_layout, m->sites, m->n_sites},
                                                {&loop_layout, m->loops, m->n_loops}},
                     2);
    m->pieces = sw_reader_records(r, SW_CHUNK_MPIECES, &piece_layout, &m->n_pieces);
    for (size_t i = 0; i < m->n_pieces; i++)
        sw_reader_check(r, SW_CHUNK_MPIECES,
                        m->pieces[i].moved.apart <= m->pieces[i].moved.transfers &&
                            is_site(r, m->pieces[i].site));
    read_shared(r);
    sw_reader_sampled(r, &m->paths, &chunks);
}

void sw_profile_drop_memory(struct sw_profile *p)
{
    struct sw_memory_pass *m = &p->memory;
    sw_records_release(p, &site_layout, m->sites, m->n_sites);
    sw_records_release(p, &loop_layout, m->loops, m->n_loops);
    sw_records_release(p, &shared_layout, m->shared, m->n_shared);
    sw_sampled_release(p, &m->paths);
    free(m->pieces);
    *m = (struct sw_memory_pass){0};
}

int sw_memory_copy(struct sw_memory_pass *to, const struct sw_profile *profile)
{
    const struct sw_memory_pass *from = &profile->memory;
    *to = *from;
    to->sites = sw_records_copy(&site_layout, from->sites, from->n_sites);
    to->loops = sw_records_copy(&loop_layout, from->loops, from->n_loops);
    to->pieces = sw_records_copy(&piece_layout, from->pieces, from->n_pieces);
    to->shared = sw_records_copy(&shared_layout, from->shared, from->n_shared);
    to->n_sites = to->sites ? from->n_sites : 0;
    to->n_loops = to->loops ? from->n_loops : 0;
    to->n_shared = to->shared ? from->n_shared : 0;
    int error = sw_sampled_copy(&to->paths, &profile->sampled);
    return to->sites && to->loops && to->pieces && to->shared ? error : -ENOMEM;
}
