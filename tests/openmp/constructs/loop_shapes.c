/* for: counters of all types, directions, bounds near their ends, collapse. */
#include "suite.h"
#include <limits.h>
#include <stdint.h>

static long long total;
static void add(long long amount)
{
    __atomic_fetch_add(&total, amount, __ATOMIC_RELAXED);
}

static void is_at(int line, long long want)
{
    same_at(line, "total", total, want);
    total = 0;
}
#define is(want) is_at(__LINE__, want)

#define EACH(type, from, test, to, change, body, want)                                             \
    do {                                                                                           \
        _Pragma("omp parallel for schedule(static)") for (type i = from; i test to; change) body;  \
        is(want);                                                                                  \
        _Pragma("omp parallel for schedule(static, 2)") for (type i = from; i test to; change)     \
            body;                                                                                  \
        is(want);                                                                                  \
        _Pragma("omp parallel for schedule(dynamic, 3)") for (type i = from; i test to; change)    \
            body;                                                                                  \
        is(want);                                                                                  \
        _Pragma("omp parallel for schedule(guided)") for (type i = from; i test to; change) body;  \
        is(want);                                                                                  \
        _Pragma("omp parallel for schedule(runtime)") for (type i = from; i test to; change) body; \
        is(want);                                                                                  \
        _Pragma("omp parallel for schedule(monotonic: dynamic)") for (type i = from; i test to;    \
                                                                      change) body;                \
        is(want);                                                                                  \
    } while (0)

static void counters(int zero, int hundred)
{
    EACH(int, zero, <, hundred, i++, add(i), 4950);
    EACH(int, hundred, >, zero, i--, add(i), 5050);
    EACH(int, hundred, >=, zero, i -= 3, add(i), 1717);
    EACH(int, zero, <=, hundred, i += 4, add(i), 1300);
    EACH(int, hundred, <, zero, i++, add(i), 0);
    EACH(int, zero, <, zero, i++, add(1), 0);
    EACH(long, zero, <, hundred, i++, add(i), 4950);
    EACH(long long, hundred, >, zero, i -= 2, add(i), 2550);
    EACH(unsigned, (unsigned)zero, <, (unsigned)hundred, i++, add(i), 4950);
#ifdef __clang__ /* gcc 12 runs no iteration of it but under static */
    EACH(unsigned, (unsigned)hundred, >, (unsigned)zero, i--, add(i), 5050);
#endif
    EACH(unsigned long long, (unsigned)zero, <, (unsigned)hundred, i++, add((long long)i), 4950);
    EACH(unsigned long long, (unsigned)hundred, >, (unsigned)zero, i -= 2, add((long long)i), 2550);
    EACH(short, (short)zero, <, (short)hundred, i++, add(i), 4950);
}

static void ends(void)
{
    long long top = LLONG_MAX - 10, bottom = LLONG_MIN + 10;
    unsigned long long high = ULLONG_MAX - 20, huge = 1ULL << 63;
    int last = INT_MAX - 10, first = INT_MIN + 10;
    EACH(int, last, <, INT_MAX, i++, add(1), 10);
    EACH(int, first, >, INT_MIN, i--, add(1), 10);
    EACH(int, INT_MIN, <, first, i++, add(1), 10);
    EACH(int, -500000000, <, 500000000, i += 250000000, add(1), 4);
    EACH(long long, top, <, LLONG_MAX, i++, add(1), 10);
    EACH(long long, bottom, >, LLONG_MIN, i--, add(1), 10);
    EACH(unsigned long long, high, <, ULLONG_MAX, i++, add(1), 20);
    EACH(unsigned long long, high - 20, <, ULLONG_MAX - 20, i += 3, add(1), 7);
    EACH(unsigned long long, huge + 5, >, huge - 5, i--, add(1), 10);
    EACH(unsigned long long, huge - 5, <, huge + 5, i++, add(1), 10);
    EACH(unsigned long long, 0, <, huge, i += huge / 8, add(1), 8);
}

static void pointers(void)
{
    static char text[300];
#pragma omp parallel for schedule(dynamic)
    for (char *p = text; p < text + 300; p += 3)
        *p = 1;
    for (int i = 0; i < 300; i++)
        total += text[i];
    is(100);
#pragma omp parallel for
    for (char *p = text + 299; p >= text; p--)
        *p = 2;
    for (int i = 0; i < 300; i++)
        total += text[i];
    is(600);
}

static void collapsed(int a, int b, int c)
{
#pragma omp parallel for collapse(2)
    for (int i = 0; i < a; i++)
        for (int j = 0; j < b; j++)
            add(i * b + j);
    is((long long)a * b * (a * b - 1) / 2);
#pragma omp parallel for collapse(3) schedule(dynamic, 2)
    for (int i = 0; i < a; i++)
        for (unsigned j = 10; j < 10u + (unsigned)b; j += 2)
            for (long k = c; k > 0; k--)
                add(i + (long)j + k);
    for (int i = 0; i < a; i++)
        for (int j = 10; j < 10 + b; j += 2)
            for (int k = c; k > 0; k--)
                total -= i + j + k;
    is(0);
#pragma omp parallel for collapse(2) schedule(guided)
    for (unsigned long long i = 0; i < (unsigned long long)a; i++)
        for (int j = 0; j < b; j++)
            add((long long)i + j);
    for (int i = 0; i < a; i++)
        for (int j = 0; j < b; j++)
            total -= i + j;
    is(0);
#pragma omp parallel for collapse(2) schedule(dynamic)
    for (int i = 0; i < a; i++)
        for (int j = 0; j < a - a; j++)
            add(1);
    is(0);
}

static void data(int count)
{
    int last = -1, index = -1;
    double kept = 0;
#pragma omp parallel for lastprivate(last, kept) schedule(static)
    for (int i = 0; i < count; i++) {
        last = i * 2;
        kept = i;
    }
    same(last, 2 * (count - 1));
    same(kept, count - 1);
#pragma omp parallel for lastprivate(last) schedule(monotonic : dynamic, 3)
    for (int i = 0; i < count; i++)
        last = i * 3;
    same(last, 3 * (count - 1));
#pragma omp parallel for lastprivate(last) schedule(monotonic : guided)
    for (long long i = count; i > 0; i--)
        last = (int)i;
    same(last, 1);
#pragma omp parallel for lastprivate(index)
    for (index = 0; index < count; index++)
        ;
    same(index, count);
    int line = 100;
#pragma omp parallel for linear(line : 3)
    for (int i = 0; i < count; i++) {
        if (line != 100 + 3 * i)
            same(line, 100 + 3 * i);
        line += 3;
    }
    same(line, 100 + 3 * count);
    int first = 5, sum = 0;
#pragma omp parallel for firstprivate(first) lastprivate(first) reduction(+ : sum)
    for (int i = 0; i < count; i++) {
        sum += first;
        first = 5;
    }
    same(sum, 5 * count);
    int none = 77;
#pragma omp parallel for lastprivate(none) firstprivate(none)
    for (int i = count; i < count; i++)
        none = i;
    same(none, 77);
}

int main(void)
{
    printf("%d threads\n", omp_get_max_threads());
    counters(0, 100);
    ends();
    pointers();
    collapsed(13, 17, 3);
    data(99);
    return finish();
}
