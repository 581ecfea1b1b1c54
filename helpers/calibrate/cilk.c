/*
 * What a spawn and a steal cost with this tool's own scheduler: a program that `spanwise cc` builds, and
 * `spanwise calibrate` runs. Prints lines of a machine description.
 *
 * A spawn: a recursion that does nothing else, less the same without the keyword, by one worker at a time in which
 * nothing is stolen; and the same beside some arithmetic, which a processor does meanwhile. A piece of a loop: a cilk_for with a grain of 1, less the plain loop; and what a short one costs more than its
 * pieces. A steal: a child waits until its continuation runs, which another worker has to
 * steal; from the child's first instruction to the continuation's.
 */
#include "base/pins.h"
#include "helpers/calibrate/times.h"

#include <cilk/cilk.h>
#include <stdatomic.h>

enum { DEPTH = 10, SPAWNS = (1 << DEPTH) - 1 };
#define GIVE_UP_NS    1e6 /* nobody steals: there is no other processor, or it is busy */
#define MOST_STEAL_NS 1e5 /* more is waiting for a processor */
#define ATTEMPTS_NS   1.5e9
#define WORTH_NS      30000 /* a thief that finds less lets others alone for a while */

static struct sw_times times;
static double clock_ns;

/* A chain of multiplications that nothing else waits for. */
static inline void compute(int x)
{
    unsigned product = (unsigned)x;
    for (int i = 0; i < 10; i++)
        product = product * 1664525u + 1013904223u;
    __asm__ volatile("" : : "r"(product));
}

/* With the keywords or without, and with something to do first or with nothing. */
#define RECURSION(name, spawn, sync, first)               \
    __attribute__((noinline)) static long name(int depth) \
    {                                                     \
        if (!depth)                                       \
            return 1;                                     \
        first;                                            \
        long left = spawn name(depth - 1);                \
        long right = name(depth - 1);                     \
        sync;                                             \
        return left + right;                              \
    }

RECURSION(spawned, cilk_spawn, cilk_sync, )
RECURSION(called, , , )
RECURSION(spawned_busy, cilk_spawn, cilk_sync, compute(depth))
RECURSION(called_busy, , , compute(depth))

typedef long recursion(int depth);

/* The shortest one: what was stolen makes it longer only. */
static struct sw_figure time_recursion(recursion *run)
{
    double start;
    sw_times_begin(&times);
    do
        start = sw_now_ns();
    while (run(DEPTH) == 1 << DEPTH && sw_times_note(&times, sw_now_ns() - start));
    return sw_times_figure(&times, SPAWNS);
}

static struct sw_figure less(struct sw_figure with, struct sw_figure without)
{
    with.value -= without.value;
    return with;
}

enum { PIECES = 1024, FEW_PIECES = 8, LOOPS = 64 };

__attribute__((noinline)) static void divided(volatile long *to, int n)
{
#pragma cilk grainsize 1
    cilk_for (int i = 0; i < n; i++)
        to[i]++;
}

__attribute__((noinline)) static void plain(volatile long *to, int n)
{
    for (int i = 0; i < n; i++)
        to[i]++;
}

typedef void loop(volatile long *to, int n);

static struct sw_figure time_loop(loop *run, int n)
{
    static volatile long numbers[PIECES];
    sw_times_begin(&times);
    for (SW_TIMED(sw_times_note(&times, sw_now_ns() - start)))
        for (int i = 0; i < LOOPS; i++)
            run(numbers, n);
    return sw_times_figure(&times, LOOPS);
}

static void print_loops(void)
{
    struct sw_figure piece = time_loop(divided, PIECES), few = time_loop(divided, FEW_PIECES);
    piece.value = (piece.value - time_loop(plain, PIECES).value) / PIECES;
    piece.spread /= PIECES;
    few.value -= time_loop(plain, FEW_PIECES).value + FEW_PIECES * piece.value;
    sw_figure_print("piece_ns", piece);
    sw_figure_print("loop_ns", few);
}

static _Alignas(128) double spawned_ns;
static _Alignas(128) double stolen_ns;
static _Alignas(128) atomic_int stolen;

/* Each worker on a processor of its own: on a busy machine they may else share one. Not before all have been
 * started: they would begin where their maker is. */
static int pins[SW_PINS_MOST];
static unsigned n_pins;

__attribute__((noinline)) static void settle(void)
{
    static _Thread_local bool settled;
    static atomic_uint next;
    if (settled)
        return;
    settled = true;
    unsigned mine = next++;
    if (mine < n_pins)
        sw_pin_me(pins[mine]);
}

__attribute__((noinline)) static void wait_for_thief(void)
{
    spawned_ns = sw_now_ns();
    while (!stolen && sw_now_ns() - spawned_ns < GIVE_UP_NS)
        ;
    if (stolen)
        settle();
}

/* False: it was not stolen. */
__attribute__((noinline)) static bool steal_once(void)
{
    stolen = 0;
    cilk_spawn wait_for_thief();
    stolen_ns = sw_now_ns();
    stolen = 1;
    settle();
    sw_spin_ns(WORTH_NS);
    cilk_sync;
    return stolen_ns - spawned_ns < GIVE_UP_NS;
}

static struct sw_figure time_steals(void)
{
    int missed = 0;
    bool go = true;
    sw_times_begin(&times);
    while (go && missed < 100) {
        if (steal_once())
            go = sw_times_note(&times, stolen_ns - spawned_ns - clock_ns);
        else
            missed++;
    }
    return sw_times_figure(&times, 1);
}

/* On a busy machine both workers may have the same processor for a while. */
static bool try_steals(struct sw_figure *figure)
{
    double start = sw_now_ns();
    do {
        *figure = time_steals();
        if (figure->value > 0 && figure->value < MOST_STEAL_NS && figure->spread < figure->value)
            return true;
        usleep(20000);
    } while (sw_now_ns() - start < ATTEMPTS_NS);
    return false;
}

/* With one worker the first two, with two the last: an argument says which. */
int main(int argc, char **argv)
{
    struct sw_figure figure;
    times.enough = SW_TIMES_MOST;
    times.limit_ns = 1e8;
    clock_ns = sw_clock_cost_ns();
    n_pins = sw_pins(pins);
    if (argc > 1 && !strcmp(argv[1], "spawn"))
        sw_figure_print("spawn_ns", less(time_recursion(spawned), time_recursion(called)));
    else if (argc > 1 && !strcmp(argv[1], "busy"))
        sw_figure_print("busy_spawn_ns",
                        less(time_recursion(spawned_busy), time_recursion(called_busy)));
    else if (argc > 1 && !strcmp(argv[1], "loop"))
        print_loops();
    else if (argc > 1 && !strcmp(argv[1], "steal") && try_steals(&figure))
        sw_figure_print("steal_ns", figure);
    return 0;
}
