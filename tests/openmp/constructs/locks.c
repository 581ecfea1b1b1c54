/* Locks and nestable locks, and those with hints. */
#include "suite.h"

int main(void)
{
    int n = omp_get_max_threads(), count = 0, tried = 0, nested = 0;
    omp_lock_t lock, hinted;
    omp_nest_lock_t nest, hinted_nest;
    printf("%d threads\n", n);
    omp_init_lock(&lock);
    omp_init_nest_lock(&nest);
#ifdef __clang__
    omp_init_lock_with_hint(&hinted, omp_lock_hint_speculative);
    omp_init_nest_lock_with_hint(&hinted_nest, omp_lock_hint_contended);
#else /* libgomp 12 declares those with hints and has none */
    omp_init_lock(&hinted);
    omp_init_nest_lock(&hinted_nest);
#endif
#pragma omp parallel
    for (int i = 0; i < 20; i++) {
        omp_set_lock(&lock);
        count++;
        omp_unset_lock(&lock);
        omp_set_lock(&hinted);
        count += 0;
        omp_unset_lock(&hinted);
        omp_set_nest_lock(&nest);
        nested++;
        omp_set_nest_lock(&nest);
        nested++;
        same(omp_test_nest_lock(&nest), 3);
        omp_unset_nest_lock(&nest);
        omp_unset_nest_lock(&nest);
        omp_unset_nest_lock(&nest);
        while (!omp_test_lock(&lock)) { /* spins: another has it and must come to run */
        }
        tried++;
        omp_unset_lock(&lock);
        omp_set_nest_lock(&hinted_nest);
        omp_unset_nest_lock(&hinted_nest);
    }
    same(count, 20 * n);
    same(tried, 20 * n);
    same(nested, 40 * n);
    omp_set_lock(&lock); /* held over a region: nobody else gets it */
    int got = 0;
#pragma omp parallel reduction(+ : got)
    got += omp_test_lock(&lock);
    same(got, 0);
    omp_unset_lock(&lock);
    omp_set_nest_lock(&nest);
#pragma omp parallel num_threads(3) reduction(+ : got)
    {
        if (omp_get_thread_num() != 0)
            got += omp_test_nest_lock(&nest);
    }
    same(got, 0);
    omp_unset_nest_lock(&nest);
    /* Handed on over barriers: one takes it, waits for others, and gives it back. */
    int phase = 0;
#pragma omp parallel num_threads(4)
    {
        if (omp_get_thread_num() == 0)
            omp_set_lock(&lock);
#pragma omp barrier
        if (omp_get_thread_num() == 0) {
            phase = 1;
            omp_unset_lock(&lock);
        } else {
            omp_set_lock(&lock);
            same(phase, 1);
            omp_unset_lock(&lock);
        }
    }
    int sum = 0;
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 100; i++) {
#pragma omp task shared(sum)
        {
            omp_set_lock(&lock);
            sum++;
            omp_unset_lock(&lock);
        }
    }
    same(sum, 100);
    omp_destroy_lock(&lock);
    omp_destroy_nest_lock(&nest);
    omp_destroy_lock(&hinted);
    omp_destroy_nest_lock(&hinted_nest);
    return finish();
}
