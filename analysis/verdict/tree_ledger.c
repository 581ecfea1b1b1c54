#include "analysis/verdict/tree_ledger.h"

#include "analysis/predict/fixed.h"
#include "analysis/predict/tree_figures.h"

#define COARSER   1.1  /* times as fast, by fewer and longer tasks: then these are what is wrong */
#define LITTLE    0.01 /* of the processors' time: not looked into */
#define ON_SPAN   0.02 /* of the critical path: who has less is not what it is made of */
#define ROUNDS    6    /* of fixing what the critical path is made of then, ... */
#define SHORT     20   /* ... until it is that part of what each processor has to do */
#define TWENTIETH 20   /* of the longest task: who has less work than that has none */
#define EVEN \
    1.1         /* the longest task over the mean one: tasks that are no more than that are equal */
#define ALL 0.9 /* of a loop's work: who has that has all of it */
#define SIBLINGS \
    3 /* tasks, from which on it may be their lengths: one of two is as long as the critical path */

/* What a site is. */
enum {
    UNEVEN = 1,  /* a section whose tasks are unequal, ... */
    UNEQUAL = 2, /* ... and those */
    ALONE = 4,   /* one task has all the work, or one thread makes tasks */
    FEW = 8,     /* of too few tasks */
    FULL = 16,   /* keeps all processors busy */
    SPREAD = 32, /* on the critical path */
};

struct maker {
    struct sw_tree_ledger *ledger;
    const struct sw_program_tree *tree;
    const struct sw_emulation_options *options;
    struct sw_emulation now;
    struct sw_tree_shares shares;
    unsigned char *is;         /* by site: bits of these */
    uint32_t *uneven, *spread; /* those that are, as lists */
    size_t n_uneven, n_spread;
    double *lost;        /* by site: scratch */
    double idle_in_span; /* of what parallelism loses, what is inside sections */
    double in_work;      /* of a spawn, what the work has, ... */
    double runtime;      /* ... and all of them */
    double
        by_costs; /* of what processors are idle, the part that is because of what the runtime costs */
};

static bool add_spread(struct maker *m, uint32_t site)
{
    if (m->is[site] & SPREAD)
        return false;
    m->is[site] |= SPREAD;
    m->spread[m->n_spread++] = site;
    return true;
}

/* The tasks of one section: how many have work, and what the longest and all of them have. */
struct tasks {
    double n, working, longest, sum;
};

static void measure_tasks(const struct sw_program_tree *tree, const struct sw_node_figures *figures,
                          uint32_t number, double times, bool is_count, struct tasks *t)
{
    const struct sw_node *node = &tree->nodes[number];
    for (uint32_t k = 0; k < node->n_items; k++) {
        const struct sw_item *item = &tree->items[node->first + k];
        uint32_t kind = tree->nodes[item->node].kind;
        double count = times * item->count, length = figures[item->node].span;
        if (kind == SW_NODE_GROUP)
            measure_tasks(tree, figures, item->node, count, is_count, t);
        if (kind != SW_NODE_TASK)
            continue;
        if (is_count) {
            t->working += TWENTIETH * length >= t->longest ? count : 0;
        } else {
            t->n += count;
            t->sum += count * length;
            t->longest = fmax(t->longest, length);
        }
    }
}

/* What processors wait for in a section: tasks that are equal are no reason, but that of a loop they may leave a rest; else it is one
 * that has all the work, or that there are too few or one waits for the other, or that they are unequal. */
enum wait {
    WAIT_NONE,
    WAIT_FOR_REST,
    WAIT_FOR_ONE,
    WAIT_FOR_FEW,
    WAIT_IN_CHAIN,
    WAIT_UNEQUAL,
    WAITS
};

