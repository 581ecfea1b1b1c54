/* The program that is to be run: its file, whether something can be loaded into it, and its arguments with a number for {}. */
#include "tool/common/program.h"
#include "collect/symbols/elf_file.h"

#include <elf.h>
#include <sys/prctl.h>
#include <sys/statvfs.h>
#include <sys/xattr.h>

bool sw_is_file(const char *path)
{
    struct stat s;
    return stat(path, &s) == 0 && S_ISREG(s.st_mode);
}

bool sw_program_find(const char *program, char *path)
{
    const char *list = getenv("PATH");
    if (strchr(program, '/'))
        return snprintf(path, PATH_MAX, "%s", program) < PATH_MAX;
    for (list = list ? list : "/bin:/usr/bin"; *program;) {
        int length = (int)strcspn(list, ":");
        if (snprintf(path, PATH_MAX, "%.*s/%s", length ? length : 1, length ? list : ".", program) <
                PATH_MAX &&
            sw_is_file(path) && !access(path, X_OK))
            return true;
        if (!list[length])
            return false;
        list += length + 1;
    }
    return false;
}

bool sw_file_line(const char *path, const char *key, char *rest, size_t size)
{
    char line[1024];
    bool found = false;
    FILE *in = fopen(path, "re");
    while (in && !found && fgets(line, sizeof line, in))
        found = !strncmp(line, key, strlen(key));
    if (in)
        fclose(in);
    if (found)
        snprintf(rest, size, "%.*s", (int)strcspn(line, "\n") - (int)strlen(key),
                 line + strlen(key));
    return found;
}

ssize_t sw_file_start(const char *path, void *to, size_t size)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n = fd < 0 ? -1 : read(fd, to, size);
    if (fd >= 0)
        close(fd);
    return n;
}

Elf_Scn *sw_elf_section(Elf *elf, const char *wanted)
{
    size_t names;
    Elf_Scn *section = NULL;
    while (elf_getshdrstrndx(elf, &names) == 0 && (section = elf_nextscn(elf, section))) {
        GElf_Shdr h;
        const char *name = gelf_getshdr(section, &h) ? elf_strptr(elf, names, h.sh_name) : NULL;
        if (name && !strcmp(name, wanted))
            return section;
    }
    return NULL;
}

bool sw_elf_symbol(Elf *elf, GElf_Word table, bool (*is)(const char *name), bool defined,
                   GElf_Sym *found)
{
    Elf_Scn *section = NULL;
    while ((section = elf_nextscn(elf, section))) {
        GElf_Shdr header;
        GElf_Sym symbol;
        if (!gelf_getshdr(section, &header) || header.sh_type != table)
            continue;
        Elf_Data *data = elf_getdata(section, NULL);
        for (int i = 0; data && gelf_getsym(data, i, &symbol); i++) {
            const char *name = elf_strptr(elf, header.sh_link, symbol.st_name);
            if (!name || (symbol.st_shndx != SHN_UNDEF) != defined || !is(name))
                continue;
            if (found)
                *found = symbol;
            return true;
        }
    }
    return false;
}

/* False: it is no ELF file. */
static bool read_header(const char *path, Elf64_Ehdr *header)
{
    return sw_file_start(path, header, sizeof *header) == sizeof *header &&
           !memcmp(header->e_ident, ELFMAG, SELFMAG);
}

bool sw_program_is_elf(const char *path)
{
    Elf64_Ehdr header;
    return read_header(path, &header);
}

/* Bits that the kernel does not heed, or that give what we have already, change nothing. */
bool sw_program_is_privileged(const char *program)
{
    char path[PATH_MAX];
    struct stat s;
    struct statvfs v;
    if (!sw_program_find(program, path) || stat(path, &s) < 0 || statvfs(path, &v) < 0 ||
        v.f_flag & ST_NOSUID || prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) > 0)
        return false;
    return (s.st_mode & S_ISUID && s.st_uid != getuid()) ||
           (s.st_mode & S_ISGID && s.st_mode & S_IXGRP && s.st_gid != getgid()) ||
           (getuid() && getxattr(path, "security.capability", NULL, 0) > 0);
}

