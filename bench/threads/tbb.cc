// What programs of oneTBB do: a loop, a reduction, a sort, one after the other; as many threads as there are cores. The argument is the number of
// elements, in thousands.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <oneapi/tbb.h>
#include <vector>

int main(int argc, char **argv)
{
    size_t n = (size_t)(argc > 1 ? std::atol(argv[1]) : 4000) * 1000;
    std::vector<double> values(n);
    tbb::parallel_for(tbb::blocked_range<size_t>(0, n), [&](const tbb::blocked_range<size_t> &r) {
        for (size_t i = r.begin(); i < r.end(); i++)
            values[i] = std::sin((double)i) * std::cos((double)(i % 1000));
    });
    double least = tbb::parallel_reduce(
        tbb::blocked_range<size_t>(0, n), 1.0,
        [&](const tbb::blocked_range<size_t> &r, double so_far) {
            for (size_t i = r.begin(); i < r.end(); i++)
                so_far = std::min(so_far, std::exp(values[i]));
            return so_far;
        },
        [](double a, double b) { return std::min(a, b); });
    tbb::parallel_sort(values.begin(), values.end());
    std::printf("%.12f %.12f\n", least, values[n / 2]);
}
