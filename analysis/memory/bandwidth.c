#include "analysis/memory/bandwidth.h"
#include "analysis/memory/traffic.h"
#include "analysis/simulation/simulation.h"
#include "analysis/workspan/bounds.h"
#include "analysis/workspan/functions.h"
#include "analysis/workspan/sites.h"
#include "base/order.h"
#include "profile/whose.h"

#define ROUNDING 1.001 /* what is wanted may be what there is, to the last digit */

double sw_traffic_between(const double bytes[SW_CAPACITIES], double cache_bytes)
{
    double at = fmin(fmax(log2(fmax(cache_bytes, 1)) - SW_CAPACITY_LOG, 0), SW_CAPACITIES - 1);
    unsigned low = (unsigned)at, high = low + 1 < SW_CAPACITIES ? low + 1 : low;
    return bytes[low] + (at - low) * (bytes[high] - bytes[low]);
}

typedef const uint32_t by_hash[SW_CAPACITIES];

/* Bytes of what comes, with such a cache, and of what goes back unless that is NULL. */
static double moves_at(by_hash *fills, by_hash *back, double cache_bytes)
{
    double bytes[SW_CAPACITIES];
    for (unsigned i = 0; i < SW_CAPACITIES; i++)
        bytes[i] = (double)(sw_traffic_bytes(fills, i) + (back ? sw_traffic_bytes(back, i) : 0));
    return sw_traffic_between(bytes, cache_bytes);
}

double sw_traffic_at(const struct sw_traffic *t, double cache_bytes)
{
    return moves_at(t->fills, t->back, cache_bytes);
}

static double wanted(const struct sw_machine *m, double mb_s)
{
    return fmin(mb_s, sw_machine_bandwidth(m, 1));
}

double sw_bandwidth_factor(const struct sw_machine *m, double mb_s, double cores)
{
    double factor = cores * wanted(m, mb_s) / sw_machine_bandwidth(m, cores);
    return factor > ROUNDING ? factor : 1; /* NAN as well */
}

double sw_bandwidth_enough_for(const struct sw_machine *m, double mb_s)
{
    for (unsigned n = 2; n <= m->processors; n++)
        if (sw_bandwidth_factor(m, mb_s, n) > 1)
            return sw_machine_bandwidth(m, n) / wanted(m, mb_s);
    return INFINITY;
}

struct maker {
    struct sw_bandwidth *to;
    const struct sw_profile *profile;
    const struct sw_simulation *simulation; /* NULL: none */
    double ns;                              /* of a unit */
    double time;                            /* T(N), without what is lost to memory */
    double part; /* of the program that was followed: the rest is taken to be like it */
};

/* Counted instructions are taken as one a cycle, of a machine that has a clock. */
static double ns_of_unit(const struct sw_machine *m, const struct sw_profile *p)
{
    if (!strcmp(sw_string(p->unit), "ns"))
        return 1;
    return m->ghz > 0 && !strcmp(sw_string(p->unit), "instructions") ? 1 / m->ghz : 0;
}

/* What each core needs for itself has its share of the caches only: fills, and as many write-backs for each as all have. */
static double more_by_share(const struct sw_machine *m, const struct sw_traffic_piece *piece,
                            double cores)
{
    double share = sw_machine_cache_share(m, cores);
    double more = moves_at(piece->own.fills, NULL, share) -
                  moves_at(piece->own.fills, NULL, sw_machine_cache(m, cores));
    double fills = moves_at(piece->traffic.fills, NULL, share);
    return more > 0 && fills > 0 ? more * sw_traffic_at(&piece->traffic, share) / fills : 0;
}

static void demand(const struct maker *m, struct sw_demand *d)
{
    const struct sw_machine *machine = &m->to->machine;
    d->cache = sw_machine_cache(machine, d->at_once);
    d->bytes =
        (sw_traffic_at(d->traffic, d->cache) + more_by_share(machine, d->piece, d->at_once)) /
        m->part;
    d->mb_s = d->ns > 0 ? wanted(machine, d->bytes / d->ns * 1e3) : 0;
    d->enough = sw_bandwidth_enough_for(machine, d->mb_s);
    d->factor = sw_bandwidth_factor(machine, d->mb_s, d->at_once);
}

