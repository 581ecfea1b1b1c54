# Constant memory, however long the run.
. "$SOURCE/tests/run/subject.sh"
build_subject

# The subject prints the most memory that it had, in kilobytes, as its last line. The kernel's figure for
# one and the same run varies by 200; a byte for each of the millions of calls would be thousands.
for act in 'recursion 20 40' 'spawns 1000 10000000'; do
    read -r name small large <<<"$act"
    profile $name $small
    before=$(tail -1 out)
    profile $name $large
    same "$name $large: status" "$got" 0
    within "$name $large takes no more memory than $name $small (kB)" "$(tail -1 out)" 1 $((before + 512))
done
same 'ten million spawns' "$(value .spawns)" 10000000
finish
