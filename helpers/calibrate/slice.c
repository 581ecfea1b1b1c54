/* Threads that draw lines of memory together for a slice of time; and what cache misses stalled them, by traffic. */
#include "helpers/calibrate/slice.h"
#include "base/pins.h"
#include "live/perf_meter.h"

#include <pthread.h>
#include <sys/mman.h>

/* --- Drawing --- */

/*
 * A kernel that draws lines of memory, with so much computation for each, or no more than so many a second.
 * What it draws is known: the array is much larger than the cache, and is gone through in order.
 */

struct sw_draw {
    char *array;
    uint64_t lines, at;
    unsigned work;  /* dependent operations a line */
    double limit;   /* MB/s; 0: none */
    uint64_t drawn; /* lines so far */
    uint64_t value; /* so that nothing is optimized away */
};

enum { BATCH = 128 }; /* lines between two looks at the clock */

/* Takes the memory, and touches it: by the thread that will draw. 0 or -errno. */
static int draw_init(struct sw_draw *draw, uint64_t bytes)
{
    void *array = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (array == MAP_FAILED)
        return -errno;
    madvise(array, bytes, MADV_HUGEPAGE);
    memset(array, 1, bytes);
    *draw = (struct sw_draw){.array = array, .lines = bytes / SW_LINE / BATCH * BATCH};
    return 0;
}

/* From now on only the first so many bytes of it. */
static void draw_within(struct sw_draw *draw, uint64_t bytes)
{
    draw->lines = bytes / SW_LINE / BATCH * BATCH;
    if (draw->at >= draw->lines)
        draw->at = 0;
}

/* The computation needs what was read, and the next line is not waited for by anything but it: as a
 * program that goes through an array. */
static void draw_batch(struct sw_draw *draw)
{
    const char *line = draw->array + draw->at * SW_LINE;
    uint64_t value = draw->value;
    for (int i = 0; i < BATCH; i++, line += SW_LINE) {
        value += *(const volatile uint64_t *)(const void *)line;
        for (unsigned k = 0; k < draw->work; k++) {
            value = value * 5 + 1;
            __asm__ volatile("" : "+r"(value));
        }
    }
    draw->value = value;
    draw->at = (draw->at + BATCH) % draw->lines;
    draw->drawn += BATCH;
}

/* Until the clock says so; returns MB/s. */
static double draw_until(struct sw_draw *draw, double end_ns)
{
    double start = sw_now_ns(), now = start;
    uint64_t before = draw->drawn;
    while (now < end_ns) {
        draw_batch(draw);
        now = sw_now_ns();
        double due = draw->limit > 0
                         ? start + (double)(draw->drawn - before) * SW_LINE / draw->limit * 1e3
                         : 0;
        while (now < due && now < end_ns)
            now = sw_now_ns();
    }
    return (double)(draw->drawn - before) * SW_LINE / (now - start) * 1e3;
}

/* --- Stalls --- */

#define LEAST_MISSES 0.05 /* a line: with fewer, they are not what was counted */
#define SAME         1.03

void sw_phi_add(struct sw_phi *phi, double mb_s, const struct sw_stalls *kernel,
                const struct sw_stalls *cached)
{
    if (phi->n == SW_PHI_MOST || kernel->lines <= 0 || cached->lines <= 0 ||
        kernel->misses < LEAST_MISSES * kernel->lines)
        return;
    double stall = kernel->cycles / kernel->lines - cached->cycles / cached->lines;
    double cycles = stall * kernel->lines / kernel->misses;
    if (!(cycles > 0) || !(mb_s > 0))
        return;
    int at = phi->n++;
    for (; at > 0 && phi->x[at - 1] > mb_s; at--) {
        phi->x[at] = phi->x[at - 1];
        phi->y[at] = phi->y[at - 1];
    }
    phi->x[at] = mb_s;
    phi->y[at] = cycles;
}

void sw_phi_print(struct sw_phi *phi)
{
    if (phi->n)
        fputs("phi_cycles = points", stdout);
    for (int i = 0, next; i < phi->n; i = next) {
        double x = 0, y = 0;
        for (next = i; next < phi->n && phi->x[next] <= SAME * phi->x[i]; next++) {
            x += phi->x[next];
            y += phi->y[next];
        }
        printf(" %.0f:%.3f", x / (next - i), y / (next - i));
    }
    if (phi->n)
        fputc('\n', stdout);
}

/* --- Slices --- */

enum { PIECES = 20 };
#define PIECE_NS 5e5
#define SLACK_NS 1e5  /* for all to have seen that it begins */
#define RAN      0.97 /* of a piece, or it was interrupted */
#define QUARTER  0.75

struct thread {
    pthread_t id;
    int pin;
    struct sw_draw draw;
    double mb_s[PIECES]; /* 0: interrupted */
    struct sw_stalls stalls[PIECES];
    struct sw_perf_meter cycles, misses;
    bool counts;
    int error;
};

