/* Dependences of tasks, as clang's code lists them. */
#include "agent/openmp/core/depend.h"
#include "agent/openmp/core/tasking.h"
#include "agent/openmp/kmpc/task.h"

struct dependence {
    const void *address;
    size_t size;
    uint8_t flags;
};

enum { IN = 1, OUT = 2, MUTEX = 4, SET = 8, ALL = 0x80 };

static enum sw_omp_depend how(const struct dependence *d)
{
    if (d->flags & ALL)
        return SW_OMP_DEPEND_ALL;
    if (d->flags & SET)
        return SW_OMP_DEPEND_INOUTSET;
    return d->flags & (OUT | MUTEX) ? SW_OMP_DEPEND_OUT : SW_OMP_DEPEND_IN;
}

static void add(struct sw_omp_thread *t, struct sw_omp_task *task, int32_t n,
                const struct dependence *list)
{
    for (int32_t i = 0; i < n; i++)
        sw_omp_depend_add(t, task, list[i].address, how(&list[i]));
}

SW_KMPC int32_t __kmpc_omp_task_with_deps(struct sw_kmpc_ident *loc, int32_t global,
                                          struct sw_kmpc_task *task, int32_t n,
                                          struct dependence *list, int32_t n_more,
                                          struct dependence *more)
{
    (void)loc, (void)global;
    const void *here = HERE;
    struct sw_omp_thread *t = sw_omp_enter();
    add(t, sw_kmpc_head(task)->task, n, list);
    add(t, sw_kmpc_head(task)->task, n_more, more);
    sw_kmpc_task_submit(t, task, true, here);
    sw_omp_leave(t);
    return 0;
}

/* As a task that depends on them and is nothing else. */
static void wait_for(int32_t n, struct dependence *list, int32_t n_more, struct dependence *more,
                     const void *address)
{
    struct sw_omp_thread *t = sw_omp_enter();
    struct sw_omp_task *task = sw_omp_task_new(t, 0, 0);
    add(t, task, n, list);
    add(t, task, n_more, more);
    sw_omp_taskwait_for(t, task, address);
    sw_omp_leave(t);
}

SW_KMPC void __kmpc_omp_wait_deps(struct sw_kmpc_ident *loc, int32_t global, int32_t n,
                                  struct dependence *list, int32_t n_more, struct dependence *more)
{
    (void)loc, (void)global;
    wait_for(n, list, n_more, more, HERE);
}

SW_KMPC void __kmpc_omp_taskwait_deps_51(struct sw_kmpc_ident *loc, int32_t global, int32_t n,
                                         struct dependence *list, int32_t n_more,
                                         struct dependence *more, int32_t no_wait)
{
    (void)loc, (void)global;
    if (!no_wait)
        wait_for(n, list, n_more, more, HERE);
}
