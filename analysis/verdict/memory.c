/* The ledger's cause memory: what a run on N cores takes longer where they want more bandwidth than the machine has. */
#include "analysis/verdict/verdict_parts.h"
#include "analysis/workspan/sites.h"

#define LITTLE 0.01 /* of what is lost: no place of its own */

/* The speedup s, if the run takes `more` of the time that speedup `now` stands for on top of that. */
static double slowed(double s, double now, double more)
{
    return isnan(s) ? s : 1 / (1 / s + more / now);
}

/* What is fixed wants memory, too: serial code that moves much gets no faster on more cores than there is bandwidth for. Of grain, one core
 * pays as well, and its speedup may be more than that of its work. */
static double limited(double without, enum sw_why cause, double now, double most)
{
    return cause == SW_WHY_GRAIN || isnan(without) ? without : fmax(now, fmin(without, most));
}

static void slow_losses(struct sw_verdict *v, const struct sw_bandwidth *b)
{
    double slowdown = b->slowdown;
    for (size_t i = 0; i < v->n_losses; i++) {
        struct sw_verdict_loss *loss = &v->losses[i];
        loss->speedup_without = limited(slowed(loss->speedup_without, v->speedup, slowdown - 1),
                                        loss->cause, v->speedup / slowdown, b->most);
    }
    sw_ledger_scale(v, 1 / slowdown);
    v->work /= slowdown;
    v->away /= slowdown;
    v->speedup /= slowdown;
}

static int add_loss(struct sw_verdict *v, const struct sw_profile *p, const struct sw_bandwidth *b)
{
    struct sw_verdict_loss *loss = sw_ledger_row(v, SW_WHY_MEMORY);
    double lost = 0;
    loss->lost = 1 - 1 / b->slowdown;
    loss->speedup_without = v->speedup * b->slowdown;
    for (size_t i = 0; i < b->n; i++)
        lost += b->demands[i].lost_ns;
    for (size_t i = 0; i < b->n && b->demands[i].lost_ns > LITTLE * lost; i++, loss->n_all++) {
        const struct sw_demand *d = &b->demands[i];
        const struct sw_place *at;
        if (loss->n_places == SW_VERDICT_PLACES)
            continue;
        int error = sw_demand_place(d, p, &at);
        if (error)
            return error;
        struct sw_verdict_place *place = &loss->places[loss->n_places++];
        *place = sw_verdict_place_at(at);
        place->form = 2 * d->moving_ns > d->lost_ns ? SW_FORM_MOVED : SW_FORM_NONE;
        place->lost = loss->lost * d->lost_ns / lost;
    }
    return 0;
}

/* On other numbers of cores, too. */
static int slow_expected(struct sw_verdict *v, const struct sw_profile *p)
{
    for (size_t i = 0; i < v->n_expected; i++) {
        struct sw_bandwidth b;
        int error = sw_bandwidth_make(&b, p, v->expected[i].processors);
        v->expected[i].speedup /= error ? 1 : b.slowdown;
        sw_bandwidth_release(&b);
        if (error == -ENOMEM)
            return error;
    }
    return 0;
}

int sw_verdict_take_memory(struct sw_verdict *v, const struct sw_profile *p)
{
    struct sw_bandwidth *b = &v->memory.bandwidth;
    const char *name = "the machine that was given";
    int error = sw_bandwidth_make(b, p, v->processors);
    if (error || isnan(v->speedup))
        return error == -ENOMEM ? error : 0;
    v->memory.is_known = true;
    v->memory.machine = *sw_string(b->machine.name) ? b->machine.name : name;
    v->memory.chosen = sw_string(p->machine_chosen);
    v->memory.first = b->n ? b->demands[0] : (struct sw_demand){.enough = (double)INFINITY};
    v->not_looked_at &= ~(1u << SW_WHY_MEMORY);
    slow_losses(v, b);
    if (b->slowdown <= 1)
        return 0;
    v->certainty = SW_CERTAIN_ABOUT;
    error = add_loss(v, p, b);
    return error ? error : slow_expected(v, p);
}
