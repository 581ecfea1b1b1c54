/* Samples of a running process, seen from outside, become a profile: stacks are unwound from copies of them. */
#include "base/grow.h"
#include "base/order.h"
#include "collect/front_end.h"
#include "compile/text/text.h"
#include "tool/measure/attach_parts.h"

/* Unwinding a copy of a stack by what compilers say of it (.eh_frame), with libdw. */

/* Separate debug information is not needed for it, and might be asked for over the network. */
static int find_no_debuginfo(Dwfl_Module *module, void **data, const char *name, Dwarf_Addr base,
                             const char *file, const char *link, GElf_Word crc, char **found)
{
    (void)module, (void)data, (void)name, (void)base, (void)file, (void)link, (void)crc,
        (void)found;
    return -1;
}

static pid_t next_thread(Dwfl *dwfl SW_UNUSED, void *data, void **thread)
{
    struct sw_attached_stacks *s = data;
    if (*thread)
        return 0;
    *thread = s;
    return s->pid;
}

static bool get_thread(Dwfl *dwfl, pid_t tid, void *data, void **thread)
{
    (void)dwfl, (void)tid;
    *thread = data;
    return true;
}

static bool read_memory(Dwfl *dwfl SW_UNUSED, Dwarf_Addr at, Dwarf_Word *word, void *data)
{
    const struct sw_stopped *s = ((struct sw_attached_stacks *)data)->stopped;
    if (!s || at < s->sp || s->size < sizeof *word || at - s->sp > s->size - sizeof *word)
        return false;
    memcpy(word, s->stack + (at - s->sp), sizeof *word);
    return true;
}

static bool set_registers(Dwfl_Thread *thread, void *data)
{
    const struct sw_stopped *s = ((struct sw_attached_stacks *)data)->stopped;
    dwfl_thread_state_register_pc(thread, s->pc);
    return dwfl_thread_state_registers(thread, 0, s->n_registers, s->registers);
}

static const Dwfl_Thread_Callbacks threads = {
    .next_thread = next_thread,
    .get_thread = get_thread,
    .memory_read = read_memory,
    .set_initial_registers = set_registers,
};

void sw_attached_stacks_refresh(struct sw_attached_stacks *s)
{
    dwfl_report_begin_add(s->dwfl);
    dwfl_linux_proc_report(s->dwfl, s->pid);
    dwfl_report_end(s->dwfl, NULL, NULL);
}

bool sw_attached_stacks_init(struct sw_attached_stacks *s, pid_t pid)
{
    static char *no_path;
    static const Dwfl_Callbacks callbacks = {.find_elf = dwfl_linux_proc_find_elf,
                                             .find_debuginfo = find_no_debuginfo,
                                             .debuginfo_path = &no_path};
    *s = (struct sw_attached_stacks){.pid = pid, .dwfl = dwfl_begin(&callbacks)};
    if (!s->dwfl)
        return false;
    sw_attached_stacks_refresh(s);
    return dwfl_attach_state(s->dwfl, NULL, pid, &threads, s);
}

void sw_attached_stacks_release(struct sw_attached_stacks *s)
{
    if (s->dwfl)
        dwfl_end(s->dwfl);
}

static int add_frame(Dwfl_Frame *frame, void *data)
{
    struct sw_attached_stacks *s = data;
    Dwarf_Addr pc;
    bool is_interrupted;
    if (!dwfl_frame_pc(frame, &pc, &is_interrupted))
        return DWARF_CB_ABORT;
    s->addresses[s->n++] = is_interrupted ? pc : pc - 1;
    return s->n < SW_ATTACHED_DEEPEST ? DWARF_CB_OK : DWARF_CB_ABORT;
}

bool sw_attached_unwind(struct sw_attached_stacks *s, const struct sw_stopped *stopped)
{
    s->stopped = stopped;
    s->n = 0;
    int end = dwfl_getthread_frames(s->dwfl, s->pid, add_frame, s);
    if (!s->n)
        s->addresses[s->n++] = stopped->pc; /* code that nothing is known of */
    return end == 0;
}

