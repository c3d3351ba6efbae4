#!/bin/sh
# Writes the cores of test kernels, lints them, lets yosys read them, simulates
# them; no tool may warn, and every testbench must pass.
#
#   simulate.sh TOOL WRITE-CORE RTL FOLDER "KERNEL LANES VECTOR FORM" ...
#
# TOOL: iverilog or verilator; none: writes alone.
tool=$1 writer=$2 rtl=$3 folder=$4
shift 4

fail() {
  echo "$design: $1"
  head -n 20 "${2:-/dev/null}"
  exit 1
}

# Fails unless the command succeeds without a word.
silently() {
  "$@" > log 2>&1 || fail "$1 failed" log
  [ -s log ] && fail "$1 says" log
  return 0
}

rm -rf "$folder"
for design in "$@"; do
  out=$folder/$(echo "$design" | tr ' :' '--')
  mkdir -p "$out"
  # The four words of the design.
  top=$($writer $design "$rtl" "$out") || exit 1
  top=${top%% *}
  [ "$tool" = none ] && continue
  cd "$out" || exit 1
  modules=$(ls rtl/*.v 2> /dev/null | tr '\n' ' ')
  silently verilator --lint-only -Wall --top-module "$top" *.v $modules
  silently yosys -q -p "read_verilog *.v $modules; hierarchy -check -top $top;
                        proc; flatten; opt_clean; check -assert"
  if [ "$tool" = iverilog ]; then
    silently iverilog -g2005 -Wall -t null -s "$top" *.v $modules
    silently iverilog -g2012 -Wall -s "${top}_tb" -o tb.vvp *.v $modules tb/*.v
    timeout 300 vvp -n tb.vvp > sim.log 2>&1 || fail "simulation" sim.log
  else
    verilator --binary --timing -Wno-fatal -CFLAGS -O0 --top-module \
      "${top}_tb" *.v $modules tb/*.v > build.log 2>&1 ||
      fail "verilator" build.log
    timeout 300 "obj_dir/V${top}_tb" > sim.log 2>&1 || fail "simulation" sim.log
  fi
  grep -q '^PASS' sim.log || fail "no PASS" sim.log
  echo "$design: $(grep predicted sim.log)"
done
