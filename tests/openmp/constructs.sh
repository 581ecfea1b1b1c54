# Every construct of OpenMP: under `spanwise run -N n` a program prints and returns what it does
# natively with n threads. The programs check themselves besides.
#   MODE=native   looks at the suite itself: gcc's runtime against clang's, no tool involved
#   MODE=preload  with LIB, the substitute runtime, loaded by hand: no tool needed, no profile
#   MODE=sample   under `spanwise sample`, which leaves them on the real runtimes
#   PREFIX, WITH  with those: for another machine, the prefix of its compilers' names and what runs its
#                 programs, up to its option that sets a variable for them
#   LIKE=gcc      where the other compiler's runtime is not there: its programs print what gcc's do natively
#   MOST=3        threads that programs get natively which synchronize them a lot, instead of 64
#   NS='1 2'      numbers of threads; ONLY=regex lines of the list (in `make test` what is optimized); COMPILER=gcc of one compiler only;
#                 NOT=regex those of a program and a compiler that are left out; STEP=3 each third of what is left
#   KEEP=folder   builds the programs there, no more; those in the folders of SUITE are not built again
. "$SOURCE/tests/openmp/lib.sh" || exit 1
HERE=$SOURCE/tests/openmp
export JOBS=${JOBS:-1} MODE=${MODE:-ours} NS=${NS:-1 2 3 8 64 1000} BIN=$WORK KMP_WARNINGS=false

grep -v '^#' "$HERE/constructs/list" | grep -E "${ONLY:-$(long || echo " -O2[ ,]")}" | while read -r program compilers rest; do
    case ",$compilers," in *,"${LIKE:-${compilers%%,*}}",*) ;; *) continue ;; esac
    for compiler in $(echo "$compilers" | tr , ' '); do
        [ "$compiler" = "${COMPILER:-$compiler}" ] && [ "$compiler" != "${LIKE-}" ] &&
            command -v "${PREFIX-}$compiler" >/dev/null && echo "$program $compiler $rest"
    done
done | grep -Ev "${NOT:-^$}" | awk -v step="${STEP:-1}" 'NR % step == 0' >cases
check 'there are cases' test -s cases
[ -z "${SUITE-}" ] || ln -s "$SUITE"/*/* .
awk '{ print $1, $2, $3, ENVIRON["BIN"] "/" $1 "." $2 $3 }
     ENVIRON["LIKE"] { $2 = ENVIRON["LIKE"]; print $1, $2, $3, ENVIRON["BIN"] "/" $1 "." $2 $3 }' cases |
    sort -u | while read -r what; do [ -e "${what##* }" ] || echo "$what"; done >builds
xargs -r -P "$JOBS" -L 1 bash "$HERE/build.sh" "$HERE/constructs" <builds 2>errors
same 'all build' "$(cat errors)" ''
if [ -n "${KEEP:-}" ]; then
    rm -rf "$KEEP" && mkdir -p "$KEEP" && awk '{ print $4 }' builds | xargs cp -t "$KEEP"
    finish
fi

tr '\n' '\0' <cases | xargs -0 -P "$JOBS" -I {} sh -c 'echo "$1" | bash "$2"' - {} "$HERE/case.sh" >results
if [ "$MODE" = native ]; then
    for out in *.gcc.out; do
        stem=${out%.gcc.out}
        case $stem in display* | fortran_display* | *error* | '*') continue ;; esac
        [ -e "$stem.clang.out" ] || continue
        for part in out err status; do
            if cmp -s "$stem.gcc.$part" "$stem.clang.$part"; then pass; else
                fail "$stem: gcc's $part is not clang's"
                diff "$stem.gcc.$part" "$stem.clang.$part" | head -n 4 >&2
            fi
        done
    done
fi
passes=$((passes + $(grep -c '^pass' results)))
failures=$((failures + $(grep -c '^FAIL' results)))
grep -v '^pass' results >&2
finish
