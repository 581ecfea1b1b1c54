/*
 * A kernel that draws lines of memory, with so much computation for each, or no more than so many a second.
 * What it draws is known: the array is much larger than the cache, and is gone through in order.
 */
#ifndef SPANWISE_HELPERS_CALIBRATE_DRAW_H
#define SPANWISE_HELPERS_CALIBRATE_DRAW_H

#include <stdint.h>

enum { SW_LINE = 64 };

struct sw_draw {
    char *array;
    uint64_t lines, at;
    unsigned work;  /* dependent operations a line */
    double limit;   /* MB/s; 0: none */
    uint64_t drawn; /* lines so far */
    uint64_t value; /* so that nothing is optimized away */
};

/* Takes the memory, and touches it: by the thread that will draw. 0 or -errno. */
int sw_draw_init(struct sw_draw *draw, uint64_t bytes);

/* From now on only the first so many bytes of it. */
void sw_draw_within(struct sw_draw *draw, uint64_t bytes);

/* Until the clock says so; returns MB/s. */
double sw_draw_until(struct sw_draw *draw, double end_ns);

#endif
