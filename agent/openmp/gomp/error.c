/* #pragma omp error at(execution) */
#include "agent/openmp/gomp/abi.h"

#include <stdio.h>
#include <stdlib.h>

static int length_of(size_t length)
{
    return length < 4096 ? (int)length : 4096;
}

/* A length of -1: it ends with a zero. */
static void print(const char *what, const char *message, size_t length)
{
    if (!message)
        fprintf(stderr, "\nlibgomp: %serror directive encountered\n", what);
    else if (length == SIZE_MAX)
        fprintf(stderr, "\nlibgomp: %serror directive encountered: %s\n", what, message);
    else
        fprintf(stderr, "\nlibgomp: %serror directive encountered: %.*s\n", what, length_of(length),
                message);
}

SW_GOMP void GOMP_warning(const char *message, size_t length)
{
    print("", message, length);
}

SW_GOMP void GOMP_error(const char *message, size_t length)
{
    print("fatal error: ", message, length);
    exit(EXIT_FAILURE);
}
