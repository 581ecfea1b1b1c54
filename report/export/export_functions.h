/* The functions of call paths, one for each name and file; and strings by number. */
#pragma once

#include "analysis/workspan/intern.h"
#include "report/export/export.h"

struct sw_export_entry {
    struct sw_export_function is;
    uint32_t name, file; /* numbers of strings */
    uint32_t frame;      /* one of those that it has */
};

struct sw_export_functions {
    struct sw_export_entry *items; /* by name and file, with room for one more */
    uint32_t n;
    uint32_t *of_frame;       /* by frame: its function */
    struct sw_intern strings; /* the first is "" */
};

/* 0 or -ENOMEM; to be released anyway. Room is left for so many more strings. */
int sw_export_functions_make(struct sw_export_functions *functions, const struct sw_export *export,
                             size_t more_strings);
void sw_export_functions_release(struct sw_export_functions *functions);
