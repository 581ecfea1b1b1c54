/* The OpenMP of mixed.c, which may be in a library. */
void region(long rounds);

void region(long rounds)
{
    volatile unsigned long sum = 0;
#pragma omp parallel for
    for (long i = 0; i < rounds; i++) {
        unsigned long own = 0;
        for (int k = 0; k < 1000; k++)
            own += (unsigned long)k * (unsigned long)i;
        if (own == 1)
            sum = own;
    }
}
