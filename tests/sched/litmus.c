/*
 * The models of memory themselves: small programs of two or three threads, and an outcome of their
 * loads that each model must allow or must forbid. One that forbids too much would find no bugs.
 */
#include "tests/check.h"
#include "tests/sched/model.h"

#include <stdatomic.h>

/* R load, W store, X exchange for one more, F fence, A fence of all threads; x or y; what is loaded in
 * the outcome, or stored; nothing for relaxed, a acquire, r release, s sequential. */
static const struct litmus {
    const char *name;
    bool tso, views; /* is the outcome allowed? */
    const char *threads[MEMORY_THREADS];
    const char *end; /* values at the end that are part of the outcome */
} tests[] = {
    {"store buffering", true, true, {"Wx1 Ry0", "Wy1 Rx0"}, ""},
    {"the same, release and acquire", true, true, {"Wx1r Ry0a", "Wy1r Rx0a"}, ""},
    {"the same, sequential", false, false, {"Wx1s Ry0s", "Wy1s Rx0s"}, ""},
    {"the same, only stores sequential", false, true, {"Wx1s Ry0", "Wy1s Rx0"}, ""},
    {"the same, one fence", true, true, {"Wx1 F Ry0", "Wy1 Rx0"}, ""},
    {"the same, fences", false, false, {"Wx1 F Ry0", "Wy1 F Rx0"}, ""},
    {"the same, a fence of all", false, false, {"Wx1 A Ry0", "Wy1 Rx0"}, ""},
    {"message passing", false, true, {"Wx1 Wy1", "Ry1 Rx0"}, ""},
    {"the same, release only", false, true, {"Wx1 Wy1r", "Ry1 Rx0"}, ""},
    {"the same, acquire only", false, true, {"Wx1 Wy1", "Ry1a Rx0"}, ""},
    {"the same, release and acquire", false, false, {"Wx1 Wy1r", "Ry1a Rx0"}, ""},
    {"the same, fences", false, false, {"Wx1 F Wy1", "Ry1 F Rx0"}, ""},
    {"the same, a fence of the reader", false, true, {"Wx1 Wy1", "Ry1 F Rx0"}, ""},
    {"the same, a fence of all by the reader", false, false, {"Wx1 Wy1", "Ry1 A Rx0"}, ""},
    {"the same, through an exchange", false, false, {"Wx1 Wy1r", "Xy1", "Ry2a Rx0"}, ""},
    {"the same, through another thread", false, false, {"Wx1", "Rx1a Wy1r", "Ry1a Rx0"}, ""},
    {"one place backwards", false, false, {"Wx1 Wx2", "Rx2 Rx1"}, ""},
    {"an own store not seen", false, false, {"Wx1 Rx0"}, ""},
    {"two stores each, crosswise", false, true, {"Wx1 Wy2", "Wy1 Wx2"}, "x1 y1"},
    {"the same, releases", false, true, {"Wx1r Wy2r", "Wy1r Wx2r"}, "x1 y1"},
    {"the same, fences", false, false, {"Wx1 F Wy2", "Wy1 F Wx2"}, "x1 y1"},
    {"an alarm lost", false, true, {"Wx1s Wy1s", "Wy2s Rx0"}, "y2"}, /* see sw_wake_one() */
    {"the same, sequential load", false, false, {"Wx1s Wy1s", "Wy2s Rx0s"}, "y2"},
    {"two exchanges of one value", false, false, {"Xx0", "Xx0"}, ""},
};

static const struct litmus *litmus;
static const struct memory_model *memory;

static void fence_all(void)
{
    const struct memory_access fence = {.kind = MEMORY_FENCE, .order = memory_order_seq_cst};
    unsigned left = model_others();
    model_step(fence);
    while (left)
        left &= ~(1u << model_step(
                      (struct memory_access){.kind = MODEL_FENCE_OTHER, .value = (uint8_t)left}));
    model_step(fence);
}

static uint8_t order_of(char letter)
{
    switch (letter) {
    case 'a':
        return memory_order_acquire;
    case 'r':
        return memory_order_release;
    case 's':
        return memory_order_seq_cst;
    default:
        return memory_order_relaxed;
    }
}

/* Did it load what the outcome says? */
static bool take(const char *step)
{
    struct memory_access a = {.kind = MEMORY_FENCE, .order = memory_order_seq_cst};
    if (*step == 'A') {
        fence_all();
        return true;
    }
    if (*step != 'F') {
        uint8_t value = (uint8_t)(step[2] - '0');
        a.kind = *step == 'R' ? MEMORY_LOAD : *step == 'W' ? MEMORY_STORE : MEMORY_EXCHANGE;
        a.place = step[1] == 'y';
        a.value = (uint8_t)(value + (*step == 'X'));
        a.order = order_of(step[3]);
        return model_step(a) == value || *step == 'W';
    }
    model_step(a);
    return true;
}

static const char *next_word(const char *word)
{
    const char *blank = strchr(word, ' ');
    return blank ? blank + 1 : word + strlen(word);
}

static bool run(unsigned thread)
{
    const char *program = litmus->threads[thread] ? litmus->threads[thread] : "";
    for (const char *step = program; *step; step = next_word(step))
        if (!take(step))
            model_note(0, 0);
    return false;
}

/* Another outcome. */
static const char *note(struct model_state *state, unsigned thread, unsigned what, unsigned which,
                        uint8_t *answer)
{
    (void)thread;
    (void)what;
    (void)which;
    (void)answer;
    state->notes[0] = 1;
    return NULL;
}

static const char *end(const struct model_state *state)
{
    bool is_it = !state->notes[0];
    for (const char *c = litmus->end; *c; c = next_word(c))
        is_it &= memory->newest(&state->memory, 0, *c == 'y') == c[1] - '0';
    return is_it ? "the outcome" : NULL;
}

static void check(const struct litmus *l, const struct memory_model *m, bool allowed)
{
    struct model_test test = {m, 3, {0}, run, note, end};
    litmus = l;
    memory = m;
    struct model_result r = model_explore(&test, false);
    printf("%-6s %s: %s\n", m->name, l->name, r.wrong ? "allowed" : "forbidden");
    CHECK_EQ(r.wrong != NULL, allowed);
}

int main(void)
{
    for (size_t i = 0; i < sizeof tests / sizeof tests[0]; i++) {
        check(&tests[i], &memory_tso, tests[i].tso);
        check(&tests[i], &memory_views, tests[i].views);
    }
    return check_done();
}
