/* Runs in the file: simulated ones with their constructs, pieces and how sure figures of time are, and real ones. */
#include "profile/chunks.h"
#include "profile/simulation.h"

enum { COSTS_LEAST = 8 }; /* of SW_OMP_COSTS, the first ones; the others came later */

static const struct sw_layout simulation_layout = SW_LAYOUT(
    struct sw_simulation, SW_64_TO(sw_simulation, processors, regions),
    SW_32_TO(sw_simulation, first, n), SW_NUMBERS(8, 8, COSTS_LEAST, sw_simulation, costs),
    SW_LATER, SW_64_TO(sw_simulation, one_time, one_work),
    SW_NUMBERS(8, 8, SW_OMP_COSTS - COSTS_LEAST, sw_simulation, costs.region_of_one));

static const struct sw_layout construct_layout = SW_LAYOUT(
    struct sw_construct, SW_32_TO(sw_construct, run, kind), SW_64_TO(sw_construct, count, longest),
    SW_64_TO(sw_construct, wait, chunk), SW_LATER, SW_64_TO(sw_construct, held, at_once),
    SW_64(sw_construct, workers), SW_64_TO(sw_construct, occupied, late));

static const struct sw_layout piece_layout =
    SW_LAYOUT(struct sw_piece, SW_64_TO(sw_piece, key, left_out));

static const struct sw_layout real_layout =
    SW_LAYOUT(struct sw_real_run, SW_64_TO(sw_real_run, processors, time_ns), SW_LATER,
              SW_64_TO(sw_real_run, median_ns, trials));

static const struct sw_layout steadiness_layout =
    SW_LAYOUT(struct sw_steadiness, SW_64_TO(sw_steadiness, runs, span_instructions));

void sw_writer_simulations(struct sw_writer *w, const struct sw_profile *p)
{
    if (!p->n_simulations && !p->n_constructs)
        return;
    sw_writer_records(w, SW_CHUNK_SIMULATED, &simulation_layout, p->simulations, p->n_simulations);
    sw_writer_records(w, SW_CHUNK_CONSTRUCT, &construct_layout, p->constructs, p->n_constructs);
}

void sw_writer_steadiness(struct sw_writer *w, const struct sw_profile *p)
{
    if (p->n_pieces)
        sw_writer_records(w, SW_CHUNK_PIECES, &piece_layout, p->pieces, p->n_pieces);
    if (p->steadiness.runs)
        sw_writer_record(w, SW_CHUNK_STEADY, &steadiness_layout, &p->steadiness);
    if (p->n_real)
        sw_writer_records(w, SW_CHUNK_REAL, &real_layout, p->real, p->n_real);
}

/* Numbers in them must be of what is there: who reads them later does not look. */
static void check(struct sw_reader *r)
{
    const struct sw_profile *p = r->profile;
    for (size_t i = 0; i < p->n_simulations && !r->error; i++) {
        const struct sw_simulation *s = &p->simulations[i];
        if (s->first > p->n_constructs || s->n > p->n_constructs - s->first || !s->n)
            sw_reader_damaged(r, SW_TAG_SIMULATED, "names constructs that are not there");
        for (uint32_t k = 0; k < s->n && !r->error; k++) {
            const struct sw_construct *c = &p->constructs[s->first + k];
            sw_reader_check(r, SW_CHUNK_CONSTRUCT,
                            c->run == i && c->parent <= k && !(k && c->parent == k) &&
                                (c->site < p->n_sites || c->site == SW_CONSTRUCT_NO_SITE));
        }
    }
}

void sw_reader_simulations(struct sw_reader *r)
{
    struct sw_profile *p = r->profile;
    p->simulations =
        sw_reader_records(r, SW_CHUNK_SIMULATED, &simulation_layout, &p->n_simulations);
    p->constructs = sw_reader_records(r, SW_CHUNK_CONSTRUCT, &construct_layout, &p->n_constructs);
    check(r);
}

static bool is_sound(const struct sw_interval *interval)
{
    return interval->least <= interval->most;
}

void sw_reader_steadiness(struct sw_reader *r)
{
    struct sw_profile *p = r->profile;
    struct sw_steadiness *s = &p->steadiness;
    p->pieces = sw_reader_records(r, SW_CHUNK_PIECES, &piece_layout, &p->n_pieces);
    p->real = sw_reader_records(r, SW_CHUNK_REAL, &real_layout, &p->n_real);
    if (sw_reader_record(r, SW_CHUNK_STEADY, &steadiness_layout, s))
        sw_reader_check(r, SW_CHUNK_STEADY,
                        s->runs && is_sound(&s->work) && is_sound(&s->span) &&
                            is_sound(&s->parallelism));
}
