/*
 * Feeds the rewriter mutations of real sources, thousands of them, the same ones every time: it
 * must neither crash nor run for ever, and says why when it refuses. Built with sanitizers.
 * Arguments: how many of each, and files of preprocessed C.
 */
#include "compile/rewrite/rewrite.h"
#include "tests/check.h"

#include <stdlib.h>

static uint64_t state = 1;

static uint32_t pick(uint32_t below)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 33) % below;
}

static const char *const pieces[] = {"{}",
                                     "()",
                                     "({;})",
                                     ";",
                                     "_Cilk_spawn ",
                                     "_Cilk_for ",
                                     "_Cilk_scope ",
                                     "=",
                                     ",",
                                     "case ",
                                     ":",
                                     "_Cilk_sync; ",
                                     "if ",
                                     "do ",
                                     "\n",
                                     "\"",
                                     "'",
                                     "goto ",
                                     "inline ",
                                     "struct ",
                                     "register ",
                                     "else",
                                     "switch ",
                                     "typedef ",
                                     "return ",
                                     "static ",
                                     "for ",
                                     "+=",
                                     "{",
                                     ")",
                                     "\n# 1 \"x",
                                     "\n#pragma cilk grainsize ",
                                     "/*",
                                     "\\"};

static size_t read_file(const char *path, char *text, size_t room)
{
    FILE *file = fopen(path, "re");
    size_t size = file ? fread(text, 1, room - 1, file) : 0;
    if (file)
        fclose(file);
    text[size] = 0;
    return size;
}

/* Takes a few characters out, but seldom a bracket: what is unbalanced is refused at once. */
static void cut(char *text, size_t *size)
{
    size_t at = pick((uint32_t)*size), n = 1 + pick(6);
    while (n-- && at < *size)
        if (!strchr("(){}[]\"\n", text[at]) || !pick(50))
            memmove(text + at, text + at + 1, (*size)-- - at);
        else
            at++;
}

static void put(char *text, size_t *size)
{
    const char *piece = pieces[pick(sizeof pieces / sizeof *pieces)];
    size_t at = pick((uint32_t)*size), n = strlen(piece);
    memmove(text + at + n, text + at, *size - at + 1);
    memcpy(text + at, piece, n);
    *size += n;
}

static void round_on(const char *original, size_t size, int cxx, unsigned *results)
{
    char *text = malloc(size + 1024);
    struct sw_buffer out = {0}, errors = {0};
    memcpy(text, original, size + 1);
    for (uint32_t n = 1 + pick(8); n-- > 0 && size;)
        pick(2) ? cut(text, &size) : put(text, &size);
    /* Exactly as long as it says: a read past the end is seen. */
    char *exact = realloc(text, size + 1);
    int result = sw_rewrite(exact, size,
                            (struct sw_rewrite_mode){pick(2) ? SW_TARGET_X86_64 : SW_TARGET_AARCH64,
                                                     (int)pick(2), (int)pick(2), cxx, (int)pick(2)},
                            &out, &errors);
    CHECK(result >= 0 && result <= SW_REWRITE_REFUSED);
    CHECK((result == SW_REWRITE_REFUSED) == (errors.size != 0));
    results[result >= 0 && result <= SW_REWRITE_REFUSED ? result : 0]++;
    free(exact);
    sw_buffer_release(&out);
    sw_buffer_release(&errors);
}

int main(int argc, char **argv)
{
    static char text[1 << 20];
    unsigned results[SW_REWRITE_REFUSED + 1] = {0};
    unsigned rounds = argc > 1 ? (unsigned)atoi(argv[1]) : 0;
    for (int i = 2; i < argc; i++) {
        size_t size = read_file(argv[i], text, sizeof text);
        CHECK(size > 1000);
        for (unsigned k = 0; k < rounds && size; k++)
            round_on(text, size, strstr(argv[i], ".ii") != NULL, results);
    }
    printf("%u rewritten, %u refused\n", results[SW_REWRITE_DONE], results[SW_REWRITE_REFUSED]);
    CHECK(results[SW_REWRITE_DONE] > rounds / 4);
    CHECK(results[SW_REWRITE_REFUSED] > rounds / 4);
    return check_done();
}
