/*
 * Memory traffic, by instruction: what of the lines that it touches has to come from memory, were there a cache of so many bytes, and
 * what goes back there.
 *
 * One of 64 lines is followed, chosen by a hash of its number; and, by another hash, one of 64 again, as a check: programs have strides
 * that agree with a hash. Each of the two is a cache of its own: lines in the order of their last use, so that those that are in a cache
 * of any size are the first ones, and with a mark at each of SW_CAPACITIES sizes (of a 64th of a cache's lines). To use a line takes
 * it to the front, and over each mark that it passes another line falls: that is what leaves the smaller cache, and goes back to memory if
 * it was written to since it came. So all sizes are exact, at once, for a bounded list.
 *
 * Blocks (translate.h) then have before each access the address's computation, a look at whether it is in the same line as this
 * instruction's last one, which it mostly is, then the hashes; and one of 32 of those that are left comes here: for shared.h as well, which
 * may ask for others; but for lines that rest (resting.h). One thread at a time: what comes while another is here is counted and lost.
 */
#pragma once

#include "live/memory.h"

/* A line's number times that: two ranges of bits of the product, from the golden ratio and from the root of 2. */
#define SW_LINE_HASH       0x9e37796a09e667f3ull
#define SW_LINE_HASH_AT(i) ((i) ? 34 : 58)

/* From now on, what is translated is followed, in windows (windows.h); what is found is there, which has room for it (NULL: in memory of the
 * translator). False: no memory for it. Once, before the start. */
bool sw_memory_init(struct sw_live_memory *live, uint64_t window_ns, uint64_t apart);
bool sw_memory_is_on(void);

/* A gap is over. */
void sw_memory_next_window(void);

/* All that is known until now is in struct sw_live_memory, that of shared lines too. */
void sw_memory_sum(void);

/* Of windows, how many instructions have passed in them: who is ended has no time for more. */
void sw_memory_note_passed(void);

/* Where an instruction was last. Blocks read and write it. */
struct sw_memory_last {
    uint64_t line;  /* its number on aarch64, the address on x86-64; all bits: nowhere */
    uint64_t calls; /* not 0: its next access to another line comes here in any case (shared.h) */
};

#if defined __aarch64__
#define SW_MEMORY_LAST(address) ((address) >> SW_LINE_LOG)
#else
#define SW_MEMORY_LAST(address) (address)
#endif

/*
 * For instructions that are being translated, under the translator's lock. Where they were last stands together: sw_memory_lines() is
 * where that of the next ones will, all within reach of an offset. False: there is no room for the site.
 */
uint64_t sw_memory_lines(void);
bool sw_memory_site(uint64_t pc, uint32_t what, uint32_t *site);
struct sw_memory_last *sw_memory_last(uint32_t site);
uint64_t sw_memory_pc(uint32_t site);
bool sw_memory_stores(uint32_t site);
uint64_t sw_memory_address(uint32_t site);

/* Whether a line is one of those that are followed, by its number. */
static inline bool sw_memory_follows_by(uint64_t line, unsigned hash)
{
    return !(line * SW_LINE_HASH >> SW_LINE_HASH_AT(hash) & ((1 << SW_FOLLOWED_LOG) - 1));
}
static inline bool sw_memory_follows(uint64_t line)
{
    return sw_memory_follows_by(line, 0) || sw_memory_follows_by(line, 1);
}

/* A range of bytes that an instruction is about to access. */
struct sw_saved;
void sw_memory_range(struct sw_saved *saved, struct sw_memory_site *site, uint64_t address,
                     uint64_t bytes);

/* Called before anything is made of an access: what has happened so far is known then. */
void sw_memory_before(void (*look)(void));

/* A branch back, from the last instruction of a loop to its first: under the lock, too. */
void sw_memory_loop(uint64_t first, uint64_t last);

/* Where a thread stands: its registers as an unwinder wants them. */
struct sw_memory_at {
    uint64_t pc, sp, fp, link; /* the last on aarch64, ... */
    uint64_t other, base;      /* ... r10 and rbx on x86-64 */
};

/* From now on one of SW_MEMORY_PATHS accesses that bring a line that is followed into a cache of that capacity is told. */
void sw_memory_tell_paths(void (*tell)(const struct sw_memory_at *at), unsigned capacity);

/* From now on accesses to lines that threads meet at (shared.h) are told, since whose frame they are in is to be looked for; true: it was. Some at first, then one
 * in SW_MEMORY_MET instructions that is looked for. */
#define SW_MEMORY_MET  65536
#define SW_MEMORY_NEAR (8ull << 20) /* above the stack pointer: what is further is not its stack */
struct sw_shared_framed;
void sw_memory_tell_met(bool (*tell)(const struct sw_memory_at *at, struct sw_shared_framed *met));

/* All that there is. */
struct sw_live_memory *sw_memory(void);
