# Constant memory, however long the run.
. "$SOURCE/tests/run/subject.sh"
build_subject

# The subject prints the most memory that it had, in kilobytes, as its last line. The kernel's figure for
# one and the same run varies by 200; a byte for each of the millions of calls would be thousands.
long && depth=40 spawned=10000000 || depth=31 spawned=2000000
for act in "recursion 20 $depth" "spawns 1000 $spawned"; do
    read -r name small large <<<"$act"
    profile $name $small
    before=$(tail -1 out)
    profile $name $large
    same "$name $large: status" "$got" 0
    within "$name $large takes no more memory than $name $small (kB)" "$(tail -1 out)" 1 $((before + 512))
done
same 'all spawns' "$(value .spawns)" $spawned
finish
