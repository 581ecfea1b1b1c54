# Which files are written, and which never are; what they are called; and that what cannot be written changes no status.
. "$SOURCE/tests/lib.sh"
gcc -O2 -g -fopenmp "$SOURCE/tests/run/signals.c" -o omp || fail 'the OpenMP program compiles'
gcc -O2 -g -DANNOTATED -I "$SOURCE/include" "$SOURCE/tests/run/signals.c" -o annotated || fail 'the annotated program compiles'
check 'the Cilk program compiles' spanwise cc -O2 -g -DCILK "$SOURCE/tests/run/signals.c" -o cilk
check 'a tree' spanwise run -q --tree -o tree.prof ./cilk
check 'a profile' spanwise run -q -o one.prof ./cilk
check 'ranks' env PMI_RANK=0 PMI_SIZE=1 "$BUILD/spanwise" run -q -o rank.%r.prof ./cilk
mv rank.0.prof rank.prof

# Names. A program's own older profile is replaced, another program's is not.
rm -f cilk.prof
spanwise run ./cilk 2>err
check 'named after the program' spanwise report cilk.prof >out
has 'the last line tells' <(tail -1 err) "\bcilk\.prof\b.*'spanwise report --format=html -o cilk\.html cilk\.prof'"
eval "$(sed -n "\$s/.*'\(spanwise [^']*\)'.*/\1/p" err)"
check 'what to type next works' python3 "$SOURCE/tests/report/page.py" cilk.html
spanwise run -q ./cilk 2>err
same 'again: nothing is said' "$(cat err)" ''
same 'again: the same file' "$(echo cilk*.prof)" cilk.prof
mkdir other && cp cilk other/cilk && cp cilk.prof kept
spanwise run -q other/cilk 2>err
check "another program's stays" cmp cilk.prof kept
has "another program's: told" err "^spanwise: .*'cilk.prof', .*'./cilk'"
same 'its own' "$(spanwise report --format=json cilk-2.prof | jq -r .program)" other/cilk
spanwise run -q other/cilk 2>err
same 'again: the same file' "$(echo cilk*.prof)" 'cilk-2.prof cilk.prof'
echo 'my notes' >annotated.prof
spanwise run -q ./annotated 2>err
same 'what is no profile stays' "$(cat annotated.prof)" 'my notes'
check 'and the profile is beside it' spanwise report annotated-2.prof >out
rm -f annotated*.prof
spanwise run ./annotated 2>err
has 'an annotated one: what to type next' <(tail -1 err) "\bannotated\.prof\b.*'spanwise predict annotated\.prof'"
cp cilk 'a %r %% b' && spanwise run -q './a %r %% b'
check 'a percent sign is itself' spanwise report 'a %r %% b.prof' >out
PMI_RANK=3 PMI_SIZE=4 "$BUILD/spanwise" run -q './a %r %% b'
check 'a percent sign in a rank' spanwise report 'a %r %% b.3.prof' >out
spanwise sample ./omp 2>err
has 'sample: the last line tells' <(tail -1 err) '\bomp\.prof\b.*\bspanwise '

# --html alone, and never the program.
cp cilk before
rm -f cilk.html
spanwise run --html ./cilk 2>err
check '--html alone: by the name of the program' python3 "$SOURCE/tests/report/page.py" cilk.html
has '--html alone: told' <(tail -1 err) '\bcilk\.prof, cilk\.html\b'
status '--html ./cilk' 0 spanwise sample -q --html ./cilk
check '--html ./cilk: the program is as it was' cmp cilk before
status '--html and its file apart' 2 spanwise run --html page.html ./cilk 2>err
has '--html and its file apart: why' err "^spanwise: .*'--html=page.html'"
spanwise predict -q --machine=ideal --html tree.prof >out 2>err
check 'predict --html' test -s cilk-predict.html
spanwise diff --html one.prof one.prof >out 2>err
check 'diff --html' test -s cilk-diff.html
spanwise merge --html rank.prof >out 2>err
check 'merge --html' test -s cilk-merge.html

