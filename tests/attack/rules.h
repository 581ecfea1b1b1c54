/*
 * What each format asks of a text, whatever names are in it: its own grammar, and nothing that a terminal, a browser, a shell or
 * a CI service would obey. Each returns NULL, or what is wrong, in words; `at` is where.
 */
#pragma once

#include <stddef.h>

enum rule {
    RULE_TEXT, /* valid UTF-8, no control characters but line ends, nothing that turns the direction of writing */
    RULE_CSV,
    RULE_JSON,
    RULE_XML,
    RULE_HTML, /* the page of web/page.html, with nothing but data in it */
    RULE_GITHUB,
    RULE_GNUPLOT,
    RULE_CALLGRIND,
    RULE_FOLDED,
    RULE_BINARY, /* none */
};

const char *rule_broken(enum rule rule, const char *text, size_t size, size_t *at);
