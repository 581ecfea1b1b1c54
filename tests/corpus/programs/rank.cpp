// C++, std::thread: items are sorted by one thread, then all work on them.
#include "shared.h"

#include <algorithm>
#include <thread>
#include <vector>

struct Item {
    uint32_t key;
    float weight;
};

static void rank_items(std::vector<Item> &items)
{
    std::sort(items.begin(), items.end(),
              [](const Item &a, const Item &b) { return a.key < b.key; });
}

static void weigh(std::vector<Item> &items, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        for (int k = 0; k < 100; k++)
            items[i].weight = items[i].weight * 0.5f + static_cast<float>(items[i].key % 7);
}

int main(int argc, char **argv)
{
    std::vector<Item> items(static_cast<size_t>(scaled(argc, argv, 5000000)));
    for (size_t i = 0; i < items.size(); i++)
        items[i] = {static_cast<uint32_t>(i) * 2654435761u, 0};
    rank_items(items);
    size_t n = static_cast<size_t>(threads_wanted());
    std::vector<std::thread> threads;
    for (size_t t = 0; t < n; t++)
        threads.emplace_back(weigh, std::ref(items), items.size() * t / n,
                             items.size() * (t + 1) / n);
    for (auto &thread : threads)
        thread.join();
    return print_sum(items[1].key);
}
