/*
 * The deque's protocol in all interleavings: an owner that pushes and pops, and one or two others that
 * steal, give back or sleep. What runs is the code itself: deque.h and sleep.c, compiled for a machine
 * whose accesses are steps of a model (machine.h, model.h), and the pushes and pops as generated code
 * has them (deque_owner.c). Repeated here are the few lines of schedule.c around them: steal_from(),
 * __spanwise_pop() and how a root that has been synced elsewhere is made ready.
 *
 * Each scenario runs under two models of memory (memory.h), with the fence of all threads and without.
 * What must hold:
 * - Every frame that was pushed is taken once: popped by the owner or by one thief.
 * - A thief finds the frame that was pushed, and the fiber that it was pushed on.
 * - A pop that fails finds its frame and all below stolen, sees what the thief has written there, and
 *   the deque is empty and at its base again.
 * - In the end the deque is at its base and not locked.
 * - Nobody waits for ever, and not all sleep while there is something to steal. (One of several may,
 *   while those that were woken are busy: a push switches the alarm off and wakes one.)
 * Then every mutant of the protocol must break one of these.
 */
#include "compile/rewrite/prelude.h"
#include "tests/check.h"
#include "tests/sched/machine.h"
#include "tests/sched/model.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

#undef atomic_load
#undef atomic_load_explicit
#undef atomic_store
#undef atomic_store_explicit
#undef atomic_exchange
#undef atomic_exchange_explicit
#undef atomic_fetch_add
#undef atomic_fetch_sub
#undef atomic_thread_fence
#define TYPE(at)                        __typeof__((void)0, *(at))
#define atomic_load_explicit(at, order) ((TYPE(at))machine_load((at), sizeof *(at), (order)))
#define atomic_store_explicit(at, value, order) \
    machine_store((at), sizeof *(at), (uint64_t)(value), (order))
#define atomic_exchange_explicit(at, value, order) \
    ((TYPE(at))machine_exchange((at), sizeof *(at), (uint64_t)(value), (order)))
#define atomic_load(at)            atomic_load_explicit((at), memory_order_seq_cst)
#define atomic_store(at, value)    atomic_store_explicit((at), (value), memory_order_seq_cst)
#define atomic_exchange(at, value) atomic_exchange_explicit((at), (value), memory_order_seq_cst)
#define atomic_fetch_add(at, n)    ((void)atomic_exchange((at), (n))) /* of counts: ignored */
#define atomic_fetch_sub(at, n)    ((void)atomic_exchange((at), (n)))
#define atomic_thread_fence(order) machine_fence(order)
#define syscall(...)               machine_syscall(__VA_ARGS__)

#define SW_DEQUE_MACHINE
void sw_deque_pause(unsigned times);
void sw_deque_fence_all(void);
#include "agent/cilk/sched/sleep.c"

/* --- what the code under test needs --- */

static struct sw_worker workers[MEMORY_THREADS]; /* the first is the owner of the deque */
/* As on a stack: who spawns last is lowest; the outermost is above them. */
static struct sw_frame frames[MACHINE_FRAMES + 1];
static struct sw_frame **const base = machine_slots + 1;
static uint32_t fiber;                  /* that the owner is on: how often it has started anew */
static uint32_t stolen[MACHINE_FRAMES]; /* what a thief writes in a frame */

__thread struct sw_worker *__spanwise_worker;
struct sw_sched_counts __spanwise_counts;
struct sw_worker *sw_workers[SW_WORKERS_ALL];

bool sw_worker_may(const struct sw_worker *worker, const struct sw_worker *victim)
{
    return victim != worker;
}

void sw_deque_pause(unsigned times)
{
    model_spins(times);
}

struct sw_worker *__spanwise_begin(struct sw_frame *frame)
{
    (void)frame;
    abort();
}

struct sw_frame **__spanwise_trim(struct sw_worker *worker, struct sw_frame *frame)
{
    (void)worker;
    (void)frame;
    abort();
}