bool sw_attached_is_runtime(const struct sw_attached_stacks *s, uint64_t address)
{
    Dwfl_Module *module = dwfl_addrmodule(s->dwfl, address);
    const char *path =
        module ? dwfl_module_info(module, NULL, NULL, NULL, NULL, NULL, NULL, NULL) : NULL;
    const char *slash = path ? strrchr(path, '/') : NULL;
    return slash && sw_begins_among(slash + 1, strlen(slash + 1),
                                    "libgomp.so libomp.so libiomp5.so libtbb.so");
}

enum { TABLE_FIRST = 1 << 12 };
#define STRETCH_FIRST_NS 10000000

bool sw_attached_record_init(struct sw_attached_record *r)
{
    r->room = TABLE_FIRST / 2;
    r->table_size = TABLE_FIRST;
    r->paths = calloc(r->room, sizeof *r->paths);
    r->table = calloc(r->table_size, sizeof *r->table);
    r->lanes = calloc(SW_LANES_MOST, sizeof *r->lanes);
    r->n_paths = 1;
    r->over.length = STRETCH_FIRST_NS;
    return r->paths && r->table && r->lanes;
}

void sw_attached_record_release(struct sw_attached_record *r)
{
    free(r->paths);
    free(r->table);
    free(r->lanes);
}

static size_t slot_of(const struct sw_attached_record *r, uint32_t caller, uint64_t address)
{
    uint64_t hash = (address ^ (uint64_t)caller << 40) * 0x9e3779b97f4a7c15u;
    size_t at = (size_t)(hash >> 20) & (r->table_size - 1);
    while (r->table[at] &&
           (r->paths[r->table[at]].caller != caller || r->paths[r->table[at]].address != address))
        at = (at + 1) & (r->table_size - 1);
    return at;
}

/* Twice the size; half of the table is always free. */
static bool grow(struct sw_attached_record *r)
{
    struct sw_attached_path *paths = reallocarray(r->paths, 2 * (size_t)r->room, sizeof *paths);
    if (paths)
        r->paths = paths;
    uint32_t *table = paths ? calloc(2 * r->table_size, sizeof *table) : NULL;
    if (!table) {
        r->no_memory = true;
        return false;
    }
    free(r->table);
    r->table = table;
    r->table_size *= 2;
    r->room *= 2;
    for (uint32_t i = 1; i < r->n_paths; i++)
        r->table[slot_of(r, r->paths[i].caller, r->paths[i].address)] = i;
    return true;
}

static uint32_t child(struct sw_attached_record *r, uint32_t caller, uint64_t address)
{
    size_t at = slot_of(r, caller, address);
    if (r->table[at])
        return r->table[at];
    if (r->n_paths == r->room) {
        if (!grow(r))
            return 0;
        at = slot_of(r, caller, address);
    }
    r->paths[r->n_paths] = (struct sw_attached_path){.address = address, .caller = caller};
    return r->table[at] = r->n_paths++;
}

uint32_t sw_attached_path(struct sw_attached_record *r, const uint64_t *addresses, size_t n,
                          bool is_whole)
{
    uint32_t path = is_whole ? 0 : child(r, 0, SW_SAMPLED_CUT);
    while (n-- && !r->no_memory)
        path = child(r, path, addresses[n]);
    return path;
}

struct sw_attached_lock *sw_attached_lock(struct sw_attached_record *r, uint64_t address)
{
    size_t i = 0;
    while (i < r->n_locks && r->locks[i].address != address)
        i++;
    if (i == SW_ATTACHED_LOCKS)
        return NULL;
    if (i == r->n_locks)
        r->locks[r->n_locks++].address = address;
    return &r->locks[i];
}

/* Two become one where they do not suffice any more. */
static void fold(void *record)
{
    struct sw_attached_record *r = record;
    for (size_t i = 1; i < SW_LANE_STRETCHES; i++) {
        sw_stretch_move(&r->stretches[i].work, &r->stretches[i / 2].work);
        sw_stretch_move(&r->stretches[i].overhead, &r->stretches[i / 2].overhead);
        sw_stretch_move(&r->stretches[i].idle, &r->stretches[i / 2].idle);
        sw_majority_move(&r->stretches[i].alone, &r->stretches[i / 2].alone);
    }
    for (size_t i = 0; i < r->n_lanes; i++)
        sw_lane_fold(&r->lanes[i]);
}

