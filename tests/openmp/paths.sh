# Call paths of samples: what a task does is below what made it, whoever runs it; what is planted in tasks.c
# is told there. Recursion is shown once.
. "$SOURCE/tests/lib.sh"
here=$SOURCE/tests/openmp/samples

# paths ACT UNITS [OPTIONS]: its paths, without the C library's, in folded.
paths() {
    act=$1 units=$2
    shift 2
    timeout -s KILL 300 "$BUILD/spanwise" run -q --rate=2000 "$@" -o p.prof ./tasks "$act" "$units"
    same "$how, $act: status" $? 0
    spanwise report --format=folded p.prof | sed 's/^_start;.*;main;/main;/' >folded
    spanwise report --format=json p.prof >profile.json
}

# all PATH: a regular expression for all of the paths but a few, of what is between tasks; how many these are is up to the machine.
all() {
    what="$how, $act: '$1' of $(sort -t' ' -k2 -nr folded | head -n 4 | xargs)"
    share=$(awk -v p="^$1\$" '{ n += $NF; m += $1 ~ p ? $NF : 0 } END { print n ? m / n : 0 }' folded)
    within "$what" "$share" 0.6 1
    measured "$what" "$share" 0.95 1
}

acts() {
    paths called 30000000 "$@"
    all "main;(${region}run;)called;(g;f;${task}leaf|h;f;${task}other_leaf)"
    has "$how: one way" folded "g;f;${task}leaf [0-9]"
    has "$how: and the other" folded "h;f;${task}other_leaf [0-9]"
    paths nested 30000000 "$@"
    all "main;(${region}run;)outer;${task}inner;${task}leaf"
    paths tree 30000000 "$@"
    all "main;(${region}run;)node;${task}(node;)?leaf"
    within "$how, tree: distinct paths" "$(wc -l <folded)" 1 40
    paths loop 30000000 "$@"
    all "main;(${region}run;)looped;${task}leaf"
    paths deep 100000000 "$@"
    all "main;(${region}run;)chain;(${task})?bottom"
    within "$how, deep: none is cut, but for what is between two functions" "$(jq '.samples | .cut / .taken' profile.json)" 0 0.1
    paths steps 30000000 "$@"
    all "main;(${region}run;)steps;step;${task}leaf"
    paths regions 30000000 "$@"
    all "main;(${region}run;)regions;${task}region_in_task;${region}leaf"
}

# Functions for the code of constructs have the name of the function that they are in: with gcc tasks are right below it, with clang below
# those of its runtime.
gcc -O2 -g -fopenmp "$here/tasks.c" -o tasks || exit 1
region='' task=''
how='on 8' acts -N 8
how='real threads' acts -N 8 --baton

if command -v clang >/dev/null; then
    clang -O2 -g -fopenmp "$here/tasks.c" -o tasks || exit 1
    task='[^;]*;[^;]*;'
    how='clang, on 8' acts -N 8
fi
finish
