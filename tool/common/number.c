#include "tool/common/number.h"
#include "tool/common/command.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

bool sw_number_parse(const char *name, const char *text, const char *suffix, uint64_t least,
                     uint64_t most, uint64_t *value)
{
    char *end;
    errno = 0;
    unsigned long long v = strtoull(text, &end, 10);
    if (*text < '0' || *text > '9' || errno || v < least || v > most ||
        (*end && strcmp(end, suffix))) {
        sw_error("--%s takes a whole number from %llu to %llu, not '%s'", name,
                 (unsigned long long)least, (unsigned long long)most, text);
        return false;
    }
    *value = v;
    return true;
}
