/* A library that is not built by spanwise cc, without frame pointers and debug information. */
void hidden(unsigned long n, void (*call)(unsigned long));

static volatile unsigned long sink;

__attribute__((noinline)) static void inside(unsigned long n)
{
    for (unsigned long i = 0; i < n * 1000000; i++)
        sink = sink * 3 + 1;
}

void hidden(unsigned long n, void (*call)(unsigned long))
{
    inside(n / 4);
    call(n);
    sink++;
}
