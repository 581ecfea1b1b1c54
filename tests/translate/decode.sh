# Every instruction of x86-64's libc and libm is as long as objdump says, goes where it says, and reads or writes memory as it says.
# Both are also people's code, with every extension there is. On another machine they are the cross compiler's; on x86-64 the tool is
# looked at too, which is the compiler's code.
. "$SOURCE/tests/lib.sh" || exit 1
objdump=x86_64-linux-gnu-objdump
if [ "$(uname -m)" = x86_64 ]; then
    objdump=objdump
    set -- "$BUILD/spanwise" $(ldd "$BUILD/spanwise" | grep -o '/[^ ]*/lib[cm]\.so[^ ]*')
else
    set -- /usr/x86_64-linux-gnu/lib/lib[cm].so.6
fi
check 'there are libraries' test -e "${2-}"
for file in "$@"; do
    "$objdump" -d -w "$file" 2>objdump.err | "$BUILD/tests/translate/test-translate-decode" >out
    same "$file" "$? $(cat out)" "0 $(sed 's/ [0-9]* wrong/ 0 wrong/' out)"
done
finish
