#include "collect/clock.h"

#include <stdio.h>
#include <string.h>

void sw_clock_warn(struct sw_profile *profile, const char *path)
{
    static const char *const others[] = {"hpet", "acpi_pm", "pit", "jiffies", "refined-jiffies"};
    char name[64] = "";
    FILE *file = fopen(path, "re");
    if (file && fgets(name, sizeof name, file))
        name[strcspn(name, "\n")] = 0;
    if (file)
        fclose(file);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (!strcmp(name, others[i]))
            sw_profile_warn(profile,
                            "this machine's time stamp counter is not steady (Linux uses '%s' "
                            "instead): times may be wrong; try --meter=instructions",
                            name);
}
