#include "tool/options/page_options.h"

#define AT(member) SW_FIELD(struct sw_report_options, member)

const struct sw_option sw_page_takes[] = {
    {"width", 0, SW_VALUE_NUMBER, "N",
     .help = "columns of text (default: the terminal's, or COLUMNS, or 80)", .least = 1,
     .most = 100000, .wrong = "'--width=%s' is not a positive number", AT(width)},
    {"color", 0, SW_VALUE_CHOICE, "WHEN",
     .help = "when to colour: auto (default: on a terminal, unless NO_COLOR is set), always, never",
     .choices = "auto, always, never", AT(color)},
    {0},
};
