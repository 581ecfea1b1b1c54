/* Runs in the file: simulated ones with their constructs, pieces and how sure figures of time are, and real ones. */
#include "profile/chunks.h"
#include "profile/simulation.h"

static const size_t simulation_fields[] = {
    offsetof(struct sw_simulation, processors), offsetof(struct sw_simulation, threads),
    offsetof(struct sw_simulation, time),       offsetof(struct sw_simulation, work),
    offsetof(struct sw_simulation, span),       offsetof(struct sw_simulation, burdened_span),
    offsetof(struct sw_simulation, serial),     offsetof(struct sw_simulation, busy),
    offsetof(struct sw_simulation, longest),    offsetof(struct sw_simulation, wait),
    offsetof(struct sw_simulation, lock_wait),  offsetof(struct sw_simulation, overhead),
    offsetof(struct sw_simulation, regions),
};

static const size_t construct_fields[] = {
    offsetof(struct sw_construct, count),
    offsetof(struct sw_construct, work),
    offsetof(struct sw_construct, total_work),
    offsetof(struct sw_construct, span),
    offsetof(struct sw_construct, burdened_span),
    offsetof(struct sw_construct, on_span),
    offsetof(struct sw_construct, count_on_span),
    offsetof(struct sw_construct, elapsed),
    offsetof(struct sw_construct, busy),
    offsetof(struct sw_construct, longest),
    offsetof(struct sw_construct, wait),
    offsetof(struct sw_construct, lock_wait),
    offsetof(struct sw_construct, overhead),
    offsetof(struct sw_construct, largest),
    offsetof(struct sw_construct, threads),
    offsetof(struct sw_construct, chunks),
    offsetof(struct sw_construct, iterations),
    offsetof(struct sw_construct, schedule),
    offsetof(struct sw_construct, chunk),
    offsetof(struct sw_construct, held),
    offsetof(struct sw_construct, lock),
    offsetof(struct sw_construct, at_once[0].n),
    offsetof(struct sw_construct, at_once[0].time),
    offsetof(struct sw_construct, at_once[0].idle),
    offsetof(struct sw_construct, at_once[1].n),
    offsetof(struct sw_construct, at_once[1].time),
    offsetof(struct sw_construct, at_once[1].idle),
    offsetof(struct sw_construct, workers),
    offsetof(struct sw_construct, occupied),
    offsetof(struct sw_construct, inner),
    offsetof(struct sw_construct, under_way),
    offsetof(struct sw_construct, mended),
    offsetof(struct sw_construct, without),
    offsetof(struct sw_construct, late),
};

enum {
    SIMULATION_FIELDS = sizeof simulation_fields / sizeof *simulation_fields,
    CONSTRUCT_FIELDS = sizeof construct_fields / sizeof *construct_fields
};

static inline uint64_t *field(void *record, size_t offset)
{
    return (uint64_t *)((char *)record + offset);
}

static void put_simulations(struct sw_writer *w, const struct sw_profile *p)
{
    sw_writer_list(w, SW_TAG_SIMULATED, SW_RECORD_SIMULATED, p->n_simulations);
    for (size_t i = 0; i < p->n_simulations; i++) {
        struct sw_simulation *s = &p->simulations[i];
        for (size_t k = 0; k < SIMULATION_FIELDS; k++)
            sw_writer_put64(w, *field(s, simulation_fields[k]));
        sw_writer_put32(w, s->first);
        sw_writer_put32(w, s->n);
        for (int k = 0; k < SW_SIMULATED_COSTS_LEAST; k++)
            sw_writer_put64(w, *sw_omp_cost(&s->costs, k));
        sw_writer_put64(w, s->one_time);
        sw_writer_put64(w, s->one_work);
        for (int k = SW_SIMULATED_COSTS_LEAST; k < SW_OMP_COSTS; k++)
            sw_writer_put64(w, *sw_omp_cost(&s->costs, k));
    }
    sw_writer_end(w);
}

static void put_constructs(struct sw_writer *w, const struct sw_profile *p)
{
    sw_writer_list(w, SW_TAG_CONSTRUCT, SW_RECORD_CONSTRUCT, p->n_constructs);
    for (size_t i = 0; i < p->n_constructs; i++) {
        struct sw_construct *c = &p->constructs[i];
        sw_writer_put32(w, c->run);
        sw_writer_put32(w, c->parent);
        sw_writer_put32(w, c->site);
        sw_writer_put32(w, c->kind);
        for (size_t k = 0; k < CONSTRUCT_FIELDS; k++)
            sw_writer_put64(w, *field(c, construct_fields[k]));
    }
    sw_writer_end(w);
}

static void put_pieces(struct sw_writer *w, const struct sw_profile *p)
{
    if (!p->n_pieces)
        return;
    sw_writer_list(w, SW_TAG_PIECES, SW_RECORD_PIECE, p->n_pieces);
    for (size_t i = 0; i < p->n_pieces; i++) {
        sw_writer_put64(w, p->pieces[i].key);
        sw_writer_put64(w, p->pieces[i].work);
        sw_writer_put64(w, p->pieces[i].on_span);
        sw_writer_put64(w, p->pieces[i].group);
        sw_writer_put64(w, p->pieces[i].left_out);
    }
    sw_writer_end(w);
}

