"""The files of a FuseSoC core file are there, and are all Verilog of its folder but simulation's."""
import pathlib
import re
import sys

import yaml

path = pathlib.Path(sys.argv[1])
text = path.read_text()
assert text.startswith("CAPI=2:\n"), text
core = yaml.safe_load(text.split("\n", 1)[1])
assert re.fullmatch(r"roofline:systems:\w+:\d+\.\d+\.\d+", core["name"]), core["name"]
files = {name for part in core["filesets"].values()
         for entry in part["files"] for name in ([entry] if isinstance(entry, str) else entry)}
assert all((path.parent / name).is_file() for name in files), files
folders = ["*.v", "rtl/*.v", "ulx3s/*.v"]
there = {str(f.relative_to(path.parent)) for glob in folders for f in path.parent.glob(glob)}
assert there == {name for name in files if name.endswith(".v")}, there ^ files
for target in core["targets"].values():
    module = target["toplevel"]
    assert any(f"module {module} " in (path.parent / name).read_text() for name in there), module
