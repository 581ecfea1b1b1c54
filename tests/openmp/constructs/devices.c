/* No devices but the host: what programs ask before they offload. */
#include "suite.h"

int main(void)
{
    same(omp_get_num_devices(), 0);
    same(omp_is_initial_device(), 1);
    same(omp_get_initial_device(), 0);
    same(omp_get_device_num(), 0);
    same(omp_get_default_device(), 0);
    omp_set_default_device(0);
    same(omp_get_default_device(), 0);
    int host = omp_get_initial_device();
    same(omp_pause_resource(omp_pause_soft, host), 0);
    omp_pause_resource_all(omp_pause_soft); /* libomp says no the second time */
    int ran = 0;
#pragma omp parallel reduction(+ : ran) /* all comes again after a pause */
    ran++;
    same(ran, omp_get_max_threads());
    return finish();
}
