#!/bin/sh
# Tools that Debian 12 lacks and tests take where they are: routers and cocotb. Makes
# a Debian of its own, the coming release, in a folder of the user's cache, and a command
# for each tool that runs it there. Prints the folder of these commands.
#
#   PATH=$PATH:$(scripts/newer-tools.sh)
#
# Exit code 1 with the reason where it cannot; nothing but that folder is touched. As root,
# or with sudo. To take newer ones: remove the folder.
#
# Packages are checked against Debian's own signature. The coming release changes from day
# to day: the folder's file `versions` says what was taken, and a day of the archive is taken
# again by its snapshot:
#
#   ROOFLINE_SNAPSHOT=20260901T000000Z scripts/newer-tools.sh
set -eu

folder=${XDG_CACHE_HOME:-$HOME/.cache}/roofline/newer-tools
packages=python3-cocotb,iverilog,make,nextpnr-ecp5,fpga-trellis,nextpnr-himbaechel-xilinx
commands="make nextpnr-ecp5 ecppack nextpnr-himbaechel-xilinx"

fail() {
  echo "newer-tools: $1" >&2
  exit 1
}

keys=/usr/share/keyrings/debian-archive-keyring.gpg
snapshot=${ROOFLINE_SNAPSHOT:-}

stamp="$(cksum <"$0") $snapshot"
if [ "$(cat "$folder/complete" 2>/dev/null)" != "$stamp" ]; then
  for tool in debootstrap bwrap; do
    command -v $tool >/dev/null || PATH=$PATH:/usr/sbin command -v $tool >/dev/null ||
      fail "$tool is not installed"
  done
  as_root=
  [ "$(id -u)" -eq 0 ] || as_root=sudo
  # shellcheck disable=SC2016 # apt's own variable
  mirror=$(apt-get indextargets 'Created-By: Packages' 'Origin: Debian' 'Label: Debian' \
    --format '$(REPO_URI)' | head -1)
  case $snapshot in
    '') ;;
    [0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]T[0-9][0-9][0-9][0-9][0-9][0-9]Z)
      mirror=https://snapshot.debian.org/archive/debian/$snapshot/
      ;;
    *) fail "ROOFLINE_SNAPSHOT=$snapshot: a time as 20260901T000000Z is expected" ;;
  esac
  [ -n "$mirror" ] || fail "apt knows no mirror of Debian"
  [ -r $keys ] || fail "$keys is not there, by which the archive is checked"
  $as_root rm -rf "$folder"
  mkdir -p "$folder/bin"
  $as_root /usr/sbin/debootstrap --force-check-gpg --keyring=$keys --variant=minbase \
    --include=$packages testing "$folder/root" "$mirror" >"$folder/log" 2>&1 || fail "debootstrap: $(tail -n 1 "$folder/log")"
  cat >"$folder/bin/run" <<'EOF'
#!/bin/sh
# Runs the command of this name in ../root, beside the folders of the system outside that
# are no part of a system.
root=$(dirname "$(readlink -f "$0")")/../root
set -- "$(basename "$0" | sed 's/^newer-//')" "$@"
set -- --chdir "$(pwd -P)" "$@"
for top in /*; do
  case $top in
    /bin | /boot | /dev | /etc | /lib* | /proc | /run | /sbin | /sys | /usr | /var) ;;
    *) [ ! -d "$top" ] || set -- --bind "$top" "$top" "$@" ;;
  esac
done
for part in usr etc var; do
  set -- --ro-bind "$root/$part" "/$part" "$@"
done
for link in bin lib lib64 sbin; do
  set -- --symlink "usr/$link" "/$link" "$@"
done
exec bwrap --tmpfs / --dev /dev --proc /proc "$@"
EOF
  chmod +x "$folder/bin/run"
  # shellcheck disable=SC2016 # dpkg's own variables
  dpkg-query --admindir="$folder/root/var/lib/dpkg" -W -f '${Package} ${Version}\n' \
    >"$folder/versions" || fail "the root has no list of packages"
  # A name of its own where Debian 12 has the tool as well.
  for tool in $commands; do
    name=newer-$tool
    [ "$tool" = make ] || name=$tool
    ln -s run "$folder/bin/$name"
  done
  "$folder/bin/nextpnr-ecp5" --version >"$folder/log" 2>&1 || fail "$(tail -n 1 "$folder/log")"
  echo "$stamp" >"$folder/complete"
fi
echo "$folder/bin"
