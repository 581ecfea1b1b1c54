/* ordered(n): an iteration waits for others by name (sink) and tells when it is done (source). */
#include "suite.h"

enum { ROWS = 12, COLUMNS = 15 };
static long table[ROWS][COLUMNS], line[200];
static unsigned long long one = 1, rows = ROWS; /* gcc 12: one that begins at 0 never ends */

static long above(long i, int j)
{
    return i > 1 ? table[i - 1][j] : 1;
}

static void wanted(int at)
{
    long want[ROWS][COLUMNS];
    for (int i = 1; i < ROWS; i++) {
        for (int j = 0; j < COLUMNS; j++) {
            want[i][j] = (i > 1 ? want[i - 1][j] : 1) + (j ? want[i][j - 1] : 1);
            same_at(at, "table", table[i][j], want[i][j]);
            table[i][j] = 0;
        }
    }
}

#define TABLE(clauses, type, first, last)                                                 \
    do {                                                                                  \
        _Pragma("omp parallel")                                                           \
        {                                                                                 \
            _Pragma(clauses) for (type i = first; i < last; i++)                          \
            {                                                                             \
                for (int j = 0; j < COLUMNS; j++) {                                       \
                    _Pragma("omp ordered depend(sink: i - 1, j) depend(sink: i, j - 1)"); \
                    table[i][j] = above(i, j) + (j ? table[i][j - 1] : 1);                \
                    _Pragma("omp ordered depend(source)");                                \
                }                                                                         \
            }                                                                             \
        }                                                                                 \
        wanted(__LINE__);                                                                 \
    } while (0)

#define LINE(clauses)                                   \
    do {                                                \
        _Pragma(clauses) for (int i = 3; i < 200; i++)  \
        {                                               \
            _Pragma("omp ordered depend(sink: i - 3)"); \
            line[i] = line[i - 3] + 1;                  \
            _Pragma("omp ordered depend(source)");      \
        }                                               \
        for (int i = 0; i < 200; i++) {                 \
            same(line[i], i / 3);                       \
            line[i] = 0;                                \
        }                                               \
    } while (0)

int main(void)
{
    TABLE("omp for ordered(2)", int, 1, ROWS);
    TABLE("omp for ordered(2) schedule(static, 1)", int, 1, ROWS);
    TABLE("omp for ordered(2) schedule(dynamic)", int, 1, ROWS);
    TABLE("omp for ordered(2) schedule(guided)", int, 1, ROWS);
    TABLE("omp for ordered(2) schedule(runtime)", int, 1, ROWS);
    TABLE("omp for ordered(2) schedule(static, 2)", unsigned long long, one, rows);
    TABLE("omp for ordered(2) schedule(dynamic)", unsigned long long, one, rows);
    TABLE("omp for ordered(2) schedule(guided)", unsigned long long, one, rows);
    TABLE("omp for ordered(2) schedule(runtime)", unsigned long long, one, rows);
    TABLE("omp for collapse(2) ordered(2) schedule(static, 1)", int, 1, ROWS);
    LINE("omp parallel for ordered(1)");
    LINE("omp parallel for ordered(1) schedule(static, 1)");
    LINE("omp parallel for ordered(1) schedule(static, 5)");
    LINE("omp parallel for ordered(1) schedule(dynamic)");
    LINE("omp parallel for ordered(1) schedule(guided)");
    LINE("omp parallel for ordered(1) schedule(runtime)");
    long sum = 0;
#pragma omp parallel for ordered(1) schedule(dynamic) reduction(+ : sum)
    for (int i = 100; i > 0; i--) { /* backwards */
#pragma omp ordered depend(sink : i + 1)
        line[i] = i == 100 ? 1 : line[i + 1] + 1;
#pragma omp ordered depend(source)
        sum += i;
    }
    same(line[1], 100);
    same(sum, 5050);
    return finish();
}
