/* The ledger's cause memory: what a run on N cores takes longer where they want more bandwidth than the machine has. */
#include "analysis/memory/bandwidth.h"
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
        loss->lost /= slowdown;
        loss->speedup_without = limited(slowed(loss->speedup_without, v->speedup, slowdown - 1),
                                        loss->cause, v->speedup / slowdown, b->most);
        for (size_t k = 0; k < loss->n_places; k++)
            loss->places[k].lost /= slowdown;
    }
    v->work /= slowdown;
    v->away /= slowdown;
    v->speedup /= slowdown;
}

static struct sw_verdict_place place_at(const struct sw_place *at)
{
    return (struct sw_verdict_place){
        .file = sw_string(at->file), .function = sw_string(at->function), .line = at->line};
}

static int add_loss(struct sw_verdict *v, const struct sw_profile *p, const struct sw_bandwidth *b)
{
    struct sw_verdict_loss *loss = &v->losses[v->n_losses++];
    double lost = 0;
    *loss = (struct sw_verdict_loss){.cause = SW_WHY_MEMORY,
                                     .lost = 1 - 1 / b->slowdown,
                                     .speedup_without = v->speedup * b->slowdown};
    for (size_t i = 0; i < b->n; i++)
        lost += b->demands[i].lost_ns;
    for (size_t i = 0; i < b->n && b->demands[i].lost_ns > LITTLE * lost; i++, loss->n_all++) {
        const struct sw_place *at;
        if (loss->n_places == SW_VERDICT_PLACES)
            continue;
        int error = sw_demand_place(&b->demands[i], p, &at);
        if (error)
            return error;
        loss->places[loss->n_places] = place_at(at);
        if (2 * b->demands[i].moving_ns > b->demands[i].lost_ns)
            loss->places[loss->n_places].form = SW_FORM_MOVED;
        loss->places[loss->n_places++].lost = loss->lost * b->demands[i].lost_ns / lost;
    }
    return 0;
}

static int describe(struct sw_verdict *v, const struct sw_profile *p, const struct sw_bandwidth *b)
{
    const struct sw_machine *m = &b->machine;
    v->memory = (struct sw_verdict_memory){
        .is_known = true,
        .machine = strdup(m->name && *m->name ? m->name : "the machine that was given"),
        .chosen = sw_string(p->machine_chosen),
        .slowdown = b->slowdown,
        .most = b->most,
        .mb_s = b->n ? b->demands[0].mb_s : 0,
        .enough = b->n ? b->demands[0].enough : (double)INFINITY,
        .all_mb_s = sw_machine_bandwidth(m, (double)v->processors),
        .machine_cores = m->processors,
        .transfers = b->n ? b->demands[0].transfers : 0,
        .transfer_ns = b->n ? sw_demand_transfer_ns(&b->demands[0]) : 0,
        .is_stolen = !p->n_simulations,
        .transfer_as_on = m->transfer_as_on ? strdup(m->transfer_as_on) : NULL};
    return v->memory.machine && !m->transfer_as_on == !v->memory.transfer_as_on ? 0 : -ENOMEM;
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
    struct sw_bandwidth b;
    int error = sw_bandwidth_make(&b, p, v->processors);
    bool is_known = !error && !isnan(v->speedup);
    if (is_known) {
        v->not_looked_at &= ~(1u << SW_WHY_MEMORY);
        error = describe(v, p, &b);
    }
    if (is_known && !error)
        slow_losses(v, &b);
    if (is_known && !error && b.slowdown > 1) {
        v->certainty = SW_CERTAIN_ABOUT;
        error = add_loss(v, p, &b);
        if (!error)
            error = slow_expected(v, p);
    }
    sw_bandwidth_release(&b);
    return error == -ENOMEM ? error : 0;
}
