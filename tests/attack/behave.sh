# behave.sh MODE [NAME...]: each behaviour of behave/ natively and in one of the modes: the same output, errors, exit status or
# signal, and files left behind; and a profile that can be read, or a word on why there is none. MODE is one of modes(), below.
# EVERY=n/m has every m-th behaviour only, from the n-th on.
# Not compared: our own messages, which begin with 'spanwise: '. Not tried: what behave/exceptions names, with the reason.
. "$SOURCE/tests/lib.sh"
MODE=$1
shift
HERE=$SOURCE/tests/attack/behave
ulimit -c 0
echo 'first line
second line' >input

# use KIND: the programs of that kind that `ninja tests/all` has built. build COMPILER KIND[=FLAGS]: others.
use() { cp "$BUILD/tests/attack/behave/$1"/behave* .; }
build() { bash "$SOURCE/tests/attack/build.sh" built "$@" && mv built/*/behave* .; }

export OMP_NUM_THREADS=3 CILK_NWORKERS=1
modes() {
    case $MODE in
    cilk) use cilk && how='run -q' ;;
    cilk-workers) build 'spanwise cc --spanwise-cc=gcc' cilk && how='run -q --workers=2' && export CILK_NWORKERS=2 ;;
    cilk-sampled) use cilk && how='run -q --level=sampled' ;;
    cilk-instructions) use cilk && how='run -q --meter=instructions' ;;
    cilk-tree) use cilk && how='run -q --tree' ;;
    openmp) use openmp && how='run -q -N 3' ;;
    openmp-clang) build clang openmp=-fopenmp && how='run -q -N 3' ;;
    openmp-baton) use openmp && how='run -q -N 3 --baton' ;;
    threads) use threads && how="run -q -N $(env -u OMP_NUM_THREADS nproc) --front-end=threads" ;;
    why-openmp) use openmp && how='why -q --no-html' ;;
    why-threads) use threads && how='why -q --no-html' ;;
    why-cilk) use cilk && how='why -q --no-html' ;;
    sample) use threads && how='sample -q' ;;
    sample-openmp) use openmp && how='sample -q' ;;
    sample-cilk) use cilk && how='sample -q' ;;
    predict) use annotated && how='predict -q --machine=ideal -P 2 -o ../report' ;;
    *) fail "there is no mode '$MODE'" && false ;;
    esac
}
modes || { fail "$MODE: no program"; finish; }
out=-o
[ "$MODE" != predict ] || out=--keep

# left: what is in this folder, with types, rights and contents.
left() { find . -mindepth 1 -printf '%P %y %m %l\n' | sort; find . -type f | sort | xargs -r cat; }

# look NAME command...: in a folder of its own, which has the same name for all; nothing takes 2 minutes.
look() {
    name=$1
    shift
    rm -rf folder && mkdir folder
    (cd folder && exec timeout -k 5 120 "$@") <input >"$name.out" 2>"$name.err"
    echo $? >"$name.status"
    (cd folder && left) >"$name.left" 2>/dev/null
} 2>/dev/null

# excepted NAME: the reason why it is not tried in this mode, if there is one.
excepted() {
    awk -v mode="$MODE" -v name="$1" '!/^#/ && NF && mode ~ "^(" $1 ")$" && name ~ "^(" $2 ")$" { $1 = $2 = ""; print; found = 1; exit }
        END { exit !found }' "$HERE/exceptions"
}

tried=0 every=${EVERY-}
[ $# -gt 0 ] || set -- $(./behave --list | LC_ALL=C sort | awk -v n="${every%/*}" -v m="${every#*/}" 'n == "" || NR % m == n % m')
for behaviour; do
    if why=$(excepted "$behaviour"); then
        echo "left out: $behaviour, as$why"
        continue
    fi
    tried=$((tried + 1)) wrong=
    ./behave --list | grep -qx "$behaviour" || wrong=', there is no such behaviour'
    rm -f p.prof*
    look native ../behave "$behaviour"
    # shellcheck disable=SC2086
    look ours spanwise $how $out ../p.prof ../behave "$behaviour"
    grep '^spanwise: ' ours.err >ours.said
    sed -i '/^spanwise: /d' ours.err
    [ "$(cat native.status)" != 124 ] || wrong=', it does not end, natively'
    for what in status out err left; do
        cmp -s native.$what ours.$what || wrong="$wrong, $what: $(diff native.$what ours.$what | head -n 4 | cut -c1-200 | paste -sd'~')"
    done
    if [ -e p.prof ]; then
        spanwise report p.prof >report.out 2>&1 || wrong="$wrong, its profile cannot be read"
    elif [ ! -s ours.said ]; then
        wrong="$wrong, neither a profile nor a word on it"
    fi
    rm -f report
    if [ -z "$wrong" ]; then pass; else fail "$behaviour, $MODE${wrong} (again: BUILD=$BUILD SOURCE=$SOURCE bash $0 $MODE $behaviour)"; fi
done
echo "$tried behaviours in mode $MODE tried"
finish
