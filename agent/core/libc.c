/* Looks up libc's own functions: in the symbol tables themselves, because dlsym() may allocate or lock. */
#include "agent/core/libc.h"
#include "agent/process/dynamic.h"

#include <stddef.h>
#include <string.h>

struct sw_libc sw_libc_table;

/* The table has a field for each name, and nothing else. */
#define NAME(type, name, ...) #name,

__attribute__((constructor(101))) void sw_libc_find(void)
{
    static const char *const names[] = {SW_LIBC_NAMES(NAME)};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        void *found = sw_libc_next(names[i]);
        memcpy((char *)&sw_libc_table + i * sizeof found, &found, sizeof found);
    }
}

/* DT_GNU_HASH. After the filter come the first symbol of each bucket, and the hashes of symbols from `first` on: the last of a
 * bucket's has its lowest bit set. */
struct hashes {
    uint32_t n_buckets, first, n_filter, shift;
    uint64_t filter[];
};

static uint32_t hash_of(const char *name)
{
    uint32_t hash = 5381;
    for (; *name; name++)
        hash = 33 * hash + (unsigned char)*name;
    return hash;
}

/* Older versions are hidden: those of condition variables have another layout on x86-64. */
static bool is_default(const struct link_map *map, uint32_t symbol)
{
    const uint16_t *versions = sw_dynamic_table(map, DT_VERSYM);
    return !versions || !(versions[symbol] >> 15);
}

/* Not by strcmp(): AddressSanitizer replaces it, and asks us for the real one. */
static bool is_same(const char *a, const char *b)
{
    while (*a && *a == *b)
        a++, b++;
    return *a == *b;
}

static void *find(const struct link_map *map, const char *name)
{
    const struct hashes *h = sw_dynamic_table(map, DT_GNU_HASH);
    const ElfW(Sym) *symbols = sw_dynamic_table(map, DT_SYMTAB);
    const char *names = sw_dynamic_table(map, DT_STRTAB);
    if (!h || !h->n_buckets)
        return NULL;
    const uint32_t *buckets = (const uint32_t *)(h->filter + h->n_filter);
    const uint32_t *chain = buckets + h->n_buckets, hash = hash_of(name);
    for (uint32_t i = buckets[hash % h->n_buckets]; i >= h->first && i; i++) {
        uint32_t one = chain[i - h->first];
        if ((one | 1) == (hash | 1) && symbols[i].st_shndx != SHN_UNDEF &&
            ELF64_ST_TYPE(symbols[i].st_info) == STT_FUNC && is_default(map, i) &&
            is_same(names + symbols[i].st_name, name))
            return (void *)(map->l_addr + symbols[i].st_value);
        if (one & 1)
            break;
    }
    return NULL;
}

extern ElfW(Dyn) _DYNAMIC[] __attribute__((visibility("hidden")));

void *sw_libc_next(const char *name)
{
    void *found = NULL;
    const struct link_map *map = _r_debug.r_map;
    while (map && map->l_ld != _DYNAMIC)
        map = map->l_next;
    while (map && !found && (map = map->l_next))
        found = find(map, name);
    return found;
}
