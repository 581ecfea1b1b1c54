/*
 * Programs whose traffic with memory is known by a formula, for caches of 128 kB to 256 MB that drop what was used longest ago.
 *
 *   traffic NAME N      runs N times
 *   traffic NAME        prints for each capacity: bytes, lines filled by each time but the first, lines written back
 *   traffic             prints the names
 *
 * The arrays are at the same place each time: which of their lines are followed does not change.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000
#endif

#define NOINLINE __attribute__((noinline, noclone))
#define LINE     64.0
#define KB       1024.0

static char *room = (char *)0x1000000000;

static void *take(size_t bytes)
{
    bytes += 65536 + 4096; /* so that arrays do not begin alike */
    void *got = mmap(room, bytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    if (got != room) {
        perror("traffic: no memory where it is wanted");
        exit(3);
    }
    room += (bytes + 65535) & ~65535ul;
    return got;
}

/* What one repetition fills and writes back, in bytes, for a cache of so many. */
struct traffic {
    double fills, back;
};
static const struct traffic none = {0, 0}, unsure = {-LINE, -LINE};

/* Streams. */
enum { STREAM = 96 << 10 }; /* doubles: 768 kB */
static double *x, *y, *z;

static void take_streams(void)
{
    x = take(STREAM * sizeof *x);
    y = take(STREAM * sizeof *y);
    z = take(STREAM * sizeof *z);
}

NOINLINE static void copy(void)
{
    for (long i = 0; i < STREAM; i++)
        y[i] = x[i];
}

static struct traffic of_copy(double capacity)
{
    double s = STREAM * sizeof *x;
    return capacity > 2 * s ? none : (struct traffic){2 * s, s};
}

NOINLINE static void triad(void)
{
    for (long i = 0; i < STREAM; i++)
        z[i] = x[i] + 3 * y[i];
}

static struct traffic of_triad(double capacity)
{
    double s = STREAM * sizeof *x;
    return capacity > 3 * s ? none : (struct traffic){3 * s, s};
}

/* Lines that are written from end to end. */
NOINLINE static void whole(void)
{
#if defined __x86_64__
    long n = STREAM;
    double *to = x;
    __asm__ volatile("rep stosq" : "+D"(to), "+c"(n) : "a"(0l) : "memory");
    __asm__ volatile(
        "mov $0, %%eax\n1: movnti %%rax, (%0,%%rax,8)\n inc %%rax\n cmp %1, %%rax\n jb 1b"
        :
        : "r"(y), "r"((long)STREAM)
        : "rax", "cc", "memory");
#else
    uint64_t size;
    __asm__("mrs %0, dczid_el0" : "=r"(size));
    size = 4ul << (size & 15);
    for (char *p = (char *)x, *end = (char *)(x + STREAM); p < end; p += size)
        __asm__ volatile("dc zva, %0" ::"r"(p) : "memory");
    for (char *p = (char *)y, *end = (char *)(y + STREAM); p < end; p += size)
        __asm__ volatile("dc zva, %0" ::"r"(p) : "memory");
#endif
}

static struct traffic of_whole(double capacity)
{
    double s = STREAM * sizeof *x;
    return capacity > 2 * s ? none : (struct traffic){0, 2 * s};
}

/* Counted words, in memory: x86-64's instructions that read and write. */
NOINLINE static void increment(void)
{
    uint64_t *words = (uint64_t *)x;
    for (long i = 0; i < STREAM; i++)
        __atomic_fetch_add(&words[i], 1, __ATOMIC_RELAXED);
}

static struct traffic of_increment(double capacity)
{
    double s = STREAM * sizeof *x;
    return capacity > s ? none : (struct traffic){s, s};
}

/* A stencil of five points, by rows of 48 kB, or by columns of 8 kB of them. */
enum { ROWS = 40, COLUMNS = 12 << 10, BLOCK = 2 << 10 };
static float *grid[2];

static void take_grids(void)
{
    for (int i = 0; i < 2; i++)
        grid[i] = take(sizeof(float) * (ROWS + 2) * COLUMNS);
}

static void relax(const float *from, float *to, long low, long high)
{
    for (long i = 1; i <= ROWS; i++)
        for (long j = low; j < high; j++) {
            const float *at = from + i * COLUMNS + j;
            to[i * COLUMNS + j] = 0.2f * (at[0] + at[-1] + at[1] + at[-COLUMNS] + at[COLUMNS]);
        }
}

