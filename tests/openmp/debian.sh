# Stock Debian programs, unmodified: what they write under `spanwise run -N n` is what they write
# natively with n threads.
#   MODE=native   twice natively, no tool involved: are they fit for this test?
#   MODE=preload  with LIB, the substitute runtime, loaded by hand: no tool needed, no profile
#   NS='1 2'      numbers of threads; ONLY=regex of programs
. "$SOURCE/tests/openmp/lib.sh" || exit 1
HERE=$SOURCE/tests/openmp/debian
MODE=${MODE:-ours} NS=${NS:-$(long && echo 1 2 8 64 || echo 3)}
. "$HERE/inputs.sh"
blas=$(echo /usr/lib/*-linux-gnu/openblas-openmp)
[ ! -e "$blas/libblas.so.3" ] || gcc -O2 "$HERE/blas.c" -o blas "$blas/libblas.so.3" -Wl,-rpath,"$blas"
! command -v gfortran >/dev/null || gfortran -O2 -fopenmp "$HERE/heat.f90" -o heat

# program NAME COMMAND: 'run' in it is the native or the profiled run, $n the number of threads,
# stdout what is compared.
run() {
    case $how in
    native) OMP_NUM_THREADS=$n timeout -s KILL "${LIMIT:-300}" "$@" ;;
    preload) OMP_NUM_THREADS=$n LD_PRELOAD=$LIB timeout -s KILL "${LIMIT:-300}" "$@" ;;
    *) timeout -s KILL "${LIMIT:-300}" spanwise run -q -N "$n" -o "$n.prof" "$@" ;;
    esac
}
tried=0
program() {
    name=$1 tool=${2%% *}
    echo "$name" | grep -Eq "${ONLY:-.}" || return
    tool=$(echo "$2" | sed 's/.*\brun \([^ ]*\).*/\1/')
    if ! command -v "$tool" >/dev/null; then
        echo "$name: no $tool here" >&2
        return
    fi
    for n in $NS; do
        how=native
        if ! (eval "$2") >native 2>native.err; then # as muscle of arm64's Debian 12
            echo "$name, $n threads: left out, does not run here natively: $(tail -n 1 native.err)" >&2
            [ $MODE != native ] || fail "$name"
            return
        fi
        [ -s native ] || fail "$name, $n threads: prints nothing"
        how=$MODE
        (eval "$2") >ours 2>ours.err || fail "$name, $n threads: status $?, $(tail -n 1 ours.err)"
        if cmp -s native ours; then pass; else fail "$name, $n threads: $(cmp native ours 2>&1)"; fi
        [ $MODE != ours ] || check "$name, $n threads: a profile" test -s $n.prof
        rm -f $n.prof
    done
    tried=$((tried + 1))
}

program 'ImageMagick' 'run convert-im6.q16 picture.ppm -blur 0x3 -resize 130% -unsharp 0x2 -rotate 7 ppm:-'
program 'ImageMagick, other filters' 'run convert-im6.q16 picture.ppm -sharpen 0x2 -median 1 -colorspace Lab ppm:-'
program 'clustalo' 'run clustalo -i protein.fa --outfmt=clu'
program 'OpenBLAS' 'run ./blas'
program 'sox' 'run sox --multi-threaded -D sound.wav -t raw - rate 48k equalizer 500 100 6'
program 'GraphicsMagick' 'run gm convert picture.ppm -blur 0x3 -resize 130% -unsharp 0x2 -rotate 7 ppm:-'
program 'Fortran, ours' 'run ./heat'
# Its last digits are as the order of additions is.
program 'xtb, Fortran' 'rm -f xtbrestart; run xtb water.xyz --gfn 2 --sp | awk "/TOTAL ENERGY|HOMO-LUMO GAP/ { printf \"%s %.5f\n\", \$2, \$4 }"'
program 'FastTree' 'run fasttreeMP aligned.fa'
program 'cd-hit' 'run cd-hit -i protein.fa -o hits -T $n -c 0.6 -n 4 >/dev/null && cat hits hits.clstr'
program 'par2' 'rm -f q*.par2; run par2 create -qq -s4096 -r30 -t$n q.par2 picture.ppm >/dev/null && cat q*.par2'
program 'muscle' 'run muscle -align protein.fa -output muscle.out -threads $n && cat muscle.out'
program 'sumaclust' 'run sumaclust -p $n -t 0.9 dna.fa'
program 'msgmerge' 'run msgmerge --no-wrap -q old.po new.po'
program 'jpegqs' 'run jpegqs picture.jpg -'
[ -n "${ONLY:-}" ] || check 'five programs or more are here' test $tried -ge 5
finish
