// Quicksort over iterators, with a function object: a template that spawns itself, and std::sort at its leaves.
#include "bench.hh"

#include <algorithm>
#include <functional>
#include <vector>

template <class I, class Less> void quicksort(I from, I to, const Less &less)
{
    if (to - from < 2000) {
        std::sort(from, to, less);
        return;
    }
    auto pivot = from[(to - from) / 2];
    I middle = std::partition(from, to, [&](const auto &x) { return less(x, pivot); });
    I end = std::partition(middle, to, [&](const auto &x) { return !less(pivot, x); });
    cilk_spawn quicksort(from, middle, less);
    quicksort(end, to, less);
    cilk_sync;
}

int main(int argc, char **argv)
{
    std::vector<uint64_t> all(static_cast<std::size_t>(bench_size(argc, argv, 8000000)));
    cilk_for (std::size_t i = 0; i < all.size(); i++)
        all[i] = bench_hash(i);
    quicksort(all.begin(), all.end(), std::less<uint64_t>());
    bench_say(static_cast<long>(all[all.size() / 3] >> 2) + std::is_sorted(all.begin(), all.end()));
}
