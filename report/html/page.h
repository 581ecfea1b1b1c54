/* The page of web/, embedded: what comes before the data, and what after. */
#pragma once

#include "base/libc.h"

extern const char sw_html_page[], sw_html_page_end[];

#define SW_HTML_DATA "<!--DATA-->" /* where the data goes: once in the page */
