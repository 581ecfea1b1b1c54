# Names in profiles and on the command line are anybody's: through every command and format that prints them, nothing comes out that a
# terminal, a spreadsheet or a CI service obeys (printed.py). JSON loses nothing.
. "$SOURCE/tests/lib.sh"
export LC_ALL=C.UTF-8 COLUMNS=200

# printed KIND command...: what it prints is looked at in the end, stdout as KIND and stderr as text. Its exit status is of no interest, but
# for that it was not killed.
n=0
printed() {
    n=$((n + 1))
    "${@:2}" >out.$n 2>err.$n
    [ $? -lt 128 ] || fail "killed: ${*:2}"
    printf '%s out.%d %q\ntext err.%d %q\n' "$1" $n "${*:2}" $n "stderr of ${*:2}" >>list
}

kind_of() {
    case $1 in
    csv*) echo csv ;;
    speedscope | trace) echo json ;;
    callgrind) echo data ;;
    *) echo "$1" ;;
    esac
}

for which in all names; do
    for name in qsort fib regions odd deep parallel exact worse rank openmp sampled effort effort-odd tree; do
        check "$name, $which" "$BUILD/tests/make-hostile" $name $which $name.$which.prof
    done
done
# Something was hurt, or there would be nothing to see.
check 'a profile with a hostile name' grep -q 'INJECTED' qsort.names.prof

for prof in *.prof; do
    printed text spanwise report "$prof"
    printed text spanwise report --width=40 --top=all "$prof"
    printed color spanwise report --color=always "$prof"
    printed text spanwise report --tree "$prof"
    for view in tree callers flat lines; do
        printed text spanwise report --view=$view "$prof"
    done
    for format in csv csv-sites csv-runs csv-constructs csv-functions json gnuplot folded html speedscope callgrind pprof trace; do
        printed $(kind_of $format) spanwise report --format=$format "$prof"
    done
    printed text spanwise report --focus=nothing-of-this "$prof"
    printed text spanwise report --focus=INJECTED "$prof"
    for format in text json junit github; do
        printed $format spanwise check --min-parallelism=1e9 --max-span=1ns --format=$format "$prof"
        printed $format spanwise check --site=nothing --min-parallelism=2 --format=$format "$prof"
        printed $format spanwise check --region=nothing --min-parallelism=2 --format=$format "$prof"
        printed $format spanwise check --baseline=exact.all.prof --format=$format "$prof"
    done
    for format in text csv json html; do
        printed $format spanwise diff --format=$format qsort.names.prof "$prof"
        printed $format spanwise diff --format=$format "$prof" "$prof"
    done
    for format in text csv csv-sites json html; do
        printed $(kind_of $format) spanwise merge --force --format=$format "$prof" rank.names.prof
    done
done
printf '=INJECTED\n::error::INJECTED\033]0;' >program
printf '\007\233\302\2332J\342\200\256\342\200\250\377\r ::warning::INJECTED ##vso[task]"'"'"'`,;<&>%%0A\\\t\177\n::error::INJECTED' >rest
for prof in qsort sampled effort; do
    spanwise report --format=json $prof.names.prof >got.json
    "$BUILD/tests/make-profile" $prof plain.prof
    spanwise report --format=json plain.prof | jq -j .program | cat program - rest >name
    check "nothing is lost in JSON: $prof" python3 -c '
import json, re, sys
want = re.sub("[\udc80-\udcff]", "\ufffd", open("name", "rb").read().decode(errors="surrogateescape"))
sys.exit(json.load(open("got.json"))["program"] != want)'
done

# Trees: what a section, a task, a function or a lock is called.
for which in all names; do
    for format in text csv json gnuplot html; do
        printed $format spanwise predict --machine=ideal -P 2,4 --format=$format tree.$which.prof
    done
    for format in text csv json; do
        printed $format spanwise what-if --machine=ideal --rank -P 4 --format=$format tree.$which.prof
        printed $format spanwise what-if --machine=ideal -P 4 --format=$format INJECTED=2x tree.$which.prof
        printed $format spanwise what-if --machine=ideal -P 4 --format=$format nothing=2x tree.$which.prof
        printed $format spanwise what-if --machine=ideal -P 4 --format=$format lock:nothing=free tree.$which.prof
    done
done

# The command line, and names of files.
bad=$(cat program rest)
printed text spanwise "$bad"
printed text spanwise report "$bad"
printed text spanwise report --"$bad"
printed text spanwise report --format="$bad" qsort.names.prof
printed text spanwise report --focus="$bad" qsort.names.prof
printed text spanwise check --site="$bad" --min-parallelism=2 qsort.names.prof
printed github spanwise check --site="$bad" --min-parallelism=2 --format=github qsort.names.prof
printed text spanwise check --region="$bad" --min-parallelism=2 qsort.names.prof
printed text spanwise what-if "$bad=2x" tree.names.prof
printed text spanwise predict -P "$bad" tree.names.prof
printed text spanwise predict --machine="$bad" tree.names.prof
printed text spanwise run "./$bad"
printed text spanwise sample "./$bad"
printed text spanwise bench "./$bad"
printed text spanwise calibrate --"$bad"
base=$(printf '=INJECTED\n::error::INJECTED\033]0;\302\233\377.prof')
cp qsort.names.prof "$base"
for format in text csv json; do
    printed $format spanwise diff --format=$format "$base" "$base"
    printed $format spanwise diff --format=$format "$base" fib.names.prof
done
for format in text json junit github; do
    printed $format spanwise check --format=$format --baseline="$base" parallel.names.prof
    printed $format spanwise check --format=$format --baseline="$base" --max-span=1ns qsort.names.prof
done
printed text spanwise merge "$base" "$base"
printed text spanwise merge "$base" exact.all.prof
printed text spanwise report -o "$base/no" qsort.names.prof
check "what was printed" python3 "$SOURCE/tests/attack/printed.py" <list
finish
