/* What a task waits for: other tasks, by its depend clauses, and the event of its detach clause. */
#include "agent/openmp/core/constructs.h"
#include "base/raw.h"

#include <linux/futex.h>
#include <stdlib.h>
#include <string.h>

struct list {
    struct sw_omp_dependences **all;
    unsigned n, room;
};

/* A task that others may depend on; it stays when the task has gone. */
struct sw_omp_dependences {
    unsigned references;
    unsigned n_missing; /* tasks that it waits for */
    bool ended;
    struct sw_dag_strand end;
    uint64_t clock; /* the simulated time of its end */
    struct sw_omp_task *task;
    struct list after; /* that wait for it */
};

struct entry {
    const void *address; /* NULL: free */
    struct list last, before;
    enum sw_omp_depend how; /* the last ones use it */
};

struct sw_omp_depend_table {
    struct entry *entries;
    size_t n, room; /* a power of two */
};

static const char ours[] = "the dependences of tasks"; /* what memory is needed for */

static void put(struct list *list, struct sw_omp_dependences *d)
{
    if (list->n == list->room) {
        list->room = 2 * list->room + 2;
        list->all = sw_omp_need(realloc(list->all, list->room * sizeof *list->all), ours);
    }
    list->all[list->n++] = d;
    d->references++;
}

static void drop(struct sw_omp_simulator *m, struct sw_omp_dependences *d)
{
    if (--d->references)
        return;
    sw_omp_end(m, &d->end);
    free(d->after.all);
    free(d);
}

static void empty(struct sw_omp_simulator *m, struct list *list)
{
    for (unsigned i = 0; i < list->n; i++)
        drop(m, list->all[i]);
    list->n = 0;
}

static struct entry *find(struct sw_omp_depend_table *table, const void *address)
{
    size_t i = ((uintptr_t)address * 0x9e3779b97f4a7c15u >> 20) & (table->room - 1);
    while (table->entries[i].address && table->entries[i].address != address)
        i = (i + 1) & (table->room - 1);
    return &table->entries[i];
}

static void grow(struct sw_omp_depend_table *table)
{
    struct sw_omp_depend_table bigger = {.room = table->room ? 2 * table->room : 64, .n = table->n};
    bigger.entries = sw_omp_need(calloc(bigger.room, sizeof *bigger.entries), ours);
    for (size_t i = 0; i < table->room; i++)
        if (table->entries[i].address)
            *find(&bigger, table->entries[i].address) = table->entries[i];
    free(table->entries);
    *table = bigger;
}

static struct entry *entry_of(struct sw_omp_task *parent, const void *address)
{
    if (!parent->table)
        parent->table = sw_omp_need(calloc(1, sizeof *parent->table), ours);
    if (2 * parent->table->n >= parent->table->room)
        grow(parent->table);
    struct entry *e = find(parent->table, address);
    if (!e->address) {
        e->address = address;
        parent->table->n++;
    }
    return e;
}

/* The task comes after all of the group. */
static void follow(struct sw_omp_simulator *m, struct sw_omp_task *task, const struct list *list)
{
    for (unsigned i = 0; i < list->n; i++) {
        struct sw_omp_dependences *first = list->all[i], *d = task->dependences;
        if (first == d)
            continue;
        if (first->ended) {
            sw_omp_join(m, &d->end, &first->end);
            d->clock = first->clock > d->clock ? first->clock : d->clock;
            continue;
        }
        put(&first->after, d);
        d->n_missing++;
    }
}

static void add_to(struct sw_omp_simulator *m, struct entry *e, struct sw_omp_task *task,
                   enum sw_omp_depend how)
{
    if (how == SW_OMP_DEPEND_OUT || !e->last.n || e->how != how) {
        struct list before = e->before;
        empty(m, &before);
        e->before = e->last;
        e->last = before;
        e->how = how;
    }
    follow(m, task, &e->before);
    put(&e->last, task->dependences);
}

void sw_omp_depend_add(struct sw_omp_thread *t, struct sw_omp_task *task, const void *address,
                       enum sw_omp_depend how)
{
    struct sw_omp_task *parent = task->parent;
    sw_omp_tree_misses(t->simulator, SW_OMP_MISSES_DEPEND);
    if (!task->dependences) {
        task->dependences = sw_omp_need(calloc(1, sizeof *task->dependences), ours);
        task->dependences->task = task;
        task->dependences->references = 1;
    }
    if (how != SW_OMP_DEPEND_ALL) {
        add_to(t->simulator, entry_of(parent, address), task, how);
        return;
    }
    struct sw_omp_depend_table *table = parent->table;
    for (size_t i = 0; table && i < table->room; i++)
        if (table->entries[i].address)
            add_to(t->simulator, &table->entries[i], task, SW_OMP_DEPEND_OUT);
}

bool sw_omp_depend_is_met(const void *task)
{
    const struct sw_omp_dependences *d = ((const struct sw_omp_task *)task)->dependences;
    return !d || !d->n_missing;
}

/* What it depends on comes before its start. */
void sw_omp_depend_begin(struct sw_omp_thread *t, struct sw_omp_task *task)
{
    struct sw_omp_dependences *d = task->dependences;
    if (!d)
        return;
    sw_omp_join(t->simulator, &task->strand, &d->end);
    task->ready = d->clock > task->ready ? d->clock : task->ready;
}

bool sw_omp_depend_is_wanted(const struct sw_omp_task *task)
{
    const struct sw_omp_dependences *d = task->dependences, *wants = task->parent->wants;
    for (unsigned i = 0; wants && d && i < d->after.n; i++)
        if (d->after.all[i] == wants)
            return true;
    return false;
}

