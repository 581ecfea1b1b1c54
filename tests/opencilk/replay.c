/*
 * Random programs as the notes of their hooks, replayed twice: one note at a time, and many at once
 * in pieces of random lengths. All figures must be the same, whatever the notes are: calls, tasks in
 * functions of their own or not, regions in any order, fibers, exits that are jumped to, frames that
 * were jumped over, and plain nonsense.
 */
#include "tests/opencilk/subject.h"

#define PROGRAMS 3000
#define NOTES    2000 /* of a program, about */

static uint64_t state = 1;

static uint32_t pick(uint32_t below)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 33) % below;
}

/* --- a program's notes --- */

static struct sw_note program[2 * NOTES + 4096];
static size_t n_notes;
static uint64_t now, sp, stack;
static bool jumping; /* out of all frames: longjmp */

static void add(uint64_t kind, uint64_t number, uint64_t from, uint64_t at)
{
    now += pick(4) ? pick(12) : pick(800);
    program[n_notes++] = (struct sw_note){now, at, from, SW_HOOK_WHAT(kind, number) | stack << 40};
}

/* A place behind a call in a function, few of each; 0: not known. */
static uint64_t place(uint32_t f)
{
    return pick(8) ? CODE + f * 0x1000 + 0x100 + 4 * pick(4) : 0;
}

static void run(uint32_t f, uint64_t from, int depth);

static void call(uint32_t f, int depth)
{
    run(2 + pick(FUNCTIONS), place(f), depth + 1);
}

static void spawn(uint32_t f, int depth)
{
    uint64_t keep = sp, below = pick(3) ? 16 * (1 + pick(4)) : 0;
    uint64_t number = pick(3) | (pick(4) ? 0 : SW_HOOK_LOOP) | below / 16 * SW_HOOK_DEPTH;
    add(SW_HOOK_TASK, number, CODE + f * 0x1000 + 0x200 + 4 * pick(4), sp);
    sp -= below;
    for (uint32_t n = pick(3); n-- > 0 && !jumping && n_notes < NOTES;)
        call(f, depth);
    bool tail = pick(4) == 0;
    if (!jumping)
        add(SW_HOOK_TASK_EXIT, 0, 0, tail ? keep : sp);
    sp = keep;
}

static void body(uint32_t f, int depth)
{
    for (uint32_t n = pick(5); n-- > 0 && !jumping && n_notes < NOTES;) {
        switch (pick(12)) {
        case 0:
            add(SW_HOOK_SYNC, pick(3) | (pick(20) ? 0 : SW_HOOK_ALL), 0, sp);
            break;
        case 1:
        case 2:
        case 3:
            spawn(f, depth);
            break;
        case 4:
            jumping = pick(20) == 0;
            break;
        case 5:
            if (pick(50) == 0)
                add(SW_HOOK_ENTRY + pick(5), 2 + pick(FUNCTIONS), CODE + 0x700, sp + 16 * pick(40));
            break;
        default:
            call(f, depth);
        }
    }
}

static void run(uint32_t f, uint64_t from, int depth)
{
    uint64_t keep = sp, keep_stack = stack, frame = pick(4);
    if (n_notes >= NOTES || depth > 40)
        return;
    sp -= 16 * (1 + frame);
    bool unknown = pick(10) == 0; /* its frame pointer is anything */
    uint64_t size = unknown ? pick(100) : 2 * frame;
    add(SW_HOOK_ENTRY, f | size << SW_HOOK_FRAME, from, sp);
    if (pick(100) == 0) { /* the rest is on a fiber */
        stack = pick(3);
        sp = 0x7000000000 + stack * 0x100000000 + 0x10000;
    }
    body(f, depth);
    bool same = stack == keep_stack;
    if (same && pick(10) == 0)
        sp -= 64; /* an array of variable length */
    if (jumping)
        jumping = depth > 0 && pick(3);
    else if (same && from && pick(6) == 0)
        add(SW_HOOK_EXIT, f, from, keep);
    else
        add(SW_HOOK_EXIT, f, CODE + f * 0x1000 + 0x300, sp);
    sp = keep;
    stack = keep_stack;
}

static void write_program(void)
{
    n_notes = 0;
    now = 1000;
    sp = 0x7ffff0000000;
    stack = 0;
    while (n_notes < NOTES) {
        run(2 + pick(FUNCTIONS), CODE + 0x500 + 4 * pick(3), 0);
        jumping = false;
    }
}

/* --- replaying --- */

static void compare(struct subject *a, struct subject *b)
{
    uint64_t work = sw_strand_position(a->t->strand).work;
    CHECK_EQ(work + a->t->pending.cost * !!a->t->pending.sled, now - SUBJECT_START);
    subject_compare(a, b);
}

int main(void)
{
    uint64_t spawns = 0, work = 0, span = 0, lost = 0;
    for (int i = 0; i < PROGRAMS; i++) {
        uint64_t depth = i % 10 ? 200 : 6;
        struct subject a = make_subject(depth), b = make_subject(depth);
        write_program();
        subject_replay_one_by_one(&a, program, n_notes, sw_opencilk_replay_one);
        subject_replay_in_pieces(&b, program, n_notes, pick, sw_opencilk_replay);
        struct sw_position p = sw_strand_position(a.t->strand);
        spawns += p.spawns;
        work += p.work;
        span += p.span;
        lost += a.t->strand->lost_frames;
        compare(&a, &b);
        subject_release(&a);
        subject_release(&b);
    }
    CHECK(spawns > PROGRAMS * 10 && span < work && lost);
    return check_done();
}
