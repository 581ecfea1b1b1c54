#include "tests/sched/machine.h"
#include "tests/sched/model.h"

#include "agent/cilk/sched/frame.h"

#include <linux/futex.h>
#include <linux/membarrier.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>

volatile void *machine_places[PLACES];
struct sw_frame *machine_slots[MACHINE_SLOTS];
struct sw_frame *machine_frames;
const struct machine_mutant *machine_mutant;

_Static_assert(PLACES <= MEMORY_PLACES, "the memory has room");

enum { SLOT = 0x40, FRAME = 0x80 }; /* + number: bytes that stand for pointers */

static unsigned self;
static struct sw_frame *slots_before[MACHINE_SLOTS], hiding;
static unsigned hidden; /* a slot, or MACHINE_SLOTS */
static struct memory_access deferred;
static bool is_deferred;

void machine_start(unsigned thread)
{
    self = thread;
    is_deferred = false;
    hidden = MACHINE_SLOTS;
    memcpy(slots_before, machine_slots, sizeof slots_before);
}

uint8_t machine_encode(uint64_t value)
{
    uint64_t slots = (uint64_t)machine_slots, frames = (uint64_t)machine_frames;
    if (value >= slots && value <= slots + sizeof machine_slots)
        return (uint8_t)(SLOT + (value - slots) / sizeof machine_slots[0]);
    if (value >= frames && value < frames + MACHINE_FRAMES * sizeof *machine_frames)
        return (uint8_t)(FRAME + (value - frames) / sizeof *machine_frames);
    if (value >= SLOT) {
        fprintf(stderr, "no value of the model: %#lx\n", (unsigned long)value);
        abort();
    }
    return (uint8_t)value;
}

uint64_t machine_decode(uint8_t byte)
{
    if (byte >= FRAME)
        return (uint64_t)(machine_frames + byte - FRAME);
    return byte >= SLOT ? (uint64_t)(machine_slots + byte - SLOT) : byte;
}

static unsigned place_of(const volatile void *at)
{
    unsigned place = 0;
    while (place < PLACES && machine_places[place] != at)
        place++;
    if (place == PLACES && !machine_ignores(at)) {
        fprintf(stderr, "no place of the model: %p\n", (void *)(uintptr_t)at);
        abort();
    }
    return place;
}

static uint64_t read_real(const volatile void *at, unsigned size)
{
    return size == 4 ? *(const volatile uint32_t *)at : *(const volatile uint64_t *)at;
}

static void write_real(volatile void *at, unsigned size, uint64_t value)
{
    if (size == 4)
        *(volatile uint32_t *)at = (uint32_t)value;
    else
        *(volatile uint64_t *)at = value;
}

/* --- steps --- */

static bool is_mutated(struct memory_access step, bool back)
{
    const struct machine_mutant *m = machine_mutant;
    return m && (m->who == MUTANT_OWNER) == (self == 0) && m->kind == step.kind &&
           m->place == step.place && (m->only == MUTANT_ANY || (m->only == MUTANT_DOWN) == back);
}

static uint8_t take_step(struct memory_access step, bool back)
{
    uint8_t value;
    if (is_mutated(step, back)) {
        if (machine_mutant->what == MUTANT_SKIPS)
            return 0;
        if (machine_mutant->what == MUTANT_DEFERS) {
            deferred = step;
            is_deferred = true;
            return 0;
        }
        step.order = memory_order_relaxed;
    }
    value = model_step(step);
    if (is_deferred && step.kind == machine_mutant->until &&
        step.place == machine_mutant->until_place) {
        is_deferred = false;
        model_step(deferred);
    }
    return value;
}

static struct memory_access access_of(uint8_t kind, unsigned place, uint64_t value, int order)
{
    struct memory_access step = {kind, (uint8_t)place, machine_encode(value), (uint8_t)order};
    return step;
}

static void store_slot(unsigned i)
{
    slots_before[i] = machine_slots[i];
    take_step(
        access_of(MEMORY_STORE, PLACE_SLOT + i, (uint64_t)machine_slots[i], memory_order_relaxed),
        false);
}

/* What was stored is hidden up to the next step, so that a second store of the same shows. Nobody
 * loads it in between: a push goes on to another step. */
static void notice_slots(void)
{
    for (unsigned i = 0; i < MACHINE_SLOTS; i++) {
        if (i == hidden) {
            hidden = MACHINE_SLOTS;
            if (machine_slots[i] == &hiding)
                machine_slots[i] = slots_before[i];
            else
                store_slot(i);
        } else if (machine_slots[i] != slots_before[i]) {
            store_slot(i);
            machine_slots[i] = &hiding;
            hidden = i;
        }
    }
}

uint64_t machine_load(const volatile void *at, unsigned size, int order)
{
    unsigned place = place_of(at);
    notice_slots();
    if (place == PLACES)
        return read_real(at, size);
    return machine_decode(take_step(access_of(MEMORY_LOAD, place, 0, order), false));
}

void machine_store(volatile void *at, unsigned size, uint64_t value, int order)
{
    unsigned place = place_of(at);
    notice_slots();
    if (place == PLACES)
        return;
    bool back = value < read_real(at, size);
    write_real(at, size, value);
    take_step(access_of(MEMORY_STORE, place, value, order), back);
}

uint64_t machine_exchange(volatile void *at, unsigned size, uint64_t value, int order)
{
    unsigned place = place_of(at);
    notice_slots();
    if (place == PLACES)
        return read_real(at, size);
    write_real(at, size, value);
    return machine_decode(take_step(access_of(MEMORY_EXCHANGE, place, value, order), false));
}

void machine_fence(int order)
{
    notice_slots();
    take_step(access_of(MEMORY_FENCE, 0, 0, order), false);
}

static void fence_others(void)
{
    unsigned left = model_others();
    if (is_mutated(access_of(MEMORY_FENCE, 0, 0, 0), false))
        return;
    while (left)
        left &= ~(1u << model_step(access_of(MODEL_FENCE_OTHER, 0, left, 0)));
    machine_fence(memory_order_seq_cst);
}

static void futex(const volatile void *at, int command, unsigned value)
{
    unsigned place = place_of(at);
    if (place == PLACES)
        abort();
    if (command == FUTEX_WAIT_PRIVATE)
        model_step(access_of(MODEL_WAIT, place, value, memory_order_relaxed));
    else
        model_step(access_of(MODEL_WAKE, place, 0, 0));
}

long machine_syscall(long number, ...)
{
    va_list list;
    va_start(list, number);
    if (number == SYS_membarrier) {
        if (va_arg(list, int) == MEMBARRIER_CMD_PRIVATE_EXPEDITED)
            fence_others();
    } else if (number == SYS_futex) {
        const volatile void *at = va_arg(list, void *);
        int command = va_arg(list, int);
        futex(at, command, (unsigned)va_arg(list, int));
    } else {
        abort();
    }
    va_end(list);
    return 0;
}
