/*
 * Rewrites the program's code while it runs: puts branches to stubs in place of sleds, and takes
 * them away again for functions that are left out.
 */
#include "agent/cilk/parts.h"
#include "agent/core/counter.h"
#include "agent/core/enter.h"
#include "agent/core/meter.h"
#include "agent/core/vectors.h"
#include "base/raw.h"
#include "live/notes/cilk.h"

#include <errno.h>
#include <sys/mman.h>

/* Where a stub enters the profiler that cannot take a note. As in agent/core/enter.h: no libc, no vector registers. */

/* What the stubs call, with the note that they could not take. */
typedef void sw_cilk_event(uint64_t what, uint64_t from, uint64_t sp, uint64_t ticks);

static void sw_cilk_event_now(uint64_t what, uint64_t from, uint64_t sp, uint64_t ticks)
{
    struct sw_thread *t = sw_enter(sp);
    if (!t)
        return;
    struct sw_note note = {ticks, sp, from, what};
    sw_cilk_replay_one(t, &note, sw_meter_cost(t, ticks, t->meter.costs.note));
    sw_leave(t);
}

/* The same where a stub cannot read the meter. */
static void sw_cilk_event_read(uint64_t what, uint64_t from, uint64_t sp, uint64_t ticks)
{
    (void)ticks;
    sw_cilk_event_now(what, from, sp, sw_meter_now());
}

#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000
#endif

