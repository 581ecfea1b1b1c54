// C++, std::async: words are counted in parallel, and what comes of it is put together by one thread.
#include "shared.h"

#include <future>
#include <map>
#include <string>
#include <vector>

using Counts = std::map<std::string, long>;

static Counts count_words(int part, long n)
{
    Counts counts;
    uint32_t x = static_cast<uint32_t>(part);
    for (long i = 0; i < n; i++) {
        for (int k = 0; k < 20; k++)
            x = (x ^ x >> 15) * 2246822519u + 1;
        counts["word" + std::to_string(x)]++;
    }
    return counts;
}

static void merge_counts(Counts &all, const Counts &more)
{
    for (const auto &[word, count] : more)
        all[word] += count;
}

int main(int argc, char **argv)
{
    long n = scaled(argc, argv, 100000);
    std::vector<std::future<Counts>> parts;
    for (int i = 0; i < 8; i++)
        parts.push_back(std::async(std::launch::async, count_words, i + 1, n));
    std::vector<Counts> counts;
    for (auto &part : parts)
        counts.push_back(part.get());
    Counts all;
    for (int r = 0; r < 3; r++)
        for (const auto &part : counts)
            merge_counts(all, part);
    return print_sum(all.size());
}
