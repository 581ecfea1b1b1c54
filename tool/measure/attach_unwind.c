/* Unwinding a copy of a stack by what compilers say of it (.eh_frame), with libdw. */
#include "tool/measure/attach_parts.h"

#include <string.h>

/* Separate debug information is not needed for it, and might be asked for over the network. */
static int find_no_debuginfo(Dwfl_Module *module, void **data, const char *name, Dwarf_Addr base,
                             const char *file, const char *link, GElf_Word crc, char **found)
{
    (void)module, (void)data, (void)name, (void)base, (void)file, (void)link, (void)crc,
        (void)found;
    return -1;
}

static pid_t next_thread(Dwfl *dwfl, void *data, void **thread)
{
    struct sw_attached_stacks *s = data;
    (void)dwfl;
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

static bool read_memory(Dwfl *dwfl, Dwarf_Addr at, Dwarf_Word *word, void *data)
{
    const struct sw_stopped *s = ((struct sw_attached_stacks *)data)->stopped;
    (void)dwfl;
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
    static const char *const names[] = {"libgomp.so", "libomp.so", "libiomp5.so", "libtbb.so"};
    Dwfl_Module *module = dwfl_addrmodule(s->dwfl, address);
    const char *path =
        module ? dwfl_module_info(module, NULL, NULL, NULL, NULL, NULL, NULL, NULL) : NULL;
    const char *slash = path ? strrchr(path, '/') : NULL;
    for (size_t i = 0; slash && i < sizeof names / sizeof *names; i++)
        if (!strncmp(slash + 1, names[i], strlen(names[i])))
            return true;
    return false;
}
