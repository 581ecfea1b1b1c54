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

/* Sites that a change is about. */
struct set {
    uint32_t *sites;
    bool *has;
    size_t n;
};

struct maker {
    struct sw_tree_ledger *ledger;
    const struct sw_program_tree *tree;
    const struct sw_emulation_options *options;
    struct sw_emulation now;
    struct sw_tree_shares shares;
    struct set uneven;   /* sections, ... */
    struct set unequal;  /* ... and their tasks */
    struct set alone;    /* those in which one task has all the work, or one thread makes tasks */
    struct set few;      /* those of too few tasks */
    struct set full;     /* those that keep all processors busy */
    struct set spread;   /* sites on the critical path */
    double *lost;        /* by site: scratch */
    double idle_in_span; /* of what parallelism loses, what is inside sections */
    double in_work;      /* of a spawn, what the work has, ... */
    double runtime;      /* ... and all of them */
    double
        by_costs; /* of what processors are idle, the part that is because of what the runtime costs */
};

static bool set_init(struct set *s, size_t n)
{
    s->sites = calloc(n + 1, sizeof *s->sites);
    s->has = calloc(n + 1, sizeof *s->has);
    return s->sites && s->has;
}

static bool set_add(struct set *s, uint32_t site)
{
    if (s->has[site])
        return false;
    s->has[site] = true;
    s->sites[s->n++] = site;
    return true;
}