# What is not ours, or of another kind, is not overwritten by anything, and nothing runs before that is known.
cp /bin/true program
printf '#!/bin/sh\nexit 0\n' >script
head -c 100 /dev/zero >bytes
cp "$SOURCE/examples/fib.c" main.c
printf 'all: fib\n\ncc main.c\n' >Makefile
spanwise report --format=html -o page.html one.prof
spanwise report --format=json -o it.json one.prof
spanwise report -o text.txt one.prof
refused() { # FILE COMMAND...
    file=$1
    shift
    cp -p "$file" before
    rm -f log
    "$@" >out 2>err
    check "$*: fails" test $? != 0
    has "$*: by its name" err "^spanwise: '(.*/)?$file' is .* not overwritten"
    check "$*: it is as it was" cmp -s "$file" before
    check "$*: nothing has run" test ! -e log
}
for file in program script bytes text.txt page.html it.json; do
    refused $file spanwise run -o $file ./cilk
    refused $file spanwise sample -o $file ./omp
    refused $file spanwise predict --keep=$file ./annotated
    refused $file spanwise check --min-parallelism=0.1 --keep=$file ./cilk
    refused $file spanwise merge -o $file rank.prof
    refused $file spanwise calibrate --quick -o $file
done
for file in program script bytes text.txt it.json one.prof; do
    for command in run sample; do refused $file spanwise $command --html=$file ./cilk; done
    refused $file spanwise predict --html=$file ./annotated
    refused $file spanwise bench --no-profile -P 1 --trials=1 --html=$file ./cilk
    refused $file spanwise diff --html=$file one.prof one.prof
    refused $file spanwise merge --html=$file rank.prof
    refused $file spanwise report --format=html -o $file one.prof
done
for file in program script bytes page.html it.json one.prof main.c Makefile; do
    refused $file spanwise report -o $file one.prof
    refused $file spanwise report --format=csv -o $file one.prof
    refused $file spanwise report --format=folded -o $file one.prof
    refused $file spanwise diff -o $file one.prof one.prof
    refused $file spanwise predict --machine=ideal -o $file tree.prof
    refused $file spanwise predict --machine=ideal -o $file ./annotated
    refused $file spanwise what-if --rank -P 2 --machine=ideal -o $file tree.prof
    refused $file spanwise check --min-parallelism=0.1 -o $file one.prof
    refused $file spanwise bench --no-profile -P 1 --trials=1 --format=csv -o $file ./cilk
done
printf '{\n  "name": "a package"\n}\n' >package.json
printf '{\n  "programs": {}\n}\n' >settings.json
for file in program script text.txt page.html one.prof package.json settings.json; do
    refused $file spanwise report --format=speedscope -o $file one.prof
    refused $file spanwise report --format=json -o $file one.prof
    refused $file spanwise bench --no-profile -P 1 --trials=1 --format=json -o $file ./cilk
done
# What is ours is replaced: once more, and into what mktemp has made.
for round in 1 2; do
    check "a page, $round" spanwise report --format=html -o page.html one.prof
    check "JSON, $round" spanwise report --format=json -o it.json one.prof
    check "text, $round" spanwise report -o text.txt one.prof
    check "a profile, $round" spanwise run -q -o again.prof ./cilk
    check "pprof, $round" spanwise report --format=pprof -o it.gz one.prof
done
spanwise run -q -N 1,2 -o omp.prof ./omp
spanwise sample -q -o sample.prof ./omp
twice() { # NAME COMMAND...
    for round in 1 2; do
        check "$*, $round" "${@:2:2}" -o "written-$1" "${@:4}" >out
    done
}
for format in text csv csv-sites json gnuplot html folded speedscope callgrind pprof; do
    twice $format spanwise report --format=$format one.prof
