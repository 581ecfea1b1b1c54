/*
 * Programs that do little between two calls of the OpenMP runtime, so that what this costs is what they take: one by its
 * name, of some size. It prints a result, and for a third argument the milliseconds that it took by omp_get_wtime(), on stderr.
 */
#include <complex.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static long spin(long n)
{
    long x = n;
    for (long i = 0; i < n; i++)
        __asm__ volatile("" : "+r"(x));
    return x;
}

/* A task for each of the two calls. */
static long fib(long n)
{
    long a, b;
    if (n < 2)
        return n;
#pragma omp task shared(a)
    a = fib(n - 1);
#pragma omp task shared(b)
    b = fib(n - 2);
#pragma omp taskwait
    return a + b;
}

/* A task for each place of a queen that may be. */
static long queens(long n, long row, const char *board)
{
    long count[32] = {0}, sum = 0;
    if (row == n)
        return 1;
    for (long c = 0; c < n; c++) {
#pragma omp task shared(count)
        {
            char mine[32];
            long ok = 1;
            for (long r = 0; r < row; r++) {
                mine[r] = board[r];
                ok &= board[r] != c && labs(board[r] - c) != row - r;
            }
            mine[row] = (char)c;
            if (ok)
                count[c] = queens(n, row + 1, mine);
        }
    }
#pragma omp taskwait
    for (long c = 0; c < n; c++)
        sum += count[c];
    return sum;
}

static long nqueens(long n)
{
    char board[32];
    return queens(n, 0, board);
}

/* Villages: a task for each below, lists of patients in all of them; several steps. */
struct village {
    struct village *below[4];
    long patients[24], seed;
};

static struct village *found(long level)
{
    struct village *v = calloc(1, sizeof *v);
    v->seed = level * 77 + 13;
    for (int i = 0; level > 1 && i < 4; i++)
        v->below[i] = found(level - 1);
    return v;
}

static void step(struct village *v)
{
    for (int i = 0; i < 4 && v->below[i]; i++) {
#pragma omp task
        step(v->below[i]);
    }
    for (int i = 0; i < 24; i++) {
        v->seed = (v->seed * 1103515245 + 12345) & 0x7fffffff;
        v->patients[i] += v->seed % 100 < 40 ? 1 : -(v->patients[i] > 0);
    }
#pragma omp taskwait
    for (int i = 0; i < 4 && v->below[i]; i++) {
        v->patients[0] += v->below[i]->patients[0];
        v->below[i]->patients[0] = 0;
    }
}

static long health(long steps)
{
    struct village *v = found(5);
    for (long i = 0; i < steps; i++)
        step(v);
    return v->patients[0];
}

/* With an item and without it, a task each; what cannot become better is left. */
static long best_so_far;

static long pack(long n, long items, long room, long value)
{
    long with = 0, without = 0;
    if (room < 0)
        return 0;
    if (n == items)
        return value;
    if (value + room * 3 < best_so_far)
        return 0;
#pragma omp task shared(without)
    without = pack(n + 1, items, room, value);
#pragma omp task shared(with)
    with = pack(n + 1, items, room - (n * 7 % 5 + 1), value + n * 11 % 7 + 1);
#pragma omp taskwait
    return with > without ? with : without;
}

static long knapsack(long items)
{
    return pack(0, items, items, 0);
}

/* Cells on a board, each task with a copy of the board; the smallest area so far is a shared bound. */
struct board {
    char cells[16][16];
};
static int smallest;

static void place(long cell, long cells, const struct board *board, int rows, int columns)
{
    if (cell == cells) {
#pragma omp critical
        if (rows * columns < smallest)
            smallest = rows * columns;
        return;
    }
    for (int i = 0; i < 6; i++) {
#pragma omp task
        {
            struct board mine = *board;
            int row = i / 2, column = i % 3, high = 1 + (int)cell % 2, wide = 2 - (int)cell % 2,
                free = 1;
            for (int r = row; r < row + high; r++)
                for (int c = column; c < column + wide; c++) {
                    free &= !mine.cells[r][c];
                    mine.cells[r][c] = 1;
                }
            if (free || cell % 3)
                place(cell + 1, cells, &mine, rows > row + high ? rows : row + high,
                      columns > column + wide ? columns : column + wide);
        }
    }
#pragma omp taskwait
}

static long floorplan(long cells)
{
    struct board board = {{{0}}};
    smallest = 1000;
    place(0, cells, &board, 0, 0);
    return smallest;
}