/* Native, by the mean of the program. */
static double ns_of_instruction(const struct maker *m)
{
    double all = (double)m->profile->memory.instructions;
    return all > 0 ? (double)m->profile->whole.work * m->ns * m->part / all : 0;
}

/* Which part of a piece's lines such a cache does not hold any more, of those that the smallest has not. */
static double gone(const struct sw_demand *d, double transfers, double cache_bytes)
{
    double line = 1 << SW_LINE_LOG,
           all = fmax(transfers, moves_at(d->traffic->fills, NULL, 0) / line);
    return all > 0 ? fmin(1, moves_at(d->traffic->fills, NULL, cache_bytes) / line / all) : 0;
}

/* Two things at a time, of which the shorter one is mostly hidden. */
static double together(double a, double b)
{
    return cbrt(a * a * a + b * b * b);
}

/*
 * Lines that no cache holds any more come from memory, and those that the other core's has lost by the last level. While lines
 * come one after the other, who has asked for them works on: together that takes more than the longer of the two, and less than both.
 */
static void communicate(const struct maker *m, struct sw_demand *d, const struct sw_moved *moved)
{
    const struct sw_transfers *ns = &m->to->machine.transfer;
    double n = d->at_once, all = (double)moved->transfers;
    double on = (double)m->profile->memory.processors, cores = (double)m->to->processors;
    double others = on > 1 && cores < on ? (1 - 1 / cores) / (1 - 1 / on) : 1;
    double from_memory = gone(d, all, d->cache);
    double by_llc = fmax(0, gone(d, all, n * m->to->machine.l2) - from_memory);
    double times = others / m->part, apart = (double)moved->apart;
    double streaming = (all - apart) * ((1 - from_memory - by_llc) * ns->streamed +
                                        by_llc * (ns->by_llc > 0 ? ns->by_llc : ns->streamed));
    double beside = (double)moved->beside * ns_of_instruction(m) * (1 - from_memory);
    d->transfers = all * (1 - from_memory) * times;
    d->moving_ns =
        (together(streaming, beside) - beside + apart * (1 - from_memory) * ns->apart) * times / n;
    d->lost_ns += d->moving_ns;
}

/* The threads that are made at one place work beside each other: as long as the one that works most. Where there are more of them
 * than cores, they wait for those as well: as many as work on average outside serial code. */
static double threads_at_once(const struct sw_simulation *s, const struct sw_construct *threads)
{
    double parallel = (double)s->time - (double)s->serial;
    double n = threads->longest ? (double)threads->busy / (double)threads->longest : 1;
    return n > (double)s->processors && parallel > 0 ? fmin(n, (double)s->work / parallel) : n;
}

/* How many cores work in it at a time: of what ends in a barrier its own figures tell, else its team's. */
static double at_once(const struct sw_simulation *s, const struct sw_construct *all, uint32_t i)
{
    while (i && all[i].kind != SW_CONSTRUCT_THREAD &&
           !(sw_construct_is_team(&all[i]) && all[i].elapsed) &&
           !(sw_construct_ends_in_barrier(&all[i]) && all[i].busy && all[i].elapsed))
        i = all[i].parent;
    if (!i)
        return 1;
    double busy = (double)(all[i].busy ? all[i].busy : all[i].total_work);
    double n = all[i].kind == SW_CONSTRUCT_THREAD ? threads_at_once(s, &all[i])
                                                  : busy / (double)all[i].elapsed;
    return fmin((double)s->processors, fmax(1, n));
}

/* A site may stand at several places of the tree of constructs: its time is that of all. */
static void of_constructs(const struct maker *m, struct sw_demand *d)
{
    const struct sw_simulation *s = m->simulation;
    const struct sw_construct *all = m->profile->constructs + s->first;
    bool is_root = all[0].site == SW_CONSTRUCT_NO_SITE &&
                   m->profile->sites[d->site].kind == SW_SITE_ROOT; /* serial code */
    double beside = 0;
    for (uint32_t i = 0; i < s->n; i++)
        if (all[i].site == (i || !is_root ? d->site : SW_CONSTRUCT_NO_SITE)) {
            d->ns += (double)all[i].work * m->ns;
            beside += (double)all[i].work * m->ns / at_once(s, all, i);
        }
    d->at_once = beside > 0 ? d->ns / beside : 1;
    demand(m, d);
    d->lost_ns = beside * (d->factor - 1);
}

