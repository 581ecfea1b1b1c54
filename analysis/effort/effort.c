#include "analysis/effort/effort.h"
#include "analysis/findings/units.h"
#include "analysis/workspan/sites.h"

static const struct sw_function nobody = {
    .function = "(no code of the program)", .file = "", .module = "", .library = 1};

uint64_t sw_effort_get(const struct sw_effort_sums *s, enum sw_effort_metric metric)
{
    uint64_t overhead = 0;
    for (int i = 0; i < SW_OVERHEADS; i++)
        overhead += s->overhead[i];
    switch (metric) {
    case SW_EFFORT_ALL:
        break;
    case SW_EFFORT_WORK:
        return s->work;
    case SW_EFFORT_IDLE:
        return s->idle;
    case SW_EFFORT_OVERHEAD:
        return overhead;
    case SW_EFFORT_WAIT:
        return s->waited;
    case SW_EFFORT_BLAME:
        return s->blamed;
    }
    return s->work + overhead + s->idle;
}

struct sw_effort_sums sw_effort_of_path(const struct sw_effort_path *path)
{
    struct sw_effort_sums sums = {
        .work = path->work, .idle = path->idle, .waited = path->waited, .blamed = path->blamed};
    memcpy(sums.overhead, path->overhead, sizeof sums.overhead);
    memcpy(sums.idle_by, path->idle_by, sizeof sums.idle_by);
    return sums;
}

uint64_t sw_effort_samples(const struct sw_profile *profile, double length_ns)
{
    return sw_rounded(length_ns * (double)profile->sampled.rate / 1e9);
}

void sw_effort_add(struct sw_effort_sums *to, const struct sw_effort_sums *more)
{
    to->work += more->work;
    for (int i = 0; i < SW_OVERHEADS; i++)
        to->overhead[i] += more->overhead[i];
    to->idle += more->idle;
    for (int i = 0; i < SW_IDLES; i++)
        to->idle_by[i] += more->idle_by[i];
    to->waited += more->waited;
    to->blamed += more->blamed;
}

uint32_t sw_effort_next(const struct sw_effort_tree *tree, uint32_t node, uint32_t *depth)
{
    if (tree->nodes[node].child) {
        ++*depth;
        return tree->nodes[node].child;
    }
    while (node && !tree->nodes[node].sibling) {
        node = tree->nodes[node].parent;
        --*depth;
    }
    return node ? tree->nodes[node].sibling : 0;
}

static const struct sw_function *function_of(const struct sw_effort_tree *tree,
                                             struct sw_effort_key key)
{
    return key.function < tree->functions->n ? &tree->functions->items[key.function] : &nobody;
}

const char *sw_effort_name(const struct sw_effort_tree *tree, struct sw_effort_key key)
{
    return function_of(tree, key)->function;
}

const char *sw_effort_file(const struct sw_effort_tree *tree, struct sw_effort_key key)
{
    return function_of(tree, key)->file;
}

const char *sw_effort_module(const struct sw_effort_tree *tree, struct sw_effort_key key)
{
    return function_of(tree, key)->module;
}

bool sw_effort_is_readers(const struct sw_effort_tree *tree, struct sw_effort_key key)
{
    return !function_of(tree, key)->library;
}

struct sw_sentence *sw_effort_say(const struct sw_effort_tree *tree, struct sw_effort_key key,
                                  uint32_t line)
{
    const char *file = sw_base_name(sw_effort_file(tree, key)),
               *module = sw_effort_module(tree, key), *name = sw_effort_name(tree, key);
    if (line && *file)
        return SW_SAY(SAMPLED_FUNCTION, name, file, line);
    return SW_SAY(SAMPLED_IN_MODULE, name, *name != '[' ? module : "");
}

double sw_effort_stretch_length(const struct sw_effort *e, size_t stretch)
{
    double left = (double)e->time - (double)e->stretch * (double)stretch;
    return left > 0 && left < (double)e->stretch ? left : (double)e->stretch;
}

bool sw_effort_is_outer(const char *name)
{
    static const char *const names[] = {"_start",  "start_thread", "clone",       "clone3",
                                        "__clone", "__clone3",     "thread_start"};
    return SW_FIRST(known, names, sizeof names / sizeof *names, !strcmp(name, *known)) ||
           !strncmp(name, "__libc_start", strlen("__libc_start"));
}

double sw_effort_share(const struct sw_effort_tree *tree, uint64_t part)
{
    return sw_effort_part(part, tree->effort);
}
