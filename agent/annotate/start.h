/* The library in the program: it starts, and sees the program's end. */
#ifndef SPANWISE_AGENT_ANNOTATE_START_H
#define SPANWISE_AGENT_ANNOTATE_START_H

#include "live/notes/annotate_mark.h"

/* Finds out what marks cost: fills in the annotator's costs. It has no marks. */
void sw_annotate_calibrate(struct sw_annotator *annotator);

#endif
