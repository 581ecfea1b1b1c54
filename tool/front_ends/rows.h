/* The rows of the table, each in a file of this folder. */
#ifndef SPANWISE_TOOL_FRONT_ENDS_ROWS_H
#define SPANWISE_TOOL_FRONT_ENDS_ROWS_H

#include "tool/front_ends/front_end.h"

extern const struct sw_front_end sw_front_end_cilk, sw_front_end_opencilk,
    sw_front_end_opencilk_static, sw_front_end_annotate, sw_front_end_openmp, sw_front_end_sample,
    sw_front_end_none, sw_front_end_unknown;

#endif
