// Votes for candidates, counted by all threads.
#include "shared.h"

#include <atomic>
#include <thread>
#include <vector>

enum { CANDIDATES = 8 };

struct Count {
    std::atomic<uint64_t> votes[CANDIDATES];
};
static Count whole;

static void poll(long first, long last)
{
#ifdef REPAIRED
    uint64_t mine[CANDIDATES] = {};
#endif
    for (long i = first; i < last; i++) {
        uint32_t x = static_cast<uint32_t>(i) * 2654435761u;
        x = (x ^ x >> 15) * 2246822519u;
#ifdef REPAIRED
        mine[x >> 29]++;
    }
    for (int c = 0; c < CANDIDATES; c++)
        whole.votes[c] += mine[c];
#else
        whole.votes[x >> 29]++;
    }
#endif
}

int main(int argc, char **argv)
{
    long n = threads_wanted(), votes = scaled(argc, argv, 70000000);
    std::vector<std::thread> threads;
    for (long t = 0; t < n; t++)
        threads.emplace_back(poll, votes * t / n, votes * (t + 1) / n);
    for (std::thread &t : threads)
        t.join();
    uint64_t sum = 0;
    for (const auto &v : whole.votes)
        sum = sum * 31 + v;
    return print_sum(sum);
}
