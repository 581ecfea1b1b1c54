#include "tool/measure/serial.h"
#include "analysis/effort/inflation.h"
#include "console/message.h"
#include "profile/file.h"

#include <sys/stat.h>

bool sw_serial_suits(enum sw_report_format format)
{
    if (sw_report_format_compares(format))
        return true;
    sw_error("--serial is for the formats text, csv-sites, json and html");
    return false;
}

static bool same_file(const char *a, const char *b)
{
    struct stat x, y;
    return !stat(a, &x) && !stat(b, &y) && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

bool sw_serial_read(struct sw_profile *serial, const char *path, const char *output)
{
    char why[4500];
    if (sw_profile_read_measured(serial, path, why, sizeof why) ||
        sw_inflation_check_serial(serial, path, why, sizeof why)) {
        sw_error("%s", why);
        return false;
    }
    if (same_file(path, output)) {
        sw_error("the serial profile '%s' would be overwritten: -o FILE chooses another place",
                 path);
        return false;
    }
    return true;
}
