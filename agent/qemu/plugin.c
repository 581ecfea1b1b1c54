/*
 * A plugin of qemu-user that counts the instructions of a program into words of memory, which the
 * program reads. Nothing is counted before it asks (call.h), and none of the profiler's code.
 *
 * A block of code is counted when it is entered, with all of its instructions: those that leave a
 * block are its last ones. Alone, a thread counts by instructions that qemu adds to the
 * block; it shares its code with the threads that it starts, so before the first one all is
 * translated anew, and a function called instead, which knows the thread. That happens when a system
 * call is over: glibc tries clone3() first, which qemu does not have, so it is in time; where
 * clone() is the first, some of the new thread's first instructions may count for its parent.
 *
 * Guest memory is qemu's own, at a constant distance, so guests can read our words. No
 * header is packaged with qemu: what is used of its interface is declared here.
 */
#include "agent/qemu/call.h"
#include "agent/translate/insn.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#ifndef SW_PLUGIN_API
#define SW_PLUGIN_API 1
#endif
#define EXPORT __attribute__((visibility("default")))

typedef uint64_t plugin_id;
struct qemu_plugin_tb;
struct qemu_plugin_insn;
struct qemu_info {
    const char *target_name;
    struct {
        int min, cur;
    } version;
    bool system_emulation;
};
enum { NO_REGISTERS = 0 };
enum { ADD_U64 = 0 };
typedef void on_translate(plugin_id, struct qemu_plugin_tb *);
typedef void on_execute(unsigned processor, void *data);
typedef void on_syscall(plugin_id, unsigned processor, int64_t number, uint64_t, uint64_t, uint64_t,
                        uint64_t, uint64_t, uint64_t, uint64_t, uint64_t);
void qemu_plugin_register_vcpu_tb_trans_cb(plugin_id, on_translate *);
void qemu_plugin_register_vcpu_syscall_cb(plugin_id, on_syscall *);
void qemu_plugin_register_vcpu_tb_exec_cb(struct qemu_plugin_tb *, on_execute *, int registers,
                                          void *data);
void qemu_plugin_register_vcpu_tb_exec_inline(struct qemu_plugin_tb *, int operation, void *to,
                                              uint64_t n);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *);
uint64_t qemu_plugin_tb_vaddr(const struct qemu_plugin_tb *);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *, size_t);
void *qemu_plugin_insn_haddr(const struct qemu_plugin_insn *);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *);
void qemu_plugin_reset(plugin_id, void (*then)(plugin_id));

EXPORT int qemu_plugin_version = SW_PLUGIN_API;
EXPORT int qemu_plugin_install(plugin_id, const struct qemu_info *, int argc, char **argv);

#define THREADS 4096
#define RANGES  8192

/* A cache line each. */
static struct {
    uint64_t n;
    uint64_t unused[7];
} counters[THREADS] __attribute__((aligned(64)));

static struct {
    uint64_t low, high;
    bool counted;
} ranges[RANGES];
static _Atomic unsigned n_ranges;

static uint64_t distance; /* from a guest address to ours */
static bool known_distance, started, is_x86, counts_all = true;
static _Atomic bool threads = SW_PLUGIN_API > 1; /* there may be several */
static int64_t prctl_number, clone_number;
enum { CLONE3_NUMBER = 435, CLONE_THREAD = 0x10000 };

static bool is_counted(uint64_t at)
{
    for (unsigned i = atomic_load_explicit(&n_ranges, memory_order_acquire); i-- > 0;)
        if (at >= ranges[i].low && at < ranges[i].high)
            return ranges[i].counted;
    return counts_all;
}

static void add_range(uint64_t low, uint64_t high, bool counted)
{
    unsigned n = atomic_load(&n_ranges);
    if (n == RANGES)
        return;
    ranges[n].low = low;
    ranges[n].high = high;
    ranges[n].counted = counted;
    atomic_store_explicit(&n_ranges, n + 1, memory_order_release);
}

static unsigned index_of(unsigned processor)
{
    return processor < THREADS ? processor : THREADS - 1;
}

