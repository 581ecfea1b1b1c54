# Builds one program of the suite: build.sh SOURCE-FOLDER PROGRAM COMPILER FLAGS OUT, with COMPILER
# gcc or clang; PREFIX makes it that of another machine. Messages of the compiler are kept beside OUT.
dir=$1 program=$2 compiler=$3 flags=$(echo "$4" | tr , " ") out=$5
for suffix in c cc f90; do
    [ -e "$dir/$program.$suffix" ] && break
done
case $compiler-$suffix in
gcc-c) set -- "${PREFIX-}gcc" ;;
gcc-cc) set -- "${PREFIX-}g++" ;;
gcc-f90) mkdir -p "$out.mod" && set -- "${PREFIX-}gfortran" -J"$out.mod" ;;
clang-c) set -- "${PREFIX-}clang" -fopenmp-version=51 ;;
clang-cc) set -- "${PREFIX-}clang++" -fopenmp-version=51 ;;
*)
    echo "no compiler $compiler for $program.$suffix" >&2
    exit 1
    ;;
esac
# shellcheck disable=SC2086 # the flags are words
if ! "$@" -g $flags -w -fopenmp "$dir/$program.$suffix" -o "$out" -latomic -lm 2>"$out.log"; then
    cat "$out.log" >&2
    exit 1
fi
