# Every instruction of some libraries, and of the tool, is as long as objdump says, and goes where it
# says. The tool is the compiler's code, libc and libm are also people's, with every extension there is.
. "$SOURCE/tests/lib.sh" || exit 1
for file in "$BUILD/spanwise" $(ldd "$BUILD/spanwise" | grep -o '/[^ ]*/lib[cm]\.so[^ ]*'); do
    objdump -d -w "$file" 2>objdump.err | "$BUILD/tests/translate/test-translate-decode" >out
    same "$file" "$? $(cat out)" "0 $(sed 's/ [0-9]* wrong/ 0 wrong/' out)"
done
check 'there were libraries' test -n "$(ldd "$BUILD/spanwise" | grep libc.so)"
finish
