/*
 * A file built by spanwise cc has the section of its sleds; one built by OpenCilk's compiler for
 * Cilkscale needs Cilkscale's hooks from a library, or has them itself. A plain program may still run such code
 * out of a shared library, so the libraries that it needs are looked at too, found as the dynamic
 * linker finds them: its run path, LD_LIBRARY_PATH, the system's directories. What the program
 * opens at run time, or finds by the linker's configuration, stays unseen.
 *
 * Annotations of our headers leave notes in the file; Intel Advisor's own header leaves names of functions that it
 * looks up at run time, which stand in the program itself.
 */
#include "tool/measure/front_end.h"
#include "abi/cilk.h"
#include "collect/symbols/elf_file.h"
#include "tool/common/program.h"

#include <gelf.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_FILES 256
#define NOTES      ".note.spanwise"

/* Files looked at, by path: each once, though libraries may need each other. */
struct search {
    char *seen[MOST_FILES];
    size_t n_seen;
    enum sw_front_end_kind found; /* SW_FRONT_END_NONE: not yet */
    /* What is in a file; NULL: that is not asked. */
    enum sw_front_end_kind (*look)(Elf *elf, bool is_program);
    const char *library; /* how the name of one begins that is looked for; NULL: none is */
    bool is_needed;      /* it is */
};

struct file {
    const char *path;
    Elf *elf;
    const char *run_path; /* DT_RUNPATH, or DT_RPATH; or NULL */
};

static void look_at(struct search *search, const char *path);

/* The section of that name, or NULL. */
static Elf_Scn *find_section(Elf *elf, const char *wanted)
{
    size_t names;
    Elf_Scn *section = NULL;
    if (elf_getshdrstrndx(elf, &names) < 0)
        return NULL;
    while ((section = elf_nextscn(elf, section))) {
        GElf_Shdr header;
        const char *name =
            gelf_getshdr(section, &header) ? elf_strptr(elf, names, header.sh_name) : NULL;
        if (name && !strcmp(name, wanted))
            return section;
    }
    return NULL;
}

/* The hooks that tell a spawn: one of them would do, if compilers did not leave out what is not used.
 */
static bool is_hook(const char *name)
{
    static const char *const hooks[] = {"__csi_func_entry", "__csi_task", "__csi_before_sync"};
    for (size_t i = 0; i < sizeof hooks / sizeof *hooks; i++)
        if (!strcmp(name, hooks[i]))
            return true;
    return false;
}

/* Are there hooks in the file's symbols that it needs, or has? */
static bool has_hooks(Elf *elf, GElf_Word table, bool defined)
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
            if (name && (symbol.st_shndx != SHN_UNDEF) == defined && is_hook(name))
                return true;
        }
    }
    return false;
}

/* Only the program can have hooks for itself alone: a library that has them is Cilkscale. */
static enum sw_front_end_kind front_end_of(Elf *elf, bool is_program)
{
    if (find_section(elf, SW_SLEDS))
        return SW_FRONT_END_CILK;
    if (has_hooks(elf, SHT_DYNSYM, false))
        return SW_FRONT_END_OPENCILK;
    if (is_program && (has_hooks(elf, SHT_SYMTAB, true) || has_hooks(elf, SHT_DYNSYM, true)))
        return SW_FRONT_END_OPENCILK_STATIC;
    return SW_FRONT_END_NONE;
}

static enum sw_front_end_kind annotations_of(Elf *elf, bool is_program)
{
    (void)is_program;
    return find_section(elf, NOTES) ? SW_FRONT_END_ANNOTATE : SW_FRONT_END_NONE;
}

/* Cilk where there is a sled of these kinds. */
static enum sw_front_end_kind sleds_of(Elf *elf, unsigned from, unsigned to)
{
    Elf_Scn *section = find_section(elf, SW_SLEDS);
    Elf_Data *data = section ? elf_rawdata(section, NULL) : NULL;
    const struct sw_sled *sleds = data ? data->d_buf : NULL;
    for (size_t i = 0; sleds && i < data->d_size / sizeof *sleds; i++)
        if (sleds[i].kind >= from && sleds[i].kind <= to)
            return SW_FRONT_END_CILK;
    return SW_FRONT_END_NONE;
}

