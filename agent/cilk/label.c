/* A table that numbers the labels of a program's splits and regions. */
#include "agent/cilk/label.h"
#include "live/site.h"

#include <string.h>

uint32_t sw_label_number(struct sw_live *live, char (*table)[SW_LABEL_BYTES], uint32_t *n,
                         const char *label)
{
    uint32_t i;
    sw_live_lock(live);
    for (i = 0; i < *n; i++)
        if (!strncmp(table[i], label, SW_LABEL_BYTES - 1))
            break;
    if (i == *n && i < SW_LABELS_MAX) {
        strncpy(table[i], label, SW_LABEL_BYTES - 1);
        ++*n;
    }
    sw_live_unlock(live);
    return i < SW_LABELS_MAX ? i : SW_LABELS_MAX - 1;
}
