/* Sampled call paths. */
#include "profile/reader.h"

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
        path->piece = list.record < SW_RECORD_PATH ? 0 : sw_reader_get32(&at);
        bad |= path->caller > s->n_paths || path->frame >= s->n_frames ||
               path->piece > r->profile->n_pieces;
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
