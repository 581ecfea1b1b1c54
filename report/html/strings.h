/* Strings of a page, each once: what is written is their number. Copies them. */
#ifndef SPANWISE_REPORT_HTML_STRINGS_H
#define SPANWISE_REPORT_HTML_STRINGS_H

#include <stddef.h>
#include <stdint.h>

struct sw_html_strings {
    char **items;
    size_t n, room;
    uint32_t *slots; /* one more than a number; 0: free */
    size_t n_slots;  /* a power of two */
    int error;       /* -ENOMEM: some are not there */
};

/* The empty string is number 0. */
void sw_html_strings_init(struct sw_html_strings *strings);
void sw_html_strings_release(struct sw_html_strings *strings);

/* 0 as well where there is no memory: see `error`. */
uint32_t sw_html_strings_number(struct sw_html_strings *strings, const char *string);

#endif
