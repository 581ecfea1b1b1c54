/* Starts the translator, and finds the code to go on with where a thread leaves a block. */
#include "agent/translate/cache.h"
#include "agent/translate/calls.h"
#include "agent/translate/emit.h"
#include "agent/translate/entry.h"
#include "agent/translate/ranges.h"
#include "agent/translate/signals.h"
#include "agent/translate/threads.h"
#include "agent/translate/translate.h"
#include "base/raw.h"

#include <stddef.h>

__thread struct sw_translated sw_translated;

_Static_assert(offsetof(struct sw_translated, slots[0]) == SW_SLOT_0, "entry_*.S knows it");
_Static_assert(offsetof(struct sw_translated, slots[1]) == SW_SLOT_1, "entry_*.S knows it");
_Static_assert(offsetof(struct sw_translated, slots[2]) == SW_SLOT_2, "entry_*.S knows it");
_Static_assert(offsetof(struct sw_translated, slots[4]) == SW_SLOT_4, "entry_*.S knows it");

static bool started, gave_up;
static char *trouble;
static size_t trouble_bytes;

bool sw_translate_init(const char **why)
{
    if (sw_cache_init())
        return true;
    *why = "no memory to translate the program's code, or none that code can be run in; try "
           "--engine=qemu";
    return false;
}

static void own(enum sw_own_call what, uint64_t low, uint64_t high)
{
    if (started)
        sw_raw4(SW_OWN_CALL, what, (long)low, (long)high, 0);
    else
        sw_calls_own(what, low, high);
}

void sw_translate_range(uint64_t low, uint64_t high, bool counted)
{
    own(counted ? SW_OWN_COUNTED : SW_OWN_NOT_COUNTED, low, high);
}

void sw_translate_own(uint64_t low, uint64_t high)
{
    sw_ranges_set_own(low, high);
    sw_translate_range(low, high, false);
}

void sw_translate_changed(uint64_t low, uint64_t high)
{
    own(SW_OWN_CHANGED, low, high);
}

/* A thread that runs as it is anyhow makes the call of the kernel. */
void sw_translate_aside(void (*function)(void *), void *argument)
{
    if (sw_raw4(SW_OWN_CALL, SW_OWN_ASIDE, (long)function, (long)argument, 0))
        function(argument);
}

static char *put_text(char *to, const char *text)
{
    while (*text)
        *to++ = *text++;
    return to;
}

static char *put_hex(char *to, uint64_t value, unsigned digits)
{
    while (digits-- > 0)
        *to++ = "0123456789abcdef"[value >> (4 * digits) & 15];
    return to;
}

static void say(const char *line, size_t n)
{
    static const char prefix[] = "spanwise: ";
    sw_raw_say(line, n);
    size_t from = sizeof prefix - 1, left = n - 1 - from;
    for (size_t i = 0; i < left && i + 1 < trouble_bytes; i++)
        trouble[i] = line[from + i];
}

void sw_translate_start(bool only, char *to, size_t bytes)
{
    started = true;
    trouble = to;
    trouble_bytes = to ? bytes : 0;
    sw_ranges_count_all(!only);
    sw_calls_init();
    sw_threads_take();
    sw_signals_init();
    sw_entry_start();
}

void sw_translate_enclose(void)
{
    if (started)
        own(SW_OWN_ENCLOSE, 0, 0);
}

/* A thread that runs as it is makes the call of the kernel, which does not know it. */
void sw_translate_look(void)
{
    static const char lost[] =
        "spanwise: a thread that ran before the profiler started could not be "
        "reached: it is not counted; try --engine=qemu\n";
    if (gave_up || sw_raw4(SW_OWN_CALL, SW_OWN_NOTHING, 0, 0, 0) == 0)
        return;
    gave_up = true;
    say(lost, sizeof lost - 1);
}

/* The program goes on as it is: what it cannot run, it cannot run there either. */
static uint64_t give_up(uint64_t address)
{
    static const char unknown[] =
        "spanwise: the system does not tell where the program's code is (/proc/self/maps): "
        "nothing is counted; try --engine=qemu\n";
    char line[256], *p = line;
    const struct sw_code_range *range = sw_ranges_find(address);
    if (gave_up || (!range && !sw_cache_is_empty()))
        return address; /* where no code is, the fault is the program's own */
    gave_up = true;
    if (!range) {
        say(unknown, sizeof unknown - 1);
        return address;
    }
    p = put_text(p, "spanwise: cannot translate the instruction at 0x");
    p = put_hex(p, address, 12);
    p = put_text(p, range->unreadable ? " (it cannot be read " : " (");
    for (unsigned i = 0; i < 8 && address + i < range->high && !range->unreadable; i++) {
        p = put_hex(p, ((const uint8_t *)address)[i], 2);
        *p++ = ' ';
    }
    p[-1] = ')';
    p = put_text(p, ": nothing is counted from there on; try --engine=qemu\n");
    say(line, (size_t)(p - line));
    return address;
}

static uint64_t code_of(struct sw_block *block, uint64_t address)
{
    return block ? sw_emit_way_in(block) : sw_emit_native(give_up(address));
}

uint64_t sw_entry_on_exit(struct sw_saved *saved, struct sw_exit *exit)
{
    uint64_t mask;
    (void)saved;
    sw_cache_lock(&mask);
    struct sw_block *b = sw_cache_get(exit->target);
    if (b)
        sw_cache_link(exit, b);
    uint64_t to = code_of(b, exit->target);
    sw_cache_unlock(mask);
    return to;
}

uint64_t sw_entry_on_miss(struct sw_saved *saved, uint64_t address)
{
    uint64_t mask;
    struct sw_block *b = sw_cache_find(address);
    (void)saved;
    if (b && atomic_load_explicit(&b->indirect, memory_order_acquire) && !b->checked) {
        atomic_store_explicit(&sw_cache_jumps[SW_JUMP_OF(address)], b, memory_order_release);
        return sw_emit_way_in(b);
    }
    sw_cache_lock(&mask);
    b = sw_cache_get(address);
    if (b)
        sw_cache_announce(b);
    uint64_t to = code_of(b, address);
    sw_cache_unlock(mask);
    return to;
}
