/* Work stealing, by the rules of analysis/emulate/emulate.h: a strand is a fiber, which workers take up and put down. */
#include "tests/emulate/brute.h"

#include <stdlib.h>

enum { DEEPEST = 4096, MOST_WORKERS = 1024 };

struct section_join {
    size_t elsewhere;   /* tasks that are not done */
    struct fiber *rest; /* what goes on when they are, once it waits */
};

struct spawned {
    struct section_join *join;
    struct unfolded *section, *task; /* the task, or of a cilk_for: */
    size_t from, to, grain;
};

static struct deque {
    struct fiber *strands[DEEPEST];
    size_t oldest, newest; /* newest: one behind */
} deques[MOST_WORKERS];

static struct {
    double wait, since;
    bool stole;
} patience[MOST_WORKERS];

static struct thread *waiting[MOST_WORKERS]; /* who waits longest is first */
static size_t n_waiting;

void cilk_begin(struct fiber *root)
{
    n_waiting = 0;
    for (unsigned i = 0; i < rules->processors; i++) {
        deques[i].oldest = deques[i].newest = 0;
        patience[i].wait = patience[i].stole = 0;
        struct thread *worker = thread_new(i ? NULL : root);
        if (i)
            waiting[n_waiting++] = worker;
    }
}

/* Something stolen, or NULL: it waits. */
static struct fiber *look_around(void)
{
    unsigned p = rules->processors, me = machine.now->number;
    for (unsigned k = 1; k < p; k++) {
        struct deque *deque = &deques[(me + k) % p];
        if (deque->oldest < deque->newest)
            return deque->strands[deque->oldest++];
    }
    waiting[n_waiting++] = machine.now;
    return NULL;
}

static struct fiber *rest(void *argument)
{
    (void)argument;
    rest_for(patience[machine.now->number].wait);
    return look_around();
}

/* For a worker that has nothing. */
struct fiber *cilk_nothing_left(void)
{
    unsigned me = machine.now->number;
    double wait = patience[me].wait, longer = wait > 0 ? 2 * wait : cost.steal;
    if (!patience[me].stole)
        return look_around();
    patience[me].stole = false;
    if (machine.time - patience[me].since < 2 * cost.steal)
        wait = longer > 16 * cost.steal ? wait : longer;
    else
        wait = wait / 4 < cost.steal ? 0 : wait / 4;
    patience[me].wait = wait;
    return wait > 0 ? fiber_new(rest, NULL) : look_around();
}

static void put_down(struct fiber *strand)
{
    struct deque *deque = &deques[machine.now->number];
    if (n_waiting) {
        struct thread *thief = waiting[0];
        n_waiting--;
        for (size_t i = 0; i < n_waiting; i++)
            waiting[i] = waiting[i + 1];
        thief->fiber = strand;
        wake(thief, 0);
        return;
    }
    if (deque->oldest == deque->newest)
        deque->oldest = deque->newest = 0;
    if (deque->newest == DEEPEST)
        abort();
    deque->strands[deque->newest++] = strand;
}

static void do_range(struct unfolded *section, size_t from, size_t to, size_t grain,
                     struct section_join *join);

static struct fiber *do_spawned(void *argument)
{
    struct spawned s = *(struct spawned *)argument;
    free(argument);
    if (s.task)
        do_items(s.task);
    else
        do_range(s.section, s.from, s.to, s.grain, s.join);
    s.join->elsewhere--;
    struct deque *mine = &deques[machine.now->number];
    if (mine->oldest < mine->newest)
        return mine->strands[--mine->newest];
    if (!s.join->elsewhere && s.join->rest)
        return s.join->rest;
    return cilk_nothing_left();
}

static void spawn(struct spawned what)
{
    struct spawned *s = malloc(sizeof *s);
    if (!s)
        abort();
    *s = what;
    pay(what.task ? cost.spawn : cost.piece, SW_WHY_GRAIN);
    what.join->elsewhere++;
    unsigned worker = machine.now->number;
    put_down(machine.now->fiber);
    leave_for(fiber_new(do_spawned, s));
    if (machine.now->number == worker)
        return;
    pay(cost.steal, SW_WHY_GRAIN);
    patience[machine.now->number].stole = true;
    patience[machine.now->number].since = machine.time;
}

static void do_range(struct unfolded *section, size_t from, size_t to, size_t grain,
                     struct section_join *join)
{
    while (to - from > grain) {
        size_t half = from + (to - from) / 2;
        spawn((struct spawned){join, section, NULL, from, half, grain});
        from = half;
    }
    for (size_t i = from; i < to; i++)
        do_iteration(section, i);
}

static void sync_section(struct section_join *join)
{
    if (!join->elsewhere)
        return;
    join->rest = machine.now->fiber;
    leave_for(cilk_nothing_left());
}

void cilk_section(struct unfolded *section)
{
    struct section_join join = {0, NULL};
    size_t n = section->n_tasks, grain = n / (8 * rules->processors);
    bool divided = section->node.schedule == SW_SECTION_LOOP; /* its tasks are its chunks */
    grain = grain > 2048 ? 2048 : grain;
    if (grain < 1 || (divided && (section->node.detail || n >= 2048)))
        grain = 1;
    open_section(section);
    if (section->node.schedule == SW_SECTION_SPAWN) {
        struct row row = {.team = NULL};
        for (size_t i = 0; i < section->n; i++)
            if (section->items[i]->node.kind == SW_NODE_TASK)
                spawn((struct spawned){.join = &join, .task = section->items[i]});
            else
                do_item(section->items[i], &row);
        sync_section(&join);
    } else {
        if (n)
            do_range(section, 0, n, grain, &join);
        sync_section(&join);
        do_rest(section);
    }
    close_section(section);
}
