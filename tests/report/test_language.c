/* What a program is written in, by what is loaded and by its samples. */
#include "analysis/workspan/language.h"
#include "tests/check.h"

static char c_file[] = "a.c", go_file[] = "/home/me/g.go", function[] = "main", none[] = "";
static char goexit[] = "runtime.goexit.abi0";

static enum sw_language language_of(char *named, char *file)
{
    struct sw_sampled_frame frames[] = {{0x10, {function, c_file, 10, 0, NULL}},
                                        {0x20, {named, file, 20, 0, NULL}}};
    struct sw_profile p = {.sampled = {.frames = frames, .n_frames = 2}};
    return sw_language_of(&p);
}

int main(void)
{
    CHECK_EQ(language_of(function, c_file), SW_LANGUAGE_COMPILED);
    CHECK_EQ(language_of(function, none), SW_LANGUAGE_COMPILED);
    CHECK_EQ(language_of(goexit, none), SW_LANGUAGE_GO);
    CHECK_EQ(language_of(function, go_file), SW_LANGUAGE_GO); /* its callers are not known */
    return check_done();
}
