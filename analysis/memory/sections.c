#include "analysis/memory/sections.h"
#include "analysis/memory/bandwidth.h"
#include "analysis/predict/tree_figures.h"

struct maker {
    const struct sw_program_tree *tree;
    const struct sw_profile *profile;
    const struct sw_node_path
        *paths;         /* by node: whose own work is that down to nodes with sites of their own */
    double *outside;    /* by node: how often it stands outside all sections */
    double *times;      /* by node, inside the section that is looked at */
    double *all, *here; /* by site: own work of all its nodes; and of those in the section */
    double (*moved)[SW_CAPACITIES];    /* by site; 0: what no site of the tree has */
    struct sw_section_traffic *result; /* by site */
};

/* From a node's times to its items'. */
static void pass_down(const struct sw_program_tree *t, uint32_t number, double *times)
{
    if (times[number] > 0)
        SW_EACH (item, t->items + t->nodes[number].first, t->nodes[number].n_items)
            times[item->node] += times[number] * item->count;
}

static void find_outside(struct maker *m)
{
    uint32_t root = sw_program_tree_root(m->tree);
    m->outside[root] = 1;
    for (uint32_t i = root; i > 0; i--)
        if (m->tree->nodes[i].kind != SW_NODE_SECTION)
            pass_down(m->tree, i, m->outside);
}

/* The site of the tree that a piece is; 0: none. */
static uint32_t site_of(const struct maker *m, const struct sw_traffic_piece *piece)
{
    const struct sw_program_tree *t = m->tree;
    if (piece->tree_site)
        return piece->tree_site < t->n_sites ? piece->tree_site : 0;
    if (piece->site == SW_TRAFFIC_NO_SITE)
        return 0;
    const struct sw_site *site = &m->profile->sites[piece->site];
    bool is_construct = site->flags & SW_SITE_LABELLED;
    for (uint32_t i = 1; site->address && i < t->n_sites; i++)
        if (t->sites[i].address == site->address &&
            (is_construct || t->sites[i].callee == site->callee))
            return i;
    return 0;
}

static void add_pieces(struct maker *m)
{
    SW_EACH (piece, m->profile->memory.pieces, m->profile->memory.n_pieces) {
        uint32_t site = site_of(m, piece);
        for (unsigned c = 0; c < SW_CAPACITIES; c++)
            m->moved[site][c] += (double)(sw_traffic_bytes(piece->traffic.fills, c) +
                                          sw_traffic_bytes(piece->traffic.back, c));
    }
}

/* Work by site, of the outermost sections of that one; of 0: of all that is outside. */
static void count_in(struct maker *m, uint32_t section, double *work)
{
    const struct sw_program_tree *t = m->tree;
    memset(m->times, 0, t->n_nodes * sizeof *m->times);
    memset(work, 0, t->n_sites * sizeof *work);
    for (uint32_t i = sw_program_tree_root(t); i > 0; i--) {
        const struct sw_node *node = &t->nodes[i];
        bool is_section = node->kind == SW_NODE_SECTION;
        if (section && is_section && node->site == section)
            m->times[i] += m->outside[i];
        if (section)
            pass_down(t, i, m->times);
        double times = section ? m->times[i] : is_section ? 0 : m->outside[i];
        if (node->site)
            work[node->site] += times * m->paths[i].own_work;
    }
}

static void take_section(struct maker *m, uint32_t site, double all_work)
{
    struct sw_section_traffic *to = &m->result[site];
    count_in(m, site, m->here);
    for (uint32_t s = 1; s < m->tree->n_sites; s++)
        to->ns += m->here[s];
    for (unsigned c = 0; to->ns > 0 && c < SW_CAPACITIES; c++) {
        for (uint32_t s = 1; s < m->tree->n_sites; s++)
            if (m->here[s] > 0)
                to->bytes[c] += m->moved[s][c] * m->here[s] / m->all[s];
        to->bytes[c] += m->moved[0][c] * to->ns / all_work;
    }
}

static bool is_outermost(const struct maker *m, uint32_t site)
{
    for (uint32_t i = 1; i < m->tree->n_nodes; i++)
        if (m->tree->nodes[i].kind == SW_NODE_SECTION && m->tree->nodes[i].site == site &&
            m->outside[i] > 0)
            return true;
    return false;
}

static void fill(struct maker *m)
{
    const struct sw_program_tree *t = m->tree;
    double all_work = 0;
    find_outside(m);
    add_pieces(m);
    count_in(m, 0, m->all);
    for (uint32_t s = 1; s < t->n_sites; s++)
        if (is_outermost(m, s)) {
            count_in(m, s, m->here);
            for (uint32_t k = 1; k < t->n_sites; k++)
                m->all[k] += m->here[k];
        }
    for (uint32_t s = 1; s < t->n_sites; s++)
        all_work += m->all[s];
    for (uint32_t s = 1; s < t->n_sites; s++)
        if (is_outermost(m, s))
            take_section(m, s, all_work);
}

struct sw_section_traffic *sw_sections_traffic(const struct sw_program_tree *tree,
                                               const struct sw_profile *profile)
{
    SW_POOL(pool);
    size_t nodes = tree->n_nodes + 1, sites = tree->n_sites + 1;
    SW_FREED struct sw_node_path *paths = sw_tree_paths(tree, 0);
    struct maker m = {.tree = tree,
                      .profile = profile,
                      .paths = paths,
                      .result = calloc(sites, sizeof *m.result)};
    SW_POOLED(&pool, m.outside, nodes);
    SW_POOLED(&pool, m.times, nodes);
    SW_POOLED(&pool, m.all, sites);
    SW_POOLED(&pool, m.here, sites);
    SW_POOLED(&pool, m.moved, sites);
    if (pool.error || !paths || !m.result) {
        free(m.result);
        return NULL;
    }
    fill(&m);
    return m.result;
}

double sw_section_mb_s(const struct sw_section_traffic *s, const struct sw_machine *m,
                       unsigned threads)
{
    return s->ns > 0 ? sw_traffic_between(s->bytes, sw_machine_cache(m, threads)) / s->ns * 1e3 : 0;
}

struct sw_burden sw_burden_by_bandwidth(const struct sw_machine *m,
                                        const struct sw_section_traffic *s, unsigned threads)
{
    double factor = sw_bandwidth_factor(m, sw_section_mb_s(s, m, threads), threads);
    if (threads > m->processors)
        return (struct sw_burden){SW_BURDEN_NOT_KNOWN, 1, 1, 1, m->processors};
    return (struct sw_burden){factor > 1 ? SW_BURDEN_MODELLED : SW_BURDEN_NONE, factor, factor,
                              factor, m->processors};
}
