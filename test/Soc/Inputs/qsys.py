"""qsys.py FOLDER: every interface that the board's system connects is one of its component or of an
instance that it has, and the component is connected as a whole."""
import pathlib
import re
import sys

folder = pathlib.Path(sys.argv[1])
script = (folder / "de10-nano/soc.tcl").read_text()
instances = dict(re.findall(r"^add_instance (\w+) (\w+)", script, re.M))
component = (folder / f"quartus/{instances['core']}_hw.tcl").read_text()
assert f"set_module_property NAME {instances['core']}\n" in component
interfaces = set(re.findall(r"^add_interface (\w+)", component, re.M))
used = set()
for ends in re.findall(r"^add_connection (\S+) (\S+)", script, re.M):
    for end in ends:
        instance, interface = end.split(".")
        assert instance in instances, end
        if instance == "core":
            used.add(interface)
assert used == interfaces, used ^ interfaces
