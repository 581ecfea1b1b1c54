# predict --memory=traffic: sections that stream slow each other down on a machine with next to no bandwidth, one in the cache does not.
. "$SOURCE/tests/lib.sh"
cat >program.c <<'C'
#include <spanwise.h>
#include <stdio.h>
#include <stdlib.h>
enum { SIZE = 1 << 21, PARTS = 64 };
int main(void)
{
    double *a = calloc(SIZE, sizeof *a), *b = calloc(SIZE, sizeof *b), small[256] = {0};
    for (int k = 0; k < 4; k++) {
        SW_SECTION_BEGIN("stream");
        for (long t = 0; t < PARTS; t++) {
            SW_TASK_BEGIN("part");
            for (long i = t * (SIZE / PARTS); i < (t + 1) * (SIZE / PARTS); i++)
                a[i] = a[i] * 0.5 + b[i];
            SW_TASK_END();
        }
        SW_SECTION_END();
    }
    SW_SECTION_BEGIN("stay");
    for (long t = 0; t < PARTS; t++) {
        SW_TASK_BEGIN("part");
        for (long k = 0; k < 2000; k++)
            for (long i = 0; i < 256; i++)
                small[i] = small[i] * 0.5 + (double)t;
        SW_TASK_END();
    }
    SW_SECTION_END();
    return printf("%g %g\n", a[SIZE / 2], small[7]) < 0;
}
C
gcc -O2 -g -I"$SOURCE/include" program.c -o program || exit 1
cat >test.machine <<'END'
spanwise machine 1
name = a test
processors = 16
l2_bytes = 131072
llc_bytes = 1048576
llc_cores = 16
fork_ns = 0
bandwidth_mb_s = points 1:100 16:160
END
check 'it works' spanwise predict --memory=traffic --machine=test.machine -N 16,32 --paradigm=omp --schedule=static --format=json -o out.json ./program
# A core wants more than the 100 MB/s that it gets alone, on any machine; 16 get 160 together, so each a tenth.
says=$(jq -r '.. | .memory? // empty | strings' out.json | head -n 1)
has 'how it is known' <(echo "$says") "^modelled from its memory traffic, for a test;"
has 'what it comes to' <(echo "$says") "on 16 threads the section 'stream' at program.c:9 takes 10\.00 times as long"
has 'how far' <(echo "$says") 'known up to 16 threads, for 17 and more it is not known$'
finish
