/* Teams, loops and tasks of OpenMP, by the rules of analysis/emulate/emulate.h. */
#include "tests/emulate/brute.h"

#include <stdlib.h>

enum { MOST_THREADS = 6000 };

struct join {
    size_t running; /* or queued */
    struct thread *waiter;
};

struct queued {
    struct unfolded *task;
    struct join *join;
    struct thread *maker;
    struct queued *older, *newer;
};

/* A loop that is being done by a team. */
struct loop {
    struct unfolded *section;
    size_t taken; /* dynamic, guided */
};

struct team {
    struct queued *oldest, *newest;
    size_t n_undone;         /* queued, or taken and not at their end */
    size_t n_running;        /* taken at a barrier */
    unsigned queue_user;     /* one more than the number of who used it last ... */
    double queue_until;      /* ... and until when */
    struct loop *loops;      /* more than one with NOWAIT */
    size_t n_loops, n_come;  /* n_come: that the maker has come to */
    struct unfolded **ahead; /* what follows the last of them, if that was NOWAIT */
    size_t n_ahead;
    struct thread **free; /* members that wait for something to do: who waits longest is first */
    size_t n_free;
    struct thread *maker;
    unsigned n_members;
    bool over, nested;
    struct team *next;
    unsigned nowait; /* sections that are open still */
};

static struct team *teams;

struct member {
    struct team *team;
    unsigned number;
};

static enum sw_section_schedule schedule_of(const struct unfolded *section, unsigned *chunk)
{
    enum sw_section_schedule said = section->node.schedule;
    *chunk = section->node.detail;
    if (rules->paradigm == SW_PARADIGM_OMP_TASK || said == SW_SECTION_SPAWN)
        return SW_SECTION_SPAWN;
    if (said == SW_SECTION_TEAM)
        *chunk = 0;
    else if (rules->override || said == SW_SECTION_ANY || said == SW_SECTION_LOOP) {
        *chunk = rules->chunk;
        said = rules->schedule;
    }
    return said == SW_SECTION_DYNAMIC || said == SW_SECTION_GUIDED ? said : SW_SECTION_STATIC;
}

static void unqueue(struct team *team, struct queued *q)
{
    *(q->older ? &q->older->newer : &team->oldest) = q->newer;
    *(q->newer ? &q->newer->older : &team->newest) = q->older;
    q->maker->n_own--;
}

static bool have_own_queues(void)
{
    return cost.task_taken > 0;
}

static double use_queue(struct team *team)
{
    unsigned me = machine.now->identity;
    double takes = 0;
    if (have_own_queues() || rules->processors == 1)
        return 0;
    if (team->queue_until > machine.clock)
        takes = team->queue_until - machine.clock + cost.queue_busy;
    else if (team->queue_user && team->queue_user != me)
        takes = cost.queue_moved;
    team->queue_user = me;
    team->queue_until = machine.clock + takes;
    return takes;
}

static double use_own_queue(void)
{
    unsigned me = machine.now->identity, user = machine.now->queue_user;
    machine.now->queue_user = me;
    return have_own_queues() && user && user != me ? cost.queue_moved : 0;
}

static double cost_to_make(void)
{
    return cost.task_make < cost.task ? cost.task_make : cost.task;
}

static void run_task(struct team *team, struct queued *q, bool at_barrier, double more)
{
    struct thread *me = machine.now;
    bool was = me->at_barrier;
    me->at_barrier = at_barrier;
    team->n_running += at_barrier;
    more += cost.task - cost_to_make();
    if (q->maker == me)
        more += use_own_queue();
    else {
        more += cost.task_taken;
        q->maker->queue_user = me->identity;
    }
    pay(more, SW_WHY_GRAIN);
    do_items(q->task);
    pay(use_queue(team), SW_WHY_GRAIN);
    team->n_undone--;
    team->n_running -= at_barrier;
    me->at_barrier = was;
    me->again = at_barrier;
    if (!--q->join->running && q->join->waiter)
        wake(q->join->waiter, 0);
    free(q);
}

