/* Parallel regions. */
#include "agent/openmp/core/region.h"
#include "agent/openmp/kmpc/region.h"

void sw_kmpc_region_run(void *data)
{
    const struct sw_kmpc_region *region = data;
    const struct sw_omp_thread *t = sw_omp_self();
    int32_t global = sw_kmpc_number(t), bound = (int32_t)t->number;
    sw_kmpc_invoke(region->function, &global, &bound, region->n, region->arguments);
}

/* What was said of the next region holds for that one alone. */
static unsigned take_threads(void)
{
    struct sw_omp_thread *t = sw_omp_self();
    unsigned threads = t->abi ? sw_kmpc_thread(t)->threads : 0;
    if (threads)
        sw_kmpc_thread(t)->threads = 0;
    return threads;
}

void sw_kmpc_read_arguments(void **arguments, int n, va_list list)
{
    for (int i = 0; i < n; i++)
        arguments[i] = va_arg(list, void *);
}

SW_KMPC void __kmpc_fork_call(struct sw_kmpc_ident *loc, int32_t n, sw_kmpc_micro *function, ...)
{
    (void)loc;
    void *arguments[n > 0 ? n : 1];
    va_list list;
    va_start(list, function);
    sw_kmpc_read_arguments(arguments, n, list);
    va_end(list);
    struct sw_kmpc_region region = {function, n, arguments};
    sw_omp_parallel(sw_kmpc_region_run, &region, take_threads(), HERE, (const void *)function);
}

static void begin_serial(const void *address)
{
    struct sw_omp_thread *t = sw_omp_enter();
    take_threads();
    sw_omp_team_begin(t, 1, NULL, NULL, address);
    sw_omp_leave(t);
}

static void end_serial(void)
{
    struct sw_omp_thread *t = sw_omp_enter();
    sw_omp_team_end(t);
    sw_omp_leave(t);
}

/* The caller runs the region itself, in between. */
SW_KMPC void __kmpc_serialized_parallel(struct sw_kmpc_ident *loc, int32_t global)
{
    (void)loc, (void)global;
    begin_serial(HERE);
}

SW_KMPC void __kmpc_end_serialized_parallel(struct sw_kmpc_ident *loc, int32_t global)
{
    (void)loc, (void)global;
    end_serial();
}

/* With its `if` clause, and all that is shared in one struct. */
SW_KMPC void __kmpc_fork_call_if(struct sw_kmpc_ident *loc, int32_t n, sw_kmpc_micro *function,
                                 int32_t condition, void *arguments)
{
    (void)loc, (void)n;
    struct sw_kmpc_region region = {function, 1, &arguments};
    if (condition) {
        sw_omp_parallel(sw_kmpc_region_run, &region, take_threads(), HERE, (const void *)function);
        return;
    }
    begin_serial(HERE);
    sw_kmpc_region_run(&region);
    end_serial();
}

SW_KMPC void __kmpc_push_num_threads(struct sw_kmpc_ident *loc, int32_t global, int32_t threads)
{
    (void)loc, (void)global;
    sw_kmpc_thread(sw_omp_self())->threads = threads > 0 ? (unsigned)threads : 0;
}

SW_KMPC void __kmpc_push_num_threads_strict(struct sw_kmpc_ident *loc, int32_t global,
                                            int32_t threads, int severity, const char *message)
{
    (void)severity, (void)message; /* there are always as many as are asked for */
    __kmpc_push_num_threads(loc, global, threads);
}

SW_KMPC void __kmpc_pop_num_threads(struct sw_kmpc_ident *loc, int32_t global)
{
    (void)loc, (void)global;
}

SW_KMPC void __kmpc_push_proc_bind(struct sw_kmpc_ident *loc, int32_t global, int bind)
{
    (void)loc, (void)global, (void)bind; /* simulated processors are all alike */
}
