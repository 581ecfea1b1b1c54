# The machines whose descriptions come with the tool: all are listed, can be read, and say where their figures are from.
. "$SOURCE/tests/lib.sh" || exit 1
export XDG_CACHE_HOME=$WORK/cache
spanwise calibrate --list >list 2>err
same 'nothing on stderr' "$(cat err)" ''
same 'as many as there are' "$(wc -l <list)" "$(ls "$SOURCE"/machines/*.machine | wc -l)"
for file in "$SOURCE"/machines/*.machine; do
    name=$(basename "$file" .machine)
    has "$name: listed, with its cores" list "^$name +.*, [0-9]+ cores, "
    has "$name: a source" "$file" '^# Source: .*'
    for key in architecture processors l2_bytes llc_bytes llc_cores bandwidth_mb_s; do
        has "$name: $key" "$file" "^$key = "
    done
done
status 'with another option' 2 spanwise calibrate --list --show 2>err
has 'with another option: told' err '^spanwise: --list '
finish