static struct thread *longest_free(struct team *team)
{
    if (!team->n_free)
        return NULL;
    struct thread *first = team->free[0];
    team->n_free--;
    for (size_t i = 0; i < team->n_free; i++)
        team->free[i] = team->free[i + 1];
    return first;
}

static bool waits_longer(const struct thread *a, const struct thread *b)
{
    return a->waits_since != b->waits_since ? a->waits_since < b->waits_since
                                            : a->number < b->number;
}

/* When nothing else happens at this time: who waits longest of those that there is a task for. */
static bool look_for_tasks(void)
{
    struct team *best = NULL;
    for (struct team *team = teams; team; team = team->next)
        if (team->oldest && team->n_free && (!best || waits_longer(team->free[0], best->free[0])))
            best = team;
    if (!best)
        return false;
    struct thread *member = longest_free(best);
    member->given = best->oldest;
    unqueue(best, best->oldest);
    wake(member, 0);
    return true;
}

/* All wait, the maker among them: it is the end. */
static void wake_maker(struct team *team)
{
    size_t n = 0;
    for (size_t i = 0; i < team->n_free; i++)
        if (team->free[i] != team->maker)
            team->free[n++] = team->free[i];
    team->n_free = n;
    wake(team->maker, 0);
}

static void put(struct team *team, struct unfolded *task, struct join *join)
{
    struct queued *q = calloc(1, sizeof *q);
    if (!q)
        abort();
    q->task = task;
    q->join = join;
    q->maker = machine.now;
    q->maker->n_own++;
    join->running++;
    q->older = team->newest;
    *(q->older ? &q->older->newer : &team->oldest) = q;
    team->newest = q;
    team->n_undone++;
}

/* Something of the queue, or what it is given while it waits, if anything. */
static void do_queued_or_wait(struct team *team)
{
    struct thread *me = machine.now;
    struct queued *q = team->oldest;
    bool again = me->again;
    me->again = false;
    if (q)
        unqueue(team, q);
    else {
        me->given = NULL;
        me->waits_since = machine.clock;
        size_t at = team->n_free++;
        for (; at && waits_longer(me, team->free[at - 1]); at--)
            team->free[at] = team->free[at - 1];
        team->free[at] = me;
        if (team->n_free == rules->processors)
            wake_maker(team);
        wait_for(THREAD_WAITS);
        q = me->given;
        again = false;
    }
    if (q)
        run_task(team, q, true, again ? cost.task_again : use_queue(team));
}

static void do_share(struct team *team, size_t which, unsigned k)
{
    struct unfolded *section = team->loops[which].section;
    size_t n = section->n_tasks, p = rules->processors;
    unsigned chunk;
    enum sw_section_schedule schedule = schedule_of(section, &chunk);
    if (schedule == SW_SECTION_STATIC && !chunk) {
        size_t from = k * (n / p) + (k < n % p ? k : n % p);
        size_t to = from + n / p + (k < n % p);
        if (from < to)
            pay(cost.chunk_static, SW_WHY_GRAIN);
        for (size_t i = from; i < to; i++)
            do_iteration(section, i);
    } else if (schedule == SW_SECTION_STATIC) {
        if ((size_t)k * chunk < n)
            pay(cost.chunk_static, SW_WHY_GRAIN);
        for (size_t i = 0; i < n; i++)
            if (i / chunk % p == k)
                do_iteration(section, i);
    } else
        for (size_t left; (left = n - team->loops[which].taken);) {
            size_t from = team->loops[which].taken, take = chunk ? chunk : 1;
            if (schedule == SW_SECTION_GUIDED && take < (left + p - 1) / p)
                take = (left + p - 1) / p;
            take = take < left ? take : left;
            team->loops[which].taken += take;
            pay(p == 1 ? cost.chunk_of_one : cost.chunk, SW_WHY_GRAIN);
            for (size_t i = from; i < from + take; i++)
                do_iteration(section, i);
        }
}

static void add_loop(struct team *team, struct unfolded *section)
{
    team->loops = realloc(team->loops, (team->n_loops + 1) * sizeof *team->loops);
    if (!team->loops)
        abort();
    team->loops[team->n_loops++] = (struct loop){section, 0};
}