NOINLINE static void stencil(void)
{
    relax(grid[0], grid[1], 0, COLUMNS);
}

NOINLINE static void stencil_blocked(void)
{
    for (long low = 0; low < COLUMNS; low += BLOCK)
        relax(grid[0], grid[1], low, low + BLOCK);
}

/* A row is used again after three others and its own have passed. */
static struct traffic of_stencil(double capacity)
{
    double row = COLUMNS * sizeof(float), s = ROWS * row, rim = 2 * row;
    if (capacity > 2 * s + rim)
        return none;
    if (capacity < 4 * row)
        return (struct traffic){4 * s, s};
    return (struct traffic){2 * s + rim, s};
}

static struct traffic of_stencil_blocked(double capacity)
{
    double row = COLUMNS * sizeof(float), s = ROWS * row, rim = 2 * row;
    double edges = 2.0 * ROWS * (COLUMNS / BLOCK - 1) * LINE;
    return capacity > 2 * s + rim ? none : (struct traffic){2 * s + rim + edges, s};
}

/* Products of matrices of 450 kB. */
enum { N = 240, TILE = 48 };
static double *a, *b, *c;

static void take_matrices(void)
{
    a = take(N * N * sizeof *a);
    b = take(N * N * sizeof *b);
    c = take(N * N * sizeof *c);
}

static void multiply(long i0, long j0, long k0, long i1, long j1, long k1)
{
    for (long i = i0; i < i1; i++)
        for (long k = k0; k < k1; k++) {
            double by = a[i * N + k];
            for (long j = j0; j < j1; j++)
                c[i * N + j] += by * b[k * N + j];
        }
}

NOINLINE static void matmul(void)
{
    multiply(0, 0, 0, N, N, N);
}

NOINLINE static void matmul_blocked(void)
{
    for (long i = 0; i < N; i += TILE)
        for (long j = 0; j < N; j += TILE)
            for (long k = 0; k < N; k += TILE)
                multiply(i, j, k, i + TILE, j + TILE, k + TILE);
}

static struct traffic of_matmul(double capacity)
{
    double s = N * N * sizeof *a;
    if (capacity > 3 * s)
        return none;
    return (struct traffic){capacity > s ? 2 * s : 2 * s + N * s, s}; /* B stays */
}

/* A tile of A comes again after a row of tiles of A, a column of B's, and two of C's; one of B's after all of B, a row of C's and up to
 * two of A's. */
static struct traffic of_matmul_blocked(double capacity)
{
    double s = N * N * sizeof *a, times = N / TILE, tile = s / times / times;
    double again_a = 2 * s / times + 2 * tile, again_b = s + 3 * s / times;
    if (capacity > 3 * s)
        return none;
    if (capacity > again_b)
        return (struct traffic){2 * s, s};
    if (capacity > 0.8 * again_a && capacity < 1.25 * again_a)
        return unsure;
    return (struct traffic){s + times * s + (capacity > again_a ? s : times * s), s};
}

/* Gathers from a table of 1 MB. */
enum { TABLE = 128 << 10, GATHERS = 192 << 10 };
static double *table, gathered;
static uint32_t *places;

static int by_number(const void *first, const void *second)
{
    uint32_t l = *(const uint32_t *)first, r = *(const uint32_t *)second;
    return (l > r) - (l < r);
}

static void take_random(void)
{
    uint64_t state = 1;
    table = take(TABLE * sizeof *table);
    places = take(GATHERS * sizeof *places);
    for (long i = 0; i < GATHERS; i++) {
        state = state * 6364136223846793005ul + 1442695040888963407ul;
        places[i] = (uint32_t)(state >> 33) % TABLE;
    }
}

static void take_sorted(void)
{
    take_random();
    qsort(places, GATHERS, sizeof *places, by_number);
}

NOINLINE static void gather(void)
{
    double sum = 0;
    for (long i = 0; i < GATHERS; i++)
        sum += table[places[i]];
    gathered += sum;
}

static struct traffic of_sorted(double capacity)
{
    double all = TABLE * sizeof *table, list = GATHERS * sizeof *places;
    return capacity > all + list ? none : (struct traffic){all + list, 0};
}

