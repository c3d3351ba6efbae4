#!/bin/sh
# Installs what building and testing Roofline needs on Debian 12, and only what is
# missing. As root, or with sudo.
set -eu

packages="
  cmake ninja-build g++ git ccache dpkg-dev file
  llvm-22-dev llvm-22-tools clang-22 libclang-rt-22-dev clang-format-22 libclang-22-dev libclc-22
  libgtest-dev libbenchmark-dev libisl-dev
  pocl-opencl-icd ocl-icd-opencl-dev opencl-clhpp-headers opencl-c-headers
  oclgrind liboclgrind-dev llvm-14-dev
  chromium
  verilator make iverilog yosys nextpnr-ice40 fpga-icestorm
  slurm-wlm munge
  debootstrap bubblewrap
  python3 python3-yaml python3-pygments python3-jsonschema
"

# Vega-Lite comes from npm; other distributions of Node.js bring it too.
command -v npm >/dev/null || packages="$packages npm"

missing=
for package in $packages; do
  state=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null || true)
  [ "$state" = installed ] || missing="$missing $package"
done
if [ -z "$missing" ]; then
  echo "set-up: every package is installed"
  exit 0
fi

as_root=
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null; then
    echo "set-up: needs root, or sudo, to install:$missing" >&2
    exit 1
  fi
  as_root=sudo
fi
echo "set-up: installing$missing"
export DEBIAN_FRONTEND=noninteractive
$as_root apt-get update -q
# shellcheck disable=SC2086 # one word per package
$as_root apt-get install -y -q --no-install-recommends $missing
