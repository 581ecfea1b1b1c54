# Programs in C and C++ with Cilk, as projects build them: make, CMake, configure scripts, ccache, precompiled headers, modules, sanitizers,
# link-time optimization, libraries, and links by g++. All of them print the same. `make test` has a part of them.
. "$SOURCE/tests/lib.sh"
export CILK_NWORKERS=4
wanted='499500 610 14'
right() { same "$1" "$(shift; SPANWISE_QUIET=1 "$@" 2>&1)" "$wanted"; }

mkdir src
cat >src/sum.hh <<'END'
#pragma once
#include <cilk/cilk.h>
#include <string>
#include <vector>
long sum(const long *a, long n);
extern "C" long of_c(long n);
long more(long n);
template <class T> T twice(T x)
{
    T a = cilk_spawn [&] { return x; }();
    T b = x;
    cilk_sync;
    return a + b;
}
END
cat >src/sum.cpp <<'END'
#include "sum.hh"
long sum(const long *a, long n)
{
    if (n == 1)
        return *a;
    long x = cilk_spawn sum(a, n / 2);
    long y = sum(a + n / 2, n - n / 2);
    cilk_sync;
    return x + y;
}
END
cat >src/of_c.c <<'END'
#include <cilk/cilk.h>
long of_c(long n)
{
    if (n < 2)
        return n;
    long x = cilk_spawn of_c(n - 1);
    long y = of_c(n - 2);
    cilk_sync;
    return x + y;
}
END
cat >src/more.cxx <<'END'
#include "sum.hh"
long more(long n)
{
    std::vector<long> v(static_cast<std::size_t>(n));
    cilk_for (auto i = v.begin(); i != v.end(); ++i)
        *i = i - v.begin();
    return sum(v.data(), n);
}
END
cat >src/main.C <<'END'
#include "sum.hh"
#include <cstdio>
int main()
{
    long last = twice(5L) + static_cast<long>(twice(std::string("ab")).size());
    std::printf("%ld %ld %ld\n", more(1000), of_c(15), last);
}
END
touch -d '-1 hour' src/*

# make: its own rules, with dependencies.
cat >Makefile <<'END'
CXXFLAGS = -O2 -g -MMD -Wall -Wextra -Werror
CFLAGS = -O2 -g -MMD
VPATH = src
main: sum.o of_c.o more.o main.o
	$(CXX) $^ -o $@
%.o: %.cxx
	$(CXX) $(CXXFLAGS) -c $< -o $@
-include *.d
END
check make make -s CC=spanwise-cc CXX=spanwise-c++ && right make ./main
for file in sum more main; do
    has "dependencies of $file" $file.d 'sum\.hh'
done
check 'nothing to do' make -q CC=spanwise-cc CXX=spanwise-c++
touch src/sum.hh
check 'the header has changed' sh -c '! make -q CC=spanwise-cc CXX=spanwise-c++'
spanwise c++ -O2 -fPIC -c src/sum.cpp -MD -MF named.d -MT x.o -o named.o
has '-MF and -MT' named.d '^x\.o:.*src/sum\.cpp'
same 'no other dependencies' "$(grep -c '\.o:' named.d)" 1

# Linked by g++: serially, which it says, or with the flags.
check 'g++ links' g++ sum.o of_c.o more.o main.o -o linked && right 'g++, serially' ./linked
./linked 2>messages >out
has 'how to link is said' messages '^spanwise: .*--print-link-flags'
check 'g++ links what it is told' g++ sum.o of_c.o more.o main.o $(spanwise c++ --print-link-flags) -o linked
same 'g++, in parallel' "$(./linked 2>&1)" "$wanted"

# One command; what it may be given.
if long; then
    check 'all at once' spanwise c++ -O2 src/sum.cpp src/more.cxx src/main.C of_c.o -o once && right 'all at once' ./once
    printf -- '-O2 -x c++ src/sum.cpp src/more.cxx src/main.C -x none of_c.o\n-o "in file"\n' >args
    check 'response file' spanwise c++ @args && right 'response file' './in file'
fi
cp src/sum.cpp sum.txt
check 'by -x' spanwise c++ -O2 -Isrc -x c++ -c sum.txt -o sum2.o && check 'linking it' spanwise c++ sum2.o of_c.o more.o main.o -o two && right 'by -x' ./two
check 'standard of 11' spanwise c++ -std=c++11 -Isrc -c src/sum.cpp -o sum2.o
ways=(-flto)
! long || ways+=(-static '-ffunction-sections -Wl,--gc-sections')
for flags in "${ways[@]}"; do
    # shellcheck disable=SC2086 # words
    spanwise cc -O2 $flags -c src/of_c.c -o of_c2.o
    check "$flags" spanwise c++ -O2 $flags src/sum.cpp src/more.cxx src/main.C of_c2.o -o with && right "$flags" ./with
done
for kind in $(! long || echo address undefined thread); do
    spanwise cc -O1 -g -fsanitize=$kind -c src/of_c.c -o of_c2.o
    check "-fsanitize=$kind" spanwise c++ -O1 -g -fsanitize=$kind src/sum.cpp src/more.cxx src/main.C of_c2.o -o with && right "-fsanitize=$kind" ./with
done

# Libraries: shared and not, with the runtime from the program or with their own.
spanwise c++ -O2 -fPIC -c src/more.cxx -o pic.o
check 'shared library' spanwise c++ -shared named.o pic.o -o libsum.so
check 'a program of g++ with it' g++ -O2 main.o of_c.o -L. -lsum -Wl,-rpath,"$WORK" -o with && same 'it is parallel' "$(./with 2>&1)" "$wanted"
check 'library of g++' g++ -shared named.o pic.o -o libsum.so
check 'our program with it' spanwise c++ main.o of_c.o -L. -lsum -Wl,-rpath,"$WORK" -o with && same 'it is parallel, too' "$(./with 2>&1)" "$wanted"

# Precompiled headers: with Cilk in them, they are for those who want one; the program is the same.
check 'precompiled header' spanwise c++ -O2 -w -x c++-header src/sum.hh -o src/sum.hh.gch
check 'by its name' spanwise c++ -O2 -w -c src/sum.hh && check 'its name' test -f src/sum.hh.gch
check 'with it' spanwise c++ -O2 -Winvalid-pch src/sum.cpp src/more.cxx src/main.C of_c.o -o with && right 'with it' ./with
rm src/sum.hh.gch

# Modules: files with keywords may import them, but not be some.
printf 'export module half;\nexport int half(int x) { return x / 2; }\n' >half.cc
printf 'import half;\nint main() { int x = cilk_spawn half(4); cilk_sync; return x - 2; }\n' >import.cc
printf 'export module spawns;\nint f(int x) { return x; }\nexport int two() { int y = cilk_spawn f(2); cilk_sync; return y; }\n' >spawns.cc
check 'a module' spanwise c++ -std=c++20 -fmodules-ts -c half.cc
check 'imported' spanwise c++ -std=c++20 -fmodules-ts import.cc half.o -o with && check 'it runs' ./with
spanwise c++ -std=c++20 -fmodules-ts -c spawns.cc 2>messages
same 'a module with keywords: status' $? 1
has 'a module with keywords' messages '^spawns.cc:1:[0-9]+: error: .* module'

# What configure scripts of autoconf ask.
printf 'int main() { return 0; }\n' >conftest.cpp
check 'configure: -v' spanwise-c++ -v 2>messages
check 'configure: an empty program' spanwise-c++ -g -O2 conftest.cpp -o conftest && check 'it runs' ./conftest
same 'configure: -E' "$(spanwise-c++ -E conftest.cpp | grep -v '^#')" 'int main() { return 0; }'
if long && type autoconf >/dev/null 2>&1; then
    mkdir conf
    cp -r src conf
    cat >conf/configure.ac <<'END'
AC_INIT([forms], [1])
AC_CONFIG_SRCDIR([src/sum.cpp])
AC_PROG_CC
AC_PROG_CXX
AC_PROG_CPP
AC_PROG_CXXCPP
AC_LANG([C++])
AC_CHECK_HEADERS([vector cilk/cilk.h])
AC_MSG_CHECKING([for cilk_spawn])
AC_LINK_IFELSE([AC_LANG_PROGRAM([[int f(int x) { return x; }]], [[int x = cilk_spawn f(1); cilk_sync; return x;]])],
    [AC_MSG_RESULT([yes])], [AC_MSG_ERROR([it is not there])])
AC_CONFIG_FILES([Makefile])
AC_OUTPUT
END
    sed 's/^CXXFLAGS =/CC = @CC@\nCXX = @CXX@\nCXXFLAGS =/; s/^CFLAGS =.*/CFLAGS = @CFLAGS@/' Makefile >conf/Makefile.in
    check autoconf sh -c 'cd conf && autoconf && ./configure CC=spanwise-cc CXX=spanwise-c++ >configure.txt 2>&1 && make -s' && right autoconf ./conf/main
