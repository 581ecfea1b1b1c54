/*
 * command [exit N|abort|input|nothing|region]: a static loop of 240 equal iterations, and what is asked
 * for. Prints the number of threads that it is told.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int omp_get_max_threads(void);

static uint64_t work(uint64_t rounds, uint64_t x)
{
    for (uint64_t i = 0; i < rounds; i++)
        x = x * 6364136223846793005u + 1442695040888963407u;
    return x;
}

static uint64_t loop(void)
{
    uint64_t sum = 0;
#pragma omp parallel for reduction(^ : sum)
    for (int i = 0; i < 240; i++)
        sum ^= work(20000, (uint64_t)i);
    return sum;
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    if (!strcmp(what, "nothing"))
        return 0;
    uint64_t sum = loop();
    printf("%d threads, %016llx\n", omp_get_max_threads(), (unsigned long long)sum);
    if (!strcmp(what, "input")) {
        char line[100];
        while (fgets(line, sizeof line, stdin))
            printf("read %s", line);
    }
    fflush(stdout);
    if (!strcmp(what, "exit"))
        exit(atoi(argv[2]));
    if (!strcmp(what, "many") && omp_get_max_threads() > 2)
        exit(5);
    if (!strcmp(what, "abort"))
        abort();
    return 0;
}
