/* Shared lines and communication, in the file. */
#include "profile/profile.h"
#include "profile/reader.h"
#include "profile/writer.h"

#include <stdbool.h>
#include <stdlib.h>

void sw_profile_drop_shared(struct sw_profile *p)
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

static void put(struct sw_writer *w, const struct sw_shared *s)
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

void sw_writer_shared(struct sw_writer *w, const struct sw_profile *p)
{
    const struct sw_memory_pass *m = &p->memory;
    size_t n = 0;
    if (!m->n_shared)
        return;
    sw_writer_list(w, SW_TAG_SHARED, SW_RECORD_SHARED, m->n_shared);
    for (size_t i = 0; i < m->n_shared; i++)
        put(w, &m->shared[i]);
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

static void get(struct sw_reader *r, const unsigned char *at, size_t record, struct sw_shared *s,
                int *bad)
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

int sw_reader_shared(struct sw_reader *r)
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
        get(r, list.at, list.record, s, &bad);
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
