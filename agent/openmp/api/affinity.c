/* Places, and the text that says where a thread runs. Nothing is bound to anything: the processors are
 * simulated, and OMP_PLACES divides those. */
#include "agent/openmp/api/affinity.h"
#include "agent/openmp/api/api.h"
#include "agent/openmp/simulator/places.h"

#include <stdio.h>
#include <string.h>

SW_API int omp_get_num_places(void)
{
    return (int)sw_omp_places()->n;
}

SW_API int omp_get_place_num_procs(int number)
{
    const struct sw_omp_places *places = sw_omp_places();
    return number >= 0 && (unsigned)number < places->n ? (int)places->list[number].n : 0;
}

SW_API void omp_get_place_proc_ids(int number, int *ids)
{
    const struct sw_omp_places *places = sw_omp_places();
    for (int i = 0; i < omp_get_place_num_procs(number); i++)
        ids[i] = (int)(places->list[number].first + (unsigned)i * places->list[number].step);
}

/* Threads of a region go on from where the one is that has begun it. */
static unsigned sum_of_numbers(const struct sw_omp_thread *t)
{
    unsigned sum = t->number;
    for (const struct sw_omp_team *team = t->team; team->level; team = team->outer)
        sum += team->outer_number;
    return sum;
}

/* As libgomp has it where threads are just bound; by the rules of close and spread, for a region outside all
 * others. */
int sw_api_place_of(const struct sw_omp_thread *t)
{
    unsigned n = sw_omp_places()->n;
    if (!n)
        return -1;
    if (sw_omp_settings.proc_bind == SW_OMP_BIND_PRIMARY)
        return 0;
    if (sw_omp_settings.proc_bind == SW_OMP_BIND_TRUE)
        return (int)(sum_of_numbers(t) % n);
    if (t->team->n > n || sw_omp_settings.proc_bind == SW_OMP_BIND_SPREAD)
        return (int)((uint64_t)t->number * n / t->team->n);
    return (int)t->number;
}

SW_API int omp_get_place_num(void)
{
    return sw_api_place_of(sw_omp_self());
}

SW_API int omp_get_partition_num_places(void)
{
    return omp_get_num_places();
}

SW_API void omp_get_partition_place_nums(int *numbers)
{
    for (int i = 0; i < omp_get_num_places(); i++)
        numbers[i] = i;
}

SW_API int omp_get_proc_bind(void)
{
    sw_omp_settings_init();
    return sw_omp_settings.proc_bind;
}

SW_API void omp_get_place_proc_ids_(const int32_t *number, int32_t *ids)
{
    omp_get_place_proc_ids(*number, ids);
}

SW_API void omp_get_place_proc_ids_8_(const int64_t *number, int64_t *ids)
{
    const struct sw_omp_places *places = sw_omp_places();
    int place = sw_api_int(*number);
    for (int i = 0; i < omp_get_place_num_procs(place); i++)
        ids[i] = (int)(places->list[place].first + (unsigned)i * places->list[place].step);
}

SW_API void omp_get_partition_place_nums_(int32_t *numbers)
{
    omp_get_partition_place_nums(numbers);
}

SW_API void omp_get_partition_place_nums_8_(int64_t *numbers)
{
    for (int i = 0; i < omp_get_num_places(); i++)
        numbers[i] = i;
}

SW_API_GET(int, omp_get_num_places)
SW_API_GET(int, omp_get_place_num)
SW_API_GET(int, omp_get_partition_num_places)
SW_API_GET(int, omp_get_proc_bind)
SW_API_GET_AT(omp_get_place_num_procs)
