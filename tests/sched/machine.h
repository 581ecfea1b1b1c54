/*
 * The machine that the code under test is compiled for: its atomic accesses and system calls become
 * steps of the model (model.h).
 *
 * Every place of the model has an address in real memory. There a thread finds, when it is run, what
 * it has stored itself, and nothing of others: so plain loads of what nobody else writes are right.
 * The owner's plain stores to slots of the deque are found by looking for changes before its next
 * step.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct sw_frame;

#define MACHINE_SLOTS  4 /* of the deque, with the one below its base */
#define MACHINE_FRAMES 4

enum machine_place {
    PLACE_TAIL,
    PLACE_ALARM,
    PLACE_HEAD,
    PLACE_LOCK,
    PLACE_FIBER,
    PLACE_READY,
    PLACE_ASLEEP, /* of the threads but the first */
    PLACE_SLOT = PLACE_ASLEEP + 2,
    PLACE_STOLEN = PLACE_SLOT + MACHINE_SLOTS, /* of the frames */
    PLACES = PLACE_STOLEN + MACHINE_FRAMES
};

/* Addresses of places. What is at others must be ignored, and stays as it is: its loads are no steps,
 * and stores are dropped. */
bool machine_ignores(const volatile void *at);
extern volatile void *machine_places[PLACES];
extern struct sw_frame *machine_slots[MACHINE_SLOTS];
extern struct sw_frame *machine_frames; /* that many */

/* Values of 64 bits as bytes: pointers to slots, to frames, and small numbers. */
uint8_t machine_encode(uint64_t value);
uint64_t machine_decode(uint8_t byte);

/* One thing that is wrong in the code, on purpose: accesses of this kind and place, by the owner or by
 * the others, are left out, or come after the next one that is of kind `until` at `until_place`, or are
 * relaxed. */
struct machine_mutant {
    const char *name;
    enum { MUTANT_OWNER, MUTANT_OTHERS } who;
    enum { MUTANT_SKIPS, MUTANT_DEFERS, MUTANT_RELAXES } what;
    uint8_t kind, place;
    enum {
        MUTANT_ANY,
        MUTANT_UP,
        MUTANT_DOWN
    } only; /* stores of more, of less than the one before */
    uint8_t until, until_place;
};

extern const struct machine_mutant *machine_mutant; /* NULL: none */

/* A thread starts, or is run again; real memory has been initialized. */
void machine_start(unsigned thread);

uint64_t machine_load(const volatile void *at, unsigned size, int order);
void machine_store(volatile void *at, unsigned size, uint64_t value, int order);
uint64_t machine_exchange(volatile void *at, unsigned size, uint64_t value, int order);
void machine_fence(int order);
long machine_syscall(long number, ...);

/* The owner's end of the deque, as generated code has it. */
void machine_owner_push(struct sw_frame *frame);
void machine_owner_popped(struct sw_frame *frame);
