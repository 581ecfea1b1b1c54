#include "tool/command.h"
#include "tool/progress.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static char of_rank[32];

void sw_error_rank(uint32_t rank)
{
    snprintf(of_rank, sizeof of_rank, "rank %" PRIu32 ": ", rank);
}

/* At one go: other ranks may write to the same stderr. */
void sw_error(const char *format, ...)
{
    va_list args;
    char *text;
    va_start(args, format);
    fflush(stdout);
    sw_progress_erase();
    if (vasprintf(&text, format, args) >= 0) {
        fprintf(stderr, "spanwise: %s%s\n", of_rank, text);
        free(text);
    }
    va_end(args);
}