/* The next section in the maker's items, which a member comes to first. */
static bool find_next_loop(struct team *team)
{
    unsigned chunk;
    while (team->n_ahead) {
        struct unfolded *item = *team->ahead++;
        team->n_ahead--;
        if (item->node.kind != SW_NODE_SECTION)
            continue;
        bool tasks = schedule_of(item, &chunk) == SW_SECTION_SPAWN;
        if (tasks || !(item->node.flags & SW_NODE_NOWAIT))
            team->n_ahead = 0;
        if (tasks)
            return false;
        add_loop(team, item);
        return true;
    }
    return false;
}

static void leave_team(struct team *team)
{
    if (--team->n_members)
        return;
    struct team **at = &teams;
    while (*at != team)
        at = &(*at)->next;
    *at = team->next;
    free(team->loops);
    free(team->free);
    free(team);
}

static struct fiber *do_member(void *argument)
{
    struct member member = *(struct member *)argument;
    struct team *team = member.team;
    size_t loops = 0;
    free(argument);
    machine.now->team = team;
    if (!(team->nested && cost.fork_nested > 0))
        pay(member.number * cost.fork_thread, SW_WHY_GRAIN);
    while (!team->over || loops < team->n_loops)
        if (loops < team->n_loops || find_next_loop(team))
            do_share(team, loops++, member.number);
        else
            do_queued_or_wait(team);
    leave_team(team);
    end_thread(machine.now);
    return NULL;
}

static struct team *make_team(bool nested)
{
    struct team *team = calloc(1, sizeof *team);
    unsigned p = rules->processors;
    double more = nested ? (p - 1) * (cost.fork_nested + cost.join_nested) : 0;
    if (p > 1)
        pay(cost.fork + more, SW_WHY_GRAIN);
    else
        pay(nested ? cost.nested_of_one : cost.region_of_one, SW_WHY_GRAIN);
    if (!team || !(team->free = calloc(p, sizeof *team->free)))
        abort();
    if (machine.n_threads + p > MOST_THREADS) {
        too_big = true;
        wait_for(THREAD_WAITS);
    }
    team->nested = nested;
    team->n_members = p;
    team->next = teams;
    teams = team;
    for (unsigned k = 1; k < p; k++) {
        struct member *member = malloc(sizeof *member);
        if (!member)
            abort();
        *member = (struct member){team, k};
        thread_new(fiber_new(do_member, member));
    }
    return team;
}

/* The maker waits until all are at the end: each of the others waits for something to do. */
static void wait_for_team(struct team *team)
{
    struct thread *me = machine.now;
    void *outer = me->team;
    me->team = team;
    team->maker = me;
    while (team->n_free < rules->processors - 1)
        do_queued_or_wait(team);
    me->team = outer;
    if (rules->processors > 1)
        pay(cost.barrier + rules->processors * cost.barrier_thread, SW_WHY_GRAIN);
    machine.open -= team->nowait;
    team->nowait = 0;
}

static void forget_kept(struct row *row)
{
    struct team *team = row->kept;
    row->kept = NULL;
    if (!team)
        return;
    team->over = true;
    for (struct thread *t; (t = longest_free(team));)
        wake(t, 0);
    leave_team(team);
}

static void end_section_of_row(struct row *row)
{
    if (!row->team)
        return;
    wait_for_team(row->team);
    row->kept = row->team;
    row->team = NULL;
}

static bool is_full(const struct team *team)
{
    return have_own_queues() ? machine.now->n_own >= 256 : team->n_undone > 64 * rules->processors;
}

static void make_task(struct team *team, struct unfolded *task, struct join *join)
{
    pay(cost_to_make(), SW_WHY_GRAIN);
    pay(use_own_queue() + use_queue(team), SW_WHY_GRAIN);
    put(team, task, join);
    if (team->n_running + !machine.now->at_barrier < rules->processors)
        pay(cost.queue_wake, SW_WHY_GRAIN);
}

