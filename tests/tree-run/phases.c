/*
 * The logs of OpenMP's threads, without OpenMP: random teams come to loops, take chunks by turns, make tasks, hold locks
 * that cross, and meet at barriers. Whatever they do, and however little room there is for logs, the tree has
 * all work, nothing is left open, and with enough room all tasks and chunks are there. Built with the sanitizers.
 */
#include "agent/openmp/core/constructs.h"
#include "agent/openmp/simulator/record.h"
#include "live/tree.h"
#include "tests/check.h"
#include "tests/tree-run/figures.h"

#include <stdarg.h>
#include <sys/mman.h>

enum { THREADS = 4, LOCKS = 3, PENDING = 4096, CONSTRUCT = 7 };

static struct sw_live *live;
static struct sw_omp_simulator simulator;
static struct sw_omp_record record;
static struct sw_omp_task root_task;
static struct sw_omp_team root_team;
static struct sw_omp_lock locks[LOCKS];
static struct sw_omp_thread threads[THREADS];
static struct sw_omp_task *pending[PENDING];
static unsigned n_pending;
static uint64_t total, n_tasks, n_chunks, random_state = 1;

void sw_omp_die(const char *format, ...)
{
    fprintf(stderr, "%s\n", format);
    abort();
}

static uint64_t draw(uint64_t n)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (random_state >> 33) % n;
}

static void spend(const struct sw_omp_thread *t)
{
    uint64_t cost = 1 + draw(1000);
    t->task->log->tail += cost;
    total += cost;
}

static void run(struct sw_omp_thread *t, struct sw_omp_task *task);

static void wait_for(struct sw_omp_thread *t, const struct sw_omp_task *parent)
{
    for (unsigned i = 0; i < n_pending; i++)
        if (pending[i]->parent == parent) {
            struct sw_omp_task *task = pending[i];
            pending[i] = pending[--n_pending];
            run(t, task);
            i = UINT32_MAX;
        }
}

static void make_task(struct sw_omp_thread *t)
{
    struct sw_omp_task *task = calloc(1, sizeof *task);
    task->parent = t->task;
    task->included = draw(4) == 0;
    sw_omp_tree_task(t, task, CONSTRUCT);
    if (task->included || n_pending == PENDING) {
        n_tasks += !task->included;
        run(t, task);
        return;
    }
    n_tasks++;
    pending[n_pending++] = task;
}

static void steps(struct sw_omp_thread *t, unsigned depth)
{
    bool held[LOCKS] = {false};
    for (uint64_t i = draw(6); i > 0; i--) {
        unsigned lock = (unsigned)draw(LOCKS);
        switch (draw(8)) {
        case 0:
        case 1:
            if (held[lock])
                sw_omp_tree_unlock(t, &locks[lock]);
            else
                sw_omp_tree_lock(t, &locks[lock], CONSTRUCT + 1);
            held[lock] ^= true;
            break;
        case 2:
            if (depth)
                make_task(t);
            break;
        case 3:
            wait_for(t, t->task);
            sw_omp_tree_taskwait(t);
            break;
        case 4:
            sw_omp_tree_group(t, CONSTRUCT + 2);
            spend(t);
            if (depth)
                make_task(t);
            sw_omp_tree_group_end(t);
            break;
        default:
            spend(t);
        }
    }
    for (unsigned i = 0; i < LOCKS && draw(8); i++) /* some stay locked for good */
        if (held[i])
            sw_omp_tree_unlock(t, &locks[i]);
}

static void run(struct sw_omp_thread *t, struct sw_omp_task *task)
{
    struct sw_omp_task *before = t->task;
    t->task = task;
    steps(t, (unsigned)draw(3));
    sw_omp_tree_task_end(t, task);
    t->task = before;
    wait_for(t, task); /* those that nobody has waited for must not outlive what they point to */
    free(task);
}

/* A thread's way through the loops of a phase: one action at a time. */
struct way {
    unsigned loop;
    bool begun, done;
};

static void act(struct sw_omp_thread *t, struct way *way, struct sw_omp_share *shares, unsigned n)
{
    struct sw_omp_share *s = &shares[way->loop];
    if (!way->begun && draw(2)) {
        steps(t, 2);
    } else if (way->loop == n) {
        way->done = true;
    } else if (!way->begun) {
        sw_omp_tree_loop(t, s, !s->n_left++, false);
        way->begun = true;
    } else if (s->at < s->n) {
        uint64_t turn = s->at++;
        sw_omp_tree_chunk(t, s);
        spend(t);
        steps(t, draw(4) ? 0 : 1);
        sw_omp_tree_chunk_end(t, s, turn);
        n_chunks += t->team->n > 1; /* a team of one has no sections */
    } else {
        sw_omp_tree_loop_leave(t, s);
        way->begun = false;
        way->loop++;
    }
}