/* A task for each half, down to two points; and to combine halves, for each 64 points. */
static void twiddle(float complex *x, float complex *even, float complex *odd, long from, long to,
                    long half)
{
    if (to - from > 64) {
#pragma omp task
        twiddle(x, even, odd, from, (from + to) / 2, half);
#pragma omp task
        twiddle(x, even, odd, (from + to) / 2, to, half);
#pragma omp taskwait
        return;
    }
    for (long k = from; k < to; k++) {
        float complex t = odd[k] * (1 - 2.0f * (float)k / (float)half);
        x[k] = even[k] + t;
        x[k + half] = even[k] - t;
    }
}

static void transform(float complex *x, float complex *y, long n)
{
    long half = n / 2;
    if (n == 1)
        return;
    for (long k = 0; k < half; k++) {
        y[k] = x[2 * k];
        y[k + half] = x[2 * k + 1];
    }
#pragma omp task
    transform(y, x, half);
#pragma omp task
    transform(y + half, x + half, half);
#pragma omp taskwait
    twiddle(x, y, y + half, 0, half, half);
}

static long fft(long n)
{
    float complex *x = malloc(2 * (size_t)n * sizeof *x);
    for (long i = 0; i < n; i++)
        x[i] = (float)(i % 17) / 17;
    transform(x, x + n, n);
    return (long)crealf(x[0]);
}

/* One thread makes all of them. */
static long sum;

static long producer(long n)
{
    for (long i = 0; i < n; i++) {
#pragma omp task
        spin(300);
    }
    return n;
}

static long producer_long(long n)
{
    for (long i = 0; i < n; i++) {
#pragma omp task
        spin(2000);
    }
    return n;
}

static long empty(long n)
{
    for (long i = 0; i < n; i++) {
#pragma omp task
        spin(1);
    }
    return n;
}

/* All other threads wait by then, and have bound the functions that they call. */
static long late(long n)
{
    spin(100000);
    return empty(n);
}

/* An untied task goes on in another part, by clang, after each task that it makes. */
static long parts(long n)
{
    long i = 0;
#pragma omp task untied firstprivate(i)
    for (; i < n; i++) {
#pragma omp task
        spin(1);
    }
    return n;
}

/* Each thread makes tasks of its own, and waits for them. */
static void each(long n, long length)
{
#pragma omp parallel
    for (long i = 0; i < n; i++) {
        for (long k = 0; k < 8; k++) {
#pragma omp task
            spin(length);
        }
#pragma omp taskwait
    }
}

static long each_short(long n)
{
    each(n, 1);
    return n;
}

static long each_long(long n)
{
    each(n, 2000);
    return n;
}

/* The same lock all the time, for so long, with so much in between. */
static void crowd(long n, long held, long between)
{
#pragma omp parallel
    for (long i = 0; i < n; i++) {
#pragma omp critical
        sum += spin(held) != 0;
        spin(between);
    }
}

static long crowd_0(long n)
{
    crowd(n, 0, 0);
    return sum;
}

static long crowd_300(long n)
{
    crowd(n, 300, 30);
    return sum;
}

static long crowd_1000(long n)
{
    crowd(n, 1000, 100);
    return sum;
}

static long crowd_4000(long n)
{
    crowd(n, 4000, 400);
    return sum;
}

static long crowd_apart(long n)
{
    crowd(n, 300, 3000);
    return sum;
}

static long crowd_locks(long n)
{
    omp_lock_t lock;
    omp_init_lock(&lock);
#pragma omp parallel
    for (long i = 0; i < n; i++) {
        omp_set_lock(&lock);
        sum += spin(300) != 0;
        omp_unset_lock(&lock);
        spin(30);
    }
    return sum;
}

/* In turns. */
static long in_order(long n)
{
#pragma omp parallel for ordered schedule(static, 1)
    for (long i = 0; i < n; i++) {
        spin(300);
#pragma omp ordered
        sum += spin(30) != 0;
    }
    return sum;
}

static long in_waves(long n)
{
#pragma omp parallel for ordered(1) schedule(static, 1)
    for (long i = 0; i < n; i++) {
        spin(300);
#pragma omp ordered depend(sink : i - 1)
        sum += spin(30) != 0;
#pragma omp ordered depend(source)
    }
    return sum;
}

static long dynamic(long n)
{
#pragma omp parallel for schedule(dynamic)
    for (long i = 0; i < n; i++)
        spin(300);
    return n;
}

