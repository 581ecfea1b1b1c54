/*
 * Lets lines that are used very often rest, since following each access to them would take
 * nearly all the time.
 */
#include "agent/translate/resting.h"
#include "agent/translate/cache.h"
#include "agent/translate/memory.h"

enum { LOADS, STORES };
enum { VISITS = 64 }; /* before it rests */
static uint64_t (*resting)[SW_RESTING];
static struct {
    uint64_t line;
    uint32_t visits;
} visited[SW_RESTING];

bool sw_resting_init(void)
{
    resting = sw_cache_take_low(2 * sizeof *resting);
    if (resting)
        sw_resting_wake_all();
    return resting;
}

uint64_t sw_resting_table(bool stores)
{
    return (uint64_t)resting[stores ? STORES : LOADS];
}

static uint64_t as_last(uint64_t line)
{
    return SW_MEMORY_LAST(line << SW_LINE_LOG);
}

/* Of lines that have the same place, the one that is visited most. */
void sw_resting_visit(uint64_t line, bool dirty)
{
    uint64_t i = line % SW_RESTING;
    if (visited[i].line != line && visited[i].visits) {
        visited[i].visits--;
        return;
    }
    if (visited[i].line != line) {
        sw_resting_wake(visited[i].line);
        visited[i].line = line;
    }
    if (visited[i].visits < VISITS) {
        visited[i].visits++;
        return;
    }
    resting[LOADS][i] = as_last(line);
    resting[STORES][i] = dirty ? as_last(line) : UINT64_MAX;
}

bool sw_resting_is(uint64_t line)
{
    return resting[LOADS][line % SW_RESTING] == as_last(line);
}

bool sw_resting_is_tired(uint64_t line)
{
    uint64_t i = line % SW_RESTING;
    return sw_resting_is(line) || (visited[i].line == line && visited[i].visits >= VISITS / 2);
}

void sw_resting_wake(uint64_t line)
{
    if (sw_resting_is(line))
        resting[LOADS][line % SW_RESTING] = resting[STORES][line % SW_RESTING] = UINT64_MAX;
}

void sw_resting_wake_all(void)
{
    for (unsigned i = 0; i < SW_RESTING; i++) {
        resting[LOADS][i] = resting[STORES][i] = UINT64_MAX;
        visited[i].line = visited[i].visits = 0;
    }
}