const char *sw_program_machine(const char *path)
{
    Elf64_Ehdr header;
    if (!read_header(path, &header) || (header.e_type != ET_EXEC && header.e_type != ET_DYN))
        return NULL;
    return header.e_machine == EM_X86_64    ? "x86_64"
           : header.e_machine == EM_AARCH64 ? "aarch64"
                                            : NULL;
}

void sw_numbered_release(char **argv)
{
    for (char **arg = argv; arg && *arg; arg++)
        free(*arg);
    free(argv);
}

static char *with_number(const char *arg, uint64_t number)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    for (const char *at; (at = strstr(arg, "{}")); arg = at + 2)
        fprintf(out, "%.*s%" PRIu64, (int)(at - arg), arg, number);
    fputs(arg, out);
    return fclose(out) ? NULL : text;
}

bool sw_is_numbered(char *const *argv)
{
    while (*++argv)
        if (strstr(*argv, "{}"))
            return true;
    return false;
}

size_t sw_words_count(char *const *words)
{
    size_t n = 0;
    while (words && words[n])
        n++;
    return n;
}

char **sw_numbered(char *const *argv, uint64_t number)
{
    size_t n = sw_words_count(argv);
    char **made = calloc(n + 1, sizeof *made);
    for (size_t i = 0; made && i < n; i++) {
        made[i] = i ? with_number(argv[i], number) : strdup(argv[i]);
        if (!made[i]) {
            sw_numbered_release(made);
            return NULL;
        }
    }
    return made;
}

#define MOST_SCRIPTS 5 /* that the kernel follows: a script may be another one's interpreter */

#if defined __x86_64__
static const char here[] = "x86_64";
#else
static const char here[] = "aarch64";
#endif

/* Which has what no other loader has. */
static bool is_glibc_loader(const char *path)
{
    return sw_elf_exports(path, "_rtld_global");
}

/* Into `loader`, of PATH_MAX bytes; false: it asks for none. */
static bool find_loader(Elf *elf, char *loader)
{
    size_t n = 0, size;
    const char *text = elf_rawfile(elf, &size);
    if (!text || elf_getphdrnum(elf, &n) < 0)
        return false;
    for (size_t i = 0; i < n; i++) {
        GElf_Phdr h;
        if (!gelf_getphdr(elf, (int)i, &h) || h.p_type != PT_INTERP || h.p_offset > size ||
            h.p_filesz > size - h.p_offset || h.p_filesz > PATH_MAX)
            continue;
        snprintf(loader, PATH_MAX, "%.*s", (int)h.p_filesz, text + h.p_offset);
        return true;
    }
    return false;
}

/* The next word of a line, into `word` of PATH_MAX bytes; what comes after it. */
static const char *next_word(const char *at, char *word)
{
    at += strspn(at, " \t");
    size_t n = strcspn(at, " \t\n");
    snprintf(word, PATH_MAX, "%.*s", (int)n, at);
    return at + n;
}

/* How a file begins, into `line` of PATH_MAX bytes. False: it cannot be read, or is empty. */
static bool read_beginning(const char *path, char *line)
{
    ssize_t n = sw_file_start(path, line, PATH_MAX - 1);
    line[n > 0 ? n : 0] = 0;
    return n > 0;
}

/* What runs a script: after "#!", or after env with its options and settings there; or the shell, without such a
 * line. False: it cannot be read. */
static bool find_interpreter(const char *script, char *interpreter)
{
    char line[PATH_MAX], word[PATH_MAX];
    if (!read_beginning(script, line))
        return false;
    if (strncmp(line, "#!", 2))
        strcpy(line, "#!/bin/sh");
    const char *at = next_word(line + 2, word), *slash = strrchr(word, '/');
    if (slash && !strcmp(slash, "/env"))
        do
            at = next_word(at, word);
        while (*word == '-' || strchr(word, '='));
    return *word && sw_program_find(word, interpreter);
}

