/* The heap and stdio in regions: memory that one thread takes and another gives back. */
#include "../constructs/suite.h"
#include <stdint.h>

enum { COUNT = 2000 };

int main(void)
{
    static char *blocks[COUNT];
    int wrong = 0;
    for (int round = 0; round < 3; round++) {
#pragma omp parallel for schedule(dynamic, 3)
        for (int i = 0; i < COUNT; i++) {
            size_t size = (size_t)(i * 37 % 3000 + 1);
            blocks[i] = (char *)malloc(size);
            memset(blocks[i], i & 127, size);
        }
#pragma omp parallel for schedule(static, 1) reduction(+ : wrong)
        for (int i = COUNT - 1; i >= 0; i--) {
            blocks[i] = (char *)realloc(blocks[i], (size_t)(i % 5000 + 3001));
            wrong += blocks[i][0] != (i & 127);
            free(blocks[i]);
        }
    }
    same(wrong, 0);
    FILE *f = tmpfile();
#pragma omp parallel for schedule(dynamic)
    for (int i = 0; i < 500; i++)
        fprintf(f, "line %03d\n", i);
    same(ftell(f), 500 * 9);
    rewind(f);
    char line[20];
    int sum = 0;
    while (fgets(line, sizeof line, f))
        sum += atoi(line + 5);
    same(sum, 124750);
    fclose(f);
#pragma omp parallel num_threads(3)
    { /* a stream that is locked over a switch */
        flockfile(stdout);
#pragma omp critical
        fputs("locked ", stdout);
        fputs("line\n", stdout);
        funlockfile(stdout);
    }
    return finish();
}
