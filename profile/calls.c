/* Calls that something is named after: they go from who gathers a profile to who names things, and no further. */
#include "profile/reader.h"
#include "profile/writer.h"

#include <stdlib.h>

struct sw_calls *sw_profile_calls(const struct sw_profile *p, uint64_t of)
{
    for (size_t i = 0; i < p->n_calls; i++)
        if (p->calls[i].of == of)
            return &p->calls[i];
    return NULL;
}

void sw_profile_drop_calls(struct sw_profile *p)
{
    for (size_t i = 0; i < p->n_calls; i++)
        for (uint32_t k = 0; k < p->calls[i].n; k++)
            sw_place_release(p, &p->calls[i].places[k]);
    free(p->calls);
    p->calls = NULL;
    p->n_calls = 0;
}

void sw_writer_calls(struct sw_writer *w, const struct sw_profile *p)
{
    if (!p->n_calls)
        return;
    sw_writer_list(w, SW_TAG_CALLS, SW_RECORD_CALLS, p->n_calls);
    for (size_t i = 0; i < p->n_calls; i++) {
        const struct sw_calls *c = &p->calls[i];
        sw_writer_put64(w, c->of);
        sw_writer_put64(w, c->is_frame);
        sw_writer_put64(w, (uint64_t)c->offset);
        for (uint32_t k = 0; k < SW_CALLS_MOST; k++)
            sw_writer_put64(w, k < c->n ? c->addresses[k] : 0);
    }
    sw_writer_end(w);
}

int sw_reader_calls(struct sw_reader *r)
{
    struct sw_profile *p = r->profile;
    struct sw_reader_list list;
    int error = sw_reader_open(r, SW_CHUNK_CALLS, SW_RECORD_CALLS, &list);
    if (error || !list.n)
        return error;
    p->calls = sw_reader_array(list.n, sizeof *p->calls);
    if (!p->calls)
        return sw_reader_no_memory(r);
    for (; p->n_calls < list.n; p->n_calls++, list.at += list.record) {
        struct sw_calls *c = &p->calls[p->n_calls];
        const unsigned char *at = list.at;
        c->of = sw_reader_get64(&at);
        c->is_frame = sw_reader_get64(&at);
        c->offset = (int64_t)sw_reader_get64(&at);
        while (c->n < SW_CALLS_MOST && (c->addresses[c->n] = sw_reader_get64(&at)) != 0)
            c->places[c->n++] =
                (struct sw_place){.function = sw_profile_empty, .file = sw_profile_empty};
    }
    return 0;
}
