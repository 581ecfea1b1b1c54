/* Helpers over call sites that findings and reports share. */
#pragma once

#include "analysis/findings/sentence.h"
#include "profile/profile.h"

const char *sw_site_kind_name(uint32_t kind); /* "call", "spawn", "loop", "scope", "root" */

/* Names that are never NULL and never empty: "?" where nothing is known. */
const char *sw_site_callee(const struct sw_site *site);
const char *sw_site_caller(const struct sw_site *site);

bool sw_site_has_name(const struct sw_site *site); /* of a function, or a file */

/* The function whose code the call is in: what is inlined is its. */
const char *sw_site_function(const struct sw_site *site);

/* "'partition', called at qsort.c:20 in 'pqsort'" */
struct sw_sentence *sw_site_say(const struct sw_site *site);
/* The same of a construct, by its name. */
struct sw_sentence *sw_construct_say(const char *name, const char *where, const char *function);
/* The same, but "main" and "the program's start and end, outside main" for these; also in words, into a buffer of that size, which
 * it returns. */
enum { SW_SITE_TEXT = 384 };
struct sw_sentence *sw_site_say_name(const struct sw_site *site);
char *sw_site_name(const struct sw_site *site, char *buffer);

/* Of its local span on span, what would be gained: the rest is hidden by another path. */
uint64_t sw_site_relief(const struct sw_site *site);

/* "libx.so.1+0x1234", which tools like addr2line take; or the address alone. Into a buffer of SW_SITE_TEXT, which it returns. */
char *sw_site_address(const struct sw_site *site, const struct sw_profile *profile, char *buffer);

/* Orders by line, file, function. */
int sw_place_compare(const struct sw_place *a, const struct sw_place *b);

/* Orders by file, line, column, then by what only this run knows: addresses. */
int sw_site_compare_lines(const struct sw_site *a, const struct sw_site *b);

/* 0: they call one function, or are one loop. Spawns and calls of a function go together; a callee
 * that is not known is nobody's friend. */
int sw_site_compare_callees(const struct sw_site *x, const struct sw_site *y);

/* The call of main: by libc, or the root where nothing was seen below it. */
int sw_site_is_main(const struct sw_site *site);

/* All code outside parallel regions, or sections. */
int sw_site_is_serial_code(const struct sw_site *site);

/* A construct of OpenMP, or of annotations: its label is the callee's name. */
int sw_site_is_construct(const struct sw_site *site);

/* Where its code is: a construct's, or a loop's, follows it; a call's is its callee, if that is known. */
bool sw_site_is_in_place(const struct sw_site *site);
const struct sw_place *sw_site_code(const struct sw_site *site);

const char *sw_string(const char *string);  /* "" for NULL */
const char *sw_base_name(const char *path); /* what follows the last slash */
