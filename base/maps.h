/*
 * The lines of /proc/self/maps, read without libc: by whoever may have interrupted the program anywhere.
 */
#pragma once

#include "base/raw.h"

#include <stdbool.h>

struct sw_map {
    uint64_t low, high;
    bool readable, writable, executable, shared;
    const char *line, *end; /* all of it; of one that does not fit, the beginning */
};

/* True: no more is wanted. */
typedef bool sw_map_taker(void *data, const struct sw_map *map);

static inline const char *sw_maps_hex(const char *p, const char *end, uint64_t *value)
{
    *value = 0;
    for (; p < end; p++) {
        unsigned digit = (unsigned)(*p >= 'a' ? *p - 'a' + 10 : *p - '0');
        if (digit > 15)
            break;
        *value = *value << 4 | digit;
    }
    return p;
}

/* "7f0000000000-7f0000001000 r-xp 00000000 08:01 123 /path" */
static inline bool sw_maps_line(const char *line, const char *end, sw_map_taker *take, void *data)
{
    struct sw_map map = {.line = line, .end = end};
    const char *p = sw_maps_hex(line, end, &map.low);
    if (p < end)
        p = sw_maps_hex(p + 1, end, &map.high);
    if (end - p < 5)
        return false;
    map.readable = p[1] == 'r';
    map.writable = p[2] == 'w';
    map.executable = p[3] == 'x';
    map.shared = p[4] == 's';
    return take(data, &map);
}

/* All lines, or as many as are wanted, by way of a buffer of some hundred bytes or more. True: the taker had
 * enough; false: there is no more, or the file cannot be read. */
static inline bool sw_maps_read(char *text, size_t size, sw_map_taker *take, void *data)
{
    size_t have = 0;
    bool done = false, cut = false; /* what comes is the rest of a line that did not fit */
    long n, fd = sw_raw_open("/proc/self/maps", O_RDONLY);
    if (fd < 0)
        return false;
    while (!done && (n = sw_raw_read(fd, text + have, size - have)) > 0) {
        const char *p = text, *end = text + have + n;
        for (const char *q = p; q < end && !done; q++)
            if (*q == '\n') {
                done = !cut && sw_maps_line(p, q, take, data);
                cut = false;
                p = q + 1;
            }
        have = (size_t)(end - p);
        if (have == size) {
            done = done || (!cut && sw_maps_line(p, end, take, data));
            cut = true;
            have = 0;
        }
        for (size_t i = 0; i < have; i++)
            text[i] = p[i];
    }
    sw_raw_close(fd);
    return done;
}
