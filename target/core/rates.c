#include "target/core/rates.h"
#include "base/raw.h"
#include "profile/profile.h"

#include <stdlib.h>

/* Records, from the arena; how many. */
static uint64_t read_all(struct sw_arena *arena, const char *path, struct sw_rate **records)
{
    struct sw_rate one[64];
    uint64_t n = 0;
    long fd = sw_raw_open(path, O_RDONLY), bytes;
    if (fd < 0)
        return 0;
    *records = sw_arena_take(arena, 0);
    while ((bytes = sw_raw_read(fd, one, sizeof one)) > 0 && n < SW_RATES_MOST) {
        uint64_t more = (uint64_t)bytes / sizeof *one;
        struct sw_rate *to = sw_arena_take(arena, more * sizeof *one);
        if (!to)
            break;
        *records = n ? *records : to;
        __builtin_memcpy(to, one, more * sizeof *one);
        n += more;
    }
    sw_raw_close(fd);
    return n;
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
