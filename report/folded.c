/*
 * Sampled paths as folded stacks, one a line, the outermost function first: "main;sort;compare 123". Flame
 * graph tools read it. Paths of the same functions are one line; of a function that calls itself, one
 * is shown.
 */
#include "report/folded.h"
#include "report/formats.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

/* Paths of functions: a tree as that of paths is. */
struct stack {
    uint32_t caller; /* one more than its index; 0: none */
    uint32_t function;
    uint64_t samples;
};

struct stacks {
    struct stack *at;
    size_t n;
    uint32_t *slots; /* open addressing: one more than an index */
    size_t n_slots;
};

static uint32_t add(struct stacks *s, uint32_t caller, uint32_t function)
{
    uint64_t key = (uint64_t)caller << 32 | function;
    size_t i = (size_t)((key * 0x9e3779b97f4a7c15u) >> 20) & (s->n_slots - 1);
    for (; s->slots[i]; i = (i + 1) & (s->n_slots - 1)) {
        const struct stack *found = &s->at[s->slots[i] - 1];
        if (found->caller == caller && found->function == function)
            return s->slots[i];
    }
    s->at[s->n] = (struct stack){caller, function, 0};
    s->slots[i] = (uint32_t)++s->n;
    return s->slots[i];
}

/* All functions of all paths, at most. */
static size_t most_stacks(const struct sw_report *r)
{
    const struct sw_sampled *s = &r->profile->sampled;
    size_t n = 0;
    for (size_t i = 0; i < s->n_paths; i++) {
        size_t frame = s->paths[i].frame;
        n += r->functions.first[frame + 1] - r->functions.first[frame];
    }
    return n;
}

static void fill(struct stacks *stacks, const struct sw_report *r, uint32_t *of_path)
{
    const struct sw_sampled *s = &r->profile->sampled;
    const struct sw_functions *f = &r->functions;
    for (size_t i = 0; i < s->n_paths; i++) {
        const struct sw_sampled_path *path = &s->paths[i];
        uint32_t at = path->caller ? of_path[path->caller - 1] : 0;
        for (size_t k = f->first[path->frame + 1]; k-- > f->first[path->frame];)
            if (!at || stacks->at[at - 1].function != f->numbers[k])
                at = add(stacks, at, f->numbers[k]);
        of_path[i] = at;
        stacks->at[at - 1].samples += r->options->on == SW_ON_SPAN ? path->on_span : path->on_work;
    }
}

void sw_folded_name(const char *name, FILE *out)
{
    for (; *name; name++)
        fputc(*name == ';' ? ':' : (unsigned char)*name < 32 || *name == 127 ? '?' : *name, out);
}

static void put(const struct stacks *s, const struct sw_report *r, uint32_t *line)
{
    for (size_t i = 0; i < s->n; i++) {
        size_t n = 0;
        if (!s->at[i].samples)
            continue;
        for (uint32_t at = (uint32_t)i + 1; at; at = s->at[at - 1].caller)
            line[n++] = s->at[at - 1].function;
        while (n) {
            sw_folded_name(r->functions.items[line[--n]].function, r->out);
            if (n)
                fputc(';', r->out);
        }
        fprintf(r->out, " %" PRIu64 "\n", s->at[i].samples);
    }
}

int sw_report_folded(const struct sw_report *r)
{
    size_t most = most_stacks(r);
    struct stacks s = {.n_slots = 16};
    while (s.n_slots < 2 * most)
        s.n_slots *= 2;
    s.at = calloc(most + 1, sizeof *s.at);
    s.slots = calloc(s.n_slots, sizeof *s.slots);
    uint32_t *line = calloc(most + 1, sizeof *line);
    uint32_t *of_path = calloc(r->profile->sampled.n_paths + 1, sizeof *of_path);
    int error = s.at && s.slots && line && of_path ? 0 : -ENOMEM;
    if (!error) {
        fill(&s, r, of_path);
        put(&s, r, line);
    }
    free(s.at);
    free(s.slots);
    free(line);
    free(of_path);
    return error;
}