static long singles(long n)
{
#pragma omp parallel
    for (long i = 0; i < n; i++) {
#pragma omp single
        sum += spin(30) != 0;
    }
    return sum;
}

static long regions(long n)
{
    for (long i = 0; i < n; i++) {
#pragma omp parallel
        spin(300);
    }
    return n;
}

static long reductions(long n)
{
    long total = 0;
    for (long i = 0; i < n; i++) {
#pragma omp parallel for reduction(+ : total)
        for (int k = 0; k < 8; k++)
            total += spin(30) != 0;
    }
    return total;
}

static long regions_of_one(long n)
{
    for (long i = 0; i < n; i++) {
#pragma omp parallel num_threads(1)
        sum += spin(10) != 0;
    }
    return sum;
}

static long nested_of_one(long n)
{
#pragma omp parallel
    for (long i = 0; i < n; i++) {
#pragma omp parallel
        spin(10);
    }
    return n;
}

static long nested_of_two(long n)
{
    omp_set_max_active_levels(2);
#pragma omp parallel num_threads(1)
    for (long i = 0; i < n; i++) {
#pragma omp parallel num_threads(2)
        spin(10);
    }
    return n;
}

static long nested_active(long n)
{
    omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
    {
#pragma omp master
        for (long i = 0; i < n; i++) {
#pragma omp parallel num_threads(2)
            spin(10);
        }
    }
    return n;
}

static long barriers_of_one(long n)
{
#pragma omp parallel num_threads(1)
    for (long i = 0; i < n; i++) {
#pragma omp barrier
        sum += spin(10) != 0;
    }
    return sum;
}

static long barriers(long n)
{
#pragma omp parallel
    for (long i = 0; i < n; i++) {
#pragma omp barrier
        spin(100);
    }
    return n;
}

static long tasks_of_one(long n)
{
#pragma omp parallel num_threads(1)
    empty(n);
    return n;
}

static const struct program {
    const char *name;
    long (*run)(long);
    long size;
    int single; /* in a single of a region */
} programs[] = {
    {"fib", fib, 22, 1},
    {"nqueens", nqueens, 8, 1},
    {"health", health, 200, 1},
    {"knapsack", knapsack, 17, 1},
    {"floorplan", floorplan, 7, 1},
    {"fft", fft, 32768, 1},
    {"producer", producer, 100000, 1},
    {"producer_long", producer_long, 50000, 1},
    {"empty", empty, 100000, 1},
    {"late", late, 100000, 1},
    {"parts", parts, 50000, 1},
    {"each_short", each_short, 10000, 0},
    {"each_long", each_long, 5000, 0},
    {"crowd_0", crowd_0, 300000, 0},
    {"crowd_300", crowd_300, 100000, 0},
    {"crowd_1000", crowd_1000, 40000, 0},
    {"crowd_4000", crowd_4000, 10000, 0},
    {"crowd_apart", crowd_apart, 20000, 0},
    {"crowd_locks", crowd_locks, 100000, 0},
    {"in_order", in_order, 100000, 0},
    {"in_waves", in_waves, 100000, 0},
    {"dynamic", dynamic, 200000, 0},
    {"singles", singles, 50000, 0},
    {"regions", regions, 50000, 0},
    {"reductions", reductions, 50000, 0},
    {"regions_of_one", regions_of_one, 200000, 0},
    {"nested_of_one", nested_of_one, 100000, 0},
    {"nested_of_two", nested_of_two, 10000, 0},
    {"nested_active", nested_active, 1000, 0},
    {"barriers_of_one", barriers_of_one, 1000000, 0},
    {"barriers", barriers, 50000, 0},
    {"tasks_of_one", tasks_of_one, 200000, 0},
};

int main(int argc, char **argv)
{
    for (size_t i = 0; argc > 1 && i < sizeof programs / sizeof *programs; i++) {
        const struct program *p = &programs[i];
        long result = 0, size = argc > 2 && atol(argv[2]) ? atol(argv[2]) : p->size;
        if (strcmp(p->name, argv[1]))
            continue;
        double start = omp_get_wtime();
        if (p->single) {
#pragma omp parallel
#pragma omp single
            result = p->run(size);
        } else
            result = p->run(size);
        if (argc > 3)
            fprintf(stderr, "%.3f\n", 1e3 * (omp_get_wtime() - start));
        printf("%s %ld\n", p->name, result);
        return 0;
    }
    for (size_t i = 0; argc == 1 && i < sizeof programs / sizeof *programs; i++)
        puts(programs[i].name);
    return argc > 1;
}
