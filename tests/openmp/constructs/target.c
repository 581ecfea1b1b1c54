/* Target regions: there are no devices, so they run on the host, and begin outside all regions. */
#include "suite.h"

enum { COUNT = 600 };
static int times[COUNT];
static int table[COUNT];
#pragma omp declare target
static int next(int i)
{
    return i + 1;
}
#pragma omp end declare target

static void maps(void)
{
    int host = 0, private = 7, sum = 0;
#pragma omp target map(tofrom : host)
    host = omp_is_initial_device();
    same(host, 1);
#pragma omp target data map(tofrom : table) map(tofrom : sum)
    {
#pragma omp target teams distribute parallel for
        for (int i = 0; i < COUNT; i++)
            table[i] = next(i);
#pragma omp target update from(table)
#pragma omp target parallel for reduction(+ : sum)
        for (int i = 0; i < COUNT; i++)
            sum += table[i];
    }
    same(sum, COUNT * (COUNT + 1) / 2);
#pragma omp target enter data map(to : table)
#pragma omp target firstprivate(private) if (private > 7)
    private++;
#pragma omp target device(omp_get_initial_device()) firstprivate(private)
    private++;
#pragma omp target exit data map(from : table)
    same(private, 7);
}

static void teams(void)
{
    int most = 0, n = 0, inner = 0;
#pragma omp target teams num_teams(3) thread_limit(2) map(tofrom : n, inner, most) reduction(+ : n)
    {
        n++;
        holds(omp_get_team_num() < omp_get_num_teams());
#pragma omp parallel reduction(max : most)
        {
            most = omp_get_num_threads();
#pragma omp atomic
            inner++;
        }
    }
    holds(n >= 1 && n <= 3);
    holds(inner >= n && inner <= 2 * n && most <= 2);
    same(omp_get_num_teams(), 1);
}

static void inside(void)
{
    int n = omp_get_max_threads(), chain = 1;
#pragma omp parallel num_threads(2)
#pragma omp single
    {
        int level = 9, threads = 0;
#pragma omp target map(tofrom : level, threads)
        {
            level = omp_get_level();
#pragma omp parallel reduction(+ : threads)
            threads++;
        }
        same(level, 0);
        holds(threads >= 1 && threads <= n);
        same(omp_get_level(), 1);
        for (int i = 0; i < 5; i++) {
#pragma omp target nowait depend(inout : chain) map(tofrom : chain) firstprivate(i)
            {
                chain = chain * 3 + i;
                i = 99;
            }
        }
#pragma omp target enter data nowait depend(inout : chain) map(to : times)
#pragma omp target update depend(inout : chain) to(times)
        same(chain, 301);
#pragma omp target depend(in : chain) map(tofrom : chain)
        chain++;
        for (int i = 0; i < COUNT; i++) {
#pragma omp target nowait firstprivate(i)
            __atomic_fetch_add(&times[i], 1, __ATOMIC_RELAXED);
        }
#pragma omp taskwait
        once(times, COUNT);
    }
    same(chain, 302);
}

int main(void)
{
    maps();
    teams();
    inside();
    return finish();
}