/* By its work and what it has of the span, as the time of all is by theirs. What is on the critical path gets longer, too. */
static void of_site(const struct maker *m, struct sw_demand *d, double *work, double *span)
{
    const struct sw_site *site = &m->profile->sites[d->site];
    d->ns = (double)site->on_work.local.work * m->ns;
    double on_span = fmin(d->ns, (double)site->on_span.local.span * m->ns);
    double time = sw_greedy_time(d->ns, on_span, (double)m->to->processors);
    d->at_once = time > 0 ? fmax(1, d->ns / time) : 1;
    demand(m, d);
    *work += d->ns * (d->factor - 1);
    *span += on_span * (d->factor - 1);
    d->lost_ns = d->ns * (d->factor - 1) / d->at_once;
}

/* How long all of it takes, in sum, if all cores are in it at a time. */
static double ns_on_all(const struct maker *m, struct sw_demand d)
{
    d.at_once = (double)m->to->processors;
    demand(m, &d);
    return d.ns * d.factor;
}

static int compare(const void *a, const void *b)
{
    const struct sw_demand *x = a, *y = b;
    return SW_BY(SW_FALLING(x->lost_ns, y->lost_ns), SW_FALLING(x->bytes, y->bytes),
                 SW_RISING(x->site, y->site));
}

static void fill(struct maker *m)
{
    struct sw_bandwidth *to = m->to;
    const struct sw_profile *p = m->profile;
    double one = (double)p->whole.work * m->ns, span = (double)p->whole.span * m->ns;
    double work = one, longer = span, n = (double)to->processors, lost = 0;
    double before = sw_greedy_time(one, span, n), steals = (double)p->whole.burdened_span * m->ns;
    double known = 0, on_all = 0;
    m->time = m->simulation ? (double)m->simulation->time * m->ns
                            : fmin(one, sw_greedy_time(one, fmax(span, steals), n));
    SW_EACH (piece, p->memory.pieces, p->memory.n_pieces) {
        struct sw_demand *d = &to->demands[to->n];
        if (piece->site == SW_TRAFFIC_NO_SITE)
            continue;
        *d = (struct sw_demand){
            .site = piece->site, .traffic = &piece->traffic, .piece = piece, .factor = 1};
        if (m->simulation)
            of_constructs(m, d);
        else
            of_site(m, d, &work, &longer);
        communicate(m, d, &piece->moved);
        work += d->moving_ns * d->at_once;
        lost += d->lost_ns;
        known += d->ns;
        on_all += ns_on_all(m, *d);
        to->bytes += d->bytes;
        to->n++;
    }
    double all = fmax(one, known);
    to->most = all > 0 ? n * all / (all - known + on_all) : n;
    if (!m->simulation)
        lost = sw_greedy_time(work, longer, n) - before;
    to->slowdown = m->time > 0 ? 1 + fmax(0, lost) / m->time : 1;
    qsort(to->demands, to->n, sizeof *to->demands, compare);
}

int sw_bandwidth_make(struct sw_bandwidth *to, const struct sw_profile *p, uint64_t processors)
{
    char why[512];
    struct maker m = {.to = to, .profile = p, .simulation = sw_simulation_on(p, processors)};
    *to = (struct sw_bandwidth){.processors = processors, .slowdown = 1};
    if (!p->memory.is_there || !*sw_string(p->machine) || sw_profile_is_effort(p) ||
        (p->n_simulations && !m.simulation))
        return -ENODATA;
    int error = sw_machine_parse(&to->machine, p->machine, "machine", why, sizeof why);
    m.ns = ns_of_unit(&to->machine, p);
    m.part = sw_traffic_part(p);
    if (!error && (!(m.ns > 0) || !(m.part > 0) || isnan(sw_machine_bandwidth(&to->machine, 1)) ||
                   !(sw_machine_cache(&to->machine, 1) > 0)))
        return -ENODATA;
    to->demands = error ? NULL : calloc(p->memory.n_pieces + 1, sizeof *to->demands);
    if (error || !to->demands)
        return error ?: -ENOMEM;
    fill(&m);
    return 0;
}

