/* Knows where code is, whether it may change, and which of it is counted. */
#include "agent/translate/ranges.h"
#include "base/maps.h"
#include "base/range.h"
#include "base/raw.h"
#include "base/search.h"

#include <sys/mman.h>

#define RANGES  8192
#define COUNTED 8192
#define LONGEST 16 /* bytes of an instruction, at most */

static struct sw_code_range ranges[RANGES]; /* by address */
static unsigned n_ranges;

static struct told {
    uint64_t low, high;
    bool counted;
} told[COUNTED];
static unsigned n_told;
static bool counts_all;

static char text[1 << 16];

static unsigned after(uint64_t address)
{
    return (unsigned)SW_BEFORE(n_ranges, i, ranges[i].high <= address);
}

static const struct sw_code_range *known(uint64_t address)
{
    unsigned i = after(address);
    return i < n_ranges && ranges[i].low <= address ? &ranges[i] : NULL;
}

static void add(struct sw_code_range range)
{
    struct sw_code_range *last = n_ranges ? &ranges[n_ranges - 1] : NULL;
    if (last && last->high == range.low && last->checked == range.checked &&
        last->unreadable == range.unreadable)
        last->high = range.high;
    else if (n_ranges < RANGES)
        ranges[n_ranges++] = range;
}

/* A program may make its code unreadable, but the translator has to read it. */
static bool can_read(const struct sw_map *map)
{
    long allowed = PROT_READ | PROT_EXEC | (map->writable ? PROT_WRITE : 0);
    return map->readable ||
           sw_raw4(SYS_mprotect, (long)map->low, (long)(map->high - map->low), allowed, 0) == 0;
}

/* The kernel's own code: how often it runs is not the program's doing. */
static bool is_vdso(const char *line, const char *end)
{
    static const char name[] = "[vdso]\n";
    int n = sizeof name - 1;
    if (end - line < n)
        return false;
    for (int i = 0; i + 1 < n; i++)
        if (end[i - n + 1] != name[i])
            return false;
    return true;
}

static bool take_map(void *data, const struct sw_map *map)
{
    static bool knows_vdso;
    (void)data;
    if (!map->executable)
        return false;
    add((struct sw_code_range){map->low, map->high, map->writable || map->shared, !can_read(map),
                               false});
    if (!knows_vdso && is_vdso(map->line, map->end)) {
        knows_vdso = true;
        sw_ranges_set_counted(map->low, map->high, false);
    }
    return false;
}

void sw_ranges_read(void)
{
    n_ranges = 0;
    sw_maps_read(text, sizeof text, take_map, NULL);
}

uint64_t sw_ranges_lowest(void)
{
    sw_ranges_read();
    uint64_t low = n_ranges ? ranges[0].low : 0;
    n_ranges = 0; /* more may come before anybody asks */
    return low;
}

const struct sw_code_range *sw_ranges_find(uint64_t address)
{
    const struct sw_code_range *r = known(address);
    if (r && !(r->cut && r->high - address < LONGEST))
        return r;
    sw_ranges_read();
    return known(address);
}

static void insert(unsigned at, struct sw_code_range range)
{
    if (n_ranges == RANGES)
        return; /* it is read again when it is needed */
    for (unsigned i = n_ranges++; i > at; i--)
        ranges[i] = ranges[i - 1];
    ranges[at] = range;
}

bool sw_ranges_forget(uint64_t low, uint64_t high)
{
    unsigned from = after(low), to = from;
    while (to < n_ranges && ranges[to].low < high)
        to++;
    if (from == to)
        return false;
    struct sw_code_range first = ranges[from], last = ranges[to - 1];
    for (unsigned i = to; i < n_ranges; i++)
        ranges[from + i - to] = ranges[i];
    n_ranges -= to - from;
    if (last.high > high)
        insert(from,
               (struct sw_code_range){high, last.high, last.checked, last.unreadable, last.cut});
    if (first.low < low)
        insert(from, (struct sw_code_range){first.low, low, first.checked, first.unreadable, true});
    return true;
}

void sw_ranges_count_all(bool all)
{
    counts_all = all;
}

bool sw_ranges_counted(uint64_t address, uint64_t *low, uint64_t *high)
{
    *low = 0;
    *high = UINT64_MAX;
    for (unsigned i = n_told; i-- > 0;) {
        if (address >= told[i].low && address < told[i].high) {
            *low = told[i].low > *low ? told[i].low : *low;
            *high = told[i].high < *high ? told[i].high : *high;
            return told[i].counted;
        }
        if (told[i].high <= address && told[i].high > *low)
            *low = told[i].high;
        if (told[i].low > address && told[i].low < *high)
            *high = told[i].low;
    }
    return counts_all;
}

void sw_ranges_set_counted(uint64_t low, uint64_t high, bool counted)
{
    if (n_told < COUNTED)
        told[n_told++] = (struct told){low, high, counted};
}

static struct sw_range own;

void sw_ranges_set_own(uint64_t low, uint64_t high)
{
    own = (struct sw_range){low, high};
}

bool sw_ranges_is_own(uint64_t address)
{
    return address >= own.low && address < own.high;
}
