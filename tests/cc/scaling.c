/*
 * How the rewriter's time grows: four times the source must not take much more than four times as long,
 * whatever the source is made of. What looks through all of the file for each statement takes 16 times.
 * Time of the processor, the least of some tries: that of others who use the machine does not count.
 */
#include "compile/rewrite/rewrite.h"
#include "tests/check.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#define TRIES 3
#define MOST  8.0 /* times as long, for four times as much */

/* One piece of a source, n of which are put between `before` and `after`; `more` at each one's end. */
struct shape {
    const char *name;
    unsigned n;
    const char *before, *piece, *middle, *more, *after;
    int refused;
};

static const struct shape shapes[] = {
    {"calls", 1000, "void g(int); int q(int);\n",
     "int f%u(int a) {\n g(a);\n g(a + 1);\n int y = cilk_spawn q(a);\n cilk_sync;\n return "
     "y;\n}\n",
     "", "", "", 0},
    {"functions without spawns", 1500, "int q(int);\n",
     "int p%u(int a) {\n return q(a);\n}\nint s%u(int a) {\n int y = cilk_spawn q(a);\n "
     "cilk_sync;\n return y;\n}\n",
     "", "", "", 0},
    {"one function", 1500,
     "int q(int); struct { int m; unsigned b : 3; } s;\nvoid f(void) {\n int x; register int z = "
     "1;\n",
     " x = cilk_spawn q(%u);\n s.m = cilk_spawn q(%u);\n cilk_sync;\n", "", "", "}\n", 0},
    {"structures", 1000, "int q(int);\n",
     "struct s%u {\n int m%u; unsigned b : 2;\n} v%u;\n"
     "void f%u(void) {\n v%u.m%u = cilk_spawn q(1);\n}\n",
     "", "", "", 0},
    {"types", 2000, "int q(int);\nint one = 1;\n", "typedef int t%u;\n", "void f(void) {\n",
     " t%u (v%u) = cilk_spawn q(1);\n", "}\n", 0},
    {"jumps", 4000, "int q(int);\nvoid f(int a) {\n int x = cilk_spawn q(1);\n",
     " if (a == %u) goto l%u;\n", "", " l%u: x++;\n", "}\n", 0},
    {"blocks in blocks", 1100, "int q(int);\nvoid f(int a) {\n", " if (a) { int v%u;\n",
     " cilk_spawn q(1);\n", " }\n", "}\n", 0},
    {"scopes in scopes", 1100, "int q(int);\nvoid f(int a) {\n",
     " cilk_scope { cilk_spawn q(%u);\n cilk_sync; if (!a) return;\n", "", " }\n", "}\n", 0},
    {"files", 5000, "int q(int);\n", "# 1 \"header%u.h\" 1\nextern int h%u;\n# 3 \"scaling.i\" 2\n",
     "", "", "void f(void) { cilk_spawn q(1); }\n", 0},
    {"refusals", 2000, "int q(int);\nvoid f(int x) {\n", " q(cilk_spawn q(%u));\n", "", "", "}\n",
     1},
};

static void add_pieces(struct sw_buffer *text, const char *piece, unsigned n)
{
    char filled[512];
    for (unsigned i = 0; i < n && *piece; i++) {
        snprintf(filled, sizeof filled, piece, i, i, i, i, i, i);
        sw_buffer_add(text, filled, strlen(filled));
    }
}

/* Refusals look into the user's file for their columns. */
static void make(const struct shape *shape, unsigned n, struct sw_buffer *text)
{
    sw_buffer_print(text, "# 1 \"scaling.i\"\n%s", shape->before);
    add_pieces(text, shape->piece, n);
    sw_buffer_print(text, "%s", shape->middle);
    add_pieces(text, shape->more, n);
    sw_buffer_print(text, "%s", shape->after);
    FILE *file = fopen("scaling.i", "we");
    CHECK(file && fwrite(strchr(text->text, '\n') + 1, 1, 1, file) == 1);
    if (file) {
        fputs(strchr(text->text, '\n') + 2, file);
        fclose(file);
    }
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double seconds_of(const struct shape *shape, const struct sw_buffer *text)
{
    struct sw_buffer out = {0}, errors = {0};
    double start = now();
    int result = sw_rewrite(text->text, text->size,
                            (struct sw_rewrite_mode){SW_TARGET_X86_64, 1, 0, 0, 0}, &out, &errors);
    double seconds = now() - start;
    CHECK_EQ(result, shape->refused ? SW_REWRITE_REFUSED : SW_REWRITE_DONE);
    sw_buffer_release(&out);
    sw_buffer_release(&errors);
    return seconds;
}

static void check_shape(const struct shape *shape, int timed)
{
    double least[2] = {1e9, 1e9};
    for (int k = 0; k < 2; k++) {
        struct sw_buffer text = {0};
        make(shape, k ? shape->n * 4 : shape->n, &text);
        for (int try = 0; try < (timed ? TRIES : 1); try++) {
            double seconds = seconds_of(shape, &text);
            least[k] = seconds < least[k] ? seconds : least[k];
        }
        sw_buffer_release(&text);
    }
    printf("%s: %.4f s, four times as much: %.4f s\n", shape->name, least[0], least[1]);
    if (!timed)
        return;
    printf("measured: %s: %.1f times as long, of 0 to %.0f\n", shape->name, least[1] / least[0],
           MOST);
    CHECK(least[1] <= least[0] * MOST);
}

int main(int argc, char **argv)
{
    int timed = argc > 1 && !strcmp(argv[1], "--times");
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        check_shape(&shapes[i], timed);
    return check_done();
}