static enum wait how_waits(const struct maker *m, const struct sw_node_figures *figures,
                           uint32_t number)
{
    const struct sw_node *node = &m->tree->nodes[number];
    double processors = m->options->processors;
    bool is_loop = node->schedule != SW_SECTION_SPAWN;
    struct tasks t = {0};
    measure_tasks(m->tree, figures, number, 1, false, &t);
    measure_tasks(m->tree, figures, number, 1, true, &t);
    bool is_all = node->schedule == SW_SECTION_TEAM || t.longest > ALL * t.sum;
    if (m->options->paradigm == SW_PARADIGM_OMP && is_loop && t.working <= 1 && is_all)
        return WAIT_FOR_ONE;
    if (t.n < SIBLINGS)
        return is_loop ? WAIT_FOR_FEW : WAIT_IN_CHAIN;
    if (t.longest * t.n < EVEN * t.sum)
        return t.n < processors                                               ? WAIT_FOR_FEW
               : is_loop && ceil(t.n / processors) * processors >= EVEN * t.n ? WAIT_FOR_REST
                                                                              : WAIT_NONE;
    if (node->schedule == SW_SECTION_TEAM)
        return 2 * t.working < t.n ? WAIT_FOR_FEW : WAIT_UNEQUAL;
    if (!is_loop && 2 * t.longest < figures[number].span)
        return WAIT_IN_CHAIN; /* for who starts them */
    /* What equal ones of that number would gain, or a task for each processor then. */
    return t.longest * t.n / t.sum > processors / t.n ? WAIT_UNEQUAL : WAIT_FOR_FEW;
}

/* What is so of a section is so of its tasks, which may have sites of their own. */
static void mark_tasks(struct maker *m, const struct sw_node *node, unsigned char what)
{
    const struct sw_program_tree *tree = m->tree;
    for (uint32_t k = 0; k < node->n_items; k++) {
        const struct sw_node *inner = &tree->nodes[tree->items[node->first + k].node];
        if (inner->kind == SW_NODE_TASK && inner->site)
            m->is[inner->site] |= what;
        else if (inner->kind == SW_NODE_GROUP)
            mark_tasks(m, inner, what);
    }
}

/* What most of what its sections take is waited for. `is_loop`: its own work is that of their tasks. */
static unsigned char what_waits(const double spans[WAITS], bool is_loop)
{
    double few = spans[WAIT_FOR_FEW] + spans[WAIT_IN_CHAIN];
    if (spans[WAIT_UNEQUAL] > spans[WAIT_FOR_ONE] + few)
        return UNEVEN;
    if (spans[WAIT_FOR_ONE] > few)
        return ALONE;
    if (spans[WAIT_FOR_FEW] + spans[WAIT_FOR_REST] > spans[WAIT_IN_CHAIN] + spans[WAIT_NONE])
        return FEW;
    return is_loop && spans[WAIT_NONE] > spans[WAIT_IN_CHAIN] ? FULL : 0;
}

static int find_uneven(struct maker *m)
{
    const struct sw_program_tree *t = m->tree;
    SW_FREED struct sw_node_figures *figures = sw_tree_figures(t, 0);
    SW_FREED double(*spans)[WAITS] = calloc(t->n_sites + 1, sizeof *spans);
    SW_FREED bool *loops = calloc(t->n_sites + 1, sizeof *loops);
    if (!figures || !spans || !loops)
        return -ENOMEM;
    for (uint32_t i = 1; i < t->n_nodes; i++)
        if (t->nodes[i].kind == SW_NODE_SECTION && figures[i].tasks) {
            spans[t->nodes[i].site][how_waits(m, figures, i)] += figures[i].span;
            loops[t->nodes[i].site] = t->nodes[i].schedule != SW_SECTION_SPAWN;
        }
    for (uint32_t i = 1; i < t->n_sites; i++) {
        m->is[i] = what_waits(spans[i], loops[i]);
        if (m->is[i] & UNEVEN)
            m->uneven[m->n_uneven++] = i;
    }
    for (uint32_t i = 1; i < t->n_nodes; i++) {
        const struct sw_node *node = &t->nodes[i];
        if (node->kind != SW_NODE_SECTION)
            continue;
        unsigned char is = m->is[node->site];
        if (is & (UNEVEN | ALONE | FEW))
            mark_tasks(m, node, is & UNEVEN ? UNEQUAL : is & ALONE ? ALONE : FEW);
        else if (node->schedule == SW_SECTION_SPAWN && m->options->paradigm == SW_PARADIGM_OMP)
            m->is[node->site] |= ALONE;
    }
    return 0;
}

