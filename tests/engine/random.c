/*
 * Random fork-join programs against a brute-force longest path over their dags: work, span,
 * burdened span, counts and every record of every site must agree to the integer, and the samples of
 * every path, on work and on span; and so must what the span is without a class of sites.
 *
 * The dag is explicit: a node a strand, an edge a dependency. For each invocation the longest path
 * from its first to its last node is found by dynamic programming over the nodes in between, which
 * knows nothing of p, l and c, of profs, or of positions.
 */
#include "tests/check.h"
#include "tests/engine/strand_test.h"

enum { MAX_NODES = 4000, MAX_EDGES = 3 * MAX_NODES, MAX_CALLS = 1200, SITES = 40, FUNCTIONS = 8 };
enum { MAX_SAMPLES = 20000, PATHS = 300 };

struct node {
    uint64_t cost;
    int call;                /* whose own strand */
    int first_edge, n_edges; /* predecessors, the preferred one first */
};

struct edge {
    int from;
    bool continuation; /* of a spawn: carries the burden */
};

struct call {
    int parent;
    uint32_t site, function;
    int first, last; /* nodes */
    uint64_t spawns, syncs;
};

struct sample {
    int node;
    uint32_t path;
    uint64_t weight;
};

struct dag {
    struct node nodes[MAX_NODES];
    struct edge edges[MAX_EDGES];
    struct call calls[MAX_CALLS];
    int n_nodes, n_edges, n_calls;
    struct sample samples[MAX_SAMPLES];
    int n_samples;
};

static struct dag dag;
static struct strand_test t;
static uint64_t rng;
static uint64_t max_cost;
static int fuel;
static uint32_t paths; /* that samples are of; 0: none are taken */
static uint64_t n_calls, n_spawns;

static uint32_t rnd(uint32_t n)
{
    rng = rng * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(rng >> 33) % n;
}

static int node_new(int call)
{
    struct node *n = &dag.nodes[dag.n_nodes];
    *n = (struct node){.call = call, .first_edge = dag.n_edges};
    return dag.n_nodes++;
}

static void edge_new(int from, bool continuation)
{
    dag.edges[dag.n_edges++] = (struct edge){from, continuation};
    dag.nodes[dag.n_nodes - 1].n_edges++;
}

/* Costs accrue to the current node here, and to the next event in the engine. */
static uint64_t spend(int node)
{
    uint64_t c = rnd(3) ? rnd((uint32_t)max_cost + 1) : 0;
    dag.nodes[node].cost += c;
    return c;
}

/* Where the strand stands now, in the node. */
static void sample(int node)
{
    for (uint32_t i = paths && !rnd(3) ? rnd(8) : 0; i && dag.n_samples < MAX_SAMPLES; i--) {
        struct sample s = {node, 1 + rnd(paths), 1 + rnd(3)};
        dag.samples[dag.n_samples++] = s;
        sw_event_sample(&t.strand, s.path, s.weight);
    }
}

struct body {
    int call;
    int at;           /* current node */
    int children[64]; /* last nodes of children since the last sync */
    int n_children;
};

static int run(int parent, uint32_t site, uint32_t function, int depth, int from, bool spawned);

static void sync_nodes(struct body *b)
{
    if (!b->n_children)
        return;
    int before = b->at;
    b->at = node_new(b->call);
    for (int i = 0; i < b->n_children; i++)
        edge_new(b->children[i], false);
    edge_new(before, false);
    b->n_children = 0;
    for (int c = b->call; c >= 0; c = dag.calls[c].parent)
        dag.calls[c].syncs++;
}