static void phase(struct sw_omp_team *team, bool final)
{
    struct sw_omp_share shares[4] = {{0}};
    struct way ways[THREADS] = {{0}};
    unsigned n = (unsigned)draw(4), left = team->n;
    for (unsigned i = 0; i < n; i++) {
        shares[i].n = draw(10) ? draw(30) : draw(3000);
        shares[i].construct = CONSTRUCT + 3 + i;
        shares[i].schedule = draw(2) ? SW_OMP_DYNAMIC : SW_OMP_STATIC;
        shares[i].chunk = 1;
    }
    while (left) {
        unsigned i = (unsigned)draw(team->n);
        if (ways[i].done)
            continue;
        act(team->threads[i], &ways[i], shares, n);
        left -= ways[i].done;
    }
    while (n_pending) {
        struct sw_omp_task *task = pending[--n_pending];
        run(team->threads[draw(team->n)], task);
    }
    sw_omp_tree_barrier(&simulator, team, team->construct, final);
}

static void region(void)
{
    struct sw_omp_thread *members[THREADS];
    struct sw_omp_task tasks[THREADS] = {{0}};
    struct sw_omp_member of[THREADS] = {{0}};
    struct sw_omp_team team = {.n = 1 + (unsigned)draw(THREADS),
                               .threads = members,
                               .tasks = tasks,
                               .members = of,
                               .outer_task = &root_task,
                               .outer = &root_team,
                               .construct = CONSTRUCT};
    for (unsigned i = 0; i < team.n; i++) {
        members[i] = &threads[i];
        threads[i] = (struct sw_omp_thread){
            .simulator = &simulator, .team = &team, .task = &tasks[i], .number = i};
    }
    sw_omp_tree_region(&simulator, &team);
    for (uint64_t n = draw(3); n > 0; n--)
        phase(&team, false);
    phase(&team, true);
}

/* n regions, with so much room for logs. */
static void program(uint64_t n, uint64_t room)
{
    struct sw_omp_thread root = {.simulator = &simulator, .team = &root_team, .task = &root_task};
    simulator.tree->logs.bound = room;
    for (uint64_t i = 0; i < n; i++) {
        spend(&root);
        region();
    }
}

static struct figures take(void)
{
    struct sw_tree *tree = atomic_load(&live->tree)->tree;
    struct sw_tree_measure measure;
    uint64_t n_nodes, n_items;
    sw_tree_pass(tree, root_task.log->tail);
    CHECK_EQ(sw_tree_depth(tree), 0);
    sw_tree_finish(tree);
    sw_tree_measured(tree, &measure);
    CHECK_EQ(measure.unclosed, 0);
    CHECK_EQ(measure.lost, 0);
    sw_tree_size(tree, &n_nodes, &n_items);
    struct sw_node *nodes = calloc(n_nodes, sizeof *nodes);
    struct sw_item *items = calloc(n_items + 1, sizeof *items);
    sw_tree_copy(tree, nodes, items);
    struct figures f = figures_of(nodes, n_nodes, items);
    free(nodes);
    free(items);
    return f;
}

int main(int argc, char **argv)
{
    uint64_t n = argc > 1 ? strtoull(argv[1], NULL, 10) : 1000;
    uint64_t room = argc > 2 ? strtoull(argv[2], NULL, 10) : 256 << 20;
    size_t bytes = 1ull << 30;
    live = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                -1, 0);
    sw_arena_init(&live->arena, (char *)live + sizeof *live, bytes - sizeof *live);
    live->options.tree = 256 << 20;
    simulator.record = &record;
    simulator.root.task = &root_task;
    sw_omp_tree_begin(&simulator, live);
    program(n, room);
    struct figures f = take();
    double off = f.work - (double)total;
    CHECK(off < 1 + 1e-6 * f.work && off > -1 - 1e-6 * f.work);
    CHECK(f.span <= f.work);
    printf("%" PRIu64 " lost, work %.0f of %" PRIu64 "\n", simulator.tree->logs.lost, f.work,
           total);
    free(root_task.log->open);
    if (!simulator.tree->logs.lost)
        CHECK(f.tasks >= (double)(n_tasks + n_chunks));
    else
        CHECK(room < 1 << 20);
    return check_done();
}