static void count(unsigned processor, void *n)
{
    counters[index_of(processor)].n += (uintptr_t)n;
}

/*
 * A block of x86-64 is cut before an instruction that goes on on the next page, unless that is the only
 * one; version 7 of qemu tells of it all the same.
 */
static size_t count_insns(struct qemu_plugin_tb *block)
{
    enum { PAGE = 4096 };
    size_t n = qemu_plugin_tb_n_insns(block);
    if (!is_x86 || n < 2)
        return n;
    struct qemu_plugin_insn *last = qemu_plugin_tb_get_insn(block, n - 1);
    uint64_t at = qemu_plugin_insn_vaddr(last), left = PAGE - at % PAGE;
    struct sw_insn insn;
    if (left >= SW_X86_LONGEST)
        return n;
    sw_insn_decode(&insn, qemu_plugin_insn_haddr(last), left, at);
    return insn.length && insn.length <= left ? n : n - 1;
}

static void translate(plugin_id id, struct qemu_plugin_tb *block)
{
    uint64_t at = qemu_plugin_tb_vaddr(block);
    size_t n = count_insns(block);
    (void)id;
    if (!known_distance) {
        distance = (uint64_t)qemu_plugin_insn_haddr(qemu_plugin_tb_get_insn(block, 0)) - at;
        known_distance = true;
    }
    if (!started || !is_counted(at))
        return;
#if SW_PLUGIN_API == 1
    if (!atomic_load_explicit(&threads, memory_order_relaxed)) {
        qemu_plugin_register_vcpu_tb_exec_inline(block, ADD_U64, &counters[0].n, n);
        return;
    }
#endif
    qemu_plugin_register_vcpu_tb_exec_cb(block, count, NO_REGISTERS, (void *)n);
}

static void install(plugin_id id);

/* What was translated before is not counted: it goes. */
static void start(plugin_id id, struct sw_qemu_start *asked)
{
    if (!started) {
        counts_all = !asked->only;
        add_range(asked->low, asked->high, false);
        started = true;
        qemu_plugin_reset(id, install);
    }
    asked->magic = SW_QEMU_MAGIC;
}

static void answer(plugin_id id, unsigned processor, uint64_t call, uint64_t a, uint64_t b,
                   uint64_t c)
{
    struct sw_qemu_self *self = (struct sw_qemu_self *)(a + distance);
    switch (call) {
    case SW_QEMU_START:
        start(id, (struct sw_qemu_start *)(a + distance));
        return;
    case SW_QEMU_RANGE:
        add_range(a, b, c);
        return;
    case SW_QEMU_SELF:
        self->counter = (uint64_t)&counters[index_of(processor)].n - distance;
        self->magic = SW_QEMU_MAGIC;
        return;
    }
}

static void expect_threads(plugin_id id)
{
    if (!atomic_exchange(&threads, true) && started)
        qemu_plugin_reset(id, install);
}

static void look(plugin_id id, unsigned processor, int64_t number, uint64_t a, uint64_t b,
                 uint64_t c, uint64_t d, uint64_t e, uint64_t f, uint64_t g, uint64_t h)
{
    (void)f, (void)g, (void)h;
    if (number == prctl_number && (uint32_t)a == SW_QEMU_OPTION)
        answer(id, processor, b, c, d, e);
    else if ((number == clone_number && a & CLONE_THREAD) || number == CLONE3_NUMBER)
        expect_threads(id);
}

static void install(plugin_id id)
{
    qemu_plugin_register_vcpu_tb_trans_cb(id, translate);
    qemu_plugin_register_vcpu_syscall_cb(id, look);
}

int qemu_plugin_install(plugin_id id, const struct qemu_info *info, int argc, char **argv)
{
    bool is_arm = !strcmp(info->target_name, "aarch64");
    (void)argc, (void)argv;
    if (info->system_emulation || (!is_arm && strcmp(info->target_name, "x86_64")))
        return -1;
    is_x86 = !is_arm;
    prctl_number = is_arm ? 167 : 157;
    clone_number = is_arm ? 220 : 56;
    install(id);
    return 0;
}
