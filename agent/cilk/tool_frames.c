/* Free lists of the frame objects that a user's tool sees. */
#include "agent/cilk/tool_frames.h"
#include "live/site.h"

#define BATCH 256

struct sw_tool_frame {
    struct spanwise_frame frame; /* first: what the tool has is this */
    struct sw_tool_frame *next;
    struct sw_tool_frame *next_batch; /* of the first one of a batch */
};

static struct sw_tool_frame *batches; /* under the lock of the range */

static struct sw_tool_frame *take_batch(struct sw_live *live)
{
    sw_live_lock(live);
    struct sw_tool_frame *first = batches;
    if (first)
        batches = first->next_batch;
    sw_live_unlock(live);
    if (first)
        return first;
    first = sw_arena_take(&live->arena, BATCH * sizeof *first);
    for (int i = 0; first && i < BATCH - 1; i++)
        first[i].next = &first[i + 1];
    return first;
}

static void give_batch(struct sw_thread *t)
{
    struct sw_tool_frame *first = t->tool.frames, *last = first;
    for (int i = 1; i < BATCH; i++)
        last = last->next;
    t->tool.frames = last->next;
    t->tool.n_frames -= BATCH;
    last->next = NULL;
    sw_live_lock(t->live);
    first->next_batch = batches;
    batches = first;
    sw_live_unlock(t->live);
}

struct spanwise_frame *sw_tool_frame_take(struct sw_thread *t)
{
    if (!t->tool.frames) {
        t->tool.frames = take_batch(t->live);
        t->tool.n_frames = t->tool.frames ? BATCH : 0;
    }
    struct sw_tool_frame *f = t->tool.frames;
    if (!f)
        return NULL;
    t->tool.frames = f->next;
    t->tool.n_frames--;
    return &f->frame;
}

void sw_tool_frame_give(struct sw_thread *t, struct spanwise_frame *frame)
{
    struct sw_tool_frame *f = (struct sw_tool_frame *)frame;
    f->next = t->tool.frames;
    t->tool.frames = f;
    if (++t->tool.n_frames > 2 * BATCH)
        give_batch(t);
}
