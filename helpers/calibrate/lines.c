/* Times how long a line takes to come: from memory or a cache, by a chain of addresses; from another core, by turns of two threads. */
#include "base/pins.h"
#include "helpers/calibrate/caches.h"
#include "helpers/calibrate/slice.h"

#include <pthread.h>
#include <stdatomic.h>
#include <sys/mman.h>

enum { STEPS = 20000, BATCHES = 9, TURNS = 100, ENOUGH = 400, CHAIN = 256 };
#define LIMIT_NS    60e6
#define A_QUARTER   0.25
#define TOO_LONG_NS 5000
#define APART       (4096 + SW_LINE) /* other pages, other sets of a cache */

static struct sw_times times;

/* All lines in one circle, in no order that can be guessed. */
static void tangle(uint64_t *at, uint64_t lines, uint64_t words)
{
    uint64_t random = 88172645463325252ull;
    for (uint64_t i = 0; i < lines; i++)
        at[i * words] = i;
    for (uint64_t i = lines - 1; i > 0; i--) {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        uint64_t k = random % i, value = at[i * words];
        at[i * words] = at[k * words];
        at[k * words] = value;
    }
}

static double chase(const uint64_t *at, uint64_t lines)
{
    uint64_t where = 0, steps = lines < STEPS ? STEPS : lines;
    sw_times_begin(&times);
    for (uint64_t i = 0; lines < STEPS && i < lines; i++) /* to bring it there */
        where = at[where * (SW_LINE / sizeof *at)];
    for (int k = 0; k < BATCHES; k++) {
        double start = sw_now_ns();
        for (uint64_t i = 0; i < steps / BATCHES; i++)
            where = at[where * (SW_LINE / sizeof *at)];
        __asm__ volatile("" : "+r"(where));
        sw_times_note(&times, (sw_now_ns() - start) / (double)(steps / BATCHES));
    }
    return sw_times_below(&times, A_QUARTER);
}

double sw_line_latency(uint64_t bytes)
{
    uint64_t *at = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (at == MAP_FAILED)
        return 0;
    madvise(at, bytes, MADV_HUGEPAGE);
    times.enough = SW_TIMES_MOST;
    times.limit_ns = LIMIT_NS;
    tangle(at, bytes / SW_LINE, SW_LINE / sizeof *at);
    double ns = chase(at, bytes / SW_LINE);
    munmap(at, bytes);
    return ns;
}

static struct {
    _Alignas(2 * SW_LINE) _Atomic uint64_t turn;
    _Alignas(2 * SW_LINE) _Atomic bool is_over;
    _Alignas(2 * SW_LINE) uint64_t *at;
    uint64_t lines, words; /* from one to the next */
    bool is_chain;
    int pin;
} shared;

static void touch(void)
{
    uint64_t where = 0, *at = shared.at;
    for (uint64_t i = 0; i < shared.lines; i++) {
        uint64_t *line = at + where * shared.words;
        where = shared.is_chain ? line[0] : i + 1;
        line[1]++;
    }
    __asm__ volatile("" : : : "memory");
}

/* When it is its turn: the other one's is next. */
static void take_turn(uint64_t turn)
{
    while (atomic_load_explicit(&shared.turn, memory_order_acquire) != turn && !shared.is_over)
        ;
    touch();
    atomic_fetch_add(&shared.turn, 1);
}

static void *answer(void *unused)
{
    sw_pin_me(shared.pin);
    for (uint64_t turn = 1; !shared.is_over; turn += 2)
        take_turn(turn);
    return unused;
}

static void begin(void)
{
    times.enough = ENOUGH;
    times.limit_ns = LIMIT_NS;
    sw_times_begin(&times);
}

/* ns of a line that nobody else uses. */
static double own_line(void)
{
    begin();
    for (SW_TIMED(sw_times_note(&times, (sw_now_ns() - start) / (double)shared.lines)))
        touch();
    return sw_times_below(&times, A_QUARTER);
}

static double by_turns(const int pins[2])
{
    pthread_t other;
    uint64_t turn = 0;
    double lines = shared.lines ? (double)shared.lines : 1;
    int turns = shared.lines ? 1 : TURNS;
    shared.turn = 0;
    shared.is_over = false;
    shared.pin = pins[1];
    sw_pin_me(pins[1]); /* where it begins */
    if (pthread_create(&other, NULL, answer, NULL))
        return 0;
    sw_pin_me(pins[0]);
    begin();
    for (SW_TIMED(sw_times_note(&times, (sw_now_ns() - start) / turns / 2 / lines))) {
        for (int i = 0; i < turns; i++, turn += 2)
            take_turn(turn);
        while (atomic_load_explicit(&shared.turn, memory_order_acquire) != turn)
            ;
    }
    shared.is_over = true;
    pthread_join(other, NULL);
    return sw_times_below(&times, A_QUARTER);
}

double sw_line_transfer(const int pins[2], enum sw_line_turns turns, uint64_t bytes)
{
    bool is_chain = turns == SW_LINES_CHAINED;
    uint64_t stride = is_chain ? APART : SW_LINE, size;
    shared.lines = turns == SW_LINES_ATOMIC ? 0 : is_chain ? CHAIN : bytes / SW_LINE;
    shared.words = stride / sizeof *shared.at;
    shared.is_chain = is_chain;
    size = (shared.lines + 1) * stride;
    shared.at = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (shared.at == MAP_FAILED)
        return 0;
    if (is_chain)
        tangle(shared.at, shared.lines, shared.words);
    double own = is_chain ? own_line() : 0, ns = by_turns(pins) - own;
    munmap(shared.at, size);
    return ns > 0 && ns < TOO_LONG_NS ? ns : 0; /* else the two did not run at the same time */
}
