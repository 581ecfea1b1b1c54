/* A thread to replay the notes of hooks on, in a process that does not exist: there is no code. */
#pragma once

#include "live/notes/opencilk.h"
#include "live/site.h"
#include "profile/profile.h"
#include "tests/replay_test.h"

#define FUNCTIONS 8 /* numbered from 2 on */
#define CODE      0x10000
#define BURDEN    50

static inline struct subject make_subject(uint64_t depth)
{
    struct subject s = subject_new(depth, BURDEN);
    s.live->gone = 1; /* there is no code to look at */
    s.live->modules.n = 1;
    s.live->modules.all[0].code = CODE - 0x1000;
    s.live->modules.all[0].code_end = CODE + 0x100000;
    atomic_store(&s.live->n_functions, 2 + FUNCTIONS);
    for (uint32_t f = 2; f < 2 + FUNCTIONS; f++) {
        s.live->functions[f].address = CODE + f * 0x1000 + 0x20;
        s.live->functions[f].id = f == 9 ? 8 : f; /* 9 is a copy of 8 */
    }
    return s;
}
