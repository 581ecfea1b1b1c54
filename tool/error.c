#include "tool/command.h"

#include <stdarg.h>
#include <stdio.h>

void sw_error(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fflush(stdout);
    fputs("spanwise: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
}
