/*
 * What findings and verdicts say, as data: a row of the table of sentences (sentences.def) with its figures and names. Words are made
 * of it last, by sw_sentence_words().
 *
 * SW_SAY(FAILED, status) makes the sentence FAILED; which parameters it has, and what they are, is in its row. A sentence may be a
 * parameter of another, as a clause, which then owns it; NULL is a clause that says nothing. Strings are copied.
 */
#pragma once

#include "analysis/findings/units.h"

struct sw_sentence;

/* What a parameter may be, and how it is said. */
#define SW_WORD_TYPES(TYPE)                                                                       \
    TYPE(number, uint64_t)             /* "16384" */                                              \
    TYPE(count, uint64_t)              /* "16,384" */                                             \
    TYPE(cost, uint64_t)               /* in the meter's unit: "1.28 s", "1.28 M instructions" */ \
    TYPE(amount, uint64_t)             /* the same, without a unit that is not time: "1.28 M" */  \
    TYPE(change, int64_t)              /* of an amount: "+1.28 s" */                              \
    TYPE(ratio, double)                /* "6.38" */                                               \
    TYPE(growth, double)               /* 1.5: "+50.0%" */                                        \
    TYPE(speedup, double)              /* "6.38x" */                                              \
    TYPE(share, double)                /* 0.5: "50%" */                                           \
    TYPE(part, double)                 /* the same, but only all of it is "100%" */               \
    TYPE(tenths, double)               /* "2.5" */                                                \
    TYPE(permille, double)             /* 0.5: "50.0%" */                                         \
    TYPE(whole, double)                /* "3" */                                                  \
    TYPE(address, uint64_t)            /* "0x1f00" */                                             \
    TYPE(name, const char *)           /* of the program's: its first hundred bytes */            \
    TYPE(text, const char *)           /* any other: all of it */                                 \
    TYPE(choice, uint64_t)             /* which of the words that the row has for it */           \
    TYPE(clause, struct sw_sentence *) /* "": NULL */
#define SW_WORD_TYPE(name, type) typedef type sw_word_##name;
SW_WORD_TYPES(SW_WORD_TYPE)

#define P(type, name) sw_word_##type name;
#define SENTENCE(row, parameters, words) \
    struct sw_say_##row {                \
        parameters                       \
    };
#include "analysis/findings/sentences.def"
#undef SENTENCE
#define SENTENCE(row, parameters, words) SW_SAY_##row,
enum sw_sentence_row {
#include "analysis/findings/sentences.def"
    SW_SENTENCES
};
#undef SENTENCE
#undef P

#define SW_SAY(row, ...) sw_sentence_make(SW_SAY_##row, &(struct sw_say_##row){__VA_ARGS__})

/* Never NULL: where there is no memory, it is one that has failed, and so are those that it is a clause of. To be released, or to be
 * given to who does. */
struct sw_sentence *sw_sentence_make(enum sw_sentence_row row, const void *parameters);
struct sw_sentence *sw_sentence_share(struct sw_sentence *sentence); /* has one more owner */
void sw_sentence_release(struct sw_sentence *sentence);              /* NULL: nothing */
bool sw_sentence_has_failed(const struct sw_sentence *sentence);

/* In words, to be freed; NULL: no memory. */
char *sw_sentence_words(const struct sw_sentence *sentence, const struct sw_units *units);
/* Of one that it takes, without costs: there is no unit; and into the buffer, which it returns, "?" where there is no memory. */
char *sw_sentence_take(struct sw_sentence *sentence);
char *sw_sentence_print(struct sw_sentence *sentence, char *buffer, size_t size);
/* In words that begin with a capital and end with a full stop, or a question mark. */
char *sw_sentence_alone(const struct sw_sentence *sentence, const struct sw_units *units);

/* Names of C++ are long by what they are qualified by, and by what their templates and functions take: leaves out the next part of
 * that, in place, the function's own name last (cxx_name.c). "f<>" of "f<int>", "...b::f" of "a::b::f". False: there is none. */
bool sw_cxx_name_shorten(char *text);
