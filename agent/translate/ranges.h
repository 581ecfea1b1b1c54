/* Where code is, and which of it counts. Under the translator's lock. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct sw_code_range {
    uint64_t low, high;
    bool checked;    /* writable or shared: it may change */
    bool unreadable; /* the kernel's own (vsyscall): it can run, but not be translated */
    bool cut;        /* what followed has changed since: the last instruction may go on there */
};

/* What there is now: so that sw_ranges_find() need not look. */
void sw_ranges_read(void);

/* The first code there is, mostly the program's own; 0: it is not told. Before the start. */
uint64_t sw_ranges_lowest(void);

/* The executable memory that holds the address; NULL: none does. */
const struct sw_code_range *sw_ranges_find(uint64_t address);

/* What is mapped there has changed. True: there was code. */
bool sw_ranges_forget(uint64_t low, uint64_t high);

/* Is code at the address counted? The same holds from *low, below *high. */
bool sw_ranges_counted(uint64_t address, uint64_t *low, uint64_t *high);
void sw_ranges_set_counted(uint64_t low, uint64_t high, bool counted);
void sw_ranges_count_all(bool all);

/* The profiler's own code, which is trusted to know what it does to a thread. */
void sw_ranges_set_own(uint64_t low, uint64_t high);
bool sw_ranges_is_own(uint64_t address);
