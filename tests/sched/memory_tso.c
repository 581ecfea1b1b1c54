#include "tests/sched/memory.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static void init(struct memory *memory, const uint8_t values[MEMORY_PLACES])
{
    memset(memory, 0, sizeof *memory);
    memcpy(memory->tso.value, values, MEMORY_PLACES);
}

static unsigned choices(const struct memory *memory, unsigned thread, struct memory_access access)
{
    (void)memory;
    (void)thread;
    (void)access;
    return 1;
}

static bool drain(struct memory *memory, unsigned thread)
{
    struct memory_tso *m = &memory->tso;
    if (!m->count[thread])
        return false;
    m->value[m->buffer[thread][0].place] = m->buffer[thread][0].value;
    m->count[thread]--;
    memmove(m->buffer[thread], m->buffer[thread] + 1, m->count[thread] * sizeof m->buffer[0][0]);
    return true;
}

static void flush(struct memory *memory, unsigned thread)
{
    while (drain(memory, thread))
        ;
}

static uint8_t newest(const struct memory *memory, unsigned thread, unsigned place)
{
    const struct memory_tso *m = &memory->tso;
    for (unsigned i = m->count[thread]; i > 0; i--)
        if (m->buffer[thread][i - 1].place == place)
            return m->buffer[thread][i - 1].value;
    return m->value[place];
}

static void store(struct memory *memory, unsigned thread, struct memory_access access)
{
    struct memory_tso *m = &memory->tso;
    unsigned i = m->count[thread]++;
    if (i == MEMORY_BUFFER)
        abort();
    m->buffer[thread][i].place = access.place;
    m->buffer[thread][i].value = access.value;
    if (access.order == memory_order_seq_cst)
        flush(memory, thread);
}

static uint8_t exchange(struct memory *memory, unsigned thread, struct memory_access access)
{
    flush(memory, thread);
    uint8_t old = memory->tso.value[access.place];
    memory->tso.value[access.place] = access.value;
    return old;
}

static uint8_t do_access(struct memory *memory, unsigned thread, struct memory_access access,
                         unsigned choice)
{
    (void)choice;
    switch (access.kind) {
    case MEMORY_LOAD:
        return newest(memory, thread, access.place);
    case MEMORY_STORE:
        store(memory, thread, access);
        return 0;
    case MEMORY_EXCHANGE:
        return exchange(memory, thread, access);
    default:
        flush(memory, thread);
        return 0;
    }
}

static size_t print(struct memory *memory, unsigned running, uint8_t *bytes)
{
    struct memory_tso *m = &memory->tso;
    uint8_t *to = bytes;
    (void)running;
    memcpy(to, m->value, MEMORY_PLACES);
    to += MEMORY_PLACES;
    for (unsigned t = 0; t < MEMORY_THREADS; t++) {
        *to++ = m->count[t];
        memcpy(to, m->buffer[t], m->count[t] * sizeof m->buffer[0][0]);
        to += m->count[t] * sizeof m->buffer[0][0];
    }
    return (size_t)(to - bytes);
}

const struct memory_model memory_tso = {"TSO", init, choices, do_access, drain, newest, print};