static unsigned fix_of(const struct maker *m, int cause)
{
    static const unsigned fixes[SW_WHY_CAUSES] = {[SW_WHY_PARALLELISM] = SW_FIX_PARALLELISM,
                                                  [SW_WHY_IMBALANCE] = SW_FIX_IMBALANCE,
                                                  [SW_WHY_GRAIN] = SW_FIX_GRAIN,
                                                  [SW_WHY_CONTENTION] = SW_FIX_CONTENTION};
    return m->ledger->entries[cause].is_bound ? SW_FIX_COSTS : fixes[cause];
}

static struct sw_fixing fixing_of(const struct maker *m, unsigned what)
{
    return (struct sw_fixing){.what = what,
                              .spread = m->spread,
                              .n_spread = m->n_spread,
                              .even = m->uneven,
                              .n_even = m->n_uneven,
                              .in_work = m->in_work};
}

static int time_with(const struct maker *m, unsigned what, double *time)
{
    struct sw_fixing fixing = fixing_of(m, what);
    struct sw_emulation e;
    int error = sw_emulate_fixed(m->tree, m->options, &fixing, &e);
    if (error)
        return error;
    *time = e.time;
    sw_emulation_release(&e);
    return 0;
}

/* Whether being long may be all that is wrong with what it does. */
static bool may_be_long(const struct maker *m, uint32_t site)
{
    return !(m->is[site] & (UNEVEN | UNEQUAL | FULL)) && m->tree->sites[site].kind != SW_NODE_LOCK;
}

/* Of a tree that is fixed so far: what its critical path is made of. */
static int spread_more(struct maker *m, const struct sw_program_tree *tree, bool *more)
{
    SW_FREED struct sw_tree_site_figures *sites = sw_tree_site_figures(tree);
    SW_FREED struct sw_node_figures *figures = sw_tree_figures(tree, 0);
    if (!sites || !figures)
        return -ENOMEM;
    const struct sw_node_figures *root = &figures[sw_program_tree_root(tree)];
    double unnamed = root->span;
    if (SHORT * root->span * m->options->processors <= root->work)
        return 0;
    for (uint32_t i = 1; i < m->tree->n_sites; i++) {
        unnamed -= sites[i].own_on_span;
        if (may_be_long(m, i) && sites[i].own_on_span > ON_SPAN * root->span)
            *more |= add_spread(m, i);
    }
    if (unnamed > ON_SPAN * root->span)
        *more |= add_spread(m, 0);
    return 0;
}

/* What the critical path is made of, when neither unequal tasks nor locks are in the way; what is spread then, and so on. */
static int find_spread(struct maker *m)
{
    bool more = true;
    int error = 0;
    for (int round = 0; !error && more && round < ROUNDS; round++) {
        struct sw_program_tree tree;
        struct sw_fixing fixing =
            fixing_of(m, SW_FIX_IMBALANCE | SW_FIX_CONTENTION | SW_FIX_PARALLELISM);
        error = sw_tree_fix(&tree, m->tree, m->options, &fixing);
        if (error)
            break;
        more = false;
        error = spread_more(m, &tree, &more);
        sw_program_tree_release(&tree);
    }
    return error;
}

static double share(const struct maker *m, double lost)
{
    return lost / (m->now.time * m->options->processors);
}

/* Keeps the places that lose most. */
static void list_places(const struct maker *m, struct sw_tree_loss *entry)
{
    for (uint32_t i = 0; i < m->tree->n_sites || !i; i++) {
        double lost = share(m, m->lost[i]);
        size_t at = entry->n_places;
        if (!(lost > 0))
            continue;
        entry->n_all++;
        while (at && entry->places[at - 1].lost < lost)
            at--;
        if (at == SW_TREE_LOSS_PLACES)
            continue;
        size_t n =
            entry->n_places < SW_TREE_LOSS_PLACES ? entry->n_places++ : SW_TREE_LOSS_PLACES - 1;
        memmove(entry->places + at + 1, entry->places + at, (n - at) * sizeof *entry->places);
        entry->places[at] = (struct sw_tree_loss_place){.site = i, .lost = lost};
    }
}

static void clear(struct maker *m)
{
    memset(m->lost, 0, (m->tree->n_sites + 1) * sizeof *m->lost);
}

