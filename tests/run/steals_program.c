/* Random Cilk programs, as the rewriter has them: see steals.h. */
#include "tests/run/steals.h"

#include <stdlib.h>

static uint64_t state;
static struct program *p;
static uint32_t most_cost;
static int fuel;

void seed(uint64_t number)
{
    state = number * 0x9e3779b97f4a7c15u;
}

uint32_t pick(uint32_t below)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 33) % below;
}

static struct step *add(enum kind kind, uint32_t function)
{
    if (p->n == sizeof p->steps / sizeof *p->steps)
        abort();
    struct step *s = &p->steps[p->n++];
    *s = (struct step){.kind = kind, .function = function};
    s->which = pick(SLEDS);
    s->room = 16 * (1 + pick(4));
    s->elsewhere = pick(2);
    s->cost = pick(4) ? pick(most_cost + 1) : 0;
    fuel--;
    return s;
}

static struct step *add_end(struct step *of)
{
    of->end = p->n;
    return add(END, of->function);
}

static uint32_t any_function(void)
{
    return 2 + pick(FUNCTIONS);
}

static void body(uint32_t f, int depth, bool spawns);

/* Where a call puts nothing on the stack, a callee that may be gone and its caller are told apart by
 * their code: only functions that do not spawn vanish then. */
static void call(enum kind kind, int depth)
{
    uint32_t f = any_function();
    struct step *s = add(kind, f);
    bool spawns = f % 2;
    body(f, depth - 1, spawns);
    struct step *end = add_end(s);
    end->vanishes = (p->link_bytes || !spawns) && pick(5) == 0;
    end->tail = pick(8) == 0 ? any_function() : 0;
}

/* What has vanished is still open, and spawns would be its own, until something happens that only its
 * caller can do. */
static void be_seen(void)
{
    if (p->steps[p->n - 1].vanishes)
        add_end(add(CALL, any_function()));
}

/* The callee may have no sleds. */
static void task(uint32_t f, int depth)
{
    struct step *s = add(TASK, f);
    if (pick(4))
        call(CALL, depth);
    add_end(s);
}

static void scope(uint32_t f, int depth)
{
    struct step *s = add(SCOPE, f);
    body(f, depth - 1, true);
    add_end(s);
}

/* Iterations of a loop, as far as they are not spawned. */
static void range(uint32_t f, int depth, uint32_t count)
{
    struct step *s = add(RANGE, f);
    for (; count > 1; count -= count / 2) {
        struct step *half = add(DIVIDE, f);
        range(f, depth, count / 2);
        add_end(half);
    }
    if (pick(3) == 0)
        scope(f, depth); /* an iteration that spawns */
    else
        body(f, depth - 1, false);
    add(SYNC, f);
    add_end(s);
}

static void loop(uint32_t f, int depth)
{
    struct step *s = add(SCOPE, f);
    range(f, depth, 1 + pick(9));
    add_end(s);
}

/* It ends behind a sync: it could not be found by a thief. */
static void region(uint32_t f, int depth, bool spawns)
{
    uint32_t label = pick(LABELS);
    add(REGION, f)->which = label;
    body(f, depth - 1, spawns);
    if (spawns)
        add(SYNC, f);
    else
        be_seen();
    add(REGION_END, f)->which = label;
}

static void spawning_statement(uint32_t f, int depth)
{
    switch (pick(8)) {
    case 0:
        add(SYNC, f);
        break;
    case 1:
        scope(f, depth);
        break;
    case 2:
        loop(f, depth);
        break;
    case 3:
    case 4:
        be_seen();
        task(f, depth);
        break;
    default:
        be_seen();
        call(SPAWN, depth);
    }
}

static void body(uint32_t f, int depth, bool spawns)
{
    for (uint32_t n = pick(6); n-- > 0 && depth > 0 && fuel > 0;) {
        if (spawns && pick(3)) {
            spawning_statement(f, depth);
        } else if (pick(8)) {
            call(CALL, depth);
        } else {
            be_seen();
            region(f, depth, spawns);
        }
    }
}

void write_program(struct program *program)
{
    p = program;
    p->n = 0;
    p->link_bytes = pick(2) ? 8 : 0;
    most_cost = (uint32_t[]){1, 4, 30, 2000}[pick(4)];
    fuel = 20 + (int)pick(pick(6) ? 300 : STEPS);
    int depth = 3 + (int)pick(14);
    do
        call(CALL, depth);
    while (fuel > 0 && pick(8));
}
