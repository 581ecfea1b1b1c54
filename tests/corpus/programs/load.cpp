// C++, TBB: what is worked on in parallel is read by one thread before.
#include "shared.h"

#include <cmath>
#include <sstream>
#include <tbb/parallel_for.h>
#include <vector>

static std::vector<double> load_values(size_t n)
{
    std::ostringstream text;
    for (size_t i = 0; i < n; i++)
        text << i % 1000 << '.' << i % 7 << ' ';
    std::istringstream in(text.str());
    std::vector<double> values;
    for (double value; in >> value;)
        values.push_back(value);
    return values;
}

int main(int argc, char **argv)
{
    std::vector<double> values = load_values(static_cast<size_t>(scaled(argc, argv, 2000000)));
    tbb::parallel_for(size_t(0), values.size(), [&](size_t i) {
        for (int k = 0; k < 20; k++)
            values[i] = std::sqrt(values[i] * values[i] + 1);
    });
    return print_sum(values.size());
}
