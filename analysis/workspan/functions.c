#include "analysis/workspan/functions.h"
#include "analysis/workspan/sites.h"
#include "profile/intern.h"
#include "profile/whose.h"

enum { KEY_SIZE = 64 };

static const char cut[] = "(callers not known)";

static size_t chain_length(const struct sw_place *place)
{
    size_t n = 0;
    for (; place; place = place->inlined_into)
        n++;
    return n;
}

struct maker {
    const struct sw_profile *p;
    struct sw_functions *f;
    struct sw_intern known; /* functions by name and file: their numbers */
    bool *readers;          /* by module, and one more where there is none */
    bool *has_lines;        /* likewise */
    size_t names_used;
    struct sw_pool pool;
};

/* "[libm.so.6]", or the address where there is no module. */
static const char *made_name(struct maker *m, const struct sw_sampled_frame *frame,
                             const struct sw_module *module)
{
    char *to = m->f->names + m->names_used;
    if (frame->address == SW_SAMPLED_CUT)
        return cut;
    if (module && *sw_string(module->path))
        snprintf(to, KEY_SIZE, "[%.*s]", KEY_SIZE - 3, sw_base_name(module->path));
    else
        snprintf(to, KEY_SIZE, "[0x%" PRIx64 "]", frame->address & ~(uint64_t)0xfff);
    m->names_used += KEY_SIZE;
    return to;
}

bool sw_function_is_librarys(const struct sw_functions *f, uint32_t number)
{
    return number < f->n && f->items[number].library && f->items[number].function != cut;
}

static uint32_t function_number(struct maker *m, const char *name, const char *file,
                                const struct sw_module *module, bool library)
{
    SW_FREED char *key = NULL;
    if (asprintf(&key, "%s\n%s", name, file) < 0) {
        m->known.error = -ENOMEM;
        return 0;
    }
    uint32_t number = sw_intern(&m->known, key);
    if (number == m->f->n)
        m->f->items[m->f->n++] = (struct sw_function){
            .function = name,
            .file = file,
            .library = library,
            .module = module ? sw_base_name(sw_string(module->path)) : "",
        };
    return number;
}

/* Code that 'spanwise cc' has written into a function is not in a file. */
static bool is_generated(const char *file)
{
    return !strcmp(sw_base_name(file), "<spanwise>");
}

static size_t module_number(const struct maker *m, const struct sw_module *module)
{
    return module ? (size_t)(module - m->p->modules) : m->p->n_modules;
}

static void look_at_modules(struct maker *m)
{
    const struct sw_profile *p = m->p;
    for (size_t i = 0; i <= p->n_modules; i++)
        m->readers[i] = sw_module_is_readers(p, i < p->n_modules ? &p->modules[i] : NULL);
    for (size_t i = 0; i < p->sampled.n_frames; i++)
        if (*sw_string(p->sampled.frames[i].place.file))
            m->has_lines[module_number(m, sw_module_of(p, p->sampled.frames[i].address))] = true;
}

/* Generated code has its turn when all functions that are in files are known. */
static void number_frame(struct maker *m, size_t frame, bool generated)
{
    const struct sw_sampled_frame *at = &m->p->sampled.frames[frame];
    const struct sw_module *module = sw_module_of(m->p, at->address);
    const char *module_name = module ? sw_base_name(sw_string(module->path)) : "";
    size_t number = module_number(m, module);
    uint32_t *to = m->f->numbers + m->f->first[frame];
    for (const struct sw_place *place = &at->place; place; place = place->inlined_into, to++) {
        const char *name = sw_string(place->function), *file = sw_string(place->file);
        if (is_generated(file) != generated)
            continue;
        bool library = at->address == SW_SAMPLED_CUT ||
                       !sw_place_is_readers(place, m->readers[number], m->has_lines[number]);
        if (!*name)
            name = made_name(m, at, module);
        /* That of the name that has been seen in a file. */
        const struct sw_function *known =
            SW_FIRST(f, m->f->items, generated ? m->f->n : 0,
                     !strcmp(f->function, name) && !strcmp(f->module, module_name));
        *to = known ? (uint32_t)(known - m->f->items)
                    : function_number(m, name, file, module, library);
    }
}

