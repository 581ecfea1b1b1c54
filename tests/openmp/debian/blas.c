/* A program on Debian's OpenBLAS with OpenMP: products and a solver of matrices of whole numbers,
 * whose results are the same however the work is divided. */
#include <stdio.h>
#include <stdlib.h>

void dgemm_(const char *, const char *, const int *, const int *, const int *, const double *,
            const double *, const int *, const double *, const int *, const double *, double *,
            const int *);
void dgemv_(const char *, const int *, const int *, const double *, const double *, const int *,
            const double *, const int *, const double *, double *, const int *);
double ddot_(const int *, const double *, const int *, const double *, const int *);
void daxpy_(const int *, const double *, const double *, const int *, double *, const int *);

int main(void)
{
    int n = 300, one = 1, count = n * n, wrong = 0;
    double alpha = 1, beta = 2;
    double *a = malloc((size_t)count * sizeof *a), *b = malloc((size_t)count * sizeof *b),
           *c = malloc((size_t)count * sizeof *c), *y = calloc((size_t)n, sizeof *y);
    for (int i = 0; i < count; i++) {
        a[i] = i * 7 % 11 - 5;
        b[i] = i * 5 % 13 - 6;
        c[i] = i % 3;
    }
    dgemm_("N", "T", &n, &n, &n, &alpha, a, &n, b, &n, &beta, c, &n);
    for (int i = 0; i < n; i += 17) {
        for (int j = 0; j < n; j += 13) {
            double want = 2 * ((i + j * n) % 3);
            for (int k = 0; k < n; k++)
                want += a[i + k * n] * b[j + k * n];
            wrong += want != c[i + j * n];
        }
    }
    dgemv_("T", &n, &n, &alpha, a, &n, b, &one, &beta, y, &one);
    daxpy_(&count, &beta, a, &one, b, &one);
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += y[i];
    printf("%.0f %.0f %.0f wrong %d\n", ddot_(&count, c, &one, b, &one), sum, b[count - 1], wrong);
    return wrong != 0;
}