/* Spawns, loops and scopes: functions alone have sleds too. */
static enum sw_front_end_kind keywords_of(Elf *elf, bool is_program)
{
    (void)is_program;
    return sleds_of(elf, SW_SLED_SPAWN, SW_SLED_DIVIDE);
}

static enum sw_front_end_kind parallel_of(Elf *elf, bool is_program)
{
    (void)is_program;
    return sleds_of(elf, SW_SLED_CODE, SW_SLED_CODE);
}

static enum sw_front_end_kind runtime_of(Elf *elf, bool is_program)
{
    (void)is_program;
    return find_section(elf, SW_RUNTIME) ? SW_FRONT_END_CILK : SW_FRONT_END_NONE;
}

/* Calls on_entry for every DT_ entry that is a string. */
static void each_dynamic(struct search *search, struct file *file,
                         void (*on_entry)(struct search *, struct file *, GElf_Sxword tag,
                                          const char *text))
{
    Elf_Scn *section = NULL;
    while ((section = elf_nextscn(file->elf, section))) {
        GElf_Shdr header;
        GElf_Dyn entry;
        if (!gelf_getshdr(section, &header) || header.sh_type != SHT_DYNAMIC)
            continue;
        Elf_Data *data = elf_getdata(section, NULL);
        for (int i = 0; data && gelf_getdyn(data, i, &entry) && entry.d_tag != DT_NULL; i++) {
            bool is_text =
                entry.d_tag == DT_NEEDED || entry.d_tag == DT_RUNPATH || entry.d_tag == DT_RPATH;
            const char *text =
                is_text ? elf_strptr(file->elf, header.sh_link, entry.d_un.d_val) : NULL;
            if (text)
                on_entry(search, file, entry.d_tag, text);
        }
    }
}

static void note_run_path(struct search *search, struct file *file, GElf_Sxword tag,
                          const char *text)
{
    (void)search;
    if (tag == DT_RUNPATH || (tag == DT_RPATH && !file->run_path))
        file->run_path = text;
}

/* DIRECTORY/NAME, where the directory may start with $ORIGIN; false: it does not fit. */
static bool join(char *path, const struct file *file, const char *directory, int length,
                 const char *name)
{
    static const char *const origins[] = {"$ORIGIN", "${ORIGIN}"};
    const char *slash = strrchr(file->path, '/');
    for (size_t i = 0; i < sizeof origins / sizeof *origins; i++) {
        int n = (int)strlen(origins[i]);
        if (length >= n && !strncmp(directory, origins[i], (size_t)n))
            return snprintf(path, PATH_MAX, "%.*s%.*s/%s", slash ? (int)(slash - file->path) : 1,
                            slash ? file->path : ".", length - n, directory + n, name) < PATH_MAX;
    }
    return snprintf(path, PATH_MAX, "%.*s/%s", length ? length : 1, length ? directory : ".",
                    name) < PATH_MAX;
}

/* Looks for the library in a list of directories, separated by colons. True: it was there. */
static bool look_in(struct search *search, const struct file *file, const char *list,
                    const char *name)
{
    char path[PATH_MAX];
    while (list && *list) {
        int length = (int)strcspn(list, ":");
        if (join(path, file, list, length, name) && sw_is_file(path)) {
            look_at(search, path);
            return true;
        }
        list += length + (list[length] == ':');
    }
    return false;
}

static void look_at_needed(struct search *search, struct file *file, GElf_Sxword tag,
                           const char *text)
{
    if (tag != DT_NEEDED || search->found != SW_FRONT_END_NONE || search->is_needed)
        return;
    if (search->library && !strncmp(text, search->library, strlen(search->library))) {
        search->is_needed = true;
        return;
    }
    if (strchr(text, '/')) {
        look_at(search, text);
        return;
    }
    if (!look_in(search, file, file->run_path, text) &&
        !look_in(search, file, getenv("LD_LIBRARY_PATH"), text))
        look_in(search, file,
                "/usr/local/lib:/lib/" SW_MULTIARCH ":/usr/lib/" SW_MULTIARCH
                ":/lib:/usr/lib:/lib64:/usr/lib64",
                text);
}

