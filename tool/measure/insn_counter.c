/* What counts instructions: our translator or qemu; what makes their counts the same everywhere, and how qemu is run. */
#include "tool/measure/insn_counter.h"
#include "console/install.h"
#include "console/message.h"
#include "tool/common/program.h"

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

#define OPTIONS 10 /* most words before the program's own arguments */
#define MISSING                                                                             \
    "'qemu-%s', which counts them, is not installed: 'apt-get install qemu-user', or your " \
    "system's package of that name"

/* Qemu's version, its first number; 0: it does not say. */
static int version_of(const char *qemu)
{
    char line[PATH_MAX + 16];
    int version = 0;
    snprintf(line, sizeof line, "'%s' --version", qemu);
    FILE *out = strchr(qemu, '\'') ? NULL : popen(line, "r");
    if (!out)
        return 0;
    if (fscanf(out, "%*s version %d", &version) != 1)
        version = 0;
    pclose(out);
    return version;
}

/* The interface of plugins changed with version 9. */
static bool find_plugin(const char *qemu, char *plugin)
{
    const char *lib = sw_install_lib();
    if (!lib)
        return false;
    snprintf(plugin, PATH_MAX, "%s/qemu-count%s.so", lib, version_of(qemu) >= 9 ? "-2" : "");
    if (sw_is_file(plugin))
        return true;
    return sw_error("'%s' is missing: this installation of spanwise is not complete", plugin);
}

static bool find_qemu(const char *machine, char *path)
{
    char name[96];
    snprintf(name, sizeof name, "qemu-%s", machine);
    return sw_program_find(name, path);
}

/* Where the program is and what machine it is for; NULL after a message. */
static const char *look_at(const char *program, char *path, int *status)
{
    *status = 127;
    if (!sw_program_find(program, path) || !sw_is_file(path)) {
        sw_error("cannot run '%s': no such file", program);
        return NULL;
    }
    const char *machine = sw_program_machine(path);
    *status = 126;
    if (!machine)
        sw_error("--meter=instructions: '%s' is a script, or not a program for x86-64 or aarch64: "
                 "name the program itself",
                 program);
    return machine;
}

static int make_argv(struct sw_qemu *e, char *const *argv, const char *preload)
{
    size_t n = sw_words_count(argv), to = 0;
    if (!(e->argv = calloc(n + OPTIONS + 1, sizeof *e->argv)))
        return sw_fail(1, "not enough memory");
    static char cpu[] = "-cpu", best[] = "max", plugin[] = "-plugin", set[] = "-E", name[] = "-0";
    char *const first[] = {e->path, cpu, best, plugin, e->plugin};
    memcpy(e->argv, first, sizeof first);
    to += sizeof first / sizeof *first;
    if (preload) { /* which qemu itself is not to load */
        snprintf(e->preload, sizeof e->preload, "LD_PRELOAD=%s", preload);
        e->argv[to++] = set;
        e->argv[to++] = e->preload;
    }
    e->argv[to++] = name;
    e->argv[to++] = argv[0];
    e->argv[to++] = e->program;
    memcpy(e->argv + to, argv + 1, (n - 1) * sizeof *argv);
    return 0;
}

int sw_qemu_init(struct sw_qemu *e, char *const *argv, const char *preload)
{
    int status;
    const char *machine = look_at(argv[0], e->program, &status);
    if (!machine)
        return status;
    if (!find_qemu(machine, e->path))
        return sw_fail(1, "--meter=instructions: " MISSING, machine);
    if (!find_plugin(e->path, e->plugin))
        return 1;
    return make_argv(e, argv, preload);
}
