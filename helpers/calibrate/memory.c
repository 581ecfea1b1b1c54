/*
 * How the memory takes to several threads: a program that `spanwise calibrate` runs, and `spanwise predict` as a hog.
 *
 *     memory-costs [--events=T:C,T:C]   lines of a machine description; with the events of the kernel's (perf_event_open)
 *                                       that count cycles and misses: the processor's, if nothing else is said
 *     memory-costs --hog PLACE...    a hog, with a thread on each of these processors: reads what each is to draw
 *                                    (MB/s; 0: nothing), a line each time, and says "ready" when they do
 *
 * Kernels (slice.c) of several intensities run on 1, 2, ... threads at once, which gives psi; and one of
 * them next to threads that draw a given traffic, which gives hog_slowdown. Before that, what one line takes (lines.c). All do the same for some milliseconds, the slice (slice.h), in turns, round after round.
 */
#include "base/pins.h"
#include "helpers/calibrate/caches.h"
#include "helpers/calibrate/slice.h"

#include <linux/perf_event.h>
#include <poll.h>

enum { LEVELS = 4, ROUNDS = 12, LEAST_ROUNDS = 3, MOST_COUNTS = 6, MOST_HOGS = 6 };
#define WHOLE_NS   7e9 /* rounds that do not fit are left out */
#define SATURATED  0.9 /* of what one thread gets alone: less is too little */
#define LEAST_SIZE (64ull << 20)
#define NEAR       (128ull << 10) /* what a core's own cache holds, if nothing is known of it */

/* Computation that makes of what one thread can draw a half, a quarter, ... */
static unsigned works[LEVELS];

static void set(unsigned from, unsigned to, unsigned work, double limit)
{
    for (unsigned i = from; i < to; i++)
        sw_slice_set(i, work, limit);
}

static double alone(unsigned work)
{
    SW_FREED struct sw_times *got = calloc(1, sizeof *got);
    set(0, 1, work, 0);
    for (int i = 0; got && i < LEAST_ROUNDS; i++)
        sw_slice_run(1, SW_SLICE_MEAN, got, NULL);
    double mb_s = got ? sw_slice_mb_s(got) : 0;
    return mb_s > 1 ? mb_s : 1;
}

static void choose_works(void)
{
    const unsigned much = 200;
    double most = alone(0),
           unit_ns = SW_LINE / alone(much) * 1e3 / much; /* almost all computation */
    for (int i = 1; i < LEVELS; i++)
        works[i] = (unsigned)(SW_LINE / most * 1e3 * (1 << i) / unit_ns) + 1;
}

struct hog {
    unsigned threads;
    double share; /* of what one thread can draw */
};

static struct {
    unsigned counts[MOST_COUNTS], n_counts; /* of threads: 1 is the first */
    struct sw_times got[MOST_COUNTS][LEVELS];
    struct sw_stalls stalls[MOST_COUNTS][LEVELS], cached[LEVELS];
    struct hog hogs[MOST_HOGS];
    unsigned n_hogs;
    struct sw_times beside[MOST_HOGS][LEVELS];
    double most; /* MB/s of one thread */
} plan;

/* 1, 2, 4, ... and all; hogs on one processor, and on all the others. */
static void make_plan(unsigned n)
{
    static const double shares[] = {1, 0.5, 0.25};
    for (unsigned t = 1; t < n && plan.n_counts < MOST_COUNTS - 1; t *= 2)
        plan.counts[plan.n_counts++] = t;
    plan.counts[plan.n_counts++] = n;
    for (unsigned t = 1; t < n; t = t < n - 1 ? n - 1 : n)
        for (unsigned i = 0; i < sizeof shares / sizeof *shares; i++)
            plan.hogs[plan.n_hogs++] = (struct hog){t, shares[i]};
}

static void run_round(void)
{
    for (unsigned level = 0; level < LEVELS; level++) {
        for (unsigned i = 0; i < plan.n_counts; i++) {
            set(0, plan.counts[i], works[level], 0);
            sw_slice_run(plan.counts[i], SW_SLICE_MEAN, &plan.got[i][level],
                         &plan.stalls[i][level]);
        }
        for (unsigned i = 0; i < plan.n_hogs; i++) {
            struct hog h = plan.hogs[i];
            set(0, 1, works[level], 0);
            set(1, 1 + h.threads, 0, h.share < 1 ? h.share * plan.most : 0);
            sw_slice_run(1 + h.threads, SW_SLICE_FIRST, &plan.beside[i][level], NULL);
        }
    }
}

