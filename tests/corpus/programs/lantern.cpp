// Orders are matched by threads; each match is written to a common log.
#include "shared.h"

#include <pthread.h>
#include <thread>
#include <vector>

struct Log {
    pthread_spinlock_t lock;
    uint64_t lines, sum;
};
static Log logs[64];

static void note(long who, uint64_t match)
{
#ifdef REPAIRED
    Log &log = logs[who % 64];
#else
    Log &log = logs[0 * who];
#endif
    pthread_spin_lock(&log.lock);
    for (int i = 0; i < 300; i++)
        match = (match ^ match >> 29) * 0x9E3779B97F4A7C15u;
    log.lines++;
    log.sum += match;
    pthread_spin_unlock(&log.lock);
}

static void match_orders(long me, long first, long last)
{
    for (long i = first; i < last; i++) {
        uint64_t x = static_cast<uint64_t>(i) + 1;
        for (int k = 0; k < 250; k++)
            x = (x ^ x >> 27) * 0x9E3779B97F4A7C15u;
        note(me, x);
    }
}

int main(int argc, char **argv)
{
    for (Log &log : logs)
        pthread_spin_init(&log.lock, PTHREAD_PROCESS_PRIVATE);
    long n = threads_wanted(), orders = scaled(argc, argv, 500000);
    std::vector<std::thread> threads;
    for (long t = 0; t < n; t++)
        threads.emplace_back(match_orders, t, orders * t / n, orders * (t + 1) / n);
    for (std::thread &t : threads)
        t.join();
    uint64_t sum = 0, lines = 0;
    for (const Log &log : logs) {
        sum += log.sum;
        lines += log.lines;
    }
    return print_sum(sum * 31 + lines);
}
