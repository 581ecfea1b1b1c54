// Files are searched by threads that take the next name from a list.
#include "shared.h"

#include <mutex>
#include <thread>
#include <vector>

class List
{
  public:
    explicit List(long n) : n(n)
    {
    }
    long next()
    {
        std::lock_guard<std::mutex> guard(mutex);
        return at < n ? at++ : -1;
    }

  private:
    std::mutex mutex;
    long at = 0, n;
};

static uint64_t search(long file)
{
    uint64_t x = static_cast<uint64_t>(file), found = 0;
    for (int i = 0; i < 40000 + 20000 * (file % 5); i++) {
        x = (x ^ x >> 29) * 0x9E3779B97F4A7C15u + 1;
        found += x >> 56 == 7;
    }
    return found;
}

static void search_all(List &list, uint64_t *to)
{
    for (long file; (file = list.next()) >= 0;)
        *to += search(file);
}

int main(int argc, char **argv)
{
    List list(scaled(argc, argv, 3000));
    std::vector<uint64_t> found(static_cast<size_t>(threads_wanted()) * 16);
    std::vector<std::thread> threads;
    for (size_t t = 0; t < found.size(); t += 16)
        threads.emplace_back(search_all, std::ref(list), &found[t]);
    uint64_t sum = 0;
    for (size_t t = 0; t < threads.size(); t++) {
        threads[t].join();
        sum += found[t * 16];
    }
    return print_sum(sum);
}