struct sw_frame *__spanwise_unwind(struct sw_worker *worker, struct sw_frame *frame)
{
    (void)worker;
    (void)frame;
    abort();
}

/* --- scenarios --- */

static const struct scenario {
    const char *owner; /* + push, - pop; r: makes the root of the next thread ready */
    const char
        *others; /* 1, 2: tries to steal that often; w: once, and may give back; s: steals, or
                           sleeps until it can; z: sleeps, and then tries once; r: waits to be ready */
} scenarios[] = {
    {"+-", "1"},     {"+-", "2"},   {"++--", "1"},   {"++--", "2"}, {"++--+-", "1"},
    {"++--+-", "2"}, {"+-+-", "2"}, {"++-+--", "1"}, {"+-", "w"},   {"++--", "w"},
    {"+-+-", "w"},   {"+-", "11"},  {"++--", "11"},  {"+-", "1w"},  {"+", "s"},
    {"+-", "s"},     {"++", "s"},   {"+-+", "s"},    {"r", "r"},    {"+", "zz"},
};

static const struct scenario *scenario;
static const struct memory_model *const memories[] = {&memory_tso, &memory_views};

enum { NOTE_PUSH, NOTE_POPPED, NOTE_LOST, NOTE_STOLEN, NOTE_FIBER, NOTE_TRIED, NOTE_TURN };

/* In the notes of a state. */
enum {
    TAKEN,                              /* how often, of each frame */
    PUSHED_ON = TAKEN + MACHINE_FRAMES, /* the fiber, of each frame */
    PUSHED = PUSHED_ON + MACHINE_FRAMES,
    TRIES, /* of each thread */
};

static bool sleeps(void)
{
    return strpbrk(scenario->others, "szr");
}

bool machine_ignores(const volatile void *at)
{
    const volatile char *a = at, *counts = (char *)&__spanwise_counts;
    const volatile char *others = (char *)(workers + 1), *end = (char *)(workers + MEMORY_THREADS);
    return (a >= counts && a < counts + sizeof __spanwise_counts) || (a >= others && a < end) ||
           at == &workers[0].asleep || (at == &workers[0].deque.alarm && !sleeps());
}

static void set_places(void)
{
    struct sw_deque *d = &workers[0].deque;
    machine_frames = frames;
    memset(machine_places, 0, sizeof machine_places);
    machine_places[PLACE_TAIL] = &d->tail;
    machine_places[PLACE_HEAD] = &d->head;
    machine_places[PLACE_LOCK] = &d->lock;
    machine_places[PLACE_FIBER] = &fiber;
    for (unsigned i = 0; i < MACHINE_SLOTS; i++)
        machine_places[PLACE_SLOT + i] = &machine_slots[i];
    for (unsigned i = 0; i < MACHINE_FRAMES; i++)
        machine_places[PLACE_STOLEN + i] = &stolen[i];
    if (!sleeps())
        return;
    machine_places[PLACE_ALARM] = &d->alarm;
    machine_places[PLACE_READY] = &workers[1].ready;
    for (unsigned i = 0; i < 2; i++)
        machine_places[PLACE_ASLEEP + i] = &workers[1 + i].asleep;
}

/* --- threads --- */

/* As everything is before anything has happened. */
static void set_memory(bool fenced)
{
    unsigned n = 1 + (unsigned)strlen(scenario->others);
    memset(workers, 0, sizeof workers);
    memset(stolen, 0, sizeof stolen);
    fiber = 0;
    *(uint32_t *)&__spanwise_counts.workers = n;
    for (unsigned i = 0; i < n; i++) {
        struct sw_deque *d = &workers[i].deque;
        sw_workers[i] = &workers[i];
        d->base = base;
        d->fenced = fenced ? SW_FENCED : 0;
        *(struct sw_frame ***)&d->tail = base;
        *(struct sw_frame ***)&d->head = base;
        *(uint32_t *)&d->alarm = (sleeps() ? SW_ALARM : 0) | d->fenced;
    }
    machine_slots[0] = &frames[MACHINE_FRAMES];
    for (unsigned i = 1; i < MACHINE_SLOTS; i++)
        machine_slots[i] = (struct sw_frame *)&machine_slots[i]; /* see steal() */
    for (unsigned i = 0; i <= MACHINE_FRAMES; i++)
        frames[i].sp = UINT64_MAX;
}

