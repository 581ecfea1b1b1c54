#include "report/model/verdict.h"

#include <math.h>

#define UNKNOWN 0.005 /* of the cores' time: what is less is rounding */

size_t sw_verdict_rows(const struct sw_verdict *v, struct sw_verdict_row rows[SW_VERDICT_ROWS])
{
    size_t k = 0;
    double lost = 0;
    for (size_t i = 0; i < v->n_losses; i++)
        lost += v->losses[i].lost;
    if (!v->n_losses || isnan(lost))
        return 0;
    if (v->work > 0)
        rows[k++] = (struct sw_verdict_row){"work", v->work, NAN, NULL};
    for (size_t i = 0; i < v->n_losses; i++)
        rows[k++] = (struct sw_verdict_row){sw_why_name(v->losses[i].cause), v->losses[i].lost,
                                            v->losses[i].speedup_without, &v->losses[i]};
    if (v->work > 0 && 1 - lost - v->work > UNKNOWN)
        rows[k++] = (struct sw_verdict_row){"not known", 1 - lost - v->work, NAN, NULL};
    return k;
}

const struct sw_verdict_place *sw_verdict_row_place(const struct sw_verdict_row *row)
{
    return row->loss && row->loss->n_places ? &row->loss->places[0] : NULL;
}
