#include "helpers/calibrate/phi.h"

#include <stdio.h>

#define LEAST_MISSES 0.05 /* a line: with fewer, they are not what was counted */
#define SAME         1.03

void sw_phi_add(struct sw_phi *phi, double mb_s, const struct sw_stalls *kernel,
                const struct sw_stalls *cached)
{
    if (phi->n == SW_PHI_MOST || kernel->lines <= 0 || cached->lines <= 0 ||
        kernel->misses < LEAST_MISSES * kernel->lines)
        return;
    double stall = kernel->cycles / kernel->lines - cached->cycles / cached->lines;
    double cycles = stall * kernel->lines / kernel->misses;
    if (!(cycles > 0) || !(mb_s > 0))
        return;
    int at = phi->n++;
    for (; at > 0 && phi->x[at - 1] > mb_s; at--) {
        phi->x[at] = phi->x[at - 1];
        phi->y[at] = phi->y[at - 1];
    }
    phi->x[at] = mb_s;
    phi->y[at] = cycles;
}

void sw_phi_print(struct sw_phi *phi)
{
    if (phi->n)
        fputs("phi_cycles = points", stdout);
    for (int i = 0, next; i < phi->n; i = next) {
        double x = 0, y = 0;
        for (next = i; next < phi->n && phi->x[next] <= SAME * phi->x[i]; next++) {
            x += phi->x[next];
            y += phi->y[next];
        }
        printf(" %.0f:%.3f", x / (next - i), y / (next - i));
    }
    if (phi->n)
        fputc('\n', stdout);
}
