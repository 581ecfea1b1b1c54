/* What the files of the prediction's findings share. */
#pragma once

#include "analysis/predict/predict.h"
#include "analysis/predict/tree_figures.h"

#define SW_PREDICT_WORTH 0.03 /* of the work, or of the processors' time: worth a word */

struct sw_predict_maker {
    struct sw_findings *findings;
    const struct sw_prediction *prediction;
    const struct sw_predicted *focus;     /* the best plan on the processors that details are for */
    const struct sw_emulation *emulation; /* its emulation */
    struct sw_tree_shares shares;
};

/* What the focus loses to one cause: a finding, with what it is worth. */
void sw_predict_find_cause(const struct sw_predict_maker *maker, enum sw_why cause);
