/* The verdict on a sampled real run: its rows by samples, and what would hold it back on more processors. */
#include "analysis/effort/account.h"
#include "analysis/verdict/verdict_parts.h"

#define HARDLY 20 /* samples: nothing can be said by them */
#define ALLOWED \
    0.75 /* of so many processors: who is held to less by a lock or by serial code does not scale */

/* Names that were made for want of one are not the profile's. */
static const char *name_of(const struct sw_effort_tree *tree, struct sw_effort_key key)
{
    const char *name = sw_effort_name(tree, key);
    return *name == '[' || *name == '(' ? "" : name;
}

/* Over what one processor would have taken: its work, or all of this run's time, if that is longer because all threads slept or waited for
 * input, or for what is not known. Without a run on one, nothing that sleeps for most of its time is slower on several. */
static double times_work(const struct sw_account *l)
{
    double time = l->all / (double)l->processors;
    double away = (l->lost[SW_WHY_WAITING] + l->unknown) / (double)l->processors;
    double one = 2 * away > time ? time : fmin(l->work + away, time);
    return l->work > 0 ? fmax(1, one / l->work) : 1;
}

static int add_loss(struct sw_verdict *v, const struct sw_account *l,
                    const struct sw_effort_tree *tree, enum sw_why loss)
{
    struct sw_account_place places[SW_ACCOUNT_PLACES];
    if (l->lost[loss] <= 0)
        return 0;
    struct sw_verdict_loss *to = sw_ledger_row(v, loss);
    to->lost = l->lost[loss] / l->all;
    to->speedup_without = times_work(l) * sw_account_without(l, loss);
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
    return 0;
}

/*
 * Where nothing holds it back here, what would on more processors, as far as this run shows it: serial code stays as long as it is, and
 * what is done under one lock is done by one at a time. No number of processors is faster; a real run may be slower.
 */
static int look_further(struct sw_verdict *v, const struct sw_account *l,
                        const struct sw_effort_tree *tree)
{
    double n = (double)tree->profile->circumstances.answers_for, here = (double)l->processors;
    double serial = here > 1 ? l->lost[SW_WHY_PARALLELISM] / (here - 1) : 0;
    double locked = l->lock && l->lock->waits ? (double)l->lock->held : 0;
    double divided = l->work / n, unlocked = serial + fmax(0, l->work - serial) / n;
    double time = fmax(unlocked, locked);
    int error = 0;
    if (v->cause != SW_WHY_NONE || n <= here || l->work >= ALLOWED * n * time)
        return 0;
    static const enum sw_why held[] = {SW_WHY_PARALLELISM, SW_WHY_CONTENTION};
    const double without[] = {fmax(divided, locked), unlocked};
    v->measured[v->n_measured++] = (struct sw_verdict_speedup){l->processors, v->speedup};
    v->processors = (uint64_t)n;
    v->speedup = l->work / time;
    v->is_bound = true;
    v->work = l->work / (n * time);
    v->away = 0;
    v->n_losses = 0;
    for (int i = 0; i < 2 && !error; i++) {
        size_t k = v->n_losses;
        error = add_loss(v, l, tree, held[i]);
        if (v->n_losses == k)
            continue;
        v->losses[k].speedup_without = l->work / without[i];
        v->losses[k].lost = 1 - without[i] / time;
    }
    sw_ledger_sort(v);
    v->cause = v->n_losses ? v->losses[0].cause : SW_WHY_NONE;
    return error;
}

static enum sw_not_simulated why_not(const struct sw_profile *p)
{
    return p->flags & SW_PROFILE_SPINS        ? SW_NOT_SIMULATED_SPIN
           : p->flags & SW_PROFILE_LOCK_MOVES ? SW_NOT_SIMULATED_LOCK
           : p->flags & SW_PROFILE_TOO_LONG   ? SW_NOT_SIMULATED_TIME
           : p->flags & SW_PROFILE_MIXED      ? SW_NOT_SIMULATED_MIXED
           : p->flags & SW_PROFILE_UNFOLLOWED ? SW_NOT_SIMULATED_UNFOLLOWED
                                              : SW_NOT_SIMULATED_UNSAID;
}

static int fill(struct sw_verdict *v, const struct sw_effort_tree *tree)
{
    struct sw_account account;
    struct sw_effort_regions regions;
    int error = sw_account_make(&account, &regions, tree);
    if (error)
        return error;
    v->processors = account.processors;
    v->not_simulated = why_not(tree->profile);
    if (tree->profile->sampled.taken < HARDLY) {
        sw_effort_regions_release(&regions);
        return 0;
    }
    v->speedup = times_work(&account) * sw_account_speedup(&account);
    for (int i = 0; i < SW_WHY_CAUSES && !error; i++)
        error = add_loss(v, &account, tree, (enum sw_why)i);
    v->work = account.all > 0 ? account.work / account.all : 0;
    v->away = account.all > 0 ? account.lost[SW_WHY_WAITING] / account.all : 0;
    v->not_looked_at = 1u << SW_WHY_MEMORY;
    v->watched_on = v->processors;
    sw_ledger_rank(v, tree->profile);
    sw_ledger_face(v, tree->profile);
    v->certainty = sw_account_certainty(tree->profile);
    if (!error)
        error = look_further(v, &account, tree);
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
