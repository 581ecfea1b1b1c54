/* What the code in front of a return address says of the call. The address must be in code. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* What the direct call calls that returns to `from`; 0: it is none. */
static inline uint64_t sw_call_target(uint64_t from)
{
#if defined __aarch64__
    uint32_t insn = *(const uint32_t *)(from - 4);
    if (insn >> 26 != 0x25) /* bl */
        return 0;
    return from - 4 + (uint64_t)((int64_t)((uint64_t)insn << 38) >> 36);
#else
    int32_t offset;
    __builtin_memcpy(&offset, (const char *)from - 4, sizeof offset);
    return *(const unsigned char *)(from - 5) == 0xe8 ? from + (uint64_t)(int64_t)offset : 0;
#endif
}

/* May it be a call through a pointer? */
static inline bool sw_call_is_indirect(uint64_t from)
{
#if defined __aarch64__
    return (*(const uint32_t *)(from - 4) & 0xfe000000) == 0xd6000000; /* blr, blraa */
#else
    for (uint64_t length = 2; length <= 7; length++) {
        const unsigned char *insn = (const unsigned char *)from - length;
        if (insn[0] == 0xff && (insn[1] >> 3 & 7) == 2)
            return true;
    }
    return false;
#endif
}

/* Does the linker's code begin there that jumps on to a function elsewhere? */
static inline bool sw_call_is_stub(uint64_t at)
{
#if defined __aarch64__
    const uint32_t *insn = (const uint32_t *)at;
    insn += *insn == 0xd503245f;               /* bti c */
    return (*insn & 0x9f00001f) == 0x90000010; /* adrp x16 */
#else
    const unsigned char *insn = (const unsigned char *)at;
    if (insn[0] == 0xf3 && insn[1] == 0x0f && insn[2] == 0x1e) /* endbr64 */
        insn += 4;
    insn += *insn == 0xf2; /* bnd */
    return insn[0] == 0xff && insn[1] == 0x25;
#endif
}
