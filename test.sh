#!/bin/bash
# From a fresh machine to green tests: installs, builds with warnings as errors,
# runs every test, builds again with AddressSanitizer and UBSan and runs the unit
# tests and the driver's, then the short forms of the benchmarks.
#
#   ./test.sh [--no-sanitizers] [--no-bench]
#
# ROOFLINE_PRESET=ci: builds a folder of sources at once, which is quicker from scratch
# and slower after a change. Results for machines: build/results/*.xml (JUnit). Exit code
# 0 if all passed.
set -u -o pipefail
cd "$(dirname "$0")" || exit 1

sanitizers=1 bench=1
for option in "$@"; do
  case $option in
    --no-sanitizers) sanitizers= ;;
    --no-bench) bench= ;;
    *) echo "usage: ./test.sh [--no-sanitizers] [--no-bench]" >&2; exit 1 ;;
  esac
done

results=$PWD/build/results
failed=() times=()

# step NAME COMMAND...: runs it, remembers its time and a failure, goes on.
step() {
  local name=$1 begin=$SECONDS status=passed
  shift
  printf '\n==== %s\n' "$name"
  "$@" || status=FAILED
  printf '==== %s: %s (%d s)\n' "$name" $status $((SECONDS - begin))
  times+=("$(printf '%5d s  %s' $((SECONDS - begin)) "$name")")
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

build() { # PRESET: of CMakePresets.json
  local launcher=()
  command -v ccache >/dev/null && launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
  cmake --preset "$1" "${launcher[@]}" && cmake --build --preset "$1"
}

run_ctest() { # FOLDER NAME OPTION...
  local folder=$1 name=$2
  shift 2
  ctest --test-dir "$folder" --output-on-failure -j "$(nproc)" --no-tests=error \
    --output-junit "$results/$name.xml" "$@"
}

run_lit() { # FOLDER NAME
  /usr/lib/llvm-22/bin/lit -sv --xunit-xml-output "$results/$2.xml" "$1/test"
}

check_format() {
  git ls-files '*.cpp' '*.h' | xargs clang-format-22 --dry-run --Werror
}

# Predictions beside measured designs, where ROOFLINE_BOARD_DATA names their folder; the
# repository has none of them, so else the script checks itself on made-up times.
board_benchmark() {
  local data=${ROOFLINE_BOARD_DATA:-}
  if [ -n "$data" ]; then
    bench/board/board.py "$data" --designs 60 --roofline build/bin/roofline &&
      bench/board/transform.py "$data" --roofline build/bin/roofline
  else
    bench/board/board.py --self-check --roofline build/bin/roofline &&
      bench/board/advice.py --self-check --roofline build/bin/roofline &&
      bench/board/transform.py --self-check --roofline build/bin/roofline
  fi
}

# Tests that need what Debian 12 lacks are left out where it cannot be had.
newer_tools() {
  scripts/newer-tools.sh || echo "left out: tests of cocotb and of routers for ECP5 and Series 7"
}

clock_benchmark() {
  local newer
  bench/clock/clock.py --roofline build/bin/roofline --short || return 1
  newer=$(scripts/newer-tools.sh 2>/dev/null) || return 0
  local PATH=$PATH:$newer
  bench/clock/clock.py --roofline build/bin/roofline --family ecp5 --short &&
    bench/clock/clock.py --roofline build/bin/roofline --family xc7 --short
}

short_benchmarks() {
  local status=0
  part bench/hpca16/run.py --roofline build/bin/roofline || status=1
  part bench/hpca16/byhand.py --roofline build/bin/roofline || status=1
  part bench/overhead/overhead.py --plugin build/lib/libRoofline.so --short || status=1
  part bench/lookup3/lookup3.py --roofline build/bin/roofline --keys 16384 || status=1
  part bench/profile/profile.py --plugin build/lib/libRooflineProfile.so --runs 1 || status=1
  part bench/measure/measure.py --roofline build/bin/roofline \
    --native build/bench/measure/bench-native --short || status=1
  part bench/float/float.py --build build --short || status=1
  part clock_benchmark || status=1
  part build/bench/dac17/bench-dac17 || status=1
  part bench/stencil/stencil.py --build build --short || status=1
  part board_benchmark || status=1
  return $status
}

step "set-up" scripts/setup.sh || exit 1
step "newer tools" newer_tools
rm -rf "$results"
step "format" check_format
step "build" build "${ROOFLINE_PRESET:-release}" || exit 1
mkdir -p "$results"
step "unit tests and samples" run_ctest build ctest -E '^lit$'
step "lit" run_lit build lit
step "package" scripts/package.sh build
# Unoptimised, so that no use of an object is optimised away before it is checked;
# line tables alone, and reports still name the line. A folder at once, so that its
# headers are read once: a third of the time.
if [ $sanitizers ]; then
  step "build with sanitizers" build sanitized &&
    {
      step "unit tests with sanitizers" run_ctest build-asan ctest-sanitized \
        -E '^(lit|samples\..*)$'
      step "driver tests with sanitizers" run_lit build-asan lit-sanitized
    }
fi
if [ $bench ]; then
  step "short benchmarks" short_benchmarks
  step "corpus" bench/corpus/corpus.py --plugin build/lib/libRoofline.so --short
fi

printf '\nwhat the steps took:\n'
printf '%s\n' "${times[@]}" | sort -rn
echo
if [ ${#failed[@]} -gt 0 ]; then
  printf 'test.sh: FAILED: %s\n' "${failed[@]}"
  exit 1
fi
echo "test.sh: all passed in $SECONDS s"
