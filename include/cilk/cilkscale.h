/*
 * Work and span of a part of the program, with the names of OpenCilk's header of this name, so that
 * programs written for Cilkscale compile as they are. The numbers are nanoseconds; all are zero
 * unless the program is built by `spanwise cc` and runs under `spanwise run`.
 */
#ifndef SPANWISE_CILK_CILKSCALE_H
#define SPANWISE_CILK_CILKSCALE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef int64_t raw_duration_t;

typedef struct wsp_t {
    raw_duration_t work;
    raw_duration_t span;
    raw_duration_t bspan; /* burdened */
} wsp_t;

/* What spanwise cc links in; nothing in other programs. */
extern void __spanwise_position(long long *work, long long *span, long long *burdened_span)
    __attribute__((__weak__));
extern void __spanwise_dump(long long work, long long span, long long burdened_span,
                            const char *tag) __attribute__((__weak__));

/* From the start of the program to here. */
static inline wsp_t wsp_getworkspan(void)
{
    long long work = 0, span = 0, burdened_span = 0;
    if (__spanwise_position)
        __spanwise_position(&work, &span, &burdened_span);
    wsp_t here = {(raw_duration_t)work, (raw_duration_t)span, (raw_duration_t)burdened_span};
    return here;
}

static inline wsp_t wsp_zero(void)
{
    wsp_t zero = {0, 0, 0};
    return zero;
}

static inline wsp_t wsp_add(wsp_t a, wsp_t b)
{
    wsp_t sum = {a.work + b.work, a.span + b.span, a.bspan + b.bspan};
    return sum;
}

static inline wsp_t wsp_sub(wsp_t a, wsp_t b)
{
    wsp_t difference = {a.work - b.work, a.span - b.span, a.bspan - b.bspan};
    return difference;
}

/* A line of the report, tagged, also in the file that CILKSCALE_OUT names. */
static inline void wsp_dump(wsp_t wsp, const char *tag)
{
    if (__spanwise_dump)
        __spanwise_dump(wsp.work, wsp.span, wsp.bspan, tag);
}

#ifdef __cplusplus
} /* extern "C" */

static inline wsp_t operator+(wsp_t a, wsp_t b)
{
    return wsp_add(a, b);
}

static inline wsp_t operator-(wsp_t a, wsp_t b)
{
    return wsp_sub(a, b);
}

static inline wsp_t &operator+=(wsp_t &a, wsp_t b)
{
    return a = wsp_add(a, b);
}

static inline wsp_t &operator-=(wsp_t &a, wsp_t b)
{
    return a = wsp_sub(a, b);
}
#endif

#endif
