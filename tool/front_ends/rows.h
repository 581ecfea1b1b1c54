/* The rows of the table, each in a file of this folder; what is not there is not linked. */
#ifndef SPANWISE_TOOL_FRONT_ENDS_ROWS_H
#define SPANWISE_TOOL_FRONT_ENDS_ROWS_H

#include "tool/front_ends/front_end.h"

#define SW_FRONT_END_ROW(kind, id, name) extern const struct sw_front_end sw_front_end_##id;
SW_FRONT_END_EACH(SW_FRONT_END_ROW)
#undef SW_FRONT_END_ROW

#endif
