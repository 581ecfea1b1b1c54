/*
 * Makes a profile of a program that was simulated, of OpenMP or of threads. The dag's constructs become the profile's, with what is on the critical path beside; and those at one
 * address of the program, wherever they stand in the tree, become a site.
 */
#include "base/order.h"
#include "collect/front_end.h"
#include "live/openmp.h"

struct gathering {
    struct sw_profile *profile;
    const struct sw_live *live;
    const struct sw_omp_record *record;
    struct sw_amount *on_path; /* by construct */
    struct sw_construct *constructs;
    uint32_t *single; /* of a barrier that is the end of one: which; 0: of all else */
    uint32_t n;
};

/* What the constructs of one address are called. */
static const char *const names[SW_CONSTRUCT_KINDS] = {
    [SW_CONSTRUCT_SERIAL] = "serial code",
    [SW_CONSTRUCT_PARALLEL] = "omp parallel",
    [SW_CONSTRUCT_LOOP] = "omp for",
    [SW_CONSTRUCT_SECTIONS] = "omp sections",
    [SW_CONSTRUCT_SINGLE] = "omp single",
    [SW_CONSTRUCT_TASK] = "omp task",
    [SW_CONSTRUCT_TASKLOOP] = "omp taskloop",
    [SW_CONSTRUCT_CRITICAL] = "omp critical",
    [SW_CONSTRUCT_LOCK] = "omp lock",
    [SW_CONSTRUCT_ORDERED] = "omp ordered",
    [SW_CONSTRUCT_BARRIER] = "omp barrier",
    [SW_CONSTRUCT_TASKWAIT] = "omp taskwait",
    [SW_CONSTRUCT_TASKGROUP] = "omp taskgroup",
    [SW_CONSTRUCT_TEAMS] = "omp teams",
    [SW_CONSTRUCT_REDUCTION] = "omp reduction",
    [SW_CONSTRUCT_SPIN] = "omp spin",
};

const char *sw_omp_construct_name(uint32_t kind)
{
    return names[kind < SW_CONSTRUCT_KINDS ? kind : 0];
}

static uint64_t ns(const struct gathering *g, uint64_t ticks)
{
    return sw_live_to_ns(g->live, ticks);
}

/* Of threads that the program makes itself, those that had a processor. */
static uint64_t at_once(const struct sw_omp_record *r)
{
    if (!r->cores)
        return r->at_once;
    return r->cores->most < r->cores->n ? r->cores->most : r->cores->n;
}

static const char *name_of(const struct gathering *g, uint32_t kind)
{
    return g->record->cores ? sw_vthreads_construct_name(kind) : sw_omp_construct_name(kind);
}

static void fill_construct(struct gathering *g, uint32_t i)
{
    const struct sw_dag_record *from = sw_dag_record(&g->record->dag, i);
    const uint64_t *k = from->counters;
    uint64_t reached = g->record->reached.clock;
    g->constructs[i] = (struct sw_construct){
        .parent = i ? from->parent : 0,
        .site = SW_CONSTRUCT_NO_SITE,
        .kind = i ? from->kind : SW_CONSTRUCT_SERIAL,
        .count = i ? from->count + k[SW_OMP_OPEN] : 1,
        .work = ns(g, from->work),
        .total_work = ns(g, from->work),
        .span = ns(g, from->span),
        .burdened_span = ns(g, from->burdened),
        .on_span = ns(g, g->on_path[i].cost),
        .count_on_span = g->on_path[i].count,
        .elapsed = ns(g, k[SW_OMP_ELAPSED] + k[SW_OMP_OPEN_TOP] * reached),
        .busy = ns(g, k[SW_OMP_BUSY]),
        .longest = ns(g, k[SW_OMP_LONGEST]),
        .workers = ns(g, k[SW_OMP_WORKERS]),
        .wait = ns(g, k[SW_OMP_WAIT]),
        .lock_wait = ns(g, k[SW_OMP_LOCK_WAIT]),
        .overhead = ns(g, k[SW_OMP_OVERHEAD]),
        .largest = ns(g, k[SW_OMP_LARGEST]),
        .threads = i ? k[SW_OMP_THREADS] : at_once(g->record),
        .chunks = k[SW_OMP_CHUNKS],
        .iterations = k[SW_OMP_ITERATIONS],
        .schedule = k[SW_OMP_SCHEDULE] & 0xff,
        .chunk = k[SW_OMP_SCHEDULE] >> 8,
        .held = ns(g, k[SW_OMP_HELD]),
        .lock = k[SW_OMP_WHICH],
        .at_once = {{k[SW_OMP_FULL], ns(g, k[SW_OMP_FULL_TIME]), ns(g, k[SW_OMP_FULL_IDLE])},
                    {k[SW_OMP_INCLUDED], ns(g, k[SW_OMP_INCLUDED_TIME]),
                     ns(g, k[SW_OMP_INCLUDED_IDLE])}},
        .occupied = ns(g, k[SW_OMP_OCCUPIED] + k[SW_OMP_OPEN_THREADS] * reached),
        .inner = k[SW_OMP_INNER],
        .under_way = k[SW_OMP_OPEN],
    };
}

