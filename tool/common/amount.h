/* Numbers of the command line that are limits: positive and finite. False after a message. */
#ifndef SPANWISE_TOOL_COMMON_AMOUNT_H
#define SPANWISE_TOOL_COMMON_AMOUNT_H

#include <stdbool.h>
#include <stdint.h>

/* The value of the option --name: "100", "1.5". */
bool sw_amount_ratio(const char *name, const char *text, double *value);

/* "1200000", "1.2M" (K, M, G, T: thousands), in the meter's unit, or "1.2ms" (ns, us, ms, s), which
 * is a time, in ns. */
bool sw_amount_cost(const char *name, const char *text, double *value, int *is_time);

/* "8:5.5": on 8 processors 5.5. */
bool sw_amount_speedup(const char *name, const char *text, uint64_t *processors, double *value);

/* "5%", "2.5%", also without the sign: a share. 0 is one. */
bool sw_amount_percent(const char *name, const char *text, double *share);

#endif
