/*
 * Checks the sled table of a linked program or library against its code.
 *
 *   sleds-table [--list] FILE OBJDUMP
 *
 * Every entry: the nop is there, the function is a symbol with that size, an ENTRY is its first
 * instruction but for landing pads, an EXIT is followed by a return, a TAIL by a jump. And every
 * return of a function that has an ENTRY has its EXIT. A CALL is behind a direct call that lies
 * between a SPAWN and its SPAWN_END. A LAST_SYNC has a SYNC and an EXIT, and as many instructions
 * between them as it says, none of which goes elsewhere. Prints what it counted; --list prints
 * "KIND FUNCTION [spawns]" for each sled and LAST_SYNC. Exits 1 with a message for each thing wrong.
 */
#include "abi/cilk.h"

#include <fcntl.h>
#include <gelf.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct symbol {
    uint64_t start, size;
    const char *name;
    bool entered;
};

struct insn {
    uint64_t at;
    char text[120]; /* mnemonic and operands */
};

struct sled {
    uint64_t at, function;
    uint32_t size;
    int kind, flags;
};

struct sleds {
    struct sled *list;
    size_t n;
};

struct image {
    bool x86;
    struct symbol *symbols;
    size_t n_symbols;
    struct insn *insns;
    size_t n_insns;
    struct sleds sleds, calls, last_syncs, codes;
};

static int wrong;

static void complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

static void complain(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (wrong++ < 20) {
        vfprintf(stderr, format, args);
        fputc('\n', stderr);
    }
    va_end(args);
}

static void *grown(void *list, size_t n, size_t size)
{
    if (n & (n - 1))
        return list;
    list = realloc(list, (n ? n * 2 : 1) * size);
    if (!list)
        abort();
    return list;
}

static void read_symbols(struct image *image, Elf *elf, Elf_Scn *section, const GElf_Shdr *header)
{
    Elf_Data *data = elf_getdata(section, NULL);
    for (size_t i = 0; i < header->sh_size / header->sh_entsize; i++) {
        GElf_Sym sym;
        gelf_getsym(data, (int)i, &sym);
        if (GELF_ST_TYPE(sym.st_info) != STT_FUNC || sym.st_shndx == SHN_UNDEF)
            continue;
        image->symbols = grown(image->symbols, image->n_symbols, sizeof *image->symbols);
        image->symbols[image->n_symbols++] = (struct symbol){
            sym.st_value, sym.st_size, elf_strptr(elf, header->sh_link, sym.st_name), false};
    }
}

static struct sleds *sleds_of(struct image *image, int kind)
{
    switch (kind) {
    case SW_SLED_CALL:
        return &image->calls;
    case SW_SLED_LAST_SYNC:
        return &image->last_syncs;
    case SW_SLED_CODE:
        return &image->codes;
    default:
        return &image->sleds;
    }
}

static void read_sleds(struct image *image, Elf_Scn *section, const GElf_Shdr *header)
{
    Elf_Data *data = elf_rawdata(section, NULL);
    if (header->sh_size % sizeof(struct sw_sled))
        complain("the table has %" PRIu64 " bytes", header->sh_size);
    for (size_t i = 0; i < header->sh_size / sizeof(struct sw_sled); i++) {
        struct sw_sled raw;
        uint64_t at = header->sh_addr + i * sizeof raw;
        memcpy(&raw, (char *)data->d_buf + i * sizeof raw, sizeof raw);
        if (raw.reserved)
            complain("entry %zu: reserved is %u", i, raw.reserved);
        struct sleds *sleds = sleds_of(image, raw.kind);
        sleds->list = grown(sleds->list, sleds->n, sizeof *sleds->list);
        sleds->list[sleds->n++] =
            (struct sled){at + (uint64_t)(int64_t)raw.at,
                          raw.function ? at + 4 + (uint64_t)(int64_t)raw.function : 0, raw.size,
                          raw.kind, raw.flags};
    }
}

static void read_elf(struct image *image, Elf *elf)
{
    GElf_Ehdr elf_header;
    size_t names;
    gelf_getehdr(elf, &elf_header);
    elf_getshdrstrndx(elf, &names);
    image->x86 = elf_header.e_machine == EM_X86_64;
    for (Elf_Scn *section = NULL; (section = elf_nextscn(elf, section));) {
        GElf_Shdr header;
        gelf_getshdr(section, &header);
        if (header.sh_type == SHT_SYMTAB)
            read_symbols(image, elf, section, &header);
        if (!strcmp(elf_strptr(elf, names, header.sh_name), SW_SLEDS))
            read_sleds(image, section, &header);
    }
}

