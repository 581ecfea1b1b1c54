/*
 * What a fuzzer feeds to the reader: anything. What is read without an error must survive writing
 * and reading again unchanged, and every report must print it, without a control character. Checksums are not looked at in this
 * build (FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION), or nothing would get past them.
 */
#include "profile/file.h"
#include "profile/tree_text.h"
#include "report/model/merge.h"
#include "report/report.h"
#include "report/write/words.h"
#include "tests/profile/synthetic.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must_come_back(const struct sw_profile *profile)
{
    struct sw_profile again;
    char why[256];
    void *data;
    size_t size;
    sw_profile_init(&again);
    if (sw_profile_serialize(profile, &data, &size) ||
        sw_profile_parse(&again, data, size, "again", why, sizeof why) ||
        !synthetic_equal(profile, &again))
        abort();
    free(data);
    sw_profile_release(&again);
}

/* Text, data for programs, pages: whatever the names in it are, no terminal obeys what is printed. */
static void must_be_printable(const char *text, size_t size)
{
    for (size_t n; size; text += n, size -= n) {
        for (n = 0; n < size && text[n] >= ' ' && text[n] < 0x7f;)
            n++; /* pages are large, and mostly plain */
        n = n ? n : sw_words_printable(text);
        n = n ? n : *text == '\n' || *text == '\t';
        if (!n)
            abort();
    }
}

/* Somewhere to print to; what was printed is looked at and released. */
static struct {
    char *text;
    size_t size;
} printed;

static FILE *begin(void)
{
    return open_memstream(&printed.text, &printed.size);
}

static void end(FILE *out, int is_text)
{
    if (fclose(out))
        abort();
    if (is_text)
        must_be_printable(printed.text, printed.size);
    free(printed.text);
}

static void must_print(const struct sw_profile *profile)
{
    for (int format = SW_REPORT_TEXT; format < SW_REPORT_FORMATS; format++) {
        struct sw_report_options options = {.format = (enum sw_report_format)format,
                                            .sort = (enum sw_report_sort)(profile->flags % 11),
                                            .view = (enum sw_report_view)(profile->flags / 11 % 5),
                                            .on = (enum sw_report_on)(profile->flags / 55 % 6),
                                            .physical = profile->flags / 330 % 2,
                                            .width = (unsigned)profile->burden % 256};
        FILE *out = begin();
        if (sw_report_print(profile, &options, out))
            abort();
        end(out, format != SW_REPORT_PPROF);
    }
}

/* With itself, as if it were two ranks, or refused. */
static void must_merge(struct sw_profile *profile)
{
    struct sw_merge merge;
    char why[256];
    sw_merge_init(&merge, 1);
    if (!sw_merge_add(&merge, profile, "first", why, sizeof why)) {
        profile->rank.rank++;
        if (sw_merge_add(&merge, profile, "second", why, sizeof why) ||
            sw_merge_finish(&merge, why, sizeof why))
            abort();
        must_come_back(&merge.whole);
        for (int format = SW_MERGE_TEXT; format <= SW_MERGE_JSON; format++) {
            struct sw_merge_options options = {.format = (enum sw_merge_format)format,
                                               .sort = (enum sw_merge_sort)(profile->flags % 3)};
            FILE *out = begin();
            if (sw_merge_print(&merge, &options, out))
                abort();
            end(out, 1);
        }
    }
    sw_merge_release(&merge);
}

/* The other thing that is read: it is text, which mutants of profiles are not. A tree in which nothing is, is one. */
static void must_parse_tree(const char *text, size_t size)
{
    struct sw_program_tree tree;
    char why[256];
    if (sw_tree_text_parse(&tree, text, size, why, sizeof why) == 0)
        sw_program_tree_release(&tree);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char empty[] = "section a { }";
    struct sw_profile profile;
    char why[256];
    must_parse_tree(empty, sizeof empty - 1);
    must_parse_tree((const char *)data, size);
    sw_profile_init(&profile);
    if (sw_profile_parse(&profile, data, size, "fuzz", why, sizeof why) == 0) {
        must_come_back(&profile);
        must_print(&profile);
        must_merge(&profile);
    }
    sw_profile_release(&profile);
    return 0;
}
