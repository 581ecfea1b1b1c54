#include "analysis/memory/traffic.h"
#include "analysis/findings/units.h"
#include "analysis/workspan/sites.h"
#include "base/grow.h"
#include "base/order.h"
#include "profile/whose.h"

#define USUAL_CACHE (32ull << 20)
#define LEAST_SEEN  8 /* of chains, to believe in them */

/* What is in the making: a part of an instruction's traffic, at the line that it is of. */
struct part {
    struct sw_traffic_row row;
    uint32_t loop; /* of the site; one more than its index */
    double share;
};

struct maker {
    struct sw_traffic_rows *t;
    const struct sw_profile *p;
    const struct sw_memory_pass *m;
    uint64_t *loop_samples; /* of the ordinary run, by loop: in it, and in what it calls */
    struct part *parts;
    size_t n, room;
};

/* Of the last level that is a data cache, as the system tells it. */
static uint64_t last_cache(void)
{
    uint64_t bytes = 0;
    for (unsigned i = 0; i < 8; i++) {
        char path[100], letter = 0;
        unsigned long size;
        snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu0/cache/index%u/size", i);
        FILE *in = fopen(path, "r");
        if (!in)
            break;
        if (fscanf(in, "%lu%c", &size, &letter) >= 1)
            bytes = (uint64_t)size << (letter == 'K' ? 10 : letter == 'M' ? 20 : 0);
        fclose(in);
    }
    return bytes;
}

unsigned sw_traffic_usual_capacity(void)
{
    uint64_t bytes = last_cache();
    return sw_capacity_within(bytes ? bytes : USUAL_CACHE);
}

/* --- native time --- */

static void count_path(const struct maker *k, size_t path, uint32_t *stamp)
{
    const struct sw_sampled *s = &k->p->sampled;
    for (uint32_t i = (uint32_t)path + 1; i; i = s->paths[i - 1].caller) {
        uint64_t address = s->frames[s->paths[i - 1].frame].address;
        for (size_t l = 0; l < k->m->n_loops; l++) {
            const struct sw_traffic_loop *loop = &k->m->loops[l];
            if (address < loop->first || address > loop->last || stamp[l] == path + 1)
                continue;
            stamp[l] = (uint32_t)path + 1;
            k->loop_samples[l] += s->paths[path].on_work;
        }
    }
}

static int count_samples(struct maker *k)
{
    SW_FREED uint32_t *stamp = calloc(k->m->n_loops + 1, sizeof *stamp);
    k->loop_samples = calloc(k->m->n_loops + 1, sizeof *k->loop_samples);
    if (!stamp || !k->loop_samples)
        return -ENOMEM;
    for (size_t i = 0; i < k->p->sampled.n_paths; i++)
        if (k->p->sampled.paths[i].on_work)
            count_path(k, i, stamp);
    return 0;
}

static uint64_t samples_ns(const struct maker *k, double samples)
{
    uint64_t rate = k->p->sampled.rate;
    return rate ? sw_rounded(samples * 1e9 / (double)rate) : 0;
}

/* --- whose traffic it is --- */

/* What has no line is a library's where others of its module have, as in static programs. */
static bool has_lines(const struct maker *k, const struct sw_module *module)
{
    for (size_t i = 0; module && i < k->m->n_sites; i++) {
        const struct sw_traffic_site *s = &k->m->sites[i];
        if (s->place.line && s->address >= module->start && s->address < module->end)
            return true;
    }
    return false;
}

static bool is_librarys(const struct maker *k, uint64_t address, const struct sw_place *place)
{
    const struct sw_module *module = sw_module_of(k->p, address);
    const struct sw_place *at = sw_place_of_reader(place);
    return !sw_place_is_readers(at, sw_module_is_readers(k->p, module),
                                !at->line && has_lines(k, module));
}

static const struct sw_place *outermost(const struct sw_place *place)
{
    while (place->inlined_into)
        place = place->inlined_into;
    return place;
}

/* The innermost frame that is the reader's; NULL: none. */
static const struct sw_sampled_frame *readers_frame(const struct maker *k, uint32_t path)
{
    const struct sw_sampled *s = &k->m->paths;
    for (; path; path = s->paths[path - 1].caller) {
        const struct sw_sampled_frame *f = &s->frames[s->paths[path - 1].frame];
        if (f->address > SW_SAMPLED_CUT && !is_librarys(k, f->address, &f->place))
            return f;
    }
    return NULL;
}

static void scale(struct part *part, double share)
{
    struct sw_traffic *t = &part->row.traffic;
    for (unsigned h = 0; h < SW_LINE_HASHES; h++)
        for (unsigned i = 0; i < SW_CAPACITIES; i++) {
            t->fills[h][i] = (uint32_t)(t->fills[h][i] * share + 0.5);
            t->back[h][i] = (uint32_t)(t->back[h][i] * share + 0.5);
        }
    part->row.seen = (uint64_t)((double)part->row.seen * share + 0.5);
    part->share = share;
}