fi

# ccache: what it takes from its cache is what we would have made, also after a change of a header or of an option.
if type ccache >/dev/null 2>&1; then
    export CCACHE_DIR=$WORK/ccache CCACHE_CONFIGPATH=/dev/null
    mkdir ccache
    unset CCACHE_BASEDIR CCACHE_NOHASHDIR
    hits() { ccache --print-stats | awk '/^(direct|preprocessed)_cache_hit/ { n += $2 } END { print n }'; }
    cat >value.hh <<'END'
#define VALUE 7
END
    printf '#include "value.hh"\nint f(int x) { return x; }\nint main() { int y = cilk_spawn f(VALUE); cilk_sync; return y; }\n' >cached.cc
    touch -d '-1 hour' value.hh cached.cc
    for way in $(some 2 direct preprocessed); do
        [ $way = direct ] || export CCACHE_NODIRECT=1
        ccache -z -C >/dev/null
        for round in 1 2; do
            rm -f cached.o
            check "ccache, $way $round" ccache spanwise-c++ -O2 -c cached.cc -o cached.o
            check 'it links' spanwise-c++ cached.o -o cached
            status 'it runs' 7 ./cached
        done
        same "ccache hits, $way" "$(hits)" 1
    done
    printf '#define VALUE 8\n' >value.hh
    check 'another value' ccache spanwise-c++ -O2 -c cached.cc -o cached.o
    spanwise-c++ cached.o -o cached
    status 'it is the new one' 8 ./cached
