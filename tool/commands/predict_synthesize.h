/* A prediction beside a synthesis (synthesize.h), on as many processors as there are. */
#ifndef SPANWISE_TOOL_COMMANDS_PREDICT_SYNTHESIZE_H
#define SPANWISE_TOOL_COMMANDS_PREDICT_SYNTHESIZE_H

#include "analysis/predict/predict.h"

/* Fills `synthesized` of those cells that can be, and says in `how` what it was like. False after a message, or a
 * signal that asks us to end: nothing was synthesized. */
bool sw_predict_synthesize(struct sw_prediction *prediction, char *how, size_t size);

#endif
