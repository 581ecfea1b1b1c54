#include "tool/measure/insn_counter.h"
#include "tool/common/program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

/* glibc takes its string and mathematical functions by what the processor has, and what they do by the
 * size of its caches. Names that a version of it does not know are ignored. */
#define BASELINE                                                                                  \
    "glibc.cpu.hwcaps=-AVX,-AVX2,-AVX512F,-AVX512BW,-AVX512CD,-AVX512DQ,-AVX512ER,-AVX512PF,"     \
    "-AVX512VL,-AVX_Usable,-AVX2_Usable,-AVX512F_Usable,-AVX512VL_Usable,-FMA,-FMA_Usable,-FMA4," \
    "-FMA4_Usable,-BMI1,-BMI2,-ERMS,-FSRM,-SSE4_1,-SSE4_2,-SSSE3,-POPCNT,-LZCNT,-MOVBE,-RTM,"     \
    "-Fast_Rep_String,-Fast_Unaligned_Load,-Fast_Unaligned_Copy,-AVX_Fast_Unaligned_Load,"        \
    "-Fast_Copy_Backward,-Slow_BSF,-Prefer_PMINUB_for_stringop"                                   \
    ":glibc.cpu.x86_data_cache_size=32768:glibc.cpu.x86_shared_cache_size=1048576"                \
    ":glibc.cpu.x86_non_temporal_threshold=786432:glibc.pthread.rseq=0"

uint64_t sw_insn_counter_for(const char *program)
{
    struct utsname u;
    char path[PATH_MAX];
    const char *machine = sw_program_find(program, path) ? sw_program_machine(path) : NULL;
    if (!machine || uname(&u) < 0 || !strcmp(machine, u.machine))
        return SW_INSN_COUNTER_OWN; /* of a script, what it starts is counted */
    return SW_INSN_COUNTER_QEMU;
}

void sw_insn_counter_tunables(char *text, size_t size)
{
    const char *users = getenv("GLIBC_TUNABLES");
    bool more = users && *users;
    snprintf(text, size, BASELINE "%s%s", more ? ":" : "", more ? users : "");
}
