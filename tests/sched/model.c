#include "tests/sched/model.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEPTH (1 << 16) /* steps of a path */

static const struct model_test *test;
static struct model_result result;

/* --- threads --- */

enum { STEP = 1, AGAIN };

static jmp_buf leave;
static struct model_thread *self;
static unsigned self_number, position, spin;

uint8_t model_step(struct memory_access step)
{
    if (position < self->length)
        return self->history[position++];
    self->next = step;
    longjmp(leave, STEP);
}

uint8_t model_note(unsigned what, unsigned which)
{
    struct memory_access step = {MODEL_NOTE, (uint8_t)what, (uint8_t)which, 0};
    return model_step(step);
}

void model_spins(unsigned times)
{
    if (times == 0) {
        spin = position;
        return;
    }
    self->length = (uint8_t)spin;
    longjmp(leave, AGAIN);
}

unsigned model_others(void)
{
    return ((1u << test->threads) - 1) & ~(1u << self_number);
}

static void remember(struct model_thread *thread, uint8_t value)
{
    if (thread->length == MODEL_HISTORY)
        abort();
    thread->history[thread->length++] = value;
}

static bool take_note(struct model_state *state)
{
    uint8_t answer = 0;
    result.wrong = test->note(state, self_number, self->next.place, self->next.value, &answer);
    if (!result.wrong)
        remember(self, answer);
    return !result.wrong;
}

/* Until it has a step to do or ends; false: there is something wrong. */
static bool go_on(struct model_state *state, unsigned number)
{
    self_number = number;
    self = &state->threads[number];
    for (;;) {
        position = 0;
        switch (setjmp(leave)) {
        case 0:
            self->ended = !test->run(self_number);
            self->length = 0;
            if (self->ended)
                return true;
            break;
        case STEP:
            if (self->next.kind != MODEL_NOTE)
                return true;
            if (!take_note(state))
                return false;
            break;
        case AGAIN:
            break;
        }
    }
}

/* --- states that were seen --- */

struct print {
    uint64_t low, high;
};

static struct print *seen; /* a hash table of a power of two, numbers[] beside it */
static uint32_t *numbers;
static size_t seen_size, seen_count;
static uint32_t (*edges)[2];
static size_t edges_size, edges_count;
static uint32_t *ends; /* states where nobody goes on */
static size_t ends_size, ends_count;

static void *grown(void *list, size_t count, size_t *size, size_t each)
{
    if (count < *size)
        return list;
    *size = *size ? 2 * *size : 1024;
    list = realloc(list, *size * each);
    if (!list)
        abort();
    return list;
}

static uint64_t mix(uint64_t hash, uint64_t word, uint64_t factor)
{
    hash = (hash ^ word) * factor;
    return hash ^ hash >> 29;
}

static struct print hash(const uint8_t *bytes, size_t size)
{
    struct print p = {size, ~size};
    for (size_t i = 0; i < size; i += 8) {
        uint64_t word = 0;
        memcpy(&word, bytes + i, size - i < 8 ? size - i : 8);
        p.low = mix(p.low, word, 0x9e3779b97f4a7c15);
        p.high = mix(p.high, word, 0xd6e8feb86659fd93);
    }
    p.low |= 1; /* 0 is an empty slot */
    return p;
}

static struct print print(struct model_state *state)
{
    uint8_t bytes[sizeof *state], *to = bytes;
    unsigned running = 0;
    for (unsigned t = 0; t < test->threads; t++) {
        const struct model_thread *thread = &state->threads[t];
        running |= !thread->ended << t;
        *to++ = (uint8_t)(thread->ended | thread->waits << 1);
        *to++ = thread->length;
        memcpy(to, thread->history, thread->length);
        to += thread->length;
    }
    memcpy(to, state->notes, MODEL_NOTES);
    to += MODEL_NOTES;
    to += test->memory->print(&state->memory, running, to);
    return hash(bytes, (size_t)(to - bytes));
}

static size_t slot_of(struct print p)
{
    size_t i = p.high & (seen_size - 1);
    while (seen[i].low && (seen[i].low != p.low || seen[i].high != p.high))
        i = (i + 1) & (seen_size - 1);
    return i;
}

