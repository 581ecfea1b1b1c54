# The Makefile and the CTest file of doc/check.md, as they are printed there, and that the YAML of the
# others is some.
. "$SOURCE/tests/lib.sh"
block() { awk -v lang="$1" -v n="$2" '$0 == "```" lang { inside = ++seen == n; next } /^```/ { inside = 0 } inside' "$SOURCE/doc/check.md"; }
unset MAKEFLAGS MFLAGS MAKELEVEL CC CFLAGS
cp "$SOURCE/examples/solve.c" .

block make 1 >Makefile
check 'there is a Makefile' grep -q '^check:' Makefile
if timing; then
    status 'make check' 0 make check >log 2>&1
    has 'make check: ok' log '^ok +parallelism '
fi
status 'make baseline' 0 make baseline >log 2>&1
! timing || status 'make check-baseline' 0 make check-baseline >log 2>&1
rm -f solve
status 'make check, serialized' 2 make check CFLAGS='-O2 -g -DSERIALIZED' >log 2>&1
has 'make check, serialized' log '^FAILED +parallelism '
status 'make check-baseline, serialized' 2 make check-baseline >log 2>&1
has 'make check-baseline, serialized' log "^FAILED .*span .*'change_of_rows'"

block cmake 1 >CMakeLists.txt
check 'there is a CTest file' grep -q add_test CMakeLists.txt
timing && all=('' -DSERIALIZED) || all=(-DSERIALIZED)
for flags in "${all[@]}"; do
    rm -rf build
    CC=spanwise-cc cmake -S . -B build -DCMAKE_C_FLAGS="$flags" >log 2>&1
    same "cmake $flags" $? 0
    check "build $flags" cmake --build build >log 2>&1
    (cd build && ctest --output-on-failure) >log 2>&1
    same "ctest $flags" $? "$([ -z "$flags" ] && echo 0 || echo 8)"
done
has 'ctest, serialized' log "FAILED +parallelism .*region 'solve'.* 100.0"

for n in 1 2; do
    block yaml $n >it.yml
    check "YAML $n" test -s it.yml
    has "YAML $n: runs it" it.yml 'spanwise check .*--baseline=solve.prof .*\./solve'
    ! python3 -c 'import yaml' 2>/dev/null || check "YAML $n parses" python3 -c 'import yaml; assert yaml.safe_load(open("it.yml"))'
done
# Their commands, with what the text says of them.
spanwise cc -O2 -g -DSERIALIZED solve.c -o solve
for n in 1 2; do
    command=$(block yaml $n | sed -n 's/^ *- \(run: \)\?\(spanwise check .*\)/\2/p')
    status "$command" 1 sh -c "$command" >out 2>err
done
check 'junit' python3 -c 'import xml.etree.ElementTree as t; assert t.parse("parallelism.xml").getroot().find("testsuite").get("failures") != "0"'
finish
