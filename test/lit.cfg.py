# lit: every .ll, .cl and .test file below this folder is a test.
import os
import re
import shutil
import subprocess

import lit.formats


config.name = "Roofline"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".ll", ".cl", ".test"]
config.excludes = ["Inputs", "CMakeLists.txt"]
# A kernel as the author wrote it: IR with names and lines that no pass has seen.
config.substitutions.append(
    (r"%sourceir\b", "%clang -O2 -S -emit-llvm -fno-discard-value-names -Xclang "
                     "-disable-llvm-passes -gline-tables-only"))
# What runs long is for the night: `lit --param nightly=1`.
if lit_config.params.get("nightly"):
    config.available_features.add("nightly")
# The analyser alone: nothing of the tower that makes hardware.
if config.roofline_cores:
    config.available_features.add("cores")
else:
    config.excludes += ["Calibrate", "Codegen", "Farm", "Soc", "Variants", "Verify", "rtl"]
# Tests of what clang itself writes ask for the first version that does: llvm-21.
config.available_features |= {f"llvm-{v}" for v in range(19, int(config.llvm_version) + 1)}
# Modules of Python that single tests use.
for feature, modules in {"pandas": "pandas", "setuptools-wheel": "setuptools, wheel, pip"}.items():
    if subprocess.run([config.python, "-c", f"import {modules}"], capture_output=True).returncode == 0:
        config.available_features.add(feature)
if config.roofline_sanitize:
    # clang and opt lack the run-time of a sanitized plugin: the other run has the tests
    # that use them.
    config.excludes += ["Analysis", "Attributes", "Canonical", "Remarks",
                        "Variants"]
    # Pages and editors run in programs of their own. pages.test also writes pages here.
    config.excludes += ["Editor", "report-page.test"]
    # A sanitized program has no room for Oclgrind's library either.
    config.excludes += ["program.test"]
    # Headers of HLS sources are compiled by the system's clang.
    config.excludes += ["Hls"]
    # All samples three times would take minutes there.
    config.excludes += ["moved-samples.test"]
    config.substitutions += [(r"(not )?(timeout \d+ )?%clang\b.*", "true")]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.roofline_binary_dir, "test")

tools = config.llvm_tools_dir
plugin = os.path.join(config.roofline_binary_dir, "lib", "libRoofline.so")
config.environment["PATH"] = os.pathsep.join([tools, config.environment["PATH"]])
roofline = os.path.join(config.roofline_binary_dir, "bin", "roofline")
# A user's own device files must not decide a test.
config.environment.pop("ROOFLINE_DEVICES", None)
# PoCL keeps what it compiled; not in the user's home.
config.environment["POCL_CACHE_DIR"] = os.path.join(config.test_exec_root, "pocl-cache")
# Compile once what verilator compiles for every core alike.
if shutil.which("ccache"):
    config.environment["OBJCACHE"] = "ccache"
    config.environment["CCACHE_DIR"] = os.path.join(config.test_exec_root, "ccache")
# LLVM's own caches outlive main.
# LLVM's own libraries write to what our side of their headers poisons.
config.environment["ASAN_OPTIONS"] = "detect_leaks=0:allow_user_poisoning=0"
config.environment["UBSAN_OPTIONS"] = "halt_on_error=1:print_stacktrace=1"

# Before 22 clang loads a pass plugin too late for its options.
is_late = int(config.llvm_version) < 22
config.substitutions += [("%{late}", "not" if is_late else "env"),
                         ("%{moment}", "LATE" if is_late else "EARLY")]
# Tests name the tools of the version that is built by default.
config.substitutions += [(rf"\b{re.escape(tool)}-22\b", f"{tool}-{config.llvm_version}")
                         for tool in ("clang", "clang++", "opt")]
