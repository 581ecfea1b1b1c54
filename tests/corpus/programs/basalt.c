/* The Mandelbrot set. */
#include "shared.h"

enum { WIDTH = 1200, HEIGHT = 900, MOST = 40 };
static unsigned char picture[HEIGHT][WIDTH];

static unsigned char point(double x, double y)
{
    double a = 0, b = 0;
    int n = 0;
    for (; n < MOST && a * a + b * b < 4; n++) {
        double next = a * a - b * b + x;
        b = 2 * a * b + y;
        a = next;
    }
    return (unsigned char)n;
}

static void draw(double zoom)
{
#ifdef REPAIRED
#pragma omp parallel for schedule(dynamic, 4)
#else
#pragma omp parallel for collapse(2) schedule(dynamic)
#endif
    for (int i = 0; i < HEIGHT; i++)
        for (int j = 0; j < WIDTH; j++)
            picture[i][j] = point((j * 3.0 / WIDTH - 2.2) * zoom, (i * 2.4 / HEIGHT - 1.2) * zoom);
}

int main(int argc, char **argv)
{
    long pictures = scaled(argc, argv, 6);
    uint64_t sum = 0;
    for (long p = 0; p < pictures; p++) {
        draw(1.5 - 0.1 * (double)(p % 10));
        for (int i = 0; i < HEIGHT; i += 10)
            sum = sum * 31 + picture[i][WIDTH / 2];
    }
    return print_sum(sum);
}
