/* What a prediction means, in sentences: the best plan, what bounds it, where it loses and what that is worth. */
#pragma once

#include "analysis/findings/findings.h"
#include "analysis/predict/predict.h"

/* 0 or -ENOMEM (then *findings is empty). To be released by sw_findings_release(). */
int sw_predict_findings(struct sw_findings *findings, const struct sw_prediction *prediction,
                        const struct sw_units *units);
