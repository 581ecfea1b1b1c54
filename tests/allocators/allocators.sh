# A program with another allocator than libc's, linked with it and with it loaded before all else, under all that loads a library of
# ours: it ends, with the same output, and there is a profile. An allocator starts at the first malloc() of the process, takes locks
# while it does, and must not be called again by what it calls.
#   $ALLOCATOR  its library; none: libc's own
. "$SOURCE/tests/lib.sh"
export OMP_NUM_THREADS=3 CILK_NWORKERS=1
link=
if [ -n "${ALLOCATOR-}" ]; then
    file=$(gcc -print-file-name="$ALLOCATOR")
    if [ ! -e "$file" ]; then
        echo "skipped: there is no $ALLOCATOR here (cmake/setup has its package, where Debian has it for this machine)"
        exit 77
    fi
    link="-Wl,--no-as-needed $file"
fi

# build NAME COMPILER...: ./NAME without it, and ./NAME-linked.
build() {
    name=$1
    shift
    # shellcheck disable=SC2086
    check "$name builds" "$@" -O1 -g -pthread "$SOURCE/tests/allocators/churn.c" -o "$name" &&
        check "$name builds with it" "$@" -O1 -g -pthread "$SOURCE/tests/allocators/churn.c" -o "$name-linked" $link
}

build threads gcc
build openmp gcc -fopenmp
build clang clang -fopenmp
build cilk spanwise cc -DCILK
build annotated gcc -DANNOTATED -I"$SOURCE/include"

# under 'what it is' PROGRAM COMMAND...: with the allocator linked, and loaded.
under() {
    what=$1 program=$2
    shift 2
    for way in linked loaded; do
        rm -f p.prof
        preload= from=./$program
        if [ $way = linked ]; then from=./$program-linked; else preload=${file-}; fi
        want=$("./$program")
        got=$(LD_PRELOAD=$preload timeout -k 5 120 "$@" -o p.prof "$from" 2>err)
        same "$what, $way: status" $? 0
        same "$what, $way: output" "$got" "$want"
        check "$what, $way: $(cat err)" test -s p.prof
    done
}

for meter in time instructions; do
    under "threads, simulated, $meter" threads spanwise run -q -N 3 --meter=$meter
    under "OpenMP, $meter" openmp spanwise run -q -N 3 --meter=$meter
    under "OpenMP of clang, $meter" clang spanwise run -q -N 3 --meter=$meter
    under "Cilk, $meter" cilk spanwise run -q --meter=$meter
done
under 'Cilk, its tree' cilk spanwise run -q --tree
under 'Cilk, two workers' cilk env CILK_NWORKERS=2 spanwise run -q --workers=2
for program in threads openmp clang cilk; do
    under "$program, sampled" $program spanwise sample -q
    under "$program, why" $program spanwise why -q --quick
done
under 'an annotated program' annotated spanwise predict -q --machine=ideal -P 2
finish
