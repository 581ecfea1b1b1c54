/* ticker: writes 'began' to the file log, works a while, writes 'ended': what tells whether it had ended when a signal came. */
#include "behave/behave.h"

#include <fcntl.h>

static void note(const char *word)
{
    int fd = open("log", O_WRONLY | O_CREAT | O_APPEND, 0600);
    if (fd < 0 || write(fd, word, strlen(word)) < 0 || close(fd))
        abort();
}

int main(void)
{
    note("began\n");
    for (int i = 0; i < 100; i++)
        work();
    note("ended\n");
    return 0;
}
