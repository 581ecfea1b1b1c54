/* The table of marks (mark.h). */
#include "agent/sample/mark.h"

struct sw_mark sw_marks[SW_MARKS];
