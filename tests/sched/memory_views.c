#include "tests/sched/memory.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static void init(struct memory *memory, const uint8_t values[MEMORY_PLACES])
{
    memset(memory, 0, sizeof *memory);
    for (unsigned p = 0; p < MEMORY_PLACES; p++) {
        memory->views.count[p] = 1;
        memory->views.values[p][0].value = values[p];
    }
}

static bool acquires(struct memory_access access)
{
    return access.order == memory_order_acquire || access.order == memory_order_acq_rel ||
           access.order == memory_order_seq_cst;
}

static bool releases(struct memory_access access)
{
    return access.order == memory_order_release || access.order == memory_order_acq_rel ||
           access.order == memory_order_seq_cst;
}

static void join(struct memory_view *to, const struct memory_view *from)
{
    for (unsigned p = 0; p < MEMORY_PLACES; p++)
        if (to->of[p] < from->of[p])
            to->of[p] = from->of[p];
}

static void raise(struct memory_view *view, unsigned place, unsigned index)
{
    if (view->of[place] < index)
        view->of[place] = (uint8_t)index;
}

/* The oldest value that the access may load, or that its store may follow. */
static unsigned oldest(const struct memory_views *m, unsigned thread, struct memory_access access)
{
    unsigned from = m->seen[thread].of[access.place], last = m->sequential.of[access.place];
    return access.order == memory_order_seq_cst && from < last ? last : from;
}

static bool glued(const struct memory_views *m, unsigned place, unsigned index)
{
    return index + 1u < m->count[place] && m->values[place][index + 1].exchanged;
}

/* The choice-th value from the oldest on that the access may take; count if there are less. */
static unsigned pick(const struct memory_views *m, unsigned thread, struct memory_access access,
                     unsigned choice)
{
    unsigned count = m->count[access.place];
    unsigned index = oldest(m, thread, access);
    for (; index < count; index++) {
        if (access.kind != MEMORY_LOAD && glued(m, access.place, index))
            continue;
        if (choice-- == 0)
            return index;
    }
    return count;
}

static unsigned choices(const struct memory *memory, unsigned thread, struct memory_access access)
{
    const struct memory_views *m = &memory->views;
    unsigned n = 0;
    if (access.kind == MEMORY_FENCE)
        return 1;
    while (pick(m, thread, access, n) < m->count[access.place])
        n++;
    return n;
}

static void move_up(struct memory_view *view, unsigned place, unsigned from)
{
    if (view->of[place] >= from)
        view->of[place]++;
}

static struct memory_value *insert(struct memory_views *m, unsigned place, unsigned index)
{
    if (m->count[place]++ == MEMORY_VALUES)
        abort();
    memmove(&m->values[place][index + 1], &m->values[place][index],
            (m->count[place] - index - 1) * sizeof m->values[0][0]);
    for (unsigned p = 0; p < MEMORY_PLACES; p++)
        for (unsigned i = 0; i < m->count[p]; i++)
            move_up(&m->values[p][i].released, place, index);
    for (unsigned t = 0; t < MEMORY_THREADS; t++) {
        move_up(&m->seen[t], place, index);
        move_up(&m->heard[t], place, index);
        move_up(&m->told[t], place, index);
    }
    move_up(&m->fences, place, index);
    move_up(&m->sequential, place, index);
    return &m->values[place][index];
}

static uint8_t load(struct memory_views *m, unsigned thread, struct memory_access access,
                    unsigned index)
{
    const struct memory_value *v = &m->values[access.place][index];
    raise(&m->seen[thread], access.place, index);
    raise(&m->heard[thread], access.place, index);
    join(&m->heard[thread], &v->released);
    if (acquires(access))
        join(&m->seen[thread], &v->released);
    return v->value;
}

/* Right behind the value at `after`. */
static void store(struct memory_views *m, unsigned thread, struct memory_access access,
                  unsigned after)
{
    unsigned index = after + 1;
    struct memory_value *v = insert(m, access.place, index);
    raise(&m->seen[thread], access.place, index);
    raise(&m->heard[thread], access.place, index);
    v->value = access.value;
    v->exchanged = access.kind == MEMORY_EXCHANGE;
    v->released = releases(access) ? m->seen[thread] : m->told[thread];
    if (v->exchanged) /* a release sequence goes on */
        join(&v->released, &m->values[access.place][after].released);
    raise(&v->released, access.place, index);
    if (access.order == memory_order_seq_cst)
        raise(&m->sequential, access.place, index);
}

