# lit: every .ll, .cl and .test file below this folder is a test.
import os

import lit.formats
import lit.Test
import lit.util


class RooflineTest(lit.formats.ShTest):
    """A shell test; under sanitizers only those of the driver run, because clang
    and opt do not have the sanitizers' run-time that the plugin would need."""

    def execute(self, test, lit_config):
        if config.roofline_sanitize:
            with open(test.getSourcePath(), encoding="utf-8") as source:
                text = source.read()
            if "%clang" in text or "%opt" in text or "%plugin" in text:
                return lit.Test.Result(lit.Test.UNSUPPORTED, "needs the plugin")
        return super().execute(test, lit_config)


config.name = "Roofline"
config.test_format = RooflineTest(execute_external=False)
config.suffixes = [".ll", ".cl", ".test"]
config.excludes = ["Inputs", "CMakeLists.txt"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.roofline_binary_dir, "test")

tools = config.llvm_tools_dir
plugin = os.path.join(config.roofline_binary_dir, "lib", "libRoofline.so")
config.environment["PATH"] = os.pathsep.join([tools, config.environment["PATH"]])
# A user's own device files must not decide a test.
config.environment.pop("ROOFLINE_DEVICES", None)
# LLVM's own caches outlive main.
config.environment["ASAN_OPTIONS"] = "detect_leaks=0"
config.environment["UBSAN_OPTIONS"] = "halt_on_error=1:print_stacktrace=1"

config.substitutions += [
    (rf"%{name}\b", text) for name, text in {
        "clang": f"{tools}/clang-22 -fplugin={plugin} -fpass-plugin={plugin} "
                 "-target spir64 -cl-std=CL2.0",
        "opt": f"{tools}/opt -load-pass-plugin={plugin}",
        "plugin": plugin,
        "roofline": os.path.join(config.roofline_binary_dir, "bin", "roofline"),
        "samples": os.path.join(config.roofline_source_dir, "opencl-samples"),
        "devices": os.path.join(config.roofline_source_dir, "devices"),
        "schemas": os.path.join(config.roofline_source_dir, "docs", "schemas"),
        "optviewer": config.opt_viewer,
        "python": config.python,
    }.items()
]
