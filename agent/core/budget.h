/* Keeps to the budget that live/notes/budget.h tells of. */
#ifndef SPANWISE_AGENT_CORE_BUDGET_H
#define SPANWISE_AGENT_CORE_BUDGET_H

#include "live/notes/budget.h"

#define SW_BUDGET_EVENTS 8192 /* from one look to the next; a power of two */

/* Every so many events. Inside an event. */
__attribute__((noinline, cold)) void sw_budget_look(struct sw_live *live, struct sw_thread *thread);

#endif
