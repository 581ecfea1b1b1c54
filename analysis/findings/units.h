/*
 * Numbers for people: costs with a fitting unit, counts in groups of three, fractions with as many
 * digits as matter. All write into a buffer of SW_UNITS_SIZE bytes and return it.
 */
#pragma once

#include "base/libc.h"

enum { SW_UNITS_SIZE = 64 };

struct sw_units {
    const char *unit; /* of the meter: "ns", "instructions", ... */
    int utf8;         /* may print the Greek letter in microseconds */
};

/* The nearest whole number, of what a profile can hold: 0 for what is below (and for no number),
 * 2^63 for what is more. */
uint64_t sw_rounded(double value);

/* Whether a processor is busy for as long as the cost is large: only then is work over span a speedup.
 * Of page faults, say, it is not. */
int sw_units_is_length(const struct sw_units *units);

int sw_units_is_time(const struct sw_units *units);

char *sw_units_cost(const struct sw_units *units, uint64_t cost, char *buffer); /* "1.28 s" */
/* The same in a sentence: "1.28 s", "1.28 M instructions". */
char *sw_units_spoken(const struct sw_units *units, uint64_t cost, char *buffer);
char *sw_units_change(const struct sw_units *units, int64_t cost, char *buffer); /* "+1.28 s" */
/* "98.1..103 ms": both in the unit that fits the second. */
char *sw_units_spread(const struct sw_units *units, uint64_t least, uint64_t most, char *buffer);
char *sw_units_count(uint64_t count, char *buffer); /* "1,234,567" */
/* "1 processor", "8 processors" */
char *sw_units_some(uint64_t count, const char *what, char *buffer);
char *sw_units_ratio(double ratio, char *buffer);                  /* "6.38"; "-" */
char *sw_units_bytes(double bytes, const char *end, char *buffer); /* "8.86 GB" and the end; "-" */
char *sw_units_percent(double share, char *buffer);                /* 0.5: "50.0%" */
char *sw_units_growth(double ratio, char *buffer); /* 1.5: "+50.0%"; 150: "150.0 times"; "" */

/* What one of these writes, as a string that lasts as long as the block that it is in: SW_SHOWN(cost, units, work). */
#define SW_SHOWN(what, ...) sw_units_##what(__VA_ARGS__, (char[SW_UNITS_SIZE]){0})
