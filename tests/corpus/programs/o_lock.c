/* One lock for a table of 64 places, each of which could have its own. */
#include "burn.h"

#include <omp.h>

enum { PLACES = 64 };
static omp_lock_t locks[PLACES];
static unsigned table[PLACES];

int main(void)
{
    for (int i = 0; i < PLACES; i++)
        omp_init_lock(&locks[i]);
#pragma omp parallel for
    for (int i = 0; i < 1600; i++) {
        int place = i * 37 % PLACES;
        unsigned mine = burn(10);
        omp_set_lock(&locks[MENDED ? place : 0]); /* HERE */
        table[place] += mine + burn(40);
        omp_unset_lock(&locks[MENDED ? place : 0]);
    }
    return table[0] > 1600;
}