/* "  40051c:\tret\t..." of objdump -d --no-show-raw-insn. */
static void read_code(struct image *image, const char *objdump, const char *file)
{
    char command[4096], line[4096];
    snprintf(command, sizeof command, "'%s' -d --no-show-raw-insn '%s'", objdump, file);
    FILE *in = popen(command, "r");
    while (in && fgets(line, sizeof line, in)) {
        struct insn insn = {0};
        if (sscanf(line, " %" SCNx64 ":\t%119[^\n]", &insn.at, insn.text) != 2)
            continue;
        image->insns = grown(image->insns, image->n_insns, sizeof insn);
        image->insns[image->n_insns++] = insn;
    }
    if (!in || pclose(in) || !image->n_insns)
        complain("cannot disassemble '%s' with '%s'", file, objdump);
}

static int compare_at(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static const struct insn *insn_at(const struct image *image, uint64_t at)
{
    return bsearch(&at, image->insns, image->n_insns, sizeof *image->insns, compare_at);
}

static const struct sled *sled_at(const struct image *image, uint64_t at)
{
    return bsearch(&at, image->sleds.list, image->sleds.n, sizeof *image->sleds.list, compare_at);
}

static struct symbol *function_at(const struct image *image, uint64_t at)
{
    for (size_t i = 0; i < image->n_symbols; i++)
        if (image->symbols[i].start == at)
            return &image->symbols[i];
    return NULL;
}

static bool begins(const struct insn *insn, const char *prefix)
{
    return insn && !strncmp(insn->text, prefix, strlen(prefix));
}

static bool is_return(const struct insn *insn)
{
    return begins(insn, "ret") || begins(insn, "repz ret") || begins(insn, "bnd ret");
}

static bool is_jump(const struct insn *insn)
{
    return begins(insn, "jmp") || begins(insn, "b\t") || begins(insn, "br\t") ||
           begins(insn, "mov\tx16, x") || begins(insn, "mov\tx17, x");
}

static bool is_pad(const struct insn *insn)
{
    return begins(insn, "bti\tc") || begins(insn, "hint\t#0x22") || begins(insn, "endbr64");
}

static bool is_nop(const struct image *image, const struct insn *insn)
{
    return image->x86
               ? begins(insn, "nopl   0x0(%rax,%rax,1)") || begins(insn, "nopl   0x8(%rax,%rax,1)")
               : begins(insn, "nop");
}

static unsigned nop_size(const struct image *image)
{
    return image->x86 ? 5 : 4;
}

static void check_entry(const struct image *image, const struct sled *sled, struct symbol *symbol)
{
    uint64_t before = sled->at - sled->function;
    if (before != 0 && !(before == 4 && is_pad(insn_at(image, sled->function))))
        complain("%s: ENTRY is %" PRIu64 " bytes in", symbol->name, before);
    if (symbol->entered)
        complain("%s: two ENTRY sleds", symbol->name);
    symbol->entered = true;
}

static void check_function_sled(const struct image *image, const struct sled *sled)
{
    struct symbol *symbol = function_at(image, sled->function);
    const struct insn *next = insn_at(image, sled->at + nop_size(image));
    if (!symbol) {
        complain("sled at %" PRIx64 ": no function at %" PRIx64, sled->at, sled->function);
        return;
    }
    if (symbol->size != sled->size)
        complain("%s: size is %u, not %" PRIu64, symbol->name, sled->size, symbol->size);
    if (image->x86 && sled->at % 2)
        complain("%s: sled at odd address %" PRIx64, symbol->name, sled->at);
    if (sled->kind == SW_SLED_ENTRY)
        check_entry(image, sled, symbol);
    else if (sled->kind == SW_SLED_EXIT && !is_return(next))
        complain("%s: EXIT before '%s'", symbol->name, next ? next->text : "nothing");
    else if (sled->kind == SW_SLED_TAIL && !is_jump(next))
        complain("%s: TAIL before '%s'", symbol->name, next ? next->text : "nothing");
}

static void check_sled(const struct image *image, const struct sled *sled)
{
    const struct insn *insn = insn_at(image, sled->at);
    if (!is_nop(image, insn))
        complain("sled at %" PRIx64 " is '%s'", sled->at, insn ? insn->text : "nothing");
    if (sled->kind < SW_SLED_ENTRY || sled->kind >= SW_SLED_CALL)
        complain("sled at %" PRIx64 " has kind %d", sled->at, sled->kind);
    if (sled->kind <= SW_SLED_TAIL)
        check_function_sled(image, sled);
    if (sled->flags & ~(sled->kind == SW_SLED_ENTRY ? SW_SLED_SPAWNS : 0))
        complain("sled at %" PRIx64 " has flags %d", sled->at, sled->flags);
}

static void check_call(const struct image *image, const struct sled *call)
{
    const struct insn *insn = insn_at(image, call->at - nop_size(image)); /* a call is as long */
    const struct sled *spawn = sled_at(image, call->function);
    const struct sled *end = sled_at(image, call->function + call->size);
    if (!begins(insn, image->x86 ? "call " : "bl\t"))
        complain("CALL at %" PRIx64 " is behind '%s'", call->at, insn ? insn->text : "nothing");
    if (!spawn || spawn->kind != SW_SLED_SPAWN || !end || end->kind != SW_SLED_SPAWN_END)
        complain("CALL at %" PRIx64 " is between no sleds of a spawn", call->at);
    else if (call->at <= spawn->at || call->at > end->at)
        complain("CALL at %" PRIx64 " is outside its spawn", call->at);
}

static bool goes_elsewhere(const struct image *image, const struct insn *insn)
{
    static const char *const arm[] = {"b\t", "b.", "bl", "br", "cb", "tb", "ret"};
    static const char *const x86[] = {"j", "call", "ret", "rep", "loop", "bnd", "notrack"};
    for (size_t i = 0; i < sizeof arm / sizeof *arm; i++)
        if (begins(insn, image->x86 ? x86[i] : arm[i]))
            return true;
    return false;
}

/* Whether a frame must wait (rewrite/prelude.c): a comparison and a branch, hardly ever taken. */
static bool is_check(const struct image *image, const struct insn *insn)
{
    const char *compare = image->x86 ? "cmpq   $0xffffffffffffffff," : "cmn\tx16, #0x1";
    if (begins(insn, compare) || (!image->x86 && begins(insn, "ldr\tx16, [")))
        return true;
    return begins(insn, image->x86 ? "jne" : "b.ne") && begins(insn - 1, compare);
}

/* A nop between may be the assembler's, for alignment. */
static void check_between(const struct image *image, const struct sled *sync,
                          const struct sled *exit, unsigned want)
{
    const struct insn *insn = insn_at(image, sync->at), *end = insn_at(image, exit->at);
    unsigned least = 0, most = 0;
    while (insn && end && ++insn < end) {
        bool check = is_check(image, insn);
        if (!check && goes_elsewhere(image, insn))
            complain("LAST_SYNC at %" PRIx64 ": '%s' before the EXIT", sync->at, insn->text);
        bool nop = strstr(insn->text, "nop") || begins(insn, "xchg   %ax,%ax");
        least += !nop && !check;
        most++;
    }
    if (want < least || want > most || want > 16)
        complain("LAST_SYNC at %" PRIx64 ": %u instructions to the EXIT, not %u", sync->at, most,
                 want);
}

static void check_last_sync(const struct image *image, const struct sled *last)
{
    const struct sled *sync = sled_at(image, last->at), *exit = sled_at(image, last->function);
    if (last->flags)
        complain("LAST_SYNC at %" PRIx64 " has flags %d", last->at, last->flags);
    if (!sync || sync->kind != SW_SLED_SYNC || !exit || exit->kind != SW_SLED_EXIT)
        complain("LAST_SYNC at %" PRIx64 " is no SYNC before an EXIT", last->at);
    else
        check_between(image, sync, exit, last->size);
}

/* Whole instructions, of which there is one behind; alignment may be. */
static void check_code(const struct image *image, const struct sled *code)
{
    const struct insn *first = insn_at(image, code->at);
    const struct insn *last = first, *end = image->insns + image->n_insns;
    while (last && last < end && last->at < code->at + code->size)
        last++;
    if (!first || !code->size || (last && last < end && last->at != code->at + code->size))
        complain("CODE at %" PRIx64 " of %u bytes is no instructions", code->at, code->size);
    if (!code->flags || code->flags & ~(SW_CODE_CREATE | SW_CODE_SYNC | SW_CODE_HIDDEN))
        complain("CODE at %" PRIx64 " has flags %d", code->at, code->flags);
}

static void check_returns(const struct image *image)
{
    for (size_t i = 0; i < image->n_symbols; i++) {
        const struct symbol *symbol = &image->symbols[i];
        const struct insn *at = symbol->entered ? insn_at(image, symbol->start) : NULL;
        const struct insn *end = image->insns + image->n_insns;
        for (; at && at < end && at->at < symbol->start + symbol->size; at++) {
            const struct sled *sled = sled_at(image, at->at - nop_size(image));
            if (is_return(at) && !(sled && sled->kind == SW_SLED_EXIT))
                complain("%s: no EXIT before the return at %" PRIx64, symbol->name, at->at);
        }
    }
}

static void list(const struct image *image)
{
    static const char *const names[SW_SLED_CALL] = {
        "?", "ENTRY", "EXIT", "TAIL", "SPAWN", "SPAWN_END", "SYNC", "SCOPE", "SCOPE_END"};
    for (size_t i = 0; i < image->sleds.n; i++) {
        const struct sled *sled = &image->sleds.list[i];
        const struct symbol *symbol = function_at(image, sled->function);
        printf("%s %s%s\n", names[sled->kind < SW_SLED_CALL ? sled->kind : 0],
               symbol ? symbol->name : "-", sled->flags & SW_SLED_SPAWNS ? " spawns" : "");
    }
    for (size_t i = 0; i < image->last_syncs.n; i++) {
        const struct sled *exit = sled_at(image, image->last_syncs.list[i].function);
        const struct symbol *symbol = exit ? function_at(image, exit->function) : NULL;
        printf("LAST_SYNC %s\n", symbol ? symbol->name : "-");
    }
}

static void count(const struct image *image)
{
    unsigned kinds[256] = {0};
    for (size_t i = 0; i < image->sleds.n; i++)
        kinds[image->sleds.list[i].kind]++;
    printf("%u entries, %u exits, %u tails", kinds[SW_SLED_ENTRY], kinds[SW_SLED_EXIT],
           kinds[SW_SLED_TAIL]);
    if (image->calls.n)
        printf(", %zu calls of spawns", image->calls.n);
    if (image->last_syncs.n)
        printf(", %zu last syncs", image->last_syncs.n);
    putchar('\n');
}

int main(int argc, char **argv)
{
    bool listing = argc == 4 && !strcmp(argv[1], "--list");
    const char *file = argc >= 3 ? argv[argc - 2] : "", *objdump = argc >= 3 ? argv[argc - 1] : "";
    struct image image = {0};
    elf_version(EV_CURRENT);
    int fd = open(file, O_RDONLY);
    Elf *elf = fd < 0 ? NULL : elf_begin(fd, ELF_C_READ, NULL);
    if (!elf || elf_kind(elf) != ELF_K_ELF) {
        fprintf(stderr, "cannot read '%s'\n", file);
        return 2;
    }
    read_elf(&image, elf);
    read_code(&image, objdump, file);
    qsort(image.insns, image.n_insns, sizeof *image.insns, compare_at);
    qsort(image.sleds.list, image.sleds.n, sizeof *image.sleds.list, compare_at);
    for (size_t i = 0; i < image.sleds.n; i++)
        check_sled(&image, &image.sleds.list[i]);
    for (size_t i = 0; i < image.calls.n; i++)
        check_call(&image, &image.calls.list[i]);
    for (size_t i = 0; i < image.last_syncs.n; i++)
        check_last_sync(&image, &image.last_syncs.list[i]);
    for (size_t i = 0; i < image.codes.n; i++)
        check_code(&image, &image.codes.list[i]);
    for (size_t i = 1; i < image.sleds.n; i++)
        if (image.sleds.list[i].at == image.sleds.list[i - 1].at)
            complain("two sleds at %" PRIx64, image.sleds.list[i].at);
    check_returns(&image);
    if (!image.sleds.n)
        complain("no sleds");
    if (listing)
        list(&image);
    else
        count(&image);
    elf_end(elf);
    return wrong != 0;
}
