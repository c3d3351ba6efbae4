#!/bin/sh
# Installs what Roofline needs on Debian 12, and only what is missing. As root, or with sudo,
# which may ask for your password; nothing else is asked. Says what is missing first, removes
# no package, and touches nothing but packages.
#
#   scripts/setup.sh analysis   # builds and runs the analyser
#   scripts/setup.sh cores      # also simulators and a synthesiser, which prove hardware
#   scripts/setup.sh            # also all that the tests and benchmarks run
#   scripts/setup.sh -n [..]    # says what it would install, and ends
#
# The build itself fetches Vega-Lite by npm, each package by the hash in
# tools/plot-libraries/package-lock.json, and runs none of their scripts.
set -eu

dry=
if [ "${1:-}" = -n ]; then
  dry=yes
  shift
fi

analysis="
  cmake ninja-build git ccache binutils libstdc++-12-dev
  llvm-22-dev clang-22 libclang-22-dev lld-22 libclc-22 libxml2-dev
  opencl-c-headers
"
cores="
  verilator make g++ iverilog yosys
  bubblewrap
"
tests="
  dpkg-dev file
  llvm-22-tools libclang-rt-22-dev clang-format-22
  llvm-19-dev clang-19 libclang-19-dev llvm-19-tools
  libgtest-dev libbenchmark-dev libisl-dev
  pocl-opencl-icd ocl-icd-opencl-dev opencl-clhpp-headers
  oclgrind liboclgrind-dev llvm-14-dev
  chromium
  nextpnr-ice40 fpga-icestorm
  slurm-wlm munge
  debootstrap
  python3 python3-yaml python3-pygments python3-jsonschema python3-pandas
  python3-pip python3-setuptools python3-wheel
  vim
"
# Vega-Lite comes from npm; other distributions of Node.js bring it too.
command -v npm >/dev/null || tests="$tests npm"

case ${1:-all} in
  analysis) packages=$analysis ;;
  cores) packages="$analysis $cores" ;;
  all) packages="$analysis $cores $tests" ;;
  *)
    echo "usage: scripts/setup.sh [-n] [analysis|cores|all]" >&2
    exit 1
    ;;
esac

missing=
for package in $packages; do
  state=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null || true)
  [ "$state" = installed ] || missing="$missing $package"
done
if [ -z "$missing" ]; then
  echo "set-up: every package is installed"
  exit 0
fi

echo "set-up: missing, from the Debian archives that apt knows:$missing"
[ -z "$dry" ] || exit 0
as_root=
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null; then
    echo "set-up: needs root, or sudo, to install:$missing" >&2
    exit 1
  fi
  echo "set-up: sudo runs apt-get, and may ask for your password"
  as_root=sudo
fi
# sudo drops variables that are not on its own command line.
$as_root env DEBIAN_FRONTEND=noninteractive apt-get update -q
# shellcheck disable=SC2086 # one word per package
$as_root env DEBIAN_FRONTEND=noninteractive \
  apt-get install -y -q --no-install-recommends --no-remove $missing
