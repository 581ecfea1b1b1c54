/* Bytes as a file of gzip, stored as they are: for formats that have to be such a file. */
#pragma once

#include "base/libc.h"

void sw_gzip_store(const unsigned char *bytes, size_t size,
                   FILE *out); /* ferror() says if it failed */