done
for format in csv-runs csv-constructs csv-functions folded gnuplot json; do twice omp-$format spanwise report --format=$format omp.prof; done
for format in text csv json trace html; do twice sample-$format spanwise report --format=$format sample.prof; done
twice colour spanwise report --color=always one.prof
twice paths spanwise report --tree one.prof
twice focus spanwise report --focus=work one.prof
for format in text csv json html; do
    twice diff-$format spanwise diff --format=$format one.prof tree.prof
    twice same-$format spanwise diff --format=$format one.prof one.prof
    twice predict-$format spanwise predict --machine=ideal -P 2 --format=$format tree.prof
done
for format in text json; do
    twice what-$format spanwise what-if --machine=ideal -P 2 --rank --format=$format tree.prof
    twice if-$format spanwise what-if --machine=ideal -P 2 work=2x --format=$format tree.prof
done
for format in text json junit github; do twice check-$format spanwise check --min-parallelism=0.1 --format=$format one.prof; done
for format in text csv json gnuplot html; do
    twice bench-$format spanwise bench --no-profile -P 1 --trials=1 --format=$format ./cilk
done
twice merge spanwise merge rank.prof
twice merge-json spanwise merge --format=json rank.prof
check 'an empty file' spanwise run -q -o "$(mktemp made.XXXXXX)" ./cilk
same 'nothing is left of what was not written' "$(ls -A | grep -E '^\.|tmp')" ''

# Where nothing can be written, and one file for two: known before anything runs.
mkdir -p folder && ln -sf folder/new here && ln -sf . same
impossible() { # WHY COMMAND...
    why=$1
    shift
    rm -f log
    "$@" >out 2>err
    same "$*: status" $? 2
    has "$*: why" err "^spanwise: .*$why"
    check "$*: nothing has run" test ! -e log
}
for file in folder nowhere/x; do
    why="'$file'"
    for command in run sample; do
        impossible "$why" spanwise $command -o $file ./cilk
        impossible "$why" spanwise $command --html=$file ./cilk
    done
    impossible "$why" spanwise predict -o $file ./annotated
    impossible "$why" spanwise predict --keep=$file ./annotated
    impossible "$why" spanwise predict --html=$file ./annotated
    impossible "$why" spanwise bench --no-profile -P 1 --trials=1 -o $file ./cilk
    impossible "$why" spanwise bench --no-profile -P 1 --trials=1 --html=$file ./cilk
    impossible "$why" spanwise check --min-parallelism=0.1 -o $file ./cilk
    impossible "$why" spanwise check --min-parallelism=0.1 --keep=$file ./cilk
done
for other in both ./both "$WORK/both" same/both; do
    why="two files.*both'"
    for command in run sample; do impossible "$why" spanwise $command -o both --html=$other ./cilk; done
    impossible "$why" spanwise predict -o both --html=$other ./annotated
    impossible "$why" spanwise predict --keep=both -o $other ./annotated
    impossible "$why" spanwise predict --keep=both --html=$other ./annotated
    impossible "$why" spanwise bench --no-profile -P 1 --trials=1 -o both --html=$other ./cilk
    impossible "$why" spanwise check --min-parallelism=0.1 -o both --keep=$other ./cilk
done
impossible "two files.*'folder/new'" spanwise run -o here --html=folder/new ./cilk
check 'two files that are devices' spanwise run -q -o /dev/null --html=/dev/null ./cilk
rm -f here same

