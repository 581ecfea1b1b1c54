/* The modules (the program, its libraries) of the profiled process: written there by agent/process/modules.h. */
#pragma once

#include <limits.h>
#include <stdatomic.h>
#include <stdint.h>

#define SW_LIVE_MODULES 512
#define SW_LIVE_LATE    64

struct sw_live_module {
    char path[PATH_MAX];
    uint64_t start, end, bias;
    uint64_t code, code_end; /* where code can be read */
    uint64_t unwind_table;   /* its PT_GNU_EH_FRAME; 0: none */
    uint8_t build_id[32];
    uint32_t build_id_size;
    uint32_t reserved;
};

struct sw_live_modules {
    struct sw_live_module all[SW_LIVE_MODULES];
    uint32_t n;
    struct sw_live_module late[SW_LIVE_LATE]; /* met by samples first: agent/sampler/loaded.c */
    _Atomic uint32_t n_late, late_lock;
};
