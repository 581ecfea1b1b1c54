/* Assertions for C tests: print both values and where, count, and go on. */
#pragma once

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static unsigned check_passed, check_failed;

#define CHECK(condition)                                                            \
    do {                                                                            \
        if (condition)                                                              \
            check_passed++;                                                         \
        else if (check_failed++ < 50)                                               \
            fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition); \
    } while (0)

#define CHECK_EQ(got, want)                                                               \
    do {                                                                                  \
        uint64_t got_ = (uint64_t)(got), want_ = (uint64_t)(want);                        \
        if (got_ == want_)                                                                \
            check_passed++;                                                               \
        else if (check_failed++ < 50)                                                     \
            fprintf(stderr, "%s:%d: %s is %" PRIu64 ", not %s = %" PRIu64 "\n", __FILE__, \
                    __LINE__, #got, got_, #want, want_);                                  \
    } while (0)

#define CHECK_STR(got, want)                                                                     \
    do {                                                                                         \
        const char *got_ = (got), *want_ = (want);                                               \
        if (!strcmp(got_, want_))                                                                \
            check_passed++;                                                                      \
        else if (check_failed++ < 50)                                                            \
            fprintf(stderr, "%s:%d: %s is \"%s\", not \"%s\"\n", __FILE__, __LINE__, #got, got_, \
                    want_);                                                                      \
    } while (0)

/* Whether a text of the product has these pieces, which ".." divides, in their order: figures and names, not how it is said. */
static inline int check_said(const char *text, const char *pieces)
{
    char piece[256];
    for (;;) {
        const char *end = strstr(pieces, " .. ");
        size_t size = end ? (size_t)(end - pieces) : strlen(pieces);
        snprintf(piece, sizeof piece, "%.*s", (int)size, pieces);
        if (!(text = strstr(text, piece)))
            return 0;
        if (!end)
            return 1;
        text += size;
        pieces = end + 4;
    }
}

/* Ends main(): a line for the log and the exit status. */
static inline int check_done(void)
{
    printf("%u passed, %u failed\n", check_passed, check_failed);
    return check_failed != 0 || check_passed == 0;
}