/* Each thread that came to a loop is an instance of it in the dag; for people, all of them are one. */
static void count_instances(struct gathering *g, uint32_t i)
{
    struct sw_construct *c = &g->constructs[i];
    uint32_t region = c->parent;
    while (region && !sw_construct_is_team(&g->constructs[region]))
        region = g->constructs[region].parent;
    const struct sw_construct *r = &g->constructs[region];
    if ((c->kind == SW_CONSTRUCT_LOOP || c->kind == SW_CONSTRUCT_SECTIONS) && r->threads)
        c->count = (c->threads * r->count + r->threads / 2) / r->threads;
}

/*
 * Whether a call of a barrier is a part of a single. gcc ends a single with a barrier like any other, and what a thread did
 * from the single's begin to that call has been counted for the call: before the others had come it could not be known
 * what it was. Afterwards it can: whenever threads met there they waited for the single, or hardly ever for anything
 * else. That is a question about the program's text, which one instance does not answer.
 */
#define HARDLY_EVER 9 /* times as often */

static uint32_t single_of(const struct sw_dag_record *r)
{
    uint64_t ends = r->counters[SW_OMP_SINGLE_ENDS], single = r->counters[SW_OMP_SINGLE_AT];
    bool it_is = r->kind == SW_CONSTRUCT_BARRIER && ends && ends >= HARDLY_EVER * r->count;
    return it_is && single != UINT64_MAX ? (uint32_t)single : 0;
}

/* All that was counted of the call is the single's. */
static void join_single(struct gathering *g, uint32_t i)
{
    struct sw_construct *from = &g->constructs[i], *to;
    g->single[i] = single_of(sw_dag_record(&g->record->dag, i));
    if (!g->single[i])
        return;
    to = &g->constructs[g->single[i]];
    to->work += from->work;
    to->total_work += from->work;
    to->on_span += from->on_span;
    to->count += from->count;
    to->elapsed += from->elapsed;
    to->busy += from->busy;
    to->longest += from->longest;
    to->workers += from->workers;
    to->wait += from->wait;
    to->overhead += from->overhead;
    to->threads += from->threads;
    *from = (struct sw_construct){
        .parent = from->parent, .site = SW_CONSTRUCT_NO_SITE, .kind = from->kind};
}

/* Barriers that have become a part of a single go. Nothing is inside them, so no parent does. */
static void drop_joined(struct gathering *g)
{
    uint32_t *number = g->single, n = 0;
    for (uint32_t i = 0; i < g->n; i++) {
        if (g->single[i])
            continue;
        g->constructs[n] = g->constructs[i];
        g->constructs[n].parent = number[g->constructs[i].parent];
        number[i] = n++;
    }
    g->n = n;
    g->profile->n_constructs = n;
    g->profile->simulations->n = n;
}

/* The parent's number is lower. */
static void sum_up(struct gathering *g)
{
    for (uint32_t i = g->n; i-- > 1;)
        g->constructs[g->constructs[i].parent].total_work += g->constructs[i].total_work;
}

