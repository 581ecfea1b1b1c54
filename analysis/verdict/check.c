#include "analysis/verdict/check.h"
#include "analysis/simulation/simulation.h"
#include "analysis/workspan/bounds.h"
#include "analysis/workspan/sites.h"
#include "base/text.h"

#include <sys/wait.h>

static double quantity_of(const struct sw_figures *f, const struct sw_limit *limit)
{
    switch (limit->quantity) {
    case SW_PARALLELISM:
        return sw_parallelism(f->work, f->span);
    case SW_BURDENED_PARALLELISM:
        return sw_parallelism(f->work, f->burdened_span);
    case SW_SPAN:
        return (double)f->span;
    case SW_WORK:
        return (double)f->work;
    case SW_SPEEDUP:
        break;
    }
    return sw_speedup_bounds(f, limit->processors).lower;
}

int sw_quantity_is_cost(enum sw_quantity quantity)
{
    return quantity == SW_SPAN || quantity == SW_WORK;
}

SW_NAMES(sw_quantity_name, enum sw_quantity, "parallelism", "burdened_parallelism", "span", "work",
         "speedup")

/* Nothing measured keeps no limit from below: there is no parallelism. */
static void judge(struct sw_ruling *v)
{
    v->is_upper = sw_quantity_is_cost(v->quantity);
    v->is_broken = v->is_upper ? !(v->value <= v->limit) : !(v->value >= v->limit);
    v->excess = v->is_upper ? v->value / v->limit : v->limit / v->value;
    if (isnan(v->excess))
        v->excess = INFINITY;
}

static const enum sw_subject subjects[] = {SW_SUBJECT_PROGRAM, SW_SUBJECT_REGION, SW_SUBJECT_SITE};

/* The speedup of a program that was simulated is that of the run; NAN: there is none on so many. */
static double value_of(const struct sw_profile *p, const struct sw_limit *limit,
                       const struct sw_figures *figures)
{
    if (limit->quantity != SW_SPEEDUP || limit->scope.kind != SW_SCOPE_WHOLE || !p->n_simulations)
        return quantity_of(figures, limit);
    const struct sw_simulation *s = sw_simulation_on(p, limit->processors);
    return s ? sw_simulation_speedup(p, s) : NAN;
}

/* What the baseline had there; that it may not have it is no error. */
static double before(const struct sw_check *check, const struct sw_limit *limit)
{
    struct sw_scope_found found;
    char why[1024];
    if (!check->baseline || sw_scope_find(check->baseline, &limit->scope, &found, why, sizeof why))
        return NAN;
    return value_of(check->baseline, limit, &found.figures);
}

/* What the program's speedup is lost to on so many processors, as the verdict has it. */
static int explain(struct sw_check *check, struct sw_ruling *v)
{
    if (v->quantity != SW_SPEEDUP || v->subject != SW_SUBJECT_PROGRAM || check->verdict.processors)
        return 0;
    int error = sw_verdict_of_profile(&check->verdict, check->profile, v->processors);
    if (!error && check->verdict.cause < SW_WHY_CAUSES && check->verdict.n_losses &&
        check->verdict.processors == v->processors) {
        v->loss = &check->verdict.losses[0];
        v->lost_before = NAN;
    }
    return error;
}

