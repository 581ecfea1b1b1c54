/* atomic: all forms, and types that no processor does at once (libgomp's or libatomic's lock). */
#include "suite.h"

struct all {
    char c;
    short s;
    int i;
    long l;
    unsigned u;
    float f;
    double d;
    long double ld;
    __int128 wide;
};

int main(void)
{
    int n = omp_get_max_threads(), rounds = 10, total = n * rounds;
    static struct all a;
    int product = 1, low = 1 << 30, bits = 0, toggled = 0, captured = 0, swapped = 0, flags = -1;
    unsigned shifted = 1;
    printf("%d threads\n", n);
#pragma omp parallel
    {
        for (int k = 0; k < rounds; k++) {
            int t = omp_get_thread_num(), old, now;
#pragma omp atomic
            a.c++;
#pragma omp atomic update
            a.s += 2;
#pragma omp atomic
            a.i = a.i + 3;
#pragma omp atomic
            a.l = 4 + a.l;
#pragma omp atomic
            --a.u;
#pragma omp atomic
            a.f += 1;
#pragma omp atomic
            a.d -= 2.5;
#pragma omp atomic
            a.ld += 1;
#pragma omp atomic
            a.wide += 1;
#pragma omp atomic
            bits |= 1 << t % 16;
#pragma omp atomic
            toggled ^= 1;
#pragma omp atomic
            flags &= ~(1 << t % 16);
#pragma omp atomic
            product *= 1;
#pragma omp atomic
            shifted <<= 0;
#pragma omp atomic capture
            old = captured++;
            holds(old >= 0 && old < total);
#pragma omp atomic capture
            {
                captured += 0;
                now = captured;
            }
            holds(now > 0 && now <= total);
#pragma omp atomic capture
            {
                old = swapped;
                swapped = t;
            }
            holds(old >= 0 && old < n);
#pragma omp atomic write
            low = t;
#pragma omp atomic read
            now = low;
            holds(now >= 0 && now < n);
#pragma omp atomic seq_cst
            a.i += 0;
#pragma omp atomic hint(omp_sync_hint_contended)
            a.i += 0;
        }
    }
    same(a.c, (char)total);
    same(a.s, (short)(2 * total));
    same(a.i, 3 * total);
    same(a.l, 4 * total);
    same(a.u, 0u - (unsigned)total);
    holds(a.f == total);
    holds(a.d == -2.5 * total);
    holds(a.ld == total);
    holds(a.wide == total);
    same(bits, n >= 16 ? 65535 : (1 << n) - 1);
    same(flags, ~bits);
    same(toggled, total & 1);
    same(product, 1);
    same(shifted, 1);
    same(captured, total);
    return finish();
}