static uint32_t site_kind(uint32_t construct)
{
    switch (construct) {
    case SW_CONSTRUCT_LOOP:
    case SW_CONSTRUCT_SECTIONS:
    case SW_CONSTRUCT_TASKLOOP:
        return SW_SITE_LOOP;
    case SW_CONSTRUCT_PARALLEL:
    case SW_CONSTRUCT_TASK:
    case SW_CONSTRUCT_TEAMS:
    case SW_CONSTRUCT_THREAD:
        return SW_SITE_SPAWN;
    default:
        return SW_SITE_SCOPE;
    }
}

/* The site of that kind and address, by its label; made if there is none. */
static uint32_t site_of(struct gathering *g, uint32_t kind, uint64_t address)
{
    struct sw_profile *p = g->profile;
    const char *name = name_of(g, kind);
    for (size_t i = 0; i < p->n_sites; i++)
        if (p->sites[i].address == address && !strcmp(p->sites[i].callee_place.function, name))
            return (uint32_t)i;
    SW_ROOM_FOR_MORE(p->sites, p->n_sites);
    p->sites[p->n_sites] = (struct sw_site){
        .address = address,
        .kind = site_kind(kind),
        .flags = SW_SITE_LABELLED,
        .caller_place = SW_NOWHERE,
        .callee_place = {.function = sw_gather_need(strdup(name)), .file = sw_profile_empty},
    };
    return (uint32_t)p->n_sites++;
}

/* What is outside all regions is a site as well: so that all of them make up the span. It is the serial code alone, not the
 * program, which would make it look parallel. */
static int add_sites(struct gathering *g)
{
    uint32_t root = site_of(g, SW_CONSTRUCT_SERIAL, 0);
    g->profile->sites[root].kind = SW_SITE_ROOT;
    for (uint32_t i = 1; i < g->n; i++) {
        if (g->single[i])
            continue;
        struct sw_construct *c = &g->constructs[i];
        uint64_t address = sw_dag_record(&g->record->dag, i)->address;
        c->site = site_of(g, c->kind, address ? address - 1 : 0);
        if (g->record->cores && c->kind == SW_CONSTRUCT_LOCK)
            sw_trails_add(g->profile, g->live, SW_TRAIL_MADE(c->lock));
        g->profile->sites[c->site].callee =
            sw_dag_record(&g->record->dag, i)->counters[SW_OMP_BODY];
        for (unsigned k = 0; k < SW_SITE_CALLERS && k < SW_OMP_CALLERS; k++) {
            uint64_t by = sw_dag_record(&g->record->dag, i)->counters[SW_OMP_CALLER + k];
            g->profile->sites[c->site].callers[k] = by ? by - 1 : 0;
        }
    }
    return sw_construct_sites_fill(g->profile);
}

/* Traffic, by what ran. A barrier that is the end of a single is that. */
static void add_traffic(struct gathering *g)
{
    uint32_t root = site_of(g, SW_CONSTRUCT_SERIAL, 0);
    for (uint32_t i = 0; i < g->n; i++) {
        uint32_t c = g->single[i] ? g->single[i] : i;
        sw_memory_add_piece(g->profile, g->live, i, c ? g->constructs[c].site : root, 0);
    }
}

/* Outside all regions. */
static bool is_outermost(const struct gathering *g, uint32_t i)
{
    for (uint32_t up = g->constructs[i].parent; up; up = g->constructs[up].parent)
        if (sw_construct_is_team(&g->constructs[up]))
            return false;
    return true;
}

static void add_threads(const struct gathering *g, struct sw_simulation *s)
{
    for (uint32_t i = 0; i < SW_OMP_NUMBERS; i++) {
        uint64_t busy = ns(g, g->record->busy[i]) + (i ? 0 : s->serial);
        s->busy += busy;
        s->longest = busy > s->longest ? busy : s->longest;
    }
}

static void add_costs(const struct gathering *g, struct sw_simulation *s)
{
    struct sw_omp_costs from = g->record->costs;
    for (int i = 0; i < SW_OMP_COSTS; i++)
        *sw_omp_cost(&s->costs, i) = ns(g, *sw_omp_cost(&from, i));
}