static struct sw_frame *frame_at(unsigned depth)
{
    return &frames[MACHINE_FRAMES - 1 - depth];
}

static bool lost;

struct sw_frame *__spanwise_pop(struct sw_worker *w, struct sw_frame *frame)
{
    lost = sw_deque_lost(&w->deque);
    return lost ? frame : NULL;
}

static void pop(unsigned frame)
{
    lost = false;
    machine_owner_popped(frame_at(frame));
    model_note(lost ? NOTE_LOST : NOTE_POPPED, frame);
}

/* The owner goes to look for other things to do. */
static void start_anew(unsigned frame)
{
    if (!machine_load(&stolen[frame], sizeof stolen[0], memory_order_relaxed))
        model_note(NOTE_STOLEN, MACHINE_FRAMES);
    machine_store(&fiber, sizeof fiber, fiber + 1, memory_order_relaxed);
}

static void own(void)
{
    unsigned pushed = 0, open[MACHINE_FRAMES], n = 0;
    for (const char *c = scenario->owner; *c; c++) {
        if (*c == 'r') { /* as in go_on() */
            atomic_store(&workers[1].ready, frame_at(0));
            sw_wake(&workers[1]);
        } else if (*c == '+') {
            model_note(NOTE_PUSH, fiber);
            machine_owner_push(frame_at(pushed));
            open[n++] = pushed++;
        } else if (n) {
            pop(open[--n]);
            if (lost) {
                start_anew(open[n]);
                n = 0;
            }
        }
    }
}

/* Slots hold their own addresses where a thief looks: it says by that which one it has read, right
 * after a load or a fence that it reads it behind, and what was in it is the next step. */
static bool steal(bool may_return)
{
    struct sw_deque *d = &workers[0].deque;
    struct sw_frame *slot = sw_deque_steal(d);
    if (!slot)
        return false;
    if (may_return && model_step((struct memory_access){.kind = MODEL_CHOOSE, .value = 2})) {
        sw_deque_return(d);
        return false;
    }
    uint64_t frame = machine_load(slot, sizeof slot, memory_order_relaxed);
    unsigned number = frame ? (unsigned)(frame_at(0) - (struct sw_frame *)frame) : MACHINE_FRAMES;
    model_note(NOTE_STOLEN, number);
    uint64_t on = machine_load(&fiber, sizeof fiber, memory_order_relaxed);
    model_note(NOTE_FIBER, number << 4 | (unsigned)on);
    machine_store(&stolen[number], sizeof stolen[0], 1, memory_order_relaxed);
    sw_deque_unlock(d);
    return true;
}

/* By turns, each forgetting how the other went. */
static bool steal_or_sleep(struct sw_worker *w)
{
    if (model_note(NOTE_TURN, 0) == 0)
        return !steal(false);
    sw_sleep(w);
    return true;
}

static bool sleep_and_steal(struct sw_worker *w)
{
    if (model_note(NOTE_TURN, 0) == 1) {
        steal(false);
        return false;
    }
    sw_sleep(w);
    return true;
}

static bool wait_to_be_ready(struct sw_worker *w)
{
    if (atomic_exchange_explicit(&w->ready, NULL, memory_order_acquire))
        return false;
    sw_sleep(w);
    return true;
}

static bool fenced;

