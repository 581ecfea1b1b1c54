// A table of distances between places, written as text.
#include "shared.h"

#include <string>
#include <vector>

using Row = std::vector<uint32_t>;

static void compute(std::vector<Row> &rows)
{
#pragma omp parallel for schedule(dynamic)
    for (size_t i = 0; i < rows.size(); i++)
        for (size_t j = 0; j < rows[i].size(); j++) {
            uint32_t x = static_cast<uint32_t>(i * 7919 + j);
            for (int k = 0; k < 120; k++)
                x = (x ^ x >> 15) * 2246822519u;
            rows[i][j] = x;
        }
}

static std::string line(const Row &row)
{
    std::string text;
    for (uint32_t x : row) {
        text += std::to_string(x / 1000);
        text += '.';
        text += std::to_string(x % 1000);
        text += ' ';
    }
    return text;
}

static uint64_t write(const std::vector<Row> &rows)
{
    std::vector<std::string> text(rows.size());
#ifdef REPAIRED
#pragma omp parallel for schedule(dynamic)
#endif
    for (size_t i = 0; i < rows.size(); i++)
        text[i] = line(rows[i]);
    FILE *out = fopen("/dev/null", "w");
    uint64_t sum = 0;
    for (const std::string &t : text) {
        fwrite(t.data(), 1, t.size(), out);
        sum = sum * 31 + t.size();
    }
    fclose(out);
    return sum;
}

int main(int argc, char **argv)
{
    std::vector<Row> rows(static_cast<size_t>(scaled(argc, argv, 2600)), Row(800));
    compute(rows);
    return print_sum(write(rows));
}