static bool note_seen(struct search *search, const char *path)
{
    for (size_t i = 0; i < search->n_seen; i++)
        if (!strcmp(search->seen[i], path))
            return false;
    if (search->n_seen == MOST_FILES || !(search->seen[search->n_seen] = strdup(path)))
        return false;
    search->n_seen++;
    return true;
}

static void look_at(struct search *search, const char *path)
{
    struct sw_elf opened;
    if (search->found != SW_FRONT_END_NONE || !note_seen(search, path) ||
        !sw_elf_open(&opened, path))
        return;
    struct file file = {.path = path, .elf = opened.elf};
    if (search->look)
        search->found = search->look(file.elf, search->n_seen == 1);
    if (search->found == SW_FRONT_END_NONE) {
        each_dynamic(search, &file, note_run_path);
        each_dynamic(search, &file, look_at_needed);
    }
    sw_elf_close(&opened);
}

/* False: it is no ELF file. */
static bool search_program(struct search *search, const char *program)
{
    char path[PATH_MAX];
    struct sw_elf file;
    if (!sw_program_find(program, path) || !sw_is_file(path) || !sw_elf_open(&file, path))
        return false;
    sw_elf_close(&file);
    look_at(search, path);
    for (size_t i = 0; i < search->n_seen; i++)
        free(search->seen[i]);
    return true;
}

static bool needs_openmp(const char *program)
{
    static const char *const runtimes[] = {"libgomp.so", "libomp.so", "libomp5.so", "libiomp5.so"};
    for (size_t i = 0; i < sizeof runtimes / sizeof *runtimes; i++)
        if (sw_front_end_needs(program, runtimes[i]))
            return true;
    return false;
}

bool sw_front_end_is_annotated(const char *program)
{
    struct search search = {.found = SW_FRONT_END_NONE, .look = annotations_of};
    return search_program(&search, program) && search.found == SW_FRONT_END_ANNOTATE;
}

/* Of the program only: libstdc++ can make threads in any program. */
bool sw_front_end_has_threads(const char *program)
{
    static const char *const makers[] = {
        "pthread_create", "thrd_create",
        "_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE"};
    char path[PATH_MAX];
    if (!sw_program_find(program, path) || !sw_is_file(path))
        return false;
    for (size_t i = 0; i < sizeof makers / sizeof *makers; i++)
        if (sw_elf_imports(path, makers[i]))
            return true;
    return sw_front_end_needs(program, "libtbb.so");
}

bool sw_front_end_is_parallel(const char *program)
{
    struct search search = {.found = SW_FRONT_END_NONE, .look = parallel_of};
    return search_program(&search, program) && search.found == SW_FRONT_END_CILK;
}

bool sw_front_end_has_runtime(const char *program)
{
    struct search search = {.found = SW_FRONT_END_NONE, .look = runtime_of};
    return search_program(&search, program) && search.found == SW_FRONT_END_CILK;
}

bool sw_front_end_has_keywords(const char *program)
{
    struct search search = {.found = SW_FRONT_END_NONE, .look = keywords_of};
    return search_program(&search, program) && search.found == SW_FRONT_END_CILK;
}

/* What Advisor's header asks for by that name. */
static bool has_advisor(const char *program)
{
    char path[PATH_MAX];
    return sw_program_find(program, path) && sw_is_file(path) &&
           sw_elf_has(path, "__itt_model_site_begin");
}

enum sw_front_end_kind sw_front_end_find(const char *program)
{
    struct search search = {.found = SW_FRONT_END_NONE, .look = front_end_of};
    if (!search_program(&search, program))
        return SW_FRONT_END_UNKNOWN;
    if (search.found != SW_FRONT_END_NONE)
        return search.found;
    if (sw_front_end_is_annotated(program))
        return SW_FRONT_END_ANNOTATE;
    if (needs_openmp(program))
        return SW_FRONT_END_OPENMP;
    return has_advisor(program) ? SW_FRONT_END_ANNOTATE : SW_FRONT_END_NONE;
}

bool sw_front_end_needs(const char *program, const char *library)
{
    struct search search = {.found = SW_FRONT_END_NONE, .library = library};
    return search_program(&search, program) && search.is_needed;
}