static bool run(unsigned thread)
{
    struct sw_worker *w = &workers[thread];
    set_memory(fenced);
    machine_start(thread);
    __spanwise_worker = w;
    if (thread == 0) {
        own();
        return false;
    }
    switch (scenario->others[thread - 1]) {
    case 's':
        return steal_or_sleep(w);
    case 'z':
        return sleep_and_steal(w);
    case 'r':
        return wait_to_be_ready(w);
    case 'w':
        steal(true);
        return model_note(NOTE_TRIED, 2);
    default:
        steal(false);
        return model_note(NOTE_TRIED, (unsigned)(scenario->others[thread - 1] - '0'));
    }
}

/* --- what must hold --- */

static uint8_t newest(const struct model_state *state, unsigned thread, unsigned place);

static const char *note_lost(const struct model_state *state, unsigned frame)
{
    for (unsigned f = 0; f <= frame; f++)
        if (state->notes[TAKEN + f] != 1)
            return "a pop failed, and its frame or one below is not stolen";
    if (newest(state, 0, PLACE_TAIL) != machine_encode((uint64_t)base))
        return "a pop failed, and the tail is not at the base";
    if (newest(state, 0, PLACE_HEAD) != machine_encode((uint64_t)base) &&
        !newest(state, 0, PLACE_LOCK))
        return "a pop failed, and the head is not at the base";
    return NULL;
}

static const char *note(struct model_state *state, unsigned thread, unsigned what, unsigned which,
                        uint8_t *answer)
{
    uint8_t *notes = state->notes;
    switch (what) {
    case NOTE_PUSH:
        notes[PUSHED_ON + notes[PUSHED]++] = (uint8_t)which;
        return NULL;
    case NOTE_POPPED:
        return notes[TAKEN + which]++ ? "popped what was stolen" : NULL;
    case NOTE_LOST:
        return note_lost(state, which);
    case NOTE_STOLEN:
        if (which == MACHINE_FRAMES)
            return thread ? "stole what is no frame" : "does not see what the thief has written";
        return notes[TAKEN + which]++ ? "stole what was taken" : NULL;
    case NOTE_FIBER:
        return notes[PUSHED_ON + (which >> 4)] != (which & 15) ? "sees another fiber" : NULL;
    case NOTE_TURN:
        *answer = notes[TRIES + thread];
        notes[TRIES + thread] ^= 1;
        return NULL;
    default:
        *answer = ++notes[TRIES + thread] < which;
        return NULL;
    }
}

static const struct model_test *test;

static uint8_t newest(const struct model_state *state, unsigned thread, unsigned place)
{
    return test->memory->newest(&state->memory, thread, place);
}

static const char *end(const struct model_state *state)
{
    unsigned waiting = 0, others = test->threads - 1;
    uint8_t head = newest(state, 0, PLACE_HEAD), tail = newest(state, 0, PLACE_TAIL);
    for (unsigned t = 0; t < test->threads; t++)
        waiting += state->threads[t].waits;
    if (newest(state, 0, PLACE_LOCK))
        return "locked in the end";
    if (newest(state, 0, PLACE_READY) && waiting)
        return "a root is ready and sleeps";
    if (head < tail && waiting == others)
        return "all sleep, and there is something to steal";
    if (sleeps())
        return NULL;
    if (head != machine_encode((uint64_t)base) || tail != head)
        return "not at the base in the end";
    for (unsigned f = 0; f < state->notes[PUSHED]; f++)
        if (state->notes[TAKEN + f] != 1)
            return "a frame is lost";
    return NULL;
}

/* --- all of it --- */

static struct model_result explore(const struct scenario *s, const struct memory_model *memory,
                                   bool owner_fences, bool aloud)
{
    struct model_test t = {memory, 1 + (unsigned)strlen(s->others), {0}, run, note, end};
    scenario = s;
    fenced = owner_fences;
    set_places();
    sw_fence_init(!fenced);
    t.initial[PLACE_HEAD] = t.initial[PLACE_TAIL] = machine_encode((uint64_t)base);
    t.initial[PLACE_ALARM] = sleeps();
    test = &t;
    return model_explore(&t, aloud);
}

