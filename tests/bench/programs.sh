# Every benchmark and example is right as a plain serial C program, without warnings, and says no to
# a size that it cannot do.
. "$SOURCE/tests/lib.sh"

build() { # SOURCE-FILE
    gcc -O2 -Wall -Wextra -Werror -Wshadow -Wno-unknown-pragmas -I"$SOURCE/include" "$1" \
        -o "./$(basename "$1" .c)" -lm
}

small() { # PROGRAM: the size that bench/run takes with --quick
    sed -n "s/^ *\"$1\": (\"\([0-9]*\)\".*/\1/p" "$SOURCE/bench/run"
}

for source in "$SOURCE"/bench/*.c; do
    name=$(basename "$source" .c)
    check "$name compiles" build "$source"
    check "$name is listed in bench/run" test -n "$(small "$name")"
    "./$name" "$(small "$name")" >out 2>err
    same "status of $name" $? 0
    has "$name prints its line" out "^$name [0-9]+: right, [0-9.]+ s$"
    same "lines of $name" "$(cat out err | wc -l)" 1
    status "$name with a wrong size" 2 "./$name" x 2>err
    has "$name says how it is used" err "^usage: $name \[SIZE\]"
done
programs=$(ls "$SOURCE"/bench/*.c | wc -l)
within 'number of programs' "$programs" 15 100

for example in 'pqsort 100000' 'fib 15' 'mm 128' 'bfs 20' 'bfs-fixed 20' 'pqsort 0' 'pqsort 1' 'bfs 1' 'stencil fine' 'stencil coarse'; do
    set -- $example
    check "$1 compiles" build "$SOURCE/examples/$1.c"
    check "$example" "./$1" "$2" >out
    has "$example" out 'sorted|fib\(15\) = 610|right'
done
finish
