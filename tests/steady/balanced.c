/* A balanced loop in short phases. Each run is noted in a file; MODE in the environment makes later runs do something else. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 6400, PHASES = 60 };
static double a[N], b[N];

int main(void)
{
    const char *mode = getenv("MODE") ? getenv("MODE") : "";
    FILE *log = fopen("log", "a+");
    int c, runs = 0, phases = PHASES;
    while ((c = fgetc(log)) != EOF)
        runs++;
    fputc('x', log);
    fclose(log);
    if (!strcmp(mode, "other") && runs)
        phases *= 8; /* more than a busy machine makes of it */
    if (!strcmp(mode, "fails") && runs)
        return 3;
    if (!strcmp(mode, "reads"))
        while ((c = getchar()) != EOF && c != '\n')
            phases += c == '+';
    for (int t = 0; t < phases; t++) {
#pragma omp parallel for schedule(static)
        for (int i = 0; i < N; i++) {
            double x = a[i] + t;
            for (int k = 0; k < 20; k++)
                x = x * 0.5 + k;
            b[i] = x;
        }
        memcpy(a, b, sizeof a);
    }
    printf("%g\n", a[N / 2]);
    return 0;
}