#define N_SCENARIOS (sizeof scenarios / sizeof scenarios[0])

static void check_all(void)
{
    unsigned long states = 0, steps = 0;
    for (unsigned i = 0; i < 4 * N_SCENARIOS; i++) {
        const struct scenario *s = &scenarios[i / 4];
        struct model_result r = explore(s, memories[i & 1], i & 2, true);
        printf("%-7s %-3s %-6s %-7s %8lu states, %8lu steps, %5lu ends%s%s\n", s->owner, s->others,
               memories[i & 1]->name, i & 2 ? "fenced" : "", r.states, r.steps, r.ends,
               r.wrong ? ": " : "", r.wrong ? r.wrong : "");
        CHECK(!r.wrong);
        CHECK(r.ends > 0);
        states += r.states;
        steps += r.steps;
    }
    printf("%lu states, %lu steps\n", states, steps);
}

/* --- that it can fail --- */

#define LOAD(place)     MEMORY_LOAD, PLACE_##place
#define STORE(place)    MEMORY_STORE, PLACE_##place
#define EXCHANGE(place) MEMORY_EXCHANGE, PLACE_##place
#define FENCE           MEMORY_FENCE, 0
#define OWNER_SKIPS     MUTANT_OWNER, MUTANT_SKIPS
#define OWNER_DEFERS    MUTANT_OWNER, MUTANT_DEFERS
#define OWNER_RELAXES   MUTANT_OWNER, MUTANT_RELAXES
#define OTHERS_SKIP     MUTANT_OTHERS, MUTANT_SKIPS
#define OTHERS_DEFER    MUTANT_OTHERS, MUTANT_DEFERS
#define OTHERS_RELAX    MUTANT_OTHERS, MUTANT_RELAXES
#define ANY             MUTANT_ANY, 0, 0

static const struct machine_mutant thieves[] = {
    {"no fence in the thief", OTHERS_SKIP, FENCE, ANY},
    {"no fence of the owner's own", OWNER_SKIPS, FENCE, ANY},
    {"tail read before the head is moved", OTHERS_DEFER, STORE(HEAD), MUTANT_UP, LOAD(TAIL)},
#if !SW_DEQUE_PLAIN_PUSH
    {"tail read by no acquire", OTHERS_RELAX, LOAD(TAIL), ANY},
#endif
    {"head not put back", OTHERS_SKIP, STORE(HEAD), MUTANT_DOWN, 0, 0},
    {"unlock before the head is put back", OTHERS_DEFER, STORE(HEAD), MUTANT_DOWN, STORE(LOCK)},
    {"unlock of a thief's is no release", OTHERS_RELAX, STORE(LOCK), ANY},
    {"lock of a thief's is no acquire", OTHERS_RELAX, EXCHANGE(LOCK), ANY},
    {"thieves take no lock", OTHERS_SKIP, EXCHANGE(LOCK), ANY},
    {"push moves the tail before the slot is filled", OWNER_DEFERS, MEMORY_STORE, PLACE_SLOT + 1,
     MUTANT_ANY, STORE(TAIL)},
#if !SW_DEQUE_PLAIN_PUSH
    {"push moves the tail by no release", OWNER_RELAXES, STORE(TAIL), ANY},
#endif
    {"pop without looking at the head", OWNER_SKIPS, LOAD(HEAD), ANY},
    {"pop looks at the head before the tail is moved", OWNER_DEFERS, STORE(TAIL), MUTANT_DOWN,
     LOAD(HEAD)},
    {"pop looks again without the lock", OWNER_SKIPS, EXCHANGE(LOCK), ANY},
    {"lock of the owner's is no acquire", OWNER_RELAXES, EXCHANGE(LOCK), ANY},
    {"unlock of the owner's is no release", OWNER_RELAXES, STORE(LOCK), ANY},
    {"unlock before the deque is reset", OWNER_DEFERS, STORE(HEAD), MUTANT_ANY, STORE(LOCK)},
};