config.substitutions += [
    (rf"%{name}\b", text) for name, text in {
        "clang": f"{tools}/clang-{config.llvm_version} -fplugin={plugin} -fpass-plugin={plugin} "
                 "-target spir64 -cl-std=CL2.0",
        "opt": f"{tools}/opt -load-pass-plugin={plugin}",
        "plugin": plugin,
        "share": os.path.join(config.roofline_binary_dir, "share", "roofline"),
        "roofline": roofline,
        "samplecheck": os.path.join(config.roofline_binary_dir, "opencl-samples",
                                    "check", "roofline-sample-check"),
        "samples": os.path.join(config.roofline_source_dir, "opencl-samples"),
        "hlsinclude": os.path.join(config.roofline_source_dir, "include-hls"),
        "hlssamples": os.path.join(config.roofline_source_dir, "hls-samples"),
        "systems": os.path.join(config.roofline_source_dir, "systems"),
        "devices": os.path.join(config.roofline_source_dir, "devices"),
        "measurelib": os.path.join(config.test_exec_root, "Measure", "lib"),
        "schemas": os.path.join(config.roofline_binary_dir, "share", "roofline", "schemas"),
        "rtl": os.path.join(config.roofline_source_dir, "rtl"),
        "programs": os.path.join(config.roofline_source_dir, "programs"),
        "runprograms": os.path.join(config.test_source_root, "Codegen", "Inputs",
                                    "run-programs.sh"),
        "writeprogram": os.path.join(config.roofline_binary_dir, "unittests", "streams",
                                     "Codegen", "roofline-write-program"),
        "writecore": os.path.join(config.roofline_binary_dir, "unittests", "streams", "Codegen",
                                  "roofline-write-core"),
        "optviewer": config.opt_viewer,
        "python": config.python,
    }.items()
]

# Cores are simulated and synthesised by `%verify` and `%simulate`. The sanitized run emits
# them all, and leaves simulation, synthesis and checks of the output to the other run.
simulate = os.path.join(config.test_source_root, "Codegen", "Inputs", "simulate.sh")
if config.roofline_sanitize:
    config.substitutions += [("%verify .*", "true"),
                             (r"%simulate \w+", f"{simulate} none")]
else:
    config.available_features.add("simulated")
    # yosys synthesises cores whose Verilog has changed; results of the others are kept.
    kept = lit_config.params.get("kept_synthesis",
                                 os.path.join(config.test_source_root, "synthesis"))
    config.environment["ROOFLINE_KEPT_SYNTHESIS"] = kept
    config.substitutions += [("%verify", f"{roofline} verify"), ("%simulate", simulate)]

# A file system of its own for a test, as users' namespaces give it.
if shutil.which("unshare") and subprocess.call(
        ["unshare", "-rm", "mount", "-t", "tmpfs", "none", "/mnt"],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) == 0:
    config.available_features.add("mounts")

# Walls for what others wrote, as docs/security.md names them.
if os.path.exists(roofline) and b"this system has none" not in subprocess.run(
        [roofline, "verify", "none", "--sandbox", "always"], capture_output=True, check=False).stderr:
    config.available_features.add("sandbox")

# What scripts/newer-tools.sh made, unless the system has the tools itself.
newer = os.path.join(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"),
                     "roofline", "newer-tools")
if os.path.exists(os.path.join(newer, "complete")):
    config.environment["PATH"] += os.pathsep + os.path.join(newer, "bin")
has_cocotb = (shutil.which("iverilog") and shutil.which("cocotb-config") and
              not subprocess.check_output(["cocotb-config", "--version"]).startswith(b"1."))
path = config.environment["PATH"]
if has_cocotb or shutil.which("newer-make", path=path):
    config.available_features.add("cocotb")
config.substitutions.append(("%cocotb_make", "make" if has_cocotb else "newer-make"))
for tool in ("chromium", "clang++-22", "ecppack", "emacs", "icepack", "iverilog", "nextpnr-ecp5", "nextpnr-ice40", "node", "npm", "tclsh",
             "verilator", "vim", "xmllint", "yosys"):
    if shutil.which(tool, path=path):
        config.available_features.add(tool)
