# Cache lines that threads fight over (--memory): what is planted is found, by its line, variable and kind, and the cause is contention;
# programs that share across barriers, dependences and locks, or not at all, are accused of nothing. All is counted, nothing timed.
. "$SOURCE/tests/lib.sh"

look() { # program case options...
    program=$1 case=$2
    shift 2
    spanwise run -q --meter=instructions --memory "$@" -o "$case.prof" "./$program" "$case" >out 2>errors
    same "$program $case: exit status" $? 0
    spanwise report --format=json -o "$case.json" "$case.prof"
}

line_of() { # source name: the line with that comment
    grep -n "/\* $2 \*/" "$SOURCE/tests/sharing/$1" | cut -d: -f1
}

# planted SOURCE PROGRAM CASE KIND VARIABLE [options...]
planted() {
    source=$1 program=$2 case=$3 kind=$4 variable=$5
    shift 5
    look "$program" "$case" "$@"
    same "$program $case" "$(jq -r '.sharing | .shared_lines[0] |
        "\(.sharing) \(if .name | startswith($variable) then $variable else .name end) \([.places[].line] | map(tostring) | index($line) != null)"' \
        --arg variable "$variable" --arg line "$(line_of "$source" "$case")" "$case.json")" "$kind $variable true"
    same "$program $case: cause" "$(jq -r '.verdict | "\(.cause) \(.line) \(.speedup_without)"' "$case.json")" \
        "contention $(line_of "$source" "$case") null"
    check "$program $case: a finding" jq -e '.findings | any(.kind == "shared" and .cause == "contention")' "$case.json" >/dev/null
}

# The block of the heap that the last one is of: where it was allocated.
allocated() { # SOURCE CASE
    same "$2: allocated" "$(jq -r '.sharing.shared_lines[0].allocated_line' "$2.json")" "$(line_of "$1" "$2, allocated")"
}

# healthy PROGRAM CASE [options...]
healthy() {
    program=$1 case=$2
    shift 2
    look "$program" "$case" "$@"
    check "$program $case: followed" jq -e '.sharing.followed' "$case.json" >/dev/null
    check "$program $case: nobody is accused" \
        jq -e '.sharing.pressure < 0.3 and (.findings | all(.kind != "shared"))' "$case.json" >/dev/null
}
