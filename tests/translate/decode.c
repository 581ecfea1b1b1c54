/*
 * Lengths, kinds and targets of x86-64 instructions, what they read and write in memory, and where, as objdump sees them: reads
 * `objdump -d -w` on stdin, and prints what it disagrees with. What objdump does not know, or what no translator knows,
 * is not compared.
 */
#include "agent/translate/access.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool starts(const char *text, const char *with)
{
    return !strncmp(text, with, strlen(with));
}

static const char *const prefixes[] = {"bnd",  "notrack", "rep",  "repz",   "repnz",    "data16",
                                       "cs",   "ds",      "es",   "ss",     "fs",       "gs",
                                       "lock", "rex",     "rex.", "addr32", "xacquire", "xrelease"};

/* The name of the instruction itself. "": there are only prefixes. */
static const char *behind_prefixes(const char *text, bool *repeated)
{
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        size_t n = strlen(prefixes[i]);
        if (!starts(text, prefixes[i]))
            continue;
        if (prefixes[i][n - 1] == '.')
            n += strcspn(text + n, " \n");
        if (text[n] != ' ' && text[n] != '\n')
            continue;
        *repeated |= starts(text, "rep");
        text += n + strspn(text + n, " \n");
        i = (size_t)-1;
    }
    return text;
}

/* movs, ... with their operands, none of which is an immediate. */
static bool is_string(const char *name)
{
    static const char *const strings[] = {"movs", "cmps", "scas", "stos", "lods", "ins", "outs"};
    for (size_t i = 0; i < sizeof strings / sizeof *strings; i++) {
        const char *end = name + strlen(strings[i]);
        if (starts(name, strings[i]) && strchr("bwlq ", *end) && strchr(" ", end[*end != ' ']) &&
            (strstr(end, "(%rdi)") || strstr(end, "(%rsi)") || strstr(end, "(%edi)") ||
             strstr(end, "(%esi)")))
            return true;
    }
    return false;
}

static enum sw_insn_kind kind_named(const char *name, bool repeated)
{
    static const struct {
        const char *name;
        enum sw_insn_kind kind;
    } named[] = {
        {"loop", SW_INSN_RCX},   {"jrcxz", SW_INSN_RCX},       {"jecxz", SW_INSN_RCX},
        {"jmp", SW_INSN_JUMP},   {"call", SW_INSN_CALL},       {"j", SW_INSN_BRANCH},
        {"ret", SW_INSN_RETURN}, {"syscall", SW_INSN_SYSCALL}, {"xbegin", SW_INSN_BEGIN},
        {"ud", SW_INSN_STOP},    {"hlt", SW_INSN_STOP},
    };
    bool indirect = name[strcspn(name, "*<\n")] == '*';
    for (size_t i = 0; i < sizeof named / sizeof *named; i++)
        if (starts(name, named[i].name))
            return (enum sw_insn_kind)(named[i].kind +
                                       (indirect ? SW_INSN_JUMP_TO - SW_INSN_JUMP : 0));
    return repeated && is_string(name) ? SW_INSN_REPEATED : SW_INSN_PLAIN;
}

static bool is_left_out(const char *name)
{
    static const char *const odd[] = {"lret",     "jmpw",   "callw",    "retw", "iret",
                                      "int ",     "sysret", "sysenter", "ljmp", "lcall",
                                      "wrfsbase", ".byte",  "lfs"};
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++)
        if (starts(name, odd[i]))
            return true;
    return !*name || strstr(name, "(bad)") || strstr(name, "%fs\n") || strstr(name, ",%fs ") ||
           strstr(name, "%db") || strstr(name, "(%eip)") || strstr(name, "%cr");
}

/* One line; false: it is not an instruction. */
static bool parse(char *line, uint64_t *address, uint8_t *code, unsigned *n, char **text)
{
    char *end, *p = strchr(line, ':');
    *address = strtoull(line, &end, 16);
    if (!p || end != p || p[1] != '\t')
        return false;
    *n = 0;
    for (p += 2; *n < 32 && *p != ' ' && *p != '\t' && *p != '\n'; p = end + 1)
        code[(*n)++] = (uint8_t)strtoul(p, &end, 16);
    *text = p + strspn(p, " \t");
    return true;
}

