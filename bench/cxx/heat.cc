// Heat on a plane: cilk_for over the rows of a class, by iterators, in a method.
#include "bench.hh"

#include <vector>

class Plane
{
    long n;
    std::vector<std::vector<double>> now, next;

  public:
    explicit Plane(long n)
        : n(n), now(static_cast<std::size_t>(n), std::vector<double>(static_cast<std::size_t>(n))),
          next(now)
    {
        for (std::size_t i = 0; i < now.size(); i++)
            now[i][0] = static_cast<double>(i);
    }
    void step()
    {
        auto first = next.begin();
        cilk_for (auto row = next.begin() + 1; row < next.end() - 1; ++row) {
            std::size_t i = static_cast<std::size_t>(row - first);
            for (std::size_t j = 1; j + 1 < static_cast<std::size_t>(n); j++)
                (*row)[j] = 0.25 * (now[i - 1][j] + now[i + 1][j] + now[i][j - 1] + now[i][j + 1]);
        }
        now.swap(next);
    }
    double at(std::size_t i, std::size_t j) const
    {
        return now[i][j];
    }
};

int main(int argc, char **argv)
{
    Plane plane(1000);
    for (long steps = bench_size(argc, argv, 400); steps; steps--)
        plane.step();
    bench_say(static_cast<long>(1e6 * plane.at(500, 3)));
}