static void put_real(struct sw_writer *w, const struct sw_profile *p)
{
    if (!p->n_real)
        return;
    sw_writer_list(w, SW_TAG_REAL, SW_RECORD_REAL, p->n_real);
    for (size_t i = 0; i < p->n_real; i++) {
        sw_writer_put64(w, p->real[i].processors);
        sw_writer_put64(w, p->real[i].time_ns);
        sw_writer_put64(w, p->real[i].median_ns);
        sw_writer_put64(w, p->real[i].most_ns);
        sw_writer_put64(w, p->real[i].trials);
    }
    sw_writer_end(w);
}

static void put_steadiness(struct sw_writer *w, const struct sw_steadiness *s)
{
    if (!s->runs)
        return;
    sw_writer_begin(w, SW_TAG_STEADY);
    sw_writer_put64(w, s->runs);
    sw_writer_put64(w, s->work.least);
    sw_writer_put64(w, s->work.most);
    sw_writer_put64(w, s->span.least);
    sw_writer_put64(w, s->span.most);
    sw_writer_put64(w, s->parallelism.least);
    sw_writer_put64(w, s->parallelism.most);
    sw_writer_put64(w, s->instructions);
    sw_writer_put64(w, s->span_instructions);
    sw_writer_end(w);
}

void sw_writer_simulations(struct sw_writer *w, const struct sw_profile *p)
{
    if (!p->n_simulations && !p->n_constructs)
        return;
    put_simulations(w, p);
    put_constructs(w, p);
}

void sw_writer_steadiness(struct sw_writer *w, const struct sw_profile *p)
{
    put_pieces(w, p);
    put_steadiness(w, &p->steadiness);
    put_real(w, p);
}

/* Simulated runs and their constructs. */

static int read_runs(struct sw_reader *r)
{
    struct sw_profile *p = r->profile;
    struct sw_reader_list list;
    int error = sw_reader_open(r, SW_CHUNK_SIMULATED, SW_RECORD_SIMULATED_LEAST, &list);
    if (error)
        return error;
    p->simulations = sw_reader_array(list.n, sizeof *p->simulations);
    if (!p->simulations)
        return sw_reader_no_memory(r);
    for (; p->n_simulations < list.n; p->n_simulations++, list.at += list.record) {
        struct sw_simulation *s = &p->simulations[p->n_simulations];
        const unsigned char *at = list.at;
        for (size_t i = 0; i < SIMULATION_FIELDS; i++)
            *field(s, simulation_fields[i]) = sw_reader_get64(&at);
        s->first = sw_reader_get32(&at);
        s->n = sw_reader_get32(&at);
        for (int k = 0; k < SW_SIMULATED_COSTS_LEAST; k++)
            *sw_omp_cost(&s->costs, k) = sw_reader_get64(&at);
        if (list.record >= SW_RECORD_SIMULATED_ONE) {
            s->one_time = sw_reader_get64(&at);
            s->one_work = sw_reader_get64(&at);
        }
        for (int k = SW_SIMULATED_COSTS_LEAST;
             list.record >= SW_RECORD_SIMULATED && k < SW_OMP_COSTS; k++)
            *sw_omp_cost(&s->costs, k) = sw_reader_get64(&at);
    }
    return 0;
}

static int read_constructs(struct sw_reader *r)
{
    struct sw_profile *p = r->profile;
    struct sw_reader_list list;
    int error = sw_reader_open(r, SW_CHUNK_CONSTRUCTS, SW_RECORD_CONSTRUCT_LEAST, &list);
    if (error)
        return error;
    p->constructs = sw_reader_array(list.n, sizeof *p->constructs);
    if (!p->constructs)
        return sw_reader_no_memory(r);
    for (; p->n_constructs < list.n; p->n_constructs++, list.at += list.record) {
        struct sw_construct *c = &p->constructs[p->n_constructs];
        const unsigned char *at = list.at;
        c->run = sw_reader_get32(&at);
        c->parent = sw_reader_get32(&at);
        c->site = sw_reader_get32(&at);
        c->kind = sw_reader_get32(&at);
        for (size_t i = 0; i < CONSTRUCT_FIELDS && at + 8 <= list.at + list.record; i++)
            *field(c, construct_fields[i]) = sw_reader_get64(&at);
    }
    return 0;
}

/* Numbers in them must be of what is there: who reads them later does not look. */
static int check(struct sw_reader *r)
{
    const struct sw_profile *p = r->profile;
    for (size_t i = 0; i < p->n_simulations; i++) {
        const struct sw_simulation *s = &p->simulations[i];
        if (s->first > p->n_constructs || s->n > p->n_constructs - s->first || !s->n)
            return sw_reader_damaged(r, SW_TAG_SIMULATED, "names constructs that are not there");
        for (uint32_t k = 0; k < s->n; k++) {
            const struct sw_construct *c = &p->constructs[s->first + k];
            if (c->run != i || c->parent > k ||
                (c->site >= p->n_sites && c->site != SW_CONSTRUCT_NO_SITE) || (k && c->parent == k))
                return sw_reader_damaged(r, SW_TAG_CONSTRUCT, "does not make sense");
        }
    }
    return 0;
}

int sw_reader_simulations(struct sw_reader *r)
{
    int error = read_runs(r);
    if (!error)
        error = read_constructs(r);
    return error ? error : check(r);
}

/* Pieces, how sure figures are, and real runs. */

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
