/* What OpenCilk's compiler has built for Cilkscale: it needs Cilkscale's hooks from a library, or has them itself. */
#include "console/message.h"
#include "tool/front_ends/rows.h"

#include <gelf.h>
#include <string.h>

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

static bool needs_hooks(Elf *elf, bool is_program)
{
    (void)is_program;
    return has_hooks(elf, SHT_DYNSYM, false);
}

/* Only the program can have hooks for itself alone: a library that has them is Cilkscale. */
static bool has_own_hooks(Elf *elf, bool is_program)
{
    return is_program && (has_hooks(elf, SHT_SYMTAB, true) || has_hooks(elf, SHT_DYNSYM, true));
}

static int refuse(const char *program, struct sw_live_options *options, bool is_plain)
{
    (void)is_plain;
    int refused = sw_front_end_refuse_workers(&sw_front_end_opencilk, program, options);
    return refused ? refused : sw_front_end_refuse_processors(program, options);
}

const struct sw_front_end sw_front_end_opencilk = {
    .kind = SW_FRONT_END_OPENCILK,
    .library = "libspanwise.so",
    .locks = "libspanwise-locks.so",
    .is_preloaded = true,
    .has_tree_apart = true,
    .program_is = "a Cilk program built by OpenCilk",
    .program_of = "OpenCilk's",
    .beginning = "anything could be measured",
    .ended = "ended before its main()",
    .has_built = needs_hooks,
    .refuse = refuse,
};

static int refuse_static(const char *program, struct sw_live_options *options, bool is_plain)
{
    (void)is_plain;
    return sw_front_end_refuse_processors(program, options);
}

static void say_hopeless(const char *program)
{
    sw_error("'%s' has Cilkscale linked in statically, so that it cannot be replaced: link it "
             "again, by OpenCilk's clang with '-fopencilk -fcilktool=cilkscale "
             "-shared-libcilktool' and without '-static'",
             program);
}

static void say_nothing(const char *program)
{
    sw_error("nothing was measured: the hooks in '%s' are Cilkscale's own", program);
}

const struct sw_front_end sw_front_end_opencilk_static = {
    .kind = SW_FRONT_END_OPENCILK_STATIC,
    .library = "libspanwise.so",
    .beginning = "anything could be measured",
    .has_built = has_own_hooks,
    .refuse = refuse_static,
    .say_hopeless = say_hopeless,
    .say_nothing = say_nothing,
};
