/*
 * What samples say of functions: how many fell into their own code, and how many into that and all that
 * they called, on work and on span. What was inlined is a function too. Recursion counts once: a total
 * is that of paths which have the function at all. What libraries do is their caller's own code: the innermost function that is the
 * reader's has it (profile/whose.h), or the innermost of all where there is none.
 */
#pragma once

#include "base/pool.h"
#include "profile/profile.h"

struct sw_sample_sums {
    uint64_t self, total;
};

struct sw_function {
    const char *function; /* its name; "[libm.so.6]" for all of a module that are not known */
    const char *file;     /* "": not known */
    uint32_t line;        /* with the most samples, of one instruction, of its own; 0: not known */
    uint32_t library;     /* not the reader's: profile/whose.h */
    const char *module;   /* file name; "": none */
    struct sw_sample_sums on_work, on_span;
    uint64_t serial; /* of the total on work, those outside all parallel regions */
    double lost;     /* share of the processors' time that is lost there, where a verdict said so */
};

/* The innermost function of the reader's on a path, or of all, where none is. */
struct sw_own {
    size_t at; /* index into the numbers of functions */
    const struct sw_place *place;
};

struct sw_functions {
    struct sw_function *items; /* by number, in no order */
    size_t n;
    uint64_t work, span; /* samples on work, and on span of them */
    /* The functions at a frame, innermost first: numbers[first[i]] up to numbers[first[i + 1]]. */
    uint32_t *numbers;
    size_t *first;
    struct sw_own *own; /* by path */
    char *names;        /* that were made */
    struct sw_pool pool;
};

/* "std::sort" of "std::sort<int*>": a library's function by the name that it is called by. A string of malloc, or NULL. */
char *sw_function_short_name(const char *name);

/* Whether it is a library's, in call paths: callers that are not known stay apart. */
bool sw_function_is_librarys(const struct sw_functions *functions, uint32_t number);

/* What a share by so many samples may be off by at worst, in points: two standard deviations of one half. */
double sw_samples_points(uint64_t samples);

/* From so many on shares are shown as such: they are off by 20 points at worst, so that what looks like most of it is. */
enum { SW_SAMPLES_ENOUGH = 25 };

/* From so many on a place is named by them: all in one function that is not half of it would be a chance of 6%. */
enum { SW_SAMPLES_LEAST = 4 };

/* The function that a path's own samples count for. */
const struct sw_function *sw_functions_own(const struct sw_functions *functions, size_t path);

/* 0 or -ENOMEM. Borrows the profile's strings. */
int sw_functions_make(struct sw_functions *functions, const struct sw_profile *profile);
void sw_functions_release(struct sw_functions *functions);
