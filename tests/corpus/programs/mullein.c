/* An integral, by halves until they are smooth enough; the halves that are not get a note in a list. */
#include "shared.h"

#include <cilk/cilk.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static uint64_t notes;

static uint64_t height(uint64_t x)
{
    for (int i = 0; i < 40; i++)
        x = (x ^ x >> 29) * 0x9E3779B97F4A7C15u;
    return x >> 44;
}

static uint64_t strip(uint64_t from, uint64_t to)
{
    uint64_t sum = 0;
    for (uint64_t x = from; x < to; x++)
        sum += height(x);
    return sum;
}

static void note(uint64_t sum)
{
    pthread_mutex_lock(&lock);
    notes += sum % 1009;
    pthread_mutex_unlock(&lock);
}

static uint64_t area(uint64_t from, uint64_t to)
{
    if (to - from <= 1500) {
        uint64_t sum = strip(from, to);
        note(sum);
        return sum;
    }
    uint64_t middle = from + (to - from) / 2;
    uint64_t left = cilk_spawn area(from, middle);
    uint64_t right = area(middle, to);
    cilk_sync;
    return left + right;
}

int main(int argc, char **argv)
{
    uint64_t sum = area(0, (uint64_t)scaled(argc, argv, 12000000));
    return print_sum(sum * 31 + notes);
}
