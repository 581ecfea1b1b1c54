/*
 * Random programs as the notes of their sleds, replayed twice: one note at a time, and many at once
 * in pieces of random lengths. All figures must be the same, whatever the notes are: calls, spawns
 * of every form, tail calls, scopes, frames that were jumped over, other stacks, and plain nonsense.
 *
 * Then once more as in a run that follows memory, where calls that begin and end in a piece are folded: what is open
 * after each piece must be the same, and how much has been done.
 */
#include "live/notes/cilk.h"
#include "live/site.h"
#include "profile/profile.h"
#include "tests/replay_test.h"

#define PROGRAMS  3000
#define NOTES     2000 /* of a program, about */
#define FUNCTIONS 8
#define STACK     0x7000000000
#define STACK_END 0x7000100000

static uint64_t state = 1;

static uint32_t pick(uint32_t below)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 33) % below;
}

/* --- a program's notes --- */

static struct sw_note program[2 * NOTES + 4096];
static size_t n_notes;
static uint64_t now, sp;
static bool jumping; /* out of all frames: longjmp */

static uint64_t function_at(uint32_t f)
{
    return 0x10000 + f * 0x1000;
}

/* Body sleds: number f * 8 + kind, somewhere in the function. */
static void body_sled(uint32_t f, uint64_t kind)
{
    if (n_notes >= NOTES)
        return;
    now += pick(4) ? pick(12) : pick(800);
    program[n_notes++] = (struct sw_note){now, sp, 0, kind << 32 | (f * 8 + kind % 8)};
}

static void function_sled(uint32_t f, uint64_t kind, uint64_t from)
{
    now += pick(4) ? pick(12) : pick(800);
    uint64_t after = kind == SW_SLED_EXIT && f % 2 ? 3 : 0;
    uint64_t what = after << 40 | kind << 32 | (kind == SW_SLED_ENTRY ? f : f * 8 + kind % 8);
    program[n_notes++] = (struct sw_note){now, sp, from, what};
}

static void run(uint32_t f, uint64_t from, int depth);

static void call(uint32_t f, int depth)
{
    run(2 + pick(FUNCTIONS), function_at(f) + 0x100 + 4 * pick(4), depth + 1);
}

static void nonsense(uint32_t f)
{
    uint64_t keep = sp;
    sp = pick(3) ? STACK + pick(STACK_END - STACK) / 16 * 16 : 0x1000;
    function_sled(f, 1 + pick(3), function_at(pick(12)) + 4 * pick(80));
    sp = keep;
}

static void body(uint32_t f, int depth)
{
    for (uint32_t n = pick(5); n-- > 0 && !jumping && n_notes < NOTES;) {
        switch (pick(12)) {
        case 0:
            body_sled(f, SW_SLED_SYNC);
            break;
        case 1:
            body_sled(f, SW_SLED_SPAWN);
            if (pick(2))
                call(f, depth);
            body_sled(f, SW_SLED_SPAWN_END);
            break;
        case 2:
            body_sled(f, SW_SLED_SCOPE);
            body(f, depth + 1);
            body_sled(f, SW_SLED_SCOPE_END);
            break;
        case 3:
            jumping = pick(20) == 0;
            break;
        case 4:
            if (pick(50) == 0)
                nonsense(f);
            break;
        default:
            call(f, depth);
        }
    }
}

static void run(uint32_t f, uint64_t from, int depth)
{
    uint64_t keep = sp;
    if (n_notes >= NOTES || depth > 40)
        return;
    function_sled(f, SW_SLED_ENTRY, from);
    sp -= 16 * pick(4); /* or it has nothing on the stack */
    body(f, depth);
    if (jumping) {
        jumping = depth > 0 && pick(3);
        sp = keep;
        return;
    }
    sp = keep;
    if (pick(10) == 0) {
        function_sled(f, SW_SLED_TAIL, from);
        run(2 + pick(FUNCTIONS), from, depth + 1);
    } else {
        function_sled(f, SW_SLED_EXIT, from);
    }
}

static void write_program(void)
{
    n_notes = 0;
    now = 1000;
    sp = STACK_END - 4096;
    while (n_notes < NOTES) {
        run(2 + pick(FUNCTIONS), 0x500 + 4 * pick(3), 0);
        jumping = false;
    }
}

/* --- replaying --- */

static struct subject make_subject(void)
{
    struct subject s = subject_new(200, 50);
    for (uint32_t f = 2; f < 2 + FUNCTIONS; f++) {
        s.live->functions[f].address = function_at(f);
        s.live->functions[f].size = 0x800;
        for (uint32_t k = 0; k < 8; k++)
            s.live->cilk.sleds[f * 8 + k].at = function_at(f) + 0x200 + 4 * k;
        if (f % 3 == 0) /* called from everywhere's first place: a spawn */
            for (uint32_t g = 2; g < 2 + FUNCTIONS; g++)
                sw_site_new(s.live, function_at(g) + 0x100, f, SW_SITE_SPAWN);
    }
    s.t->stack_low = STACK;
    s.t->stack_size = STACK_END - STACK;
    return s;
}

