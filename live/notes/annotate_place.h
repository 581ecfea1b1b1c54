/*
 * Numbers of annotations and locks: those of the live tree's tables. An annotation is known by where it is and by
 * its name, whatever memory they are in: a library may be closed and opened again.
 */
#pragma once

#include "live/notes/annotate_mark.h"

/* Where it is: file, function and line, or an address. Strings are copied. */
struct sw_place_key {
    const char *file, *function, *label; /* NULL: none */
    uint64_t address;
    uint32_t line, kind; /* enum sw_node_kind; 0: of an end */
};

/* 0 never; where there is no room for more, a number that others have too. */
uint32_t sw_place_number(struct sw_annotator *annotator, const struct sw_place_key *key);

/* The same for a lock, as the program has it. */
uint32_t sw_place_lock(struct sw_annotator *annotator, uint64_t lock);

/* Has the tables made. False: no memory. */
bool sw_place_init(struct sw_annotator *annotator);
