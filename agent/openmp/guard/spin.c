/*
 * Finds loops that wait for a flag and puts traps into them, so that the simulator knows who
 * waits and when flags are written.
 */
#include "agent/core/start.h"
#include "agent/openmp/guard/guard.h"
#include "agent/openmp/guard/spin_code.h"
#include "agent/openmp/simulator/record.h"
#include "agent/process/dynamic.h"
#include "agent/process/interrupted.h"
#include "agent/translate/translate.h"
#include "base/order.h"
#include "base/raw.h"

#include <errno.h>
#include <link.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define TRAPS     1024   /* a power of two; half of them are used at most */
#define FUNCTIONS 1024   /* likewise */
#define MOST_CODE 400000 /* instructions that are read for a function */
#define TO_READ   4096
#define NEAR      32 /* bytes: what is stored so little before memory is ordered is a flag, maybe */
#define SWITCH    8192  /* bytes after a jump by a table in which its cases are, maybe */
#define OFTEN     20000 /* times that one which orders memory may come without anybody waiting */

enum { FLUSH_SLOTS = 64 };
enum what { NOTHING, EDGE, FENCE, RELEASE };

struct trap {
    uint64_t at;
    uint64_t head; /* of an edge: where it branches to */
    enum what what;
    bool set; /* it is in the code */
    unsigned in_vain;
    struct sw_insn insn;
    uint8_t code[16]; /* what was there */
};

/* Written under the lock, read by handlers: entries are never removed. */
static struct {
    struct trap traps[TRAPS];
    unsigned n;
    bool has_edges, off;
    uint64_t functions[FUNCTIONS];
    unsigned n_functions;
    uint64_t flush_slots[FLUSH_SLOTS]; /* words by which modules call what orders memory */
    unsigned n_flush_slots;
    uint32_t lock;
    struct trap_cost {
        uint64_t to, back;
    } cost; /* what the kernel takes for a trap, in ticks */
} spins;

static struct trap *find(uint64_t at)
{
    for (unsigned i = (unsigned)(at * 0x9e3779b97f4a7c15u >> 54);; i++) {
        struct trap *t = &spins.traps[i % TRAPS];
        uint64_t there = __atomic_load_n(&t->at, __ATOMIC_ACQUIRE);
        if (!there || there == at)
            return t;
    }
}

/* --- What a trap takes --- */

/*
 * What a trap takes beside what its handler does: the kernel makes a signal of it, and takes the thread back to where it was. That is before the
 * handler's first reading of the clock, and after its last: some hundred nanoseconds each, as long as a thread may work from one trap to
 * the next. It is not the program's time. (It was: NPB's LU on two cores had two fifths more work than on one.)
 */

enum { SAMPLES = 64 };

static uint64_t trap_begun, trap_ended; /* readings of the handler */

SW_ALIGNS_STACK static void on_own_trap(int number, siginfo_t *info, void *context)
{
    trap_begun = sw_meter_ticks();
    (void)number;
    (void)info;
#if defined __aarch64__
    ((ucontext_t *)context)->uc_mcontext.pc += 4;
#else
    (void)context;
#endif
    trap_ended = sw_meter_ticks();
}

static void fall_into_trap(void)
{
#if defined __aarch64__
    __asm__ volatile("brk #0x52f0" : : : "memory");
#else
    __asm__ volatile("int3" : : : "memory");
#endif
}

static int compare(const void *a, const void *b)
{
    return SW_RISING(*(const uint64_t *)a, *(const uint64_t *)b);
}

static uint64_t middle(uint64_t *all)
{
    qsort(all, SAMPLES, sizeof *all, compare);
    return all[SAMPLES / 2];
}

/* Has some traps of its own, by a handler of its own. The signal is not blocked. All 0: it cannot be known. */
static struct trap_cost trap_cost(void)
{
    struct sigaction ours = {.sa_sigaction = on_own_trap, .sa_flags = SA_SIGINFO | SA_NODEFER}, old;
    uint64_t to[SAMPLES], back[SAMPLES];
    if (sigaction(SIGTRAP, &ours, &old))
        return (struct trap_cost){0};
    for (unsigned i = 0; i < SAMPLES; i++) {
        uint64_t before = sw_meter_ticks();
        fall_into_trap();
        back[i] = sw_meter_ticks() - trap_ended;
        to[i] = trap_begun - before;
    }
    sigaction(SIGTRAP, &old, NULL);
    return (struct trap_cost){middle(to), middle(back)};
}