/* False: not; what to say goes on after its name. */
static bool say_if_not(const struct sw_elf *file, const char *path, bool is_script, char *why,
                       size_t size)
{
    char loader[PATH_MAX];
    const char *machine = sw_program_machine(path);
    bool is_static = !find_loader(file->elf, loader);
    if (!machine && sw_file_start(path, NULL, 0) < 0)
        return true; /* out of files, say: that is no reason of the program's */
    if (!machine || strcmp(machine, here))
        snprintf(why, size, "is a program for %s, and this machine is %s",
                 machine ? machine : "another machine", here);
    else if (is_static && is_script)
        return true; /* what it starts may be measured */
    else if (is_static && sw_elf_section(file->elf, ".go.buildinfo"))
        snprintf(why, size,
                 "is a Go program without cgo: it makes its threads and waits without libc, and "
                 "nothing can be loaded into it. 'spanwise sample -p PID' watches it from outside, "
                 "and 'go tool trace' shows what its goroutines wait for");
    else if (is_static)
        snprintf(why, size,
                 "is linked statically, and nothing can be loaded into it; link it without "
                 "'-static'");
    else if (access(loader, R_OK) || is_glibc_loader(loader))
        return true;
    else
        snprintf(why, size,
                 "is linked with %s (its loader is '%s'), and spanwise can be loaded into programs "
                 "of glibc only; build it for glibc",
                 strstr(loader, "ld-musl") ? "musl" : "another libc", loader);
    return false;
}

bool sw_loadable(const char *program, char *why, size_t size)
{
    char path[PATH_MAX], next[PATH_MAX], text[PATH_MAX + 256];
    struct sw_elf file;
    bool is_script = false;
    if (!sw_program_find(program, path) || !sw_is_file(path))
        return true;
    for (int i = 0; !sw_elf_open(&file, path); i++) {
        if (i == MOST_SCRIPTS || !find_interpreter(path, next))
            return true;
        strcpy(path, next);
        is_script = true;
    }
    bool can = is_glibc_loader(path) || say_if_not(&file, path, is_script, text, sizeof text);
    sw_elf_close(&file);
    if (!can && is_script)
        snprintf(why, size, "'%s' is a script of '%s', which %s", program, path, text);
    else if (!can)
        snprintf(why, size, "'%s' %s", program, text);
    return can;
}

/* What the kernel runs a file by: the loader of a program, or what is after a script's "#!". */
static bool find_runner(const char *path, char *runner)
{
    char line[PATH_MAX];
    struct sw_elf file;
    if (sw_elf_open(&file, path)) {
        bool found = find_loader(file.elf, runner);
        sw_elf_close(&file);
        return found;
    }
    if (!read_beginning(path, line) || strncmp(line, "#!", 2))
        return false;
    next_word(line + 2, runner);
    return *runner;
}

bool sw_loadable_lacks(const char *program, char *runner)
{
    char path[PATH_MAX];
    if (!sw_program_find(program, path))
        return false;
    for (int i = 0; i < MOST_SCRIPTS && sw_is_file(path) && find_runner(path, runner); i++) {
        if (access(runner, F_OK))
            return true;
        strcpy(path, runner);
    }
    return false;
}

bool sw_loadable_is_static(const char *program)
{
    char path[PATH_MAX], loader[PATH_MAX];
    struct sw_elf file;
    if (!sw_program_find(program, path) || !sw_elf_open(&file, path))
        return false;
    bool found = find_loader(file.elf, loader);
    sw_elf_close(&file);
    return !found;
}

bool sw_loadable_is_held_back(const char *program)
{
    static const char name[] =
        "__tsan_init"; /* a library's, or the program's own: of gcc's and of clang's */
    char path[PATH_MAX];
    return sw_program_find(program, path) && sw_is_file(path) &&
           (sw_elf_imports(path, name) || sw_elf_exports(path, name));
}
