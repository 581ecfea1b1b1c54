#include "analysis/verdict/effort.h"
#include "analysis/effort/account.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#define FEW_SAMPLES 200

static const struct {
    enum sw_account_loss loss;
    enum sw_why cause;
} causes[] = {
    {SW_ACCOUNT_SERIAL, SW_WHY_PARALLELISM},
    {SW_ACCOUNT_UNEVEN, SW_WHY_IMBALANCE},
    {SW_ACCOUNT_LOCKS, SW_WHY_CONTENTION},
    {SW_ACCOUNT_FINE, SW_WHY_GRAIN},
};

static int compare(const void *a, const void *b)
{
    const struct sw_verdict_loss *x = a, *y = b;
    if (x->lost != y->lost)
        return x->lost > y->lost ? -1 : 1;
    return x->cause < y->cause ? -1 : x->cause > y->cause;
}

/* Names that were made for want of one are not the profile's. */
static const char *name_of(const struct sw_effort_tree *tree, struct sw_effort_key key)
{
    const char *name = sw_effort_name(tree, key);
    return *name == '[' || *name == '(' ? "" : name;
}

static int add_loss(struct sw_verdict *v, const struct sw_account *l,
                    const struct sw_effort_tree *tree, size_t which)
{
    enum sw_account_loss loss = causes[which].loss;
    struct sw_verdict_loss *to = &v->losses[v->n_losses];
    struct sw_account_place places[SW_ACCOUNT_PLACES];
    if (l->lost[loss] <= 0)
        return 0;
    *to = (struct sw_verdict_loss){.cause = causes[which].cause,
                                   .lost = l->lost[loss] / l->all,
                                   .speedup_without = sw_account_without(l, loss)};
    int n = sw_account_places(l, tree, loss, places);
    if (n < 0)
        return n;
    for (int i = 0; i < n && i < SW_VERDICT_PLACES; i++)
        to->places[to->n_places++] =
            (struct sw_verdict_place){.file = sw_effort_file(tree, places[i].key),
                                      .function = name_of(tree, places[i].key),
                                      .line = places[i].line,
                                      .lost = places[i].lost / l->all};
    to->n_all = to->n_places;
    v->n_losses++;
    return 0;
}

static enum sw_why cause_of(const struct sw_verdict *v)
{
    const struct sw_verdict_loss *first = v->losses;
    if (isnan(v->speedup))
        return SW_WHY_UNKNOWN;
    return v->n_losses && first->speedup_without > SW_ACCOUNT_GAINS * v->speedup ? first->cause
                                                                                 : SW_WHY_NONE;
}

static enum sw_certainty certainty_of(const struct sw_profile *p)
{
    const struct sw_sampled *s = &p->sampled;
    bool is_known = s->taken >= FEW_SAMPLES && s->lost <= s->taken;
    return is_known && !(p->flags & SW_PROFILE_ONE_OF_SEVERAL) ? SW_CERTAIN_ABOUT : SW_CERTAIN_NOT;
}

static int fill(struct sw_verdict *v, const struct sw_effort_tree *tree)
{
    struct sw_account account;
    struct sw_effort_regions regions;
    int error = sw_account_make(&account, &regions, tree);
    if (error)
        return error;
    v->processors = account.processors;
    v->speedup = sw_account_speedup(&account);
    for (size_t i = 0; i < sizeof causes / sizeof *causes && !error; i++)
        error = add_loss(v, &account, tree, i);
    qsort(v->losses, v->n_losses, sizeof *v->losses, compare);
    v->work = account.all > 0 ? account.work / account.all : 0;
    if (v->n_losses > 1) {
        v->then = v->losses[1].cause;
        v->speedup_then =
            (double)v->processors * v->work / (1 - v->losses[0].lost - v->losses[1].lost);
    }
    v->not_looked_at = 1u << SW_WHY_MEMORY;
    v->cause = cause_of(v);
    v->certainty = certainty_of(tree->profile);
    sw_effort_regions_release(&regions);
    return error;
}

int sw_verdict_of_effort(struct sw_verdict *v, const struct sw_profile *profile)
{
    struct sw_functions functions = {0};
    struct sw_effort_tree tree = {0};
    int error = sw_functions_make(&functions, profile);
    if (error)
        return error;
    error = sw_effort_tree_make(&tree, profile, &functions, SW_FRAMES_READERS, SW_EFFORT_ALL);
    if (!error)
        error = fill(v, &tree);
    sw_effort_tree_release(&tree);
    sw_functions_release(&functions);
    return error;
}