static void fence(struct memory_views *m, unsigned thread)
{
    join(&m->fences, &m->heard[thread]);
    m->seen[thread] = m->heard[thread] = m->told[thread] = m->fences;
}

static uint8_t do_access(struct memory *memory, unsigned thread, struct memory_access access,
                         unsigned choice)
{
    struct memory_views *m = &memory->views;
    uint8_t value = 0;
    if (access.kind == MEMORY_FENCE) {
        fence(m, thread);
        return 0;
    }
    unsigned index = pick(m, thread, access, choice);
    if (access.kind != MEMORY_STORE)
        value = load(m, thread, access, index);
    if (access.kind != MEMORY_LOAD)
        store(m, thread, access, index);
    return value;
}

static bool drain(struct memory *memory, unsigned thread)
{
    (void)memory;
    (void)thread;
    return false;
}

static uint8_t newest(const struct memory *memory, unsigned thread, unsigned place)
{
    (void)thread;
    return memory->views.values[place][memory->views.count[place] - 1].value;
}

static void lower(struct memory_view *view, const struct memory_view *by)
{
    for (unsigned p = 0; p < MEMORY_PLACES; p++)
        view->of[p] = view->of[p] > by->of[p] ? (uint8_t)(view->of[p] - by->of[p]) : 0;
}

/* What all that run have seen newer values of. */
static struct memory_view outdated(const struct memory_views *m, unsigned running)
{
    struct memory_view old;
    for (unsigned p = 0; p < MEMORY_PLACES; p++)
        old.of[p] = (uint8_t)(m->count[p] - 1);
    for (unsigned t = 0; t < MEMORY_THREADS; t++)
        if (running >> t & 1)
            for (unsigned p = 0; p < MEMORY_PLACES; p++)
                if (old.of[p] > m->seen[t].of[p])
                    old.of[p] = m->seen[t].of[p];
    return old;
}

static void drop(struct memory_views *m, const struct memory_view *old)
{
    for (unsigned p = 0; p < MEMORY_PLACES; p++) {
        m->count[p] = (uint8_t)(m->count[p] - old->of[p]);
        if (old->of[p])
            memmove(m->values[p], m->values[p] + old->of[p], m->count[p] * sizeof m->values[0][0]);
        m->values[p][0].exchanged = false;
        for (unsigned i = 0; i < m->count[p]; i++)
            lower(&m->values[p][i].released, old);
    }
    for (unsigned t = 0; t < MEMORY_THREADS; t++) {
        lower(&m->seen[t], old);
        lower(&m->heard[t], old);
        lower(&m->told[t], old);
    }
    lower(&m->fences, old);
    lower(&m->sequential, old);
}

static void forget(struct memory_views *m, unsigned running)
{
    static const struct memory_view nothing;
    struct memory_view old = outdated(m, running);
    for (unsigned t = 0; t < MEMORY_THREADS; t++)
        if (!(running >> t & 1)) /* others may still make it pass a fence */
            m->seen[t] = m->told[t] = m->heard[t];
    if (memcmp(&old, &nothing, sizeof old) != 0)
        drop(m, &old);
}

static uint8_t *add(uint8_t *to, const void *from, size_t size)
{
    memcpy(to, from, size);
    return to + size;
}

static size_t print(struct memory *memory, unsigned running, uint8_t *bytes)
{
    struct memory_views *m = &memory->views;
    uint8_t *to = bytes;
    forget(m, running);
    to = add(to, m->count, sizeof m->count);
    for (unsigned p = 0; p < MEMORY_PLACES; p++)
        to = add(to, m->values[p], m->count[p] * sizeof m->values[0][0]);
    to = add(to, m->seen, sizeof m->seen);
    to = add(to, m->heard, sizeof m->heard);
    to = add(to, m->told, sizeof m->told);
    to = add(to, &m->fences, sizeof m->fences);
    to = add(to, &m->sequential, sizeof m->sequential);
    return (size_t)(to - bytes);
}

const struct memory_model memory_views = {"views", init, choices, do_access, drain, newest, print};
