/* clang-format off */
/*
 * Every form of cilk_for. It prints which iterations run, in their order; its serial elision prints
 * the same, and so does the same program under a stand-in for the profiler.
 */
#include <cilk/cilk.h>
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

static int calls;
static int limit(int n)
{
    calls++;
    return n;
}
static void show(long i)
{
    printf(" %ld", i);
}
static void title(const char *what)
{
    printf("\n%s:", what);
}
static int twice(int x)
{
    return 2 * x;
}

struct pair {
    int a, b;
};
static struct pair pairs[3] = {{1, 2}, {3, 4}, {5, 6}};
enum colour { RED, GREEN, BLUE };

static void directions(void)
{
    title("up");
    cilk_for (int i = 0; i < 5; i++) show(i);
    cilk_for (int i = 0; i <= 5; ++i) show(i);
    cilk_for (int i = -3; i != 3; ++i) show(i);
    cilk_for (int i = 0; i < 10; i += 3) show(i);
    cilk_for (int i = 0; i < 9; i += 3) show(i);
    cilk_for (int i = 0; i <= 9; i += 3) show(i);
    cilk_for (int i = 0; i < 9; i = i + 2) show(i);
    cilk_for (int i = 0; i < 9; i = 2 * 2 + i) show(i);
    cilk_for (int i = 0; i < 9; i = i + (1 << 2)) show(i);
    cilk_for (int i = 0; i < 9; i = i - -2) show(i);
    cilk_for (int i = 0; 5 > i; i++) show(i);
    cilk_for (int i = 0; (i < 5); i++) { show(i); }
    title("down");
    cilk_for (int i = 5; i > 0; i--) show(i);
    cilk_for (int i = 5; i >= 0; --i) show(i);
    cilk_for (int i = 3; i != -3; i--) show(i);
    cilk_for (int i = 10; i > 0; i -= 3) show(i);
    cilk_for (int i = 10; i >= 0; i -= 5) show(i);
    cilk_for (int i = 10; i > 0; i += -3) show(i);
    cilk_for (int i = 9; i != 0; i += -3) show(i);
    cilk_for (int i = 9; i > 0; i = i - 2 * 2) show(i);
    cilk_for (int i = 9; i > 0; i = -2 + i) show(i);
    cilk_for (int i = 5; 0 <= i; --i) show(i);
}

static void types(void)
{
    int a[6] = {10, 11, 12, 13, 14, 15};
    title("types");
    cilk_for (unsigned char c = 250; c < 255; c++) show(c);
    cilk_for (unsigned char c = 250; c != 3; c++) show(c);
    cilk_for (signed char c = -128; c < -120; c += 2) show(c);
    cilk_for (size_t i = 0; i < sizeof a / sizeof *a; ++i) show(a[i]);
    cilk_for (int *p = a; p < a + 6; p++) show(*p);
    cilk_for (int *p = a; p != a + 6; p += 2) show(*p);
    cilk_for (int *p = a; p < a + 6; p = p + 2) show(*p);
    cilk_for (const int *p = a + 5; p >= a; p -= 2) show(*p);
    cilk_for (struct pair *p = pairs; p < pairs + 3; p++) show(p->b);
    cilk_for (long long i = INT64_MAX - 3; i < INT64_MAX; i++) show((long)i);
    cilk_for (long i = INT64_MIN; i < INT64_MIN + 2; i++) show(i);
    cilk_for (int i = INT_MIN; i < INT_MAX / 2; i += 1000000000) show(i);
    cilk_for (unsigned i = 0; i < 3000000000u; i += 2000000000u) show((long)i);
    cilk_for (uint64_t i = UINT64_MAX - 6; i < UINT64_MAX; i += 2) show((long)i);
    cilk_for (short s = 0; s < a[0]; s += 4) show(s);
    cilk_for (enum colour c = RED; c <= BLUE; c++) show(c);
}

static void mixed_signs(void)
{
    int n = 4;
    long big = 3;
    title("mixed");
    cilk_for (unsigned i = 0; i < (unsigned)n; i++) show(i);
    cilk_for (int i = -2; i < big; i++) show(i);
    cilk_for (long i = -2; i < n; i++) show(i);
    cilk_for (int i = 5; i > -n; i -= (short)2) show(i);
    cilk_for (int i = -1; i < 3u; i++) show(i); /* -1 is large here: no iteration */
}

