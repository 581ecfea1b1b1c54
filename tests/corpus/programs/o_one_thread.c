/* One of two regions has one thread, by a clause that was meant for small inputs. */
#include "burn.h"

int main(void)
{
    unsigned sum = 0;
#pragma omp parallel for reduction(+ : sum) if (MENDED) /* HERE */
    for (int i = 0; i < 200; i++)
        sum += burn(200);
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 400; i++)
        sum += burn(200);
    return sum > 600;
}
