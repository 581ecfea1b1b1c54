# `spanwise report --format=html`, `run --html` and `sample --html`: the data of the page is what web/DATA.md says, and
# the same as that of the other formats; nothing in it can break out of it; what cannot be written is an error.
. "$SOURCE/tests/lib.sh"
here=$SOURCE/tests/report

profiles='empty qsort fib regions odd deep parallel openmp sampled tree real effort effort-odd'
for name in $profiles; do
    "$BUILD/tests/make-profile" $name $name.prof || exit 1
    check "$name is written" spanwise report --format=html -o $name.html $name.prof
    check "$name is as agreed" python3 "$here/page.py" $name.html $name.data
    spanwise report --format=json $name.prof >$name.json
done
check 'a comparison is written' spanwise report --format=html --serial=qsort.prof -o inflation.html parallel.prof
check 'and as agreed' python3 "$here/page.py" inflation.html inflation.data

section() { jq -c ".sections[] | select(.key == \"$2\" or .kind == \"$2\") | $3" $1.data; }
kinds() { jq -r '[.sections[] | .key // .kind] | join(" ")' $1.data; }

# What there is, in the order in which it is to be read.
same 'sections' "$(kinds qsort)" 'verdict ledger speedup source findings whole paths sites further measured'
same 'of regions' "$(kinds regions)" 'verdict ledger speedup source findings whole paths sites regions further measured'
same 'of samples' "$(kinds sampled)" 'verdict ledger speedup source findings whole paths sites functions further measured'
same 'of OpenMP' "$(kinds openmp)" \
    'verdict ledger plan speedup source findings construct-losses paths sites whole losses runs construct-speedups construct-runs constructs measured'
same 'of a real run' "$(kinds effort)" 'verdict ledger plan lanes timeline source findings locks parts paths functions lines whole measured'
same 'of a comparison' "$(kinds inflation)" \
    'verdict ledger speedup source findings whole paths sites inflation inflated-sites further measured'
# What says the same again, or more than most want to know, is folded away.
folded() { jq -r '[.sections[] | select(.folded) | .key] | join(" ")' $1.data; }
same 'folded' "$(folded qsort)" further
same 'of OpenMP, folded' "$(folded openmp)" 'sites whole losses runs construct-speedups construct-runs constructs'
same 'cards' "$(section qsort whole '[.cards[].label]')" '["Work","Span","Parallelism"]'
same 'more of them' "$(section qsort further '[.cards[].label]')" '["Burdened span","Burdened parallelism","Spawns","Syncs","Average maximal strand"]'
same 'title' "$(jq -r .title qsort.data)" qsort
check 'subtitle' jq -e '.subtitle | startswith("./qsort 10000000, 1")' qsort.data >/dev/null

