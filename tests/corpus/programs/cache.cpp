// C++, std::thread: a cache whose every use is under one lock, a member of a global object.
#include "shared.h"

#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

class Cache
{
  public:
    std::string get(uint32_t key)
    {
        std::lock_guard<std::mutex> guard(m);
        std::string &found = values[key % 4096];
        if (found.empty())
            found = std::to_string(key);
        std::string copy;
        for (int i = 0; i < 20; i++)
            copy += found;
        return copy;
    }

  private:
    std::unordered_map<uint32_t, std::string> values;
    std::mutex m;
};

static Cache cache;

static void serve(long n, uint32_t x, uint64_t &sum)
{
    for (long i = 0; i < n; i++) {
        for (int k = 0; k < 100; k++)
            x = (x ^ x >> 15) * 2246822519u + 1;
        sum += cache.get(x).size();
    }
}

int main(int argc, char **argv)
{
    long n = scaled(argc, argv, 1500000);
    std::vector<uint64_t> sums(static_cast<size_t>(threads_wanted()));
    std::vector<std::thread> threads;
    for (size_t t = 0; t < sums.size(); t++)
        threads.emplace_back(serve, n / static_cast<long>(sums.size()), t, std::ref(sums[t]));
    for (auto &thread : threads)
        thread.join();
    return print_sum(sums[0] == 0);
}
