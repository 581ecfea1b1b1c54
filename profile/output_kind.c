#include "profile/output_kind.h"
#include "profile/format.h"

#include <ctype.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

enum { HEAD = 4096, COLUMNS = 4 };

static const struct {
    enum sw_output_kind kind;
    const char *begin;
    size_t size;
} beginnings[] = {
    {SW_OUTPUT_PROFILE, SW_FORMAT_MAGIC, SW_FORMAT_MAGIC_SIZE},
    {SW_OUTPUT_PROGRAM, "\177ELF", 4},
    {SW_OUTPUT_SCRIPT, "#!", 2},
    {SW_OUTPUT_PAGE, "<!doctype html>", 15},
    {SW_OUTPUT_MACHINE, "spanwise machine", 16},
    {SW_OUTPUT_GZIP, "\037\213", 2},
    {SW_OUTPUT_PNG, "\211PNG", 4},
};

/* The first keys of ours: other JSON, which may begin with a line break too, is somebody's settings. */
static const char *const keys[] = {"program\": \"", "passed\": ", "before\": {",
                                   "$schema\": \"https://www.speedscope.app/",
                                   "displayTimeUnit\": \"ms\",\n  \"otherData\""};

/* Of reports; a table and call paths have no such words. */
static const char *const texts[] = {
    "Spanwise ",          "Call paths of ", "'",      "no difference",
    "# processors",       "# workers",      "<?xml ", "ok ",
    "# callgrind format", "FAILED ",        "::"};

static bool begins(const char *line, const char *with)
{
    return !strncmp(line, with, strlen(with));
}

static bool is_json(const char *head)
{
    static const char open[] = "{\n  \"";
    for (size_t i = 0; begins(head, open) && i < sizeof keys / sizeof *keys; i++)
        if (begins(head + sizeof open - 1, keys[i]))
            return true;
    return false;
}

/* "tag,work (seconds),span (seconds),parallelism" */
static bool is_table(const char *line)
{
    int columns = 1;
    for (const char *p = line; *p; p++)
        columns += *p == ',';
    return columns >= COLUMNS && !strpbrk(line, ";{}");
}

/* "main;fib 128970" */
static bool is_path(const char *line)
{
    const char *blank = strrchr(line, ' ');
    return blank && isdigit((unsigned char)blank[1]) &&
           strspn(blank + 1, "0123456789") == strlen(blank + 1);
}

static bool is_text(char *head, size_t size)
{
    const char *line = head;
    if (memchr(head, 0, size))
        return false;
    /* Below the verdict, which begins with the program's name. */
    if (strstr(head, "Spanwise profile of ") || strstr(head, "Spanwise samples of "))
        return true;
    head[strcspn(head, "\n")] = 0;
    if (begins(line, "\033[")) /* it has colours */
        line += strcspn(line, "m") + (strchr(line, 'm') != NULL);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (begins(line, texts[i]))
            return true;
    return is_table(line) || is_path(line);
}

enum sw_output_kind sw_output_kind_of(int fd)
{
    char head[HEAD + 1];
    ssize_t n = pread(fd, head, HEAD, 0);
    size_t size = n < 0 ? 0 : (size_t)n;
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
        if (size >= beginnings[i].size && !memcmp(head, beginnings[i].begin, beginnings[i].size))
            return beginnings[i].kind;
    head[size] = 0;
    if (n == 0)
        return SW_OUTPUT_EMPTY;
    if (is_json(head))
        return SW_OUTPUT_JSON;
    return n > 0 && is_text(head, size) ? SW_OUTPUT_TEXT : SW_OUTPUT_OTHER;
}

enum sw_output_kind sw_output_kind_at(const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    enum sw_output_kind kind = fd < 0 ? SW_OUTPUT_OTHER : sw_output_kind_of(fd);
    if (fd >= 0)
        close(fd);
    return kind;
}