static void set_release(struct set *s)
{
    free(s->sites);
    free(s->has);
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
static void add_tasks(const struct sw_program_tree *tree, const struct sw_node *node, struct set *s)
{
    for (uint32_t k = 0; k < node->n_items; k++) {
        const struct sw_node *inner = &tree->nodes[tree->items[node->first + k].node];
        if (inner->kind == SW_NODE_TASK && inner->site)
            set_add(s, inner->site);
        else if (inner->kind == SW_NODE_GROUP)
            add_tasks(tree, inner, s);
    }
}

/* Sections by what is waited for in most of what they take. */
static int find_uneven(struct maker *m)
{
    const struct sw_program_tree *t = m->tree;
    struct sw_node_figures *figures = sw_tree_figures(t, 0);
    double(*spans)[WAITS] = calloc(t->n_sites + 1, sizeof *spans);
    bool *loops = calloc(t->n_sites + 1, sizeof *loops); /* whose own work is that of their tasks */
    int error = figures && spans && loops ? 0 : -ENOMEM;
    for (uint32_t i = 1; !error && i < t->n_nodes; i++)
        if (t->nodes[i].kind == SW_NODE_SECTION && figures[i].tasks) {
            spans[t->nodes[i].site][how_waits(m, figures, i)] += figures[i].span;
            loops[t->nodes[i].site] = t->nodes[i].schedule != SW_SECTION_SPAWN;
        }
    for (uint32_t i = 1; !error && i < t->n_sites; i++) {
        const double *s = spans[i], few = s[WAIT_FOR_FEW] + s[WAIT_IN_CHAIN];
        if (s[WAIT_UNEQUAL] > s[WAIT_FOR_ONE] + few)
            set_add(&m->uneven, i);
        else if (s[WAIT_FOR_ONE] > few)
            set_add(&m->alone, i);
        else if (s[WAIT_FOR_FEW] + s[WAIT_FOR_REST] > s[WAIT_IN_CHAIN] + s[WAIT_NONE])
            set_add(&m->few, i);
        else if (loops[i] && s[WAIT_NONE] > s[WAIT_IN_CHAIN])
            set_add(&m->full, i);
    }
    for (uint32_t i = 1; !error && i < t->n_nodes; i++)
        if (t->nodes[i].kind == SW_NODE_SECTION && m->uneven.has[t->nodes[i].site])
            add_tasks(t, &t->nodes[i], &m->unequal);
        else if (t->nodes[i].kind == SW_NODE_SECTION && m->alone.has[t->nodes[i].site])
            add_tasks(t, &t->nodes[i], &m->alone);
        else if (t->nodes[i].kind == SW_NODE_SECTION && m->few.has[t->nodes[i].site])
            add_tasks(t, &t->nodes[i], &m->few);
        else if (t->nodes[i].kind == SW_NODE_SECTION && t->nodes[i].schedule == SW_SECTION_SPAWN &&
                 m->options->paradigm == SW_PARADIGM_OMP)
            set_add(&m->alone, t->nodes[i].site);
    free(figures);
    free(spans);
    free(loops);
    return error;
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
                              .spread = m->spread.sites,
                              .n_spread = m->spread.n,
                              .even = m->uneven.sites,
                              .n_even = m->uneven.n,
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

/* What the critical path is made of, when neither unequal tasks nor locks are in the way; what is spread then, and so on. */
static int find_spread(struct maker *m)
{
    const struct sw_program_tree *t = m->tree;
    bool more = true;
    int error = 0;
    for (int round = 0; !error && more && round < ROUNDS; round++) {
        struct sw_program_tree tree;
        more = false;
        struct sw_fixing fixing =
            fixing_of(m, SW_FIX_IMBALANCE | SW_FIX_CONTENTION | SW_FIX_PARALLELISM);
        error = sw_tree_fix(&tree, t, m->options, &fixing);
        if (error)
            break;
        struct sw_tree_site_figures *sites = sw_tree_site_figures(&tree);
        struct sw_node_figures *figures = sw_tree_figures(&tree, 0);
        double named = 0;
        if (sites && figures) {
            const struct sw_node_figures *root = &figures[sw_program_tree_root(&tree)];
            bool is_long = SHORT * root->span * m->options->processors > root->work;
            for (uint32_t i = 1; i < t->n_sites; i++) {
                named += sites[i].own_on_span;
                if (is_long && t->sites[i].kind != SW_NODE_LOCK && !m->uneven.has[i] &&
                    !m->unequal.has[i] && !m->full.has[i] &&
                    sites[i].own_on_span > ON_SPAN * root->span)
                    more |= set_add(&m->spread, i);
            }
            if (is_long && root->span - named > ON_SPAN * root->span)
                more |= set_add(&m->spread, 0);
        } else {
            error = -ENOMEM;
        }
        free(sites);
        free(figures);
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
    return is_serial || !site   ? SW_FORM_SERIAL
           : m->alone.has[site] ? SW_FORM_ALONE
           : m->few.has[site]   ? SW_FORM_FEW
                                : SW_FORM_CHAIN;
}

/* Serial code loses all other processors, each piece as long as it is; what is on the critical path inside sections shares what they lose. */
static int place_parallelism(struct maker *m)
{
    struct sw_tree_loss *entry = &m->ledger->entries[SW_WHY_PARALLELISM];
    struct sw_tree_site_figures *sites = sw_tree_site_figures(m->tree);
    double inside = 0, a_serial = 0, an_inside = 0;
    if (!sites)
        return -ENOMEM;
    clear(m);
    double serial = fmax(m->shares.all_serial, 1e-9);
    for (uint32_t i = 0; i < m->tree->n_sites; i++) {
        double own = i ? sites[i].own_on_span - m->shares.serial[i] : 0;
        if (i && (m->uneven.has[i] || m->unequal.has[i] || m->full.has[i] ||
                  m->tree->sites[i].kind == SW_NODE_LOCK))
            own = 0;
        inside += fmax(0, own);
        m->lost[i] = m->now.lost[SW_WHY_PARALLELISM] * m->shares.serial[i] / serial;
        sites[i].own_work = fmax(0, own);
    }
    a_serial = m->now.lost[SW_WHY_PARALLELISM] / serial;
    an_inside = inside > 0 ? m->idle_in_span / inside : 0;
    for (uint32_t i = 1; i < m->tree->n_sites; i++)
        m->lost[i] += an_inside * sites[i].own_work;
    list_places(m, entry);
    for (size_t k = 0; k < entry->n_places; k++) {
        uint32_t i = entry->places[k].site;
        entry->places[k].form =
            form_of(m, i, a_serial * m->shares.serial[i] > an_inside * sites[i].own_work);
    }
    free(sites);
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
    struct sw_node_figures *figures = sw_tree_figures(t, 0);
    double *times = sw_tree_times(t), *idle = calloc(t->n_sites + 1, sizeof *idle), all = 0;
    bool *is_known = calloc(t->n_sites + 1, sizeof *is_known);
    bool has_room = figures && times && idle && is_known;
    for (size_t i = 0; has_room && i < m->now.n_sections; i++)
        is_known[m->now.sections[i].site] = true;
    for (uint32_t i = 1; has_room && i < t->n_nodes; i++) {
        const struct sw_node *node = &t->nodes[i];
        if (node->kind != SW_NODE_SECTION || !m->uneven.has[node->site] || is_known[node->site])
            continue;
        double wait = (double)m->options->processors * figures[i].span - figures[i].work;
        idle[node->site] += times[i] * fmax(0, wait);
        all += times[i] * fmax(0, wait);
    }
    double given = fmin(lost, all);
    for (uint32_t i = 1; given > 0 && i < t->n_sites; i++)
        m->lost[i] += given * idle[i] / all;
    free(figures);
    free(times);
    free(idle);
    free(is_known);
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
        if (m->uneven.has[s->site])
            m->lost[s->site] += lost;
        *(m->uneven.has[s->site] ? &uneven : &others) += lost;
    }
    if (m->uneven.n && others > 0)
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

static void scale_to(struct maker *m, double lost)
{
    double sum = 0;
    for (uint32_t i = 0; i < m->tree->n_sites; i++)
        sum += m->lost[i];
    for (uint32_t i = 0; sum > 0 && i < m->tree->n_sites; i++)
        m->lost[i] *= lost / sum;
}

/* By site of each section, wherever it is, and of each lock. */
static int place_costs(struct maker *m)
{
    const struct sw_program_tree *t = m->tree;
    double *times = sw_tree_times(t), locks = m->now.lost[SW_WHY_CONTENTION];
    double costs = m->now.lost[SW_WHY_GRAIN] + m->runtime;
    if (!times)
        return -ENOMEM;
    clear(m);
    for (uint32_t i = 1; m->options->overheads && i < t->n_nodes; i++)
        if (t->nodes[i].kind == SW_NODE_SECTION)
            m->lost[t->nodes[i].site] += times[i] * cost_of(m, &t->nodes[i]);
    scale_to(m, costs);
    m->ledger->entries[SW_WHY_GRAIN].lost = share(m, costs);
    list_places(m, &m->ledger->entries[SW_WHY_GRAIN]);
    clear(m);
    for (uint32_t i = 1; i < t->n_nodes; i++)
        if (t->nodes[i].kind == SW_NODE_LOCK)
            m->lost[t->nodes[i].site] += times[i] * sw_node_length(&t->nodes[i]);
    scale_to(m, locks);
    m->ledger->entries[SW_WHY_CONTENTION].lost = share(m, locks);
    list_places(m, &m->ledger->entries[SW_WHY_CONTENTION]);
    free(times);
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

static int time_of(const struct sw_program_tree *tree, struct sw_emulation_options options,
                   unsigned processors, double *time)
{
    struct sw_emulation e;
    options.processors = processors;
    int error = sw_emulate(tree, &options, &e);
    if (error)
        return error;
    *time = e.time;
    sw_emulation_release(&e);
    return 0;
}

int sw_tree_ledger_make(struct sw_tree_ledger *ledger, const struct sw_program_tree *tree,
                        const struct sw_emulation_options *options, double in_work)
{
    struct maker m = {.ledger = ledger, .tree = tree, .options = options, .in_work = in_work};
    *ledger = (struct sw_tree_ledger){.processors = options->processors};
    m.lost = calloc(tree->n_sites + 1, sizeof *m.lost);
    bool room = set_init(&m.uneven, tree->n_sites) & set_init(&m.unequal, tree->n_sites) &
                set_init(&m.alone, tree->n_sites) & set_init(&m.few, tree->n_sites) &
                set_init(&m.full, tree->n_sites) & set_init(&m.spread, tree->n_sites);
    int error = m.lost && room ? sw_emulate(tree, options, &m.now) : -ENOMEM;
    if (!error)
        error = sw_tree_shares_make(&m.shares, tree);
    if (!error) {
        ledger->time = m.now.time;
        error = time_of(tree, *options, 1, &ledger->one);
    }
    if (!error)
        error = find_idle_by_costs(&m);
    if (!error) {
        ledger->work = share(&m, m.now.work - m.runtime);
        error = find_uneven(&m);
    }
    if (!error)
        error = find_spread(&m);
    if (!error) {
        divide_idleness(&m);
        error = place_parallelism(&m);
    }
    if (!error)
        error = place_costs(&m);
    if (!error)
        error = fix_each(&m);
    sw_tree_shares_release(&m.shares);
    sw_emulation_release(&m.now);
    set_release(&m.uneven);
    set_release(&m.unequal);
    set_release(&m.alone);
    set_release(&m.few);
    set_release(&m.full);
    set_release(&m.spread);
    free(m.lost);
    return error;
}