/* --- Reading code --- */

/* The code of a module, and what of it is to be read still. */
struct reader {
    uint64_t address; /* in it */
    uint64_t low, high;
    uint8_t *seen; /* a bit for each byte; of aarch64, for each instruction */
    struct {
        uint64_t pc;
        uint64_t until; /* code goes on behind jumps too, up to there */
    } to_read[TO_READ];
    unsigned n, read;
    uint64_t stored; /* the last store on the way */
};

#if defined __aarch64__
enum { UNIT = 4, JUMP_SLOT = R_AARCH64_JUMP_SLOT, GLOB_DAT = R_AARCH64_GLOB_DAT };
#else
enum { UNIT = 1, JUMP_SLOT = R_X86_64_JUMP_SLOT, GLOB_DAT = R_X86_64_GLOB_DAT };
#endif

/* The words that relocations bind to __kmpc_flush. */
static void find_slots(const struct link_map *map)
{
    static const int64_t tables[] = {DT_JMPREL, DT_RELA}, sizes[] = {DT_PLTRELSZ, DT_RELASZ};
    const ElfW(Sym) *symbols = sw_dynamic_table(map, DT_SYMTAB);
    const char *names = sw_dynamic_table(map, DT_STRTAB);
    for (unsigned k = 0; symbols && names && k < 2; k++) {
        const ElfW(Rela) *r = sw_dynamic_table(map, tables[k]);
        for (uint64_t n = r ? sw_dynamic_value(map, sizes[k]) / sizeof *r : 0; n; n--, r++) {
            uint64_t type = ELF64_R_TYPE(r->r_info);
            if ((type == JUMP_SLOT || type == GLOB_DAT) && spins.n_flush_slots < FLUSH_SLOTS &&
                !strcmp(names + symbols[ELF64_R_SYM(r->r_info)].st_name, "__kmpc_flush"))
                spins.flush_slots[spins.n_flush_slots++] = map->l_addr + r->r_offset;
        }
    }
}

static bool is_flush(uint64_t pc, const struct sw_insn *call)
{
    (void)pc;
    if (!spins.n_flush_slots)
        return false;
    uint64_t slot = sw_spin_stub_slot((const uint8_t *)call->target, call->target);
    for (unsigned i = 0; slot && i < spins.n_flush_slots; i++)
        if (spins.flush_slots[i] == slot)
            return true;
    return false;
}

