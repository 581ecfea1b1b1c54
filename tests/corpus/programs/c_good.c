/* Nothing is wrong with it: there is to be no advice. */
#include "burn.h"

#include <cilk/cilk.h>

int main(void)
{
    cilk_for (int i = 0; i < 800; i++)
        burn(150);
    return 0;
}
