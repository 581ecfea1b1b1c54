/* Finds the line in the program that a wait is blamed on, when a library does the waiting. */
#include "agent/process/stack_find.h"
#include "agent/threads/simulator.h"
#include "live/trail.h"

#include <link.h>
#include <string.h>

enum { RANGES = 256 };

/* Code of what was loaded, when it was last looked at. */
static struct {
    uint64_t low, high;
    bool is_library;
} ranges[RANGES];
static unsigned n_ranges;
static struct sw_path_walker *walker;

/* As profile/whose.h has it: what the system has installed. The program itself has no name here. */
static bool is_librarys(const char *path)
{
    static const char *const folders[] = {"/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/",
                                          "linux-vdso"};
    for (unsigned i = 0; i < sizeof folders / sizeof *folders; i++)
        if (!strncmp(path, folders[i], strlen(folders[i])))
            return true;
    return strstr(path, "/libspanwise");
}

static int note(struct dl_phdr_info *info, size_t size, void *unused)
{
    (void)size, (void)unused;
    for (unsigned i = 0; i < info->dlpi_phnum && n_ranges < RANGES; i++) {
        const ElfW(Phdr) *h = &info->dlpi_phdr[i];
        uint64_t low = info->dlpi_addr + h->p_vaddr;
        if (h->p_type != PT_LOAD || !(h->p_flags & PF_X))
            continue;
        ranges[n_ranges].low = low;
        ranges[n_ranges].high = low + h->p_memsz;
        ranges[n_ranges++].is_library = is_librarys(info->dlpi_name);
    }
    return 0;
}

/* 1: it is; 0: it is not; -1: nothing is known there. */
static int look_up(uint64_t pc)
{
    for (unsigned i = 0; i < n_ranges; i++)
        if (pc >= ranges[i].low && pc < ranges[i].high)
            return ranges[i].is_library;
    return -1;
}

static bool is_library(uint64_t pc)
{
    int found = look_up(pc);
    if (found < 0) { /* something was loaded since */
        n_ranges = 0;
        dl_iterate_phdr(note, NULL);
        found = look_up(pc);
    }
    return found > 0;
}

static bool walk(void)
{
    struct sw_vthread *t = sw_vself;
    struct sw_sampled_at at = {.registers = sw_unwind_here(), .n_stacks = 1};
    if (!walker && (walker = sw_arena_take(&sw_sim.live->arena, sizeof *walker)))
        sw_path_walker_init(walker, sw_sim.live);
    if (!t->stack.size)
        sw_stack_find(at.registers.sp, &t->stack);
    at.stacks[0] = (struct sw_unwind_stack){at.registers.sp, t->stack.low + t->stack.size};
    if (!walker || at.registers.sp - t->stack.low >= t->stack.size)
        return false;
    sw_path_walk(walker, &at);
    return true;
}

/* The calls of the last walk from `i` out that are not a library's. */
static void fill(struct sw_trail *trail, uint64_t of, unsigned i)
{
    *trail = (struct sw_trail){.of = of};
    for (unsigned n = 0; i < walker->n && n < SW_TRAIL_CALLS; i++)
        if (!is_library(walker->frames[i].pc))
            trail->calls[n++] = walker->frames[i].pc;
}

/* The innermost of the last walk that is not a library's; as many as there are: none. */
static unsigned first_of_program(void)
{
    unsigned i = 0;
    while (i < walker->n && is_library(walker->frames[i].pc))
        i++;
    return i;
}

void sw_place_made(const void *lock, const void *where)
{
    uint64_t of = SW_TRAIL_MADE(lock);
    struct sw_trail *trail = sw_trail_get(sw_sim.live->trails, of);
    if (!trail)
        return;
    if (is_library((uint64_t)where - 1) && walk())
        fill(trail, of, first_of_program());
    else
        *trail = (struct sw_trail){.of = of, .calls = {(uint64_t)where - 1}};
}

static bool is_in(const struct sw_stack *stack, uint64_t address)
{
    return address - stack->low < stack->size;
}

/* Mappings that are not the stack of a thread that has waited: if there are many locks in one, not all threads are looked at for each. */
static struct sw_stack others[8];
static unsigned n_others;

static struct sw_stack *other_around(uint64_t address)
{
    for (unsigned i = 0; i < sizeof others / sizeof *others; i++)
        if (is_in(&others[i], address))
            return &others[i];
    return NULL;
}

void sw_place_waits(struct sw_vthread *t, uint64_t sp)
{
    struct sw_stack *stack = other_around(sp);
    if (stack)
        stack->size = 0;
    t->wait_sp = sp;
}

void sw_place_met(const void *lock)
{
    struct sw_stack stack = {(uint64_t)lock, 0};
    if (other_around(stack.low) || !sw_stack_find(stack.low, &stack))
        return;
    for (struct sw_vthread *t = sw_sim.all; t; t = t->next)
        if (is_in(&stack, t->wait_sp)) {
            t->framed = lock;
            return;
        }
    others[n_others++ % (sizeof others / sizeof *others)] = stack;
}

void sw_place_frame(struct sw_vthread *t)
{
    uint64_t lock = (uint64_t)t->framed;
    t->framed = NULL;
    if (lock && walk())
        sw_path_note_lock(walker, sw_sim.live->trails, lock);
}

struct sw_called sw_place_here(const void *where)
{
    struct sw_called called = {.at = where};
    unsigned n = 0;
    if (!walk())
        return called;
    for (unsigned i = 0; i < walker->n && n <= SW_OMP_CALLERS; i++) {
        uint64_t at = walker->frames[i].pc + 1;
        if (is_library(walker->frames[i].pc))
            continue;
        if (n++)
            called.by[n - 2] = at;
        else
            called.at = (const void *)at;
    }
    return called;
}

struct sw_called sw_place_of(const void *where)
{
    if (!is_library((uint64_t)where - 1))
        return (struct sw_called){.at = where};
    return sw_place_here(where);
}

uint32_t sw_place_construct(uint32_t parent, uint32_t kind, const struct sw_called *called)
{
    uint32_t place = sw_dag_construct(sw_sim.dag, parent, kind, (uint64_t)called->at);
    uint64_t *by = &sw_dag_record(sw_sim.dag, place)->counters[SW_OMP_CALLER];
    if (!*by) /* who came first */
        memcpy(by, called->by, sizeof called->by);
    return place;
}
