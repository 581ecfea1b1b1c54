/*
 * Reductions of tasks. Each thread that runs tasks of the group has a copy of each variable, made when
 * first asked for; at the group's end they are put together. With the `task` modifier the group is
 * each thread's own while the copies are the team's: who comes last to the end puts them together.
 */
#include "agent/openmp/core/tasking.h"
#include "agent/openmp/core/worksharing.h"
#include "agent/openmp/kmpc/task.h"
#include "agent/openmp/simulator/record.h"
#include "agent/openmp/simulator/team.h"

#include <stdlib.h>
#include <string.h>

/* What the compiler hands over, in its older form and in its newer one. */
struct old_input {
    void *shared;
    size_t size;
    void *init, *fini, *combine;
    uint32_t flags;
};

struct input {
    void *shared, *original;
    size_t size;
    void *init, *fini, *combine;
    uint32_t flags;
};

struct item {
    void *shared, *original;
    size_t size;
    void (*init)(void *copy, void *original); /* the older form's has no second one */
    void (*fini)(void *copy);
    void (*combine)(void *to, void *from);
};

struct copies {
    unsigned n_threads, n_done;
    void *of[]; /* each item's, by thread */
};

struct reductions {
    struct copies *copies;
    bool of_team;
    unsigned n;
    struct item items[];
};

static void *check(void *memory)
{
    if (!memory)
        sw_omp_die("not enough memory for the reductions of tasks");
    return memory;
}

static struct reductions *new_reductions(int n)
{
    struct reductions *r = check(calloc(1, sizeof *r + (size_t)n * sizeof r->items[0]));
    r->n = (unsigned)n;
    return r;
}

static struct reductions *read_old(int n, const struct old_input *in)
{
    struct reductions *r = new_reductions(n);
    for (int i = 0; i < n; i++)
        r->items[i] = (struct item){in[i].shared, in[i].shared, in[i].size,
                                    in[i].init,   in[i].fini,   in[i].combine};
    return r;
}

static struct reductions *read_new(int n, const struct input *in)
{
    struct reductions *r = new_reductions(n);
    for (int i = 0; i < n; i++)
        r->items[i] = (struct item){in[i].shared, in[i].original ? in[i].original : in[i].shared,
                                    in[i].size,   in[i].init,
                                    in[i].fini,   in[i].combine};
    return r;
}

static struct copies *new_copies(const struct sw_omp_thread *t, unsigned n)
{
    size_t words = (size_t)t->team->n * n;
    struct copies *copies = check(calloc(1, sizeof *copies + words * sizeof copies->of[0]));
    copies->n_threads = t->team->n;
    return copies;
}

static void *begin(struct reductions *r)
{
    struct sw_omp_thread *t = sw_omp_enter();
    struct sw_omp_group *group = t->task->group;
    if (!group)
        sw_omp_die("a reduction of tasks without a taskgroup");
    r->copies = new_copies(t, r->n);
    group->reductions = r;
    sw_omp_leave(t);
    return group;
}

SW_KMPC void *__kmpc_task_reduction_init(int32_t global, int32_t n, void *data)
{
    (void)global;
    return begin(read_old(n, data));
}

SW_KMPC void *__kmpc_taskred_init(int32_t global, int32_t n, void *data)
{
    (void)global;
    return begin(read_new(n, data));
}

static void *begin_of_team(struct reductions *r, const void *address)
{
    bool is_new;
    struct sw_omp_thread *t = sw_omp_enter();
    struct sw_omp_share *share = sw_omp_share_next(t, SW_OMP_REDUCTION, address, &is_new);
    if (is_new)
        share->abi = new_copies(t, r->n);
    sw_omp_group_begin(t, address);
    r->copies = share->abi;
    r->of_team = true;
    t->task->group->reductions = r;
    sw_omp_leave(t);
    return t->task->group;
}

SW_KMPC void *__kmpc_task_reduction_modifier_init(struct sw_kmpc_ident *loc, int32_t global,
                                                  int32_t is_loop, int32_t n, void *data)
{
    (void)loc, (void)global, (void)is_loop;
    return begin_of_team(read_old(n, data), HERE);
}

SW_KMPC void *__kmpc_taskred_modifier_init(struct sw_kmpc_ident *loc, int32_t global,
                                           int32_t is_loop, int32_t n, void *data)
{
    (void)loc, (void)global, (void)is_loop;
    return begin_of_team(read_new(n, data), HERE);
}

/* Whether it is the variable itself, or somebody's copy of it. */
static bool is_of(const struct reductions *r, unsigned i, const void *data)
{
    const struct copies *c = r->copies;
    if (r->items[i].shared == data || r->items[i].original == data)
        return true;
    for (unsigned j = 0; j < c->n_threads; j++)
        if (c->of[i * c->n_threads + j] && c->of[i * c->n_threads + j] == data)
            return true;
    return false;
}

static void *copy_of(const struct sw_omp_thread *t, const struct reductions *r, unsigned i)
{
    struct copies *c = r->copies;
    const struct item *item = &r->items[i];
    void **copy = &c->of[i * c->n_threads + t->number % c->n_threads];
    if (*copy)
        return *copy;
    void *memory = NULL;
    if (posix_memalign(&memory, 64, item->size ? item->size : 1))
        check(NULL);
    *copy = memory;
    if (item->init)
        item->init(*copy, item->original);
    else
        memset(*copy, 0, item->size);
    return *copy;
}

SW_KMPC void *__kmpc_task_reduction_get_th_data(int32_t global, void *group, void *data)
{
    (void)global;
    const struct sw_omp_thread *t = sw_omp_self();
    for (struct sw_omp_group *g = group ? group : t->task->group; g; g = g->outer) {
        const struct reductions *r = g->reductions;
        for (unsigned i = 0; r && i < r->n; i++)
            if (is_of(r, i, data))
                return copy_of(t, r, i);
    }
    sw_omp_die("a task has an in_reduction clause, but there is no such reduction");
}

/* All into the variable itself; the program's functions are its own time. */
static void put_together(const struct reductions *r)
{
    struct copies *c = r->copies;
    for (unsigned i = 0; i < r->n; i++)
        for (unsigned j = 0; j < c->n_threads; j++) {
            void *copy = c->of[i * c->n_threads + j];
            if (!copy)
                continue;
            r->items[i].combine(r->items[i].shared, copy);
            if (r->items[i].fini)
                r->items[i].fini(copy);
            free(copy);
        }
    free(c);
}

static void end_group(void)
{
    struct sw_omp_thread *t = sw_omp_enter();
    struct reductions *r = t->task->group->reductions;
    sw_omp_group_end(t);
    sw_omp_leave(t);
    if (r && (!r->of_team || ++r->copies->n_done == r->copies->n_threads))
        put_together(r);
    free(r);
}

SW_KMPC void __kmpc_end_taskgroup(struct sw_kmpc_ident *loc, int32_t global)
{
    (void)loc, (void)global;
    end_group();
}

SW_KMPC void __kmpc_task_reduction_modifier_fini(struct sw_kmpc_ident *loc, int32_t global,
                                                 int32_t is_loop)
{
    (void)loc, (void)global, (void)is_loop;
    end_group();
}
