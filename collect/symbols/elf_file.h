/* Files of programs and libraries, by libelf. */
#pragma once

#include "base/libc.h"

#include <libelf.h>

/* An ELF file that is open. False: it cannot be, or is none. */
struct sw_elf {
    Elf *elf;
    int fd;
};

bool sw_elf_open(struct sw_elf *file, const char *path);
void sw_elf_close(struct sw_elf *file);

/* Whether it is one in which that text stands, or that has such a symbol for others, or wants it from others. */
bool sw_elf_has(const char *path, const char *text);
bool sw_elf_exports(const char *path, const char *symbol);
bool sw_elf_imports(const char *path, const char *symbol);
/* The same, of one that is open: `defined` for others, or wanted. */
bool sw_elf_has_symbol(Elf *elf, const char *symbol, bool defined);
