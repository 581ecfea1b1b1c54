/* A static program cannot load a tool: this is instead of tool.c. `spanwise run` has said so, if it was
 * the program itself that it started. Nor is anything in front of its locks: instead of lock.c. */
#include "agent/cilk/parts.h"
#include "base/raw.h"

void sw_tool_load(struct sw_live *live)
{
    static const char message[] =
        "spanwise: a static program cannot load a tool; the profile goes on without it\n";
    if (live->options.tool)
        sw_raw_say(message, sizeof message - 1);
}

void sw_tool_end(void)
{
}

void sw_tool_stolen(struct sw_leg *leg)
{
    (void)leg;
}

void sw_tool_joined(struct sw_leg *leg)
{
    (void)leg;
}

void sw_tool_split(struct sw_thread *t, const char *label)
{
    (void)t;
    (void)label;
}

void sw_cilk_lock_start(struct sw_live *live)
{
    (void)live;
}
