/*
 * Modules that another driver than `spanwise cc` has linked: they have sleds, but not the object that makes
 * these known (module.c). When this library is loaded, before main() or by a module that has that object, it
 * looks for them by the section headers of what is loaded then, and makes them known itself.
 */
#include "abi/cilk.h"

#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct plain {
    struct sw_cilk_module module;
    const struct sw_cilk_hooks **cells; /* of its objects; a linker takes one of them for all ... */
    size_t n_cells;
    const struct sw_cilk_hooks *no_hooks; /* ... unless it has none */
    const struct sw_cilk_parallel *no_parallel;
    struct plain *next;
};

/* Of a file that is mapped. */
struct sections {
    const char *file;
    size_t size;
    const ElfW(Shdr) * header;
    size_t n;
    const char *names;
    size_t names_size;
};

static bool read_headers(struct sections *s)
{
    const ElfW(Ehdr) *e = (const void *)s->file;
    if (s->size < sizeof *e || memcmp(e->e_ident, ELFMAG, SELFMAG) || e->e_shoff > s->size ||
        e->e_shentsize != sizeof *s->header ||
        e->e_shnum > (s->size - e->e_shoff) / sizeof *s->header || e->e_shstrndx >= e->e_shnum)
        return false;
    s->header = (const void *)(s->file + e->e_shoff);
    s->n = e->e_shnum;
    const ElfW(Shdr) *names = &s->header[e->e_shstrndx];
    if (names->sh_offset > s->size || names->sh_size > s->size - names->sh_offset ||
        !names->sh_size || s->file[names->sh_offset + names->sh_size - 1])
        return false;
    s->names = s->file + names->sh_offset;
    s->names_size = names->sh_size;
    return true;
}

static const ElfW(Shdr) * find(const struct sections *s, const char *name)
{
    for (size_t i = 0; i < s->n; i++)
        if (s->header[i].sh_name < s->names_size && !strcmp(s->names + s->header[i].sh_name, name))
            return &s->header[i];
    return NULL;
}

static void nothing(void)
{
}

static struct plain *make(const struct sections *s, uint64_t bias)
{
    const ElfW(Shdr) *sleds = find(s, SW_SLEDS), *cells = find(s, SW_HOOKS);
    struct plain *p = sleds && !find(s, SW_RUNTIME) ? calloc(1, sizeof *p) : NULL;
    if (!p)
        return NULL;
    const char *first = (const char *)bias + sleds->sh_addr;
    p->cells = cells ? (const struct sw_cilk_hooks **)(bias + cells->sh_addr) : &p->no_hooks;
    p->n_cells = cells ? cells->sh_size / sizeof *p->cells : 1;
    p->module = (struct sw_cilk_module){.abi = SW_CILK_ABI,
                                        .size = sizeof p->module,
                                        .sleds = (const void *)first,
                                        .end = (const void *)(first + sleds->sh_size),
                                        .hooks = p->cells,
                                        .parallel = &p->no_parallel,
                                        .address = first,
                                        .prepare = nothing};
    return p;
}

static struct plain *look_at(const char *path, uint64_t bias)
{
    struct stat status;
    struct plain *found = NULL;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    void *at = fd >= 0 && !fstat(fd, &status) && status.st_size
                   ? mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, fd, 0)
                   : MAP_FAILED;
    if (fd >= 0)
        close(fd);
    if (at == MAP_FAILED)
        return NULL;
    struct sections s = {.file = at, .size = (size_t)status.st_size};
    if (read_headers(&s))
        found = make(&s, bias);
    munmap(at, s.size);
    return found;
}

static int take(struct dl_phdr_info *info, size_t size, void *list)
{
    struct plain **first = list;
    (void)size;
    struct plain *found =
        look_at(*info->dlpi_name ? info->dlpi_name : "/proc/self/exe", info->dlpi_addr);
    if (found) {
        found->next = *first;
        *first = found;
    }
    return 0;
}

__attribute__((constructor)) static void start(void)
{
    const char *library = secure_getenv("SPANWISE_LIB");
    struct plain *list = NULL;
    int saved = errno;
    if (library && *library)
        dl_iterate_phdr(take, &list);
    for (; list; list = list->next)
        if (!spanwise_register(&list->module))
            for (size_t i = 1; i < list->n_cells; i++)
                list->cells[i] = list->cells[0];
    errno = saved;
}
