#include "tests/predict/sample.h"

#include <math.h>
#include <time.h>

double rounds_per_ns = 0.1;

static uint64_t mix(uint64_t x)
{
    x ^= x >> 31;
    x *= 0x7fb5d329728ea185u;
    x ^= x >> 27;
    x *= 0x81dadef4bc2dd44du;
    return x ^ x >> 33;
}

/* 0 .. 1, by what it is drawn for. */
static double draw(uint64_t seed, uint64_t what)
{
    return (double)(mix(mix(seed) + 0x9e3779b97f4a7c15u * (what + 1)) >> 11) / 0x1p53;
}

double compute_overhead(const struct loop_sample *loop, long i)
{
    double m = loop->least, range = loop->most - loop->least;
    double place = loop->n > 1 ? (double)i / (double)(loop->n - 1) : 0;
    double random = draw(loop->seed, 1000 + (uint64_t)i);
    switch (loop->shape) {
    case SHAPE_RANDOM:
        return m + range * random;
    case SHAPE_UP:
        return m + range * place;
    case SHAPE_DOWN:
        return m + range * (1 - place);
    case SHAPE_BIMODAL:
        return random < 0.25 ? m + range : m;
    case SHAPE_SAW:
        return m + range * (double)(i % 7) / 6;
    case SHAPE_MIXED:
        return m + range * random * (1 - place);
    default:
        return m + range;
    }
}

static long draw_count(uint64_t seed, uint64_t what, long least, long most)
{
    return (long)((double)least * pow((double)most / (double)least, draw(seed, what)) + 0.5);
}

static void loop_make(struct loop_sample *loop, uint64_t seed, long least, long most)
{
    *loop = (struct loop_sample){.seed = seed, .n = draw_count(seed, 1, least, most)};
    loop->shape = (enum shape)(draw(seed, 2) * SHAPES);
    loop->most = 1;
    loop->least = draw(seed, 3) * 0.5;
    for (unsigned i = 0; i < 3; i++)
        loop->delay[i] = draw(seed, 4 + i);
    for (unsigned i = 0; i < 2; i++) {
        loop->do_lock[i] = draw(seed, 7 + i) < 0.5;
        loop->lock[i] = draw(seed, 9 + i) * (draw(seed, 11 + i) < 0.3 ? 2 : 0.5);
    }
}

/* Of one time through. */
static double loop_length(const struct loop_sample *loop, bool is_outer)
{
    double sum = 0;
    for (long i = 0; i < loop->n; i++)
        sum += compute_overhead(loop, i);
    double share = loop->delay[0] + loop->delay[1];
    if (!is_outer)
        share +=
            loop->delay[2] + loop->do_lock[0] * loop->lock[0] + loop->do_lock[1] * loop->lock[1];
    return sum * share;
}

double sample_length(const struct sample *sample)
{
    double inner = loop_length(&sample->inner, false);
    if (sample->kind == 1)
        return inner;
    return loop_length(&sample->outer, true) +
           (sample->nested ? (double)sample->outer.n * inner : 0);
}

static void scale(struct loop_sample *loop, double by)
{
    loop->least *= by;
    loop->most *= by;
}

void sample_make(struct sample *sample, int kind, uint64_t seed, unsigned number)
{
    uint64_t own = mix(seed * 1000003 + number * 2 + (unsigned)kind);
    double slices =
        kind == 1 ? 1
                  : 8; /* crowded threads get processors a few milliseconds at a time, by luck */
    double length = slices * (3e6 + 3e6 * draw(own, 20));
    *sample = (struct sample){.kind = kind, .nested = draw(own, 21) < 0.8};
    loop_make(&sample->inner, own, kind == 1 ? 6 : 3, kind == 1 ? 300 : 24);
    loop_make(&sample->outer, mix(own), 3, 16);
    if (kind == 1)
        scale(&sample->inner, length / loop_length(&sample->inner, false));
    else {
        double inside = sample->nested ? length * (0.3 + 0.6 * draw(own, 22)) : 0;
        scale(&sample->inner,
              inside / (double)sample->outer.n / loop_length(&sample->inner, false));
        scale(&sample->outer, (length - inside) / loop_length(&sample->outer, true));
    }
}

__attribute__((noinline)) void fake_delay_rounds(uint64_t rounds)
{
    uint64_t x = rounds;
    while (rounds--)
        for (int i = 0; i < 4; i++) {
            x *= 0x9e3779b97f4a7c15u;
            __asm__ volatile("" : "+r"(x));
        }
}

double now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

void fake_delay_calibrate(void)
{
    double best = INFINITY;
    for (int i = 0; i < 200; i++) {
        double from = now_ns();
        fake_delay_rounds(20000);
        best = fmin(best, now_ns() - from);
    }
    rounds_per_ns = 20000 / best;
}
