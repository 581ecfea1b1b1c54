/*
 * What is in the files of a program, and in a tool that is to be loaded into it. The libraries that a program needs are found as the
 * dynamic linker finds them: its run path, LD_LIBRARY_PATH, the system's directories. What the program opens at run time, or finds by
 * the linker's configuration, stays unseen.
 */
#include "tool/front_ends/program_files.h"
#include "collect/symbols/elf_file.h"
#include "compile/text/text.h"
#include "console/message.h"
#include "include/spanwise_tool.h"
#include "tool/common/program.h"
#include "tool/front_ends/front_end.h"

#include <gelf.h>

#define MOST_FILES 256

/* Files looked at, by path: each once, though libraries may need each other. */
struct search {
    char *seen[MOST_FILES];
    size_t n_seen;
    bool (*look)(Elf *elf, bool is_program, void *data); /* NULL: that is not asked */
    void *data;
    const char *library; /* how the names begin of which one is looked for; NULL: none is */
    bool itself;         /* of the program only, not of libraries */
    bool found;          /* either */
};

struct file {
    const char *path;
    Elf *elf;
    const char *run_path; /* DT_RUNPATH, or DT_RPATH; or NULL */
};

static void look_at(struct search *search, const char *path);

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

static void note_run_path(struct search *search SW_UNUSED, struct file *file, GElf_Sxword tag,
                          const char *text)
{
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
    if (tag != DT_NEEDED || search->found)
        return;
    if (search->library && sw_begins_among(text, strlen(text), search->library)) {
        search->found = true;
        return;
    }
    if (search->itself)
        return;
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
    if (search->found || !note_seen(search, path) || !sw_elf_open(&opened, path))
        return;
    struct file file = {.path = path, .elf = opened.elf};
    if (search->look)
        search->found = search->look(file.elf, search->n_seen == 1, search->data);
    if (!search->found) {
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

int sw_program_files_look(const char *program, bool (*look)(Elf *elf, bool is_program, void *data),
                          void *data)
{
    struct search search = {.look = look, .data = data};
    return search_program(&search, program) ? search.found : -1;
}

static bool has_section(Elf *elf, bool is_program SW_UNUSED, void *name)
{
    return sw_elf_section(elf, name);
}

bool sw_program_files_have(const char *program, const char *section)
{
    return sw_program_files_look(program, has_section, (void *)section) > 0;
}

bool sw_program_needs(const char *program, const char *library)
{
    struct search search = {.library = library};
    return search_program(&search, program) && search.found;
}

bool sw_program_itself_needs(const char *program, const char *library)
{
    struct search search = {.library = library, .itself = true};
    return search_program(&search, program) && search.found;
}

#if defined __aarch64__
#define MACHINE EM_AARCH64
#else
#define MACHINE EM_X86_64
#endif

/* The first member of what is there, which is no address: so the file has it as the program will. 0: not there. */
static uint32_t read_version(Elf *elf, uint64_t at)
{
    Elf_Scn *section = NULL;
    while ((section = elf_nextscn(elf, section))) {
        GElf_Shdr header;
        Elf_Data *data;
        uint32_t version;
        if (!gelf_getshdr(section, &header) || header.sh_type != SHT_PROGBITS ||
            !(header.sh_flags & SHF_ALLOC) || at < header.sh_addr ||
            at - header.sh_addr + sizeof version > header.sh_size)
            continue;
        if (!(data = elf_rawdata(section, NULL)) || data->d_size < header.sh_size)
            continue;
        memcpy(&version, (const char *)data->d_buf + (at - header.sh_addr), sizeof version);
        return version;
    }
    return 0;
}

/* Every tool defines that. */
static bool is_tool(const char *name)
{
    return !strcmp(name, "spanwise_tool");
}

static bool check(Elf *elf, const char *path)
{
    GElf_Ehdr head;
    const char *emulated = getenv("SPANWISE_LIB");
    if (!elf || !gelf_getehdr(elf, &head) || head.e_type != ET_DYN)
        return sw_error("--tool: '%s' is not a shared object: compile it with '-shared -fPIC'",
                        path);
    if (head.e_machine != MACHINE && !(emulated && *emulated))
        return sw_error("--tool: '%s' is built for another machine", path);
    GElf_Sym variable;
    if (!sw_elf_symbol(elf, SHT_DYNSYM, is_tool, true, &variable) || !variable.st_value)
        return sw_error("--tool: '%s' is not a tool: it does not define 'spanwise_tool', see "
                        "spanwise_tool.h",
                        path);
    uint32_t version = read_version(elf, variable.st_value);
    if (version != SPANWISE_TOOL_VERSION)
        return sw_error(
            "--tool: '%s' says version %u, and this spanwise takes version %u: compile it "
            "with this spanwise_tool.h",
            path, version, SPANWISE_TOOL_VERSION);
    return true;
}

/* Its own calls are nothing to profile. */
static bool is_plain(const char *absolute, const char *path)
{
    if (!sw_front_end_of(sw_front_end_find(absolute))->loads_itself)
        return true;
    return sw_error(
        "--tool: '%s' is built by 'spanwise cc', or a library that it needs is: compile it with "
        "the compiler itself",
        path);
}

bool sw_tool_file_check(const char *path, char absolute[PATH_MAX])
{
    int fd = realpath(path, absolute) ? open(absolute, O_RDONLY | O_CLOEXEC) : -1;
    if (fd < 0)
        return sw_error("--tool: cannot open '%s': %s", path, strerror(errno));
    elf_version(EV_CURRENT);
    Elf *elf = elf_begin(fd, ELF_C_READ, NULL);
    bool good = check(elf, path) && is_plain(absolute, path);
    elf_end(elf);
    close(fd);
    return good;
}
