#include "tests/emulate/brute.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LOCKS = 64 };

struct waiter {
    struct thread *thread;
    struct fiber *fiber;
    double cost;
    struct waiter *next;
};

static struct lock {
    struct fiber *holder;
    unsigned times;
    struct waiter *first, **last;
    unsigned epoch,
        user; /* one more than the number of the thread that had it last, in that section */
    double taken, length, gap;
} locks[LOCKS];

const struct sw_emulation_options *rules;
struct sw_overheads cost;
bool too_big;
static struct sw_emulation *result;
static bool done;

static int64_t ticks(double amount)
{
    return llround(amount * 1024);
}

static double between(double near, double far, double x, double at)
{
    if (x >= at || near >= far)
        return far;
    __int128 more = (__int128)ticks(far - near) * ticks(x) / ticks(at);
    return near + (double)more / 1024;
}

static double hand_over(const struct lock *lock)
{
    if (cost.hand_over_back <= 0)
        return cost.hand_over;
    double back = between(cost.hand_over_empty, cost.hand_over_back, lock->length, cost.section);
    return between(back, cost.hand_over, lock->gap, cost.hand_over / 2);
}

static void have(struct lock *lock, struct thread *thread, struct fiber *fiber, double takes)
{
    lock->holder = fiber;
    lock->times = 1;
    lock->user = thread->identity;
    lock->taken = machine.clock + takes;
}

static void take(struct lock *lock)
{
    struct thread *t = machine.now;
    struct fiber *me = t->fiber;
    if (lock->holder == me) {
        lock->times++;
        return;
    }
    if (lock->epoch != machine.epoch) {
        lock->epoch = machine.epoch;
        lock->user = 0;
        lock->length = lock->gap = 0;
    }
    if (t->released == lock && t->released_in == machine.epoch)
        lock->gap = machine.clock - t->released_at;
    if (!lock->holder) {
        double takes = cost.lock;
        if (lock->user && lock->user != t->identity)
            takes += cost.lock_moved;
        have(lock, t, me, takes);
        pay(takes, SW_WHY_GRAIN);
    } else {
        struct waiter waiter = {t, me, 0, NULL};
        *lock->last = &waiter;
        lock->last = &waiter.next;
        wait_for(THREAD_WAITS_FOR_LOCK);
        pay(waiter.cost, SW_WHY_GRAIN);
    }
}

static void let_go(struct lock *lock)
{
    if (--lock->times)
        return;
    struct waiter *next = lock->first;
    struct thread *t = machine.now;
    lock->holder = NULL;
    lock->length = machine.clock - lock->taken;
    t->released = lock;
    t->released_in = machine.epoch;
    t->released_at = machine.clock;
    if (!next)
        return;
    lock->first = next->next;
    if (!lock->first)
        lock->last = &lock->first;
    next->cost = hand_over(lock);
    have(lock, next->thread, next->fiber, next->cost);
    wake(next->thread, 0);
}

void do_item(struct unfolded *item, struct row *row)
{
    switch ((enum sw_node_kind)item->node.kind) {
    case SW_NODE_WORK:
        lose(item->work * (item->burden - 1), SW_WHY_MEMORY);
        pay(item->work * item->burden, SW_WHY_CAUSES);
        break;
    case SW_NODE_LOCK:
        take(&locks[item->node.detail]);
        do_items(item);
        let_go(&locks[item->node.detail]);
        break;
    case SW_NODE_SECTION:
        if (rules->paradigm == SW_PARADIGM_CILK)
            cilk_section(item);
        else
            omp_section(item, row);
        break;
    default:
        do_items(item);
    }
}

void do_items(struct unfolded *node)
{
    struct row row = {.items = node->items, .n = node->n};
    while (row.at < row.n) {
        row.at++;
        do_item(node->items[row.at - 1], &row);
    }
    omp_end_of_row(&row);
}

void do_iteration(struct unfolded *section, size_t i)
{
    struct row row = {.items = section->items, .n = section->task_at[i]};
    for (row.at = i ? section->task_at[i - 1] + 1 : 0; row.at < row.n;) {
        row.at++;
        do_item(section->items[row.at - 1], &row);
    }
    omp_end_of_row(&row);
    do_items(section->items[section->task_at[i]]);
}

void do_rest(struct unfolded *section)
{
    struct row row = {.items = section->items, .n = section->n};
    size_t n = section->n_tasks;
    for (row.at = n ? section->task_at[n - 1] + 1 : 0; row.at < row.n;) {
        row.at++;
        do_item(section->items[row.at - 1], &row);
    }
    omp_end_of_row(&row);
}

static struct sw_emulated_section *figures_of(uint32_t site)
{
    for (size_t i = 0; i < result->n_sections; i++)
        if (result->sections[i].site == site)
            return &result->sections[i];
    result->sections =
        realloc(result->sections, (result->n_sections + 1) * sizeof *result->sections);
    if (!result->sections)
        abort();
    struct sw_emulated_section *section = &result->sections[result->n_sections++];
    *section = (struct sw_emulated_section){.site = site};
    return section;
}

void open_section(struct unfolded *section)
{
    if (!machine.open++)
        machine.epoch++;
    if (section->inside)
        return;
    machine.section = figures_of(section->node.site);
    machine.section->count++;
    machine.section->work += section->work;
}

void close_section(struct unfolded *section)
{
    machine.open--;
    if (!section->inside)
        machine.section = NULL;
}

static struct fiber *program(void *root)
{
    do_items(root);
    done = true;
    end_rests();
    return NULL;
}

int brute(const struct sw_program_tree *tree, const struct sw_emulation_options *options,
          struct sw_emulation *emulation)
{
    rules = options;
    result = emulation;
    done = too_big = false;
    memset(emulation, 0, sizeof *emulation);
    memset(&cost, 0, sizeof cost);
    if (options->overheads)
        cost = *options->overheads;
    for (struct lock *l = locks; l < locks + LOCKS; l++)
        *l = (struct lock){.last = &l->first};
    struct unfolded *root = unfold(tree, options->burden);
    machine_begin(options->processors);
    struct fiber *main = fiber_new(program, root);
    if (options->paradigm == SW_PARADIGM_CILK)
        cilk_begin(main);
    else
        omp_begin(main);
    machine_run();
    emulation->work = root->work;
    emulation->time = machine.time;
    memcpy(emulation->lost, machine.lost, sizeof machine.lost);
    machine_end();
    unfold_release(root);
    return too_big ? -E2BIG : done ? 0 : -EDEADLK;
}
