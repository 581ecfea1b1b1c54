/* Writes a profile: what goes into which chunk. */
#include "profile/crc32.h"
#include "profile/fields.h"
#include "profile/file.h"
#include "profile/format.h"
#include "profile/output.h"
#include "profile/writer.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void put_figures(struct sw_writer *w, const struct sw_figures *f)
{
    sw_writer_put64(w, f->count);
    sw_writer_put64(w, f->work);
    sw_writer_put64(w, f->span);
    sw_writer_put64(w, f->burdened_span);
    sw_writer_put64(w, f->spawns);
    sw_writer_put64(w, f->syncs);
}

static void put_measure(struct sw_writer *w, const struct sw_measure *m)
{
    sw_writer_put64(w, m->count);
    sw_writer_put64(w, m->work);
    sw_writer_put64(w, m->span);
}

static void put_side(struct sw_writer *w, const struct sw_side *side)
{
    put_figures(w, &side->top_site);
    put_measure(w, &side->top_caller);
    put_measure(w, &side->local);
}

static void put_circumstances(struct sw_writer *w, const struct sw_circumstances *c)
{
    sw_writer_put64(w, c->events);
    sw_writer_put64(w, c->events_dropped);
    sw_writer_put64(w, c->events_elsewhere);
    sw_writer_put64(w, c->overhead);
    sw_writer_put64(w, c->preempted);
    sw_writer_put64(w, c->call_cost_ps);
    sw_writer_put64(w, c->threads);
    sw_writer_put64(w, c->forks);
    sw_writer_put64(w, c->unprofiled_work);
    sw_writer_put64(w, c->max_depth);
    sw_writer_put64(w, c->memory);
    sw_writer_put64(w, c->workers);
    sw_writer_put64(w, c->steals);
    sw_writer_put64(w, c->spawn_cost_ps);
    sw_writer_put64(w, c->piece_cost_ps);
    sw_writer_put64(w, c->loop_cost_ps);
    sw_writer_put64(w, c->spawns_beside);
    sw_writer_put64(w, c->pieces_together);
    sw_writer_put64(w, c->one_worker);
    sw_writer_put64(w, c->spawn_least_ps);
    sw_writer_put64(w, c->steal_cost_ps);
    sw_writer_put64(w, c->answers_for);
    sw_writer_put64(w, c->slowed);
}

static void put_head(struct sw_writer *w, const struct sw_profile *p)
{
    sw_writer_begin(w, SW_TAG_HEAD);
    sw_writer_string(w, p->program);
    sw_writer_string(w, p->meter);
    sw_writer_string(w, p->unit);
    sw_writer_string(w, sw_profile_front_end(p));
    sw_writer_string(w, p->level);
    sw_writer_string(w, p->host);
    sw_writer_string(w, p->tool);
    sw_writer_put32(w, p->flags);
    sw_writer_put32(w, (uint32_t)p->status);
    sw_writer_put32(w, 0);
    sw_writer_put64(w, p->started_unix);
    sw_writer_put64(w, p->burden);
    put_figures(w, &p->whole);
    put_circumstances(w, &p->circumstances);
    sw_writer_end(w);
}

static void put_strings(struct sw_writer *w, uint32_t tag, char *const *strings, size_t n)
{
    sw_writer_list(w, tag, SW_RECORD_STRING, n);
    for (size_t i = 0; i < n; i++)
        sw_writer_string(w, strings[i]);
    sw_writer_end(w);
}

static size_t count_args(char *const *args)
{
    size_t n = 0;
    while (args && args[n])
        n++;
    return n;
}

static void put_modules(struct sw_writer *w, const struct sw_profile *p)
{
    sw_writer_list(w, SW_TAG_MODULES, SW_RECORD_MODULE, p->n_modules);
    for (size_t i = 0; i < p->n_modules; i++) {
        const struct sw_module *m = &p->modules[i];
        sw_writer_string(w, m->path);
        sw_writer_put32(w, m->build_id_size);
        sw_writer_put64(w, m->start);
        sw_writer_put64(w, m->end);
        sw_writer_put64(w, m->bias);
        sw_writer_bytes(w, m->build_id, sizeof m->build_id);
    }
    sw_writer_end(w);
}

static void put_sites(struct sw_writer *w, const struct sw_profile *p)
{
    sw_writer_list(w, SW_TAG_SITES, SW_RECORD_SITE, p->n_sites);
    for (size_t i = 0; i < p->n_sites; i++) {
        const struct sw_site *s = &p->sites[i];
        sw_writer_put64(w, s->address);
        sw_writer_put64(w, s->callee);
        sw_writer_put32(w, s->kind);
        sw_writer_put32(w, s->flags);
        put_side(w, &s->on_work);
        put_side(w, &s->on_span);
        sw_writer_put64(w, s->hidden);
    }
    sw_writer_end(w);
}

