/*
 * A program that knows nothing of OpenMP, and opens plug-ins that do: each brings its runtime along, for itself only, as
 * the extensions of scripting languages do. With -DPLUGIN it is a plug-in: each call has regions, tasks, locks
 * and a critical, and returns a sum that depends on all of them.
 */
#include <stdio.h>
#ifdef PLUGIN
#include <omp.h>

static omp_lock_t lock;

long compute(long n)
{
    long sum = 0, locked = 0, alone = 0, tasks = 0;
    omp_init_lock(&lock);
#pragma omp parallel num_threads(3)
    {
#pragma omp for schedule(dynamic, 1) reduction(+ : sum)
        for (long i = 0; i < n; i++)
            sum += i;
        for (int i = 0; i < 100; i++) {
            omp_set_lock(&lock);
            locked++;
            omp_unset_lock(&lock);
#pragma omp critical(of_the_plugin)
            alone++;
        }
#pragma omp single
        {
#pragma omp taskloop
            for (int i = 0; i < 50; i++)
#pragma omp atomic
                tasks++;
            for (int i = 0; i < 50; i++)
#pragma omp task
#pragma omp atomic
                tasks++;
        }
    }
    omp_destroy_lock(&lock);
    return sum + 1000000 * locked + 10000000000 * alone + 100 * tasks;
}
#else
#include <dlfcn.h>

int main(int argc, char **argv)
{
    for (int round = 0; round < 2; round++)
        for (int i = 1; i < argc; i++) {
            void *plugin = dlopen(argv[i], RTLD_NOW | RTLD_LOCAL);
            if (!plugin) {
                fprintf(stderr, "%s\n", dlerror());
                return 1;
            }
            long (*compute)(long) = (long (*)(long))dlsym(plugin, "compute");
            printf("%ld\n", compute(1000));
        }
    return 0;
}
#endif