/* From the least traffic on, as points ascend; levels that did not come out apart are one. */
static void print_points(struct sw_times *y, bool as_factor)
{
    double last = 0;
    fputs("points", stdout);
    for (int level = LEVELS - 1; level >= 0; level--) {
        double x = sw_slice_mb_s(&plan.got[0][level]), among = sw_slice_mb_s(&y[level]);
        if (x > last * 1.02 && among > 0)
            printf(as_factor ? " %.0f:%.4f" : " %.0f:%.0f", x, as_factor ? x / among : among);
        last = x > last ? x : last;
    }
    fputc('\n', stdout);
}

static void print_machine(void)
{
    double most = sw_slice_mb_s(&plan.got[0][0]);
    bool saturates = false;
    printf("one_thread_mb_s = %.0f\nsaturation_seen_to_threads = %u\n", most,
           plan.counts[plan.n_counts - 1]);
    for (unsigned i = 1; i < plan.n_counts; i++) {
        saturates |= sw_slice_mb_s(&plan.got[i][0]) < SATURATED * most;
        printf("psi_mb_s %u = ", plan.counts[i]);
        print_points(plan.got[i], false);
    }
    for (unsigned i = 0; i < plan.n_hogs; i++) {
        printf("hog_slowdown %u %.0f = ", plan.hogs[i].threads, plan.hogs[i].share * most);
        print_points(plan.beside[i], true);
    }
    printf("saturates = %s\n", saturates ? "yes" : "no");
}

/* MB/s of all threads together, by the kernel that draws most. */
static void print_bandwidth(void)
{
    fputs("bandwidth_mb_s = points", stdout);
    for (unsigned i = 0; i < plan.n_counts; i++)
        printf(" %u:%.0f", plan.counts[i], plan.counts[i] * sw_slice_mb_s(&plan.got[i][0]));
    fputc('\n', stdout);
}

static struct sw_caches find_caches(double memory_ns, uint64_t bytes)
{
    enum { SIZES = 16, SMALLEST = 16 << 10 };
    uint64_t size[SIZES];
    double ns[SIZES];
    unsigned n = 0;
    struct sw_caches told = sw_caches_told("");
    if (told.l2 || told.llc)
        return told;
    for (uint64_t s = SMALLEST; s < bytes && n < SIZES - 1; s *= 2, n++) {
        size[n] = s;
        ns[n] = sw_line_latency(s);
    }
    size[n] = bytes;
    ns[n++] = memory_ns;
    return sw_caches_by_latency(size, ns, n);
}

static void print_number(const char *key, double value)
{
    if (value > 0)
        printf("%s = %.10g\n", key, value);
}

static void print_lines(const int *pins, unsigned n, uint64_t bytes)
{
    sw_pin_me(pins[0]);
    double ns = sw_line_latency(bytes);
    struct sw_caches caches = find_caches(ns, bytes);
    print_number("l1_bytes", (double)caches.l1);
    print_number("l2_bytes", (double)caches.l2);
    print_number("llc_bytes", (double)caches.llc);
    print_number("llc_cores", caches.llc_cores);
    print_number("latency_ns", ns);
    if (n < 2)
        return;
    uint64_t near = caches.l2 ? caches.l2 / 4 : NEAR, far = 8 * caches.l2;
    print_number("transfer_ns", sw_line_transfer(pins, SW_LINES_STREAMED, near));
    if (caches.l2 && far <= caches.llc)
        print_number("transfer_llc_ns", sw_line_transfer(pins, SW_LINES_STREAMED, far));
    print_number("transfer_apart_ns", sw_line_transfer(pins, SW_LINES_CHAINED, 0));
    print_number("transfer_atomic_ns", sw_line_transfer(pins, SW_LINES_ATOMIC, 0));
}

/* The same kernels in the cache, of which they miss no line. */
static void run_cached(void)
{
    sw_slice_array(sw_largest_cache("") / 4);
    for (unsigned level = 0; level < LEVELS; level++) {
        set(0, 1, works[level], 0);
        sw_slice_run(1, SW_SLICE_MEAN, NULL, NULL); /* to bring it there */
        for (int i = 0; i < LEAST_ROUNDS; i++)
            sw_slice_run(1, SW_SLICE_MEAN, NULL, &plan.cached[level]);
    }
    sw_slice_array(0);
}

