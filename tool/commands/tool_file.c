#include "tool/commands/tool_file.h"
#include "console/message.h"
#include "include/spanwise_tool.h"
#include "tool/front_ends/front_end.h"

#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <libelf.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#if defined __aarch64__
#define MACHINE EM_AARCH64
#else
#define MACHINE EM_X86_64
#endif

/* Where the variable is that every tool defines; 0: nowhere. */
static uint64_t find_variable(Elf *elf)
{
    Elf_Scn *section = NULL;
    while ((section = elf_nextscn(elf, section))) {
        GElf_Shdr header;
        Elf_Data *data;
        if (!gelf_getshdr(section, &header) || header.sh_type != SHT_DYNSYM || !header.sh_entsize ||
            !(data = elf_getdata(section, NULL)))
            continue;
        for (size_t i = 0; i < data->d_size / header.sh_entsize; i++) {
            GElf_Sym symbol;
            const char *name = gelf_getsym(data, (int)i, &symbol)
                                   ? elf_strptr(elf, header.sh_link, symbol.st_name)
                                   : NULL;
            if (name && symbol.st_shndx != SHN_UNDEF && !strcmp(name, "spanwise_tool"))
                return symbol.st_value;
        }
    }
    return 0;
}

/* Its first member, which is no address: so the file has it as the program will. 0: not there. */
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

static bool check(Elf *elf, const char *path)
{
    GElf_Ehdr head;
    const char *emulated = getenv("SPANWISE_LIB");
    if (!elf || !gelf_getehdr(elf, &head) || head.e_type != ET_DYN) {
        sw_error("--tool: '%s' is not a shared object: compile it with '-shared -fPIC'", path);
        return false;
    }
    if (head.e_machine != MACHINE && !(emulated && *emulated)) {
        sw_error("--tool: '%s' is built for another machine", path);
        return false;
    }
    uint64_t at = find_variable(elf);
    if (!at) {
        sw_error("--tool: '%s' is not a tool: it does not define 'spanwise_tool', see "
                 "spanwise_tool.h",
                 path);
        return false;
    }
    uint32_t version = read_version(elf, at);
    if (version != SPANWISE_TOOL_VERSION) {
        sw_error("--tool: '%s' says version %u, and this spanwise takes version %u: compile it "
                 "with this spanwise_tool.h",
                 path, version, SPANWISE_TOOL_VERSION);
        return false;
    }
    return true;
}

/* Its own calls are nothing to profile. */
static bool is_plain(const char *absolute, const char *path)
{
    if (!sw_front_end_of(sw_front_end_find(absolute))->loads_itself)
        return true;
    sw_error(
        "--tool: '%s' is built by 'spanwise cc', or a library that it needs is: compile it with "
        "the compiler itself",
        path);
    return false;
}

bool sw_tool_file_check(const char *path, char absolute[PATH_MAX])
{
    int fd = realpath(path, absolute) ? open(absolute, O_RDONLY | O_CLOEXEC) : -1;
    if (fd < 0) {
        sw_error("--tool: cannot open '%s': %s", path, strerror(errno));
        return false;
    }
    elf_version(EV_CURRENT);
    Elf *elf = elf_begin(fd, ELF_C_READ, NULL);
    bool good = check(elf, path) && is_plain(absolute, path);
    elf_end(elf);
    close(fd);
    return good;
}
