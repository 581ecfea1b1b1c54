// A cache of computed pages that all threads of a server share.
#include "shared.h"

#include <mutex>
#include <thread>
#include <unordered_map>
#include <vector>

class Pages
{
  public:
    uint64_t find(uint32_t number)
    {
#ifdef REPAIRED
        Part &part = parts[number % 64];
#else
        Part &part = parts[0];
#endif
        std::lock_guard<std::mutex> guard(part.mutex);
        auto found = part.pages.find(number);
        if (found == part.pages.end())
            found = part.pages.emplace(number, number * 7919u).first;
        uint64_t x = found->second;
        for (int i = 0; i < 400; i++)
            x = (x ^ x >> 29) * 0x9E3779B97F4A7C15u;
        return x;
    }

  private:
    struct Part {
        std::mutex mutex;
        std::unordered_map<uint32_t, uint64_t> pages;
    };
    Part parts[64];
};

static uint64_t serve(Pages &pages, long first, long last)
{
    uint64_t sum = 0;
    for (long i = first; i < last; i++) {
        uint32_t x = static_cast<uint32_t>(i);
        for (int k = 0; k < 300; k++)
            x = (x ^ x >> 15) * 2246822519u;
        sum += pages.find(x % 5000) + x;
    }
    return sum;
}

int main(int argc, char **argv)
{
    static Pages pages;
    long n = threads_wanted(), requests = scaled(argc, argv, 400000);
    std::vector<uint64_t> sums(static_cast<size_t>(n));
    std::vector<std::thread> threads;
    for (long t = 0; t < n; t++)
        threads.emplace_back([&, t] {
            sums[static_cast<size_t>(t)] = serve(pages, requests * t / n, requests * (t + 1) / n);
        });
    uint64_t sum = 0;
    for (size_t t = 0; t < threads.size(); t++) {
        threads[t].join();
        sum += sums[t];
    }
    return print_sum(sum);
}