static void simulate(const struct gathering *g, struct sw_simulation *s)
{
    const struct sw_omp_record *r = g->record;
    bool is_cut = r->region || !g->live->ended;
    uint64_t inside = 0;
    s->processors = g->live->options.processors;
    s->threads = r->processors ? r->processors : 1;
    s->time = ns(g, is_cut ? sw_most(r->clock, r->reached.clock) : r->clock);
    s->work = g->constructs[0].total_work;
    s->span = ns(g, is_cut ? sw_most(r->end.span, r->reached.span) : r->end.span);
    s->burdened_span =
        ns(g, is_cut ? sw_most(r->end.burdened, r->reached.burdened) : r->end.burdened);
    s->regions = r->regions + (r->region != 0);
    s->n = g->n;
    for (uint32_t i = 1; i < g->n; i++) {
        const struct sw_construct *c = &g->constructs[i];
        inside += sw_construct_is_team(c) && is_outermost(g, i) ? c->elapsed : 0;
        s->wait += sw_construct_ends_in_barrier(c) ? 0 : c->wait;
        s->lock_wait += c->lock_wait;
        s->overhead += c->overhead;
    }
    s->serial = s->time > inside ? s->time - inside : 0;
    if (!s->processors)
        s->processors = s->threads;
    add_threads(g, s);
    add_costs(g, s);
}

static void fill_whole(struct sw_profile *p, const struct sw_simulation *s)
{
    p->whole = (struct sw_figures){
        .count = 1, .work = s->work, .span = s->span, .burdened_span = s->burdened_span};
    for (size_t i = 0; i < p->n_constructs; i++) {
        const struct sw_construct *c = &p->constructs[i];
        bool spawns = site_kind(c->kind) != SW_SITE_SCOPE;
        p->whole.spawns += spawns ? c->chunks : 0;
        p->whole.spawns += c->kind == SW_CONSTRUCT_PARALLEL ? c->threads : 0;
        p->whole.syncs += i ? c->count : 0;
    }
}

/* Of a path, those in regions and those outside. */
static void sum_samples(const struct sw_dag *dag, const struct sw_amount *on_path,
                        struct sw_gathered_samples *samples)
{
    for (uint32_t path = 1; path < samples->n; path++)
        for (int where = 0; where < SW_OMP_ITEMS; where++) {
            uint32_t item = sw_omp_item(path, where);
            if (item >= dag->n_items)
                return;
            uint64_t on_span = on_path[item].cost, all = dag->items[item];
            samples->on_span[path] += on_span;
            samples->others[path] += all > on_span ? all - on_span : 0;
            samples->serial[path] += where == SW_OMP_ITEM_OUTSIDE ? all : 0;
        }
}

static uint64_t count_samples(const struct sw_sampled *s)
{
    uint64_t n = 0;
    for (size_t i = 0; i < s->n_paths; i++)
        n += s->paths[i].on_work;
    return n;
}

/* As constructs of the dag: none is another's part yet. */
static uint32_t *add_pieces(struct gathering *g)
{
    const struct sw_dag *dag = &g->record->dag;
    uint32_t n = sw_dag_n_constructs(dag), *pieces;
    SW_ROOM(pieces, n);
    for (uint32_t i = 0; i < n; i++) {
        struct sw_piece piece = {.key = sw_omp_rate_key(g->live, dag, i),
                                 .work = ns(g, sw_dag_record(dag, i)->work),
                                 .on_span = ns(g, g->on_path[i].cost)};
        if (piece.work && !g->record->cores) /* threads have no steady time */
            pieces[i] = sw_pieces_add(g->profile, &piece);
    }
    return pieces;
}

/* Those of other OS threads are taken, and are not in the figures. */
static void gather_samples(struct gathering *g, const struct sw_amount *on_path)
{
    struct sw_gathered_samples samples = {.pieces = add_pieces(g),
                                          .n_pieces = sw_dag_n_constructs(&g->record->dag)};
    sw_gather_samples_init(&samples, g->live);
    sum_samples(&g->record->dag, on_path, &samples);
    if (g->record->cores)
        sw_vthreads_mark_paths(&samples, g->record->cores);
    sw_gather_samples_fill(&samples, g->profile, g->live);
    if (g->record->cores) {
        sw_vthreads_add_lanes(g->profile, g->live, g->record->cores, &samples);
        sw_vthreads_add_late(g->constructs, &g->record->dag, &samples);
    }
    g->profile->sampled.taken = count_samples(&g->profile->sampled);
    uint64_t unsampled = ns(g, g->record->unsampled);
    uint64_t rate = g->profile->sampled.rate;
    /* A part that matters, and that a sample would have fallen into. */
    if (rate && unsampled * 20 > g->profile->simulations->work && unsampled >= 1000000000 / rate)
        sw_profile_warn(
            g->profile,
            g->record->cores
                ? "the first %.3f s, before the first thread was started, were not sampled"
                : "the first %.3f s, before the first parallel region, were not sampled: "
                  "the program opened its OpenMP runtime later",
            (double)unsampled / 1e9);
}