static void print_phi(void)
{
    struct sw_phi phi = {.n = 0};
    for (unsigned i = 0; i < plan.n_counts; i++)
        for (unsigned level = 0; level < LEVELS; level++)
            sw_phi_add(&phi, sw_slice_mb_s(&plan.got[i][level]), &plan.stalls[i][level],
                       &plan.cached[level]);
    sw_phi_print(&phi);
}

/* Was every figure got at least in part? On a machine that is busy all the time, no two threads run at once. */
static bool complete(void)
{
    bool all = true;
    for (unsigned level = 0; level < LEVELS; level++) {
        for (unsigned i = 0; i < plan.n_counts; i++)
            all &= plan.got[i][level].n > 0;
        for (unsigned i = 0; i < plan.n_hogs; i++)
            all &= plan.beside[i][level].n > 0;
    }
    return all;
}

/* No more memory than half of what is free: as many threads as have twice the cache each. 0: not even one. */
static unsigned affordable(unsigned n, uint64_t *bytes)
{
    uint64_t cache = sw_largest_cache(""), free_bytes = sw_free_memory("") / 2;
    *bytes = 2 * cache > LEAST_SIZE ? 2 * cache : LEAST_SIZE;
    return free_bytes / *bytes < n ? (unsigned)(free_bytes / *bytes) : n;
}

static int measure(void)
{
    int pins[SW_PINS_MOST];
    uint64_t bytes;
    double begun = sw_now_ns();
    unsigned n = sw_pins(pins);
    n = affordable(n < SW_SLICE_THREADS ? n : SW_SLICE_THREADS, &bytes);
    if (n)
        print_lines(pins, n, bytes);
    if (!n || sw_slice_start(n, pins, bytes)) {
        fprintf(stderr,
                "spanwise: the memory is not measured: that takes %llu MB for each thread, "
                "and there is too little\n",
                (unsigned long long)(bytes >> 20));
        return 1;
    }
    choose_works();
    plan.most = alone(0);
    make_plan(n);
    for (int i = 0; i < ROUNDS; i++) {
        run_round();
        if (i >= LEAST_ROUNDS && (sw_now_ns() - begun) * (i + 2) / (i + 1) > WHOLE_NS)
            break;
    }
    if (!complete()) {
        fputs("spanwise: the memory is not measured: the machine is too busy\n", stderr);
        return 1;
    }
    print_machine();
    print_bandwidth();
    if (sw_slice_counts()) {
        run_cached();
        print_phi();
    }
    return 0;
}

/* What it is told: MB/s; -1: no more is coming. */
static double be_told(void)
{
    char line[64];
    return fgets(line, sizeof line, stdin) ? atof(line) : -1;
}

static bool is_reported(void)
{
    struct pollfd in = {.fd = STDIN_FILENO, .events = POLLIN};
    return poll(&in, 1, 0) > 0;
}

static int hog(int argc, char **argv)
{
    int pins[SW_SLICE_THREADS];
    unsigned n = 0;
    uint64_t bytes;
    for (int i = 2; i < argc && n < SW_SLICE_THREADS; i++)
        pins[n++] = atoi(argv[i]);
    if (affordable(n, &bytes) < n || sw_slice_start(n, pins, bytes))
        return 1;
    setvbuf(stdin, NULL, _IONBF, 0); /* or poll() would not see what is in the buffer */
    for (double mb_s; (mb_s = be_told()) >= 0;) {
        set(0, n, 0, mb_s);
        if (mb_s > 0)
            sw_slice_run(n, SW_SLICE_MEAN, NULL, NULL);
        puts("ready");
        fflush(stdout);
        while (mb_s > 0 && !is_reported())
            sw_slice_run(n, SW_SLICE_MEAN, NULL, NULL);
    }
    return 0;
}

static void choose_events(const char *text)
{
    struct sw_slice_event cycles = {PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES};
    struct sw_slice_event misses = {PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES};
    if (text)
        sscanf(text, "--events=%" SCNu64 ":%" SCNu64 ",%" SCNu64 ":%" SCNu64, &cycles.type,
               &cycles.config, &misses.type, &misses.config);
    sw_slice_count(cycles, misses);
}

int main(int argc, char **argv)
{
    if (argc < 3)
        choose_events(argv[1]);
    int status = argc > 2 && !strcmp(argv[1], "--hog") ? hog(argc, argv) : measure();
    fflush(stdout);
    _exit(status); /* the threads wait for the next slice */
}
