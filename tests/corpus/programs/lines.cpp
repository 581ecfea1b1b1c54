// C++, std::thread: a log that is written to under a lock that only this file knows.
#include "shared.h"

#include <deque>
#include <mutex>
#include <sstream>
#include <thread>
#include <vector>

static std::mutex log_m;
static std::deque<std::string> lines;

static void log_line(uint32_t number)
{
    std::scoped_lock guard(log_m);
    std::ostringstream out;
    out << "request " << number << " took " << number * 0.5 << " ms";
    lines.push_back(out.str());
    if (lines.size() > 1000)
        lines.pop_front();
}

int main(int argc, char **argv)
{
    int n = threads_wanted();
    long all = scaled(argc, argv, 600000);
    std::vector<std::thread> threads;
    for (int t = 0; t < n; t++)
        threads.emplace_back([all, n, t] {
            uint32_t x = static_cast<uint32_t>(t);
            for (long i = 0; i < all / n; i++) {
                for (int k = 0; k < 300; k++)
                    x = (x ^ x >> 15) * 2246822519u + 1;
                log_line(x);
            }
        });
    for (auto &thread : threads)
        thread.join();
    return print_sum(lines.size());
}
