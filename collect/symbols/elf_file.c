/* Opens ELF files, and looks for texts and symbols in them. */
#include "collect/symbols/elf_file.h"

#include <gelf.h>

bool sw_elf_open(struct sw_elf *file, const char *path)
{
    elf_version(EV_CURRENT);
    file->fd = open(path, O_RDONLY | O_CLOEXEC);
    file->elf = file->fd < 0 ? NULL : elf_begin(file->fd, ELF_C_READ_MMAP, NULL);
    if (file->elf && elf_kind(file->elf) == ELF_K_ELF)
        return true;
    sw_elf_close(file);
    return false;
}

void sw_elf_close(struct sw_elf *file)
{
    elf_end(file->elf);
    if (file->fd >= 0)
        close(file->fd);
}

bool sw_elf_has(const char *path, const char *text)
{
    struct sw_elf file;
    size_t size;
    if (!sw_elf_open(&file, path))
        return false;
    const char *all = elf_rawfile(file.elf, &size);
    bool found = all && memmem(all, size, text, strlen(text));
    sw_elf_close(&file);
    return found;
}

static bool is_in(Elf *elf, Elf_Scn *section, const GElf_Shdr *header, const char *wanted,
                  bool defined)
{
    Elf_Data *data = elf_getdata(section, NULL);
    GElf_Sym symbol;
    for (int i = 0; data && gelf_getsym(data, i, &symbol); i++) {
        const char *name = elf_strptr(elf, header->sh_link, symbol.st_name);
        if (name && (symbol.st_shndx != SHN_UNDEF) == defined && !strcmp(name, wanted))
            return true;
    }
    return false;
}

bool sw_elf_has_symbol(Elf *elf, const char *symbol, bool defined)
{
    GElf_Shdr header;
    bool found = false;
    for (Elf_Scn *s = NULL; !found && (s = elf_nextscn(elf, s));)
        found = gelf_getshdr(s, &header) && header.sh_type == SHT_DYNSYM &&
                is_in(elf, s, &header, symbol, defined);
    return found;
}

static bool has_symbol(const char *path, const char *symbol, bool defined)
{
    struct sw_elf file;
    if (!sw_elf_open(&file, path))
        return false;
    bool found = sw_elf_has_symbol(file.elf, symbol, defined);
    sw_elf_close(&file);
    return found;
}

bool sw_elf_exports(const char *path, const char *symbol)
{
    return has_symbol(path, symbol, true);
}

bool sw_elf_imports(const char *path, const char *symbol)
{
    return has_symbol(path, symbol, false);
}