static void make_room(void)
{
    struct print *old = seen;
    uint32_t *old_numbers = numbers;
    size_t old_size = seen_size;
    if (2 * seen_count < seen_size)
        return;
    seen_size = seen_size ? 2 * seen_size : 1 << 12;
    seen = calloc(seen_size, sizeof *seen);
    numbers = calloc(seen_size, sizeof *numbers);
    if (!seen || !numbers)
        abort();
    for (size_t i = 0; i < old_size; i++)
        if (old[i].low) {
            size_t to = slot_of(old[i]);
            seen[to] = old[i];
            numbers[to] = old_numbers[i];
        }
    free(old);
    free(old_numbers);
}

/* Its number; is it new? */
static uint32_t number_of(struct model_state *state, bool *is_new)
{
    struct print p = print(state);
    make_room();
    size_t i = slot_of(p);
    *is_new = !seen[i].low;
    if (*is_new) {
        seen[i] = p;
        numbers[i] = (uint32_t)seen_count++;
    }
    return numbers[i];
}

static void add_edge(uint32_t from, uint32_t to)
{
    edges = grown(edges, edges_count, &edges_size, sizeof *edges);
    edges[edges_count][0] = from;
    edges[edges_count++][1] = to;
}

static void add_end(uint32_t state)
{
    ends = grown(ends, ends_count, &ends_size, sizeof *ends);
    ends[ends_count++] = state;
}

static void forget(void)
{
    free(seen);
    free(numbers);
    free(edges);
    free(ends);
    seen = NULL;
    numbers = NULL;
    edges = NULL;
    ends = NULL;
    seen_size = seen_count = edges_size = edges_count = ends_size = ends_count = 0;
}

/* Is an end in reach of all states? Backward from the ends, edges sorted by where they lead to. */
static bool all_end(void)
{
    uint32_t *first = calloc(seen_count + 2, sizeof *first);
    uint32_t *from = malloc((edges_count + 1) * sizeof *from);
    uint32_t *list = malloc((seen_count + 1) * sizeof *list);
    bool *reached = calloc(seen_count + 1, 1);
    size_t n = 0;
    if (!first || !from || !list || !reached)
        abort();
    for (size_t i = 0; i < edges_count; i++)
        first[edges[i][1] + 2]++;
    for (size_t i = 2; i < seen_count + 2; i++)
        first[i] += first[i - 1];
    for (size_t i = 0; i < edges_count; i++)
        from[first[edges[i][1] + 1]++] = edges[i][0];
    for (size_t i = 0; i < ends_count; i++) {
        reached[ends[i]] = true;
        list[n++] = ends[i];
    }
    for (size_t i = 0; i < n; i++)
        for (uint32_t e = first[list[i]]; e < first[list[i] + 1]; e++)
            if (!reached[from[e]]) {
                reached[from[e]] = true;
                list[n++] = from[e];
            }
    free(first);
    free(from);
    free(list);
    free(reached);
    return n == seen_count;
}

/* --- the search --- */

static struct path {
    unsigned thread, choice;
    struct memory_access step;
    uint8_t value;
} path[DEPTH];
static unsigned depth;

static void tell(void)
{
    static const char *const names[] = {"load", "store", "exchange", "fence", "fence of",
                                        "wait", "wake",  "choose",   "note",  "drain"};
    for (unsigned i = 0; i < depth; i++)
        fprintf(stderr, "    thread %u: %s, place %u, value %#x, order %u, choice %u: %#x\n",
                path[i].thread, names[path[i].step.kind], path[i].step.place, path[i].step.value,
                path[i].step.order, path[i].choice, path[i].value);
}

static const struct memory_access fence = {.kind = MEMORY_FENCE};

static unsigned choices(const struct model_state *state, unsigned number)
{
    const struct model_thread *thread = &state->threads[number];
    struct memory_access load = thread->next;
    struct memory memory;
    if (thread->ended || thread->waits)
        return 0;
    switch (thread->next.kind) {
    case MODEL_FENCE_OTHER:
        return MEMORY_THREADS;
    case MODEL_WAKE:
        return 1;
    case MODEL_CHOOSE:
        return thread->next.value;
    case MODEL_WAIT:
        load.kind = MEMORY_LOAD;
        memory = state->memory;
        test->memory->access(&memory, number, fence, 0);
        return test->memory->choices(&memory, number, load);
    default:
        return test->memory->choices(&state->memory, number, thread->next);
    }
}