size_t sw_attached_stretch(struct sw_attached_record *r, uint64_t at_ns)
{
    return (size_t)sw_stretch_at(&r->over, at_ns, fold, r);
}

struct sw_lane_cell *sw_attached_cell(struct sw_attached_record *r,
                                      const struct sw_attached_thread *t, size_t stretch)
{
    return t->lane ? &r->lanes[t->lane - 1].cells[stretch] : NULL;
}

/* --- the profile --- */

static int fill_paths(struct sw_profile *p, const struct sw_attached_record *r)
{
    size_t n = r->n_paths - 1;
    p->sampled.frames = calloc(n + 1, sizeof *p->sampled.frames);
    p->sampled.paths = calloc(n + 1, sizeof *p->sampled.paths);
    p->effort.paths = calloc(n + 1, sizeof *p->effort.paths);
    if (!p->sampled.frames || !p->sampled.paths || !p->effort.paths)
        return -ENOMEM;
    for (size_t i = 0; i < n; i++) {
        const struct sw_attached_path *from = &r->paths[i + 1];
        p->sampled.frames[i].address = from->address;
        p->sampled.paths[i] = (struct sw_sampled_path){
            .caller = from->caller, .frame = (uint32_t)i, .on_work = from->samples};
        p->effort.paths[i] = from->sums;
        p->whole.work += from->sums.work;
    }
    p->sampled.n_frames = p->sampled.n_paths = n;
    return 0;
}

static int compare_locks(const void *a, const void *b)
{
    const struct sw_effort_lock *x = a, *y = b;
    return SW_FALLING(x->waited, y->waited);
}

static int fill_locks(struct sw_effort *e, const struct sw_attached_record *r)
{
    e->locks = calloc(r->n_locks + 1, sizeof *e->locks);
    if (!e->locks)
        return -ENOMEM;
    for (; e->n_locks < r->n_locks; e->n_locks++) {
        const struct sw_attached_lock *l = &r->locks[e->n_locks];
        e->locks[e->n_locks] = (struct sw_effort_lock){.address = l->address,
                                                       .name = sw_profile_empty,
                                                       .holder = sw_majority_leader(l->holder),
                                                       .waiter = sw_majority_leader(l->waiter),
                                                       .inside = sw_majority_leader(l->holder),
                                                       .waits = l->waits,
                                                       .waited = l->waited};
    }
    qsort(e->locks, e->n_locks, sizeof *e->locks, compare_locks);
    return 0;
}

static int fill_stretches(struct sw_effort *e, const struct sw_attached_record *r)
{
    e->stretch = r->over.length;
    size_t n = (size_t)((e->time + e->stretch - 1) / e->stretch);
    n = n < SW_LANE_STRETCHES ? n : SW_LANE_STRETCHES;
    e->stretches = calloc(n + 1, sizeof *e->stretches);
    for (; e->stretches && e->n_stretches < n; e->n_stretches++)
        e->stretches[e->n_stretches] = (struct sw_effort_stretch){
            r->stretches[e->n_stretches].work, r->stretches[e->n_stretches].overhead,
            r->stretches[e->n_stretches].idle,
            sw_majority_leader(r->stretches[e->n_stretches].alone), 0};
    return e->stretches ? 0 : -ENOMEM;
}

/* The lock at that place of the record, in the profile's order. */
static uint16_t lock_at(const struct sw_effort *e, const struct sw_attached_record *r,
                        uint32_t place)
{
    for (size_t i = 0; place && i < e->n_locks; i++)
        if (e->locks[i].address == r->locks[place - 1].address)
            return (uint16_t)(i + 1);
    return 0;
}

static int fill_lanes(struct sw_effort *e, const struct sw_attached_record *r)
{
    static const struct sw_gathered_samples same_paths;
    e->lanes = calloc(r->n_lanes + 1, sizeof *e->lanes);
    e->cells = calloc(r->n_lanes * e->n_stretches + 1, sizeof *e->cells);
    if (!e->lanes || !e->cells)
        return -ENOMEM;
    for (; e->n_lanes < r->n_lanes; e->n_lanes++) {
        struct sw_effort_cell *to = e->cells + e->n_lanes * e->n_stretches;
        const struct sw_lane_cell *from = r->lanes[e->n_lanes].cells;
        e->lanes[e->n_lanes].threads = 1;
        for (size_t i = 0; i < e->n_stretches; i++) {
            to[i] = sw_gathered_cell(&same_paths, &from[i], e->stretch);
            to[i].path = sw_majority_leader(from[i].path);
            to[i].lock = lock_at(e, r, sw_majority_leader(from[i].on));
        }
    }
    return 0;
}

