/* Memory of the "device" that is the host. With clang it is another library's. */
#include "suite.h"

int main(void)
{
#pragma omp parallel
    holds(omp_get_num_threads() > 0); /* a profile wants a region */
    int host = omp_get_initial_device();
    char *a = (char *)omp_target_alloc(100, host), *b = (char *)omp_target_alloc(100, host);
    holds(a && b);
    memset(a, 1, 100);
    same(omp_target_memcpy(b, a, 50, 50, 0, host, host), 0);
    same(b[50], 1);
    same(omp_target_is_present(a, host), 1);
    size_t volume[2] = {2, 3}, offset[2] = {0, 0}, dimensions[2] = {4, 5};
    same(omp_target_memcpy_rect(b, a, 1, 2, volume, offset, offset, dimensions, dimensions, host,
                                host),
         0);
    omp_target_free(a, host);
    omp_target_free(b, host);
    omp_target_free(NULL, host);
    return finish();
}
