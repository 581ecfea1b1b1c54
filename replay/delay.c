#include "replay/delay.h"

#include <time.h>

/* What is owed is not paid much later: another section may have begun. */
#define MOST_OWED_NS 100000

enum { CALIBRATION_TURNS = 20000, CALIBRATIONS = 12 };

struct sw_delay_settings sw_delay_settings = {.per_ns = 1, .scale = 1};

static unsigned current;

static __thread struct {
    double due; /* below 0: owed */
    uint64_t visits;
    unsigned run;
} self;

/* A chain of multiplications: each waits for the last, so that neither what runs on the same core nor
 * where the code lies changes what a turn takes. */
__attribute__((noinline, aligned(64))) static void spin(uint64_t turns)
{
    uint64_t x = turns;
    while (turns--) {
        x *= 0x9e3779b97f4a7c15;
        __asm__ volatile("" : "+r"(x));
    }
}

void sw_delay(double ns)
{
    if (self.run != current) {
        self.run = current;
        self.due = 0;
        self.visits = 0;
    }
    self.visits++;
    double due = self.due + ns * sw_delay_settings.scale - sw_delay_settings.visit_ns;
    double turns = due * sw_delay_settings.per_ns;
    if (turns >= 1) {
        uint64_t whole = (uint64_t)turns;
        self.due = (turns - (double)whole) / sw_delay_settings.per_ns;
        spin(whole);
    } else
        self.due = due > -MOST_OWED_NS ? due : -MOST_OWED_NS;
}

void sw_delay_visit(void)
{
    sw_delay(0);
}

void sw_delay_begin(void)
{
    current++;
}

uint64_t sw_delay_visits(void)
{
    return self.run == current ? self.visits : 0;
}

double sw_delay_owed(void)
{
    return self.run == current ? -self.due : 0;
}

uint64_t sw_delay_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

/* The shortest of several: one that was interrupted is longer. */
void sw_delay_calibrate(void)
{
    uint64_t best = UINT64_MAX;
    for (int i = 0; i < CALIBRATIONS; i++) {
        uint64_t start = sw_delay_now();
        spin(CALIBRATION_TURNS);
        uint64_t took = sw_delay_now() - start;
        best = took < best ? took : best;
    }
    sw_delay_settings.per_ns = CALIBRATION_TURNS / (double)best;
}