/* A call or spawn without anything in it, as one event. */
static void do_leaf(struct body *b, uint32_t site, uint32_t function, bool spawned)
{
    int call = dag.n_calls++, before = b->at, leaf;
    uint64_t cost = spend(b->at), inside;
    uint32_t f = function == SW_FUNCTION_SAME ? dag.calls[b->call].function : function;
    fuel--;
    for (int c = b->call; spawned && c >= 0; c = dag.calls[c].parent)
        dag.calls[c].spawns++;
    leaf = node_new(call);
    edge_new(before, false);
    dag.calls[call] = (struct call){b->call, site, f, leaf, leaf, 0, 0};
    inside = spend(leaf);
    if (spawned) {
        test_event_spawn_leaf(&t.strand, site, cost, inside);
        b->children[b->n_children++] = leaf;
    } else {
        test_event_leaf(&t.strand, site, cost, inside);
    }
    b->at = node_new(b->call);
    edge_new(spawned ? before : leaf, spawned);
}

static void do_call(struct body *b, uint32_t site, uint32_t function, int depth)
{
    sw_event_call(&t.strand, site, function, spend(b->at));
    int last = run(b->call, site, function, depth, b->at, false);
    b->at = node_new(b->call);
    edge_new(last, false);
}

static void do_spawn(struct body *b, uint32_t site, uint32_t function, int depth)
{
    uint64_t cost = spend(b->at);
    for (int c = b->call; c >= 0; c = dag.calls[c].parent)
        dag.calls[c].spawns++;
    sw_event_spawn(&t.strand, site, function, cost);
    int before = b->at;
    int last = run(b->call, site, function, depth, b->at, true);
    b->children[b->n_children++] = last;
    b->at = node_new(b->call);
    edge_new(before, true);
}

/* A site belongs to a function and has one callee; a few are loops in their caller's body. */
static uint32_t site_of(uint32_t function, uint32_t *callee)
{
    uint32_t site = 2 + (function * 5 + rnd(5)) % (SITES - 2);
    *callee =
        site % 7 == 3 ? (uint32_t)SW_FUNCTION_SAME : 1 + (site * 2654435761u >> 7) % FUNCTIONS;
    return site;
}

static void body_run(struct body *b, uint32_t function, int depth)
{
    int statements = 1 + (int)rnd(6);
    int shape = (int)rnd(4);
    while (statements-- && fuel > 0 && b->n_children < 60) {
        uint32_t callee, site = site_of(function, &callee);
        uint32_t what = rnd(10);
        sample(b->at);
        if (shape == 3 && what < 8)
            what = 5; /* spawn loops */
        if (what < 7 && depth && rnd(4) == 0)
            do_leaf(b, site, callee, what >= 3);
        else if (what < 3 && depth)
            do_call(b, site, callee, depth - 1);
        else if (what < 7 && depth)
            do_spawn(b, site, callee, depth - 1);
        else if (what < 9) {
            sw_event_sync(&t.strand, spend(b->at));
            sync_nodes(b);
        }
        if (shape == 3 && rnd(8))
            statements++;
    }
}

/* Runs a random body, with the implicit sync at its end; returns its last node. */
static int run(int parent, uint32_t site, uint32_t function, int depth, int from, bool spawned)
{
    int call = dag.n_calls++;
    fuel--;
    uint32_t f = function == SW_FUNCTION_SAME ? dag.calls[parent].function : function;
    dag.calls[call] = (struct call){.parent = parent, .site = site, .function = f};
    struct body b = {.call = call, .at = node_new(call)};
    dag.calls[call].first = b.at;
    if (from >= 0)
        edge_new(from, false);
    body_run(&b, f, depth);
    uint64_t cost = spend(b.at);
    sample(b.at);
    if (spawned)
        sw_event_spawn_return(&t.strand, cost);
    else
        sw_event_return(&t.strand, cost);
    sync_nodes(&b);
    dag.calls[call].last = b.at;
    return b.at;
}

static uint64_t dist[MAX_NODES];
static int via[MAX_NODES];

/* Longest path from the first to the last node of the call; `via` leads back along it. */
static uint64_t longest(const struct call *c, uint64_t burden)
{
    for (int n = c->first; n <= c->last; n++) {
        uint64_t best = 0;
        via[n] = -1;
        for (int i = 0; n > c->first && i < dag.nodes[n].n_edges; i++) {
            struct edge e = dag.edges[dag.nodes[n].first_edge + i];
            uint64_t d = dist[e.from] + (e.continuation ? burden : 0);
            if (via[n] < 0 || d > best) {
                best = d;
                via[n] = e.from;
            }
        }
        dist[n] = best + dag.nodes[n].cost;
    }
    return dist[c->last];
}

