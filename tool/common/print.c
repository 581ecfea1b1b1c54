#include "tool/common/print.h"
#include "console/message.h"
#include "profile/output.h"
#include "tool/common/written.h"

#include <errno.h>
#include <string.h>

static bool print_to_file(const char *path, int (*print)(const void *, FILE *), const void *data)
{
    struct sw_output output;
    char why[4500];
    int error = sw_output_open(&output, path, why, sizeof why);
    if (!error) {
        errno = 0;
        error = print(data, output.file);
        if (error == -EIO)
            output.error = errno;
        if (!error || error == -EIO) {
            error = sw_output_close(&output, why, sizeof why);
        } else {
            snprintf(why, sizeof why, "cannot write '%s': %s", path, sw_output_reason(-error));
            sw_output_discard(&output);
        }
    }
    if (error)
        sw_error("%s", why);
    else
        sw_written_add(path);
    return !error;
}

bool sw_print(const char *path, FILE *standard, const char *what,
              int (*print)(const void *data, FILE *out), const void *data)
{
    if (path && strcmp(path, "-"))
        return print_to_file(path, print, data);
    int error = print(data, standard);
    if (error)
        sw_error("cannot write %s: %s", what,
                 sw_output_reason(error == -EIO && errno ? errno : -error));
    return !error;
}

bool sw_print_apart(const char *path, const char *other)
{
    if (!path || !other || !sw_output_is_same(path, other))
        return true;
    sw_error("two files would both be written to '%s': choose another name for one of them", path);
    return false;
}

bool sw_print_suits(const char *path, enum sw_output_kind kind)
{
    char why[4500];
    if (sw_output_check(path ? path : "-", kind, why, sizeof why) == 0)
        return true;
    sw_error("%s", why);
    return false;
}
