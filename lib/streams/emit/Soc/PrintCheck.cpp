// The host's programs that check a core with its drivers, in C and in Python.
#include "SystemPlan.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace roofline {
namespace {

/// "heat", "heat, passes 2".
std::string saysOf(const SystemPlan &P, const SystemLaunch &L) {
  return L.Says.empty() ? P.Name : P.Name + ", " + L.Says;
}

/// Rows of the buffers in check.py.
std::string checkTables(const SystemPlan &P) {
  std::string Text;
  for (const SystemBuffer &B : P.Buffers)
    Text += formatv("    (\"{0}\", \"{1}\", {2:x+}, {3}, \"{4}\"),\n",
                    B.Argument, B.BasePort, B.Address, B.Bytes, B.Type);
  return Text;
}

std::string checkLaunches(const SystemPlan &P) {
  std::string Text;
  for (const SystemLaunch &L : P.Launches) {
    std::vector<std::string> Scalars, Reduced, After;
    for (const auto &[Name, Bits] : L.Scalars)
      Scalars.push_back(formatv("\"{0}\": {1:x+}", Name, Bits));
    for (auto [R, Value] : zip_equal(P.Core.Reductions, L.Reduced))
      Reduced.push_back(
          formatv("\"{0}\": ({1:x+}, \"{2}\")", R.Port, Value, R.Type));
    for (auto [B, Elements] : zip_equal(P.Buffers, L.After))
      if (Elements)
        After.push_back("\"" + B.Argument + "\"");
    Text += formatv("    (\"{0}\", {1}, {{{2}},\n     \"{3}\", [{4}],\n     "
                    "{{{5}}),\n",
                    saysOf(P, L), L.LeastCycles, join(Scalars, ", "), L.Ending,
                    join(After, ", "), join(Reduced, ", "));
  }
  return Text;
}

std::string checkPython(const SystemPlan &P) {
  return formatv(
      R"("""Runs {0} on the data of data/ and compares what it leaves.

    python3 check.py SIMULATION | /dev/ttyUSB0 [BAUD] | /dev/mem REGISTERS MEMORY

Exit code 1 where a result differs from the original kernel's.
"""
import pathlib
import stat
import sys

import roofline_port
import {0}_driver as driver

DATA = pathlib.Path(__file__).resolve().parents[1] / "data"
# argument, register of its address, address, bytes, element
BUFFERS = [
{1}]
# name, cycles at least by core and memory, bits of the scalar arguments,
# ending of the files with what is left, arguments that have such a file,
# bits of the values that the launch gives
LAUNCHES = [
{2}]


def equal(got, wanted, kind):
    """Bit for bit; a NaN equals any NaN."""
    if got == wanted or not kind.startswith("float"):
        return got == wanted
    size, top = {{"float16": (2, 0x7c00), "float32": (4, 0x7f800000),
                 "float64": (8, 0x7ff0000000000000)}[kind]
    sign = ~(1 << 8 * size - 1)
    for at in range(0, len(got), size):
        a, b = (int.from_bytes(x[at:at + size], "little") for x in (got, wanted))
        if a != b and not (a & sign > top and b & sign > top):
            return False
    return True


def check(core, launch):
    """The number of results that are wrong."""
    title, least, scalars, ending, compared, values = launch
    port, wrong = core.port, 0
    for argument, _, address, _, _ in BUFFERS:
        port.write(address, (DATA / f"{{argument}.bin").read_bytes())
    for name, bits in scalars.items():  # as bits, also of floats
        offset, words, _ = driver.ARGUMENTS[name]
        port.set(offset, bits, words)
    results = core.run(**{{base: port.origin + address for _, base, address, _, _ in BUFFERS})
    for argument, _, address, size, kind in BUFFERS:
        if argument not in compared:
            continue
        wanted = (DATA / f"{{argument}.{{ending}.bin").read_bytes()
        if not equal(port.read(address, size), wanted, kind):
            print(f"buffer {{argument} is not as the original leaves it")
            wrong += 1
    for name, (wanted, kind) in values.items():
        offset, words, _ = driver.RESULTS[name]
        got = port.get(offset, words)
        if not equal(got.to_bytes(8, "little"), wanted.to_bytes(8, "little"), kind):
            print(f"{{name} is {{got:#x}, not {{wanted:#x}")
            wrong += 1
    if results.get("error"):
        print(f"masters with errors: {{results['error']:#b}")
        wrong += 1
    print(f"{{title}: {{results['cycles']} cycles"
          + (f"; at least {{least} by core and memory" if least else ""))
    return wrong


def main():
    path = sys.argv[1]
    if len(sys.argv) > 3:
        places = (int(word, 0) for word in sys.argv[2:4])
        port = roofline_port.Mapped(*places, {3}, path)
    elif stat.S_ISCHR(pathlib.Path(path).stat().st_mode):
        port = roofline_port.Serial(path, *map(int, sys.argv[2:3]))
    else:
        port = roofline_port.Program(path)
    with port:
        core = driver.Core(port)
        wrong = sum(check(core, launch) for launch in LAUNCHES)
    print("FAIL" if wrong else "PASS")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
)",
      P.Name, checkTables(P), checkLaunches(P), P.MemoryBytes);
}

/// [byte] of a float, 0 of integers.
int floatBytes(StringRef Type) {
  return StringSwitch<int>(Type)
      .Case("float16", 2)
      .Case("float32", 4)
      .Case("float64", 8)
      .Default(0);
}

/// The function of one launch in check.c.
std::string launchC(const SystemPlan &P, const SystemLaunch &L) {
  std::string Load, Set, Compare;
  for (auto [B, After] : zip_equal(P.Buffers, L.After)) {
    Load += formatv("  load(port, \"{0}\", {1:x+}u, {2});\n", B.Argument,
                    B.Address, B.Bytes);
    Set += formatv("  arguments.{0} = ({2})(port->origin + {1:x+}u);\n",
                   B.BasePort, B.Address,
                   P.memory().Bus.AddressBits > 32 ? "uint64_t" : "uint32_t");
    if (After)
      Compare += formatv(
          "  wrong += compare(port, \"{0}\", \".{1}.bin\", {2:x+}u, {3}, "
          "{4});\n",
          B.Argument, L.Ending, B.Address, B.Bytes, floatBytes(B.Type));
  }
  for (const auto &[Name, Bits] : L.Scalars)
    Set +=
        formatv("  {{\n    static const uint64_t bits = {1:x+}u;\n    "
                "memcpy(&arguments.{0}, &bits, sizeof arguments.{0});\n  }\n",
                Name, Bits);
  for (auto [R, Value] : zip_equal(P.Core.Reductions, L.Reduced))
    Compare += formatv("  wrong += differs(\"{0}\", &results.{0}, {1:x+}u, "
                       "sizeof results.{0}, {2});\n",
                       R.Port, Value, int(floatBytes(R.Type) > 0));
  if (!P.memory().Masters.empty())
    Compare += "  if (results.error) {\n    printf(\"masters with errors: "
               "%#llx\\n\", (unsigned long long)results.error);\n    "
               "wrong = 1;\n  }\n";
  return formatv(R"(static int {1}(roofline_port *port) {{
  struct {0}_arguments arguments = {{0};
  struct {0}_results results = {{0};
  int wrong = 0;
{2}{3}  if ({0}_run(port, &arguments, &results, 600000))
    stop("the launch");
{4}  printf("{5}: %llu cycles; at least {6} by core and memory\n",
         (unsigned long long)results.cycles);
  return wrong;
}

)",
                 P.Name, L.Ending, Load, Set, Compare, saysOf(P, L),
                 L.LeastCycles);
}

std::string checkC(const SystemPlan &P) {
  std::string Launches, Calls;
  for (const SystemLaunch &L : P.Launches) {
    Launches += launchC(P, L);
    Calls += "  wrong += " + L.Ending + "(&port);\n";
  }
  return formatv(
      R"(/* Runs {0} on the data of data/ and compares what it leaves.
 *
 *   check DATA SIMULATION | /dev/ttyUSB0 [BAUD] | /dev/mem REGISTERS MEMORY
 *
 * Exit code 1 where a result differs from the original kernel's. Both sides are
 * little-endian. Generated by Roofline. */
#define _DEFAULT_SOURCE
#include "{0}_driver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char *data;

static void stop(const char *what) {{
  perror(what);
  exit(2);
}

static unsigned char *contents(const char *argument, const char *ending,
                               size_t bytes) {{
  char path[4096];
  snprintf(path, sizeof path, "%s/%s%s", data, argument, ending);
  unsigned char *all = malloc(bytes ? bytes : 1);
  FILE *file = fopen(path, "rb");
  if (!all || !file || fread(all, 1, bytes, file) != bytes)
    stop(path);
  fclose(file);
  return all;
}

static inline void load(roofline_port *port, const char *argument, uint32_t address,
                        size_t bytes) {{
  unsigned char *all = contents(argument, ".bin", bytes);
  if (port->write(port, address, all, bytes))
    stop("writing the memory");
  free(all);
}

/* Whether so many bytes are two NaNs. */
static int are_nans(const unsigned char *a, const unsigned char *b, int size) {{
  if (size == 2) {{
    uint16_t x, y;
    memcpy(&x, a, 2);
    memcpy(&y, b, 2);
    return (x & 0x7fff) > 0x7c00 && (y & 0x7fff) > 0x7c00;
  }
  if (size == 4) {{
    float x, y;
    memcpy(&x, a, 4);
    memcpy(&y, b, 4);
    return x != x && y != y;
  }
  double x, y;
  memcpy(&x, a, 8);
  memcpy(&y, b, 8);
  return x != x && y != y;
}

/* size: of a float's bytes, 0 of integers. */
static inline int compare(roofline_port *port, const char *argument,
                          const char *ending, uint32_t address, size_t bytes,
                          int size) {{
  unsigned char *wanted = contents(argument, ending, bytes);
  unsigned char *got = malloc(bytes ? bytes : 1);
  if (!got || port->read(port, address, got, bytes))
    stop("reading the memory");
  const size_t step = size ? (size_t)size : 1;
  int wrong = 0;
  for (size_t i = 0; i < bytes && !wrong; i += step)
    if (memcmp(got + i, wanted + i, step) &&
        !(size && are_nans(got + i, wanted + i, size))) {{
      printf("byte %zu of %s is not as the original leaves it\n", i, argument);
      wrong = 1;
    }
  free(got);
  free(wanted);
  return wrong;
}

static inline int differs(const char *name, const void *got, uint64_t wanted,
                          size_t bytes, int is_float) {{
  if (!memcmp(got, &wanted, bytes) ||
      (is_float &&
       are_nans(got, (const unsigned char *)&wanted, (int)bytes)))
    return 0;
  printf("%s is not what the original gives\n", name);
  return 1;
}

{1}int main(int count, char **words) {{
  roofline_port port;
  struct stat kind;
  int wrong = 0;
  if (count < 3) {{
    fprintf(stderr, "usage: check DATA SIMULATION | /dev/ttyUSB0 [BAUD] | "
                    "/dev/mem REGISTERS MEMORY\n");
    return 2;
  }
  data = words[1];
  if (stat(words[2], &kind))
    stop(words[2]);
  if (count > 4 ? roofline_open_mapped(&port, words[2], strtoull(words[3], 0, 0),
                                       strtoull(words[4], 0, 0), {3})
      : S_ISCHR(kind.st_mode)
          ? roofline_open_serial(&port, words[2],
                                 count > 3 ? (unsigned)atoi(words[3]) : 1000000)
          : roofline_open_program(&port, words[2]))
    stop(words[2]);
  if ({0}_check(&port))
    stop("{0}");
{2}  roofline_close(&port);
  puts(wrong ? "FAIL" : "PASS");
  return wrong != 0;
}
)",
      P.Name, Launches, Calls, P.MemoryBytes);
}

} // namespace

std::vector<TextFile> printCheck(const SystemPlan &P) {
  return {{"host/check.c", checkC(P)}, {"host/check.py", checkPython(P)}};
}

} // namespace roofline
