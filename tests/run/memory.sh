# Constant memory, however long the run; and three runs in a row agree.
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

check 'build pqsort' spanwise cc -O2 -g "$SOURCE/examples/pqsort.c" -o pqsort
for _ in 1 2 3; do
    spanwise run -q -o it.prof ./pqsort 3000000 >out 2>err
    spanwise report --format=json it.prof | jq .parallelism
done >parallelism
within 'three runs of pqsort: largest over smallest parallelism' \
    "$(sort -n parallelism | sed -n '1p;$p' | tr '\n' ' ' | awk '{ print $2 / $1 }')" 1 1.05
finish
