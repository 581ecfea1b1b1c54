/* `spanwise cc`: compile/driver has it all, but for what --help prints. */
#include "compile/driver/driver.h"
#include "tool/common/command.h"
#include "tool/options/describe.h"
#include "tool/options/usage.h"

#include <string.h>

int sw_command_cc(int argc, char **argv)
{
    if (argc < 2 || strcmp(argv[1], "--help"))
        return sw_cc(argc, argv);
    sw_usage_print(&sw_describe_cc, stdout);
    return 0;
}
