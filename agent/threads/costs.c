/* Reads the costs of thread operations that the tool has measured on this machine. */
#include "agent/threads/costs.h"

#include <stdlib.h>
#include <string.h>

void sw_thread_costs_read(struct sw_thread_costs *costs, const struct sw_live *live)
{
    static const char *const names[] = {SW_THREAD_COST_NAMES};
    enum { N = sizeof names / sizeof *names };
    _Static_assert(N * sizeof(uint64_t) == sizeof *costs, "each cost has a name");
    uint64_t all[N] = {0};
    const char *text = secure_getenv("SPANWISE_THREADS_COSTS");
    bool plain = text && *text == '=';
    if (!text || (!plain && live->options.meter != SW_METER_TIME))
        text = "";
    for (text += plain; *text; text += *text == ',') {
        size_t item = strcspn(text, ","), name = strcspn(text, "=");
        for (size_t i = 0; name < item && i < N; i++)
            if (strlen(names[i]) == name && !memcmp(names[i], text, name)) {
                uint64_t value = strtoull(text + name + 1, NULL, 10);
                all[i] = plain ? value : sw_live_to_ticks(live, value);
            }
        text += item;
    }
    memcpy(costs, all, sizeof all);
}
