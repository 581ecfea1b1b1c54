/* #pragma omp error at(execution) */
#include "front/openmp/gomp/abi.h"

#include <stdio.h>
#include <stdlib.h>

static int length_of(size_t length)
{
    return length < 4096 ? (int)length : 4096;
}

SW_GOMP void GOMP_warning(const char *message, size_t length)
{
    if (length == SIZE_MAX)
        fprintf(stderr, "\nlibgomp: warning: error directive encountered: %s\n", message);
    else if (message)
        fprintf(stderr, "\nlibgomp: warning: error directive encountered: %.*s\n",
                length_of(length), message);
    else
        fputs("\nlibgomp: warning: error directive encountered\n", stderr);
}

SW_GOMP void GOMP_error(const char *message, size_t length)
{
    if (length == SIZE_MAX)
        fprintf(stderr, "\nlibgomp: fatal error: error directive encountered: %s\n", message);
    else if (message)
        fprintf(stderr, "\nlibgomp: fatal error: error directive encountered: %.*s\n",
                length_of(length), message);
    else
        fputs("\nlibgomp: fatal error: error directive encountered\n", stderr);
    exit(EXIT_FAILURE);
}
