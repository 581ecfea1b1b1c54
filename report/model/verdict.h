/* The ledger of the verdict as rows: from N cores down to the speedup to expect. */
#ifndef SPANWISE_REPORT_MODEL_VERDICT_H
#define SPANWISE_REPORT_MODEL_VERDICT_H

#include "analysis/verdict/verdict.h"

struct sw_verdict_row {
    const char *cause; /* "work", a cause's name, "not known" */
    double share;      /* of the cores' time: they add up to 1 */
    double speedup_without;
    const struct sw_verdict_loss *loss; /* NULL: it is work, or not known */
};

enum { SW_VERDICT_ROWS = SW_WHY_CAUSES + 2 };

/* Work first. Returns how many; 0: what is lost is not known. */
size_t sw_verdict_rows(const struct sw_verdict *verdict,
                       struct sw_verdict_row rows[SW_VERDICT_ROWS]);

/* The place that loses most; NULL: none is known. */
const struct sw_verdict_place *sw_verdict_row_place(const struct sw_verdict_row *row);

#endif