static bool wake(struct model_state *state, unsigned place)
{
    for (unsigned t = 0; t < test->threads; t++) {
        struct model_thread *thread = &state->threads[t];
        if (!thread->waits || thread->next.place != place)
            continue;
        thread->waits = false;
        remember(thread, thread->next.value);
        if (!go_on(state, t))
            return false;
    }
    return true;
}

/* One step of a thread. False: it cannot be done, or something is wrong. */
static bool step(struct model_state *state, unsigned number, unsigned choice)
{
    struct model_thread *thread = &state->threads[number];
    struct memory_access next = thread->next, load = next;
    uint8_t value = 0;
    load.kind = MEMORY_LOAD;
    switch (next.kind) {
    case MODEL_FENCE_OTHER:
        if (!(next.value >> choice & 1))
            return false;
        test->memory->access(&state->memory, choice, fence, 0);
        value = (uint8_t)choice;
        break;
    case MODEL_WAIT:
        test->memory->access(&state->memory, number, fence, 0);
        value = test->memory->access(&state->memory, number, load, choice);
        if (value == next.value) {
            thread->waits = true;
            return true;
        }
        break;
    case MODEL_WAKE:
        test->memory->access(&state->memory, number, fence, 0);
        break;
    case MODEL_CHOOSE:
        value = (uint8_t)choice;
        break;
    default:
        value = test->memory->access(&state->memory, number, next, choice);
    }
    path[depth - 1].value = value;
    remember(thread, value);
    return go_on(state, number) && (next.kind != MODEL_WAKE || wake(state, next.place));
}

static void search(struct model_state *state, uint32_t number);

static void go_into(struct model_state *state, uint32_t from)
{
    bool is_new;
    uint32_t number = number_of(state, &is_new);
    result.steps++;
    add_edge(from, number);
    if (is_new)
        search(state, number);
}

static void push(unsigned thread, struct memory_access next, unsigned choice)
{
    if (depth == DEPTH)
        abort();
    path[depth++] = (struct path){thread, choice, next, 0};
}

/* Everything that can come next, of one thread: can it do something? Leaves the path as it is if
 * something is wrong. */
static bool search_thread(struct model_state *state, struct model_state *after, uint32_t number,
                          unsigned thread)
{
    bool can = false;
    unsigned n = choices(state, thread);
    for (unsigned choice = 0; choice <= n; choice++) {
        *after = *state;
        push(thread, state->threads[thread].next, choice);
        if (choice == n) /* the last choice: not the thread but its buffer */
            path[depth - 1].step = (struct memory_access){.kind = MODEL_NOTE + 1};
        if (choice < n ? step(after, thread, choice)
                       : test->memory->drain(&after->memory, thread)) {
            can = true;
            go_into(after, number);
        }
        if (result.wrong)
            return true;
        depth--;
    }
    return can;
}

static void search(struct model_state *state, uint32_t number)
{
    struct model_state *after = malloc(sizeof *after);
    bool end = true;
    if (!after)
        abort();
    for (unsigned t = 0; t < test->threads && !result.wrong; t++)
        end &= !search_thread(state, after, number, t);
    free(after);
    if (!end || result.wrong)
        return;
    add_end(number);
    result.ends++;
    result.wrong = test->end(state);
}

struct model_result model_explore(const struct model_test *the_test, bool aloud)
{
    struct model_state state = {0};
    bool is_new;
    test = the_test;
    result = (struct model_result){0};
    depth = 0;
    test->memory->init(&state.memory, test->initial);
    for (unsigned t = 0; t < test->threads && !result.wrong; t++)
        go_on(&state, t);
    if (!result.wrong)
        search(&state, number_of(&state, &is_new));
    if (result.wrong && aloud)
        tell();
    if (!result.wrong && !all_end())
        result.wrong = "somebody waits for ever";
    result.states = seen_count;
    forget();
    return result;
}
