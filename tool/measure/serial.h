/* --serial=FILE: the profile of a serial run, to compare a parallel one with. */
#ifndef SPANWISE_TOOL_MEASURE_SERIAL_H
#define SPANWISE_TOOL_MEASURE_SERIAL_H

#include "report/report.h"

#include <stdbool.h>

/* Whether the format shows the comparison; false after a message. */
bool sw_serial_suits(enum sw_report_format format);

/* Before the parallel run: reads the profile. False after a message, also for one that is not of a
 * serial run, or that the run would overwrite, writing its own to `output`. */
bool sw_serial_read(struct sw_profile *serial, const char *path, const char *output);

#endif
