#include "helpers/calibrate/openmp_runtime.h"

#include <dlfcn.h>
#include <stddef.h>

bool sw_omp_runtime_find(struct sw_omp_runtime *omp)
{
    static const char *const libraries[] = {"libgomp.so.1", "libomp.so.5", "libomp.so"};
    const struct {
        const char *name;
        void *to;
    } functions[] = {
        {"GOMP_parallel", &omp->parallel},
        {"GOMP_barrier", &omp->barrier},
        {"GOMP_loop_nonmonotonic_dynamic_start", &omp->dynamic_start},
        {"GOMP_loop_nonmonotonic_dynamic_next", &omp->dynamic_next},
        {"GOMP_loop_end", &omp->loop_end},
        {"GOMP_critical_start", &omp->critical_start},
        {"GOMP_critical_end", &omp->critical_end},
        {"GOMP_task", &omp->task},
        {"GOMP_taskwait", &omp->taskwait},
        {"omp_get_thread_num", &omp->thread},
        {"omp_get_num_threads", &omp->threads},
        {"omp_set_max_active_levels", &omp->set_levels},
    };
    void *library = NULL;
    for (size_t i = 0; !library && i < sizeof libraries / sizeof *libraries; i++)
        library = dlopen(libraries[i], RTLD_NOW | RTLD_GLOBAL);
    for (size_t i = 0; library && i < sizeof functions / sizeof *functions; i++)
        if (!(*(void **)functions[i].to = dlsym(library, functions[i].name)))
            return false;
    return library;
}
