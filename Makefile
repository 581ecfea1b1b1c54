# Thin front to CMake: the targets that a user types. Everything else lives in CMakeLists.txt.
BUILD  ?= build
PREFIX ?= /usr/local
CMAKE_FLAGS ?=
TESTS  ?=
STRESS_HOURS ?= 8
ATTACK_MINUTES ?= 60

.PHONY: all setup configure tests test test-timing test-long test-other stress demo bench verdicts install deb format tidy coverage release page site clean
.NOTPARALLEL: # one after the other, under -j too: the packages, then what needs them

all: configure
	@cmake --build $(BUILD)

configure: $(BUILD)/build.ninja
$(BUILD)/build.ninja:
	@cmake/setup build
	@cmake -S . -B $(BUILD) -G Ninja -DCMAKE_INSTALL_PREFIX=$(PREFIX) $(CMAKE_FLAGS)

# Installs whatever packages are missing on a Debian machine; does nothing where all is there. A build
# tree from before looks again for the tools that it had not found, or their tests would stay left out.
setup:
	@cmake/setup test
	@if grep -qs '^SW_.*-NOTFOUND$$' $(BUILD)/CMakeCache.txt; then cmake $(BUILD); fi

tests: setup all
	@cmake --build $(BUILD) --target tests/all

# What is certain, on any machine, whatever else runs there. One more at a time than there are processors: some tests wait more
# than they work.
test: tests
	@tests/timed $(BUILD) -j$$(($$(nproc) + 1)) -LE 'timing|long' $(if $(TESTS),-R '$(TESTS)')

# What depends on time, one after the other, for a quiet machine: each figure is printed beside its limits.
test-timing: tests
	@tests/timed $(BUILD) -L timing $(if $(TESTS),-R '$(TESTS)')

# More of the same than `make test` has time for; then the attack of doc/security.md, for as long as one likes: hostile files and
# names, behaviours of programs, signals.
test-long: tests
	@tests/timed $(BUILD) -j$$(($$(nproc) + 1)) -L long $(if $(TESTS),-R '$(TESTS)')
	@BUILD=$(abspath $(BUILD)) SOURCE=$(CURDIR) ATTACK_MINUTES=$(ATTACK_MINUTES) bash tests/attack/long.sh

# What `make test` runs, for the other architecture, in an emulator: two hours at most, and where it stopped it goes on the next time.
test-other:
	@cmake/setup other
	@TESTS='$(TESTS)' tests/other/run

# The scheduler's stress test, for a night; its progress a line a round.
stress: tests
	@BUILD=$(abspath $(BUILD)) SOURCE=$(CURDIR) LONG=1 \
	    STRESS_SECONDS=$$(awk 'BEGIN { print int(3600 * $(STRESS_HOURS)) }') \
	    bash tests/sched/stress.sh

demo: all
	@examples/demo $(BUILD)

bench: tests
	@bench/run $(BUILD)
	@bench/cxx-run $(BUILD)
	@bench/openmp-run $(BUILD)
	@bench/threads-run $(BUILD)
	@bench/memory-run $(BUILD)
	@bench/sample-run $(BUILD)
	@bench/predict-run $(BUILD)
	@bench/machine-run $(BUILD)
	@$(BUILD)/tests/bench-emulator
	@$(BUILD)/tests/bench-tree

# How many planted causes 'spanwise why' finds, of programs whose truth is known: a table, and a score. REAL=1 runs the repaired
# ones on two cores too, which have to be free. MEMORY=1 looks at memory, too.
verdicts: all
	@tests/corpus/score.py $(if $(REAL),--real) $(if $(MEMORY),--options=--memory) $(BUILD) $(PROGRAMS)

install: all
	@DESTDIR=$(DESTDIR) cmake --install $(BUILD) --prefix $(PREFIX)

# A Debian package: 'sudo apt install ./build/spanwise_*.deb', 'sudo apt remove spanwise'. With manual pages and completion.
deb: all
	@cmake/deb $(BUILD)

format:
	@git ls-files '*.c' '*.h' | grep -v -e tests/cc/refused.c -e tests/profile/subject.c -e tests/sleds/programs/ | xargs clang-format -i

# The checks of .clang-tidy, over the folders that pass them.
tidy: configure
	@cmake/setup tidy
	@mkdir -p $(BUILD)/tidy
	@sed 's/ -fno-tree-loop-distribute-patterns//' $(BUILD)/compile_commands.json >$(BUILD)/tidy/compile_commands.json
	@git ls-files 'base/*.c' 'console/*.c' 'engine/*.c' 'profile/*.c' | xargs -P $$(nproc) -n 8 clang-tidy -p $(BUILD)/tidy --quiet

# What the tests run of the tool, by folder, in a build of its own: those of 'make test', or TESTS of them.
coverage: setup
	@cmake -S . -B $(BUILD)-coverage -G Ninja -DSW_COVERAGE=ON $(CMAKE_FLAGS)
	@cmake --build $(BUILD)-coverage --target all tests/all
	@find $(BUILD)-coverage -name '*.gcda' -delete
	@tests/timed $(BUILD)-coverage -j$$(($$(nproc) + 1)) -LE 'timing|long' $(if $(TESTS),-R '$(TESTS)') || true
	@cmake/coverage $(BUILD)-coverage

# Dates the CHANGELOG's "Next", commits and tags: make release VERSION=1.2.3
release:
	@cmake/release '$(VERSION)'

# The report's page, which is part of the sources: only who changes web/src needs node and npm.
page:
	@cd web && npm ci --silent --ignore-scripts --no-audit --no-fund && node build.mjs

# The documentation as pages for a browser; needs cmark-gfm.
site:
	@doc/site/build $(BUILD)/site

clean:
	@rm -rf $(BUILD)