static void zero_trips(void)
{
    int *none = NULL;
    title("none");
    cilk_for (int i = 5; i < 5; i++) show(i);
    cilk_for (int i = 6; i < 5; i++) show(i);
    cilk_for (int i = 5; i != 5; i++) show(i);
    cilk_for (int i = 4; i > 5; i--) show(i);
    cilk_for (unsigned i = 9; i <= 8; i++) show(i);
    cilk_for (int *p = none; p < none; p++) show(*p);
    cilk_for (int i = 0; i < limit(0); i += limit(7)) show(i);
}

static void bodies(int n)
{
    int a[3][4], total = 0, i, outer = 7;
    title("bodies");
    cilk_for (int r = 0; r < 3; r++)
        cilk_for (int c = 0; c < 4; c++)
            a[r][c] = r * 10 + c;
    cilk_for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 4; c++) {
            if (c == 1)
                continue;
            if (c == 3)
                break;
            show(a[r][c]);
        }
        if (r == 1)
            continue;
        switch (r) {
        case 0:
            show(100);
            break;
        default:
            goto skip;
        }
        show(200);
    skip:;
    }
    cilk_for (i = 2; i < n; i += 2) total += i;
    show(i);
    show(total);
    cilk_for (outer = 3; outer < 1; outer++) show(outer);
    show(outer);
    calls = 0;
    cilk_for (int k = limit(0); k < limit(6); k += limit(2)) show(k);
    calls = 0;
    cilk_for (int unused = 0; unused < 3; unused++) calls++;
    show(calls);
    if (n)
        cilk_for (int k = 0; k < 2; k++) show(k);
    else
        cilk_for (int k = 0; k < 2; k++) show(-k);
    cilk_for (int k = 0; k < 2; k++);
    cilk_for (int k = 0; k < 2; k++)
    {
        int k2 = k;
        {
            int k = k2 + 5;
            show(k);
        }
    }
}

static void grains(void)
{
    title("grains");
#pragma cilk grainsize 4
    cilk_for (int i = 0; i < 6; i++) show(i);
#pragma cilk grainsize = 2 + 1
    cilk_for (int i = 0; i < 6; i++) show(i);
#pragma grainsize 1
    cilk_for (int i = 0; i < 3; i++)
#pragma GCC unroll 2
        for (int k = 0; k < 2; k++)
            show(i * k);
#ifdef __clang__
#define UNROLL _Pragma("clang loop unroll_count(2)")
#else
#define UNROLL _Pragma("GCC unroll 2")
#endif
    UNROLL
    cilk_for (int i = 0; i < 3; i++)
        UNROLL cilk_for (int k = 0; k < 2; k++) show(i + k);
#pragma cilk grainsize 1
    UNROLL
    cilk_for (int i = 0; i < 3; i++) show(i);
    UNROLL
#pragma cilk grainsize 1
    cilk_for (int i = 0; i < 3; i++) show(i);
#define HALF 1
#define WHOLE (2 * HALF)
#undef HALF
#define HALF 2 /* what counts is what it is where the pragma is */
#pragma cilk grainsize = WHOLE
    cilk_for (int i = 0; i < 6; i++) show(i);
#undef WHOLE
    int WHOLE = 5;
#pragma cilk grainsize WHOLE
    cilk_for (int i = 0; i < 6; i++) show(i);
    _Pragma("cilk grainsize 1") _Cilk_for (int i = 0; i < 3; i++) show(i);
}

static void spawns_in_loops(void)
{
    int r[4];
    title("spawns");
    cilk_for (int i = 0; i < 4; i++) {
        r[i] = cilk_spawn twice(i);
        if (i == 2)
            continue;
        cilk_sync;
        r[i]++;
    }
    cilk_for (int i = 0; i < 4; i++) cilk_spawn show(r[i]);
    cilk_for (int i = 0; i < 2; i++)
        cilk_scope {
            int x = cilk_spawn twice(i);
            cilk_sync;
            show(x);
        }
}

int main(void)
{
    directions();
    types();
    mixed_signs();
    zero_trips();
    bodies(9);
    grains();
    spawns_in_loops();
    puts("");
    return 0;
}
