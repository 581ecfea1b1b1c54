/* Whose code a place, an object or a function is, by its path or its name: the tables of what is installed, and of runtimes and namespaces. */
#include "profile/whose.h"

#define COUNT(list) (sizeof(list) / sizeof *(list))

bool sw_begins_with_any(const char *text, const char *const *list, size_t n)
{
    return SW_FIRST(begin, list, n, !strncmp(text, *begin, strlen(*begin)));
}

/* People build in /usr/src too. */
static bool is_installed(const char *path)
{
    static const char *const folders[] = {"/usr/", "/lib/", "/lib64/", "/lib32/", "/nix/store/"};
    static const char *const sources[] = {"/usr/src/", "/usr/local/src/"};
    return sw_begins_with_any(path, folders, COUNT(folders)) &&
           !sw_begins_with_any(path, sources, COUNT(sources));
}

/* Headers of compilers, and of TBB, wherever they are; what Rust has from elsewhere. */
bool sw_file_is_readers(const char *path)
{
    static const char *const parts[] = {"/include/c++/", "/lib/gcc/",        "/lib/clang/",
                                        "/include/tbb/", "/include/oneapi/", "/rustlib/",
                                        "/rustc/",       "/.cargo/registry/"};
    return path && *path && *path != '<' && !is_installed(path) &&
           !SW_FIRST(part, parts, COUNT(parts), strstr(path, *part));
}

/* What runs programs, and is never what a reader of a profile wrote. */
static bool is_runtime(const char *path)
{
    static const char *const names[] = {
        "libc.so",   "libc-",       "libm.so",     "libm-",       "libmvec",     "libpthread",
        "librt.so",  "libdl.so",    "ld-linux",    "ld-musl",     "libgcc_s",    "libstdc++",
        "libc++",    "libgomp",     "libomp",      "libiomp",     "libtbb",      "libgfortran",
        "libcilk",   "libopencilk", "libquadmath", "libatomic",   "libspanwise", "libasan",
        "libtsan",   "libubsan",    "libjemalloc", "libtcmalloc", "libmimalloc", "[vdso]",
        "linux-vdso"};
    return sw_begins_with_any(basename(path), names, COUNT(names));
}

/* Of what was mapped, the one that is no shared object: a program may have been started by another, as 'env'. */
static bool is_program_installed(const struct sw_profile *p)
{
    const struct sw_module *program =
        SW_FIRST(m, p->modules, p->n_modules,
                 m->path && *m->path == '/' && !strstr(basename(m->path), ".so"));
    return program && is_installed(program->path);
}

const struct sw_module *sw_module_of(const struct sw_profile *p, uint64_t address)
{
    return SW_FIRST(m, p->modules, p->n_modules, address >= m->start && address < m->end);
}

bool sw_module_is_readers(const struct sw_profile *p, const struct sw_module *module)
{
    if (!module || !module->path)
        return true;
    return !is_runtime(module->path) && (!is_installed(module->path) || is_program_installed(p));
}

/* Names that begin with two underscores are for compilers and libraries; the last is the linker's stubs (collect/symbols/table.c). */
bool sw_name_is_librarys(const char *function)
{
    static const char *const spaces[] = {"std::",
                                         "__",
                                         "tbb::",
                                         "oneapi::",
                                         "operator new",
                                         "operator delete",
                                         "(calls into libraries)"};
    return sw_begins_with_any(function, spaces, COUNT(spaces));
}

bool sw_place_is_readers(const struct sw_place *place, bool in_readers_module, bool has_lines)
{
    const char *file = place->file ? place->file : "";
    if (!in_readers_module)
        return false;
    if (*file)
        return sw_file_is_readers(file);
    return !has_lines && !sw_name_is_librarys(place->function ? place->function : "");
}

const struct sw_place *sw_place_of_reader(const struct sw_place *place)
{
    const struct sw_place *at = place;
    while (at && !sw_file_is_readers(at->file))
        at = at->inlined_into;
    return at ? at : place;
}
