// C++, TBB: a histogram under one lock.
#include "shared.h"

#include <map>
#include <mutex>
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

class Histogram
{
  public:
    void add(uint32_t value)
    {
        std::lock_guard<std::mutex> guard(mutex);
        counts[value % 5000]++;
    }
    size_t size() const
    {
        return counts.size();
    }

  private:
    std::mutex mutex;
    std::map<uint32_t, long> counts;
};

static Histogram histogram;

int main(int argc, char **argv)
{
    long n = scaled(argc, argv, 3000000);
    tbb::parallel_for(tbb::blocked_range<long>(0, n), [](const tbb::blocked_range<long> &range) {
        for (long i = range.begin(); i < range.end(); i++) {
            uint32_t x = static_cast<uint32_t>(i);
            for (int k = 0; k < 30; k++)
                x = (x ^ x >> 15) * 2246822519u + 1;
            histogram.add(x);
        }
    });
    return print_sum(histogram.size());
}
