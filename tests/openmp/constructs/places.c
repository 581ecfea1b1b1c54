/* Places and affinity: what is asked is answered, within what the machine has. */
#include "suite.h"

int main(void)
{
    int n = omp_get_max_threads(), places = omp_get_num_places();
    printf("%d threads\n", n);
    holds(places >= 0 && places <= omp_get_num_procs());
    for (int i = 0; i < places; i++) {
        int procs = omp_get_place_num_procs(i), ids[1024];
        holds(procs >= 0 && procs <= 1024);
        omp_get_place_proc_ids(i, ids);
    }
    same(omp_get_place_num_procs(-1), 0);
    same(omp_get_place_num_procs(places + 10), 0);
    holds(omp_get_place_num() >= -1 && omp_get_place_num() < (places ? places : 1));
    int part = omp_get_partition_num_places(), numbers[1024];
    holds(part >= 0 && part <= places);
    omp_get_partition_place_nums(numbers);
    holds((int)omp_get_proc_bind() >= 0);
#pragma omp parallel proc_bind(close)
    holds(omp_get_place_num() < (places ? places : 1));
#pragma omp parallel proc_bind(spread)
    holds(omp_get_partition_num_places() <= places);
    char text[64] = "", format[64] = "";
    omp_set_affinity_format("%n of %N, level %L, ancestor %a %%");
    same(omp_get_affinity_format(format, sizeof format), 34);
    puts(format);
    size_t length = omp_capture_affinity(text, sizeof text, NULL);
    same(length, strlen(text));
    puts(text);
    same(omp_capture_affinity(text, 5, "%{thread_num}-%0.5{num_threads}|%6n|"), 15);
    puts(text);
    return finish();
}
