# Formats of `spanwise bench`, where they go, and what is shown on a terminal.
. "$SOURCE/tests/bench/subject.sh" || exit 1
export TERM=xterm

spanwise bench -P 1 --trials=2 --profile=qsort.prof -o it.json -o it.csv -o it.gp -o it.gnuplot -o it.png \
    -o it.dat ./subject 20 0 >out 2>err
same 'status' $? 0
same 'nothing on stderr' "$(grep -v 'is going to run' err)" ''
same 'the text is in a file' "$(wc -c <out)" 0
names 'no ending that is known: text' it.dat './subject 20'
check 'JSON' jq -e . it.json >/dev/null
same 'the members of a point' "$(value '.points[0] | keys | join(" ")')" \
    'cpu efficiency lower max median min processors speedup speedup_max speedup_min times trials upper verdict'
same 'top level' "$(value '[.program, .trials, .warm_up, .complete, .unit] | tojson')" \
    '["./subject",2,1,true,"ns"]'
same 'arguments' "$(value '.args | tojson')" '["./subject","20","0"]'
same 'the profile' "$(value '.profile | [.file, .work, .span, .burdened_span, .parallelism] | tojson')" \
    '["qsort.prof",790519060,141903681,142100000,5.57081]'
check 'the two scripts are the same' cmp it.gp it.gnuplot
check 'gnuplot takes it' sh -c 'gnuplot <it.gp >by-hand.png 2>errors && test ! -s errors'
same 'PNG' "$(head -c 4 it.png | tail -c 3)" PNG
same 'no temporary files' "$(ls | grep -c tmp)" 0

# CSV as Cilkscale's benchmark script has it: its columns, then a time for each number, ascending.
same 'CSV: the header' "$(head -1 it.csv)" \
    'tag,work (seconds),span (seconds),parallelism,burdened_span (seconds),burdened_parallelism,1c time (seconds)'
same 'CSV: a row' "$(wc -l <it.csv)" 2
same 'CSV: as the report has it' "$(sed -n 2p it.csv | cut -d, -f1-6)" \
    "$(spanwise report --format=csv qsort.prof | sed -n 2p)"
same 'CSV: the median' "$(sed -n 2p it.csv | cut -d, -f7 | tr -d . | sed 's/^0*//')" \
    "$(value '.points[0].median')"
spanwise bench -P 1,9999 ./subject 2>err >out
same 'a P that is too large' $? 2
more=$((processors + 1))
spanwise bench -P "1,$more" --trials=1 --no-profile --format=csv ./subject 5 0 >it.csv 2>err
same 'CSV: without a profile' "$(sed 's/[0-9.]*$/TIME/' it.csv | tail -1)" ',,,,,,TIME'
has 'CSV: without a profile, the header' it.csv '^tag,work \(seconds\),.*,1c time \(seconds\)$'
has 'CSV: what is left out is said' err "^spanwise: .*CSV .*\b$processors\b"
if [ "$processors" -ge 2 ]; then
    spanwise bench -P 2,1 --trials=1 --no-profile --format=csv ./subject 5 0 >it.csv
    has 'CSV: ascending' it.csv ',1c time \(seconds\),2c time \(seconds\)$'
fi

# --format is for stdout, or for the files.
spanwise bench -P 1 --trials=1 --no-profile --format=json ./subject 5 0 >it.json 2>err
check '--format=json' jq -e '.profile == null' it.json >/dev/null
spanwise bench -P 1 --trials=1 --no-profile --format=json -o x.csv ./subject 5 0 >out 2>err
check '--format wins over the ending' jq -e . x.csv >/dev/null
has 'and the text is there too' out '^  1 .* [0-9.]+ '
spanwise bench -P 1 --trials=1 --no-profile --format=gnuplot ./subject 5 0 >it.gp 2>err
check 'a script without a prediction' sh -c 'gnuplot <it.gp >p.png 2>errors && test ! -s errors'
spanwise bench -P "1,$more" --trials=1 --profile=qsort.prof --format=png ./subject 5 0 >p.png 2>err
same 'PNG on stdout' "$(head -c 4 p.png | tail -c 3) $(grep -v 'is going to run' err)" 'PNG '

# No gnuplot: said before anything runs.
mkdir bin
ln -s "$BUILD/spanwise" bin/
PATH=$WORK/bin spanwise bench -o x.png ./subject 0 0 log log >out 2>err
same 'no gnuplot: status' $? 2
same 'no gnuplot: one line' "$(wc -l <err)" 1
names 'no gnuplot: message' err "spanwise: 'x.png' gnuplot --format=gnuplot"
check 'no gnuplot: nothing ran' test ! -e log -a ! -e x.png
printf '#!/bin/sh\nexit 3\n' >bin/gnuplot
chmod +x bin/gnuplot
printf '\211PNG old\n' >x.png && cp x.png old.png
PATH=$WORK/bin:$PATH spanwise bench -P 1 --trials=1 --no-profile -o x.png ./subject 0 0 >out 2>err
same 'gnuplot fails: status' $? 1
has 'gnuplot fails: message' err "^spanwise: .*'x.png'.*gnuplot"
has 'gnuplot fails: the text is there' out '^  1 .* [0-9.]+ '
check 'gnuplot fails: the old file stays' cmp x.png old.png

# The table fits, also a narrow terminal's words.
for width in 80 100; do
    COLUMNS=$width spanwise bench -P 1 --trials=1 --profile=qsort.prof ./subject 5 0 >out
    same "within $width columns" "$(awk -v w=$width 'length($0) > w' out)" ''
done

# Progress on a terminal only; one line, erased.
on_terminal() { script -qec "$*" /dev/null </dev/null | tr -d '\r'; }
esc=$(printf '\033')
# Lines are a tenth of a second apart.
on_terminal 'spanwise bench -P 1 --trials=3 --no-profile ./subject 150 0 >/dev/null' >got
has 'progress' got '\b1, trial 2 of 3\b.*\b1 of 3\b'
script -qec 'spanwise bench -P 1 --trials=3 --no-profile ./subject 5 0 >/dev/null' /dev/null </dev/null >got
same 'it is erased' "$(tr -d '\n' <got | sed 's/\r*Next: .*//' | tail -c 4 | od -An -c | tr -d ' ')" '\r033[K'
TERM=dumb on_terminal 'spanwise bench -P 1 --trials=3 --no-profile ./subject 5 0 >/dev/null' | sed '/^Next: /,$d; /^$/d' >got
same 'none on a dumb terminal' "$(grep -v 'is going to run' got)" ''
spanwise bench -P 1 --trials=3 --no-profile ./subject 5 0 >out 2>got
same 'none in a file' "$(grep -v 'is going to run' got)" ''
NO_COLOR='' on_terminal 'spanwise bench -P 1 --trials=3 --no-profile ./subject 5 0 2>/dev/null' >got
has 'colours on a terminal' got "$esc\[1m"
finish
