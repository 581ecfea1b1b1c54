/* parallel and its clauses. */
#include "suite.h"

static int mine = 5;
#pragma omp threadprivate(mine)

static void members(int want)
{
    int count = 0, sum = 0, masters = 0;
#pragma omp parallel reduction(+ : count, sum, masters)
    {
        count++;
        sum += omp_get_thread_num();
        masters += omp_get_thread_num() == 0;
        same(omp_get_num_threads(), want);
        same(omp_in_parallel(), want > 1);
        same(omp_get_level(), 1);
        same(omp_get_active_level(), want > 1);
    }
    same(count, want);
    same(sum, want * (want - 1) / 2);
    same(masters, 1);
}

static void clauses(int n)
{
    int count = 0;
#pragma omp parallel if (n < 0) reduction(+ : count)
    {
        count++;
        same(omp_get_num_threads(), 1);
        same(omp_in_parallel(), 0);
        same(omp_get_level(), 1);
    }
    same(count, 1);
    count = 0;
#pragma omp parallel if (parallel : n > 0) reduction(+ : count)
    count++;
    same(count, n);
    for (int want = 1; want <= 9; want += 2) {
        count = 0;
#pragma omp parallel num_threads(want) reduction(+ : count)
        {
            count++;
            same(omp_get_num_threads(), want);
        }
        same(count, want);
    }
    count = 0;
#ifndef __clang__ /* with 14 the 4 is the next region's */
#pragma omp parallel num_threads(4) if (count) reduction(+ : count)
    count++;
    same(count, 1);
#endif
    int a = 7, b = 8, shared_sum = 0;
    long array[16] = {1, 2, 3};
#pragma omp parallel default(none) private(a) firstprivate(b, array) shared(shared_sum, n)
    {
        a = omp_get_thread_num();
        b += a;
        array[2] += a;
        same(b, 8 + a);
        same(array[2], 3 + a);
        same(array[0], 1);
#pragma omp atomic
        shared_sum += a;
    }
    same(shared_sum, n * (n - 1) / 2);
    same(a, 7);
    same(b, 8);
    same(array[2], 3);
    int length = n + 3; /* a variable-length array, private and first private */
    int vla[length];
    for (int i = 0; i < length; i++)
        vla[i] = i;
#pragma omp parallel firstprivate(vla)
    {
        vla[length - 1] += omp_get_thread_num();
        same(vla[length - 1], length - 1 + omp_get_thread_num());
    }
    same(vla[length - 1], length - 1);
    count = 0;
#pragma omp parallel proc_bind(close) reduction(+ : count)
    count++;
#pragma omp parallel proc_bind(spread) reduction(+ : count)
    count++;
#pragma omp parallel proc_bind(master) reduction(+ : count)
    count++;
    same(count, 3 * n);
}

static void copies(int n)
{
    mine = 40;
#pragma omp parallel copyin(mine)
    {
        same(mine, 40);
        mine += omp_get_thread_num();
    }
    same(mine, 40);
#pragma omp parallel
    same(mine, 40 + omp_get_thread_num());
    (void)n;
}

static void reductions(int n)
{
    int sum = 1, difference = 100, all = 1, any = 0, least = 1 << 20, most = -1;
    unsigned product = 1, and = ~0u, or = 0, xor = 0;
    double real = 0.5;
    float single = 0;
    long double wide = 0;
    _Complex double complex = 0;
    long long big = 1LL << 40;
    short small = 0;
    unsigned char bits = 0;
#pragma omp parallel reduction(+ : sum, real, single, wide, complex, big, small) reduction(- : difference) reduction(* : product) reduction(& : and) reduction(| : or, bits) reduction(^ : xor) reduction(&& : all) reduction(|| : any) reduction(min : least) reduction(max : most)
    {
        int t = omp_get_thread_num();
        sum += t;
        difference -= 1;
        product *= 3;
        and &= ~(1u << (t % 31));
        or |= 1u << (t % 32);
        bits |= (unsigned char)(1u << (t % 8));
        xor ^= (unsigned)t * 7;
        all = all && t < 1 << 20;
        any = any || t == 0;
        least = t + 3 < least ? t + 3 : least;
        most = t > most ? t : most;
        real += t;
        single += 1;
        wide += t;
        complex += 1 + t * 1.0i;
        big += t;
        small += 1;
    }
    unsigned p = 1, x = 0, a = ~0u, o = 0;
    for (int t = 0; t < n; t++) {
        p *= 3;
        x ^= (unsigned)t * 7;
        a &= ~(1u << (t % 31));
        o |= 1u << (t % 32);
    }
    int total = n * (n - 1) / 2;
    same(sum, 1 + total);
    same(difference, 100 - n);
    same(product, p);
    same(and, a);
    same(or, o);
    same(bits, o & 255);
    same(xor, x);
    same(all, 1);
    same(any, 1);
    same(least, 3);
    same(most, n - 1);
    holds(real == total + 0.5);
    holds(single == n);
    holds(wide == total);
    holds(__real__ complex == n && __imag__ complex == total);
    same(big, (1LL << 40) + total);
    same(small, n);
    printf("%u %u %u\n", p, a, x);
}

int main(void)
{
    int n = omp_get_max_threads();
    printf("%d threads\n", n);
    same(omp_get_num_threads(), 1);
    same(omp_get_thread_num(), 0);
    same(omp_in_parallel(), 0);
    members(n);
    clauses(n);
    copies(n);
    reductions(n);
    omp_set_num_threads(3);
    same(omp_get_max_threads(), 3);
    members(3);
    omp_set_num_threads(n);
    members(n);
    for (int i = 0; i < 100; i++) { /* many small regions, of changing sizes */
        int count = 0;
#pragma omp parallel num_threads(1 + i % 4) reduction(+ : count)
        count++;
        same(count, 1 + i % 4);
    }
    return finish();
}
