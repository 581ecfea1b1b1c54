// C++, std::thread: a shared mutex that is mostly taken to write.
#include "shared.h"

#include <map>
#include <mutex>
#include <shared_mutex>
#include <thread>
#include <vector>

namespace service
{
class Registry
{
  public:
    void update(uint32_t key, uint64_t value)
    {
        std::unique_lock<std::shared_mutex> guard(lock_);
        entries_[key % 20000] += value;
    }
    uint64_t read(uint32_t key) const
    {
        std::shared_lock<std::shared_mutex> guard(lock_);
        auto found = entries_.find(key);
        return found == entries_.end() ? 0 : found->second;
    }

  private:
    std::map<uint32_t, uint64_t> entries_;
    mutable std::shared_mutex lock_;
};
} // namespace service

static service::Registry registry;

static void client(long n, uint32_t x)
{
    for (long i = 0; i < n; i++) {
        for (int k = 0; k < 40; k++)
            x = (x ^ x >> 15) * 2246822519u + 1;
        registry.update(x, x);
        if (i % 64 == 0)
            registry.update(x + 1, registry.read(x));
    }
}

int main(int argc, char **argv)
{
    int n = threads_wanted();
    long all = scaled(argc, argv, 3000000);
    std::vector<std::thread> threads;
    for (int t = 0; t < n; t++)
        threads.emplace_back([=] { client(all / n, static_cast<uint32_t>(t)); });
    for (auto &thread : threads)
        thread.join();
    return print_sum(registry.read(1));
}
