/* Findings of `spanwise sample`: what to doubt, what the run as a whole is short of, and what each part is worth. */
#pragma once

#include "analysis/effort/account.h"
#include "analysis/effort/regions.h"
#include "analysis/findings/findings.h"

/* Of a logical tree and its regions. Adds to findings->error where there is no memory. */
void sw_effort_findings(struct sw_findings *findings, const struct sw_effort_tree *tree,
                        const struct sw_account *account, const struct sw_effort_regions *regions,
                        const struct sw_units *units);