# The same as in other formats.
for name in $(some 2 qsort regions fib parallel openmp sampled real); do
    same "verdict of $name" "$(section $name verdict '[.cause, .sentences]')" "$(jq -c '.verdict | [.cause, .sentences]' $name.json)"
    same "ledger of $name" "$(section $name ledger '[.rows[] | select(.role != "work" and .role != "unknown") | [.cause, .share, .speedup_without, .places]]')" \
        "$(jq -c '[.verdict.losses[] | [.cause, .lost, .speedup_without, .places]]' $name.json)"
    same "work first in $name" "$(section $name ledger '[.rows[0].cause, (.rows | map(.share) | add * 100 | round)]')" '["work",100]'
    same "first lines of $name" "$(jq -c '.strings as $s | .sections[] | select(.kind == "ledger") | [.rows[] | select(.place) | [.cause, $s[.place.file], .place.line, $s[.place.function]]]' $name.data)" \
        "$(jq -c '[.verdict.losses[] | select(.file != "" or .function != "") | [.cause, .file, .line, .function]]' $name.json)"
    same "findings of $name" "$(section $name findings '[.findings[].text | ascii_downcase | rtrimstr(".")]')" \
        "$(jq -c '[.findings[].text | ascii_downcase | rtrimstr(".")]' $name.json)"
    column="(.columns[] | select(.key == \"on_span.local.span\")).values"
    same "local spans of $name" "$(section $name sites "$column")" "$(jq -c '[.sites[].on_span.local.span]' $name.json)"
    for key in on_work.work on_work.top_caller.span on_span.local.count on_span.parallelism; do
        same "$key of $name" "$(section $name sites "(.columns[] | select(.key == \"$key\")).values")" \
            "$(jq -c "[.sites[].$key]" $name.json)"
    done
done
# The chart: what was emulated, and real runs as points; it is read where the verdict is.
same 'curves' "$(section real speedup '[.at, [.series[] | [.name, .role]]]')" \
    '[16,[["at most","bound"],["at least","estimate"],["expected","simulated"],["measured","measured"]]]'
for name in expected measured; do
    same "$name" "$(section real speedup ".series[] | select(.name == \"$name\") | [.x, .y]")" "$(jq -c ".verdict.$name | [[.[].processors], [.[].speedup]]" real.json)"
done
same 'measured on' "$(jq -c '[.verdict.measured[] | [.processors, .speedup * 100 | round]]' real.json)" '[[2,190],[8,400]]'
same 'expected on' "$(jq -c '[.verdict.expected[].processors]' real.json)" '[2,4,8,16,32,64]'
has 'said, too' <(jq -r '.verdict.sentences[]' real.json) 'on 8 cores: 4\.00x, predicted [0-9.]+x'
# Where nothing is known, that is what the verdict says.
same 'nothing is known' "$(section empty verdict '[.cause, .sentences]')" "$(jq -c '.verdict | [.cause, .sentences]' empty.json)"
same 'bounds' "$(section qsort speedup '[.series[] | .y[7] * 1e5 | round]')" "$(jq -c '.speedup[2] | [.upper, .lower] | map(. * 1e5 | round)' qsort.json)"
same 'the work card' "$(section qsort whole '.cards[0] | [.label, .value, .word]')" '["Work","790.5 ms","work"]'
# Call paths: the sum of what is at them is what the program did, or all of its sites.
same 'paths' "$(section qsort paths '[.nodes.self[:2][] | add | round]')" "$(jq -c '[([.sites[].on_work.local.work] | add), ([.sites[].on_span.local.span] | add)]' qsort.json)"
same 'sampled paths' "$(section sampled paths '[.nodes.self[:2][] | add | round]')" "$(jq -c '[.work, .span]' sampled.json)"
same 'paths of effort' "$(section effort paths '(.measures | map(.key) | index("idle")) as $i | .nodes.self[$i] | add')" \
    "$(jq .effort.idle effort.json)"
# What is outside main, or serial, is no more parallel than one.
same 'outside main' "$(jq -c '[.strings as $s | .sections[] | select(.key == "paths").frames | [.name, .parallelism] | transpose[] | select($s[.[0]] | test("outside main|serial code")) | .[1]] | unique' openmp.data)" '[1]'
# Lines have what is local to their sites, on work and on span.
same 'lines' "$(section qsort source '.files[0].values["21", "22"]' | tr '\n' ' ')" '[4340000,3823,0.00218846519] [377000000,6682,0] '
# Sites are led to by their rows.
same 'the site of a finding' "$(section qsort findings '[.findings[].site]')" '[null,0]'
jq '.sections[] | select(.key == "sites")' qsort.data >sites
same 'is that row' "$(jq -c '[.columns[] | select(.key == "file") | .lines[0]]' sites)" '[20]'
same '--top' "$(spanwise report --format=html --top=2 qsort.prof >top.html && python3 "$here/page.py" top.html top.data && section top sites .rows)" 2
same '--sort' "$(spanwise report --format=html --sort=parallelism qsort.prof >top.html && python3 "$here/page.py" top.html top.data && section top sites '[.sort, .descending]')" \
    '["on_work.parallelism",false]'
# Simulated runs: what constructs work and lose is all of the processors' time.
same 'shares' "$(section openmp losses '[.rows[].values | add * 1000 | round]')" '[1000,1000]'
same 'losses' "$(section openmp construct-losses '[.unit, ([.rows[].values[]] | add * 1000 | round)]')" '["share",1000]'
same 'speedups' "$(section openmp speedup '.series[1].y')" "$(jq -c '[.runs[].speedup]' openmp.json)"
same 'growth' "$(section inflation inflated-sites '(.columns[] | select(.key == "local_work.growth")).values | add')" 416406643
same 'a timeline' "$(section effort timeline '[.most, (.values[0] | length), .values[0][0]]')" '[4,20,1]'

# Names are text, whatever is in them.
same 'quotes' "$(jq -r .title odd.data)" 'odd "name"'
check 'what is not UTF-8' jq -e '.subtitle | contains("\ufffd\ufffd end")' odd.data >/dev/null
same 'a line break stays one' "$(section odd measured '.facts[0][1] | contains("\n")')" true
cat >evil.c <<'C'
int main(void) { return 0; }
C
mkdir '<'
spanwise cc -g evil.c -o '</script><script>alert(1)<!--' || exit 1
long=$(printf '%10000s' | tr ' ' x)
spanwise run -q --html=evil.html './</script><script>alert(1)<!--' "$long" "quote\" ' 😀" '<!--<script>'
check 'a name that would end the data' python3 "$here/page.py" evil.html evil.data
same 'is only a name' "$(jq -r .title evil.data)" 'script><script>alert(1)<!--'
same 'all arguments are there' "$(section evil measured '.facts[0][1]' | jq -r .)" \
    "./</script><script>alert(1)<!-- $long quote\" ' 😀 <!--<script>"
same 'scripts' "$(grep -o '</script' evil.html | wc -l)" "$(($(grep -o '</script' "$SOURCE/web/page.html" | wc -l) + 1))"

# One file, of less than a megabyte beside the data.
same 'one place for the data' "$(grep -c '^<!--DATA-->$' "$SOURCE/web/page.html")" 1
within 'the page' "$(wc -c <empty.html)" 1000 1000000
status 'nothing from elsewhere' 1 grep -Eq '(src|href)="(https?:)?//' qsort.html
long && sites=100000 || sites=10000
"$BUILD/tests/make-profile" $sites many.prof || exit 1
check 'many sites, soon' timeout -s KILL 300 spanwise report --format=html -o many.html many.prof
check 'as agreed' python3 "$here/page.py" many.html
check 'all of them' grep -q "\"key\":\"sites\".*\"rows\":$sites," many.html

# Where it goes.
spanwise report --format=html qsort.prof >piped.html
check 'to a pipe' cmp piped.html qsort.html
status 'not to a terminal' 2 script -qec 'spanwise report --format=html qsort.prof' /dev/null </dev/null >got
names 'which says so' got 'spanwise: terminal -o'
status 'nor to stderr' 2 spanwise run --format=html ./evil 2>got
has 'which says what to do' got 'html=FILE'
status 'a directory that is not there' 1 spanwise report --format=html -o no/x.html qsort.prof 2>got
names 'is named' got 'spanwise: no/x.html'
status 'a full disk' 1 spanwise report --format=html -o /dev/full qsort.prof 2>got
has 'is said to be full' got '^spanwise: .*/dev/full.*No space left'
mkdir small && cp qsort.html small/page.html
(ulimit -f 8 && exec spanwise report --format=html -o small/page.html many.prof) 2>got
same 'too large a file' $? 1
names 'is an error' got 'spanwise: small/page.html ulimit'
same 'and leaves nothing else' "$(ls small)" page.html
check 'but what was there' cmp small/page.html qsort.html
status 'another value' 2 spanwise report --format=html --sources=maybe qsort.prof 2>got
names 'is refused' got 'spanwise: --sources=maybe yes'
status 'sources of other formats' 2 spanwise report --sources=no qsort.prof 2>got
names 'are none' got 'spanwise: --sources --format=html'

# Beside a run: the program's output and status are its own.
cat >three.c <<'C'
#include <stdio.h>
#include <unistd.h>
int main(void)
{
    rmdir("gone"); /* if it is there */
    return puts("three") == EOF ? 1 : 3;
}
C
spanwise cc -g three.c -o three || exit 1
same 'output' "$(spanwise run -q --html=three.html ./three)" three
check 'a page of a run' python3 "$here/page.py" three.html three.data
status 'its status' 3 spanwise run --html=three.html ./three >out 2>got
has 'its report as well' got '^  Work '
mkdir gone
status 'a page that cannot be written' 3 spanwise run -q --html=gone/x.html ./three >out 2>got
has 'the last that is said' <(tail -1 got) 'spanwise report --format=html .*three.prof'
names 'is told' got 'spanwise: gone/x.html'
check 'and the profile is there' spanwise report three.prof >out
status 'of a real run' 3 spanwise sample -q --html=sample.html ./three >out
check 'as agreed' python3 "$here/page.py" sample.html sample.data
finish