#define TEMPLATE(name) extern SW_HIDDEN const char name[], name##_end[]
#define PLACE(name)    extern SW_HIDDEN const char name[]
TEMPLATE(sw_stub_trampoline);
PLACE(sw_stub_trampoline_target);
TEMPLATE(sw_stub_full_trampoline);
PLACE(sw_stub_full_trampoline_target);
PLACE(sw_stub_full_trampoline_vectors);
#define SLOT(name)       \
    TEMPLATE(name);      \
    PLACE(name##_self);  \
    PLACE(name##_shift); \
    PLACE(name##_call);  \
    PLACE(name##_back);  \
    PLACE(name##_what)
SLOT(sw_stub_slot);
SLOT(sw_stub_counting_slot);

#if defined __aarch64__
#define REACH (120ull << 20)
enum { SLED_BYTES = 4 };

static void put_branch(unsigned char *code, uint64_t at, uint64_t to, bool link)
{
    uint32_t insn = (link ? 0x94000000u : 0x14000000u) | ((uint32_t)((to - at) >> 2) & 0x3ffffff);
    __builtin_memcpy(code, &insn, 4);
}

static void set_bits(unsigned char *code, unsigned bits, unsigned shift, uint64_t value)
{
    uint32_t insn, mask = ((1u << bits) - 1) << shift;
    __builtin_memcpy(&insn, code, 4);
    insn = (insn & ~mask) | ((uint32_t)(value << shift) & mask);
    __builtin_memcpy(code, &insn, 4);
}

static void put_self(unsigned char *code)
{
    uint64_t offset = (uint64_t)&sw_thread_self - (uint64_t)__builtin_thread_pointer();
    set_bits(code, 16, 5, offset);
    set_bits(code + 4, 16, 5, offset >> 16);
}

static void put_shift(unsigned char *code, unsigned shift)
{
    set_bits(code, 6, 16, shift);
}

static void flush(uint64_t at, uint64_t bytes)
{
    __builtin___clear_cache((char *)at, (char *)at + bytes);
}
#else
#define REACH (1800ull << 20)
enum { SLED_BYTES = 5 };

static void put_branch(unsigned char *code, uint64_t at, uint64_t to, bool link)
{
    int32_t offset = (int32_t)(to - at - 5);
    code[0] = link ? 0xe8 : 0xe9;
    __builtin_memcpy(code + 1, &offset, 4);
}

static void put_self(unsigned char *code)
{
    uint64_t thread_pointer;
    __asm__("mov %%fs:0, %0" : "=r"(thread_pointer));
    int32_t offset = (int32_t)((uint64_t)&sw_thread_self - thread_pointer);
    __builtin_memcpy(code, &offset, 4);
}

static void put_shift(unsigned char *code, unsigned shift)
{
    *code = (unsigned char)shift;
}

static void flush(uint64_t at, uint64_t bytes)
{
    (void)at;
    (void)bytes;
}
#endif

/* Fresh memory within reach of the code at `near`; NULL: none is free. */
static unsigned char *take_near(uint64_t near, size_t bytes)
{
    uint64_t step = 1 << 16;
    for (uint64_t distance = 1 << 20; distance + bytes < REACH; distance += step) {
        if (distance >= 32 << 20)
            step = 1 << 20;
        for (int above = 0; above < 2; above++) {
            uint64_t want = above ? near + distance : near - distance;
            if (!above && distance > near)
                continue;
            void *got = mmap((void *)(want & ~0xffffull), bytes, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
            if (got == MAP_FAILED)
                continue;
            if ((uint64_t)got == (want & ~0xffffull))
                return got;
            munmap(got, bytes); /* a kernel that does not know the flag takes it as a hint */
        }
    }
    return NULL;
}

/* A template to copy, and what is to be filled in. */
struct trampoline {
    const char *code, *end, *target, *vectors;
};

/* A tool may use any register. */
static struct trampoline trampoline_for(const struct sw_live *live)
{
    if (live->options.tool)
        return (struct trampoline){sw_stub_full_trampoline, sw_stub_full_trampoline_end,
                                   sw_stub_full_trampoline_target, sw_stub_full_trampoline_vectors};
    return (struct trampoline){sw_stub_trampoline, sw_stub_trampoline_end,
                               sw_stub_trampoline_target, NULL};
}

struct slot {
    const char *code, *end, *self, *shift, *call, *back, *what;
};
#define SLOT_OF(name)                                                                      \
    (struct slot)                                                                          \
    {                                                                                      \
        name, name##_end, name##_self, name##_shift, name##_call, name##_back, name##_what \
    }

/* A counter is in memory, and nothing is long by it. */
static struct slot slot_for(const struct sw_live *live)
{
    struct slot slot = SLOT_OF(sw_stub_slot);
    if (live->options.meter == SW_METER_TIME)
        return slot;
    slot = SLOT_OF(sw_stub_counting_slot);
    slot.shift = NULL;
    return slot;
}

static size_t slot_bytes(const struct slot *slot)
{
    return ((size_t)(slot->end - slot->code) + 15) & ~(size_t)15;
}

static void make_trampoline(const struct sw_live *live, const struct trampoline *from,
                            unsigned char *code)
{
    sw_cilk_event *event =
        live->options.meter == SW_METER_PERF ? sw_cilk_event_read : sw_cilk_event_now;
    uint32_t vectors = from->vectors ? sw_vectors_what() : 0;
    __builtin_memcpy(code, from->code, (size_t)(from->end - from->code));
    __builtin_memcpy(code + (from->target - from->code), &event, sizeof event);
    if (from->vectors)
        __builtin_memcpy(code + (from->vectors - from->code), &vectors, sizeof vectors);
}

static void make_slot(const struct sw_live *live, const struct slot *from,
                      struct sw_live_sled *sled, uint32_t number, unsigned char *code,
                      uint64_t trampoline)
{
    uint64_t at = (uint64_t)code;
    uint64_t call = (uint64_t)(from->call - from->code);
    uint64_t back = (uint64_t)(from->back - from->code);
    uint64_t what = (uint64_t)sled->after << 40 | (uint64_t)sled->kind << 32 |
                    (sled->kind == SW_SLED_ENTRY ? sled->function : number);
    __builtin_memcpy(code, from->code, (size_t)(from->end - from->code));
    put_self(code + (from->self - from->code));
    if (from->shift)
        put_shift(code + (from->shift - from->code), sw_meter_long_shift(live));
    put_branch(code + call, at + call, trampoline, true);
    put_branch(code + back, at + back, sled->at + SLED_BYTES, false);
    __builtin_memcpy(code + (from->what - from->code), &what, sizeof what);
    sled->stub = at;
}

int sw_patch_stubs(struct sw_live *live, uint32_t first, uint32_t n)
{
    struct trampoline trampoline = trampoline_for(live);
    size_t head = ((size_t)(trampoline.end - trampoline.code) + 63) & ~(size_t)63;
    struct slot slot = slot_for(live);
    size_t size = slot_bytes(&slot), bytes = head + n * size;
    unsigned char *slab = take_near(live->cilk.sleds[first].at, bytes);
    if (!slab)
        return -ENOMEM;
    make_trampoline(live, &trampoline, slab);
    for (uint32_t i = 0; i < n; i++)
        make_slot(live, &slot, &live->cilk.sleds[first + i], first + i, slab + head + i * size,
                  (uint64_t)slab);
    if (mprotect(slab, bytes, PROT_READ | PROT_EXEC) < 0)
        return -errno;
    flush((uint64_t)slab, bytes);
    sw_counter_leave_out(live, (uint64_t)slab, (uint64_t)slab + bytes);
    sw_sampling_own(&live->sampling, (uint64_t)slab, (uint64_t)slab + bytes);
    return 0;
}

/* Where /proc/self/mem may not be written, the page is made writable for a moment. */
static int write_through_protection(uint64_t at, const unsigned char *code, unsigned bytes)
{
    uint64_t page = at & ~0xfffull, size = ((at + bytes - page) + 0xfff) & ~0xfffull;
    long error =
        sw_raw4(SYS_mprotect, (long)page, (long)size, PROT_READ | PROT_WRITE | PROT_EXEC, 0);
    if (error < 0)
        return (int)error;
    if (bytes == 4)
        *(volatile uint32_t *)at = *(const uint32_t *)code;
    else if (bytes == 2)
        *(volatile uint16_t *)at = *(const uint16_t *)code;
    else
        for (unsigned i = 0; i < bytes; i++)
            ((volatile unsigned char *)at)[i] = code[i];
    sw_raw4(SYS_mprotect, (long)page, (long)size, PROT_READ | PROT_EXEC, 0);
    return 0;
}

/* The kernel copies two bytes one by one: while threads run there, they must be one store, ours. */
static int write_code(uint64_t at, const unsigned char *code, unsigned bytes)
{
    int error = 0;
    if (bytes == 2 && write_through_protection(at, code, bytes) == 0)
        return 0;
    long fd = sw_raw_open("/proc/self/mem", O_RDWR);
    if (fd < 0 || sw_raw_pwrite(fd, code, bytes, at) != (long)bytes)
        error = write_through_protection(at, code, bytes);
    if (fd >= 0)
        sw_raw_close(fd);
    flush(at, bytes);
    return error;
}

#if defined __aarch64__
/* One aligned word, safe while other threads run over it. */
static int restore(uint64_t at)
{
    uint32_t nop = 0xd503201f;
    return write_code(at, (const unsigned char *)&nop, 4);
}
#else
/* Has every thread of the process fetch its code anew? */
static bool refetch(void)
{
    enum { SYNC_CORE = 1 << 5, REGISTER_SYNC_CORE = 1 << 6 };
    return sw_raw4(SYS_membarrier, REGISTER_SYNC_CORE, 0, 0, 0) == 0 &&
           sw_raw4(SYS_membarrier, SYNC_CORE, 0, 0, 0) == 0;
}

/*
 * First a short jump over the rest of the sled: two aligned bytes, one store. A jump costs the
 * processor more than a nop, so when no thread can be in the rest any more, that and then the jump
 * become what they were.
 */
static int restore(uint64_t at)
{
    static const unsigned char nop[] __attribute__((aligned(2))) = {0x0f, 0x1f, 0x44, 0, 0};
    static const unsigned char jump[] __attribute__((aligned(2))) = {0xeb, 3};
    int error = write_code(at, jump, 2);
    if (!error && refetch())
        error = write_code(at + 2, nop + 2, 3);
    else
        return error;
    if (!error && refetch())
        error = write_code(at, nop, 2);
    return error;
}
#endif

int sw_patch_sled(struct sw_live *live, uint32_t number, bool on)
{
    const struct sw_live_sled *sled = &live->cilk.sleds[number];
    unsigned char code[8];
    if (!sled->stub)
        return -ENXIO;
    if (!on)
        return restore(sled->at);
    put_branch(code, sled->at, sled->stub, false);
    int error = write_code(sled->at, code, SLED_BYTES);
    sw_counter_changed(live, sled->at, sled->at + SLED_BYTES);
    return error;
}

int sw_patch_function(struct sw_live *live, const struct sw_live_function *f, bool on)
{
    int error = 0;
    for (uint32_t i = 0; i < f->n_sleds && !error; i++)
        error = sw_patch_sled(live, f->first_sled + i, on);
    return error;
}