void sw_bandwidth_release(struct sw_bandwidth *b)
{
    free(b->demands);
    sw_machine_release(&b->machine);
    *b = (struct sw_bandwidth){0};
}

double sw_demand_transfer_ns(const struct sw_demand *d)
{
    return d->transfers > 0 ? d->moving_ns * d->at_once / d->transfers : 0;
}

/* The lines that are a piece's: a construct's code follows it, up to the next one in the file; a call's is its callee. */
struct extent {
    const char *file, *function; /* function NULL: any; file NULL: everything */
    uint32_t first, end;
};

/* Serial code is started nowhere. */
static bool is_of_threads(const struct sw_profile *p, const struct sw_site *site)
{
    return p->front_end == SW_FRONT_END_THREADS && site->caller_place.line;
}

static struct extent extent_of(const struct sw_profile *p, const struct sw_site *site)
{
    const struct sw_place *at = &site->caller_place;
    struct extent e = {sw_string(at->file), NULL, at->line, UINT32_MAX};
    if (is_of_threads(p, site)) /* where one is made says nothing of its code */
        return (struct extent){NULL, NULL, 0, 0};
    if (!sw_site_is_in_place(site)) {
        at = sw_site_code(site);
        return (struct extent){sw_string(at->file), sw_string(at->function), 0, UINT32_MAX};
    }
    for (size_t i = 0; i < p->n_sites; i++) {
        const struct sw_place *other = &p->sites[i].caller_place;
        if (sw_site_is_in_place(&p->sites[i]) && other->line > at->line && other->line < e.end &&
            !strcmp(sw_string(other->file), e.file))
            e.end = other->line;
    }
    return e;
}

/* Its own line, or one that it was inlined at. */
static bool is_within(const struct extent *e, const struct sw_place *place)
{
    for (; place; place = place->inlined_into)
        if (!e->file || (!strcmp(sw_string(place->file), e->file) && place->line >= e->first &&
                         place->line < e->end &&
                         (!e->function || !strcmp(sw_string(place->function), e->function))))
            return true;
    return false;
}

/* By samples, its function is serial code: no thread's. */
static bool is_serial(const struct sw_functions *functions, const struct sw_place *at)
{
    SW_EACH (f, functions->items, functions->n)
        if (!strcmp(f->function, sw_string(at->function)) && !strcmp(f->file, sw_string(at->file)))
            return 2 * f->serial > f->on_work.total;
    return false;
}

struct moved {
    const struct sw_place *place;
    double bytes;
};

static int by_line(const void *a, const void *b)
{
    const struct sw_place *x = ((const struct moved *)a)->place,
                          *y = ((const struct moved *)b)->place;
    return SW_BY(strcmp(sw_string(x->file), sw_string(y->file)), SW_RISING(x->line, y->line));
}

int sw_demand_place(const struct sw_demand *d, const struct sw_profile *p,
                    const struct sw_place **place)
{
    const struct sw_site *site = &p->sites[d->site];
    struct extent e = extent_of(p, site);
    SW_FREED struct moved *lines = calloc(p->memory.n_sites + 1, sizeof *lines);
    struct moved sum = {0}, most = {0};
    struct sw_functions functions = {0};
    size_t n = 0;
    if (!lines || (is_of_threads(p, site) && sw_functions_make(&functions, p)))
        return -ENOMEM;
    SW_EACH (s, p->memory.sites, p->memory.n_sites) {
        const struct sw_place *at = sw_place_of_reader(&s->place);
        if (at->line && is_within(&e, at) && !is_serial(&functions, at))
            lines[n++] = (struct moved){at, sw_traffic_at(&s->traffic, d->cache)};
    }
    qsort(lines, n, sizeof *lines, by_line);
    for (size_t i = 0; i < n; i++) {
        sum.bytes =
            sum.place && !by_line(&sum, &lines[i]) ? sum.bytes + lines[i].bytes : lines[i].bytes;
        sum.place = lines[i].place;
        if (sum.bytes > most.bytes)
            most = sum;
    }
    sw_functions_release(&functions);
    bool at_callee =
        site->callee_place.line ? !sw_site_is_in_place(site) : !site->caller_place.line;
    *place = most.place ? most.place : at_callee ? &site->callee_place : &site->caller_place;
    return 0;
}
