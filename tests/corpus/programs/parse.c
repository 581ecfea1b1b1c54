/* C, pthreads: the text is read by one thread, number by number, by the C library. */
#include "shared.h"

#include <pthread.h>
#include <string.h>

static char text[1 << 20];
static double *numbers;
static size_t n_numbers;
static int n_threads;

__attribute__((noinline)) static void read_numbers(long times)
{
    for (long r = 0; r < times; r++) {
        char *at = text;
        for (n_numbers = 0; *at; n_numbers++)
            numbers[n_numbers] = strtod(at, &at);
    }
}

static void *work(void *number)
{
    double sum = 0;
    size_t own = (uintptr_t)number;
    for (int r = 0; r < 1000; r++)
        for (size_t i = own; i < n_numbers; i += (size_t)n_threads)
            sum += numbers[i] * r;
    numbers[n_numbers + own] = sum;
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t threads[64];
    n_threads = threads_wanted();
    numbers = malloc((sizeof(text) / 2 + 64) * sizeof(*numbers));
    for (size_t at = 0, i = 1; at + 16 < sizeof(text); i++)
        at += (size_t)sprintf(text + at, "%zu.%zu ", i, i % 1000);
    text[strlen(text) - 1] = 0;
    read_numbers(scaled(argc, argv, 100));
    for (int i = 0; i < n_threads; i++)
        pthread_create(&threads[i], NULL, work, (void *)(uintptr_t)i);
    for (int i = 0; i < n_threads; i++)
        pthread_join(threads[i], NULL);
    return print_sum(n_numbers);
}
