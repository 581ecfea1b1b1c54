# `spanwise check` in every format: that machines can read it, and that all say the same. tests/golden has what it prints.
. "$SOURCE/tests/lib.sh"
unset GITHUB_WORKSPACE
for name in qsort odd exact worse; do
    "$BUILD/tests/make-profile" $name $name.prof || exit 1
done

limits='--min-parallelism=3 --max-work=1G --min-speedup=8:1.2 --site=partition --max-span=400M'
for format in text json junit github; do
    status "$format" 1 spanwise check --format=$format $limits --baseline=exact.prof worse.prof >it.$format 2>errors
    same "$format: nothing on stderr" "$(cat errors)" ''
done
# rulings STATUS OPTIONS...: of each limit whether it passed, what it is of, its figure and the limit.
rulings() {
    want=$1
    shift
    status "check $*" "$want" spanwise check --format=json "$@" >rulings.json
    jq -c '.limits[] | [.passed, .quantity, .subject, .value, .limit]' rulings.json | tr '\n' ' '
}
same 'the same' "$(rulings 0 --baseline=exact.prof exact.prof | grep -c false)" 0
same 'limits' "$(rulings 1 $limits --whole --min-burdened-parallelism=100 qsort.prof)" \
    '[true,"parallelism","program",5.57081,3] [true,"work","program",790519060,1000000000] [true,"speedup","program",3.54251,1.2] [false,"span","site",408150528,400000000] [false,"burdened_parallelism","program",5.56312,100] '
# By a hair: text has as many digits as tell the two apart.
same 'by a hair' "$(rulings 1 --max-work=790519059 --min-parallelism=5.57082 exact.prof)" \
    '[false,"work","program",790519060,790519059] [false,"parallelism","program",5.57081,5.57082] '
spanwise check --max-work=790519059 --min-parallelism=5.57082 exact.prof >got
has 'by a hair, in text: the work' got '^FAILED .*\b790,519,060\b.*\b790,519,059$'
has 'by a hair, in text: the parallelism' got '^FAILED .*\b5\.57081433\b.*\b5\.57082$'

# -o: the format there, the text here.
for format in junit text; do
    status "-o, $format" 1 spanwise check --format=$format -o it.file $limits --baseline=exact.prof worse.prof >got
    check "-o, $format: the text is here" cmp got it.text
    check "-o, $format: the file is that" cmp it.file it.$format
done
status 'a directory that is not there' 2 spanwise check $limits -o nowhere/it -- qsort.prof >got 2>errors
names 'its message' errors 'spanwise: nowhere/it'

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
same 'junit' "$(python3 parse.py it.junit)" "$(grep -c -e '^ok ' -e '^FAILED ' it.text) $(grep -c '^FAILED ' it.text)"
spanwise check --format=junit --max-span=1 --max-work=5 --site=a_function_with_a_name_that_goes_on_and_on_and_on_for_ever --min-parallelism=5 odd.prof >odd.xml
check 'junit: odd names' python3 parse.py odd.xml >got
cp exact.prof 'a<b>&"c.prof'
spanwise check --format=junit --max-span=1 --baseline='a<b>&"c.prof' worse.prof >odd.xml
check 'junit: what XML escapes' python3 parse.py odd.xml >got
has 'junit: what XML escapes' odd.xml '141\.9 M .*a&lt;b&gt;&amp;&quot;c\.prof'
spanwise check --format=json --max-work=5 odd.prof >odd.json
check 'json: odd names' jq -e '.passed == false and (.limits | length) == 1' odd.json >got
same 'json' "$(jq -c '[.passed, .broken, .unit, .baseline, .tolerance, (.limits | length)]' it.json)" \
    "[false,9,\"instructions\",\"exact.prof\",0.05,$(grep -c -e '^ok ' -e '^FAILED ' it.text)]"
same 'json: the worst change first' "$(jq -r '.changes[0] | .callee + " " + (.local_span.change | tostring)' it.json)" \
    'partition 141891291'

# GitHub: a command a line; what would end a property or the line is escaped.
spanwise check --format=github $limits --baseline=exact.prof worse.prof >got
same 'github: a command a failure' "$(grep -c '^::error ' got)" "$(grep -c '^FAILED ' got)"
same 'github: properties' "$(sed -n 's/^::error \(.*\)::.*/\1/p' got | grep -vcE '^file=[^:,]+,line=[0-9]+,title=[^:,]+$')" 0
has 'github: the line' got '^::error file=/home/me/src/qsort.c,line=23,title=.*span .*partition.*qsort.c%3A23'
has 'github: percent' got '::.*-50\.0%25.* 5\.31$'
has 'github: percent' got '::.*\+100\.0%25.* 5%25$'
cp exact.prof 'a%b
c,d:e.prof'
spanwise check --format=github --max-span=1 --baseline='a%b
c,d:e.prof' worse.prof >got
has 'github: line breaks' got '^::error .*141\.9 M .*a%25b%0Ac,d:e\.prof'
GITHUB_WORKSPACE=/home/me spanwise check --format=github $limits --baseline=exact.prof worse.prof >got
has 'github: names from the root' got '^::error file=src/qsort.c,line=23,'
GITHUB_WORKSPACE=/home/m spanwise check --format=github $limits --baseline=exact.prof worse.prof >got
has 'github: of this root only' got '^::error file=/home/me/src/qsort.c,line=23,'
finish