# Names that nobody has asked for: what is not ours stays, and the next is taken.
mkdir own && cd own || exit 1
cp ../cilk ../annotated .
echo 'my page' >cilk.html && mkdir cilk-2.html && cp cilk.html cilk-bench.html && cp cilk.html annotated-predict.html
spanwise run --html ./cilk 2>err
check "a page by the program's name, which is not ours" python3 "$SOURCE/tests/report/page.py" cilk-3.html
has "a page by the program's name: told" err "^spanwise: .*'cilk.html'"
has "a page by the program's name: the last line" <(tail -1 err) '\bcilk\.prof, cilk-3\.html\b'
spanwise bench --no-profile -P 1 --trials=1 --html ./cilk >out 2>err
check "bench's page" test -s cilk-bench-2.html
spanwise predict -q --machine=ideal --html ./annotated >out 2>err
check "predict's page" test -s annotated-predict-2.html
same 'what is not ours stays' "$(cat cilk.html cilk-bench.html annotated-predict.html | sort -u)" 'my page'
cp cilk.prof kept
spanwise sample -q ./cilk 2>err
check "sample leaves run's profile" cmp cilk.prof kept
has "sample leaves run's profile: told" err "^spanwise: .*'cilk.prof', .*'spanwise run'"
check "sample's own" test "$(spanwise report --format=json cilk-2.prof | jq -r '.effort | type')" = object
cp cilk-2.prof kept
rm cilk.prof && mv cilk-2.prof cilk.prof
spanwise run -q ./cilk 2>err
check "run leaves sample's profile" cmp cilk.prof kept
has "run leaves sample's profile: told" err "^spanwise: .*'cilk.prof', .*'spanwise sample'"
check "run's own" test -s cilk-2.prof
cd .. || exit 1

# Files that are no files.
{ echo first && spanwise report -o /dev/stdout one.prof && echo last; } >out
same '/dev/stdout is what is open there' "$(sed -n '1p;$p' out | xargs)" 'first last'
{ echo first && spanwise run -q -o - ./cilk; } >out
check '-o -' spanwise report <(tail -n +2 out) >/dev/null
check '/dev/null' spanwise run -q -o /dev/null ./cilk
check '/dev/null is what it was' test -c /dev/null
mkfifo pipe && cat pipe >out & spanwise run -q --check -o pipe ./cilk 2>err
wait
check 'a pipe' spanwise report out >/dev/null
same 'a pipe: once' "$(cat err)" ''
ln -s one.prof link && spanwise run -q -o link ./cilk
check 'a link stays one' test -L link
mkdir -p folder
ln -s folder/new.prof fresh && ln -s ../new.html folder/page && ln -s folder/page fresh-page
spanwise run -q -o fresh --html=fresh-page ./cilk
check 'a link to no file stays one' test -L fresh
check 'a link to no file: the file' spanwise report folder/new.prof >out
check 'links to no file stay links' test -L fresh-page -a -L folder/page
check 'links to no file: the file' python3 "$SOURCE/tests/report/page.py" new.html
ln -s new-own.prof cilk.prof.link && mv -T cilk.prof.link cilk.prof
spanwise run -q ./cilk
check 'a link by the name of the program stays one' test -L cilk.prof
check 'a link by the name of the program: the file' spanwise report new-own.prof >out
rm cilk.prof
ln -s circle circle
status 'a link to itself' 1 spanwise report -o circle one.prof 2>err
has 'a link to itself: why' err "^spanwise: .*'circle'.*\bsymbolic links"
check 'a link to itself stays one' test -L circle
if [ "$(id -u)" = 0 ]; then
    cp one.prof before
    ln -s one.prof theirs && chown -h 65534 theirs
    status "another user's link" 2 spanwise run -q -o theirs ./cilk 2>err
    has "another user's link: why" err "^spanwise: 'theirs' .*\buser"
    check "another user's link: nothing is overwritten" cmp one.prof before
fi

# Another user's profile by our name, which is not ours to replace in a folder like /tmp: the next name is taken.
if [ "$(id -u)" = 0 ]; then
    mkdir shared && chmod 1777 shared && cp cilk shared && cp one.prof shared/cilk.prof && chmod 644 shared/cilk.prof && chmod 711 .
    chown 65533 shared/cilk.prof
    (cd shared && TMPDIR=/tmp status "another user's profile" 0 setpriv --reuid=65534 --regid=65534 --clear-groups "$BUILD/spanwise" run -q ./cilk 2>../err)
    has "another user's profile: told" err "^spanwise: 'cilk.prof' .*\buser"
    check "another user's profile: it stays" cmp one.prof shared/cilk.prof
    check "another user's profile: the next name" test -s shared/cilk-2.prof