/* Of several OS threads that have come to regions, that which worked most is the program's. One that has
 * not may be there as well: that which the program began on. */
static const struct sw_omp_record *main_record(const struct sw_live *live, unsigned *n)
{
    const struct sw_omp_record *best = NULL;
    for (const struct sw_omp_record *r = atomic_load(&live->openmp); r; r = r->next) {
        bool has_regions = r->processors > 0;
        *n += has_regions;
        if (!best || has_regions > (best->processors > 0) ||
            (has_regions == (best->processors > 0) &&
             sw_most(r->clock, r->reached.clock) > sw_most(best->clock, best->reached.clock)))
            best = r;
    }
    return best;
}

bool sw_simulation_is_there(const struct sw_live *live)
{
    return atomic_load(&live->openmp);
}

int sw_simulation_gather(struct sw_profile *p, struct sw_live *live, bool careful SW_UNUSED)
{
    for (uint32_t i = 0; i < sw_threads_count(live); i++)
        if (live->threads[i])
            sw_threads_add(p, live, live->threads[i]);
    unsigned n_records = 0;
    struct gathering g = {.profile = p, .live = live, .record = main_record(live, &n_records)};
    if (g.record->is_void)
        return -ENODATA;
    uint32_t n_items = g.record->dag.n_items;
    struct sw_amount *items;
    SW_ROOM(items, n_items);
    g.n = sw_dag_n_constructs(&g.record->dag);
    SW_ROOM(g.on_path, g.n);
    SW_ROOM(g.single, g.n);
    SW_ROOM(p->simulations, 1);
    p->constructs = SW_ROOM(g.constructs, g.n);
    p->n_constructs = g.n;
    p->n_simulations = 1;
    if (!sw_dag_sum(&g.record->dag, &g.record->end, g.on_path, g.n, items, n_items))
        return -EBADMSG;
    for (uint32_t i = 0; i < g.n; i++)
        fill_construct(&g, i);
    for (uint32_t i = 0; i < g.n; i++)
        count_instances(&g, i);
    for (uint32_t i = 0; i < g.n; i++)
        join_single(&g, i);
    sum_up(&g);
    simulate(&g, p->simulations);
    p->flags |= g.record->region ? SW_PROFILE_IN_REGION : 0;
    p->circumstances.events += g.record->events;
    fill_whole(p, p->simulations);
    if (n_records > 1)
        sw_profile_warn(p,
                        "%u threads of the program used OpenMP, each with its own team: this is "
                        "the one that worked longest",
                        n_records);
    if (sw_dag_lost(&g.record->dag))
        sw_profile_warn(p, "the profiler's memory was full: some records are missing");
    if (!p->simulations->regions && g.record->cores)
        sw_profile_warn(p, "the program started no thread: all of it is serial");
    else if (!p->simulations->regions)
        sw_profile_warn(p, live->ended
                               ? "the program never entered an OpenMP parallel region: all of it "
                                 "is serial, unless it refuses that many threads (try a smaller -N)"
                               : "the program was ended, by a signal or _exit(), before it entered "
                                 "an OpenMP parallel region");
    if (p->simulations->threads > 1 && live->options.meter == SW_METER_TIME && !g.record->cores &&
        !p->simulations->costs.barrier_thread)
        sw_profile_warn(p,
                        "the cost of regions and barriers could not be measured (the machine was "
                        "busy, has one core, or no OpenMP runtime): they are simulated as free");
    gather_samples(&g, items);
    int error = add_sites(&g);
    add_traffic(&g);
    drop_joined(&g);
    if (g.record->cores)
        sw_vthreads_shape(p->simulations, g.constructs, live, g.record->cores);
    sw_simulation_gather_tree(p, live, g.record);
    return error;
}