static int add_part(struct maker *k, const struct sw_traffic_site *site,
                    const struct sw_place *place, const char *through)
{
    const struct sw_place *at = sw_place_of_reader(place);
    if (!SW_GROW(k->parts, k->n, k->room))
        return -ENOMEM;
    k->parts[k->n++] = (struct part){.row = {.function = sw_string(at->function),
                                             .file = sw_string(at->file),
                                             .line = at->line,
                                             .through = through,
                                             .what = site->what,
                                             .traffic = site->traffic,
                                             .seen = site->chained[k->t->capacity]},
                                     .loop = site->loop};
    return 0;
}

static bool is_at(const struct sw_traffic_row *row, const struct sw_place *place)
{
    const struct sw_place *at = sw_place_of_reader(place);
    return row->line == at->line && !strcmp(row->file, sw_string(at->file)) &&
           !strcmp(row->function, sw_string(at->function));
}

/* Of a library's: the lines that call it, by their part of the fills whose paths end in its function. */
static int add_callers(struct maker *k, const struct sw_traffic_site *site)
{
    const struct sw_sampled *s = &k->m->paths;
    const char *function = sw_string(outermost(&site->place)->function);
    size_t first = k->n;
    double all = 0;
    int error = 0;
    for (uint32_t i = 0; *function && !error && i < s->n_paths; i++) {
        const struct sw_sampled_frame *leaf = &s->frames[s->paths[i].frame], *caller;
        if (!s->paths[i].on_work ||
            strcmp(sw_string(outermost(&leaf->place)->function), function) ||
            !(caller = readers_frame(k, i + 1)))
            continue;
        size_t at = first;
        while (at < k->n && !is_at(&k->parts[at].row, &caller->place))
            at++;
        if (at == k->n)
            error = add_part(k, site, &caller->place, function);
        if (!error)
            k->parts[at].share += (double)s->paths[i].on_work;
        all += (double)s->paths[i].on_work;
    }
    for (size_t i = first; i < k->n; i++)
        scale(&k->parts[i], k->parts[i].share / all);
    return error;
}

static int add_parts(struct maker *k)
{
    int error = 0;
    for (size_t i = 0; !error && i < k->m->n_sites; i++) {
        const struct sw_traffic_site *site = &k->m->sites[i];
        size_t before = k->n;
        if (is_librarys(k, site->address, &site->place))
            error = add_callers(k, site);
        if (error || k->n > before)
            continue;
        error = add_part(k, site, &site->place, "");
        if (!error)
            k->parts[k->n - 1].share = 1;
    }
    return error;
}

/* --- rows --- */

static int by_line(const void *a, const void *b)
{
    const struct sw_traffic_row *x = &((const struct part *)a)->row,
                                *y = &((const struct part *)b)->row;
    return SW_BY(strcmp(x->file, y->file), SW_RISING(x->line, y->line),
                 strcmp(x->function, y->function), strcmp(x->through, y->through));
}

static int by_function(const void *a, const void *b)
{
    const struct sw_traffic_row *x = &((const struct part *)a)->row,
                                *y = &((const struct part *)b)->row;
    return SW_BY(strcmp(x->function, y->function), strcmp(x->file, y->file));
}

static int most_first(const void *a, const void *b)
{
    const struct sw_traffic_row *x = a, *y = b;
    return SW_BY(SW_FALLING(x->bytes, y->bytes), strcmp(x->file, y->file),
                 SW_RISING(x->line, y->line));
}

static bool is_inside(const struct sw_traffic_loop *a, const struct sw_traffic_loop *b)
{
    return a != b && a->first >= b->first && a->last <= b->last;
}

/* Of the loops of these parts, those that are in no other of them. */
static uint64_t time_of(const struct maker *k, const struct part *parts, size_t n)
{
    double samples = 0;
    for (size_t i = 0; i < n; i++) {
        const struct sw_traffic_loop *loop = parts[i].loop ? &k->m->loops[parts[i].loop - 1] : NULL;
        bool counts = loop;
        for (size_t j = 0; counts && j < n; j++)
            counts = !(j < i && parts[j].loop == parts[i].loop) &&
                     !(parts[j].loop && is_inside(loop, &k->m->loops[parts[j].loop - 1]));
        if (counts)
            samples += (double)k->loop_samples[parts[i].loop - 1] * parts[i].share;
    }
    return samples_ns(k, samples);
}

static void finish_row(const struct maker *k, struct sw_traffic_row *row)
{
    unsigned capacity = k->t->capacity;
    row->fills = sw_traffic_bytes(row->traffic.fills, capacity);
    row->back = sw_traffic_bytes(row->traffic.back, capacity);
    row->bytes = row->fills + row->back;
    uint64_t dependent = SW_TRAFFIC_CHAINED(row->seen) << SW_LINE_LOG;
    row->dependent_bytes = dependent < row->fills ? dependent : row->fills;
    row->is_chain = row->seen >= LEAST_SEEN && row->dependent_bytes * 2 > row->fills;
    double time = (double)row->time_ns * k->t->part;
    row->rate = time > 0 ? (double)row->bytes * 1e9 / time : 0;
}

