# Samples of OpenMP programs on the other machine, under its emulator: tasks are on the path of what made them, as
# tests/openmp/samples/tasks.c tells it.
. "$SOURCE/tests/lib.sh"
"$OTHER-linux-gnu-gcc" -O2 -g -fopenmp "$SOURCE/tests/openmp/samples/tasks.c" -o tasks || exit 1
cat >there <<END
#!/bin/sh
exec env -u LD_PRELOAD qemu-$OTHER -L /usr/$OTHER-linux-gnu -E LD_PRELOAD=$CROSS/libspanwise-openmp.so ./tasks "\$@"
END
chmod +x there

paths() { # ACT PATH
    timeout -s KILL 300 "$BUILD/spanwise" run -q --rate=500 -N 8 -o p.prof ./there "$1" 40000000
    same "$1: status" $? 0
    spanwise report --format=folded p.prof >folded
    within "$1: '$2' of $(head -n 4 folded | xargs)" \
        "$(awk -v p="(^|;)main;run;$2\$" '{ n += $NF; m += $1 ~ p ? $NF : 0 } END { print n ? m / n : 0 }' folded)" 0.9 1
}
paths called 'called;(g;f;leaf|h;f;other_leaf)'
paths nested 'outer;inner;leaf'
paths tree 'node;leaf'
paths deep 'chain;bottom'
paths regions 'regions;region_in_task;leaf'
finish
