/* Pieces, how sure figures are, and real runs. */
#include "profile/reader.h"

static int read_pieces(struct sw_reader *r)
{
    struct sw_profile *p = r->profile;
    struct sw_reader_list list;
    int error = sw_reader_open(r, SW_CHUNK_PIECES, SW_RECORD_PIECE, &list);
    if (error)
        return error;
    p->pieces = sw_reader_array(list.n, sizeof *p->pieces);
    if (!p->pieces)
        return sw_reader_no_memory(r);
    for (; p->n_pieces < list.n; p->n_pieces++, list.at += list.record) {
        struct sw_piece *piece = &p->pieces[p->n_pieces];
        const unsigned char *at = list.at;
        piece->key = sw_reader_get64(&at);
        piece->work = sw_reader_get64(&at);
        piece->on_span = sw_reader_get64(&at);
        piece->group = sw_reader_get64(&at);
        piece->left_out = sw_reader_get64(&at);
    }
    return 0;
}

static int read_real(struct sw_reader *r)
{
    struct sw_profile *p = r->profile;
    struct sw_reader_list list;
    int error = sw_reader_open(r, SW_CHUNK_REAL, SW_RECORD_REAL_LEAST, &list);
    if (error)
        return error;
    p->real = sw_reader_array(list.n, sizeof *p->real);
    if (!p->real)
        return sw_reader_no_memory(r);
    for (; p->n_real < list.n; p->n_real++, list.at += list.record) {
        const unsigned char *at = list.at;
        p->real[p->n_real].processors = sw_reader_get64(&at);
        p->real[p->n_real].time_ns = sw_reader_get64(&at);
        if (list.record < SW_RECORD_REAL)
            continue;
        p->real[p->n_real].median_ns = sw_reader_get64(&at);
        p->real[p->n_real].most_ns = sw_reader_get64(&at);
        p->real[p->n_real].trials = sw_reader_get64(&at);
    }
    return 0;
}

static struct sw_interval get_interval(const unsigned char **at)
{
    struct sw_interval i;
    i.least = sw_reader_get64(at);
    i.most = sw_reader_get64(at);
    return i;
}

int sw_reader_steadiness(struct sw_reader *r)
{
    struct sw_slice chunk = r->chunks[SW_CHUNK_STEADY];
    struct sw_steadiness *s = &r->profile->steadiness;
    const unsigned char *at = chunk.at;
    int error = read_pieces(r);
    if (!error)
        error = read_real(r);
    if (error || !at)
        return error;
    if (chunk.size < SW_RECORD_STEADY)
        return sw_reader_damaged(r, SW_TAG_STEADY, "is too short");
    s->runs = sw_reader_get64(&at);
    s->work = get_interval(&at);
    s->span = get_interval(&at);
    s->parallelism = get_interval(&at);
    s->instructions = sw_reader_get64(&at);
    s->span_instructions = sw_reader_get64(&at);
    bool sane = s->runs && s->work.least <= s->work.most && s->span.least <= s->span.most &&
                s->parallelism.least <= s->parallelism.most;
    return sane ? 0 : sw_reader_damaged(r, SW_TAG_STEADY, "does not make sense");
}