static enum sw_verdict_form form_of(const struct maker *m, uint32_t site, bool is_serial)
{
    return is_serial || !site    ? SW_FORM_SERIAL
           : m->is[site] & ALONE ? SW_FORM_ALONE
           : m->is[site] & FEW   ? SW_FORM_FEW
                                 : SW_FORM_CHAIN;
}

/* Serial code loses all other processors, each piece as long as it is; what is on the critical path inside sections shares what they lose. */
static int place_parallelism(struct maker *m)
{
    struct sw_tree_loss *entry = &m->ledger->entries[SW_WHY_PARALLELISM];
    SW_FREED struct sw_tree_site_figures *sites = sw_tree_site_figures(m->tree);
    double a_serial = m->now.lost[SW_WHY_PARALLELISM] / fmax(m->shares.all_serial, 1e-9),
           inside = 0;
    if (!sites)
        return -ENOMEM;
    for (uint32_t i = 0; i < m->tree->n_sites; i++) {
        double own = i && may_be_long(m, i) ? sites[i].own_on_span - m->shares.serial[i] : 0;
        sites[i].own_work = fmax(0, own);
        inside += sites[i].own_work;
    }
    double an_inside = inside > 0 ? m->idle_in_span / inside : 0;
    for (uint32_t i = 0; i < m->tree->n_sites; i++)
        m->lost[i] = a_serial * m->shares.serial[i] + an_inside * sites[i].own_work;
    list_places(m, entry);
    for (size_t k = 0; k < entry->n_places; k++) {
        uint32_t i = entry->places[k].site;
        entry->places[k].form =
            form_of(m, i, a_serial * m->shares.serial[i] > an_inside * sites[i].own_work);
    }
    return 0;
}

static double idle_in(const struct sw_emulation *e)
{
    return e->lost[SW_WHY_PARALLELISM] + e->lost[SW_WHY_IMBALANCE];
}

/* Who waits for another that starts tasks, or for a steal, is idle; not so where that costs nothing. */
static int find_idle_by_costs(struct maker *m)
{
    struct sw_fixing fixing = fixing_of(m, SW_FIX_COSTS);
    struct sw_emulation e;
    int error = sw_emulate_fixed(m->tree, m->options, &fixing, &e);
    if (error)
        return error;
    m->runtime = fmax(0, m->now.work - e.work);
    double now = idle_in(&m->now), then = idle_in(&e);
    m->by_costs = then < now ? 1 - then / now : 0;
    sw_emulation_release(&e);
    for (int k = SW_WHY_PARALLELISM; k <= SW_WHY_IMBALANCE; k++) {
        double by = m->by_costs * m->now.lost[k];
        m->now.lost[k] -= by;
        m->now.lost[SW_WHY_GRAIN] += by;
    }
    return 0;
}

/* Uneven sections that the emulation has no entry for, as tasks that a single makes: what it tells of others around them is theirs, as far as processors
 * idle there, if nothing else keeps them busy. Adds at most `lost`, by site, and returns how much. 0 also where there is no memory. */
static double give_inside(struct maker *m, double lost)
{
    const struct sw_program_tree *t = m->tree;
    SW_FREED struct sw_node_figures *figures = sw_tree_figures(t, 0);
    SW_FREED double *times = sw_tree_times(t);
    SW_FREED double *idle = calloc(t->n_sites + 1, sizeof *idle);
    SW_FREED bool *is_known = calloc(t->n_sites + 1, sizeof *is_known);
    double all = 0;
    if (!figures || !times || !idle || !is_known)
        return 0;
    for (size_t i = 0; i < m->now.n_sections; i++)
        is_known[m->now.sections[i].site] = true;
    for (uint32_t i = 1; i < t->n_nodes; i++) {
        const struct sw_node *node = &t->nodes[i];
        if (node->kind != SW_NODE_SECTION || !(m->is[node->site] & UNEVEN) || is_known[node->site])
            continue;
        double wait = (double)m->options->processors * figures[i].span - figures[i].work;
        idle[node->site] += times[i] * fmax(0, wait);
        all += times[i] * fmax(0, wait);
    }
    double given = fmin(lost, all);
    for (uint32_t i = 1; given > 0 && i < t->n_sites; i++)
        m->lost[i] += given * idle[i] / all;
    return given;
}