static int find_module(struct dl_phdr_info *info, size_t size, void *data)
{
    struct reader *r = data;
    struct link_map map = {.l_addr = info->dlpi_addr};
    (void)size;
    for (unsigned i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_DYNAMIC)
            map.l_ld = (ElfW(Dyn) *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
    for (unsigned i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        uint64_t low = info->dlpi_addr + p->p_vaddr, high = low + p->p_filesz;
        if (p->p_type == PT_LOAD && p->p_flags & PF_X && r->address >= low && r->address < high) {
            r->low = low;
            r->high = high;
            if (map.l_ld && !spins.n_flush_slots)
                find_slots(&map);
            return 1;
        }
    }
    return 0;
}

static bool is_new(struct reader *r, uint64_t pc)
{
    if (pc < r->low || pc >= r->high)
        return false;
    uint64_t i = (pc - r->low) / UNIT;
    bool seen = r->seen[i / 8] >> (i % 8) & 1;
    r->seen[i / 8] |= (uint8_t)(1 << (i % 8));
    return !seen;
}

static void push(struct reader *r, uint64_t pc, uint64_t until)
{
    if (r->n == TO_READ)
        return;
    r->to_read[r->n].pc = pc;
    r->to_read[r->n++].until = until;
}

static struct trap *note(enum what what, uint64_t pc, const struct sw_insn *insn)
{
    struct trap *t = find(pc);
    if (t->at || spins.n >= TRAPS / 2)
        return NULL;
    t->what = what;
    t->insn = *insn;
    t->head = insn->target;
    memcpy(t->code, (const void *)pc, insn->length);
    __atomic_store_n(&t->at, pc, __ATOMIC_RELEASE);
    spins.n++;
    spins.has_edges |= what == EDGE;
    return t;
}

static void look_at_branch(uint64_t pc, const struct sw_insn *insn)
{
    if (insn->target <= pc && pc - insn->target <= SW_SPIN_BYTES &&
        sw_spin_is_loop((const uint8_t *)insn->target, insn->target, pc, is_flush))
        note(EDGE, pc, insn);
}

/* Memory is ordered here: what was stored right before may be what others wait for. */
static void look_at_order(struct reader *r, uint64_t pc)
{
    struct sw_insn store;
    if (!r->stored || pc < r->stored || pc - r->stored > NEAR)
        return;
    sw_insn_decode(&store, (const uint8_t *)r->stored, r->high - r->stored, r->stored);
    note(RELEASE, r->stored, &store);
    r->stored = 0;
}

static void look_at_plain(struct reader *r, uint64_t pc, const struct sw_insn *insn)
{
    const uint8_t *code = (const uint8_t *)pc;
    if (sw_spin_is_fence(insn, code)) {
        look_at_order(r, pc);
        note(FENCE, pc, insn);
    } else if (sw_spin_is_release(insn)) {
        note(RELEASE, pc, insn);
    } else if (sw_spin_is_store(insn, code)) {
        r->stored = pc;
    }
}

/* Behind a jump the cases of a switch may come. */
static bool goes_on(uint64_t pc, uint64_t *until, bool by_table)
{
    if (by_table && pc + SWITCH > *until)
        *until = pc + SWITCH;
    return pc < *until;
}

/* One instruction after the other, as they may run, to where nothing follows that is known. */
static void read_on(struct reader *r, uint64_t pc, uint64_t until)
{
    r->stored = 0;
    while (is_new(r, pc) && r->read++ < MOST_CODE) {
        const struct trap *known = find(pc);
        struct sw_insn insn;
        sw_insn_decode(&insn, (const uint8_t *)pc, r->high - pc, pc);
        if (known->at)
            insn = known->insn;
        if (!insn.length)
            return;
        switch (insn.kind) {
        case SW_INSN_BRANCH:
            look_at_branch(pc, &insn);
            push(r, insn.target, until);
            break;
        case SW_INSN_JUMP:
            look_at_branch(pc, &insn);
            if (is_flush(pc, &insn))
                look_at_order(r, pc);
            else
                push(r, insn.target, until);
            if (!goes_on(pc, &until, false))
                return;
            break;
        case SW_INSN_CALL:
            if (is_flush(pc, &insn))
                look_at_order(r, pc);
            else
                push(r, insn.target, 0);
            break;
        case SW_INSN_RCX:
            push(r, insn.target, until);
            break;
        case SW_INSN_JUMP_TO:
        case SW_INSN_RETURN:
            if (!goes_on(pc, &until, insn.kind == SW_INSN_JUMP_TO))
                return;
            break;
        case SW_INSN_UNKNOWN:
        case SW_INSN_STOP:
            return;
        default:
            look_at_plain(r, pc, &insn);
        }
        pc += insn.length;
    }
}

static void read_function(uint64_t address)
{
    struct reader *r = calloc(1, sizeof *r);
    if (!r)
        return;
    r->address = address;
    if (dl_iterate_phdr(find_module, r) && (r->seen = calloc((r->high - r->low) / UNIT / 8 + 1, 1)))
        for (push(r, address, 0); r->n;) {
            r->n--;
            read_on(r, r->to_read[r->n].pc, r->to_read[r->n].until);
        }
    free(r->seen);
    free(r);
}

/* --- Traps --- */

#if defined __aarch64__
static const uint32_t trap_code = 0xd42a5e00; /* brk #0x52f0 */
enum { TRAP_BYTES = 4, BEHIND_TRAP = 0 };
#else
static const uint8_t trap_code = 0xcc; /* int3 */
enum { TRAP_BYTES = 1, BEHIND_TRAP = 1 };
#endif

static bool write_code(uint64_t at, const void *code)
{
    uint64_t page = at & -(uint64_t)sysconf(_SC_PAGESIZE), size = at + TRAP_BYTES - page;
    if (sw_raw4(SYS_mprotect, (long)page, (long)size, PROT_READ | PROT_WRITE | PROT_EXEC, 0) < 0)
        return false;
    if (TRAP_BYTES == 4)
        __atomic_store_n((uint32_t *)at, *(const uint32_t *)code, __ATOMIC_RELEASE);
    else
        __atomic_store_n((uint8_t *)at, *(const uint8_t *)code, __ATOMIC_RELEASE);
    sw_raw4(SYS_mprotect, (long)page, (long)size, PROT_READ | PROT_EXEC, 0);
    __builtin___clear_cache((char *)at, (char *)at + TRAP_BYTES);
    sw_translate_changed(at, at + TRAP_BYTES);
    return true;
}

static void set_traps(void)
{
    for (unsigned i = 0; spins.has_edges && !spins.off && i < TRAPS; i++) {
        struct trap *t = &spins.traps[i];
        if (t->at && !t->set && t->in_vain < OFTEN)
            t->set = write_code(t->at, &trap_code);
    }
}

static void remove_trap(struct trap *t)
{
    if (write_code(t->at, t->code))
        t->set = false;
}

#if defined __x86_64__
static const int numbers[] = {REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP,
                              REG_RSI, REG_RDI, REG_R8,  REG_R9,  REG_R10, REG_R11,
                              REG_R12, REG_R13, REG_R14, REG_R15};
#endif

/* What is less than half of a register leaves its other bytes as they are. */
static void set_register(ucontext_t *u, int number, uint64_t value, unsigned size)
{
#if defined __x86_64__
    greg_t *r = &u->uc_mcontext.gregs[numbers[number]];
    uint64_t kept = size < 4 ? (uint64_t)*r >> 8 * size << 8 * size : 0;
    *r = (greg_t)(kept | value);
#else
    (void)size;
    u->uc_mcontext.regs[number] = value;
#endif
}

static void take_registers(const ucontext_t *u, struct sw_spin_registers *r)
{
#if defined __aarch64__
    memcpy(r->r, u->uc_mcontext.regs, 31 * sizeof *r->r);
    r->r[31] = u->uc_mcontext.sp;
    r->flags = u->uc_mcontext.pstate;
#else
    for (unsigned i = 0; i < 16; i++)
        r->r[i] = (uint64_t)u->uc_mcontext.gregs[numbers[i]];
    r->flags = (uint64_t)u->uc_mcontext.gregs[REG_EFL];
#endif
}

static void go_to(ucontext_t *u, uint64_t pc)
{
#if defined __aarch64__
    u->uc_mcontext.pc = pc;
#else
    u->uc_mcontext.gregs[REG_RIP] = (greg_t)pc;
#endif
}

#define EXCHANGE(type) __atomic_exchange_n((type *)address, (type)value, __ATOMIC_SEQ_CST)

/* Returns what was there. */
static uint64_t exchange(uint64_t address, uint64_t value, unsigned size)
{
    uint64_t before = 0;
    if (address % size) { /* nobody can rely on that as a whole, and an atomic one may fault */
        memcpy(&before, (const void *)address, size);
        memcpy((void *)address, &value, size);
        __atomic_thread_fence(__ATOMIC_SEQ_CST);
        return before;
    }
    return SW_OMP_BY_SIZE(size, EXCHANGE);
}

/* It is not known what it waits for: others run until one of them was left. */
static void wait_for_any(struct sw_omp_thread *t, uint32_t construct)
{
    uint64_t since = t->clock;
    if (!sw_omp_yield(t))
        sw_omp_idle(t->simulator);
    sw_omp_count(t->simulator, construct, SW_OMP_WAIT, t->clock - since);
}

/* The loop's code may have traps in it, of its own instructions: none of these changes a register. */
static void wait_at(struct sw_omp_thread *t, const struct trap *trap,
                    const struct sw_spin_registers *r)
{
    uint8_t code[SW_SPIN_BYTES + 16];
    struct sw_spin_polls polls;
    struct sw_omp_spinner spinner = {0};
    uint64_t bytes = trap->at - trap->head;
    memcpy(code, (const void *)trap->head, bytes);
    for (uint64_t i = 0; i < bytes; i++) {
        const struct trap *inner = find(trap->head + i);
        if (inner->at && inner->set)
            memcpy(code + i, inner->code, TRAP_BYTES);
    }
    sw_spin_find_polls(code, trap->head, trap->at, is_flush, r, &polls);
    for (unsigned i = 0; i < polls.n && i < SW_OMP_POLLS; i++) {
        spinner.at[i] = (const void *)polls.address[i];
        spinner.size[i] = polls.size[i];
        spinner.n++;
    }
    uint32_t construct = sw_omp_construct(t, SW_CONSTRUCT_SPIN, (const void *)(trap->at + 1));
    if (polls.unknown || !polls.n)
        wait_for_any(t, construct);
    else
        sw_omp_spin(t, &spinner, construct);
}

/* Of the thread that a trap has stopped; NULL: nothing is measured. */
static struct sw_thread *meter_here(void)
{
    const struct sw_omp_thread *t = sw_omp_self_if_any();
    return t ? t->simulator->meter : NULL;
}

/* What has been measured since the handler began, and what the kernel took, is not the program's. Of a meter that counts, that is
 * what of libc the handler has called. */
static void leave_out(struct sw_thread *meter, uint64_t begun, uint64_t kernel)
{
    uint64_t ticks = sw_meter_of(meter) - begun;
    if (meter->counter)
        meter->meter.seen += ticks;
    else
        meter->meter.debt += (ticks + kernel) * SW_COST_TICK;
}

/* The thread that runs in a region here, and may be left; inside the runtime from now on. NULL: none. */
static struct sw_omp_thread *enter(const ucontext_t *u, uint64_t begun)
{
    struct sw_omp_thread *t = sw_omp_in_region();
    if (!t || sw_is_on_signal_stack(u))
        return NULL;
    struct sw_thread *meter = t->simulator->meter;
    t->simulator->inside = 1;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    t->simulator->exact = true;
    if (meter)
        leave_out(meter, begun, spins.cost.to);
    sw_omp_enter();
    return t;
}

static void leave(struct sw_omp_thread *t)
{
    struct sw_thread *meter = t->simulator->meter;
    t->simulator->exact = true;
    sw_omp_leave(t);
    if (meter && !meter->counter)
        meter->meter.debt += spins.cost.back * SW_COST_TICK;
}

/* Each of these returns the thread that has entered, and is to leave. */
static struct sw_omp_thread *do_edge(struct trap *trap, const struct sw_spin_registers *r,
                                     ucontext_t *u, uint64_t begun)
{
    bool taken = sw_spin_is_taken(&trap->insn, r);
    struct sw_omp_thread *t = taken ? enter(u, begun) : NULL;
    go_to(u, taken ? trap->head : trap->at + trap->insn.length);
    if (t)
        wait_at(t, trap, r);
    return t;
}

static struct sw_omp_thread *do_fence(struct trap *trap, ucontext_t *u, uint64_t begun)
{
    struct sw_omp_thread *t = enter(u, begun);
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    go_to(u, trap->at + trap->insn.length);
    if (!t)
        return NULL;
    trap->in_vain = t->simulator->spinners ? 0 : trap->in_vain + 1;
    sw_omp_give_way(t); /* all who are behind: they are to see what was before */
    return t;
}

static struct sw_omp_thread *do_release(struct trap *trap, const struct sw_spin_registers *r,
                                        ucontext_t *u, uint64_t begun)
{
    uint64_t address, value;
    unsigned size = sw_spin_store(&trap->insn, trap->code, trap->at, r, &address, &value);
    struct sw_omp_thread *t = enter(u, begun);
    if (t)
        sw_omp_give_way(t);
    uint64_t before = exchange(address, value, size), behind = trap->at + trap->insn.length;
    const struct trap *next = find(behind);
    if (sw_spin_exchanges(&trap->insn) >= 0)
        set_register(u, sw_spin_exchanges(&trap->insn), before, size);
    if (next->at && next->set && next->what == FENCE) /* what it orders has come */
        behind += next->insn.length;
    go_to(u, behind);
    if (!t)
        return NULL;
    trap->in_vain = t->simulator->spinners ? 0 : trap->in_vain + 1;
    if (t->simulator->spinners)
        sw_omp_spin_look(t);
    return t;
}

/* What is called here must not use thread-local storage after a switch. */
SW_ALIGNS_STACK static void on_trap(int number, siginfo_t *info, void *context)
{
    struct sw_thread *meter = meter_here();
    uint64_t begun = meter ? sw_meter_of(meter) : 0, pc = sw_interrupted_pc(context) - BEHIND_TRAP;
    struct trap *trap = find(pc);
    struct sw_spin_registers r;
    struct sw_omp_thread *t;
    int error = errno;
    if (!trap->at || info->si_code <= 0) { /* the program's own, or sent by somebody */
        signal(number, SIG_DFL);
        raise(number);
        return;
    }
    if (!trap->set || trap->in_vain >= OFTEN) {
        remove_trap(trap);
        go_to(context, pc);
        return;
    }
    take_registers(context, &r);
    if (trap->what == EDGE)
        t = do_edge(trap, &r, context, begun);
    else if (trap->what == FENCE)
        t = do_fence(trap, context, begun);
    else
        t = do_release(trap, &r, context, begun);
    if (t)
        leave(t);
    else if (meter)
        leave_out(meter, begun, spins.cost.to + spins.cost.back);
    errno = error;
}

/* A trap must not find its signal blocked. */
static void unblock(void)
{
    uint64_t trap = 1ull << (SIGTRAP - 1);
    sw_raw4(SYS_rt_sigprocmask, SIG_UNBLOCK, (long)&trap, 0, 8);
}

/* Who has a handler of its own keeps it. */
static bool take_signal(void)
{
    static bool taken;
    struct sigaction ours = {.sa_sigaction = on_trap,
                             .sa_flags = SA_SIGINFO | SA_RESTART | SA_NODEFER},
                     old;
    if (taken)
        return true;
    if (sigaction(SIGTRAP, NULL, &old) || old.sa_handler != SIG_DFL)
        return false;
    unblock();
    const struct sw_thread *meter = meter_here();
    if (meter && !meter->counter)
        spins.cost = trap_cost();
    taken = sigaction(SIGTRAP, &ours, NULL) == 0;
    return taken;
}

static void set_all(void)
{
    if (spins.has_edges && !spins.off && !take_signal())
        spins.off = true;
    set_traps();
}

static bool try_lock(void)
{
    return !__atomic_exchange_n(&spins.lock, 1, __ATOMIC_ACQUIRE);
}

static bool is_known(uint64_t function)
{
    unsigned i = (unsigned)(function * 0x9e3779b97f4a7c15u >> 54);
    for (; spins.functions[i % FUNCTIONS]; i++)
        if (spins.functions[i % FUNCTIONS] == function)
            return true;
    if (spins.n_functions < FUNCTIONS / 2) {
        spins.functions[i % FUNCTIONS] = function;
        spins.n_functions++;
        return false;
    }
    return true;
}

void sw_omp_spins_of(const void *function)
{
    if (spins.off || sw_is_enclosed || !try_lock())
        return;
    if (!is_known((uint64_t)function)) {
        read_function((uint64_t)function);
        set_all();
    }
    __atomic_store_n(&spins.lock, 0, __ATOMIC_RELEASE);
    if (spins.has_edges && !spins.off)
        unblock();
}

bool sw_omp_spins_learn(uint64_t pc)
{
    bool found = false;
    struct sw_insn insn;
    if (spins.off || sw_is_enclosed || !try_lock())
        return false;
    for (uint64_t at = pc; !found && at - pc < SW_SPIN_BYTES; at += insn.length) {
        const struct trap *known = find(at);
        sw_insn_decode(&insn, (const uint8_t *)at, SW_SPIN_BYTES, at);
        if (known->at || !insn.length || insn.kind == SW_INSN_RETURN)
            break;
        if ((insn.kind == SW_INSN_BRANCH || insn.kind == SW_INSN_JUMP) && insn.target <= pc) {
            look_at_branch(at, &insn);
            found = find(at)->at;
        }
    }
    if (found)
        set_all();
    __atomic_store_n(&spins.lock, 0, __ATOMIC_RELEASE);
    return found;
}

#define SPIN_NS    2000 /* from one call to the next, of who does nothing else */
#define SPIN_TIMES 3

void sw_omp_flush(const void *address)
{
    struct sw_omp_thread *t = sw_omp_in_region();
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    if (!t)
        return;
    struct sw_omp_simulator *m = t->simulator;
    m->inside = 1;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    bool again = t->flushed == address && t->flush_events == m->events && m->meter &&
                 sw_meter_of(m->meter) - m->meter->meter.seen < sw_omp_ticks(m, SPIN_NS);
    t->flushes = again ? t->flushes + 1 : 0;
    t->flushed = address;
    if (t->flushes) /* what it took to look again is no work, if it spins */
        m->exact = true;
    else
        sw_omp_charge(t);
    if (t->flushes < SPIN_TIMES)
        sw_omp_give_way(t);
    else
        wait_for_any(t, sw_omp_construct(t, SW_CONSTRUCT_SPIN, address));
    t->flush_events = m->events;
    sw_omp_leave(t);
}
