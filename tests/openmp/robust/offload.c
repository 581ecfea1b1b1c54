/* Target regions: with no device they run on the host. */
#include "../constructs/suite.h"

int main(void)
{
    int a[10] = {0};
    puts("begins");
    fflush(stdout);
#pragma omp target map(tofrom : a)
    for (int i = 0; i < 10; i++)
        a[i] = i;
    same(a[9], 9);
    return finish();
}