static struct sw_traffic_row *unite(struct maker *k, int (*order)(const void *, const void *),
                                    size_t *n_rows)
{
    struct sw_traffic_row *rows = calloc(k->n + 1, sizeof *rows);
    size_t n = 0;
    if (!rows)
        return NULL;
    qsort(k->parts, k->n, sizeof *k->parts, order);
    for (size_t i = 0, next; i < k->n; i = next) {
        struct sw_traffic_row *row = &rows[n++];
        *row = k->parts[i].row;
        for (next = i + 1; next < k->n && !order(&k->parts[i], &k->parts[next]); next++) {
            const struct sw_traffic_row *more = &k->parts[next].row;
            sw_traffic_add(&row->traffic, &more->traffic);
            row->what |= more->what;
            row->seen += more->seen;
            row->line = more->line && more->line < row->line ? more->line : row->line;
        }
        row->time_ns = time_of(k, &k->parts[i], next - i);
        finish_row(k, row);
    }
    qsort(rows, n, sizeof *rows, most_first);
    *n_rows = n;
    return rows;
}

/* A part is at its loop; those that are in none are not there. */
static void move_to_loops(struct maker *k)
{
    size_t n = 0;
    for (size_t i = 0; i < k->n; i++) {
        struct part part = k->parts[i];
        if (!part.loop)
            continue;
        const struct sw_place *at = sw_place_of_reader(&k->m->loops[part.loop - 1].place);
        if (!*part.row.through) {
            part.row.function = sw_string(at->function);
            part.row.file = sw_string(at->file);
            part.row.line = at->line;
        }
        k->parts[n++] = part;
    }
    k->n = n;
}

/* --- call paths --- */

static int most_samples(const void *a, const void *b)
{
    const struct sw_traffic_path *x = a, *y = b;
    return SW_BY(SW_FALLING(x->n, y->n), SW_RISING(x->path, y->path));
}

/* Instructions of one line. */
static bool ends_alike(const struct sw_sampled *s, uint32_t a, uint32_t b)
{
    const struct sw_place *x = &s->frames[s->paths[a].frame].place,
                          *y = &s->frames[s->paths[b].frame].place;
    return s->paths[a].caller == s->paths[b].caller && x->line == y->line &&
           !strcmp(sw_string(x->function), sw_string(y->function)) &&
           !strcmp(sw_string(x->file), sw_string(y->file));
}

static int list_paths(struct maker *k)
{
    const struct sw_sampled *s = &k->m->paths;
    k->t->paths = calloc(s->n_paths + 1, sizeof *k->t->paths);
    if (!k->t->paths)
        return -ENOMEM;
    for (uint32_t i = 0; i < s->n_paths; i++) {
        size_t at = 0;
        if (!s->paths[i].on_work)
            continue;
        while (at < k->t->n_paths && !ends_alike(s, k->t->paths[at].path - 1, i))
            at++;
        if (at == k->t->n_paths)
            k->t->paths[k->t->n_paths++].path = i + 1;
        k->t->paths[at].n += s->paths[i].on_work;
        k->t->samples += s->paths[i].on_work;
    }
    qsort(k->t->paths, k->t->n_paths, sizeof *k->t->paths, most_samples);
    return 0;
}

uint64_t sw_traffic_whole(const struct sw_profile *p)
{
    return p->memory.all ? p->memory.all : p->steadiness.instructions;
}

double sw_traffic_part(const struct sw_profile *p)
{
    uint64_t all = sw_traffic_whole(p);
    if (!(p->memory.flags & SW_MEMORY_PART))
        return 1;
    double part = all ? (double)p->memory.instructions / (double)all : 0;
    return part < 1 ? part : 1;
}

int sw_traffic_rows_make(struct sw_traffic_rows *t, const struct sw_profile *p, unsigned capacity)
{
    struct maker k = {.t = t, .p = p, .m = &p->memory};
    *t = (struct sw_traffic_rows){.capacity = capacity, .part = sw_traffic_part(p)};
    int error = count_samples(&k) ?: add_parts(&k) ?: list_paths(&k);
    if (!error) {
        t->lines = unite(&k, by_line, &t->n_lines);
        t->functions = unite(&k, by_function, &t->n_functions);
        move_to_loops(&k);
        t->loops = unite(&k, by_line, &t->n_loops);
        error = t->lines && t->functions && t->loops ? 0 : -ENOMEM;
    }
    for (size_t i = 0; !error && i < k.m->n_sites; i++) {
        t->fills += sw_traffic_bytes(k.m->sites[i].traffic.fills, capacity);
        t->back += sw_traffic_bytes(k.m->sites[i].traffic.back, capacity);
    }
    t->bytes = t->fills + t->back;
    free(k.loop_samples);
    free(k.parts);
    return error;
}

void sw_traffic_rows_release(struct sw_traffic_rows *t)
{
    free(t->lines);
    free(t->loops);
    free(t->functions);
    free(t->paths);
    *t = (struct sw_traffic_rows){0};
}