/* Idle processors by section: what that is. */
static void divide_idleness(struct maker *m)
{
    struct sw_tree_loss *entries = m->ledger->entries;
    double uneven = 0, others = 0, rest = 1 - m->by_costs;
    clear(m);
    for (size_t i = 0; i < m->now.n_sections; i++) {
        const struct sw_emulated_section *s = &m->now.sections[i];
        double lost = rest * s->lost[SW_WHY_IMBALANCE];
        if (m->is[s->site] & UNEVEN)
            m->lost[s->site] += lost;
        *(m->is[s->site] & UNEVEN ? &uneven : &others) += lost;
    }
    if (m->n_uneven && others > 0)
        uneven += give_inside(m, others);
    m->idle_in_span = fmax(0, m->now.lost[SW_WHY_IMBALANCE] - uneven);
    entries[SW_WHY_IMBALANCE].lost = share(m, uneven);
    entries[SW_WHY_PARALLELISM].lost = share(m, m->now.lost[SW_WHY_PARALLELISM] + m->idle_in_span);
    list_places(m, &entries[SW_WHY_IMBALANCE]);
}

static double tasks_in(const struct sw_program_tree *tree, const struct sw_node *node)
{
    double n = 0;
    for (uint32_t k = 0; k < node->n_items; k++) {
        const struct sw_item *item = &tree->items[node->first + k];
        const struct sw_node *inner = &tree->nodes[item->node];
        n += inner->kind == SW_NODE_TASK    ? item->count
             : inner->kind == SW_NODE_GROUP ? item->count * tasks_in(tree, inner)
                                            : 0;
    }
    return n;
}

/* What one section costs the processors, about: its sum over sites is scaled to what was emulated. */
static double cost_of(const struct maker *m, const struct sw_node *node)
{
    const struct sw_overheads *o = m->options->overheads;
    double n = m->options->processors, tasks = tasks_in(m->tree, node);
    if (m->options->paradigm == SW_PARADIGM_CILK)
        return tasks; /* each costs the same */
    if (node->schedule == SW_SECTION_SPAWN)
        return tasks * o->task;
    double team = n * (o->fork + o->barrier + n * (o->fork_thread + o->barrier_thread));
    if (node->flags & SW_NODE_SAME_TEAM)
        team = n * (o->barrier + n * o->barrier_thread);
    return team + (node->schedule == SW_SECTION_DYNAMIC || node->schedule == SW_SECTION_GUIDED
                       ? tasks * o->chunk / fmax(1, node->detail)
                       : 0);
}

/* A cause's loss, divided among sites as they have it so far. */
static void place_in_proportion(struct maker *m, enum sw_why cause, double lost)
{
    double sum = 0;
    for (uint32_t i = 0; i < m->tree->n_sites; i++)
        sum += m->lost[i];
    for (uint32_t i = 0; sum > 0 && i < m->tree->n_sites; i++)
        m->lost[i] *= lost / sum;
    m->ledger->entries[cause].lost = share(m, lost);
    list_places(m, &m->ledger->entries[cause]);
}

/* By site of each section, wherever it is, and of each lock. */
static int place_costs(struct maker *m)
{
    const struct sw_program_tree *t = m->tree;
    SW_FREED double *times = sw_tree_times(t);
    if (!times)
        return -ENOMEM;
    clear(m);
    for (uint32_t i = 1; m->options->overheads && i < t->n_nodes; i++)
        if (t->nodes[i].kind == SW_NODE_SECTION)
            m->lost[t->nodes[i].site] += times[i] * cost_of(m, &t->nodes[i]);
    place_in_proportion(m, SW_WHY_GRAIN, m->now.lost[SW_WHY_GRAIN] + m->runtime);
    clear(m);
    for (uint32_t i = 1; i < t->n_nodes; i++)
        if (t->nodes[i].kind == SW_NODE_LOCK)
            m->lost[t->nodes[i].site] += times[i] * sw_node_length(&t->nodes[i]);
    place_in_proportion(m, SW_WHY_CONTENTION, m->now.lost[SW_WHY_CONTENTION]);
    return 0;
}