fi

# The folder 'gone' goes while the program runs: what is asked for can be written before, and not after.
printf '#include <stdlib.h>\n#include <unistd.h>\n__attribute__((constructor)) static void start(void) { if (getenv("SPANWISE_OPTIONS")) rmdir("gone"); }\n' >gone.c
gcc -shared -fPIC gone.c -o gone.so || exit 1
goes() { # COMMAND...
    mkdir -p gone
    LD_PRELOAD=$WORK/gone.so "$@"
}

# Where nothing can be written the profile goes to the temporary folder: to nothing that is there, through no link. A shell that
# becomes the tool knows the number of its process.
mkdir tmp
cp one.prof victim
for make in 'ln -s ../victim' mkfifo; do
    TMPDIR=$PWD/tmp goes timeout -s KILL 300 sh -c "$make tmp/spanwise-\$\$.prof && exec spanwise run -q -o gone/x ./cilk" 2>err
    same "$make: status" $? 0
    check "$make: nothing is overwritten" cmp victim one.prof
    elsewhere=$(grep -o "$PWD/tmp/[^']*" err | tail -1)
    check "$make: it is elsewhere" spanwise report "$elsewhere" >out
    same "$make: only we can read it" "$(stat -c %a "$elsewhere")" 600
    rm -rf tmp/*
done

# What cannot be written changes no status of the program; what could not be measured is no success.
for code in 0 5; do
    for option in --keep=gone/x --html=gone/x '-o gone/x'; do
        # shellcheck disable=SC2086
        status "predict $option, $code" $code goes spanwise predict --machine=ideal $option ./annotated 0 none 0 $code 2>err
        has "predict $option, $code: told" err "^spanwise: .*'gone/x'"
    done
    status "run --html, $code" $code goes spanwise run -q --html=gone/x ./annotated 0 none 0 $code 2>err
    status "sample --html, $code" $code goes spanwise sample -q --html=gone/x ./omp 0 none 0 $code 2>err
done
status 'run: nothing to measure' 1 spanwise run -q true 2>err
has 'run: nothing to measure: told' err '^spanwise: '
status 'run: nothing to measure, a status of its own' 3 spanwise run -q sh -c 'exit 3' 2>err
status 'run: no parallel region' 1 spanwise run -q -N 2 true 2>err
status 'predict: nothing to measure' 1 spanwise predict true 2>err
status 'predict: nothing to measure, a status of its own' 3 spanwise predict sh -c 'exit 3' 2>err
printf 'int main(void) { return 0; }\n' >static.c && gcc -static static.c -o static
status 'sample: refused' 2 spanwise sample ./static 2>err

# Limits are the program's, and not ours; and who ran out of what is told.
for command in run sample predict; do
    program=./annotated
    [ $command = sample ] && program=./omp
    (ulimit -s 64 && exec spanwise $command -q $program) >out 2>err
    same "ulimit -s 64: $command" $? 0
done
(ulimit -s 64 && exec spanwise report --format=html -o page.html one.prof) 2>err
same 'ulimit -s 64: report' $? 0
rm -f cilk.prof omp.prof
for command in 'run -q ./cilk' 'run -q ./omp' 'sample -q ./omp'; do
    # shellcheck disable=SC2086
    (ulimit -n 16 && exec spanwise $command) 2>err
    check "ulimit -n, $command: fails" test $? != 0
    has "ulimit -n, $command: why" err '\bopen files\b'
    same "ulimit -n, $command: no other reason" "$(grep -c -e privileges -e 'parallel region' err)" 0
done
finish
