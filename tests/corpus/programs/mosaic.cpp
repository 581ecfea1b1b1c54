// An index of documents that threads read and, now and then, change.
#include "shared.h"

#include <array>
#include <mutex>
#include <shared_mutex>
#include <thread>
#include <vector>

class Index
{
  public:
    uint64_t look_up(uint32_t word)
    {
#ifdef REPAIRED
        std::shared_lock<std::shared_mutex> guard(mutex);
#else
        std::unique_lock<std::shared_mutex> guard(mutex);
#endif
        uint64_t x = words[word % words.size()];
        for (int i = 0; i < 1500; i++)
            x = (x ^ x >> 29) * 0x9E3779B97F4A7C15u;
        return x;
    }

  private:
    std::shared_mutex mutex;
    std::array<uint32_t, 1024> words{};
};

static void query(Index &index, long first, long last, uint64_t *to)
{
    uint64_t sum = 0;
    for (long i = first; i < last; i++) {
        uint32_t x = static_cast<uint32_t>(i) + 1;
        for (int k = 0; k < 500; k++)
            x = (x ^ x >> 15) * 2246822519u;
        sum += index.look_up(x) + x;
    }
    *to = sum;
}

int main(int argc, char **argv)
{
    static Index index;
    long n = threads_wanted(), queries = scaled(argc, argv, 150000);
    std::vector<uint64_t> sums(static_cast<size_t>(n));
    std::vector<std::thread> threads;
    for (long t = 0; t < n; t++)
        threads.emplace_back(query, std::ref(index), queries * t / n, queries * (t + 1) / n,
                             &sums[static_cast<size_t>(t)]);
    uint64_t sum = 0;
    for (size_t t = 0; t < threads.size(); t++) {
        threads[t].join();
        sum += sums[t];
    }
    return print_sum(sum);
}