static int number_functions(struct maker *m)
{
    const struct sw_sampled *s = &m->p->sampled;
    struct sw_functions *f = m->f;
    size_t n = 0;
    if (!SW_POOLED(&f->pool, f->first, s->n_frames + 1))
        return -ENOMEM;
    for (size_t i = 0; i < s->n_frames; i++) {
        f->first[i] = n;
        n += chain_length(&s->frames[i].place);
    }
    f->first[s->n_frames] = n;
    SW_POOLED(&f->pool, f->numbers, n);
    SW_POOLED(&f->pool, f->items, n);
    SW_POOLED(&f->pool, f->names, n * KEY_SIZE);
    SW_POOLED(&m->pool, m->readers, m->p->n_modules + 1);
    SW_POOLED(&m->pool, m->has_lines, m->p->n_modules + 1);
    if (f->pool.error || m->pool.error || sw_intern_init(&m->known, n + 1))
        return -ENOMEM;
    m->known.copies = true;
    look_at_modules(m);
    for (int generated = 0; generated < 2; generated++)
        for (size_t i = 0; i < s->n_frames; i++)
            number_frame(m, i, generated);
    return m->known.error;
}

/* Algorithms that call the reader's function to compare, thousands of times. */
static bool is_ordering(const char *name)
{
    static const char *const words[] = {"sort",   "merge",   "_heap",        "nth_element",
                                        "_bound", "bsearch", "binary_search"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strstr(name, words[i]))
            return true;
    return false;
}

/* What only compares for a library's algorithm, with what that calls, is a part of it: who sorts is to be named, not the comparison. */
static int mark_comparisons(struct sw_functions *f, const struct sw_sampled *s)
{
    SW_FREED bool *ordering = calloc(s->n_paths + 1, sizeof *ordering); /* at the path's end */
    SW_FREED bool *is_other = calloc(f->n + 1, sizeof *is_other);
    SW_FREED bool *compares = calloc(f->n + 1, sizeof *compares);
    if (!ordering || !is_other || !compares)
        return -ENOMEM;
    for (size_t i = 0; i < s->n_paths; i++) {
        const struct sw_sampled_path *path = &s->paths[i];
        bool is_ordered = path->caller && ordering[path->caller - 1];
        for (size_t k = f->first[path->frame + 1]; k-- > f->first[path->frame];) {
            uint32_t n = f->numbers[k];
            if (f->items[n].library)
                is_ordered |= is_ordering(f->items[n].function);
            else
                *(is_ordered ? &compares[n] : &is_other[n]) = true;
        }
        ordering[i] = is_ordered;
    }
    for (size_t n = 0; n < f->n; n++)
        f->items[n].library |= compares[n] && !is_other[n];
    return 0;
}

/* The innermost of the reader's at a frame itself. False: there is none, and it is the innermost of all. */
static bool find_own(const struct sw_functions *f, const struct sw_sampled *s, size_t frame,
                     struct sw_own *own)
{
    const struct sw_place *place = &s->frames[frame].place;
    *own = (struct sw_own){f->first[frame], place};
    for (size_t i = f->first[frame]; place; place = place->inlined_into, i++)
        if (!f->items[f->numbers[i]].library) {
            *own = (struct sw_own){i, place};
            return true;
        }
    return false;
}

/* Callers come before those that they call. What stands where something was started has no frame of its own. */
static int find_owners(struct sw_functions *f, const struct sw_profile *p)
{
    const struct sw_sampled *s = &p->sampled;
    SW_POOL(pool);
    bool *is_readers = sw_pool_take(&pool, s->n_paths, sizeof *is_readers);
    if (!SW_POOLED(&f->pool, f->own, s->n_paths) || !is_readers)
        return -ENOMEM;
    for (size_t i = 0; i < s->n_paths; i++) {
        uint32_t caller = s->paths[i].caller;
        bool is_link = p->effort.paths && p->effort.paths[i].physical;
        is_readers[i] = find_own(f, s, s->paths[i].frame, &f->own[i]) && !is_link;
        if (!is_readers[i] && caller && (is_link || is_readers[caller - 1])) {
            f->own[i] = f->own[caller - 1];
            is_readers[i] = is_readers[caller - 1];
        }
    }
    return 0;
}

/* A path with the sums of all that it leads to: callers come before those that they call. */
struct sums {
    uint64_t work, span, serial;
};