static int check_limit(struct sw_check *check, const struct sw_limit *limit, char *why,
                       size_t why_size)
{
    struct sw_scope_found found;
    if (limit->is_time && strcmp(sw_string(check->profile->unit), "ns")) {
        snprintf(why, why_size, "--max-%s=%s is a time, and the profile is in %s",
                 sw_quantity_name(limit->quantity), limit->text, sw_string(check->profile->unit));
        return -EINVAL;
    }
    struct sw_units units = {sw_string(check->profile->unit), 0};
    if (limit->quantity == SW_SPEEDUP && !sw_units_is_length(&units)) {
        snprintf(why, why_size,
                 "--min-speedup=%s: the profile is in %s, which say nothing about speedups",
                 limit->text, units.unit);
        return -EINVAL;
    }
    int error = sw_scope_find(check->profile, &limit->scope, &found, why, why_size);
    if (error)
        return error;
    if (limit->quantity == SW_SPEEDUP && limit->scope.kind == SW_SCOPE_WHOLE &&
        check->profile->n_simulations && !sw_simulation_on(check->profile, limit->processors)) {
        snprintf(why, why_size,
                 "--min-speedup=%s: the profile has no run on %" PRIu64
                 " processors; 'spanwise run -N %" PRIu64 "' makes one",
                 limit->text, limit->processors, limit->processors);
        return -ENOENT;
    }
    struct sw_ruling *v = &check->rulings[check->n++];
    *v = (struct sw_ruling){
        .subject = subjects[limit->scope.kind],
        .name = limit->scope.name,
        .quantity = limit->quantity,
        .processors = limit->processors,
        .value = value_of(check->profile, limit, &found.figures),
        .limit = limit->bound,
        .before = before(check, limit),
        .site = found.site,
    };
    judge(v);
    return v->is_broken ? explain(check, v) : 0;
}

static int compare_with_baseline(struct sw_check *check, double tolerance)
{
    if (!check->baseline)
        return 0;
    int error = sw_diff_make(&check->diff, check->baseline, check->profile);
    if (!error)
        error = sw_promise_make(&check->promise, check->baseline, check->profile);
    if (!error)
        check->tolerance = !isnan(tolerance)                ? tolerance
                           : sw_diff_is_noisy(&check->diff) ? SW_CHECK_NOISY_TOLERANCE
                                                            : SW_CHECK_TOLERANCE;
    return error;
}

int sw_check_make(struct sw_check *check, const struct sw_profile *profile,
                  const struct sw_limit *limits, size_t n_limits, const struct sw_profile *baseline,
                  double tolerance, char *why, size_t why_size)
{
    *check = (struct sw_check){.profile = profile, .baseline = baseline};
    snprintf(why, why_size, "not enough memory");
    int error = compare_with_baseline(check, tolerance);
    /* Three of each subject, one for all sites, and the speedup. */
    size_t most = n_limits + 3 * (1 + check->diff.n_regions + check->diff.n_sites) + 2;
    check->rulings = calloc(most, sizeof *check->rulings);
    if (!error && !check->rulings)
        error = -ENOMEM;
    for (size_t i = 0; !error && i < n_limits; i++)
        error = check_limit(check, &limits[i], why, why_size);
    if (error) {
        sw_check_release(check);
        return error;
    }
    if (baseline)
        sw_check_against_baseline(check);
    for (size_t i = 0; i < check->n; i++)
        check->n_broken += check->rulings[i].is_broken != 0;
    return 0;
}

void sw_check_release(struct sw_check *check)
{
    sw_diff_release(&check->diff);
    sw_promise_release(&check->promise);
    sw_verdict_release(&check->verdict);
    free(check->rulings);
    *check = (struct sw_check){0};
}

struct sw_verdict_place sw_ruling_place(const struct sw_check *check, const struct sw_ruling *v)
{
    const struct sw_place none = {0}, *at = &none;
    if (v->loss && v->loss->n_places)
        return v->loss->places[0];
    if (v->site != SW_NO_SITE)
        at = &check->profile->sites[v->site].caller_place;
    return sw_verdict_place_at(at);
}

int sw_check_is_whole(const struct sw_profile *p, const char *name, char *why, size_t why_size)
{
    if (WIFSIGNALED(p->status))
        snprintf(why, why_size, "'%s' is of a program that was killed by signal %d (%s)", name,
                 WTERMSIG(p->status), strsignal(WTERMSIG(p->status)));
    else if (p->flags & (SW_PROFILE_INCOMPLETE | SW_PROFILE_DAMAGED))
        snprintf(why, why_size, "'%s' is incomplete: the program did not return from main", name);
    else if (p->flags & SW_PROFILE_IN_REGION)
        snprintf(why, why_size, "'%s' is incomplete: the program ended inside a parallel region",
                 name);
    else if (p->status)
        snprintf(why, why_size, "'%s' is of a program that failed, with exit status %d", name,
                 WEXITSTATUS(p->status));
    else
        return 0;
    return -EINVAL;
}