/* Before they were resolved only. */
static void put_callers(struct sw_writer *w, const struct sw_profile *p)
{
    size_t n = 0;
    for (size_t i = 0; i < p->n_sites; i++)
        n += p->sites[i].callers[0] != 0;
    if (!n)
        return;
    sw_writer_list(w, SW_TAG_CALLERS, SW_RECORD_CALLERS, n);
    for (size_t i = 0; i < p->n_sites; i++) {
        if (!p->sites[i].callers[0])
            continue;
        sw_writer_put32(w, (uint32_t)i);
        sw_writer_put32(w, 0);
        for (int k = 0; k < SW_SITE_CALLERS; k++)
            sw_writer_put64(w, p->sites[i].callers[k]);
    }
    sw_writer_end(w);
}

void sw_writer_place(struct sw_writer *w, const struct sw_place *place, size_t *n)
{
    for (int depth = 1; place; place = place->inlined_into, depth++) {
        int more = place->inlined_into && depth < SW_FORMAT_MAX_INLINED;
        sw_writer_string(w, place->function);
        sw_writer_string(w, place->file);
        sw_writer_put32(w, place->line);
        sw_writer_put32(w, place->column);
        sw_writer_put32(w, (uint32_t)more);
        ++*n;
        if (!more)
            break;
    }
}

/* A list of places whose number was not known when it began. */
static void end_places(struct sw_writer *w, size_t n)
{
    sw_writer_count(w, n);
    sw_writer_end(w);
}

static void put_places(struct sw_writer *w, const struct sw_profile *p)
{
    size_t n = 0;
    sw_writer_list(w, SW_TAG_PLACES, SW_RECORD_PLACE, 0);
    for (size_t i = 0; i < p->n_sites; i++) {
        sw_writer_place(w, &p->sites[i].caller_place, &n);
        sw_writer_place(w, &p->sites[i].callee_place, &n);
    }
    for (size_t i = 0; i < p->n_unpatched; i++)
        sw_writer_place(w, &p->unpatched[i].place, &n);
    end_places(w, n);
}

