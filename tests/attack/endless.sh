# A file that never ends, or is larger than the machine's memory, is refused by what it begins with, whatever reads it. With the limit on
# memory, what reads on fails with another message.
. "$SOURCE/tests/lib.sh"
"$BUILD/tests/make-profile" qsort good.prof
"$BUILD/tests/make-profile" tree tree.prof
truncate -s 3G sparse.prof
head -c 16 good.prof >head.prof
cp head.prof sparse-after.prof
truncate -s 3G sparse-after.prof
# A chunk that is as long as 64-bit lengths can be, and never comes to an end.
{ cat head.prof && printf 'ZZZZ\0\0\0\0\377\377\377\377\377\377\377\177'; } >long.prof
ln -s /dev/zero zero.tree
ln -s /dev/zero zero.prof

# refused WORDS command...: within little memory.
refused() {
    (ulimit -v 1500000 && exec timeout -s KILL 300 "${@:2}") <&0 >out 2>err
    same "${*:2}" $? "${status:-1}"
    has "${*:2}" err "$1"
}
not='is not a profile of spanwise'
for file in /dev/zero /dev/urandom sparse.prof zero.prof; do
    refused "$not" spanwise report $file
    refused "$not" spanwise report --format=json $file
    refused "$not" spanwise diff good.prof $file
    refused "$not" spanwise diff $file good.prof
    refused "$not" spanwise merge $file good.prof
    status=2 refused "$not" spanwise check --baseline=$file good.prof
done
for file in sparse.prof zero.prof; do
    refused "$not" spanwise predict --machine=ideal $file
    refused "$not" spanwise what-if --machine=ideal --rank $file
done
refused "$not" spanwise report --serial=/dev/zero good.prof
refused 'is damaged' spanwise report sparse-after.prof
refused 'is not text' spanwise predict --machine=ideal zero.tree
refused 'is not text' spanwise predict --machine=/dev/zero tree.prof
refused 'is not text' spanwise what-if --machine=/dev/zero --rank tree.prof

# The same from a pipe: with a good beginning, or none.
refused "$not" spanwise report /dev/stdin < <(exec yes)
refused "$not" spanwise report - < <(exec yes)
refused "is damaged: chunk" spanwise report - < <(cat head.prof && exec yes)
refused 'bytes follow its end' spanwise report - < <(cat good.prof && exec yes)
refused 'too large: more than [0-9]+ MB from a pipe' spanwise report - < <(cat long.prof && exec yes)
refused 'too large: more than [0-9]+ MB' spanwise predict --machine=/dev/stdin tree.prof < <(exec yes '#')
ln -s /dev/stdin in.tree
refused 'too large: more than [0-9]+ MB' spanwise predict --machine=ideal in.tree < <(exec yes '#')
check 'a profile from a pipe' test "$(cat good.prof | spanwise report --format=json - | jq -r .work)" = \
    "$(spanwise report --format=json good.prof | jq -r .work)"

# A profile that would be written over is read too; and what a source says that its file is, is only looked at.
ln -s /dev/zero true.prof
check 'a device in the way of a profile' timeout -s KILL 300 spanwise sample -q "$(command -v true)" 2>err
mkfifo fifo
printf '# 1 "fifo"\nint f(int);\nint deep(void) { return 1 + _Cilk_spawn f(1); }\n' >line.i
refused '^fifo:2:1: error: cilk_spawn in a return' spanwise cc -c line.i
finish
