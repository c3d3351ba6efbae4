#!/bin/bash
# From a fresh machine to green tests: installs what is missing, builds with assertions and
# with warnings as errors, runs the tests of a change.
#
#   ./test.sh         # 7 to 19 minutes on two cores, by machine
#   ./test.sh --all   # also what runs nightly: every synthesis and large simulation, the
#                     # packages, sanitizers, the short forms of the benchmarks
#
# Results for machines: build/results/*.xml (JUnit). Exit code 0 if all passed.
set -u -o pipefail
cd "$(dirname "$0")" || exit 1

all=
case $* in
  "") ;;
  --all) all=1 ;;
  *) echo "usage: ./test.sh [--all]" >&2; exit 1 ;;
esac

results=$PWD/build/results
failed=() times=()

# What the commands that have ended took of all cores together [s].
cpu_seconds() {
  local stat
  read -r -a stat <"/proc/$$/stat"
  echo $(((stat[15] + stat[16]) / $(getconf CLK_TCK)))
}

# step NAME COMMAND...: runs it, remembers its time and a failure, goes on.
step() {
  local name=$1 begin=$SECONDS cpu status=passed
  cpu=$(cpu_seconds)
  shift
  printf '\n==== %s\n' "$name"
  "$@" || status=FAILED
  cpu=$(($(cpu_seconds) - cpu))
  printf '==== %s: %s (%d s)\n' "$name" $status $((SECONDS - begin))
  times+=("$(printf '%5d s  %5d s of CPU  %s' $((SECONDS - begin)) $cpu "$name")")
  [ $status = passed ] && return 0
  failed+=("$name")
  return 1
}

# part COMMAND...: runs a part of a step and says what it took.
part() {
  local begin=$SECONDS status=0
  "$@" || status=1
  printf -- '---- %s: %d s\n' "$1" $((SECONDS - begin))
  return $status
}

build() { # PRESET TARGET...
  local preset=$1
  shift
  cmake --preset "$preset" && cmake --build --preset "$preset" ${1:+--target "$@"}
}

run_ctest() { # FOLDER NAME OPTION...
  local folder=$1 name=$2
  shift 2
  ctest --test-dir "$folder" --output-on-failure -j "$(nproc)" --no-tests=error \
    --output-junit "$results/$name.xml" "$@"
}

run_lit() { # FOLDER NAME OPTION...
  local folder=$1 name=$2
  shift 2
  /usr/lib/llvm-22/bin/lit -sv --xunit-xml-output "$results/$name.xml" "$@" "$folder/test"
}

check_format() {
  git ls-files '*.cpp' '*.h' | xargs -P "$(nproc)" -n 100 clang-format-22 --dry-run --Werror
}

# Says whose Verilog has changed: results of yosys are kept by its hash.
changed_cores() {
  local new
  new=$(git status --porcelain test/synthesis | wc -l)
  [ "$new" -eq 0 ] || echo "synthesised anew, and to be committed: $new cores (git status test/synthesis)"
}

# Every kept result again, from an empty folder.
fresh_synthesis() {
  local fresh=$PWD/build/synthesis
  rm -rf "$fresh"
  mkdir -p "$fresh"
  run_lit build lit-nightly --param nightly=1 --param kept_synthesis="$fresh" || return 1
  diff -r test/synthesis "$fresh" ||
    { echo "kept results differ from new ones, or belong to no core: take build/synthesis" >&2; return 1; }
}

sanitized() { # TOWER
  build sanitized "$1" "$1-tests" devices schemas &&
    run_ctest build-asan "ctest-sanitized-$1" -L "$1" -LE nightly
}

# The analyser with LLVM 19 and 22.
llvm_versions() {
  scripts/matrix.sh --quick
}

package() {
  build release product manual && scripts/package.sh build-release
}

# Predictions beside measured designs, where ROOFLINE_BOARD_DATA names their folder; the
# repository has none of them, so else the script checks itself on made-up times.
board_benchmark() {
  local data=${ROOFLINE_BOARD_DATA:-}
  if [ -n "$data" ]; then
    bench/board/board.py "$data" --designs 60 --roofline build-release/bin/roofline &&
      bench/board/transform.py "$data" --roofline build-release/bin/roofline
  else
    bench/board/board.py --self-check --roofline build-release/bin/roofline &&
      bench/board/advice.py --self-check --roofline build-release/bin/roofline &&
      bench/board/transform.py --self-check --roofline build-release/bin/roofline
  fi
}

# Tests that need what Debian 12 lacks are left out where it cannot be had.
newer_tools() {
  scripts/newer-tools.sh || echo "left out: tests of cocotb and of routers for ECP5 and Series 7"
}

clock_benchmark() {
  local newer
  bench/clock/clock.py --roofline build-release/bin/roofline --short || return 1
  newer=$(scripts/newer-tools.sh 2>/dev/null) || return 0
  local PATH=$PATH:$newer
  bench/clock/clock.py --roofline build-release/bin/roofline --family ecp5 --short &&
    bench/clock/clock.py --roofline build-release/bin/roofline --family xc7 --short
}

short_benchmarks() {
  local status=0
  part bench/hpca16/run.py --roofline build-release/bin/roofline || status=1
  part bench/hpca16/byhand.py --roofline build-release/bin/roofline || status=1
  part bench/overhead/overhead.py --plugin build-release/lib/libRoofline.so --short || status=1
  part bench/lookup3/lookup3.py --roofline build-release/bin/roofline --keys 16384 || status=1
  part bench/profile/profile.py --plugin build-release/libexec/roofline/libRooflineProfile.so --runs 1 || status=1
  part bench/measure/measure.py --roofline build-release/bin/roofline \
    --native build-release/bench/measure/bench-native --short || status=1
  part bench/float/float.py --build build-release --short || status=1
  part clock_benchmark || status=1
  part build-release/bench/dac17/bench-dac17 || status=1
  part bench/stencil/stencil.py --build build-release --short || status=1
  part board_benchmark || status=1
  part bench/vitis/vitis.py --self-check --build build-release || status=1
  return $status
}

step "set-up" scripts/setup.sh || exit 1
rm -rf "$results"
step "format" check_format
step "build" build all || exit 1
mkdir -p "$results"
step "unit tests" run_ctest build ctest -E '^lit$' -LE nightly
if [ ! $all ]; then
  step "lit" run_lit build lit
  changed_cores
else
  step "newer tools" newer_tools
  step "build of nightly tests" build all nightly
  step "nightly unit tests and samples" run_ctest build ctest-nightly -L nightly
  step "lit, with all syntheses" fresh_synthesis
  step "packages" package
  step "LLVM 19 and 22" llvm_versions
  step "sanitizers: analysis" sanitized analysis
  step "sanitizers: cores" sanitized cores &&
    step "build of driver tests with sanitizers" build sanitized &&
    step "driver tests with sanitizers" run_lit build-asan lit-sanitized
  step "build for benchmarks" build release product benchmarks &&
    step "short benchmarks" short_benchmarks &&
    step "corpus" bench/corpus/corpus.py --plugin build-release/lib/libRoofline.so --short
fi

printf '\nwhat the steps took:\n'
printf '%s\n' "${times[@]}" | sort -rn
echo
if [ ${#failed[@]} -gt 0 ]; then
  printf 'test.sh: FAILED: %s\n' "${failed[@]}"
  exit 1
fi
echo "test.sh: all passed in $SECONDS s, $(cpu_seconds) s of CPU"
