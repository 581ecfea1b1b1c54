/* Four stages, 200 items: a stage waits for the stage before of its item, and for itself at the item
 * before. Equal tasks: 4 processors are busy but at the beginning and the end. */
#include "theory.h"

enum { ITEMS = 200, STAGES = 4 };

int main(int argc, char **argv)
{
    int n = begin(argc, argv);
    static char item[ITEMS], stage[STAGES];
    if (!truth_only) {
#pragma omp parallel
#pragma omp single
        for (int i = 0; i < ITEMS; i++) {
            for (int s = 0; s < STAGES; s++) {
#pragma omp task depend(inout : item[i], stage[s])
                work(TOTAL / ITEMS / STAGES);
            }
        }
    }
    (void)item;
    (void)stage;
    double most = (double)ITEMS * STAGES / (ITEMS + STAGES - 1);
    return n >= STAGES ? exactly(most) : between(n * 0.97, n < most ? n : most);
}
