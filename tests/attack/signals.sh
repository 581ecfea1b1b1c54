# signals.sh MODE [FIRST N]: signals at random moments: signals.c says what holds at every one of them.
. "$SOURCE/tests/lib.sh"
MODE=$1 FIRST=${2:-1} N=${3:-20}
HERE=$SOURCE/tests/attack
ulimit -c 0
build() { # COMPILER... KIND
    for kind; do :; done
    "${@:1:$#-1}" -D_GNU_SOURCE -O1 -g -w -pthread -I"$HERE" "$HERE/ticker.c" "$HERE/behave/work_$kind.c" -o ticker
}
case $MODE in
cilk) build spanwise cc cilk && set -- run --once -o p.prof ;;
cilk-page) build spanwise cc cilk && set -- run --once --html=p.html --tree -o p.prof ;;
openmp) build gcc -fopenmp openmp && set -- run --once -N 2 -o p.prof ;;
sample) build gcc threads && set -- sample -o p.prof ;;
predict) build gcc -I"$SOURCE/include" annotated && set -- predict --machine=ideal -P 2 --keep=p.prof ;;
*) fail "there is no mode '$MODE'" && finish ;;
esac || { fail "$MODE does not build" && finish; }
AGAIN="BUILD=$BUILD SOURCE=$SOURCE bash $0 $MODE" "$BUILD/tests/attack-signals" "$FIRST" "$N" "$MODE" "$BUILD/spanwise" "$@" "$WORK/ticker"
