/*
 * libgomp's task reductions: memory for each thread's copies, and the way from a variable to its
 * copy.
 */
#include "agent/openmp/gomp/gomp.h"

#include <stdlib.h>
#include <string.h>

enum { COUNT, SIZE, MEMORY, ALLOCATOR, NEXT, IS_FIRST, END, VARIABLES };
enum { ADDRESS, OFFSET, WORDS = 3 };

static uintptr_t *next_of(const uintptr_t *array)
{
    return (uintptr_t *)array[NEXT];
}

/* Of the innermost taskgroup that has any. */
static uintptr_t *reductions_of(const struct sw_omp_group *group)
{
    while (group && !group->reductions)
        group = group->outer;
    return group ? group->reductions : NULL;
}

static void get_memory(uintptr_t *array, unsigned n)
{
    size_t alignment = array[MEMORY] < sizeof(void *) ? sizeof(void *) : array[MEMORY];
    size_t size = array[SIZE] * n;
    void *memory;
    if (posix_memalign(&memory, alignment, size ? size : 1))
        sw_omp_die("not enough memory for the reductions of tasks");
    memset(memory, 0, size);
    array[MEMORY] = (uintptr_t)memory;
    array[END] = array[MEMORY] + size;
}

void sw_gomp_reductions_register(struct sw_omp_group *group, uintptr_t *array,
                                 const uintptr_t *first, unsigned n)
{
    uintptr_t *last = array;
    for (uintptr_t *a = array; a; a = next_of(a)) {
        if (first) {
            a[MEMORY] = first[MEMORY];
            a[END] = first[END];
            first = next_of(first);
        } else {
            get_memory(a, n);
        }
        a[IS_FIRST] = a == array;
        last = a;
    }
    last[NEXT] = (uintptr_t)reductions_of(group->outer);
    group->reductions = array;
}

static void sw_gomp_reductions_release(const uintptr_t *array)
{
    const uintptr_t *a = array;
    do {
        free((void *)a[MEMORY]);
        a = next_of(a);
    } while (a && !a[IS_FIRST]);
}

static void *common_memory(size_t size)
{
    size_t lines = size / 64 + 1;
    return memset(sw_omp_need(aligned_alloc(64, 64 * lines), "a loop"), 0, 64 * lines);
}

void sw_gomp_share_extend(struct sw_omp_thread *t, struct sw_omp_share *s, uintptr_t *reductions,
                          void **memory)
{
    if (reductions) {
        sw_gomp_reductions_register(t->task->group, reductions, s->abi, t->team->n);
        t->task->group->shared = true;
        if (!s->abi)
            s->abi = reductions;
    }
    if (memory) {
        if (!s->memory)
            s->memory = common_memory((size_t)*memory);
        *memory = s->memory;
    }
}

SW_API void GOMP_taskgroup_reduction_register(uintptr_t *array)
{
    SW_OMP_INSIDE(t);
    if (t->task->group)
        sw_gomp_reductions_register(t->task->group, array, NULL, t->team->n);
}

SW_OMP_CALL(void, GOMP_taskgroup_reduction_unregister, (uintptr_t * array),
            sw_gomp_reductions_release(array))

SW_API void GOMP_workshare_task_reduction_unregister(bool cancelled)
{
    SW_OMP_INSIDE_AS(t, SW_CONSTRUCT_REDUCTION, HERE);
    const uintptr_t *array = t->task->group->reductions;
    sw_omp_group_end(t);
    if (!t->number)
        sw_gomp_reductions_release(array);
    if (!cancelled)
        sw_omp_barrier(t, sw_omp_construct(t, SW_CONSTRUCT_REDUCTION, HERE));
}

/* The variable of one of the arrays that is at that address. */
static const uintptr_t *find_variable(const uintptr_t **array, uintptr_t address)
{
    for (const uintptr_t *a = *array; a; a = next_of(a))
        for (size_t i = 0; i < a[COUNT]; i++)
            if (a[VARIABLES + WORDS * i + ADDRESS] == address) {
                *array = a;
                return &a[VARIABLES + WORDS * i];
            }
    return NULL;
}

/* The array whose memory has that address. */
static const uintptr_t *find_memory(const uintptr_t *array, uintptr_t address)
{
    while (array && (address < array[MEMORY] || address >= array[END]))
        array = next_of(array);
    return array;
}

static void die(void)
{
    sw_omp_die("an in_reduction clause of a task has no task_reduction that matches it");
}

static uintptr_t variable_at(const uintptr_t *array, uintptr_t offset)
{
    for (size_t i = 0; i < array[COUNT]; i++)
        if (array[VARIABLES + WORDS * i + OFFSET] == offset)
            return array[VARIABLES + WORDS * i + ADDRESS];
    die();
    return 0;
}

/* Of a variable, or of another thread's copy of it: the thread's own copy, and if it is asked for,
 * the variable. */
static void remap(const uintptr_t *array, unsigned number, void **address, void **variable)
{
    uintptr_t given = (uintptr_t)*address, offset;
    const uintptr_t *found = find_variable(&array, given);
    if (found) {
        offset = found[OFFSET];
    } else {
        if (!(array = find_memory(array, given)))
            die();
        offset = (given - array[MEMORY]) % array[SIZE];
    }
    *address = (void *)(array[MEMORY] + number * array[SIZE] + offset);
    if (variable)
        *variable = (void *)(found ? given : variable_at(array, offset));
}

SW_API void GOMP_task_reduction_remap(size_t count, size_t n_variables, void **addresses)
{
    SW_OMP_INSIDE(t);
    const uintptr_t *arrays = reductions_of(t->task->group);
    for (size_t i = 0; i < count; i++)
        remap(arrays, t->number, &addresses[i], i < n_variables ? &addresses[count + i] : NULL);
}

SW_API void GOMP_scope_start(uintptr_t *reductions)
{
    SW_OMP_INSIDE(t);
    bool is_new;
    sw_omp_group_begin(t, HERE);
    sw_gomp_share_extend(t, sw_omp_share_next(t, SW_CONSTRUCT_REDUCTION, HERE, &is_new), reductions,
                         NULL);
}
