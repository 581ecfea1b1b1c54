/* The words of the reports, explained: one plain sentence each, for who has never heard of them. */
#pragma once

#include "base/libc.h"

enum { SW_GLOSSARY_WORDS = 96 }; /* at most */

struct sw_glossary_entry {
    const char *word, *sentence;
};
extern const struct sw_glossary_entry sw_glossary[];
extern const size_t sw_glossary_n;

/* The index of a word, or -1. */
int sw_glossary_find(const char *word);

/* Its sentence, on a page of a program that starts threads itself or on any other. */
const char *sw_glossary_sentence(size_t i, bool are_threads);
