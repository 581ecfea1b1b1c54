/* Looks up how fast each piece of the program ran in the timed run. */
#include "live/rates.h"

static uint64_t mix_keys(uint64_t a, uint64_t b)
{
    a = (a ^ b) * 0x9e3779b97f4a7c15u;
    return a ^ a >> 29;
}

static uint64_t hash_of(const char *text)
{
    uint64_t hash = 14695981039346656037u;
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * 1099511628211u;
    return hash;
}

/* Where it is in the file that it was mapped from. */
static uint64_t place_of(const struct sw_live_modules *modules, uint64_t address)
{
    for (uint32_t i = 0; i < modules->n && i < SW_LIVE_MODULES; i++) {
        const struct sw_live_module *m = &modules->all[i];
        if (address >= m->start && address < m->end)
            return mix_keys(hash_of(m->path), address - m->bias);
    }
    return address;
}

uint64_t sw_rate_key(const struct sw_live_modules *modules, unsigned sort, uint32_t kind,
                     uint64_t address, uint64_t callee)
{
    uint64_t key = mix_keys((uint64_t)sort << 32 | kind, place_of(modules, address));
    key = callee ? mix_keys(key, place_of(modules, callee)) : key;
    return key ? key : 1;
}

static struct sw_rate *rate_slot(const struct sw_rates *r, uint64_t key)
{
    uint64_t i = mix_keys(key, 0) & r->mask;
    while (r->slots[i].key && r->slots[i].key != key)
        i = (i + 1) & r->mask;
    return &r->slots[i];
}

const struct sw_rate *sw_rates_find(const struct sw_rates *r, uint64_t key)
{
    const struct sw_rate *slot = rate_slot(r, key);
    return slot->key ? slot : NULL;
}

void sw_rates_fill(struct sw_rates *r, const struct sw_rate *from, uint64_t n)
{
    for (uint64_t i = 0; i < n; i++) {
        if (!from[i].key)
            r->usual = from[i].rate;
        else
            *rate_slot(r, from[i].key) = from[i];
    }
}

/* The lowest bit tells whether it is the piece's own. */
uint64_t sw_rates_of(const struct sw_rates *r, uint64_t key)
{
    const struct sw_rate *slot = sw_rates_find(r, key);
    return slot && slot->rate ? slot->rate << 1 | 1 : r->usual << 1;
}
