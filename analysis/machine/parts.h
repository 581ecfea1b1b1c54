/* What reading and writing of machine descriptions share. */
#pragma once

#include "analysis/machine/machine.h"

#define SW_MACHINE_FIRST_LINE "spanwise machine "
enum { SW_MACHINE_VERSION = 1, SW_MACHINE_MOST_THREADS = 1 << 16 };

/* A key with one number. */
struct sw_machine_number {
    const char *key;
    size_t at; /* in struct sw_machine: a double, or an unsigned where `whole` */
    bool whole;
    double least, most;
};
extern const struct sw_machine_number sw_machine_numbers[];
extern const size_t sw_machine_n_numbers;

/* "linear 1.35 1758 divide 2 from 2000", "points 500:500 900:810". NULL, or what is wrong with it. Changes the text. */
const char *sw_curve_parse(struct sw_curve *curve, char *text);
void sw_curve_print(const struct sw_curve *curve, FILE *out);
void sw_curve_release(struct sw_curve *curve);

/* Of costs that nobody has measured, what comes next to them; `known` as in the machine. */
void sw_overheads_complete(struct sw_overheads *overheads, uint64_t known);

/* A number that is all of the word, finite. */
bool sw_machine_real(const char *word, double *value);
