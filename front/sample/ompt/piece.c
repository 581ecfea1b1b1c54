#include "front/sample/ompt/piece.h"

#include <stdlib.h>

_Thread_local struct sw_ompt_thread sw_ompt_thread;

static struct sw_ompt_piece *top(void)
{
    return sw_ompt_thread.top ? sw_ompt_thread.top : &sw_ompt_thread.base;
}

static void resume(struct sw_worker *worker, struct sw_ompt_piece *piece)
{
    piece->wait = sw_wait_begin(worker, 0);
    sw_wait_goes_on_after(worker, &piece->wait);
}

static struct sw_ompt_piece *make(void)
{
    struct sw_ompt_piece *piece = sw_ompt_thread.unused;
    if (piece)
        sw_ompt_thread.unused = piece->outer;
    else
        piece = malloc(sizeof *piece);
    return piece;
}

void sw_ompt_piece_begin(struct sw_worker *worker, const void *task, uint32_t path, uint64_t frame)
{
    struct sw_ompt_piece *piece = make(), *outer = top();
    if (!piece)
        return;
    if (outer->waits)
        sw_wait_end(worker, &outer->wait);
    *piece = (struct sw_ompt_piece){.outer = sw_ompt_thread.top,
                                    .task = task,
                                    .origin = {.path = path, .frame = frame},
                                    .creates = sw_ompt_thread.creates};
    piece->before = sw_worker_do(worker, SW_DOING_WORK);
    if (frame)
        sw_worker_begin(worker, &piece->origin);
    sw_ompt_thread.top = piece;
    sw_ompt_thread.creates = 0;
}

static void end_top(struct sw_worker *worker)
{
    struct sw_ompt_piece *piece = sw_ompt_thread.top;
    if (piece->waits)
        sw_wait_end(worker, &piece->wait);
    if (piece->origin.frame)
        sw_worker_end(worker, &piece->origin);
    sw_worker_do(worker, piece->before);
    sw_ompt_thread.creates = piece->creates;
    sw_ompt_thread.top = piece->outer;
    piece->outer = sw_ompt_thread.unused;
    sw_ompt_thread.unused = piece;
    if (top()->waits)
        resume(worker, top());
}

static bool is_there(const void *task)
{
    const struct sw_ompt_piece *piece = sw_ompt_thread.top;
    while (piece && piece->task != task)
        piece = piece->outer;
    return piece;
}

bool sw_ompt_piece_back_to(struct sw_worker *worker, const void *task)
{
    if (!is_there(task))
        return false;
    while (sw_ompt_thread.top->task != task)
        end_top(worker);
    return true;
}

void sw_ompt_piece_end(struct sw_worker *worker, const void *task)
{
    if (sw_ompt_piece_back_to(worker, task))
        end_top(worker);
}

void sw_ompt_pieces_release(void)
{
    while (sw_ompt_thread.unused) {
        struct sw_ompt_piece *piece = sw_ompt_thread.unused;
        sw_ompt_thread.unused = piece->outer;
        free(piece);
    }
}

void sw_ompt_wait_begin(struct sw_worker *worker)
{
    if (top()->waits)
        return;
    top()->wait = sw_wait_begin(worker, 0);
    sw_wait_goes_on(worker); /* this is a callback */
    top()->waits = true;
}

void sw_ompt_wait_end(struct sw_worker *worker)
{
    if (!top()->waits)
        return;
    top()->waits = false;
    sw_wait_end(worker, &top()->wait);
}
