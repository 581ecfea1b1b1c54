# What is said where somebody asked for something that is spelled otherwise, or sits at a terminal.
. "$SOURCE/tests/lib.sh"
"$BUILD/tests/make-profile" qsort it.prof
"$BUILD/tests/make-profile" tree tree.prof
on_terminal() { timeout -s KILL 300 python3 "$SOURCE/tests/options/on-terminal.py" "$@" >it.json; }

# A format for an option.
for try in 'report --html' 'report --html=x.html it.prof' 'report --json it.prof' 'what-if --csv tree.prof' 'diff --json it.prof it.prof' \
    'check --junit it.prof'; do
    format=$(sed 's/.*--\([a-z]*\).*/\1/' <<<"$try")
    status "$try" 2 spanwise $try 2>err
    has "$try: what to type" err "^spanwise: .*'--$format.*'.*'--format=$format -o FILE'"
done
status 'an option that is near' 2 spanwise report --sorted=work it.prof 2>err
has 'an option that is near: which' err "^spanwise: .*'--sort'"
check "'-' is in the help" grep -q "'-' .*standard input" <(spanwise report --help | tr -s ' \n' ' ')

# One of them.
for format in text html json; do
    spanwise predict --machine=ideal -P 1 --format=$format tree.prof >predicted.$format
done
spanwise what-if --machine=ideal -P 1 --rank tree.prof >ranked
for file in predicted.text predicted.html predicted.json ranked; do
    check "$file: one processor" grep -q -E 'on 1 (processor|core)\b' -i <(tr -s ' \n' ' ' <$file)
    status "$file: not 1 processors" 1 grep -Eqi '\b1 (processors|threads|workers|cores)\b' <(tr -s ' \n' ' ' <$file)
done

# At a terminal: the last line is no wider than that, and whole elsewhere.
cat >fib.c <<'END'
#include <cilk/cilk.h>
int fib(int n) { return n; }
int main(void) { int a = cilk_spawn fib(1); cilk_sync; return a - 1; }
END
check 'a program' spanwise cc -O1 fib.c -o a-name-of-some-length
for columns in 40 60 100; do
    COLUMNS=$columns on_terminal spanwise run ./a-name-of-some-length
    same "$columns columns: status" "$(jq .status it.json)" 0
    jq -r .raw it.json | tr -d '\r' | sed -n '/^Written: /,$p' >last
    has "$columns columns: the last line" <(tr '\n' ' ' <last) '.spanwise report --format=html .*[a-z] *$'
    # A word that is longer than the line stays whole.
    same "$columns columns: as wide as that" "$(awk -v w=$columns 'length > w && / /' last)" ''
done
spanwise run ./a-name-of-some-length 2>err
has 'elsewhere it is one line' <(tail -1 err) '^Written: .*spanwise report --format=html .*[a-z]$'
# What nobody can read does not go there.
on_terminal spanwise run -q -o /dev/stderr ./a-name-of-some-length
same 'a profile for a terminal: status' "$(jq .status it.json)" 2
jq -r .raw it.json | tr -d '\r' >said
same 'a profile for a terminal: one line' "$(grep -c . said)" 1
names 'a profile for a terminal' said 'spanwise: terminal -o'
"$BUILD/tests/make-profile" rank rank.prof
for try in 'report --format=html -o - it.prof' 'report --format=pprof it.prof' 'diff --format=html it.prof it.prof' 'merge --format=html rank.prof' \
    'predict --machine=ideal --format=html tree.prof'; do
    status "$try, on a terminal" 2 script -qec "spanwise $try" /dev/null </dev/null >out
    has "$try, on a terminal" out '^spanwise: .*\bterminal\b.*-o '
    same "$try, on a terminal: nothing but that" "$(wc -l <out)" 1
done
on_terminal spanwise merge -o /dev/stderr rank.prof
same 'a merged one: status' "$(jq .status it.json)" 1
check 'a merged one' jq -e '.raw | contains("spanwise: ") and contains("terminal") and (contains("SWPROF") | not)' it.json >out
finish