uint64_t sw_omp_depend_wait(struct sw_omp_thread *t, struct sw_omp_task *task)
{
    t->task->waits_for_some = true;
    t->task->wants = task->dependences;
    sw_omp_task_prefer(t->task);
    uint64_t waited = sw_omp_task_wait_until(t, sw_omp_depend_is_met, task);
    t->task->wants = NULL;
    t->task->waits_for_some = false;
    return waited;
}

void sw_omp_depend_end(struct sw_omp_thread *t, struct sw_omp_task *task)
{
    struct sw_omp_simulator *m = t->simulator;
    struct sw_omp_dependences *d = task->dependences;
    if (!d)
        return;
    d->ended = true;
    d->clock = t->clock;
    d->task = NULL;
    sw_omp_part(m, &d->end, &task->strand, 0);
    for (unsigned i = 0; i < d->after.n; i++) {
        struct sw_omp_dependences *next = d->after.all[i];
        sw_omp_join(m, &next->end, &d->end);
        next->clock = d->clock > next->clock ? d->clock : next->clock;
        if (!--next->n_missing && next->task && !next->task->undeferred && next->task->submitted) {
            sw_omp_depend_begin(t, next->task);
            sw_omp_task_queue(next->task);
        }
        drop(m, next);
    }
    d->after.n = 0;
    drop(m, d);
}

void sw_omp_depend_forget(struct sw_omp_simulator *m, struct sw_omp_task *parent)
{
    struct sw_omp_depend_table *table = parent->table;
    if (!table)
        return;
    for (size_t i = 0; i < table->room; i++) {
        struct entry *e = &table->entries[i];
        empty(m, &e->last);
        empty(m, &e->before);
        free(e->last.all);
        free(e->before.all);
    }
    free(table->entries);
    free(table);
    parent->table = NULL;
}

/* Tasks with a detach clause, which are complete only when somebody fulfills their event. */

struct sw_omp_detach {
    struct sw_omp_simulator *simulator;
    struct sw_omp_task *task;
    struct sw_dag_strand strand; /* where it was fulfilled */
    uint64_t clock;
    bool fulfilled, ended;        /* the event; the task's function */
    struct sw_omp_thread *waiter; /* the task's creator, if that must wait */
    struct sw_omp_detach *next;   /* of those that other simulators fulfilled */
};

struct sw_omp_detach *sw_omp_detach_new(struct sw_omp_thread *t, struct sw_omp_task *task)
{
    struct sw_omp_detach *detach = sw_omp_need(calloc(1, sizeof *detach), "the event of a task");
    detach->simulator = t->simulator;
    detach->task = task;
    task->detach = detach;
    t->simulator->n_detached++;
    return detach;
}

/* Both have happened: the task ends when the later one did. */
static void finish(struct sw_omp_detach *detach)
{
    struct sw_omp_simulator *m = detach->simulator;
    struct sw_omp_task *task = detach->task;
    sw_omp_join(m, &task->strand, &detach->strand);
    sw_omp_end(m, &detach->strand);
    task->ready = detach->clock > task->ready ? detach->clock : task->ready;
    task->detach = NULL;
    m->n_detached--;
    free(detach);
}

static void fulfill(struct sw_omp_thread *t, struct sw_omp_detach *detach)
{
    struct sw_omp_task *task = detach->task;
    detach->fulfilled = true;
    if (!detach->ended)
        return;
    if (detach->waiter) {
        sw_omp_wake_waiter(&detach->waiter, t->clock);
        return;
    }
    finish(detach);
    sw_omp_task_complete(t, task);
}

static void leave_note(struct sw_omp_detach *detach)
{
    struct sw_omp_simulator *m = detach->simulator;
    detach->next = __atomic_load_n(&m->fulfilled, __ATOMIC_RELAXED);
    while (!__atomic_compare_exchange_n(&m->fulfilled, &detach->next, detach, false,
                                        __ATOMIC_RELEASE, __ATOMIC_RELAXED))
        ;
    __atomic_add_fetch(&m->bell, 1, __ATOMIC_RELEASE);
    sw_raw6(SYS_futex, (long)&m->bell, FUTEX_WAKE_PRIVATE, 1, 0, 0, 0);
}

void sw_omp_detach_fulfill(struct sw_omp_thread *t, struct sw_omp_detach *detach)
{
    if (t->simulator != detach->simulator) {
        leave_note(detach);
        return;
    }
    sw_omp_give_way(t);
    sw_omp_fork(t->simulator, &detach->strand, &t->task->strand, 0);
    detach->clock = t->clock;
    fulfill(t, detach);
}

bool sw_omp_detach_is_past(struct sw_omp_thread *t, struct sw_omp_task *task)
{
    struct sw_omp_detach *detach = task->detach;
    detach->ended = true;
    while (task->undeferred && !detach->fulfilled) {
        detach->waiter = t;
        sw_omp_block(t);
    }
    if (!detach->fulfilled)
        return false;
    finish(detach);
    return true;
}

void sw_omp_detached_take(struct sw_omp_thread *t)
{
    struct sw_omp_simulator *m = t->simulator;
    struct sw_omp_detach *detach = __atomic_exchange_n(&m->fulfilled, NULL, __ATOMIC_ACQUIRE),
                         *next;
    for (; detach; detach = next) {
        next = detach->next;
        fulfill(t, detach);
    }
}
