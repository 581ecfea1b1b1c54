/* Threads of a region that wait for each other by bare spinning: nothing calls the runtime. */
#include "../constructs/suite.h"
#include <stdatomic.h>

static volatile int flag;
static atomic_int turn, arrived, sense;

/* A barrier by hand. */
static void meet(int n, int *mine)
{
    *mine = !*mine;
    if (atomic_fetch_add(&arrived, 1) == n - 1) {
        atomic_store(&arrived, 0);
        atomic_store(&sense, *mine);
    } else {
        while (atomic_load_explicit(&sense, memory_order_acquire) != *mine) {
        }
    }
}

int main(void)
{
    int n = omp_get_max_threads() < 2 ? 2 : omp_get_max_threads() > 4 ? 4 : omp_get_max_threads();
    int sum = 0, got = 0;
#pragma omp parallel num_threads(n)
    {
        if (omp_get_thread_num() == 0) {
            while (!flag) {
            }
            got = flag;
        }
        if (omp_get_thread_num() == n - 1)
            flag = 42;
    }
    same(got, 42);
#pragma omp parallel num_threads(2)
    for (int i = 0; i < 4; i++) { /* there and back */
        while (atomic_load(&turn) != 2 * i + omp_get_thread_num()) {
        }
        sum++;
        atomic_fetch_add(&turn, 1);
    }
    same(sum, 8);
#pragma omp parallel num_threads(n)
    {
        int mine = 0;
        for (int i = 0; i < 3; i++) {
#pragma omp atomic
            sum++;
            meet(n, &mine);
            holds(sum >= 8 + n * (i + 1));
            meet(n, &mine);
        }
    }
    same(sum, 8 + 3 * n);
    flag = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
    { /* a task spins until another has run */
#pragma omp task
        flag = 1;
#pragma omp task
        {
            while (!flag) {
#pragma omp taskyield
            }
        }
    }
    return finish();
}