static void put_paths(struct sw_writer *w, const struct sw_sampled *s,
                      const struct sw_sampled_tags *tags)
{
    sw_writer_list(w, tags->frames, SW_RECORD_FRAME, s->n_frames);
    for (size_t i = 0; i < s->n_frames; i++)
        sw_writer_put64(w, s->frames[i].address);
    sw_writer_end(w);
    sw_writer_list(w, tags->paths, SW_RECORD_PATH, s->n_paths);
    for (size_t i = 0; i < s->n_paths; i++) {
        sw_writer_put32(w, s->paths[i].caller);
        sw_writer_put32(w, s->paths[i].frame);
        sw_writer_put64(w, s->paths[i].on_work);
        sw_writer_put64(w, s->paths[i].on_span);
        sw_writer_put64(w, s->paths[i].serial);
        sw_writer_put32(w, s->paths[i].piece);
        sw_writer_put32(w, 0);
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

void sw_writer_sampled(struct sw_writer *w, const struct sw_sampled *s,
                       const struct sw_sampled_tags *tags)
{
    size_t n = 0;
    if (!s->rate) /* as in versions that knew of none */
        return;
    sw_writer_begin(w, tags->sampled);
    sw_writer_put64(w, s->rate);
    sw_writer_put64(w, s->source);
    sw_writer_put64(w, s->taken);
    sw_writer_put64(w, s->lost);
    sw_writer_put64(w, s->profiler);
    sw_writer_put64(w, s->waiting);
    sw_writer_put64(w, s->cut);
    sw_writer_put64(w, s->refused);
    sw_writer_put64(w, s->threads);
    sw_writer_end(w);
    put_paths(w, s, tags);
    sw_writer_list(w, tags->places, SW_RECORD_PLACE, 0);
    for (size_t i = 0; i < s->n_frames; i++)
        sw_writer_place(w, &s->frames[i].place, &n);
    end_places(w, n);
}

static void put_regions(struct sw_writer *w, const struct sw_profile *p)
{
    sw_writer_list(w, SW_TAG_REGIONS, SW_RECORD_REGION, p->n_regions);
    for (size_t i = 0; i < p->n_regions; i++) {
        sw_writer_string(w, p->regions[i].label);
        sw_writer_put32(w, 0);
        put_figures(w, &p->regions[i].figures);
    }
    sw_writer_end(w);
}

static void put_unpatched(struct sw_writer *w, const struct sw_profile *p)
{
    sw_writer_list(w, SW_TAG_UNPATCHED, SW_RECORD_UNPATCHED, p->n_unpatched);
    for (size_t i = 0; i < p->n_unpatched; i++) {
        sw_writer_put64(w, p->unpatched[i].address);
        sw_writer_put64(w, p->unpatched[i].calls);
    }
    sw_writer_end(w);
}

static void put_simulations(struct sw_writer *w, const struct sw_profile *p)
{
    sw_writer_list(w, SW_TAG_SIMULATED, SW_RECORD_SIMULATED, p->n_simulations);
    for (size_t i = 0; i < p->n_simulations; i++) {
        struct sw_simulation *s = &p->simulations[i];
        for (size_t k = 0; k < SW_SIMULATION_FIELDS; k++)
            sw_writer_put64(w, *sw_field(s, sw_simulation_fields[k]));
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
        for (size_t k = 0; k < SW_CONSTRUCT_FIELDS; k++)
            sw_writer_put64(w, *sw_field(c, sw_construct_fields[k]));
    }
    sw_writer_end(w);
}

static void put_rank(struct sw_writer *w, const struct sw_rank *rank)
{
    sw_writer_begin(w, SW_TAG_RANK);
    sw_writer_string(w, rank->launcher);
    sw_writer_string(w, rank->host);
    sw_writer_put32(w, rank->rank);
    sw_writer_put32(w, rank->size);
    sw_writer_put32(w, rank->merged);
    sw_writer_put32(w, 0);
    sw_writer_put64(w, rank->time_ns);
    sw_writer_put64(w, rank->apart);
    sw_writer_end(w);
}

static void put_file_header(struct sw_writer *w)
{
    sw_writer_bytes(w, SW_FORMAT_MAGIC, SW_FORMAT_MAGIC_SIZE);
    sw_writer_put32(w, SW_FORMAT_MAJOR | SW_FORMAT_MINOR << 16);
    sw_writer_put32(w, w->out.error ? 0 : sw_crc32(0, w->out.data, SW_FORMAT_FILE_HEADER - 4));
}

static void put_string_table(struct sw_writer *w)
{
    sw_writer_begin(w, SW_TAG_STRINGS);
    sw_writer_bytes(w, w->strings.data, w->strings.size);
    sw_writer_end(w);
}

int sw_profile_serialize(const struct sw_profile *p, void **data, size_t *size)
{
    struct sw_writer w = {0};
    put_file_header(&w);
    put_head(&w, p);
    put_strings(&w, SW_TAG_ARGS, p->args, count_args(p->args));
    if (p->command && *p->command)
        put_strings(&w, SW_TAG_COMMAND, p->command, count_args(p->command));
    put_modules(&w, p);
    put_sites(&w, p);
    put_callers(&w, p);
    put_regions(&w, p);
    put_unpatched(&w, p);
    if (p->n_simulations || p->n_constructs) {
        put_simulations(&w, p);
        put_constructs(&w, p);
    }
    put_places(&w, p);
    sw_writer_held(&w, p);
    sw_writer_calls(&w, p);
    put_pieces(&w, p);
    put_steadiness(&w, &p->steadiness);
    put_real(&w, p);
    sw_writer_sampled(
        &w, &p->sampled,
        &(struct sw_sampled_tags){SW_TAG_SAMPLED, SW_TAG_FRAMES, SW_TAG_PATHS, SW_TAG_SPLACES});
    sw_writer_effort(&w, p);
    sw_writer_lanes(&w, p);
    sw_writer_memory(&w, p);
    sw_writer_machine(&w, p);
    sw_writer_tree(&w, &p->tree);
    put_strings(&w, SW_TAG_WARNINGS, p->warnings, p->n_warnings);
    if (sw_profile_has_rank(p) || p->rank.apart)
        put_rank(&w, &p->rank);
    put_string_table(&w);
    sw_writer_begin(&w, SW_TAG_END);
    sw_writer_end(&w);
    free(w.strings.data);
    free(w.slots);
    if (w.out.error) {
        free(w.out.data);
        return w.out.error;
    }
    *data = w.out.data;
    *size = w.out.size;
    return 0;
}

static int put(const struct sw_profile *profile, struct sw_output *output, char *why,
               size_t why_size)
{
    void *data;
    size_t size;
    int error = sw_profile_serialize(profile, &data, &size);
    if (error) {
        snprintf(why, why_size, "cannot write '%s': %s", output->path, strerror(-error));
        sw_output_discard(output);
        return error;
    }
    errno = 0;
    if (fwrite(data, 1, size, output->file) != size)
        output->error = errno;
    free(data);
    return sw_output_close(output, why, why_size);
}

int sw_profile_write(const struct sw_profile *profile, const char *path, char *why, size_t why_size)
{
    struct sw_output output;
    int error = sw_output_check(path, SW_OUTPUT_PROFILE, why, why_size);
    if (!error)
        error = sw_output_open(&output, path, why, why_size);
    return error ? error : put(profile, &output, why, why_size);
}

int sw_profile_write_new(const struct sw_profile *profile, const char *directory, char *path,
                         size_t path_size, char *why, size_t why_size)
{
    struct sw_output output;
    int error = sw_output_open_new(&output, directory, "spanwise", "prof", why, why_size);
    if (error)
        return error;
    snprintf(path, path_size, "%s", output.path);
    return put(profile, &output, why, why_size);
}
