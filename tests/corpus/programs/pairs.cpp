// C++, OpenMP: a loop over a vector whose iterations grow, shared out equally.
#include "shared.h"

#include <numeric>
#include <vector>

class Pairs
{
  public:
    explicit Pairs(size_t n) : values(n)
    {
        std::iota(values.begin(), values.end(), 1u);
    }
    uint64_t correlate() const
    {
        uint64_t sum = 0;
#pragma omp parallel for reduction(+ : sum) schedule(static)
        for (size_t i = 0; i < values.size(); i++)
            sum += std::inner_product(values.begin(), values.begin() + static_cast<long>(i),
                                      values.begin(), uint64_t(0));
        return sum;
    }

  private:
    std::vector<uint32_t> values;
};

int main(int argc, char **argv)
{
    return print_sum(Pairs(static_cast<size_t>(scaled(argc, argv, 40000))).correlate());
}
