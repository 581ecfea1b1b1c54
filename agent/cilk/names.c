/* Files stay mapped once they were asked for: names point into them. */
#include "agent/cilk/names.h"

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct symbol_file {
    const struct link_map *of;
    const char *base; /* NULL: it could not be mapped */
    uint64_t size;
    const Elf64_Sym *symbols;
    uint64_t n;
    const char *strings;
    uint64_t strings_size;
    struct symbol_file *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct symbol_file *files;

static void map_file(struct symbol_file *f, const char *path)
{
    struct stat status;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return;
    if (fstat(fd, &status) == 0 && (uint64_t)status.st_size > sizeof(Elf64_Ehdr)) {
        void *base = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
        f->base = base == MAP_FAILED ? NULL : base;
        f->size = (uint64_t)status.st_size;
    }
    close(fd);
}

/* What lies in the file, or NULL. */
static const void *part(const struct symbol_file *f, uint64_t offset, uint64_t size)
{
    return offset <= f->size && size <= f->size - offset ? f->base + offset : NULL;
}

/* The full table, or else that of the dynamic linker. */
static void find_symbols(struct symbol_file *f)
{
    const Elf64_Ehdr *head = (const void *)f->base;
    if (!f->base || memcmp(head->e_ident, ELFMAG, SELFMAG) ||
        head->e_ident[EI_CLASS] != ELFCLASS64 || head->e_shentsize != sizeof(Elf64_Shdr))
        return;
    const Elf64_Shdr *sections = part(f, head->e_shoff, head->e_shnum * sizeof *sections);
    for (unsigned i = 0; sections && i < head->e_shnum; i++) {
        const Elf64_Shdr *s = &sections[i];
        bool full = s->sh_type == SHT_SYMTAB;
        if ((!full && (s->sh_type != SHT_DYNSYM || f->symbols)) || s->sh_link >= head->e_shnum)
            continue;
        const Elf64_Shdr *strings = &sections[s->sh_link];
        f->symbols = part(f, s->sh_offset, s->sh_size);
        f->n = f->symbols ? s->sh_size / sizeof *f->symbols : 0;
        f->strings = part(f, strings->sh_offset, strings->sh_size);
        f->strings_size = f->strings ? strings->sh_size : 0;
        if (full)
            return;
    }
}

static struct symbol_file *file_of(const struct link_map *map)
{
    struct symbol_file *f;
    for (f = files; f; f = f->next)
        if (f->of == map)
            return f;
    if (!(f = calloc(1, sizeof *f)))
        return NULL;
    f->of = map;
    map_file(f, *map->l_name ? map->l_name : "/proc/self/exe");
    find_symbols(f);
    f->next = files;
    files = f;
    return f;
}

static const char *find(const struct symbol_file *f, uint64_t address)
{
    for (uint64_t i = 0; f && i < f->n; i++) {
        const Elf64_Sym *s = &f->symbols[i];
        if (ELF64_ST_TYPE(s->st_info) != STT_FUNC || s->st_shndx == SHN_UNDEF)
            continue;
        if (address == s->st_value || address - s->st_value < s->st_size)
            return s->st_name < f->strings_size ? f->strings + s->st_name : NULL;
    }
    return NULL;
}

const char *sw_name_of(const void *address)
{
    Dl_info info;
    struct link_map *map = NULL;
    if (!dladdr1(address, &info, (void **)&map, RTLD_DL_LINKMAP) || !map)
        return NULL;
    pthread_mutex_lock(&lock);
    const char *name = find(file_of(map), (uint64_t)address - map->l_addr);
    pthread_mutex_unlock(&lock);
    return name;
}
