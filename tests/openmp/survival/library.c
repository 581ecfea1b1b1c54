/* A library with OpenMP in it, for a program that has none. */
int threads(void);
int threads(void)
{
    int n = 0;
#pragma omp parallel
    __atomic_add_fetch(&n, 1, __ATOMIC_RELAXED);
    return n;
}