/* After `t` gathers, a cache has seen so many different lines of the table and of the list: as many as it has room for. */
static struct traffic of_random(double capacity)
{
    double all = TABLE * sizeof *table, list = GATHERS * sizeof *places, lines = all / LINE;
    double low = 0, high = 1e9;
    if (capacity > 2 * (all + list))
        return none;
    if (capacity > 0.8 * (all + list))
        return unsure;
    for (int i = 0; i < 100; i++) {
        double t = (low + high) / 2;
        double seen = lines * (1 - exp(-t / lines)) + t * sizeof *places / LINE;
        *(seen * LINE < capacity ? &low : &high) = t;
    }
    return (struct traffic){GATHERS * exp(-low / lines) * LINE + list, 0};
}

/* Rows of a that are columns of b, of 4096 lines. */
enum { HIGH = 56, WIDE = 4096 };

static void take_turned(void)
{
    a = take(HIGH * WIDE * sizeof *a);
    b = take(HIGH * WIDE * sizeof *b);
}

NOINLINE static void transposition(void)
{
    for (long i = 0; i < HIGH; i++)
        for (long j = 0; j < WIDE; j++)
            b[j * HIGH + i] = a[i * WIDE + j];
}

static struct traffic of_transposition(double capacity)
{
    double s = HIGH * WIDE * sizeof *a, column = WIDE * LINE;
    if (capacity > 2 * s)
        return none;
    if (capacity > 1.5 * column)
        return (struct traffic){2 * s, s};
    return (struct traffic){s + HIGH * column, HIGH * column};
}

/* Lines that are read all the time, beside a stream, and so rest; then each is written to, and another stream takes their place. */
enum { HOT = 512, AT_A_TIME = 64, WORDS = 8 }; /* lines: 32 kB */

NOINLINE static double touch(const double *line)
{
    return *line;
}

NOINLINE static void hot(void)
{
    double sum = 0;
    for (long i = 0; i < STREAM; i += WORDS) {
        sum += x[i];
        for (long k = 0; k < AT_A_TIME; k++)
            sum += touch(&z[(i / WORDS * AT_A_TIME + k) % HOT * WORDS]);
    }
    for (long i = 0; i < HOT; i++)
        z[i * WORDS] = 1;
    for (long i = 0; i < STREAM; i += WORDS)
        sum += y[i];
    gathered += sum;
}

static struct traffic of_hot(double capacity)
{
    double s = STREAM * sizeof *x, h = HOT * LINE;
    if (capacity > 2 * s + h)
        return none;
    return capacity > s + h ? (struct traffic){2 * s, 0} : (struct traffic){2 * s + h, h};
}

static const struct {
    const char *name;
    void (*take)(void), (*run)(void);
    struct traffic (*traffic)(double);
} programs[] = {
    {"copy", take_streams, copy, of_copy},
    {"triad", take_streams, triad, of_triad},
    {"whole", take_streams, whole, of_whole},
    {"increment", take_streams, increment, of_increment},
    {"stencil", take_grids, stencil, of_stencil},
    {"stencil-blocked", take_grids, stencil_blocked, of_stencil_blocked},
    {"matmul", take_matrices, matmul, of_matmul},
    {"matmul-blocked", take_matrices, matmul_blocked, of_matmul_blocked},
    {"gather-sorted", take_sorted, gather, of_sorted},
    {"gather-random", take_random, gather, of_random},
    {"transposition", take_turned, transposition, of_transposition},
    {"hot", take_streams, hot, of_hot},
};

int main(int argc, char **argv)
{
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
        if (argc < 2)
            puts(programs[i].name);
        else if (strcmp(argv[1], programs[i].name))
            continue;
        if (argc == 2)
            for (double capacity = 128 * KB; capacity <= 262144 * KB; capacity *= 2) {
                struct traffic t = programs[i].traffic(capacity);
                printf("%.0f %.0f %.0f\n", capacity, t.fills / LINE, t.back / LINE);
            }
        if (argc > 2)
            programs[i].take();
        for (int n = argc > 2 ? atoi(argv[2]) : 0; n > 0; n--)
            programs[i].run();
    }
    return gathered < 0;
}