static const struct machine_mutant sleepers[] = {
    {"no fence before sleep", OTHERS_SKIP, FENCE, ANY},
    {"no fence of the owner's own before the alarm", OWNER_SKIPS, FENCE, ANY},
    {"alarm looked at before the tail is moved", OWNER_DEFERS, STORE(TAIL), MUTANT_UP, LOAD(ALARM)},
    {"alarm set after the last look", OTHERS_DEFER, STORE(ALARM), MUTANT_ANY, LOAD(TAIL)},
    {"alarm set before asleep", OTHERS_DEFER, STORE(ASLEEP), MUTANT_ANY, STORE(ALARM)},
    {"alarm not set", OTHERS_SKIP, STORE(ALARM), ANY},
    {"alarm switched off after the sleeper is woken", OWNER_DEFERS, STORE(ALARM), MUTANT_ANY,
     LOAD(ASLEEP)},
    {"sleepers looked for by relaxed loads", OWNER_RELAXES, LOAD(ASLEEP), ANY},
    {"nobody is woken", OWNER_SKIPS, EXCHANGE(ASLEEP), ANY},
    {"a root is ready after the look for sleepers", OWNER_DEFERS, STORE(READY), MUTANT_ANY,
     LOAD(ASLEEP)},
};

static void check_caught(const struct machine_mutant *mutant, bool sleep)
{
    struct model_result r = {0};
    machine_mutant = mutant;
    for (unsigned i = 0; i < 4 * N_SCENARIOS && !r.wrong; i++) {
        scenario = &scenarios[i / 4];
        if (sleeps() != sleep)
            continue;
        r = explore(scenario, memories[i & 1], i & 2, false);
        if (r.wrong)
            printf("mutant: %s: %s %s %s%s: %s\n", mutant->name, scenario->owner, scenario->others,
                   memories[i & 1]->name, i & 2 ? " fenced" : "", r.wrong);
    }
    machine_mutant = NULL;
    if (r.wrong)
        check_passed++;
    else if (check_failed++ < 50)
        fprintf(stderr, "mutant: %s: not caught\n", mutant->name);
}

static void check_mutants(void)
{
    for (size_t i = 0; i < sizeof thieves / sizeof thieves[0]; i++)
        check_caught(&thieves[i], false);
    for (size_t i = 0; i < sizeof sleepers / sizeof sleepers[0]; i++)
        check_caught(&sleepers[i], true);
}

/* --- what the model takes for granted --- */

/* The compiler does not move the load of what another thread writes before the owner's store. */
static void check_barrier(const char *text, const char *function, const char *store,
                          const char *load)
{
    const char *at = strstr(text, function), *end = at ? strstr(at, "\n}\n") : NULL;
    CHECK(end);
    at = at ? strstr(at, store) : NULL;
    CHECK(at && at < end);
    at = at ? strstr(at, "__asm__ __volatile__(\"\" : : : \"memory\");") : NULL;
    CHECK(at && at < end);
    at = at ? strstr(at, load) : NULL;
    CHECK(at && at < end);
}

static void check_text(enum sw_rewrite_target target)
{
    struct sw_rewrite_mode mode = {.target = target, .tasks = 1};
    struct sw_buffer text = {0};
    sw_prelude_add(&text, mode);
    check_barrier(text.text, " __spanwise_push(", "__atomic_store_n(&w->tail,",
                  "volatile *)&w->alarm");
    check_barrier(text.text, " *__spanwise_popped(", "__atomic_store_n(&w->tail,",
                  "volatile *)&w->head");
    sw_buffer_release(&text);
}

int main(void)
{
    setvbuf(stdout, NULL, _IOLBF, 0);
    check_text(SW_TARGET_X86_64);
    check_text(SW_TARGET_AARCH64);
    check_all();
    check_mutants();
    return check_done();
}
