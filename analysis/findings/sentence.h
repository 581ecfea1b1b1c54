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
typedef uint64_t sw_word_number;  /* "16384" */
typedef uint64_t sw_word_count;   /* "16,384" */
typedef uint64_t sw_word_cost;    /* in the meter's unit: "1.28 s", "1.28 M instructions" */
typedef uint64_t sw_word_amount;  /* the same, without a unit that is not time: "1.28 M" */
typedef int64_t sw_word_change;   /* of an amount: "+1.28 s" */
typedef double sw_word_ratio;     /* "6.38" */
typedef double sw_word_growth;    /* 1.5: "+50.0%" */
typedef double sw_word_speedup;   /* "6.38x" */
typedef double sw_word_share;     /* 0.5: "50%" */
typedef double sw_word_part;      /* the same, but only all of it is "100%" */
typedef double sw_word_tenths;    /* "2.5" */
typedef double sw_word_permille;  /* 0.5: "50.0%" */
typedef double sw_word_whole;     /* "3" */
typedef uint64_t sw_word_address; /* "0x1f00" */
typedef const char *sw_word_name; /* of the program's: its first hundred bytes */
typedef const char *sw_word_text; /* any other: all of it */
typedef uint64_t sw_word_choice;  /* which of the words that the row has for it */
typedef struct sw_sentence *sw_word_clause; /* "": NULL */

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
