/* What findings and sentences say, for tests: until the next call, which is one at a time. */
#pragma once

#include "analysis/findings/findings.h"
#include "tests/check.h"

#include <stdlib.h>

static inline const char *words_of(const struct sw_finding *finding)
{
    static char text[8192];
    char *words = sw_sentence_words(finding->sentence, &finding->units);
    snprintf(text, sizeof text, "%s", words ? words : "");
    free(words);
    return text;
}

/* Whether a sentence that it takes has these pieces. */
static inline int said_of(struct sw_sentence *sentence, const char *pieces)
{
    char text[8192];
    return check_said(sw_sentence_print(sentence, text, sizeof text), pieces);
}