/* --- folded --- */

static struct sw_note pieces[2][1024];

static void replay_piece(struct subject *s, struct sw_note *notes, size_t from, size_t n)
{
    memset(notes, 0, sizeof *pieces);
    memcpy(notes, &program[from], n * sizeof *notes);
    s->t->notes = s->t->replayed = notes;
    sw_cilk_replay(s->t, notes + n);
    for (size_t i = 0; i < n; i++)
        CHECK_EQ(notes[i].what, 0);
    CHECK_EQ(s->t->meter.seen, program[from + n - 1].ticks);
}

/* Grows with each sync that has waited. */
static uint64_t in_blocks(const struct sw_frame *f)
{
    return f->flags & SW_PARALLEL ? f->in_blocks : 0;
}

/* Sites have numbers in the order in which they are seen. */
static bool same_frame(const struct subject *a, const struct sw_frame *f, const struct subject *b,
                       const struct sw_frame *g)
{
    const struct sw_live_site *x = &a->live->sites[f->site], *y = &b->live->sites[g->site];
    return f->mark == g->mark && f->work0 == g->work0 && f->function == g->function &&
           x->address == y->address && x->function == y->function &&
           (f->flags & SW_FRAME_SPAWNED) == (g->flags & SW_FRAME_SPAWNED) &&
           in_blocks(f) == in_blocks(g);
}

static bool same_place(const struct subject *a, const struct subject *b)
{
    const struct sw_strand *s = a->t->strand, *t = b->t->strand;
    bool same = s->at.work == t->at.work && sw_strand_depth(s) == sw_strand_depth(t) &&
                !s->at.spawns == !t->at.spawns;
    for (uint64_t i = 0; same && i <= sw_strand_depth(s); i++)
        same = same_frame(a, &s->frames[i], b, &t->frames[i]);
    return same;
}

/* Returns for how many notes nothing was done. */
static uint64_t replay_folded(void)
{
    static struct sw_live_memory memory;
    struct subject a = make_subject(), b = make_subject();
    b.t->memory = &memory;
    for (size_t i = 0, n; i < n_notes; i += n) {
        n = 1 + pick(pick(2) ? 8 : 600);
        n = n < n_notes - i ? n : n_notes - i;
        replay_piece(&a, pieces[0], i, n);
        replay_piece(&b, pieces[1], i, n);
        CHECK(same_place(&a, &b));
    }
    uint64_t saved = a.t->events - b.t->events;
    subject_release(&a);
    subject_release(&b);
    return saved;
}

static void fib(int n)
{
    function_sled(3, SW_SLED_ENTRY, function_at(3) + 0x100); /* a spawn: see make_subject() */
    sp -= 64;
    if (n > 1) {
        fib(n - 1);
        fib(n - 2);
        function_sled(3, SW_SLED_SYNC, 0);
    }
    sp += 64;
    function_sled(3, SW_SLED_EXIT, 0);
}

/* A call with all that it calls is two events, however many. */
static void test_fib(void)
{
    static struct sw_live_memory memory;
    struct subject s = make_subject();
    s.t->memory = &memory;
    now = 1000;
    sp = STACK_END - 4096;
    for (int i = 0; i < 2; i++) {
        n_notes = 0;
        fib(10);
        CHECK(n_notes > 400 && n_notes < 600);
        uint64_t before = s.t->events;
        replay_piece(&s, pieces[0], 0, n_notes);
        CHECK_EQ(s.t->events - before, i ? 2 : n_notes); /* before the first spawn, none */
    }
    CHECK_EQ(s.t->strand->at.work, now - SUBJECT_START);
    subject_release(&s);
}

int main(void)
{
    uint64_t spawns = 0, work = 0, span = 0, folded = 0;
    for (int i = 0; i < PROGRAMS; i++) {
        struct subject a = make_subject(), b = make_subject();
        write_program();
        subject_replay_one_by_one(&a, program, n_notes, sw_cilk_replay_one);
        subject_replay_in_pieces(&b, program, n_notes, pick, sw_cilk_replay);
        struct sw_position p = sw_strand_position(a.t->strand);
        spawns += p.spawns;
        work += p.work;
        span += p.span;
        subject_compare(&a, &b);
        subject_release(&a);
        subject_release(&b);
        folded += replay_folded();
    }
    CHECK(folded > (uint64_t)PROGRAMS * NOTES / 25);
    test_fib();
    CHECK(spawns > PROGRAMS * 10 && span < work);
    return check_done();
}