fi

# CMake: compilers are recognized, checks succeed, a library, a precompiled header, optimization across files.
if type cmake >/dev/null 2>&1; then
    cat >CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.16)
project(forms C CXX)
include(CheckCXXSourceCompiles)
include(CheckIPOSupported)
check_cxx_source_compiles("int f(int x) { return x; } int main() { int x = cilk_spawn f(1); cilk_sync; return x; }" HAS_CILK)
check_ipo_supported(LANGUAGES C CXX)
if(NOT HAS_CILK)
  message(FATAL_ERROR "no cilk_spawn")
endif()
set(CMAKE_CXX_STANDARD 17)
add_library(sum SHARED src/sum.cpp)
add_library(of_c STATIC src/of_c.c)
add_executable(main src/main.C src/more.cxx)
target_precompile_headers(main PRIVATE src/sum.hh)
target_link_libraries(main sum of_c)
add_executable(lto src/main.C src/more.cxx src/sum.cpp)
set_property(TARGET lto PROPERTY INTERPROCEDURAL_OPTIMIZATION ON)
target_link_libraries(lto of_c)
END
    check 'CMake configures' env CC='spanwise cc' CXX='spanwise c++' cmake -S . -B cmake -DCMAKE_BUILD_TYPE=RelWithDebInfo >configured 2>&1
    has 'CMake knows the compiler' configured 'CXX compiler identification is GNU'
    check 'CMake builds' cmake --build cmake --target $(some 2 main lto) >built 2>&1 || cat built >&2
    right CMake ./cmake/main
    ! long || right 'CMake, across files' ./cmake/lto
fi
finish