static bool agrees(uint64_t address, const uint8_t *code, unsigned n, const char *name,
                   bool repeated)
{
    struct sw_insn insn;
    sw_insn_decode(&insn, code, n, address);
    if (insn.length != n || insn.kind != kind_named(name, repeated) ||
        insn.rip != (strstr(name, "(%rip)") != NULL))
        return false;
    const char *operand = strpbrk(name, " ");
    return !insn.target || (operand && strtoull(operand, NULL, 16) == insn.target);
}

/* Operands that are written to come last; these read theirs only. */
static bool only_reads(const char *name)
{
    static const char *const readers[] = {
        "cmp",     "test",     "push",    "call",    "jmp",      "mul",      "imul",   "div",
        "idiv",    "fld",      "fild",    "fadd",    "fsub",     "fmul",     "fdiv",   "fcom",
        "ldmxcsr", "fxrstor",  "xrstor",  "bt ",     "btw",      "btl",      "btq",    "fiadd",
        "fisub",   "fimul",    "fidiv",   "ficom",   "frstor",   "vldmxcsr", "scas",   "lods",
        "nop",     "prefetch", "clflush", "vmptrld", "lgdt",     "lidt",     "verr",   "verw",
        "lldt",    "ltr",      "fbld",    "clwb",    "cldemote", "lmsw",     "invlpg", "vmclear"};
    if (starts(name, "cmpxchg"))
        return false;
    for (size_t i = 0; i < sizeof readers / sizeof *readers; i++)
        if (starts(name, readers[i]))
            return true;
    return false;
}

/* The operands' text, without what objdump adds behind them. */
static const char *operands_of(const char *name, char *copy, size_t size)
{
    snprintf(copy, size, "%s", name);
    copy[strcspn(copy, "#<\n")] = 0;
    for (size_t n = strlen(copy); n && copy[n - 1] == ' ';)
        copy[--n] = 0;
    return copy;
}

static bool is_last(const char *text)
{
    size_t n = strlen(text);
    while (n && text[n - 1] == '}') /* {%k1} */
        while (n && text[--n] != '{')
            ;
    return n && text[n - 1] == ')';
}

/* The displacement before the parenthesis. */
static int64_t displacement_of(const char *text)
{
    const char *open = strrchr(text, '('), *from = open;
    while (from > text && strchr("0123456789abcdefx-", from[-1]))
        from--;
    int64_t value = (int64_t)strtoull(*from == '-' ? from + 1 : from, NULL, 16);
    return *from == '-' ? -value : value;
}

static bool access_agrees(uint64_t address, const uint8_t *code, unsigned n, const char *name)
{
    char copy[512];
    struct sw_insn insn;
    struct sw_access a;
    const char *text = operands_of(name, copy, sizeof copy);
    sw_insn_decode(&insn, code, n, address);
    sw_access_decode(&a, &insn, code);
    if (!insn.modrm_at || insn.modrm >> 6 == 3 || !strchr(text, '(') || starts(name, "lea") ||
        starts(name, "nop") || starts(name, "prefetch") || a.what & SW_ACCESS_UNKNOWN ||
        a.is_string)
        return true;
    if (insn.encoding == SW_X86_EVEX && insn.modrm >> 6 == 1 &&
        displacement_of(text) != (int8_t)code[n - insn.immediate - 1] * a.scale)
        return false;
    bool stores = (is_last(text) && !only_reads(name)) || starts(name, "xchg");
    return stores == !!(a.what & SW_ACCESS_STORE);
}

int main(void)
{
    static char line[65536];
    unsigned long all = 0, wrong = 0;
    uint8_t code[32];
    uint64_t address;
    unsigned n;
    char *text;
    while (fgets(line, sizeof line, stdin)) {
        if (!parse(line, &address, code, &n, &text))
            continue;
        bool repeated = false;
        const char *name = behind_prefixes(text, &repeated);
        if (is_left_out(name))
            continue;
        bool waits = code[0] == 0x9b && n > 1; /* fwait is an instruction: objdump unites the two */
        all++;
        if ((!agrees(address + waits, code + waits, n - waits, name, repeated) ||
             !access_agrees(address + waits, code + waits, n - waits, name)) &&
            wrong++ < 20)
            printf("disagrees: %s", line);
    }
    printf("%lu instructions, %lu wrong\n", all, wrong);
    return wrong || all < 1000;
}
