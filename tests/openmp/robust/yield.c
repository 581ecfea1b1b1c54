/* Spins that give the processor away: sched_yield, short sleeps. */
#include "../constructs/suite.h"
#include <sched.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

static atomic_int ready, count;

int main(void)
{
    int n = omp_get_max_threads() < 2 ? 2 : omp_get_max_threads();
    for (int round = 0; round < 3; round++) {
        atomic_store(&ready, 0);
#pragma omp parallel num_threads(n)
        {
            int t = omp_get_thread_num();
            while (atomic_load(&ready) != n - 1 - t) { /* the last first */
                if (round == 0)
                    sched_yield();
                if (round == 1)
                    usleep(10);
                if (round == 2)
                    nanosleep(&(struct timespec){0, 1000}, NULL);
            }
            atomic_fetch_add(&count, 1);
            atomic_fetch_add(&ready, 1);
        }
    }
    same(atomic_load(&count), 3 * n);
    return finish();
}