static void add_up(const struct sw_sampled *s, struct sums *sums)
{
    for (size_t i = s->n_paths; i-- > 0;) {
        const struct sw_sampled_path *path = &s->paths[i];
        sums[i].work += path->on_work;
        sums[i].span += path->on_span;
        sums[i].serial += path->serial;
        if (!path->caller)
            continue;
        struct sums *caller = &sums[path->caller - 1];
        caller->work += sums[i].work;
        caller->span += sums[i].span;
        caller->serial += sums[i].serial;
    }
}

/* Whether a function is on the path before that: its callers' frames, or what its own is inlined into. */
static bool is_open(const struct sw_functions *f, const struct sw_sampled *s, size_t path,
                    size_t at)
{
    uint32_t number = f->numbers[at];
    size_t frame = s->paths[path].frame;
    for (size_t i = f->first[frame]; i < at; i++)
        if (f->numbers[i] == number)
            return true;
    for (uint32_t up = s->paths[path].caller; up; up = s->paths[up - 1].caller) {
        frame = s->paths[up - 1].frame;
        for (size_t i = f->first[frame]; i < f->first[frame + 1]; i++)
            if (f->numbers[i] == number)
                return true;
    }
    return false;
}

static void count_totals(const struct sw_sampled *s, struct sw_functions *f,
                         const struct sums *sums)
{
    for (size_t path = 0; path < s->n_paths; path++) {
        size_t frame = s->paths[path].frame;
        for (size_t i = f->first[frame]; i < f->first[frame + 1]; i++) {
            struct sw_function *function = &f->items[f->numbers[i]];
            if (is_open(f, s, path, i))
                continue;
            function->on_work.total += sums[path].work;
            function->on_span.total += sums[path].span;
            function->serial += sums[path].serial;
        }
    }
}

static int count(const struct sw_profile *p, struct sw_functions *f)
{
    const struct sw_sampled *s = &p->sampled;
    SW_FREED struct sums *sums = calloc(s->n_paths + 1, sizeof *sums);
    SW_FREED uint64_t *places = calloc(f->first[s->n_frames] + 1, sizeof *places);
    SW_FREED uint64_t *most = calloc(f->n + 1, sizeof *most);
    if (!sums || !places || !most)
        return -ENOMEM;
    for (size_t i = 0; i < s->n_paths; i++) {
        const struct sw_sampled_path *path = &s->paths[i];
        struct sw_function *function = &f->items[f->numbers[f->own[i].at]];
        function->on_work.self += path->on_work;
        function->on_span.self += path->on_span;
        f->work += path->on_work;
        f->span += path->on_span;
        places[f->own[i].at] += path->on_work;
    }
    for (size_t i = 0; i < s->n_paths; i++) {
        const struct sw_own *own = &f->own[i];
        uint32_t n = f->numbers[own->at];
        if (places[own->at] <= most[n] || is_generated(sw_string(own->place->file)))
            continue;
        most[n] = places[own->at];
        f->items[n].line = own->place->line;
    }
    add_up(s, sums);
    count_totals(s, f, sums);
    return 0;
}

/* The arguments of templates go, those of a call too; operator< and the like keep theirs. */
char *sw_function_short_name(const char *name)
{
    char *plain = strdup(name);
    size_t to = 0;
    int depth = 0;
    if (!plain || strstr(name, "operator"))
        return plain;
    for (const char *p = name; *p; p++) {
        depth += *p == '<';
        if (!depth)
            plain[to++] = *p;
        depth -= *p == '>' && depth;
    }
    plain[to] = 0;
    return plain;
}

double sw_samples_points(uint64_t samples)
{
    return samples ? 100 / sqrt((double)samples) : 100;
}

int sw_functions_make(struct sw_functions *f, const struct sw_profile *p)
{
    struct maker m = {.p = p, .f = f};
    *f = (struct sw_functions){0};
    int error = number_functions(&m) ?: mark_comparisons(f, &p->sampled) ?: find_owners(f, p)
                ?: count(p, f);
    sw_intern_release(&m.known);
    sw_pool_release(&m.pool);
    if (error)
        sw_functions_release(f);
    return error;
}

const struct sw_function *sw_functions_own(const struct sw_functions *f, size_t path)
{
    return &f->items[f->numbers[f->own[path].at]];
}

void sw_functions_release(struct sw_functions *f)
{
    sw_pool_release(&f->pool);
    *f = (struct sw_functions){0};
}
