# `spanwise check`: exact output for synthetic profiles in every format (UPDATE=1 rewrites what is
# expected: read the diff); that machines can read it.
. "$SOURCE/tests/lib.sh"
here=$SOURCE/tests/check
unset GITHUB_WORKSPACE
for name in qsort odd exact worse; do
    "$BUILD/tests/make-profile" $name $name.prof || exit 1
done

# expect NAME STATUS options...: the output is that of the file NAME.expected.
expect() {
    file=$here/$1.expected want=$2
    shift 2
    status "status of $*" "$want" spanwise check "$@" >got 2>errors
    same "$*: nothing on stderr" "$(cat errors)" ''
    [ -z "${UPDATE-}" ] || cp got "$file"
    if diff -u "$file" got >difference; then pass; else
        fail "spanwise check $*"
        cat difference >&2
    fi
}
limits='--min-parallelism=3 --max-work=1G --min-speedup=8:1.2 --site=partition --max-span=400M'
for format in text json junit github; do
    expect worse.$format 1 --format=$format $limits --baseline=exact.prof worse.prof
done
expect same.text 0 --baseline=exact.prof exact.prof
expect limits.text 1 $limits --whole --min-burdened-parallelism=100 qsort.prof
expect hair.text 1 --max-work=790519059 --min-parallelism=5.57082 exact.prof

# -o: the format there, the text here.
expect worse.text 1 --format=junit -o it.xml $limits --baseline=exact.prof worse.prof
check 'the file is that' cmp it.xml "$here/worse.junit.expected"
expect worse.text 1 -o it.txt $limits --baseline=exact.prof worse.prof
check 'the text twice' cmp it.txt "$here/worse.text.expected"
status 'a directory that is not there' 2 spanwise check $limits -o nowhere/it -- qsort.prof >got 2>errors
has 'its message' errors "^spanwise: cannot write 'nowhere/it'"

# JUnit parses, and counts what it holds, whatever the names are.
cat >parse.py <<'P'
import sys, xml.etree.ElementTree as tree
suite = tree.parse(sys.argv[1]).getroot().find("testsuite")
cases = suite.findall("testcase")
failed = [c for c in cases if c.find("failure") is not None]
assert int(suite.get("tests")) == len(cases) >= 1, cases
assert int(suite.get("failures")) == len(failed) >= 1, failed
assert all(c.get("name") and c.get("classname") for c in cases)
assert all(f.find("failure").get("message") for f in failed)
print(len(cases), len(failed))
P
same 'junit' "$(python3 parse.py "$here/worse.junit.expected")" "$(grep -c -e '^ok ' -e '^FAILED ' "$here/worse.text.expected") $(grep -c '^FAILED ' "$here/worse.text.expected")"
spanwise check --format=junit --max-span=1 --max-work=5 --site=a_function_with_a_name_that_goes_on_and_on_and_on_for_ever --min-parallelism=5 odd.prof >odd.xml
check 'junit: odd names' python3 parse.py odd.xml >got
cp exact.prof 'a<b>&"c.prof'
spanwise check --format=junit --max-span=1 --baseline='a<b>&"c.prof' worse.prof >odd.xml
check 'junit: what XML escapes' python3 parse.py odd.xml >got
has 'junit: what XML escapes' odd.xml '141\.9 M in a&lt;b&gt;&amp;&quot;c\.prof'
spanwise check --format=json --max-work=5 odd.prof >odd.json
check 'json: odd names' jq -e '.passed == false and (.limits | length) == 1' odd.json >got
same 'json' "$(jq -c '[.passed, .broken, .unit, .baseline, .tolerance, (.limits | length)]' "$here/worse.json.expected")" \
    "[false,8,\"instructions\",\"exact.prof\",0.05,$(grep -c -e '^ok ' -e '^FAILED ' "$here/worse.text.expected")]"
same 'json: the worst change first' "$(jq -r '.changes[0] | .callee + " " + (.local_span.change | tostring)' "$here/worse.json.expected")" \
    'partition 141891291'

# GitHub: a command a line; what would end a property or the line is escaped.
spanwise check --format=github $limits --baseline=exact.prof worse.prof >got
same 'github: a command a failure' "$(grep -c '^::error ' got)" "$(grep -c '^FAILED ' got)"
same 'github: properties' "$(sed -n 's/^::error \(.*\)::.*/\1/p' got | grep -vcE '^file=[^:,]+,line=[0-9]+,title=[^:,]+$')" 0
has 'github: the line' got '^::error file=/home/me/src/qsort.c,line=23,title=own span of .partition.%2C called at qsort.c%3A23 in'
has 'github: percent' got '::.*-50\.0%25, below 5\.31$'
has 'github: percent' got '::.*\+100\.0%25, more than 5%25$'
cp exact.prof 'a%b
c,d:e.prof'
spanwise check --format=github --max-span=1 --baseline='a%b
c,d:e.prof' worse.prof >got
has 'github: line breaks' got '^::error .*\(was 141\.9 M in a%25b%0Ac,d:e\.prof\)$'
GITHUB_WORKSPACE=/home/me spanwise check --format=github $limits --baseline=exact.prof worse.prof >got
has 'github: names from the root' got '^::error file=src/qsort.c,line=23,'
GITHUB_WORKSPACE=/home/m spanwise check --format=github $limits --baseline=exact.prof worse.prof >got
has 'github: of this root only' got '^::error file=/home/me/src/qsort.c,line=23,'
finish
