#include "tool/common/program.h"

#include <elf.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/xattr.h>
#include <unistd.h>

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

/* False: it is no ELF file. */
static bool read_header(const char *path, Elf64_Ehdr *header)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n = fd < 0 ? 0 : read(fd, header, sizeof *header);
    if (fd >= 0)
        close(fd);
    return n == sizeof *header && !memcmp(header->e_ident, ELFMAG, SELFMAG);
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
