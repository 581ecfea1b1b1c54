/* Chooses the processors that threads are pinned to, one of each core first. */
#include "base/pins.h"
#include "base/processors.h"

#include <sched.h>
#include <stdio.h>

/* The first of the threads that share a core is named first. */
static bool first_of_core(int processor)
{
    char path[128];
    int first = processor;
    snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/topology/thread_siblings_list",
             processor);
    FILE *in = fopen(path, "re");
    if (in && fscanf(in, "%d", &first) != 1)
        first = processor;
    if (in)
        fclose(in);
    return first == processor;
}

unsigned sw_pins(int pins[SW_PINS_MOST])
{
    cpu_set_t set;
    unsigned n = 0, most = sw_processors();
    if (sched_getaffinity(0, sizeof set, &set))
        CPU_ZERO(&set);
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < CPU_SETSIZE && n < most && n < SW_PINS_MOST; i++)
            if (CPU_ISSET(i, &set) && first_of_core(i) == !pass)
                pins[n++] = i;
    return n;
}

bool sw_pins_keep(unsigned n)
{
    int pins[SW_PINS_MOST];
    cpu_set_t set;
    if (sw_pins(pins) < n)
        return false;
    CPU_ZERO(&set);
    for (unsigned i = 0; i < n; i++)
        CPU_SET(pins[i], &set);
    return sched_setaffinity(0, sizeof set, &set) == 0;
}

void sw_pin_me(int pin)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(pin, &set);
    sched_setaffinity(0, sizeof set, &set);
}
