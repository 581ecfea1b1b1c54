/* Reading DWARF: bytes up to an end. After the end, or what is not understood, `bad` is set, and zeros
 * come. */
#ifndef SPANWISE_AGENT_SAMPLER_UNWIND_BYTES_H
#define SPANWISE_AGENT_SAMPLER_UNWIND_BYTES_H

#include <stdbool.h>
#include <stdint.h>

struct sw_bytes {
    const unsigned char *at, *end;
    bool bad;
};

static inline uint64_t sw_bytes_take(struct sw_bytes *b, unsigned n)
{
    uint64_t value = 0;
    if ((uint64_t)(b->end - b->at) < n) {
        b->at = b->end;
        b->bad = true;
        return 0;
    }
    for (unsigned i = 0; i < n; i++)
        value |= (uint64_t)b->at[i] << 8 * i;
    b->at += n;
    return value;
}

static inline void sw_bytes_skip(struct sw_bytes *b, uint64_t n)
{
    if ((uint64_t)(b->end - b->at) < n) {
        b->bad = true;
        n = (uint64_t)(b->end - b->at);
    }
    b->at += n;
}

static inline uint64_t sw_bytes_uleb(struct sw_bytes *b)
{
    uint64_t value = 0, byte;
    unsigned shift = 0;
    do {
        byte = sw_bytes_take(b, 1);
        value |= shift < 64 ? (byte & 0x7f) << shift : 0;
        shift += 7;
    } while (byte & 0x80);
    return value;
}

static inline int64_t sw_bytes_sleb(struct sw_bytes *b)
{
    uint64_t value = 0, byte;
    unsigned shift = 0;
    do {
        byte = sw_bytes_take(b, 1);
        value |= shift < 64 ? (byte & 0x7f) << shift : 0;
        shift += 7;
    } while (byte & 0x80);
    if (shift < 64 && byte & 0x40)
        value |= -(1ull << shift);
    return (int64_t)value;
}

/* A pointer as DW_EH_PE_* says: absolute or relative to where it stands, of any size; bad where it is
 * relative to something else or has to be loaded. */
static inline uint64_t sw_bytes_pointer(struct sw_bytes *b, unsigned encoding)
{
    uint64_t base = (uint64_t)b->at, value = 0;
    switch (encoding & 0x0f) {
    case 0x00: /* absptr */
    case 0x04: /* udata8 */
    case 0x0c: /* sdata8 */
        value = sw_bytes_take(b, 8);
        break;
    case 0x02: /* udata2 */
        value = sw_bytes_take(b, 2);
        break;
    case 0x03: /* udata4 */
        value = sw_bytes_take(b, 4);
        break;
    case 0x0a: /* sdata2 */
        value = (uint64_t)(int64_t)(int16_t)sw_bytes_take(b, 2);
        break;
    case 0x0b: /* sdata4 */
        value = (uint64_t)(int64_t)(int32_t)sw_bytes_take(b, 4);
        break;
    default:
        b->bad = true;
    }
    if (encoding & 0x80 || (encoding & 0x70) > 0x10)
        b->bad = true;
    return value + ((encoding & 0x70) == 0x10 ? base : 0);
}

#endif