/* Is there, above call c, an invocation of the same site; or, of its caller's function, another? */
static bool nested_in_site(int c)
{
    for (int a = dag.calls[c].parent; a >= 0; a = dag.calls[a].parent)
        if (dag.calls[a].site == dag.calls[c].site)
            return true;
    return false;
}

static uint32_t instance_of(int c, bool *same)
{
    const struct call *k = &dag.calls[c];
    *same = k->site != ROOT_SITE && k->site % 7 == 3;
    return k->function;
}

static bool caller_is_recursive(int c)
{
    bool same;
    int caller = dag.calls[c].parent;
    if (caller < 0)
        return false;
    uint32_t function = instance_of(caller, &same);
    while (same) { /* a loop in a body: the instance is the one that it is in */
        caller = dag.calls[caller].parent;
        function = instance_of(caller, &same);
    }
    for (int a = dag.calls[caller].parent; a >= 0; a = dag.calls[a].parent) {
        uint32_t f = instance_of(a, &same);
        if (!same && f == function)
            return true;
    }
    return false;
}

static uint64_t work_of(const struct call *c, int own_only)
{
    uint64_t sum = 0;
    for (int n = c->first; n <= c->last; n++)
        if (own_only < 0 || dag.nodes[n].call == own_only)
            sum += dag.nodes[n].cost;
    return sum;
}

static void add_call(struct sums *r, int i, uint64_t burden)
{
    const struct call *c = &dag.calls[i];
    uint64_t burdened_span = longest(c, burden);
    uint64_t span = longest(c, 0), local_span = 0, work = work_of(c, -1);
    for (int n = c->last; n >= 0; n = via[n])
        if (dag.nodes[n].call == i)
            local_span += dag.nodes[n].cost;
    if (!nested_in_site(i)) {
        r->count++;
        r->work += work;
        r->span += span;
        r->burdened_span += burdened_span;
        r->spawns += c->spawns;
        r->syncs += c->syncs;
    }
    if (!caller_is_recursive(i)) {
        r->caller_count++;
        r->caller_work += work;
        r->caller_span += span;
    }
    r->local_count++;
    r->local_work += work_of(c, i);
    r->local_span += local_span;
}

static void compare(const char *side, uint32_t site, struct sums got, struct sums want)
{
    static const char *const names[] = {
        "count",        "work",        "span",        "burdened span", "spawns",     "syncs",
        "caller count", "caller work", "caller span", "local count",   "local work", "local span"};
    for (size_t i = 0; i < sizeof got / 8; i++) {
        uint64_t g = (&got.count)[i], w = (&want.count)[i];
        if (g == w)
            check_passed++;
        else if (check_failed++ < 20)
            fprintf(stderr, "site %u %s: %s is %" PRIu64 ", not %" PRIu64 "\n", site, side,
                    names[i], g, w);
    }
}

/* After longest() of the whole. */
static void check_samples(void)
{
    static bool on_path[MAX_NODES];
    uint64_t work[PATHS] = {0}, span[PATHS] = {0}, on_span[PATHS] = {0}, off[PATHS] = {0};
    memset(on_path, 0, sizeof on_path);
    for (int n = dag.calls[0].last; n >= 0; n = via[n])
        on_path[n] = true;
    for (int i = 0; i < dag.n_samples; i++) {
        work[dag.samples[i].path] += dag.samples[i].weight;
        span[dag.samples[i].path] += on_path[dag.samples[i].node] ? dag.samples[i].weight : 0;
    }
    sw_prof_sum_samples(&t.strand.pool, &t.strand.root, on_span, PATHS);
    sw_prof_sum_samples(&t.strand.pool, &t.strand.off, off, PATHS);
    for (uint32_t i = 0; i < PATHS; i++) {
        CHECK_EQ(on_span[i], span[i]);
        CHECK_EQ(on_span[i] + off[i], work[i]);
    }
}

