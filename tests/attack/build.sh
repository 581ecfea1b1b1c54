#!/bin/bash
# build.sh OUT COMPILER KIND[=FLAGS]...: the behaviours of behave/ compiled once, and of each kind OUT/KIND/behave, with work of that kind
# (behave/work_KIND.c), and OUT/KIND/behave-own, which has a malloc of its own.
set -eu
here=$(cd "$(dirname "$0")" && pwd)/behave out=$1 compiler=$2
shift 2
objects=$out/objects-$1
rm -rf "$objects" && mkdir -p "$objects"
flags="-D_GNU_SOURCE -O1 -g -w -pthread -I$here" libraries='-lstdc++ -lm -ldl -lrt'
# shellcheck disable=SC2086 # words
{
    g++ $flags -c "$here/cxx.cc" -o "$objects/cxx.o"
    for source in "$here"/*.c; do
        case $source in
        */work_*) ;;
        */own_malloc.c) $compiler $flags -c "$source" -o "$objects.own.o" ;;
        *) $compiler $flags -c "$source" -o "$objects/$(basename "$source" .c).o" ;;
        esac
    done
    for kind; do
        mkdir -p "$out/${kind%%=*}"
        more=${kind#"${kind%%=*}"} work=$here/work_${kind%%=*}.c
        $compiler $flags ${more#=} -c "$work" -o "$objects.work.o"
        $compiler $flags ${more#=} "$objects"/*.o "$objects.work.o" -o "$out/${kind%%=*}/behave" $libraries
        $compiler $flags ${more#=} "$objects"/*.o "$objects.work.o" "$objects.own.o" -o "$out/${kind%%=*}/behave-own" $libraries
    done
}
rm -rf "$objects" "$objects".*.o
