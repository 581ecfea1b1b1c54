/* A static program's profiler has no hooks that OpenCilk's code could call, and never such notes: this is
 * instead of all else here. */
#include "live/notes/opencilk.h"

void sw_opencilk_replay(struct sw_thread *thread, struct sw_note *end)
{
    (void)thread;
    (void)end;
}

void sw_opencilk_settle(struct sw_thread *thread)
{
    (void)thread;
}
