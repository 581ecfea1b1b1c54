/* Reads pages of numbers, each line with a check sum, and transforms what it has read. */
#include "shared.h"

#include <cilk/cilk.h>
#include <string.h>

enum { LINES = 1024 };
static char page[LINES * 32];
static size_t page_length;

static void write_page(void)
{
    uint32_t x = 12345;
    for (int i = 0; i < LINES; i++) {
        x = x * 1664525 + 1013904223;
        page_length += (size_t)sprintf(page + page_length, "%u %u\n", x >> 4, x % 10007);
    }
}

static int read_page(const char *text, uint32_t *to, uint32_t salt)
{
    int n = 0;
    while (*text) {
        uint32_t crc = salt, number = 0;
        for (; *text != '\n'; text++) {
            crc ^= (unsigned char)*text;
            for (int bit = 0; bit < 8; bit++)
                crc = crc >> 1 ^ (0xEDB88320u & -(crc & 1));
            number = *text == ' ' ? 0 : number * 10 + (uint32_t)(*text - '0');
        }
        text++;
        to[n++] = crc + number;
    }
    return n;
}

static void read_all(uint32_t *to, long pages)
{
#ifdef REPAIRED
    cilk_for (long p = 0; p < pages; p++)
        read_page(page, to + p * LINES, (uint32_t)p);
#else
    for (long p = 0; p < pages; p++)
        read_page(page, to + p * LINES, (uint32_t)p);
#endif
}

static void transform(uint32_t *values, long n)
{
    cilk_for (long i = 0; i < n; i++) {
        uint32_t x = values[i];
        for (int k = 0; k < 250; k++)
            x = (x ^ x >> 15) * 2246822519u + 1;
        values[i] = x;
    }
}

int main(int argc, char **argv)
{
    write_page();
    long pages = scaled(argc, argv, 600);
    uint32_t *values = malloc((size_t)pages * LINES * sizeof(*values));
    read_all(values, pages);
    transform(values, pages * LINES);
    uint64_t sum = 0;
    for (long i = 0; i < pages * LINES; i += 101)
        sum = sum * 31 + values[i];
    free(values);
    return print_sum(sum);
}
