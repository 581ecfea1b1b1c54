// C++, std::async: a template's method that is under a lock of its class, a static member.
#include "shared.h"

#include <cmath>
#include <future>
#include <mutex>
#include <vector>

template <typename T> class Solver
{
  public:
    T relax(T x)
    {
        std::lock_guard<std::mutex> guard(shared_m);
        for (int i = 0; i < 50; i++)
            x = std::sqrt(x * x + std::sin(x));
        return last = x;
    }
    static std::mutex shared_m;
    static T last;
};
template <typename T> std::mutex Solver<T>::shared_m;
template <typename T> T Solver<T>::last;

int main(int argc, char **argv)
{
    long n = scaled(argc, argv, 600000);
    std::vector<std::future<double>> parts;
    for (int i = 0; i < threads_wanted(); i++)
        parts.push_back(std::async(std::launch::async, [i, n] {
            Solver<double> solver;
            double x = i + 1;
            for (long k = 0; k < n / threads_wanted(); k++)
                x = solver.relax(x) + 1;
            return x;
        }));
    double sum = 0;
    for (auto &part : parts)
        sum += part.get();
    return print_sum(sum > 0);
}
