/* Fast Fourier transform, recursive: the even and the odd points in parallel, then combined. */
#include "bench.h"
#include <math.h>

enum { BASE_CASE = 32, COMBINE_CASE = 1024 };

typedef struct {
    double re, im;
} complex_t;

static complex_t *root; /* root[k] = exp(-2 pi i k / points), k < points / 2 */

static complex_t times(complex_t a, complex_t b)
{
    return (complex_t){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

/* Butterflies k in [low, high) of n points whose halves are transformed. */
void combine_range(complex_t *x, size_t n, size_t stride, size_t low, size_t high)
{
    complex_t *y = x + n / 2;
    for (size_t k = low; k < high; k++) {
        complex_t even = x[k], odd = times(root[k * stride], y[k]);
        x[k] = (complex_t){even.re + odd.re, even.im + odd.im};
        y[k] = (complex_t){even.re - odd.re, even.im - odd.im};
    }
}

void combine(complex_t *x, size_t n, size_t stride, size_t low, size_t high)
{
    if (high - low <= COMBINE_CASE) {
        combine_range(x, n, stride, low, high);
        return;
    }
    size_t middle = low + (high - low) / 2;
    cilk_spawn combine(x, n, stride, low, middle);
    combine(x, n, stride, middle, high);
    cilk_sync;
}

static size_t reverse_bits(size_t k, size_t n)
{
    size_t r = 0;
    for (; n > 1; n /= 2, k /= 2)
        r = 2 * r + k % 2;
    return r;
}

/* Of up to BASE_CASE points: all levels in place. */
void fft_base(complex_t *out, const complex_t *in, size_t n, size_t stride)
{
    for (size_t k = 0; k < n; k++)
        out[reverse_bits(k, n)] = in[k * stride];
    for (size_t m = 2; m <= n; m *= 2)
        for (size_t at = 0; at < n; at += m)
            combine_range(out + at, m, stride * (n / m), 0, m / 2);
}

/* out[0..n) = transform of in[0], in[stride], ... */
void fft(complex_t *out, const complex_t *in, size_t n, size_t stride)
{
    if (n <= BASE_CASE) {
        fft_base(out, in, n, stride);
        return;
    }
    cilk_spawn fft(out, in, n / 2, 2 * stride);
    fft(out + n / 2, in + stride, n / 2, 2 * stride);
    cilk_sync;
    combine(out, n, stride, 0, n / 2);
}

static void make_roots(size_t n)
{
    root = bench_alloc(n / 2 + 1, sizeof(*root));
    cilk_for (size_t k = 0; k < n / 2; k++) {
        double angle = -2 * M_PI * (double)k / (double)n;
        root[k] = (complex_t){cos(angle), sin(angle)};
    }
}

static complex_t plus(complex_t a, complex_t b)
{
    return (complex_t){a.re + b.re, a.im + b.im};
}

/* The share of in[low..high) in point k of the transform, from the definition. */
complex_t point_share(const complex_t *in, size_t n, size_t k, size_t low, size_t high)
{
    complex_t sum = {0, 0};
    if (high - low > 16384) {
        size_t middle = low + (high - low) / 2;
        complex_t first = cilk_spawn point_share(in, n, k, low, middle);
        complex_t second = point_share(in, n, k, middle, high);
        cilk_sync;
        return plus(first, second);
    }
    for (size_t j = low; j < high; j++) {
        size_t turn = j * k % n, half = turn % (n / 2);
        complex_t w = turn < n / 2 ? root[half] : (complex_t){-root[half].re, -root[half].im};
        sum = plus(sum, times(w, in[j]));
    }
    return sum;
}

static bool is_right_at(const complex_t *out, const complex_t *in, size_t n, size_t k)
{
    complex_t want = point_share(in, n, k, 0, n);
    double scale = 1e-9 * (double)n;
    return fabs(want.re - out[k].re) < scale && fabs(want.im - out[k].im) < scale;
}

int main(int argc, char **argv)
{
    size_t n = (size_t)1 << bench_size(argc, argv, 23, 2, 28);
    complex_t *in = bench_alloc(n, sizeof(*in)), *out = bench_alloc(n, sizeof(*out));
    make_roots(n);
    cilk_for (size_t i = 0; i < n; i++)
        in[i] = (complex_t){bench_fraction(i) - 0.5, bench_fraction(~i) - 0.5};
    bench_start();
    fft(out, in, n, 1);
    bench_stop();
    bool right = is_right_at(out, in, n, 0) && is_right_at(out, in, n, 1) &&
                 is_right_at(out, in, n, n / 3) && is_right_at(out, in, n, n - 1);
    free(in);
    free(out);
    free(root);
    return bench_finish(right);
}