struct filling {
    struct sw_profile *profile;
    const struct sw_attached_stacks *stacks;
    size_t room;
    int error;
};

static bool has_room(struct filling *f)
{
    struct sw_profile *p = f->profile;
    if (p->n_modules < f->room)
        return true;
    if (!SW_GROW(p->modules, p->n_modules, f->room))
        return false;
    uint64_t *ranges = reallocarray(p->effort.runtime, 2 * f->room, sizeof *ranges);
    p->effort.runtime = ranges ? ranges : p->effort.runtime;
    return ranges;
}

static int add_module(Dwfl_Module *module, void **own SW_UNUSED, const char *name, Dwarf_Addr start,
                      void *data)
{
    struct filling *f = data;
    struct sw_profile *p = f->profile;
    GElf_Addr end, bias = 0, at;
    const unsigned char *id;
    if (*name != '/' || !dwfl_module_getelf(module, &bias))
        return DWARF_CB_OK;
    char *path = has_room(f) ? strdup(name) : NULL;
    if (!path) {
        f->error = -ENOMEM;
        return DWARF_CB_ABORT;
    }
    dwfl_module_info(module, NULL, NULL, &end, NULL, NULL, NULL, NULL);
    struct sw_module *m = &p->modules[p->n_modules++];
    *m = (struct sw_module){.path = path, .start = start, .end = end, .bias = bias};
    int size = dwfl_module_build_id(module, &id, &at);
    if (size > 0 && (size_t)size <= sizeof m->build_id) {
        memcpy(m->build_id, id, (size_t)size);
        m->build_id_size = (uint32_t)size;
    }
    if (sw_attached_is_runtime(f->stacks, start)) {
        p->effort.runtime[2 * p->effort.n_runtime] = start;
        p->effort.runtime[2 * p->effort.n_runtime++ + 1] = end;
        p->effort.runtimes |= strstr(name, "libgomp") ? SW_EFFORT_LIBGOMP
                              : strstr(name, "omp.so") || strstr(name, "libiomp") ? SW_EFFORT_LIBOMP
                                                                                  : 0u;
    }
    return DWARF_CB_OK;
}

static int fill_modules(struct sw_profile *p, const struct sw_attached_stacks *stacks)
{
    struct filling f = {p, stacks, 0, 0};
    dwfl_getmodules(stacks->dwfl, add_module, &f, 0);
    return f.error;
}

static void fill_run(struct sw_profile *p, const struct sw_attached_record *r, uint64_t time_ns)
{
    struct sw_effort *e = &p->effort;
    e->time = time_ns;
    e->threads = r->threads;
    e->threads_most = r->threads_most;
    e->cost = r->cost_ns;
    e->cpu = r->cpu_ns;
    e->delay = r->delay_ns;
    memcpy(e->nobody, r->nobody, sizeof e->nobody);
    p->whole.count = 1;
    p->circumstances.threads = r->threads;
    p->sampled.source = SW_SAMPLED_TIMER;
    p->sampled.taken = r->taken;
    p->sampled.waiting = r->waiting;
    p->sampled.cut = r->cut;
    p->sampled.lost = r->failed;
}

int sw_attached_fill(struct sw_profile *p, const struct sw_attached_record *r,
                     const struct sw_attached_stacks *stacks, uint64_t time_ns)
{
    fill_run(p, r, time_ns);
    bool fine = !fill_paths(p, r) && !fill_locks(&p->effort, r) && !fill_stretches(&p->effort, r) &&
                !fill_lanes(&p->effort, r) && !fill_modules(p, stacks);
    if (r->threads_most > 1 && !p->effort.runtimes)
        p->effort.runtimes = SW_EFFORT_THREADS;
    return fine ? sw_effort_name_runtimes(p) : -ENOMEM;
}
