/* The dynamic section of a loaded module, by the loader's own list: without a lock, and nothing is allocated. */
#pragma once

#include <link.h>
#include <stdint.h>

/* The value of a tag; 0: it has none. */
static inline uint64_t sw_dynamic_value(const struct link_map *map, int64_t tag)
{
    const ElfW(Dyn) *d = map->l_ld;
    while (d->d_tag != DT_NULL && d->d_tag != tag)
        d++;
    return d->d_tag == DT_NULL ? 0 : d->d_un.d_val;
}

/* The table at a tag. The loader has added where the module is to its address, unless it could not write there. */
static inline const void *sw_dynamic_table(const struct link_map *map, int64_t tag)
{
    uint64_t value = sw_dynamic_value(map, tag);
    return (const void *)(value && value < map->l_addr ? value + map->l_addr : value);
}
