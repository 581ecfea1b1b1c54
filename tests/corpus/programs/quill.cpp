// Words of many texts, which threads have shared out among them before they begin.
#include "shared.h"

#include <atomic>
#include <string>
#include <thread>
#include <vector>

static std::string letters()
{
    std::string text;
    uint32_t x = 1;
    for (int i = 0; i < 20000; i++) {
        x = x * 1664525 + 1013904223;
        text += (x >> 24) % 6 ? static_cast<char>('a' + (x >> 24) % 26) : ' ';
    }
    return text;
}

static uint64_t words(const std::string &text, long chapters)
{
    uint64_t sum = 0;
    for (long c = 0; c < chapters; c++) {
        uint32_t word = static_cast<uint32_t>(c);
        for (char letter : text)
            if (letter == ' ') {
                sum += word >> 7;
                word = static_cast<uint32_t>(c);
            } else {
                word = word * 31 + static_cast<uint32_t>(letter);
            }
    }
    return sum;
}

static long chapters_of(long book, long books)
{
    return book < books / 8 ? 60 : 4;
}

static void read_books(const std::string &text, long books, long first, long last, uint64_t *to)
{
#ifdef REPAIRED
    static std::atomic<long> taken;
    (void)first;
    (void)last;
    for (long b = taken++; b < books; b = taken++)
        *to += words(text, chapters_of(b, books));
#else
    for (long b = first; b < last; b++)
        *to += words(text, chapters_of(b, books));
#endif
}

int main(int argc, char **argv)
{
    const std::string text = letters();
    long n = threads_wanted(), books = scaled(argc, argv, 1600);
    std::vector<uint64_t> sums(static_cast<size_t>(n));
    std::vector<std::thread> threads;
    for (long t = 0; t < n; t++)
        threads.emplace_back(read_books, std::cref(text), books, books * t / n, books * (t + 1) / n,
                             &sums[static_cast<size_t>(t)]);
    uint64_t sum = 0;
    for (size_t t = 0; t < threads.size(); t++) {
        threads[t].join();
        sum += sums[t];
    }
    return print_sum(sum);
}
