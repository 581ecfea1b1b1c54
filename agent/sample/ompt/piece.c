/* Pieces of the program that libomp runs, and its waits between them. */
#include "agent/sample/ompt/piece.h"

#include <stdlib.h>

_Thread_local struct sw_ompt_thread sw_ompt_thread;

static struct sw_ompt_piece *top(void)
{
    return sw_ompt_thread.top ? sw_ompt_thread.top : &sw_ompt_thread.base;
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

void sw_ompt_piece_begin(struct sw_worker *worker, const void *task, uint32_t path, uint64_t frame,
                         bool of_region)
{
    struct sw_ompt_piece *piece = make(), *outer = top();
    if (!piece)
        return;
    if (outer->waits)
        sw_brief_wait_end(worker, &outer->wait);
    *piece = (struct sw_ompt_piece){.outer = sw_ompt_thread.top,
                                    .task = task,
                                    .origin = {.path = path, .frame = frame},
                                    .creates = sw_ompt_thread.creates,
                                    .of_region = of_region};
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
        sw_brief_wait_end(worker, &piece->wait);
    if (piece->origin.frame)
        sw_worker_end(worker, &piece->origin);
    sw_worker_do(worker, piece->before);
    sw_ompt_thread.creates = piece->creates;
    sw_ompt_thread.top = piece->outer;
    piece->outer = sw_ompt_thread.unused;
    sw_ompt_thread.unused = piece;
    if (top()->waits)
        sw_brief_wait_again(worker, &top()->wait, !piece->of_region);
}

struct sw_ompt_piece *sw_ompt_piece_of(const void *task)
{
    struct sw_ompt_piece *piece = sw_ompt_thread.top;
    while (piece && piece->task != task)
        piece = piece->outer;
    return piece;
}

struct sw_ompt_piece *sw_ompt_piece_of_region(void)
{
    struct sw_ompt_piece *piece = sw_ompt_thread.top;
    while (piece && !piece->of_region)
        piece = piece->outer;
    return piece;
}

bool sw_ompt_piece_back_to(struct sw_worker *worker, const void *task)
{
    const struct sw_ompt_piece *piece = sw_ompt_piece_of(task);
    while (piece && sw_ompt_thread.top != piece)
        end_top(worker);
    return piece;
}

void sw_ompt_piece_end(struct sw_worker *worker, const struct sw_ompt_piece *piece)
{
    const struct sw_ompt_piece *outer = sw_ompt_thread.top;
    while (outer && outer != piece)
        outer = outer->outer;
    if (!outer)
        return;
    while (sw_ompt_thread.top != piece)
        end_top(worker);
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
    top()->wait = sw_brief_wait_begin(worker);
    top()->waits = true;
}

void sw_ompt_wait_end(struct sw_worker *worker, const void *task)
{
    if (!top()->waits)
        return;
    if (top()->task && top()->task != task)
        top()->wait.since = 0;
    top()->waits = false;
    sw_brief_wait_end(worker, &top()->wait);
}
