/* Finds the tasks of a section, goes through the tree as the serial program does, and has its locks. */
#include "helpers/synthesize/walk.h"
#include "base/search.h"
#include "helpers/synthesize/times.h"

/* --- Tasks --- */

enum { NEAR = 16 };

struct sw_synthesis_plan sw_plan;

/* In blocks and steps, what is looked for is in the last that does not begin behind it: the first begins at 0. */
static void enter(struct sw_cursor *cursor, uint64_t task)
{
    const struct sw_synthesis_block *blocks = sw_plan.blocks + cursor->section->first;
    size_t n = SW_BEFORE(cursor->section->n, i, blocks[i].begin <= task);
    const struct sw_synthesis_block *block = &blocks[n - 1];
    const struct sw_synthesis_step *steps = sw_plan.steps + block->first_step;
    uint32_t place = (uint32_t)((task - block->begin) % block->period);
    n = SW_BEFORE(block[1].first_step - block->first_step, i, steps[i].begin <= place);
    cursor->block = (uint32_t)(block - sw_plan.blocks);
    cursor->step = block->first_step + (uint32_t)n - 1;
    const struct sw_synthesis_step *step = &sw_plan.steps[cursor->step];
    cursor->left = step->begin + step->count - place;
    cursor->next = task;
}

static void go_on(struct sw_cursor *cursor)
{
    const struct sw_synthesis_block *block = &sw_plan.blocks[cursor->block];
    cursor->next += cursor->left;
    if (cursor->next >= block[1].begin)
        block = &sw_plan.blocks[++cursor->block];
    if (++cursor->step >= block[1].first_step)
        cursor->step = block->first_step;
    cursor->left = sw_plan.steps[cursor->step].count;
}

/* A few steps ahead are not worth a search: the chunks of the others in between. */
void sw_cursor_seek(struct sw_cursor *cursor, uint64_t task)
{
    if (!cursor->block || task < cursor->next || task - cursor->next > NEAR) {
        enter(cursor, task);
        return;
    }
    while (task - cursor->next >= cursor->left)
        go_on(cursor);
}

/* --- The serial program --- */

/* What the parallel runs are compared with. */

static void do_items(const struct sw_synthesis_node *node)
{
    for (uint32_t i = node->first; i < node->first + node->n; i++)
        for (uint32_t k = 0; k < sw_plan.items[i].count; k++)
            sw_serial_visit(sw_plan.items[i].node);
}

static void do_section(const struct sw_synthesis_node *node)
{
    struct sw_cursor cursor = {.section = node};
    for (uint64_t i = 0; i < node->tasks; i++) {
        const struct sw_synthesis_step *step = sw_cursor_at(&cursor, i);
        if (step->before)
            sw_serial_visit(step->before);
        sw_serial_visit(step->task);
    }
    if (node->after)
        sw_serial_visit(node->after);
}

void sw_serial_visit(uint32_t number)
{
    const struct sw_synthesis_node *node = &sw_plan.nodes[number];
    if (node->kind == SW_SYNTHESIS_WORK || (node->kind == SW_SYNTHESIS_LOCK && !node->n)) {
        sw_delay(node->length);
        return;
    }
    sw_delay_visit();
    if (node->kind == SW_SYNTHESIS_SECTION)
        do_section(node);
    else
        do_items(node);
}

/* --- Locks --- */

/* The tree's locks: each executable has those that its programs would use. */

#ifdef _OPENMP
#include <omp.h>
typedef omp_lock_t lock_type;
#define init_lock(lock)    omp_init_lock(lock)
#define take_lock(lock)    omp_set_lock(lock)
#define release_lock(lock) omp_unset_lock(lock)
#else
#include <pthread.h>
typedef pthread_mutex_t lock_type;
#define init_lock(lock)    pthread_mutex_init(lock, NULL)
#define take_lock(lock)    pthread_mutex_lock(lock)
#define release_lock(lock) pthread_mutex_unlock(lock)
#endif

struct lock {
    lock_type lock;
    const void *holder;
} __attribute__((aligned(128))); /* neighbours do not disturb each other */

static struct lock *locks;

/* Its address says which thread. */
static __thread char self;

bool sw_locks_init(size_t n)
{
    locks = aligned_alloc(128, (n + 1) * sizeof *locks);
    for (size_t i = 0; locks && i < n; i++) {
        init_lock(&locks[i].lock);
        locks[i].holder = NULL;
    }
    return locks != NULL;
}

bool sw_lock(uint32_t number)
{
    struct lock *lock = &locks[number];
    if (__atomic_load_n(&lock->holder, __ATOMIC_RELAXED) == &self)
        return false;
    take_lock(&lock->lock);
    __atomic_store_n(&lock->holder, &self, __ATOMIC_RELAXED);
    return true;
}

void sw_unlock(uint32_t number)
{
    struct lock *lock = &locks[number];
    __atomic_store_n(&lock->holder, NULL, __ATOMIC_RELAXED);
    release_lock(&lock->lock);
}
