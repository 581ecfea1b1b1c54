/*
 * Functions of a runtime that hand on what they were called with: integers and pointers, so many words, whatever they mean. What a word
 * has beyond its parameter's own bits goes along. The result is a word, too, of which the caller knows how much counts.
 */
#pragma once

#define SW_WORDS_0  void
#define SW_WORDS_1  long a
#define SW_WORDS_2  SW_WORDS_1, long b
#define SW_WORDS_3  SW_WORDS_2, long c
#define SW_WORDS_4  SW_WORDS_3, long d
#define SW_WORDS_5  SW_WORDS_4, long e
#define SW_WORDS_6  SW_WORDS_5, long f
#define SW_WORDS_7  SW_WORDS_6, long g
#define SW_WORDS_8  SW_WORDS_7, long h
#define SW_WORDS_9  SW_WORDS_8, long i
#define SW_WORDS_10 SW_WORDS_9, long j
#define SW_WORDS_11 SW_WORDS_10, long k
#define SW_WORDS_12 SW_WORDS_11, long l
#define SW_WORDS_16 SW_WORDS_12, long m, long n, long o, long p

#define SW_HANDED_0
#define SW_HANDED_1  a
#define SW_HANDED_2  SW_HANDED_1, b
#define SW_HANDED_3  SW_HANDED_2, c
#define SW_HANDED_4  SW_HANDED_3, d
#define SW_HANDED_5  SW_HANDED_4, e
#define SW_HANDED_6  SW_HANDED_5, f
#define SW_HANDED_7  SW_HANDED_6, g
#define SW_HANDED_8  SW_HANDED_7, h
#define SW_HANDED_9  SW_HANDED_8, i
#define SW_HANDED_10 SW_HANDED_9, j
#define SW_HANDED_11 SW_HANDED_10, k
#define SW_HANDED_12 SW_HANDED_11, l
#define SW_HANDED_16 SW_HANDED_12, m, n, o, p
