/*
 * What the programs of advice (a_*, c_*, o_*) are made of: computation alone, no memory. A unit is a microsecond or less. Each program has one
 * flaw, at the line that says HERE, which is the line that advice is to name; -DMENDED=1 builds its twin in which that advice is
 * followed, and all else is the same; -DMENDED=2 that of HERE 2, where there are two. promises.py compares what was promised with what the twin gains.
 */
#pragma once

#ifndef MENDED
#define MENDED 0
#endif

#ifndef UNIT
#define UNIT 1000 /* multiplications */
#endif

/* One multiplication has to wait for the one before: it takes as long on every thread, whatever the others do. */
__attribute__((noinline, unused)) static unsigned burn(unsigned units)
{
    unsigned x = units | 1;
    for (unsigned i = 0; i < units * UNIT; i++)
        x = x * 1664525u + 1013904223u;
    __asm__ volatile("" : : "r"(x));
    return x & 1;
}
