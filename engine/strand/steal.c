/*
 * What happens to work and span when a continuation is stolen, and when the pieces are joined
 * again.
 */
#include "engine/strand/steal.h"
#include "base/order.h"
#include "engine/strand/step.h"

#include <string.h>

/* Of a site or function that is open outside: any but 0. */
#define OUTSIDE 1

/* What is open at the stamp, or outside. */
static void take_over(uint32_t *open, const uint32_t *left, uint32_t n, uint32_t stamp)
{
    stamp = stamp > OUTSIDE ? stamp : OUTSIDE;
    for (uint32_t i = 0; i < n; i++)
        open[i] = left[i] - 1 < stamp ? OUTSIDE : 0;
}

void sw_strand_steal(struct sw_strand *right, const struct sw_strand *left,
                     const struct sw_frame *frame, uint32_t functions)
{
    uint32_t stamp = sw_strand_stamp(left, frame);
    struct sw_frame *f = right->at.top = right->frames;
    uint32_t sites = left->pool.sites, room = sites > functions ? sites : functions;
    bool fits = room <= right->numbers || sw_strand_make_room(right, room - 1);
    right->outer_sites = fits ? (uint32_t)sw_least(sites, left->numbers) : 0;
    right->outer_functions = fits ? (uint32_t)sw_least(functions, left->numbers) : 0;
    take_over(right->site_open, left->site_open, right->outer_sites, stamp);
    take_over(right->function_open, left->function_open, right->outer_functions, stamp);
    if (right->pool.sites < sites)
        right->pool.sites = sites;
    *f = (struct sw_frame){.mark = UINT64_MAX,
                           .site = frame->site,
                           .function = frame->function,
                           .flags = (frame->flags & (SW_FRAME_FIRST | SW_FRAME_SPLIT)) |
                                    SW_PARALLEL | SW_FRAME_STOLEN,
                           .user = frame->user,
                           .split = sw_strand_knows_site(right, (uint32_t)frame->split)};
    right->at.prof = &right->root;
    right->at.relief = &right->relief;
    struct sw_block *b = sw_step_block_new(right, &right->at, f);
    if (b) {
        right->at.prof = &b->c;
        right->at.relief = &b->since;
    }
}

/* The longest child is one of `right`: all that was before it is on the path. */
static void right_wins(struct sw_strand *left, struct sw_block *b, struct sw_strand *right,
                       struct sw_block *rb)
{
    struct sw_prof *longest = &b->child[!b->running];
    sw_prof_lose(&left->pool, &left->off, longest);
    sw_prof_unite(&left->pool, b->outer, &b->c);
    sw_prof_transfer(&left->pool, b->outer, &right->pool, &right->root);
    sw_prof_transfer(&left->pool, longest, &right->pool, &rb->child[!rb->running]);
    sw_prof_transfer(&left->pool, &b->c, &right->pool, &rb->c);
}

static void left_wins(struct sw_strand *left, struct sw_block *b, struct sw_strand *right,
                      struct sw_block *rb)
{
    sw_prof_transfer(&left->pool, &b->c, &right->pool, &right->root);
    sw_prof_transfer(&left->pool, &b->c, &right->pool, &rb->c);
    sw_prof_lose(&right->pool, &right->off, &rb->child[!rb->running]);
}

static void join_blocks(struct sw_strand *left, struct sw_block *b, struct sw_strand *right,
                        struct sw_block *rb)
{
    const struct sw_standing *a = &left->at;
    uint64_t at = sw_step_span(a);
    uint64_t burdened_end = sw_step_burdened(a) + rb->longest_burdened;
    sw_step_tell_own(a, a->top, b);
    sw_step_tell_own(&right->at, right->frames, rb);
    if (rb->longest) {
        b->ends[b->relieved] = rb->ends[!rb->relieved];
        sw_step_relieve(b, at + rb->longest - 1);
    }
    sw_relief_append(&b->since, &rb->since);
    if (rb->longest && at + rb->longest > b->longest) {
        right_wins(left, b, right, rb);
        b->longest = at + rb->longest;
        b->own_p = sw_step_own_from(a, a->top) - b->own0 + rb->own_p;
    } else {
        left_wins(left, b, right, rb);
    }
    b->longest_burdened = burdened_end > b->longest_burdened ? burdened_end : b->longest_burdened;
}

static void append(struct sw_standing *a, const struct sw_standing *by)
{
    a->work += by->work;
    a->saved += by->saved;
    a->burdened_saved += by->burdened_saved;
    a->spawns += by->spawns;
    a->syncs += by->syncs;
}

/* Regions that began on `right` and go on. */
static void hand_regions(struct sw_strand *left, struct sw_strand *right)
{
    struct sw_position at = sw_strand_position(left);
    for (uint64_t i = 0; i < SW_REGIONS_MAX; i++) {
        struct sw_open_region *r = &right->regions->open[i];
        if (!r->in_use)
            continue;
        r->in_use = 0;
        struct sw_position from = {r->from.work + at.work, r->from.span + at.span,
                                   r->from.burdened_span + at.burdened_span,
                                   r->from.spawns + at.spawns, r->from.syncs + at.syncs};
        sw_strand_open_region(left, r->label, r->id, &from);
    }
    right->regions->n_open = 0;
}

static void empty(struct sw_strand *right)
{
    memset(right->site_open, 0, right->outer_sites * sizeof *right->site_open);
    memset(right->function_open, 0, right->outer_functions * sizeof *right->function_open);
    struct sw_block *b = right->frames->block;
    if (b) {
        b->free = right->free_blocks;
        right->free_blocks = b;
    }
    right->at =
        (struct sw_standing){.top = right->frames, .prof = &right->root, .relief = &right->relief};
    right->synced = false;
    right->watched = 0;
}

/* A split that was open is, or another since: what it had until now is in records. */
static void go_on_split(struct sw_strand *left, struct sw_frame *f, const struct sw_frame *bottom)
{
    const uint64_t both = SW_FRAME_SPLIT | SW_FRAME_SPLIT_NEW;
    f->flags = (f->flags & ~both) | (bottom->flags & both);
    f->split = sw_strand_knows_site(left, (uint32_t)bottom->split);
    f->split_from = sw_step_own_from(&left->at, f);
}

void sw_strand_join(struct sw_strand *left, struct sw_strand *right)
{
    struct sw_frame *f = left->at.top, *bottom = right->frames;
    sw_step_flush(left, &left->at, f);
    sw_step_flush(right, &right->at, bottom);
    struct sw_block *b = f->flags & SW_PARALLEL ? f->block : NULL, *rb = bottom->block;
    bool synced = right->synced;
    if (right->regions && right->regions->n_open)
        hand_regions(left, right);
    if (b && rb) {
        join_blocks(left, b, right, rb);
    } else { /* memory was out */
        sw_prof_lose(&right->pool, &right->off, &right->root);
        if (rb) {
            sw_prof_lose(&right->pool, &right->off, &rb->c);
            sw_prof_lose(&right->pool, &right->off, &rb->child[!rb->running]);
        }
    }
    f->kids += bottom->kids;
    append(&left->at, &right->at);
    if (b)
        b->own_told = sw_step_own_from(&left->at, f);
    left->watched += right->watched;
    go_on_split(left, f, bottom);
    empty(right);
    if (synced)
        sw_step_sync(left, &left->at, 0); /* a watcher was told when it was reached */
}
