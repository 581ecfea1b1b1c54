/* Nothing is wrong with it: there is to be no advice. */
#include "burn.h"

int main(void)
{
    unsigned sum = 0;
#pragma omp parallel for reduction(+ : sum) schedule(dynamic, 8)
    for (int i = 0; i < 800; i++)
        sum += burn(150);
    return sum > 800;
}
