# 1000 ranks in one pass: memory does not grow with their number, but for a row each; a second or two of processor time.
. "$SOURCE/tests/lib.sh" || exit 1
# With 1000 sites, which is a quarter of a megabyte a profile.
"$BUILD/tests/make-profile" 1000 run 1000 || exit 1

# Peak memory in KB and the processor time in ms of: spanwise merge -q -o OUT FILES.
cat >measure.py <<'P'
import os, sys
child = os.spawnvp(os.P_NOWAIT, "sh", ["sh", "-c", "exec spanwise merge -q -o \"$@\" >report", "sh"] + sys.argv[1:])
_, status, usage = os.wait4(child, 0)
print(status, usage.ru_maxrss, int(1000 * (usage.ru_utime + usage.ru_stime)))
P
read -r status few_kb _ < <(python3 measure.py few.prof run.[0-9].prof)
same 'ten: status' "$status" 0
read -r status many_kb ms < <(python3 measure.py many.prof run.*.prof)
same 'a thousand: status' "$status" 0
size_kb=$(du -ck run.*.prof | tail -1 | cut -f1)
echo "$few_kb KB for 10, $many_kb KB for 1000, which are $size_kb KB; $ms ms"
check 'they are large' test "$size_kb" -gt 200000
within 'memory of 1000 beyond that of 10, in KB' $((many_kb - few_kb)) -10000 2000
within 'processor time of 1000, in ms' "$ms" 1 60000

spanwise report --format=json many.prof >many.json
same 'all are there' "$(jq .rank.merged many.json)" 1000
spanwise report --format=json run.0.prof >one.json
same 'the work is the sum' "$(jq .work many.json)" "$(jq '.work * 1001' one.json)"
same 'as many sites as one has' "$(jq '.sites | length' many.json)" "$(jq '.sites | length' one.json)"
spanwise merge run.*.prof >out
check 'the outliers only' test "$(grep -c ' node$' out)" -lt 20
has 'the outlier' out '^ *999 .* 2\.00 '
has 'how many more' out '^  .*\b992 .*--ranks=all'
has 'in words' <(spanwise merge --format=json run.*.prof | jq -r '.findings[] | select(.kind == "rank").text') '\b999 .*\b2\.00 '
spanwise merge --ranks=all run.*.prof >out
check 'all of them' test "$(grep -c ' node$' out)" = 1000
finish
