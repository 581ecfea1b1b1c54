#include "helpers/calibrate/draw.h"
#include "helpers/calibrate/times.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

enum { BATCH = 128 }; /* lines between two looks at the clock */

int sw_draw_init(struct sw_draw *draw, uint64_t bytes)
{
    void *array = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (array == MAP_FAILED)
        return -errno;
    madvise(array, bytes, MADV_HUGEPAGE);
    memset(array, 1, bytes);
    *draw = (struct sw_draw){.array = array, .lines = bytes / SW_LINE / BATCH * BATCH};
    return 0;
}

void sw_draw_within(struct sw_draw *draw, uint64_t bytes)
{
    draw->lines = bytes / SW_LINE / BATCH * BATCH;
    if (draw->at >= draw->lines)
        draw->at = 0;
}

/* The computation needs what was read, and the next line is not waited for by anything but it: as a
 * program that goes through an array. */
static void draw_batch(struct sw_draw *draw)
{
    const char *line = draw->array + draw->at * SW_LINE;
    uint64_t value = draw->value;
    for (int i = 0; i < BATCH; i++, line += SW_LINE) {
        value += *(const volatile uint64_t *)(const void *)line;
        for (unsigned k = 0; k < draw->work; k++) {
            value = value * 5 + 1;
            __asm__ volatile("" : "+r"(value));
        }
    }
    draw->value = value;
    draw->at = (draw->at + BATCH) % draw->lines;
    draw->drawn += BATCH;
}

double sw_draw_until(struct sw_draw *draw, double end_ns)
{
    double start = sw_now_ns(), now = start;
    uint64_t before = draw->drawn;
    while (now < end_ns) {
        draw_batch(draw);
        now = sw_now_ns();
        double due = draw->limit > 0
                         ? start + (double)(draw->drawn - before) * SW_LINE / draw->limit * 1e3
                         : 0;
        while (now < due && now < end_ns)
            now = sw_now_ns();
    }
    return (double)(draw->drawn - before) * SW_LINE / (now - start) * 1e3;
}
