/* Reads the rates of an earlier, timed run (live/rates.h) at start-up. */
#include "agent/core/rates.h"
#include "base/raw.h"

#include <stdlib.h>

/* Records, from the arena; how many. */
static uint64_t read_all(struct sw_arena *arena, const char *path, struct sw_rate **records)
{
    uint64_t n = 0;
    long fd = sw_raw_open(path, O_RDONLY), bytes;
    long size = fd < 0 ? 0 : sw_raw4(SYS_lseek, fd, 0, SEEK_END, 0);
    if (size > 0 && size <= (long)(SW_RATES_MOST * sizeof **records))
        *records = sw_arena_take(arena, (uint64_t)size);
    if (*records && sw_raw4(SYS_lseek, fd, 0, SEEK_SET, 0) == 0)
        while (n < (uint64_t)size &&
               (bytes = sw_raw_read(fd, (char *)*records + n, (uint64_t)size - n)) > 0)
            n += (uint64_t)bytes;
    if (fd >= 0)
        sw_raw_close(fd);
    return n / sizeof **records;
}

void sw_rates_read(struct sw_live *live)
{
    const char *path = secure_getenv("SPANWISE_RATES");
    struct sw_rate *from = NULL;
    uint64_t n = path && *path ? read_all(&live->arena, path, &from) : 0, slots = 64;
    struct sw_rates *r = n ? sw_arena_take(&live->arena, sizeof *r) : NULL;
    while (slots < 2 * n)
        slots *= 2;
    if (!r || !(r->slots = sw_arena_take(&live->arena, slots * sizeof *r->slots)) ||
        !(r->by_site = sw_arena_take(&live->arena, SW_SITES_MAX * sizeof *r->by_site)))
        return;
    r->mask = slots - 1;
    sw_rates_fill(r, from, n);
    live->rates = r;
}

bool sw_rates_leave_out(const struct sw_live *live, uint64_t address)
{
    return live->rates && sw_rates_find(live->rates, sw_rate_key(&live->modules, SW_PIECE_LEFT_OUT,
                                                                 0, address, 0));
}
