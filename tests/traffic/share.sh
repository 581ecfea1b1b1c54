# How much cache there is for what threads use: a core's share for a block of its own, all caches for what threads divide among them or
# read in common. Four cores have 1.5 MB together, and 384 kB each; by counted instructions, on a machine that is made up.
. "$SOURCE/tests/lib.sh"
cat >test.machine <<'END'
spanwise machine 1
name = a test
processors = 4
ghz = 2
l2_bytes = 131072
llc_bytes = 1048576
llc_cores = 4
bandwidth_mb_s = points 1:8000 4:16000
END
check 'it compiles' gcc -O2 -g -fopenmp "$SOURCE/tests/traffic/share.c" -o share
moves() { # CASE: MB that come from memory on four cores
    OMP_NUM_THREADS=4 spanwise run -q --once --meter=instructions --memory --machine=test.machine -N 4 -o "$1.prof" ./share "$1" >out 2>err
    same "$1: status" $? 0
    spanwise report --format=json "$1.prof" | jq '[.bandwidth[].bytes] | add / 1048576'
}
# 768 kB, 16 times, 4 threads: 48 MB. What is calloc's, and the kernel's, does not count.
within 'blocks do not fit' "$(moves blocks | tail -n 1)" 45.6 50.4
within 'small ones do' "$(moves small | tail -n 1)" 0 1.5
within 'parts of one, step by step, do' "$(moves steps | tail -n 1)" 0 1.5
within 'a table does, but for the first thread' "$(moves table | tail -n 1)" 0 14
finish