/* What the longest path is without the costs of a class of sites. */
static void check_relief(uint64_t span)
{
    static uint64_t costs[MAX_NODES];
    for (uint32_t class = 0; class < SW_RELIEF_CLASSES; class ++) {
        for (int n = 0; n < dag.n_nodes; n++) {
            costs[n] = dag.nodes[n].cost;
            if (dag.calls[dag.nodes[n].call].site % SW_RELIEF_CLASSES == class)
                dag.nodes[n].cost = 0;
        }
        CHECK_EQ(sw_relief_of(&t.strand.relief, class), span - longest(&dag.calls[0], 0));
        for (int n = 0; n < dag.n_nodes; n++)
            dag.nodes[n].cost = costs[n];
    }
}

static void check_against_dag(uint64_t burden)
{
    static struct sums work[SITES], span[SITES];
    static bool on_path[MAX_CALLS];
    memset(work, 0, sizeof work);
    memset(span, 0, sizeof span);
    memset(on_path, 0, sizeof on_path);
    struct sw_position end = sw_strand_position(&t.strand);
    CHECK_EQ(end.work, work_of(&dag.calls[0], -1));
    CHECK_EQ(end.burdened_span, longest(&dag.calls[0], burden));
    check_relief(end.span);
    CHECK_EQ(end.span, longest(&dag.calls[0], 0));
    check_samples();
    CHECK_EQ(end.spawns, dag.calls[0].spawns);
    CHECK_EQ(end.syncs, dag.calls[0].syncs);
    for (int n = dag.calls[0].last; n >= 0; n = via[n])
        for (int c = dag.nodes[n].call; c >= 0; c = dag.calls[c].parent)
            on_path[c] = true;
    for (int i = 0; i < dag.n_calls; i++) {
        add_call(&work[dag.calls[i].site], i, burden);
        if (on_path[i])
            add_call(&span[dag.calls[i].site], i, burden);
    }
    for (uint32_t s = 1; s < SITES; s++) {
        compare("on work", s, on_work(&t, s), work[s]);
        compare("on span", s, on_span(&t, s), span[s]);
    }
}

static void one_program(uint64_t seed)
{
    rng = seed * 0x9e3779b97f4a7c15u + 1;
    rnd(2);
    memset(&dag.n_nodes, 0, sizeof dag.n_nodes * 3);
    dag.n_samples = 0;
    paths = (uint32_t[]){0, 2, 20, PATHS - 1}[rnd(4)];
    max_cost = (uint64_t[]){1, 3, 10, 1000, 1000000}[rnd(5)];
    fuel = 1 + (int)rnd(rnd(8) ? 60 : 400);
    uint64_t burden = rnd(3) ? rnd(50) : 5000;
    strand_test_init(&t, 64 << 20, 2000, burden);
    run(-1, ROOT_SITE, ROOT_FUNCTION, 2 + (int)rnd(12), -1, false);
    sw_strand_finish(&t.strand);
    check_against_dag(burden);
    n_calls += (uint64_t)dag.n_calls;
    n_spawns += dag.calls[0].spawns;
    strand_test_release(&t);
}

int main(int argc, char **argv)
{
    uint64_t programs = argc > 1 ? strtoull(argv[1], NULL, 0) : 12000;
    for (uint64_t seed = 1; seed <= programs; seed++) {
        unsigned before = check_failed;
        one_program(seed);
        if (check_failed != before && check_failed < 40)
            fprintf(stderr, "^ in program %" PRIu64 " (%d nodes, %d calls)\n", seed, dag.n_nodes,
                    dag.n_calls);
    }
    printf("%" PRIu64 " programs, %" PRIu64 " invocations, %" PRIu64 " spawns\n", programs, n_calls,
           n_spawns);
    return check_done();
}