static struct {
    struct thread threads[SW_SLICE_THREADS];
    unsigned n, running; /* how many there are; and take part in the slice */
    uint64_t bytes;
    double start_ns;
    bool count; /* these: */
    struct sw_slice_event cycles, misses;
    pthread_barrier_t begin, end;
} all;

static struct sw_stalls counted(struct thread *t)
{
    return (struct sw_stalls){(double)sw_perf_meter_now(&t->cycles),
                              (double)sw_perf_meter_now(&t->misses), (double)t->draw.drawn};
}

static void draw_piece(struct thread *t, int i)
{
    double end = all.start_ns + (i + 1) * PIECE_NS, from = sw_now_ns(),
           ran = (double)sw_thread_ns();
    struct sw_stalls before = counted(t);
    double mb_s = draw_until(&t->draw, end);
    struct sw_stalls after = counted(t);
    ran = (double)sw_thread_ns() - ran;
    t->mb_s[i] = end - from > RAN * PIECE_NS && ran > RAN * (sw_now_ns() - from) ? mb_s : 0;
    t->stalls[i] = (struct sw_stalls){after.cycles - before.cycles, after.misses - before.misses,
                                      after.lines - before.lines};
}

static void open_counters(struct thread *t)
{
    t->counts = all.count && !sw_perf_meter_open(&t->cycles, all.cycles.type, all.cycles.config) &&
                !sw_perf_meter_open(&t->misses, all.misses.type, all.misses.config);
}

static void *work(void *data)
{
    struct thread *t = data;
    sw_pin_me(t->pin);
    t->error = draw_init(&t->draw, all.bytes);
    open_counters(t);
    for (;;) {
        pthread_barrier_wait(&all.end);
        pthread_barrier_wait(&all.begin);
        if (t - all.threads >= (long)all.running)
            continue;
        while (sw_now_ns() < all.start_ns)
            ;
        for (int i = 0; i < PIECES; i++)
            draw_piece(t, i);
    }
    return NULL;
}

/* 0 where one of them was interrupted. */
static double piece(int i, unsigned n, enum sw_slice_of of)
{
    double sum = 0;
    for (unsigned k = 0; k < n; k++) {
        if (all.threads[k].mb_s[i] <= 0)
            return 0;
        sum += all.threads[k].mb_s[i];
    }
    return of == SW_SLICE_FIRST ? all.threads[0].mb_s[i] : sum / n;
}

static void add_stalls(struct sw_stalls *stalls, int i, unsigned n)
{
    for (unsigned k = 0; k < n; k++) {
        stalls->cycles += all.threads[k].stalls[i].cycles;
        stalls->misses += all.threads[k].stalls[i].misses;
        stalls->lines += all.threads[k].stalls[i].lines;
    }
}

void sw_slice_run(unsigned n, enum sw_slice_of of, struct sw_times *got, struct sw_stalls *stalls)
{
    all.running = n;
    all.start_ns = sw_now_ns() + SLACK_NS;
    pthread_barrier_wait(&all.begin);
    pthread_barrier_wait(&all.end);
    for (int i = 1; i < PIECES; i++) { /* the first one finds its caches cold */
        double mb_s = piece(i, n, of);
        if (mb_s > 0 && got && got->n < SW_TIMES_MOST)
            got->ns[got->n++] = mb_s;
        if (mb_s > 0 && stalls)
            add_stalls(stalls, i, n);
    }
}

double sw_slice_mb_s(struct sw_times *got)
{
    return sw_times_below(got, QUARTER);
}

void sw_slice_set(unsigned thread, unsigned work_of_line, double limit)
{
    all.threads[thread].draw.work = work_of_line;
    all.threads[thread].draw.limit = limit;
}

void sw_slice_array(uint64_t bytes)
{
    struct sw_draw *draw = &all.threads[0].draw;
    draw_within(draw, bytes && bytes < all.bytes ? bytes : all.bytes);
}

void sw_slice_count(struct sw_slice_event cycles, struct sw_slice_event misses)
{
    all.count = true;
    all.cycles = cycles;
    all.misses = misses;
}

bool sw_slice_counts(void)
{
    bool counts = all.n > 0;
    for (unsigned i = 0; i < all.n; i++)
        counts &= all.threads[i].counts;
    return counts;
}

int sw_slice_start(unsigned n, const int *pins, uint64_t bytes)
{
    all.bytes = bytes;
    all.n = n;
    pthread_barrier_init(&all.begin, NULL, n + 1);
    pthread_barrier_init(&all.end, NULL, n + 1);
    for (unsigned i = 0; i < n; i++) {
        all.threads[i].pin = pins[i];
        int error = pthread_create(&all.threads[i].id, NULL, work, &all.threads[i]);
        if (error)
            return -error;
    }
    pthread_barrier_wait(&all.end);
    for (unsigned i = 0; i < n; i++)
        if (all.threads[i].error)
            return all.threads[i].error;
    return 0;
}