/* One cause fixed. */
static int fix_one(struct maker *m, int c)
{
    struct sw_tree_ledger *l = m->ledger;
    struct sw_tree_loss *entry = &l->entries[c];
    entry->time = l->time;
    if (c == SW_WHY_MEMORY || entry->lost < LITTLE)
        return 0;
    int error = time_with(m, fix_of(m, c), &entry->time);
    if (!error && c == SW_WHY_GRAIN && entry->time * COARSER > l->time) {
        entry->is_bound = true; /* it is not for tasks that are too short */
        error = time_with(m, fix_of(m, c), &entry->time);
    }
    entry->time = fmin(entry->time, l->time);
    l->times[1u << c] = entry->time;
    if (!error && entry->time < l->time &&
        (l->first == SW_WHY_NONE || entry->time < l->entries[l->first].time))
        l->first = (enum sw_why)c;
    return error;
}

/* Several fixed; what parallelism there is too little of may show only then. Those that nothing is lost to change nothing. */
static int fix_set(struct maker *m, unsigned set)
{
    struct sw_tree_ledger *l = m->ledger;
    unsigned fixes = 0;
    for (int c = 0; c < SW_WHY_MEMORY; c++)
        if (set >> c & 1) {
            if (l->entries[c].lost < LITTLE && c != SW_WHY_PARALLELISM)
                return 0;
            fixes |= fix_of(m, c);
        }
    return time_with(m, fixes, &l->times[set]);
}

/* Each cause, then sets of them, the small ones first: if there is no time for all, the rest is not known. */
static int fix_each(struct maker *m)
{
    int error = 0;
    m->ledger->first = SW_WHY_NONE;
    m->ledger->times[0] = m->ledger->time;
    for (int c = 0; !error && c < SW_WHY_CAUSES; c++)
        error = fix_one(m, c);
    if (error || m->ledger->first == SW_WHY_NONE)
        return error;
    for (int n = 2; !error && n <= SW_WHY_MEMORY; n++)
        for (unsigned set = 1; !error && set < SW_WHY_SETS; set++)
            if (__builtin_popcount(set) == n)
                error = fix_set(m, set);
    return error == -ETIME ? 0 : error;
}

/* All rows, of the program as it is emulated. */
static int make(struct maker *m)
{
    struct sw_emulation_options on_one = *m->options;
    struct sw_emulation one;
    on_one.processors = 1;
    int error = sw_tree_shares_make(&m->shares, m->tree);
    if (!error)
        error = sw_emulate(m->tree, &on_one, &one);
    if (error)
        return error;
    m->ledger->time = m->now.time;
    m->ledger->one = one.time;
    sw_emulation_release(&one);
    if ((error = find_idle_by_costs(m)))
        return error;
    m->ledger->work = share(m, m->now.work - m->runtime);
    if ((error = find_uneven(m)) || (error = find_spread(m)))
        return error;
    divide_idleness(m);
    if ((error = place_parallelism(m)) || (error = place_costs(m)))
        return error;
    return fix_each(m);
}

int sw_tree_ledger_make(struct sw_tree_ledger *ledger, const struct sw_program_tree *tree,
                        const struct sw_emulation_options *options, double in_work)
{
    size_t n = tree->n_sites + 1;
    SW_FREED unsigned char *is = calloc(n, sizeof *is);
    SW_FREED uint32_t *uneven = calloc(n, sizeof *uneven);
    SW_FREED uint32_t *spread = calloc(n, sizeof *spread);
    SW_FREED double *lost = calloc(n, sizeof *lost);
    struct maker m = {.ledger = ledger,
                      .tree = tree,
                      .options = options,
                      .is = is,
                      .uneven = uneven,
                      .spread = spread,
                      .lost = lost,
                      .in_work = in_work};
    *ledger = (struct sw_tree_ledger){.time = 0};
    int error = is && uneven && spread && lost ? sw_emulate(tree, options, &m.now) : -ENOMEM;
    if (!error)
        error = make(&m);
    sw_tree_shares_release(&m.shares);
    sw_emulation_release(&m.now);
    return error;
}