static void do_tasks(struct unfolded *section, struct team *team)
{
    struct join join = {0, NULL};
    struct row row = {.items = section->items, .n = section->n};
    while (row.at < row.n) {
        struct unfolded *item = section->items[row.at++];
        if (item->node.kind != SW_NODE_TASK)
            do_item(item, &row);
        else if (is_full(team)) {
            pay(cost.task_at_once, SW_WHY_GRAIN);
            do_items(item);
        } else
            make_task(team, item, &join);
    }
    omp_end_of_row(&row);
    if (join.running)
        pay(cost.task_wait, SW_WHY_GRAIN);
    if (join.running)
        pay(use_queue(team), SW_WHY_GRAIN);
    while (join.running) {
        struct queued *q = team->newest;
        while (q && q->join != &join)
            q = q->older;
        if (q) {
            unqueue(team, q);
            run_task(team, q, false, 0);
            if (join.running)
                pay(cost.task_again, SW_WHY_GRAIN);
        } else {
            join.waiter = machine.now;
            wait_for(THREAD_WAITS);
            join.waiter = NULL;
            if (join.running)
                pay(use_queue(team), SW_WHY_GRAIN);
        }
    }
}

static void do_loop(struct unfolded *section, struct team *team, const struct row *row)
{
    size_t which = team->n_come++;
    if (which == team->n_loops) {
        bool nowait = section->node.flags & SW_NODE_NOWAIT;
        add_loop(team, section);
        team->ahead = row->items + row->at;
        team->n_ahead = nowait ? row->n - row->at : 0;
        for (struct thread *t; (t = longest_free(team));)
            wake(t, 0);
    }
    do_share(team, which, 0);
}

static void do_serially(struct unfolded *section)
{
    machine.now->serial++;
    do_items(section);
    machine.now->serial--;
}

/* As if its threads were others: nobody knows them by what they did before. */
static void renew(struct team *team)
{
    team->queue_user = 0;
    team->queue_until = 0;
    for (size_t i = 0; i < team->n_free; i++) {
        struct thread *t = team->free[i];
        t->identity = ++machine.identities;
        t->queue_user = 0;
        t->released = NULL;
    }
}

/* The team of a loop: one that waits, or is to be the same as before, or a new one. */
static void find_team(struct unfolded *section, struct row *row, bool may_keep)
{
    if (row->team)
        return;
    if (may_keep && section->node.flags & SW_NODE_SAME_TEAM && row->kept) {
        row->team = row->kept;
        row->kept = NULL;
        renew(row->team);
        if (rules->processors == 1)
            pay(cost.barrier_of_one, SW_WHY_GRAIN);
        return;
    }
    forget_kept(row);
    row->team = make_team(section->inside);
}

void omp_section(struct unfolded *section, struct row *row)
{
    struct thread *me = machine.now;
    struct team *outer = me->team;
    unsigned chunk;
    bool tasks = schedule_of(section, &chunk) == SW_SECTION_SPAWN;
    bool of_outer = tasks && section->inside && outer;
    if (me->serial || (section->inside && !of_outer && !rules->nested)) {
        forget_kept(row);
        do_serially(section);
        return;
    }
    if (tasks)
        omp_end_of_row(row);
    open_section(section);
    if (of_outer) {
        do_tasks(section, outer);
        close_section(section);
        return;
    }
    find_team(section, row, !tasks);
    me->team = row->team;
    if (tasks)
        do_tasks(section, row->team);
    else
        do_loop(section, row->team, row);
    me->team = outer;
    if (section->node.flags & SW_NODE_NOWAIT && !tasks) {
        machine.open++;
        row->team->nowait++;
    } else
        end_section_of_row(row);
    if (tasks)
        forget_kept(row);
    else
        do_rest(section);
    close_section(section);
}

void omp_end_of_row(struct row *row)
{
    end_section_of_row(row);
    forget_kept(row);
}

void omp_begin(struct fiber *root)
{
    teams = NULL;
    machine.quiet = look_for_tasks;
    thread_new(root);
}
